// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Wards} from "../core/Wards.sol";
import {IDollar, IPegModule} from "../interfaces/IDollars.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title PegModule
/// @notice Keeps the dollar at a dollar: it gives dollars for another stablecoin and takes them back, one for one.
/// @dev The module mints what it gives and burns what it takes, so it owns stablecoins only. It counts them itself.
contract PegModule is IPegModule, Wards {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    /// @notice Largest fee.
    uint256 public constant MAX_FEE = 0.02e18;

    IERC20 public immutable stable;
    IDollar public immutable dollar;

    /// @notice Where fees go.
    address public immutable buffer;

    /// @notice Factor between the stablecoin and the dollar.
    uint256 public immutable scale;

    /// @notice Stablecoins that came with swaps and are still here.
    uint256 public reserves;

    /// @notice Bound of swaps for dollars, of governance's choice.
    uint256 public ceiling;

    /// @notice Fee for dollars, with 18 decimals.
    uint256 public fee_in;

    /// @notice Fee for stablecoins, with 18 decimals.
    uint256 public fee_out;

    constructor(IERC20Metadata stable_, IDollar dollar_, address buffer_) {
        stable = stable_;
        dollar = dollar_;
        buffer = buffer_;
        scale = 10 ** (18 - stable_.decimals());
    }

    // --- settings ---

    /// @notice Choose the fees.
    function set_fees(uint256 fee_in_, uint256 fee_out_) external only_ward {
        require(fee_in_ <= MAX_FEE && fee_out_ <= MAX_FEE, FeeTooHigh());
        fee_in = fee_in_;
        fee_out = fee_out_;
        emit FeesSet(fee_in_, fee_out_);
    }

    /// @notice Choose the ceiling. Reserves that exceed a lower one stay until somebody swaps them out.
    function set_ceiling(uint256 ceiling_) external only_ward {
        ceiling = ceiling_;
        emit CeilingSet(ceiling_);
    }

    /// @notice Take out stablecoins that were sent here without a swap.
    function sweep(address to) external only_ward returns (uint256 units) {
        units = stable.balanceOf(address(this)) - reserves;
        stable.safeTransfer(to, units);
        emit Swept(to, units);
    }

    // --- swaps ---

    /// @inheritdoc IPegModule
    function swap_in(uint256 units, address to) external returns (uint256 out) {
        uint256 backed = (reserves + units) * scale; //~ BENIGN COMPUTATION all units in dollars
        require(backed <= ceiling, CeilingReached());
        uint256 amount = units * scale;
        uint256 fee = amount.mul_up(fee_in);
        out = amount - fee;
        reserves += units;
        stable.safeTransferFrom(msg.sender, address(this), units);
        dollar.mint(to, out);
        dollar.mint(buffer, fee);
        emit SwappedIn(msg.sender, to, units, fee);
    }

    /// @inheritdoc IPegModule
    function swap_out(uint256 units, address to) external returns (uint256 paid) {
        uint256 amount = units * scale;
        uint256 fee = amount.mul_up(fee_out);
        paid = amount + fee;
        reserves -= units;
        dollar.burn(msg.sender, paid);
        dollar.mint(buffer, fee);
        stable.safeTransfer(to, units);
        emit SwappedOut(msg.sender, to, units, fee);
    }

    /// @notice Stablecoins that can be swapped in at present.
    function room() external view returns (uint256) {
        uint256 most = ceiling / scale;
        return reserves < most ? most - reserves : 0;
    }
}
