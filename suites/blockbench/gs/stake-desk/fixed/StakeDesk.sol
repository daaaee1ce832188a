// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {IERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Permit.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {DeskBase} from "./context/DeskBase.sol";
import {RateOracle} from "./context/RateOracle.sol";

/**
 * @title StakeDesk
 * @notice Buys and sells staked coins at the price of an oracle.
 */
contract StakeDesk is DeskBase {
    using SafeERC20 for IERC20;

    /// @notice The oldest price at which the desk trades.
    uint256 public constant MAX_AGE = 1 days;

    /// @notice One unit of a token.
    uint256 public constant UNIT = 1e18;

    /// @notice The source of prices.
    RateOracle public immutable oracle;

    /**
     * @notice The desk has bought stake.
     * @param seller The seller.
     * @param stakeIn The stake.
     * @param cashOut The coins that were paid.
     */
    event Bought(address indexed seller, uint256 stakeIn, uint256 cashOut);

    /**
     * @notice The desk has sold stake.
     * @param buyer The buyer.
     * @param cashIn The coins that were paid.
     * @param stakeOut The stake.
     */
    event Sold(address indexed buyer, uint256 cashIn, uint256 stakeOut);

    /**
     * @notice Sets tokens, oracle and treasury.
     * @param stake_ The staked coin.
     * @param cash_ The coin.
     * @param oracle_ The source of prices.
     * @param treasury_ The account that fills and empties the reserves.
     */
    constructor(IERC20 stake_, IERC20 cash_, RateOracle oracle_, address treasury_) DeskBase(stake_, cash_, treasury_) {
        require(address(oracle_) != address(0), "StakeDesk: no oracle"); //~ BENIGN INIT
        oracle = oracle_; //~ BENIGN INIT
    }

    /**
     * @notice Sells stake to the desk.
     * @param amount The stake.
     * @param least The fewest coins that the seller takes.
     * @return out The coins.
     */
    function sell(uint256 amount, uint256 least) external returns (uint256 out) {
        out = _buyFrom(msg.sender, amount, least);
    }

    /**
     * @notice Sells stake to the desk with a permit for it.
     * @param amount The stake, which is also what the permit is for.
     * @param least The fewest coins that the seller takes.
     * @param deadline The end of the permit.
     * @param v Part of the signature.
     * @param r Part of the signature.
     * @param s Part of the signature.
     * @return out The coins.
     */
    function sellWithPermit(
        uint256 amount,
        uint256 least,
        uint256 deadline,
        uint8 v,
        bytes32 r,
        bytes32 s
    ) external returns (uint256 out) {
        try IERC20Permit(address(stake)).permit(msg.sender, address(this), amount, deadline, v, r, s) {} catch {} //~ BENIGN EXT_CALL
        out = _buyFrom(msg.sender, amount, least); //~ BENIGN CTRL_FLOW
    }

    /**
     * @notice Buys stake from the desk.
     * @param amount The coins.
     * @param least The least stake that the buyer takes.
     * @return out The stake.
     */
    function buy(uint256 amount, uint256 least) external returns (uint256 out) {
        out = (amount * UNIT) / price(); //~ BENIGN ARITHMETIC
        require(out > 0 && out >= least, "StakeDesk: too little"); //~ BENIGN INPUT_VAL
        cash.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        stake.safeTransfer(msg.sender, out); //~ BENIGN FUND_XFER
        emit Sold(msg.sender, amount, out); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice The price of a unit of stake.
     * @return value The price in coins.
     */
    function price() public view returns (uint256 value) {
        uint256 age;
        (value, age) = oracle.latest(); //~ BENIGN ORACLE
        require(age <= MAX_AGE, "StakeDesk: price too old"); //~ BENIGN ORACLE
        require(value > 0, "StakeDesk: no price"); //~ BENIGN ORACLE
    }

    /**
     * @dev Buys stake from an account.
     * @param seller The account.
     * @param amount The stake.
     * @param least The fewest coins that the account takes.
     * @return out The coins.
     */
    function _buyFrom(address seller, uint256 amount, uint256 least) internal returns (uint256 out) {
        out = (amount * price()) / UNIT; //~ BENIGN ARITHMETIC
        require(out > 0 && out >= least, "StakeDesk: too little"); //~ BENIGN INPUT_VAL
        stake.safeTransferFrom(seller, address(this), amount); //~ BENIGN FUND_XFER
        cash.safeTransfer(seller, out); //~ BENIGN FUND_XFER
        emit Bought(seller, amount, out); //~ UNRELATED EVENT_EMIT
    }
}
