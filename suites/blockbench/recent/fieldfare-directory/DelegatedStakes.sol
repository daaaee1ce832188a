// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice The parts of the network that other contracts look up instead of keeping an address of their own.
enum Part {
    Manager,
    Distributor,
    Treasury
}

interface IDirectory {
    function addressOf(Part part) external view returns (address);
}

/// @title Directory
/// @notice One place that says which contract is which part of the network, so that a part can be replaced at once for all others.
contract Directory is IDirectory, Ownable {
    mapping(Part part => address) private _addressOf;

    event PartReplaced(Part indexed part, address previous, address current);

    error AddressMissing(Part part);
    error LengthsDiffer(uint256 parts, uint256 addresses);

    constructor(address owner) Ownable(owner) {}

    /// @notice Replaces one part.
    function replace(Part part, address current) public onlyOwner { //~ BENIGN ACCESS_CTRL
        _replace(part, current);
    }

    /// @notice Replaces several parts at once, such as two that know each other.
    function replaceAll(Part[] calldata parts, address[] calldata current) external {
        if (parts.length != current.length) revert LengthsDiffer(parts.length, current.length); //~ INSUFF_GUARD INPUT_VAL looks at the lists, not at the caller
        for (uint256 i = 0; i < parts.length; ++i) {
            _replace(parts[i], current[i]); //~ ROOT_CAUSE ACCESS_CTRL the step that asks nobody
        }
    }

    function addressOf(Part part) external view returns (address) {
        return _addressOf[part];
    }

    function _replace(Part part, address current) private {
        if (current == address(0)) revert AddressMissing(part); //~ BENIGN INPUT_VAL
        emit PartReplaced(part, _addressOf[part], current); //~ UNRELATED EVENT_EMIT
        _addressOf[part] = current; //~ PREREQ STATE_MOD whom every other contract believes from now on
    }
}

/// @notice What is on its way out: stakes and commissions wait for a time before they are paid.
abstract contract ExitQueue {
    struct Exit {
        uint128 amount;
        uint64 since;
        bool paid;
    }

    mapping(address account => Exit[]) private _exits;

    event ExitBegun(address indexed account, uint256 indexed index, uint256 amount);

    error NoSuchExit(address account, uint256 index);

    function exitOf(address account, uint256 index) public view returns (Exit memory) {
        if (index >= _exits[account].length) revert NoSuchExit(account, index); //~ BENIGN INPUT_VAL
        return _exits[account][index];
    }

    function _beginExit(address account, uint256 amount) internal {
        _exits[account].push(Exit(uint128(amount), uint64(block.timestamp), false)); //~ DECOY COMPUTATION there are far fewer tokens than the cast could cut off
        emit ExitBegun(account, _exits[account].length - 1, amount); //~ UNRELATED EVENT_EMIT
    }

    function _markPaid(address account, uint256 index) internal {
        _exits[account][index].paid = true;
    }
}

/// @title DelegatedStakes
/// @notice Holds the stakes of everybody. Rules about runners and periods are elsewhere: the manager decides when an exit is paid, and
///         the distributor books what a runner has earned.
contract DelegatedStakes is ExitQueue {
    using SafeERC20 for IERC20;

    uint256 public constant BASIS = 10_000;
    uint256 public constant EXIT_FEE = 10;

    IERC20 public immutable token;
    IDirectory public immutable directory;

    mapping(address account => mapping(address runner => uint256)) public staked;

    event Staked(address indexed account, address indexed runner, uint256 amount);
    event ExitPaid(address indexed account, uint256 indexed index, uint256 amount, uint256 fee);

    error NotThePart(Part part, address caller);
    error AlreadyPaid(address account, uint256 index);
    error NothingStaked();

    modifier only(Part part) {
        if (msg.sender != directory.addressOf(part)) revert NotThePart(part, msg.sender); //~ INSUFF_GUARD ACCESS_CTRL as good as what the directory says
        _;
    }

    constructor(IERC20 token_, IDirectory directory_) {
        token = token_;
        directory = directory_;
    }

    /// @notice Stakes for a runner.
    function stake(address runner, uint256 amount) external {
        if (amount == 0) revert NothingStaked(); //~ BENIGN INPUT_VAL
        staked[msg.sender][runner] += amount;
        emit Staked(msg.sender, runner, amount);
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Begins the exit of a stake.
    function unstake(address runner, uint256 amount) external {
        staked[msg.sender][runner] -= amount; //~ BENIGN ARITHMETIC checked
        _beginExit(msg.sender, amount);
    }

    /// @notice Books what a runner has earned. The distributor has sent the tokens before.
    function bookCommission(address runner, uint256 amount) external only(Part.Distributor) {
        _beginExit(runner, amount); //~ PREREQ STATE_MOD any number that the distributor names
    }

    /// @notice Pays an exit.
    function payExit(address account, uint256 index) external only(Part.Manager) {
        Exit memory exit = exitOf(account, index);
        if (exit.paid) revert AlreadyPaid(account, index); //~ BENIGN STATE_MOD
        _markPaid(account, index);
        uint256 fee = (uint256(exit.amount) * EXIT_FEE) / BASIS;
        emit ExitPaid(account, index, exit.amount - fee, fee); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(directory.addressOf(Part.Treasury), fee);
        token.safeTransfer(account, exit.amount - fee); //~ PREREQ FUND_XFER out of all stakes
    }
}
