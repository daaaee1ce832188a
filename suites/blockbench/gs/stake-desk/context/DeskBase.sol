// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title DeskBase
 * @notice The reserves of a desk and who looks after them.
 */
abstract contract DeskBase {
    using SafeERC20 for IERC20;

    /// @notice The staked coin.
    IERC20 public immutable stake;

    /// @notice The coin.
    IERC20 public immutable cash;

    /// @notice The account that fills and empties the reserves.
    address public immutable treasury;

    /**
     * @notice The treasury has taken a part of the reserves.
     * @param token The token.
     * @param amount The amount.
     */
    event Taken(IERC20 indexed token, uint256 amount);

    /**
     * @notice Sets tokens and treasury.
     * @param stake_ The staked coin.
     * @param cash_ The coin.
     * @param treasury_ The account that fills and empties the reserves.
     */
    constructor(IERC20 stake_, IERC20 cash_, address treasury_) {
        require(address(stake_) != address(cash_) && treasury_ != address(0), "DeskBase: bad setup");
        stake = stake_;
        cash = cash_;
        treasury = treasury_;
    }

    /**
     * @notice Takes a part of the reserves, which are filled by a plain transfer.
     * @param token The token.
     * @param amount The amount.
     */
    function take(IERC20 token, uint256 amount) external {
        require(msg.sender == treasury, "DeskBase: not the treasury");
        token.safeTransfer(treasury, amount);
        emit Taken(token, amount);
    }
}
