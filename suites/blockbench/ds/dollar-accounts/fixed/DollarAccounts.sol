pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";

/**
 * @title Careful math
 * @notice Arithmetic that answers with an error code, for callers that go on in either case
 */
contract CarefulMath {
    enum MathError {
        NO_ERROR,
        INTEGER_UNDERFLOW
    }

    /**
     * @dev Subtracts two numbers
     * @return The error code, and the difference, which is zero if there is an error
     */
    function subUInt(uint a, uint b) internal pure returns (MathError, uint) {
        if (b <= a) {
            return (MathError.NO_ERROR, a - b); //~ BENIGN ARITHMETIC
        }
        return (MathError.INTEGER_UNDERFLOW, 0); //~ BENIGN ARITHMETIC
    }
}

/**
 * @title Storage of the accounts
 */
contract DollarAccountsStorage {
    /// @notice The stablecoin, which takes no fee on transfers
    IERC20 public dollar;

    /// @notice Fee on what is redeemed, scaled by 1e18
    uint public redeemFeeMantissa;

    /// @notice Sum of all balances
    uint public totalBalances;

    /// @notice Fees that were not taken yet
    uint public totalReserves;

    /// @notice Dollars of an account
    mapping(address => uint) public accountBalances;
}

/**
 * @title Accounts for a stablecoin
 * @notice Holders supply dollars, send them to each other and redeem them
 */
contract DollarAccounts is DollarAccountsStorage, CarefulMath, Ownable {
    using SafeMath for uint;
    using SafeERC20 for IERC20;

    uint internal constant mantissaOne = 1e18;

    /// @notice One percent
    uint public constant redeemFeeMaxMantissa = 0.01e18;

    event Supply(address indexed payer, address indexed account, uint supplyAmount);
    event Redeem(address indexed redeemer, uint redeemAmount, uint feeAmount);
    event Move(address indexed src, address indexed dst, uint moveAmount);
    event ReservesReduced(address indexed admin, uint reduceAmount);
    event NewRedeemFee(uint oldFeeMantissa, uint newFeeMantissa);

    /**
     * @param dollar_ The stablecoin
     * @param redeemFeeMantissa_ The fee on what is redeemed, scaled by 1e18
     */
    constructor(IERC20 dollar_, uint redeemFeeMantissa_) public {
        require(address(dollar_) != address(0), "constructor: dollar is zero"); //~ BENIGN INPUT_VAL
        dollar = dollar_; //~ BENIGN INIT
        setRedeemFeeInternal(redeemFeeMantissa_);
    }

    /**
     * @notice Supplies dollars of the caller to an account
     * @param account The account
     * @param supplyAmount How many dollars
     */
    function supply(address account, uint supplyAmount) external {
        require(account != address(0), "supply: account is zero"); //~ BENIGN INPUT_VAL
        dollar.safeTransferFrom(msg.sender, address(this), supplyAmount); //~ BENIGN EXT_CALL
        accountBalances[account] = accountBalances[account].add(supplyAmount);
        totalBalances = totalBalances.add(supplyAmount); //~ BENIGN STATE_MOD
        emit Supply(msg.sender, account, supplyAmount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Redeems dollars of the caller
     * @param redeemAmount How many dollars, before the fee
     */
    function redeem(uint redeemAmount) external {
        uint accountBalanceNew = accountBalances[msg.sender].sub(redeemAmount); //~ BENIGN ARITHMETIC
        redeemFresh(msg.sender, redeemAmount, accountBalanceNew); //~ BENIGN CTRL_FLOW
    }

    /**
     * @notice Redeems dollars of the caller, or as many as there are
     * @param redeemAmount How many dollars at most, before the fee
     * @return How many dollars were redeemed, before the fee
     */
    function redeemUpTo(uint redeemAmount) external returns (uint) {
        uint accountBalance = accountBalances[msg.sender];
        (MathError err, uint accountBalanceNew) = subUInt(accountBalance, redeemAmount); //~ BENIGN ARITHMETIC the difference is zero where everything is redeemed
        if (err == MathError.NO_ERROR) {
            redeemFresh(msg.sender, redeemAmount, accountBalanceNew);
            return redeemAmount;
        }
        redeemFresh(msg.sender, accountBalance, accountBalanceNew); //~ BENIGN CTRL_FLOW no more than there is
        return accountBalance;
    }

    /**
     * @notice Moves dollars of the caller to another account
     * @param dst The other account
     * @param moveAmount How many dollars
     */
    function move(address dst, uint moveAmount) external {
        require(dst != address(0), "move: account is zero"); //~ BENIGN INPUT_VAL
        accountBalances[msg.sender] = accountBalances[msg.sender].sub(moveAmount); //~ BENIGN ARITHMETIC
        accountBalances[dst] = accountBalances[dst].add(moveAmount);
        emit Move(msg.sender, dst, moveAmount);
    }

    /**
     * @notice Takes fees
     * @param reduceAmount How many dollars
     */
    function reduceReserves(uint reduceAmount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        (MathError err, uint totalReservesNew) = subUInt(totalReserves, reduceAmount);
        require(err == MathError.NO_ERROR, "reduceReserves: amount exceeds the reserves"); //~ BENIGN INPUT_VAL
        totalReserves = totalReservesNew;
        emit ReservesReduced(msg.sender, reduceAmount);
        dollar.safeTransfer(msg.sender, reduceAmount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Changes the fee on what is redeemed
     * @param newFeeMantissa The fee, scaled by 1e18
     */
    function setRedeemFee(uint newFeeMantissa) external onlyOwner { //~ BENIGN ACCESS_CTRL
        setRedeemFeeInternal(newFeeMantissa);
    }

    /**
     * @dev Pays dollars out and writes the balance that is left
     */
    function redeemFresh(address redeemer, uint redeemAmount, uint accountBalanceNew) internal {
        uint feeAmount = redeemAmount.mul(redeemFeeMantissa).div(mantissaOne); //~ BENIGN ARITHMETIC
        accountBalances[redeemer] = accountBalanceNew; //~ BENIGN STATE_MOD
        totalBalances = totalBalances.sub(redeemAmount); //~ BENIGN ARITHMETIC
        totalReserves = totalReserves.add(feeAmount);
        emit Redeem(redeemer, redeemAmount, feeAmount);
        dollar.safeTransfer(redeemer, redeemAmount.sub(feeAmount)); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Sets the fee, within its bound
     */
    function setRedeemFeeInternal(uint newFeeMantissa) internal {
        require(newFeeMantissa <= redeemFeeMaxMantissa, "setRedeemFee: fee is too high"); //~ BENIGN INPUT_VAL
        emit NewRedeemFee(redeemFeeMantissa, newFeeMantissa);
        redeemFeeMantissa = newFeeMantissa;
    }
}
