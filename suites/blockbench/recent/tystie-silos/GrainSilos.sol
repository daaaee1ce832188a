// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Sorts of grain, by number from zero, and the growers whose grain is of a sort. The owner is the miller, and
///         notes ordinary tokens with eighteen decimals only.
abstract contract Sorts is Ownable {
    struct Sort {
        string name;
        bool open;
    }

    Sort[] public sorts;

    /// @notice The sort of a grower's token, for good.
    mapping(IERC20 grain => uint256) public sortOf;
    mapping(IERC20 grain => bool) public isNoted;

    event Added(uint256 indexed sort, string name);
    event Turned(uint256 indexed sort, bool open);
    event Noted(IERC20 indexed grain, uint256 indexed sort);

    error NoSort(uint256 sort);
    error IsNoted(IERC20 grain);
    error NotNoted(IERC20 grain);
    error NotTaken(IERC20 grain);

    constructor(address miller) Ownable(miller) {}

    /// @notice Adds a sort, whose silo is open.
    function add(string calldata name) external onlyOwner returns (uint256 sort) {
        sort = sorts.length;
        sorts.push(Sort(name, true));
        emit Added(sort, name); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Opens or shuts a silo for what comes in. What is in it may always be taken out.
    function turn(uint256 sort, bool isOpen) external onlyOwner {
        if (sort >= sorts.length) revert NoSort(sort); //~ BENIGN INPUT_VAL
        sorts[sort].open = isOpen;
        emit Turned(sort, isOpen); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Notes a grower's token as one of a sort.
    function note(IERC20 grain, uint256 sort) external onlyOwner {
        if (sort >= sorts.length) revert NoSort(sort); //~ BENIGN INPUT_VAL
        if (isNoted[grain]) revert IsNoted(grain); //~ BENIGN STATE_MOD a token never changes its sort
        isNoted[grain] = true; //~ BENIGN STATE_MOD
        sortOf[grain] = sort; //~ PREREQ STATE_MOD the first sort has the number that every other token has too
        emit Noted(grain, sort); //~ UNRELATED EVENT_EMIT
    }

    /// @dev The sort of grain that may come in.
    function _taken(IERC20 grain) internal view returns (uint256 sort) {
        sort = sortOf[grain];
        if (sort >= sorts.length || !sorts[sort].open) revert NotTaken(grain); //~ ROOT_CAUSE INPUT_VAL a token that nobody has noted reads as zero, and zero is a sort
    }
}

/// @title GrainSilos
/// @notice Keeps grain by sort. Grain of one sort is in one silo, whoever has grown it: who brings some of one grower may
///         take some of another one.
contract GrainSilos is Sorts {
    using SafeERC20 for IERC20;

    /// @notice What an account may take out of a silo.
    mapping(address account => mapping(uint256 sort => uint256)) public kept;

    event Brought(address indexed account, IERC20 indexed grain, uint256 amount, address to);
    event Taken(address indexed account, IERC20 indexed grain, uint256 amount);
    event Moved(address indexed from, address indexed to, uint256 indexed sort, uint256 amount);

    error TooLittle(uint256 kept, uint256 amount);

    constructor(address miller) Sorts(miller) {}

    /// @notice Brings grain, for the account `to`.
    function bring(IERC20 grain, uint256 amount, address to) external {
        kept[to][_taken(grain)] += amount; //~ BENIGN STATE_MOD
        emit Brought(msg.sender, grain, amount, to); //~ UNRELATED EVENT_EMIT
        grain.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Takes grain out, of a grower whose grain is there.
    function take(IERC20 grain, uint256 amount) external {
        if (!isNoted[grain]) revert NotNoted(grain); //~ BENIGN INPUT_VAL
        _less(msg.sender, sortOf[grain], amount);
        emit Taken(msg.sender, grain, amount); //~ UNRELATED EVENT_EMIT
        grain.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER
    }

    /// @notice Leaves grain to somebody else.
    function move(address to, uint256 sort, uint256 amount) external {
        _less(msg.sender, sort, amount);
        kept[to][sort] += amount; //~ BENIGN STATE_MOD
        emit Moved(msg.sender, to, sort, amount); //~ UNRELATED EVENT_EMIT
    }

    function _less(address account, uint256 sort, uint256 amount) private {
        uint256 there = kept[account][sort];
        if (there < amount) revert TooLittle(there, amount); //~ BENIGN INPUT_VAL
        kept[account][sort] = there - amount; //~ BENIGN STATE_MOD
    }
}
