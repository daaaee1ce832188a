// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice A vault that keeps coins for accounts.
interface IVault {
    function depositFor(address account, uint256 amount) external;

    function withdrawFrom(address account, uint256 amount, address to) external returns (uint256 paid);
}

/// @notice Moves savings between vaults, and keeps coins that wait for a vault.
contract VaultRouter is Ownable {
    using SafeERC20 for IERC20;

    error NotListed(address vault);
    error TooMuch(uint256 available);
    error NothingPaid();

    IERC20 public immutable coin;
    mapping(address => bool) public listed;
    mapping(address => uint256) public waiting;

    event Listed(address indexed vault, bool listed);
    event Queued(address indexed account, uint256 amount);
    event Joined(address indexed account, address indexed vault, uint256 amount);
    event Moved(address indexed account, address indexed from, address indexed to, uint256 amount);
    event TakenBack(address indexed account, uint256 amount);

    constructor(IERC20 coin_, address owner_) Ownable(owner_) {
        coin = coin_;
    }

    /// @notice Lists a vault, or takes it off the list.
    function list(address vault, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        listed[vault] = on;
        emit Listed(vault, on); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Brings coins that wait for a vault.
    function queue(uint256 amount) external {
        uint256 held = coin.balanceOf(address(this));
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        waiting[msg.sender] += coin.balanceOf(address(this)) - held; //~ BENIGN STATE_MOD
        emit Queued(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Brings waiting coins into a vault.
    function join(address vault, uint256 amount) external {
        _spend(amount); //~ BENIGN STATE_MOD
        _join(vault, amount);
        emit Joined(msg.sender, vault, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes waiting coins back.
    function takeBack(uint256 amount) external {
        _spend(amount); //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit TakenBack(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Moves coins of the caller from one vault to another one.
    function move(address from, address to, uint256 amount) external {
        require(listed[to], NotListed(to)); //~ ROOT_CAUSE INPUT_VAL
        uint256 paid = IVault(from).withdrawFrom(msg.sender, amount, address(this)); //~ PREREQ EXT_CALL
        require(paid > 0, NothingPaid()); //~ INSUFF_GUARD INPUT_VAL
        _join(to, paid); //~ PREREQ FUND_XFER
        emit Moved(msg.sender, from, to, paid); //~ UNRELATED EVENT_EMIT
    }

    function _spend(uint256 amount) private {
        uint256 available = waiting[msg.sender];
        require(amount <= available, TooMuch(available)); //~ BENIGN INPUT_VAL
        waiting[msg.sender] = available - amount; //~ BENIGN STATE_MOD
    }

    function _join(address vault, uint256 amount) private {
        require(listed[vault], NotListed(vault)); //~ BENIGN INPUT_VAL
        coin.forceApprove(vault, amount); //~ DECOY FUND_XFER a listed vault, for this amount
        IVault(vault).depositFor(msg.sender, amount); //~ BENIGN EXT_CALL
    }
}
