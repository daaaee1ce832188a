// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ICollateralGate} from "../interfaces/ICollateralGate.sol";
import {IAuctionHouse, ILiquidator, ITaker} from "../interfaces/ILiquidation.sol";
import {IPegModule} from "../interfaces/IDollars.sol";

/// @title SaleKeeper
/// @notice Closes positions and buys in sales for its owner, with dollars or with the stablecoin of the peg module.
/// @dev Collateral comes first and is paid for later in the same call, so the keeper can swap for exactly what it needs.
contract SaleKeeper is ITaker {
    using SafeERC20 for IERC20;

    IAuctionHouse public immutable house;
    ILiquidator public immutable liquidator;
    IPegModule public immutable peg;
    IERC20 public immutable dollar;
    IERC20 public immutable stable;
    address public immutable owner;

    error NotOwner();
    error NotHouse();

    constructor(IAuctionHouse house_, ILiquidator liquidator_, IPegModule peg_, IERC20 dollar_, IERC20 stable_) {
        house = house_;
        liquidator = liquidator_;
        peg = peg_;
        dollar = dollar_;
        stable = stable_;
        owner = msg.sender;
        dollar_.forceApprove(address(house_), type(uint256).max);
        stable_.forceApprove(address(peg_), type(uint256).max);
    }

    modifier only_owner() {
        require(msg.sender == owner, NotOwner());
        _;
    }

    /// @notice Close a position, and keep the reward here.
    function liquidate(bytes32 kind, address who) external only_owner returns (uint256 sale) {
        return liquidator.liquidate(kind, who);
    }

    /// @notice Buy in a sale, and take what was bought out for the owner.
    /// @param units Stablecoins that may be swapped for the payment.
    function buy(ICollateralGate gate, uint256 sale, uint256 most, uint256 max_price, uint256 units) external only_owner {
        house.take(sale, most, max_price, address(this), abi.encode(gate, units));
    }

    /// @inheritdoc ITaker
    function on_take(address caller, uint256 slice, uint256 owed, bytes calldata data) external {
        require(msg.sender == address(house) && caller == address(this), NotHouse());
        (ICollateralGate gate, uint256 units) = abi.decode(data, (ICollateralGate, uint256));
        if (dollar.balanceOf(address(this)) < owed) peg.swap_in(units, address(this));
        gate.withdraw(slice, owner);
    }

    /// @notice Take tokens out.
    function collect(IERC20 token) external only_owner returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        token.safeTransfer(owner, amount);
    }
}
