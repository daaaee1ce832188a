pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "./context/DividendTokenStorage.sol";

/**
 * @title DividendToken
 * @notice A token that costs one wei and is worth one wei. A tenth of every purchase and of every redemption goes to the
 *  holders of all tokens in proportion
 */
contract DividendToken is DividendTokenStorage {
    using SafeMath for uint;

    /// @dev The part of an amount that is the fee
    uint internal constant FEE_DIVISOR = 10;

    /// @dev The scale of the dividend index
    uint internal constant MANTISSA_ONE = 1e18;

    /// @notice Event emitted when tokens are bought
    event Mint(address indexed minter, uint mintAmount, uint mintTokens);

    /// @notice Event emitted when tokens are redeemed
    event Redeem(address indexed redeemer, uint redeemTokens, uint redeemAmount);

    /// @notice Event emitted when an account claims its ether
    event Claim(address indexed holder, uint claimAmount);

    /// @notice EIP-20 Transfer event
    event Transfer(address indexed from, address indexed to, uint amount);

    /// @notice EIP-20 Approval event
    event Approval(address indexed owner, address indexed spender, uint amount);

    /*** Purchases and redemptions ***/

    /**
     * @notice Sender buys tokens for ether, less the fee
     * @return The number of tokens bought
     */
    function mint() external payable returns (uint mintTokens) {
        uint feeAmount = msg.value / FEE_DIVISOR;
        mintTokens = msg.value - feeAmount; //~ BENIGN ARITHMETIC the fee is a tenth of it
        distributeInternal(feeAmount);
        accrueDividendsInternal(msg.sender);
        totalSupply = totalSupply.add(mintTokens);
        accountTokens[msg.sender] = accountTokens[msg.sender].add(mintTokens);
        emit Mint(msg.sender, msg.value, mintTokens);
        emit Transfer(address(0), msg.sender, mintTokens);
    }

    /**
     * @notice Sender redeems tokens for ether, less the fee, which can be claimed afterwards
     * @param redeemTokens The number of tokens to redeem
     */
    function redeem(uint redeemTokens) external {
        require(redeemTokens <= accountTokens[msg.sender], "redeemer does not have enough tokens"); //~ BENIGN INPUT_VAL
        redeemInternal(msg.sender, redeemTokens);
    }

    /**
     * @notice Sender claims the ether from its dividends and redemptions
     * @return The amount of ether claimed
     */
    function claim() external returns (uint claimAmount) {
        accrueDividendsInternal(msg.sender);
        claimAmount = accountCredit[msg.sender];
        accountCredit[msg.sender] = 0; //~ BENIGN STATE_MOD nothing is due any more when the ether leaves
        emit Claim(msg.sender, claimAmount);
        (bool success, ) = msg.sender.call.value(claimAmount)(""); //~ BENIGN EXT_CALL
        require(success, "ether was not accepted"); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Get the ether that an account can claim
     * @param holder The address of the account
     * @return The amount of ether
     */
    function claimable(address holder) public view returns (uint) {
        return accountCredit[holder].add(dividendsFresh(holder));
    }

    /*** EIP-20 ***/

    /**
     * @notice Get the token balance of the owner
     * @param owner The address of the account
     * @return The number of tokens
     */
    function balanceOf(address owner) external view returns (uint) {
        return accountTokens[owner];
    }

    /**
     * @notice Get the current allowance from owner for spender
     * @param owner The address of the account which owns the tokens
     * @param spender The address of the account which may transfer them
     * @return The number of tokens allowed to be spent
     */
    function allowance(address owner, address spender) external view returns (uint) {
        return transferAllowances[owner][spender];
    }

    /**
     * @notice Approve spender to transfer up to amount from sender
     * @param spender The address of the account which may transfer tokens
     * @param amount The number of tokens that are approved
     * @return Whether or not the approval succeeded
     */
    function approve(address spender, uint amount) external returns (bool) {
        transferAllowances[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    /**
     * @notice Transfer tokens from sender to dst. A transfer to this contract redeems them
     * @param dst The address of the destination account
     * @param amount The number of tokens to transfer
     * @return Whether or not the transfer succeeded
     */
    function transfer(address dst, uint amount) external returns (bool) {
        require(amount <= accountTokens[msg.sender], "sender does not have enough tokens"); //~ BENIGN INPUT_VAL
        if (dst == address(this)) redeemInternal(msg.sender, amount);
        else transferInternal(msg.sender, dst, amount);
        return true;
    }

    /**
     * @notice Transfer tokens from src to dst. A transfer to this contract redeems them
     * @param src The address of the source account
     * @param dst The address of the destination account
     * @param amount The number of tokens to transfer
     * @return Whether or not the transfer succeeded
     */
    function transferFrom(address src, address dst, uint amount) external returns (bool) {
        require(amount <= accountTokens[src], "source does not have enough tokens"); //~ BENIGN INPUT_VAL
        transferAllowances[src][msg.sender] = transferAllowances[src][msg.sender].sub(amount); //~ BENIGN ARITHMETIC checked
        if (dst == address(this)) redeemInternal(src, amount); //~ BENIGN INPUT_VAL
        else transferInternal(src, dst, amount);
        return true;
    }

    /*** Internal functions ***/

    function redeemInternal(address redeemer, uint redeemTokens) internal {
        accrueDividendsInternal(redeemer);
        accountTokens[redeemer] -= redeemTokens; //~ BENIGN ARITHMETIC the callers have compared
        totalSupply = totalSupply.sub(redeemTokens);
        uint feeAmount = redeemTokens / FEE_DIVISOR;
        distributeInternal(feeAmount);
        accountCredit[redeemer] = accountCredit[redeemer].add(redeemTokens - feeAmount); //~ BENIGN STATE_MOD
        emit Redeem(redeemer, redeemTokens, redeemTokens - feeAmount);
        emit Transfer(redeemer, address(0), redeemTokens);
    }

    function transferInternal(address src, address dst, uint amount) internal {
        accrueDividendsInternal(src);
        accrueDividendsInternal(dst);
        accountTokens[src] -= amount; //~ BENIGN ARITHMETIC the callers have compared
        accountTokens[dst] = accountTokens[dst].add(amount);
        emit Transfer(src, dst, amount); //~ UNRELATED EVENT_EMIT
    }

    function distributeInternal(uint feeAmount) internal {
        if (totalSupply == 0) return;
        uint deltaMantissa = feeAmount.mul(MANTISSA_ONE).div(totalSupply); //~ BENIGN ARITHMETIC rounds down, so that no more is credited than there is
        dividendIndexMantissa = dividendIndexMantissa.add(deltaMantissa);
    }

    function accrueDividendsInternal(address holder) internal {
        accountCredit[holder] = accountCredit[holder].add(dividendsFresh(holder));
        accountIndexMantissa[holder] = dividendIndexMantissa; //~ BENIGN STATE_MOD
    }

    function dividendsFresh(address holder) internal view returns (uint) {
        uint deltaMantissa = dividendIndexMantissa.sub(accountIndexMantissa[holder]);
        return accountTokens[holder].mul(deltaMantissa).div(MANTISSA_ONE); //~ BENIGN ARITHMETIC
    }
}
