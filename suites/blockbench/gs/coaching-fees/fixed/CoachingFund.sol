// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Treasury} from "./context/Treasury.sol";

/// @title CoachingFund
/// @notice A fund of coaching inns. Shares are paid for in advance: coins are sent here and entered in the same transaction.
contract CoachingFund is ERC20 {
    using SafeERC20 for IERC20;

    uint256 public constant CHARGE = 200;
    uint256 public constant LEAST = 1e6;
    uint256 private constant BASIS_POINTS = 10_000;

    IERC20 public immutable coin;
    Treasury public immutable treasury;
    address public immutable steward;

    /// @notice Coins that belong to the shares.
    uint256 public reserve;
    /// @notice Charges that the treasury has not got yet.
    uint256 public charges;

    event Entered(address indexed to, uint256 coins, uint256 shares);
    event Left(address indexed from, address indexed to, uint256 shares, uint256 coins, uint256 charge);
    event Lent(address indexed inn, uint256 coins);
    event Returned(address indexed inn, uint256 principal, uint256 interest);
    event ChargesPaid(uint256 coins);

    error NotSteward(address caller);
    error ZeroAddress();
    error TooFewCoins(uint256 coins, uint256 least);
    error TooManyCoins(uint256 coins, uint256 most);
    error NothingLent(address inn);

    /// @notice Coins that an inn has at present.
    mapping(address inn => uint256) public lentTo;
    /// @notice Coins that all inns have at present.
    uint256 public lent;

    constructor(IERC20 coin_, Treasury treasury_, address steward_) ERC20("Coaching Fund", "COACH") {
        if (address(coin_) == address(0) || address(treasury_) == address(0)) revert ZeroAddress(); //~ BENIGN INIT
        coin = coin_;
        treasury = treasury_;
        steward = steward_;
    }

    /// @notice Gives shares for the coins that were sent here and are not accounted for.
    /// @dev A router sends the coins and calls this in one transaction.
    function enter(address to) external returns (uint256 shares) {
        uint256 coins = coin.balanceOf(address(this)) - charges - reserve; //~ BENIGN STORAGE_READ
        if (coins < LEAST) revert TooFewCoins(coins, LEAST); //~ BENIGN INPUT_VAL
        shares = totalSupply() == 0 ? coins : (coins * totalSupply()) / worth(); //~ BENIGN ARITHMETIC
        _mint(to, shares); //~ BENIGN STATE_MOD
        _sync(); //~ BENIGN CTRL_FLOW
        emit Entered(to, coins, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays out shares of the caller, less the charge.
    function leave(uint256 shares, address to) external returns (uint256 coins) {
        uint256 part = (shares * worth()) / totalSupply(); //~ BENIGN ARITHMETIC
        uint256 charge = (part * CHARGE) / BASIS_POINTS;
        if (part < LEAST) revert TooFewCoins(part, LEAST); //~ BENIGN INPUT_VAL
        if (part > reserve) revert TooManyCoins(part, reserve); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        charges += charge; //~ BENIGN STATE_MOD
        coins = part - charge;
        coin.safeTransfer(to, coins); //~ BENIGN FUND_XFER
        reserve -= part;
        emit Left(msg.sender, to, shares, coins, charge); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Sends the charges to the treasury. Anyone may call this.
    function payCharges() external returns (uint256 coins) {
        coins = charges;
        charges = 0; //~ BENIGN STATE_MOD
        coin.safeTransfer(address(treasury), coins);
        emit ChargesPaid(coins);
    }

    /// @notice Lends coins to an inn.
    function lend(address inn, uint256 coins) external {
        if (msg.sender != steward) revert NotSteward(msg.sender); //~ BENIGN ACCESS_CTRL
        if (coins > reserve) revert TooManyCoins(coins, reserve); //~ BENIGN INPUT_VAL
        lentTo[inn] += coins;
        lent += coins;
        coin.safeTransfer(inn, coins); //~ BENIGN FUND_XFER
        reserve -= coins;
        emit Lent(inn, coins);
    }

    /// @notice Pays back all that the caller owes, with interest that the inn decides on.
    function giveBack(uint256 interest) external {
        uint256 principal = lentTo[msg.sender];
        if (principal == 0) revert NothingLent(msg.sender); //~ BENIGN INPUT_VAL
        lentTo[msg.sender] = 0;
        lent -= principal;
        reserve += principal + interest; //~ BENIGN STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), principal + interest); //~ BENIGN FUND_XFER
        emit Returned(msg.sender, principal, interest);
    }

    /// @notice Takes coins out that were sent here without being entered.
    function reclaim(address to) external returns (uint256 coins) {
        if (msg.sender != steward) revert NotSteward(msg.sender); //~ BENIGN ACCESS_CTRL
        coins = unaccounted(); //~ BENIGN STORAGE_READ
        coin.safeTransfer(to, coins);
    }

    /// @notice What all shares are worth.
    function worth() public view returns (uint256) {
        return reserve + lent;
    }

    /// @notice Coins that are neither reserve nor charges.
    function unaccounted() public view returns (uint256) {
        return coin.balanceOf(address(this)) - reserve - charges; //~ BENIGN ARITHMETIC
    }

    function _sync() private {
        reserve = coin.balanceOf(address(this)) - charges; //~ BENIGN STATE_MOD
    }
}
