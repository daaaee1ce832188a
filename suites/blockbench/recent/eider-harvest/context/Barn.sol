// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

/// @title Barn
/// @notice Keeps crops by farmer. The keeper makes room for crops that are ordinary tokens. Who comes first has the room,
///         for as long as they like.
contract Barn {
    using SafeERC20 for IERC20;

    address public immutable desk;
    address public immutable keeper;

    /// @notice How much more of a crop fits in.
    mapping(IERC20 => uint256) public room;
    mapping(IERC20 => mapping(address => uint256)) public storedFor;

    event Built(IERC20 indexed crop, uint256 more);
    event Stored(IERC20 indexed crop, address indexed farmer, uint256 amount);
    event Fetched(IERC20 indexed crop, address indexed farmer, uint256 amount);

    error NotAllowed(address caller);
    error TooLittle(uint256 stored, uint256 amount);

    constructor(address keeper_) {
        desk = msg.sender;
        keeper = keeper_;
    }

    /// @notice Makes more room for a crop.
    function build(IERC20 crop, uint256 more) external {
        if (msg.sender != keeper) revert NotAllowed(msg.sender);
        room[crop] += more;
        emit Built(crop, more);
    }

    /// @notice Takes as much of the caller's crop as there is room for.
    function store(IERC20 crop, uint256 amount, address farmer) external returns (uint256 fits) {
        if (msg.sender != desk) revert NotAllowed(msg.sender);
        fits = amount < room[crop] ? amount : room[crop];
        room[crop] -= fits;
        storedFor[crop][farmer] += fits;
        emit Stored(crop, farmer, fits);
        crop.safeTransferFrom(msg.sender, address(this), fits);
    }

    /// @notice Gives the caller what it has here.
    function fetch(IERC20 crop, uint256 amount) external {
        uint256 mine = storedFor[crop][msg.sender];
        if (mine < amount) revert TooLittle(mine, amount);
        storedFor[crop][msg.sender] = mine - amount;
        room[crop] += amount;
        emit Fetched(crop, msg.sender, amount);
        crop.safeTransfer(msg.sender, amount);
    }
}
