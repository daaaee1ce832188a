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
        require(address(coin_) != address(0) && address(register_) != address(0), "FundShares: zero"); //~ BENIGN INIT
        coin = coin_; //~ BENIGN INIT
        register = register_; //~ BENIGN INIT
    }

    /**
     * @notice Sets the value of a share.
     * @param value Coins for one share.
     */
    function setNetAssetValue(uint256 value) external onlyAdministrator { //~ BENIGN ACCESS_CTRL
        require(value > 0, "FundShares: zero"); //~ BENIGN INPUT_VAL
        netAssetValue = value; //~ BENIGN STATE_MOD
        emit NetAssetValueSet(value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pauses subscriptions and redemptions.
    function pause() external onlyGuardian { //~ BENIGN ACCESS_CTRL
        _pause(); //~ BENIGN STATE_MOD
    }

    /// @notice Ends a pause.
    function unpause() external onlyGuardian { //~ BENIGN ACCESS_CTRL
        _unpause();
    }

    /**
     * @notice Takes coins out to invest them.
     * @param amount The coins.
     */
    function invest(uint256 amount) external onlyAdministrator { //~ BENIGN ACCESS_CTRL
        coin.safeTransfer(administrator, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Subscribes shares.
     * @param coins The coins to pay.
     * @param least The fewest shares that the investor takes.
     * @return shares The shares.
     */
    function subscribe(uint256 coins, uint256 least) external whenNotPaused returns (uint256 shares) { //~ BENIGN CTRL_FLOW
        require(netAssetValue > 0, "FundShares: no value"); //~ BENIGN INPUT_VAL
        shares = (coins * SHARE) / netAssetValue; //~ BENIGN ARITHMETIC
        require(shares > 0 && shares >= least, "FundShares: too few"); //~ BENIGN INPUT_VAL
        coin.safeTransferFrom(msg.sender, address(this), coins); //~ BENIGN FUND_XFER
        _mint(msg.sender, shares);
        emit Subscribed(msg.sender, coins, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Redeems shares.
     * @param shares The shares.
     * @param least The fewest coins that the investor takes.
     * @return coins The coins.
     */
    function redeem(uint256 shares, uint256 least) external whenNotPaused returns (uint256 coins) { //~ BENIGN CTRL_FLOW
        require(!register.blocked(msg.sender), "FundShares: blocked"); //~ BENIGN ACCESS_CTRL
        coins = (shares * netAssetValue) / SHARE; //~ BENIGN ARITHMETIC
        require(coins > 0 && coins >= least, "FundShares: too few"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, coins); //~ BENIGN FUND_XFER
        emit Redeemed(msg.sender, shares, coins); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc ERC20
    function _update(address from, address to, uint256 value) internal override {
        if (to != address(0)) {
            require(register.investor(to), "FundShares: not an investor"); //~ BENIGN ACCESS_CTRL
            require(!register.blocked(from), "FundShares: blocked"); //~ BENIGN ACCESS_CTRL
        }
        super._update(from, to, value); //~ BENIGN STATE_MOD
    }
}
