// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {FundRoles} from "./context/FundRoles.sol";
import {InvestorRegister} from "./context/InvestorRegister.sol";

/**
 * @title FundShares
 * @notice Shares of a fund, subscribed and redeemed at their net asset value.
 */
contract FundShares is ERC20, Pausable, FundRoles {
    using SafeERC20 for IERC20;

    /// @notice One share.
    uint256 public constant SHARE = 1e18;

    /// @notice The coin.
    IERC20 public immutable coin;

    /// @notice The register of investors.
    InvestorRegister public immutable register;

    /// @notice Coins for one share.
    uint256 public netAssetValue;

    /**
     * @notice The value of a share was set.
     * @param value The value.
     */
    event NetAssetValueSet(uint256 value);

    /**
     * @notice Shares were subscribed.
     * @param investor The investor.
     * @param coins The coins that were paid.
     * @param shares The shares.
     */
    event Subscribed(address indexed investor, uint256 coins, uint256 shares);

    /**
     * @notice Shares were redeemed.
     * @param investor The investor.
     * @param shares The shares.
     * @param coins The coins that were paid.
     */
    event Redeemed(address indexed investor, uint256 shares, uint256 coins);

    /**
     * @notice Sets coin, register and roles.
     * @param coin_ The coin.
     * @param register_ The register of investors.
     * @param administrator_ The account that sets the value and invests.
     * @param guardian_ The account that pauses.
     */
    constructor(
        IERC20 coin_,
        InvestorRegister register_,
        address administrator_,
        address guardian_
    ) ERC20("Fund Share", "FUND") FundRoles(administrator_, guardian_) {
        require(address(coin_) != address(0) && address(register_) != address(0), "FundShares: zero");
        coin = coin_;
        register = register_;
    }

    /**
     * @notice Sets the value of a share.
     * @param value Coins for one share.
     */
    function setNetAssetValue(uint256 value) external onlyAdministrator {
        require(value > 0, "FundShares: zero");
        netAssetValue = value;
        emit NetAssetValueSet(value);
    }

    /// @notice Pauses subscriptions and redemptions.
    function pause() external onlyGuardian {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyGuardian {
        _unpause();
    }

    /**
     * @notice Takes coins out to invest them.
     * @param amount The coins.
     */
    function invest(uint256 amount) external onlyAdministrator {
        coin.safeTransfer(administrator, amount);
    }

    /**
     * @notice Subscribes shares.
     * @param coins The coins to pay.
     * @param least The fewest shares that the investor takes.
     * @return shares The shares.
     */
    function subscribe(uint256 coins, uint256 least) external whenNotPaused returns (uint256 shares) {
        require(netAssetValue > 0, "FundShares: no value");
        shares = (coins * SHARE) / netAssetValue;
        require(shares > 0 && shares >= least, "FundShares: too few");
        coin.safeTransferFrom(msg.sender, address(this), coins);
        _mint(msg.sender, shares);
        emit Subscribed(msg.sender, coins, shares);
    }

    /**
     * @notice Redeems shares.
     * @param shares The shares.
     * @param least The fewest coins that the investor takes.
     * @return coins The coins.
     */
    function redeem(uint256 shares, uint256 least) external whenNotPaused returns (uint256 coins) {
        require(!register.blocked(msg.sender), "FundShares: blocked");
        coins = (shares * netAssetValue) / SHARE;
        require(coins > 0 && coins >= least, "FundShares: too few");
        _burn(msg.sender, shares);
        coin.safeTransfer(msg.sender, coins);
        emit Redeemed(msg.sender, shares, coins);
    }

    /// @inheritdoc ERC20
    function _update(address from, address to, uint256 value) internal override {
        if (to != address(0)) {
            require(register.investor(to), "FundShares: not an investor");
        }
        super._update(from, to, value);
    }
}
