// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {MerkleProof} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MerkleProof.sol";

/// @notice A list of amounts by account, of which only the root is stored.
abstract contract AmountList {
    /// @notice The root of the present list.
    bytes32 public root;

    /// @notice The number of the present list.
    uint256 public edition;

    mapping(uint256 edition => mapping(address account => bool)) public taken;

    error NotOnTheList(address account, uint256 amount);
    error TakenAlready(address account);

    /// @notice The leaf of an account.
    function leafOf(address account, uint256 amount) public pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(account, amount)))); //~ BENIGN SIGNATURE
    }

    function _take(address account, uint256 amount, bytes32[] calldata proof) internal {
        if (!MerkleProof.verifyCalldata(proof, root, leafOf(account, amount))) revert NotOnTheList(account, amount); //~ BENIGN INPUT_VAL
        if (taken[edition][account]) revert TakenAlready(account); //~ BENIGN STATE_MOD
        taken[edition][account] = true;
    }

    function _use(bytes32 root_) internal {
        root = root_;
        edition += 1; //~ BENIGN STATE_MOD
    }
}

/// @title SeasonDrops
/// @notice Hands out the tokens of a season. Before the list changes, the owner pauses the contract, and announces a new one, which has the amounts
///         that nobody had taken until the pause and those that came in since. Anyone puts it in force a day later.
contract SeasonDrops is AmountList, Ownable, Pausable {
    using SafeERC20 for IERC20;

    uint256 public constant NOTICE = 1 days;

    IERC20 public immutable token;

    bytes32 public nextRoot;
    uint256 public nextFrom;

    event Taken(address indexed account, uint256 edition, uint256 amount);
    event Announced(bytes32 root, uint256 from);
    event InForce(uint256 edition, bytes32 root);
    event Given(address indexed from, uint256 amount);

    error NothingAnnounced();
    error TooEarly(uint256 from);

    constructor(IERC20 token_, bytes32 root_) Ownable(msg.sender) {
        token = token_;
        _use(root_);
    }

    /// @notice Adds tokens for the lists to come.
    function give(uint256 amount) external {
        emit Given(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes what the list has for the caller.
    function take(bytes32[] calldata proof, uint256 amount) external whenNotPaused { //~ BENIGN CTRL_FLOW
        _take(msg.sender, amount, proof);
        emit Taken(msg.sender, edition, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Pauses. The next list is made from what is left then.
    function pause() external onlyOwner {
        _pause(); //~ BENIGN CTRL_FLOW
    }

    /// @notice Announces a list, in place of one that was announced in the same pause.
    function announce(bytes32 root_) external onlyOwner whenPaused {
        nextRoot = root_;
        nextFrom = block.timestamp + NOTICE; //~ BENIGN TIMESTAMP
        emit Announced(root_, nextFrom); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Puts the announced list in force.
    function putInForce() external {
        if (nextRoot == 0) revert NothingAnnounced(); //~ BENIGN CTRL_FLOW
        if (block.timestamp < nextFrom) revert TooEarly(nextFrom); //~ BENIGN TIMESTAMP
        _use(nextRoot);
        nextRoot = 0;
        _unpause();
        emit InForce(edition, root); //~ UNRELATED EVENT_EMIT
    }
}
