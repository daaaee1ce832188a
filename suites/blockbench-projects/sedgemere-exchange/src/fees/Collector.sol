// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Governed} from "../governance/Governed.sol";
import {ICollector} from "../interfaces/ICollector.sol";
import {IFarm} from "../interfaces/IFarm.sol";
import {IPool} from "../interfaces/IPool.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";
import {IReference} from "../interfaces/IReference.sol";

/// @title Collector
/// @notice Owns the protocol's part of fees. Anybody can buy its tokens for money, at the mean price of half an hour.
contract Collector is ICollector, Governed {
    using SafeERC20 for IERC20;

    IPoolFactory public immutable factory;
    IReference public immutable ref;
    IERC20 public immutable money;

    constructor(IPoolFactory factory_, IReference ref_) {
        factory = factory_;
        ref = ref_;
        money = IERC20(ref_.money());
    }

    /// @inheritdoc ICollector
    function gather(address[] calldata pools) external {
        for (uint256 i = 0; i < pools.length; i++) {
            if (!factory.isPool(pools[i])) revert NotAPool();
            (uint128 amount0, uint128 amount1) = IPool(pools[i]).collectProtocol(address(this));
            emit Gathered(pools[i], amount0, amount1);
        }
    }

    /// @inheritdoc ICollector
    function buy(address token, uint256 amount, uint256 most, address to) external returns (uint256 paid) {
        paid = ref.worth(token, amount);
        if (paid > most) revert TooExpensive();
        money.safeTransferFrom(msg.sender, address(this), paid);
        IERC20(token).safeTransfer(to, amount);
        emit Bought(msg.sender, token, amount, paid);
    }

    /// @inheritdoc ICollector
    function spend(address token, uint256 amount, address to) external onlyGovernor {
        IERC20(token).safeTransfer(to, amount);
        emit Spent(token, amount, to);
    }

    /// @inheritdoc ICollector
    function sponsor(IFarm farm, address token, address pool, uint256 start, uint256 end, uint256 amount)
        external
        onlyGovernor
        returns (uint256 id)
    {
        IERC20(token).forceApprove(address(farm), amount);
        id = farm.create(token, pool, start, end, amount);
        emit Sponsored(address(farm), id, amount);
    }
}
