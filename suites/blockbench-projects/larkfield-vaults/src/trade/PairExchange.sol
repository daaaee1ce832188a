// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Timelocked} from "../access/Timelocked.sol";
import {IAuthority} from "../interfaces/IAuthority.sol";
import {IExchange, IPair} from "../interfaces/ITrade.sol";

/// @title PairExchange
/// @notice Adapter of pools of two tokens. It keeps nothing between calls.
contract PairExchange is IExchange, Timelocked {
    using SafeERC20 for IERC20;

    mapping(IERC20 token => mapping(IERC20 other => IPair)) private _pairs;

    constructor(IAuthority authority_) Timelocked(authority_) {}

    /// @inheritdoc IExchange
    /// @dev In both directions.
    function setPair(IERC20 from, IERC20 to, IPair pair) external timelocked {
        (IERC20 token0, IERC20 token1) = (pair.token0(), pair.token1());
        bool fits = (from == token0 && to == token1) || (from == token1 && to == token0);
        if (!fits) revert WrongPair(pair);
        _pairs[from][to] = pair;
        _pairs[to][from] = pair;
        emit PairSet(from, to, pair);
    }

    /// @inheritdoc IExchange
    function swap(IERC20 from, IERC20 to, uint256 amount, uint256 least, address receiver, uint256 deadline)
        external
        returns (uint256 received)
    {
        if (block.timestamp > deadline) revert Expired(deadline);
        IPair pair = pairOf(from, to);
        uint256 before = to.balanceOf(receiver);
        from.safeTransferFrom(msg.sender, address(pair), amount);
        pair.swap(from, amount, receiver);
        received = to.balanceOf(receiver) - before;
        if (received < least) revert TooLittleReceived(received, least);
        emit Swapped(from, to, msg.sender, amount, received);
    }

    /// @inheritdoc IExchange
    function quote(IERC20 from, IERC20 to, uint256 amount) external view returns (uint256) {
        return pairOf(from, to).quote(from, amount);
    }

    /// @notice Pair of two tokens.
    function pairOf(IERC20 from, IERC20 to) public view returns (IPair pair) {
        pair = _pairs[from][to];
        if (address(pair) == address(0)) revert NoPair(from, to);
    }
}
