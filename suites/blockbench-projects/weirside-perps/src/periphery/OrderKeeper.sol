// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {IOrderBook} from "../interfaces/IOrderBook.sol";
import {ILiquidator} from "../interfaces/IPerps.sol";
import {ILiquidityPool} from "../interfaces/IPool.sol";

/**
 * @title OrderKeeper
 * @notice Does in one transaction what is due: orders, liquidations, and withdrawals from the pool.
 */
contract OrderKeeper {
    using SafeERC20 for IERC20;

    error NotOwner();

    event Skipped(uint256 indexed id, bytes reason);

    /// @notice A position to liquidate
    struct Target {
        address trader;
        bytes32 market;
        bool isLong;
    }

    address public immutable owner;
    IERC20 public immutable usd;
    IOrderBook public immutable orders;
    ILiquidator public immutable liquidator;
    ILiquidityPool public immutable pool;

    constructor(IERC20 usd_, IOrderBook orders_, ILiquidator liquidator_, ILiquidityPool pool_) {
        owner = msg.sender;
        usd = usd_;
        orders = orders_;
        liquidator = liquidator_;
        pool = pool_;
    }

    /**
     * @notice Do what is due. What fails is left out.
     * @param ids Orders to execute
     * @param targets Positions to liquidate
     * @param withdrawals Number of requests to serve
     */
    function work(uint256[] calldata ids, Target[] calldata targets, uint256 withdrawals) external {
        for (uint256 i = 0; i < targets.length; i++) {
            try liquidator.liquidate(targets[i].trader, targets[i].market, targets[i].isLong) {} catch (bytes memory reason) {
                emit Skipped(i, reason);
            }
        }
        for (uint256 i = 0; i < ids.length; i++) {
            try orders.execute(ids[i]) {} catch (bytes memory reason) {
                emit Skipped(ids[i], reason);
            }
        }
        if (withdrawals == 0) return;
        try pool.process(withdrawals) {} catch (bytes memory reason) {
            emit Skipped(withdrawals, reason);
        }
    }

    /// @notice Take out tips and rewards
    function collect() external returns (uint256 amount) {
        if (msg.sender != owner) revert NotOwner();
        amount = usd.balanceOf(address(this));
        usd.safeTransfer(owner, amount);
    }
}
