// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {ILiquidityPool} from "./context/ILiquidityPool.sol";
import {PoolAccess} from "./context/PoolAccess.sol";

/// @title EtherPairPool
/// @notice Ether and a token at a constant product. Shares of the pool are a token of their own, which lenders accept as
///         collateral; for them the pool tells what is behind a share.
contract EtherPairPool is ERC20, PoolAccess, ReentrancyGuard, ILiquidityPool {
    using SafeERC20 for IERC20;

    /// @notice Shares that stay locked, so that there are always enough of them to divide by.
    uint256 public constant MINIMUM_SHARES = 1e15;

    /// @notice Holder of the locked shares.
    address public constant LOCK_ADDRESS = address(0xdead);

    /// @dev One in basis points.
    uint256 private constant BPS = 10_000;

    /// @notice The token of the pair.
    IERC20 public immutable TOKEN;

    /// @notice Ether that belongs to the shares.
    uint256 public etherReserve;

    /// @notice Tokens that belong to the shares.
    uint256 public tokenReserve;

    /// @notice Sum of the price over all seconds, up to the last action.
    uint256 public priceSum;

    /// @notice The time of the last action.
    uint256 public summedAt;

    /// @notice Emitted when stray tokens are recovered.
    /// @param token The token
    /// @param to The receiver
    /// @param amount The amount
    event Recovered(IERC20 indexed token, address indexed to, uint256 amount);

    /// @notice Emitted when liquidity is added.
    /// @param provider The provider
    /// @param etherIn Ether paid in
    /// @param tokensIn Tokens paid in
    /// @param shares Shares received
    event LiquidityAdded(address indexed provider, uint256 etherIn, uint256 tokensIn, uint256 shares);

    /// @notice Emitted when liquidity is removed.
    /// @param provider The provider
    /// @param etherOut Ether paid out
    /// @param tokensOut Tokens paid out
    /// @param shares Shares burned
    event LiquidityRemoved(address indexed provider, uint256 etherOut, uint256 tokensOut, uint256 shares);

    /// @notice Emitted when ether is traded for tokens.
    /// @param trader The trader
    /// @param etherIn Ether paid in
    /// @param tokensOut Tokens paid out
    event TokensBought(address indexed trader, uint256 etherIn, uint256 tokensOut);

    /// @notice Emitted when tokens are traded for ether.
    /// @param trader The trader
    /// @param tokensIn Tokens paid in
    /// @param etherOut Ether paid out
    event TokensSold(address indexed trader, uint256 tokensIn, uint256 etherOut);

    /// @dev Bounds the time that a transaction may wait.
    /// @param deadline The last second in which it is carried out
    modifier notAfter(uint256 deadline) {
        require(block.timestamp <= deadline, "EtherPairPool: expired"); //~ BENIGN TIMESTAMP
        _;
    }

    /// @notice Sets token, administrator and fee.
    /// @param token The token of the pair
    /// @param admin The administrator
    /// @param feeBps_ The fee on trades in basis points
    constructor(IERC20 token, address admin, uint256 feeBps_) ERC20("Ether Pair Share", "EPS") PoolAccess(admin, feeBps_) {
        require(address(token) != address(0), "EtherPairPool: zero token"); //~ BENIGN INIT
        TOKEN = token;
    }

    /// @notice Opens the pool with its first liquidity, which sets the first price.
    /// @param tokens Tokens to pay in
    function initialize(uint256 tokens) external payable onlyRole(MANAGER_ROLE) {
        require(totalSupply() == 0, "EtherPairPool: initialized"); //~ BENIGN INIT
        require(msg.value > MINIMUM_SHARES && tokens > 0, "EtherPairPool: too little"); //~ BENIGN INPUT_VAL
        etherReserve = msg.value;
        tokenReserve = tokens;
        summedAt = block.timestamp;
        _mint(LOCK_ADDRESS, MINIMUM_SHARES);
        _mint(msg.sender, msg.value - MINIMUM_SHARES);
        emit LiquidityAdded(msg.sender, msg.value, tokens, msg.value); //~ UNRELATED EVENT_EMIT
        TOKEN.safeTransferFrom(msg.sender, address(this), tokens);
    }

    /// @notice Recovers tokens that were sent here by mistake. The reserve is out of reach.
    /// @param token The token
    /// @param to The receiver
    /// @param amount The amount
    function recover(IERC20 token, address to, uint256 amount) external nonReentrant onlyRole(MANAGER_ROLE) {
        uint256 kept = token == TOKEN ? tokenReserve : 0;
        require(token.balanceOf(address(this)) >= kept + amount, "EtherPairPool: reserve"); //~ BENIGN ACCESS_CTRL
        token.safeTransfer(to, amount);
        emit Recovered(token, to, amount);
    }

    /// @notice Adds ether and the tokens that go with it.
    /// @param maxTokens The most tokens that the provider pays in
    /// @param minShares The fewest shares that the provider takes
    /// @param deadline The last second in which the call is carried out
    /// @return shares Shares received
    function addLiquidity(uint256 maxTokens, uint256 minShares, uint256 deadline)
        external
        payable
        nonReentrant
        whenNotPaused
        notAfter(deadline)
        returns (uint256 shares)
    {
        _sumPrice();
        uint256 tokens;
        (tokens, shares) = quoteLiquidity(msg.value);
        require(tokens <= maxTokens, "EtherPairPool: too many tokens"); //~ BENIGN INPUT_VAL
        require(shares > 0 && shares >= minShares, "EtherPairPool: too few shares"); //~ BENIGN INPUT_VAL
        etherReserve += msg.value;
        tokenReserve += tokens;
        _mint(msg.sender, shares);
        emit LiquidityAdded(msg.sender, msg.value, tokens, shares); //~ UNRELATED EVENT_EMIT
        TOKEN.safeTransferFrom(msg.sender, address(this), tokens);
    }

    /// @notice Burns shares for their part of both reserves.
    /// @param shares Shares to burn
    /// @param minEther The least ether that the provider takes
    /// @param minTokens The fewest tokens that the provider takes
    /// @param deadline The last second in which the call is carried out
    /// @return etherOut Ether paid out
    /// @return tokensOut Tokens paid out
    function removeLiquidity(uint256 shares, uint256 minEther, uint256 minTokens, uint256 deadline)
        external
        nonReentrant //~ INSUFF_GUARD REENTRY_GUARD keeps actions apart, readers can look in all the time
        notAfter(deadline)
        returns (uint256 etherOut, uint256 tokensOut)
    {
        _sumPrice();
        etherOut = (etherReserve * shares) / totalSupply(); //~ BENIGN ARITHMETIC
        tokensOut = (tokenReserve * shares) / totalSupply(); //~ BENIGN ARITHMETIC
        require(etherOut >= minEther && tokensOut >= minTokens, "EtherPairPool: too little"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ PREREQ STATE_MOD fewer shares from here on
        etherReserve -= etherOut;
        _sendEther(msg.sender, etherOut); //~ ROOT_CAUSE EXT_CALL the receiver runs while the tokens still count in full
        tokenReserve -= tokensOut; //~ ROOT_CAUSE STATE_MOD written down only after control was given away
        TOKEN.safeTransfer(msg.sender, tokensOut); //~ BENIGN FUND_XFER
        emit LiquidityRemoved(msg.sender, etherOut, tokensOut, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Trades ether for tokens.
    /// @param minTokens The fewest tokens that the trader takes
    /// @param deadline The last second in which the call is carried out
    /// @return out Tokens paid out
    function buyTokens(uint256 minTokens, uint256 deadline)
        external
        payable
        nonReentrant
        whenNotPaused
        notAfter(deadline)
        returns (uint256 out)
    {
        _sumPrice();
        out = quoteTokens(msg.value);
        require(out > 0 && out >= minTokens, "EtherPairPool: too little"); //~ BENIGN INPUT_VAL
        etherReserve += msg.value;
        tokenReserve -= out;
        emit TokensBought(msg.sender, msg.value, out); //~ UNRELATED EVENT_EMIT
        TOKEN.safeTransfer(msg.sender, out);
    }

    /// @notice Trades tokens for ether.
    /// @param tokens Tokens to pay in
    /// @param minEther The least ether that the trader takes
    /// @param deadline The last second in which the call is carried out
    /// @return out Ether paid out
    function sellTokens(uint256 tokens, uint256 minEther, uint256 deadline)
        external
        nonReentrant
        whenNotPaused
        notAfter(deadline)
        returns (uint256 out)
    {
        _sumPrice();
        out = quoteEther(tokens);
        require(out > 0 && out >= minEther, "EtherPairPool: too little"); //~ BENIGN INPUT_VAL
        etherReserve -= out;
        tokenReserve += tokens;
        emit TokensSold(msg.sender, tokens, out); //~ UNRELATED EVENT_EMIT
        TOKEN.safeTransferFrom(msg.sender, address(this), tokens);
        _sendEther(msg.sender, out); //~ DECOY EXT_CALL both reserves are settled by now
    }

    /// @inheritdoc ILiquidityPool
    function backing() external view returns (uint256 etherPart, uint256 tokenPart) {
        uint256 supply = totalSupply();
        if (supply == 0) return (0, 0); //~ PREREQ STORAGE_READ three numbers that belong together only between actions
        return ((etherReserve * 1e18) / supply, (tokenReserve * 1e18) / supply);
    }

    /// @notice The average price since an earlier reading of the sum.
    /// @param earlierSum The sum at that time, as `currentSum` gave it
    /// @param earlier The time
    /// @return The price, in wei for 1e18 units of the token
    function averagePrice(uint256 earlierSum, uint256 earlier) external view returns (uint256) {
        require(earlier < block.timestamp, "EtherPairPool: no time passed"); //~ BENIGN TIMESTAMP
        return (currentSum() - earlierSum) / (block.timestamp - earlier);
    }

    /// @notice Sum of the price over all seconds, up to now.
    /// @return The sum
    function currentSum() public view returns (uint256) {
        if (tokenReserve == 0) return 0;
        return priceSum + ((etherReserve * 1e18) / tokenReserve) * (block.timestamp - summedAt);
    }

    /// @notice The tokens that go with ether, and the shares that are received for both.
    /// @param etherIn Ether paid in
    /// @return tokens Tokens paid in, rounded up
    /// @return shares Shares received, rounded down
    function quoteLiquidity(uint256 etherIn) public view returns (uint256 tokens, uint256 shares) {
        tokens = Math.ceilDiv(etherIn * tokenReserve, etherReserve); //~ BENIGN ARITHMETIC
        shares = (etherIn * totalSupply()) / etherReserve; //~ BENIGN ARITHMETIC
    }

    /// @notice The tokens that ether would be traded for.
    /// @param etherIn Ether paid in
    /// @return Tokens paid out
    function quoteTokens(uint256 etherIn) public view returns (uint256) {
        return _amountOut(etherIn, etherReserve, tokenReserve);
    }

    /// @notice The ether that tokens would be traded for.
    /// @param tokensIn Tokens paid in
    /// @return Ether paid out
    function quoteEther(uint256 tokensIn) public view returns (uint256) {
        return _amountOut(tokensIn, tokenReserve, etherReserve);
    }

    /// @dev Counts the price that has held since the last action.
    function _sumPrice() private {
        priceSum = currentSum();
        summedAt = block.timestamp;
    }

    /// @dev The result of a trade at a constant product, less the fee.
    /// @param amountIn Amount paid in
    /// @param reserveIn Reserve of what is paid in
    /// @param reserveOut Reserve of what is paid out
    /// @return Amount paid out
    function _amountOut(uint256 amountIn, uint256 reserveIn, uint256 reserveOut) private view returns (uint256) {
        uint256 net = (amountIn * (BPS - feeBps)) / BPS;
        return (reserveOut * net) / (reserveIn + net); //~ BENIGN ARITHMETIC
    }

    /// @dev Pays ether.
    /// @param to The receiver
    /// @param amount The ether
    function _sendEther(address to, uint256 amount) private {
        (bool sent, ) = to.call{value: amount}("");
        require(sent, "EtherPairPool: payment failed"); //~ BENIGN CTRL_FLOW
    }
}
