// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/Math.sol";
import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";
import "./TreasurerRole.sol";

/**
 * @title RewardReserve
 * @notice Tokens for bonuses, and how many of them have been promised.
 */
contract RewardReserve is TreasurerRole {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    /// @notice The token of positions and bonuses.
    IERC20 public token;

    /// @notice The tokens that are here for bonuses.
    uint256 public reserve;

    /// @notice The part of the reserve that belongs to open positions.
    uint256 public promised;

    /**
     * @notice The reserve has been filled.
     * @param treasurer The payer.
     * @param amount The tokens.
     */
    event ReserveFunded(address indexed treasurer, uint256 amount);

    /**
     * @notice A part of the reserve has been taken out.
     * @param to The receiver.
     * @param amount The tokens.
     */
    event ReserveReleased(address indexed to, uint256 amount);

    /**
     * @notice Sets the token.
     * @param token_ The token of positions and bonuses.
     */
    constructor(IERC20 token_) internal {
        require(address(token_) != address(0), "RewardReserve: no token");
        token = token_;
    }

    /**
     * @notice Fills the reserve with tokens of the caller.
     * @param amount The tokens.
     */
    function fund(uint256 amount) external onlyTreasurer {
        reserve = reserve.add(amount);
        emit ReserveFunded(_msgSender(), amount);
        token.safeTransferFrom(_msgSender(), address(this), amount);
    }

    /**
     * @notice Takes tokens out of the reserve that nobody has been promised.
     * @param to The receiver.
     * @param amount The tokens.
     */
    function release(address to, uint256 amount) external onlyTreasurer {
        require(amount <= available(), "RewardReserve: promised");
        reserve = reserve.sub(amount);
        emit ReserveReleased(to, amount);
        token.safeTransfer(to, amount);
    }

    /**
     * @notice The part of the reserve that can still be promised.
     * @return The tokens.
     */
    function available() public view returns (uint256) {
        return reserve.sub(promised);
    }

    /**
     * @dev Promises a bonus, as far as the reserve goes.
     * @param wanted The bonus.
     * @param minBonus The least part of it that the caller accepts.
     * @return The part of it that is promised.
     */
    function _promise(uint256 wanted, uint256 minBonus) internal returns (uint256 granted) {
        granted = Math.min(wanted, available());
        require(granted >= minBonus, "RewardReserve: bonus");
        promised = promised.add(granted);
    }

    /**
     * @dev Takes a promised bonus out of the books.
     * @param amount The bonus.
     */
    function _settle(uint256 amount) internal {
        promised = promised.sub(amount);
        reserve = reserve.sub(amount);
    }
}
