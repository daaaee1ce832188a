// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";
import "./context/FeeSchedule.sol";
import "./context/OrderLib.sol";
import "./context/TokenRegistry.sol";

// OTC desk for signed limit orders. Orders live off chain (with brokers, or in our API), the desk only settles them: whole
// amounts, token against token, straight from wallet to wallet. Nothing is kept in here.
contract LimitOrderDesk is Ownable2Step, Pausable, EIP712 {
    using OrderLib for OrderLib.Order;
    using SafeERC20 for IERC20;

    struct Book {
        uint64 fills;
        uint64 lastFill;
        uint128 sold;
    }

    // what a maker is willing to sell per day, in total over all its orders
    struct DayLimit {
        uint128 perDay; // zero = no limit
        uint128 used;
        uint64 day;
    }

    uint256 public constant MAX_TERM = 180 days;
    uint256 public constant MAX_SHARE = 50;

    FeeSchedule public immutable fees;
    TokenRegistry public immutable registry;

    // maker => sellToken => what went through here so far
    mapping(address => mapping(address => Book)) public books;
    mapping(address => mapping(address => DayLimit)) public dayLimits;
    mapping(address => uint32) public seriesOf;
    mapping(address => mapping(address => bool)) public signerOf; // maker => trading key
    mapping(bytes32 => bool) public cancelled;
    mapping(address => uint256) public brokerShare; // percent of the fee

    error Expired(uint256 expiry);
    error Cancelled(bytes32 digest);
    error BadNonce(uint256 nonce);
    error BadSignature(address signer);
    error FeeTooHigh(uint256 fee);
    error OverDayLimit(uint256 left);

    constructor(FeeSchedule fees_, TokenRegistry registry_) EIP712("LimitOrderDesk", "1") {
        fees = fees_;
        registry = registry_;
    }

    // ---- takers

    // Caller is the taker. Pays order.buyAmount to the maker plus the fee to us.
    function fill(OrderLib.Order calldata order, bytes calldata sig, uint256 maxFee)
        external
        whenNotPaused //~ BENIGN CTRL_FLOW
        returns (uint256 fee)
    {
        return _fill(order, sig, maxFee);
    }

    // ---- makers

    // Maker or one of its trading keys, no signature needed.
    function cancel(OrderLib.Order calldata order) external {
        require(msg.sender == order.maker || signerOf[order.maker][msg.sender], "Desk: not your order"); //~ BENIGN ACCESS_CTRL
        bytes32 digest = digestOf(order);
        cancelled[digest] = true;
        emit OrderCancelled(digest, order.maker); //~ UNRELATED EVENT_EMIT
    }

    // Panic button: everything the maker has out there is off.
    function cancelAll() external returns (uint32 series) {
        series = ++seriesOf[msg.sender];
        emit SeriesStarted(msg.sender, series);
    }

    // Desks with a cold wallet let a hot key sign for it. Key signs only, tokens and allowance stay with the maker.
    function setSigner(address key, bool allowed) external {
        require(key != address(0) && key != msg.sender, "Desk: key"); //~ BENIGN INPUT_VAL
        signerOf[msg.sender][key] = allowed;
        emit SignerSet(msg.sender, key, allowed);
    }

    function setDayLimit(address sellToken, uint128 perDay) external {
        dayLimits[msg.sender][sellToken].perDay = perDay;
        emit DayLimitSet(msg.sender, sellToken, perDay);
    }

    // ---- owner

    function setBroker(address broker, uint256 percent) external onlyOwner {
        require(broker != address(0) && percent <= MAX_SHARE, "Desk: broker"); //~ BENIGN INPUT_VAL
        brokerShare[broker] = percent;
        emit BrokerSet(broker, percent);
    }

    function pause() external onlyOwner { //~ BENIGN ACCESS_CTRL
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // People send tokens to the desk by mistake.
    function sweep(IERC20 token) external onlyOwner returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        token.safeTransfer(fees.treasury(), amount);
        emit Swept(address(token), amount);
    }

    // ---- views

    // Value that goes into order.nonce when signing now.
    function nonceOf(address maker, address sellToken) public view returns (uint256) {
        return books[maker][sellToken].fills; //~ BENIGN STORAGE_READ
    }

    function digestOf(OrderLib.Order calldata order) public view returns (bytes32) {
        return _hashTypedDataV4(order.hashStruct()); //~ BENIGN SIGNATURE
    }

    // Could this taker fill it right now? Says nothing about balances, see sellable().
    function isOpen(OrderLib.Order calldata order, address taker) external view returns (bool) {
        if (paused() || order.sellToken == order.buyToken) return false;
        if (!registry.accepts(order.sellToken, order.sellAmount) || !registry.accepts(order.buyToken, order.buyAmount)) return false;
        if (block.timestamp > order.expiry || order.expiry > block.timestamp + MAX_TERM) return false;
        if (order.maker == taker || (order.taker != address(0) && order.taker != taker)) return false;
        if (cancelled[digestOf(order)] || order.series != seriesOf[order.maker]) return false;
        if (order.sellAmount > leftToday(order.maker, order.sellToken)) return false;
        return order.nonce == nonceOf(order.maker, order.sellToken);
    }

    function leftToday(address maker, address sellToken) public view returns (uint256) {
        DayLimit memory limit = dayLimits[maker][sellToken];
        if (limit.perDay == 0) return type(uint256).max;
        uint256 used = limit.day == block.timestamp / 1 days ? limit.used : 0;
        return used < limit.perDay ? limit.perDay - used : 0;
    }

    // What the maker could deliver at most.
    function sellable(address maker, IERC20 token) external view returns (uint256) {
        return Math.min(token.balanceOf(maker), token.allowance(maker, address(this)));
    }

    // Price and fee together, for the approval of the taker.
    function takerCost(OrderLib.Order calldata order) external view returns (uint256) {
        return order.buyAmount + fees.feeOn(order.maker, order.sellToken, order.buyToken, order.buyAmount);
    }

    function domainSeparator() external view returns (bytes32) {
        return _domainSeparatorV4();
    }

    // ---- internals

    function _fill(OrderLib.Order calldata order, bytes calldata sig, uint256 maxFee) private returns (uint256 fee) {
        bytes32 digest = digestOf(order);
        _checkTerms(order);
        if (cancelled[digest] || order.series != seriesOf[order.maker]) revert Cancelled(digest); //~ BENIGN STATE_MOD
        if (order.nonce != nonceOf(order.maker, order.sellToken)) revert BadNonce(order.nonce); //~ BENIGN SIGNATURE
        address signer = ECDSA.recover(digest, sig); //~ BENIGN SIGNATURE
        if (signer != order.maker && !signerOf[order.maker][signer]) revert BadSignature(signer); //~ BENIGN SIGNATURE

        _useDayLimit(order.maker, order.sellToken, order.sellAmount);

        Book storage book = books[order.maker][order.sellToken];
        book.fills += 1; //~ BENIGN STATE_MOD
        book.lastFill = uint64(block.timestamp);
        book.sold += order.sellAmount;

        fee = fees.feeOn(order.maker, order.sellToken, order.buyToken, order.buyAmount);
        if (fee > maxFee) revert FeeTooHigh(fee); //~ BENIGN INPUT_VAL
        emit Filled(digest, order.maker, msg.sender, order.sellAmount, order.buyAmount, fee); //~ UNRELATED EVENT_EMIT

        IERC20(order.sellToken).safeTransferFrom(order.maker, msg.sender, order.sellAmount);
        IERC20(order.buyToken).safeTransferFrom(msg.sender, order.maker, order.buyAmount);
        _payFee(IERC20(order.buyToken), order.broker, fee);
    }

    function _payFee(IERC20 token, address broker, uint256 fee) private {
        uint256 share = (fee * brokerShare[broker]) / 100; //~ BENIGN ARITHMETIC
        if (share > 0) token.safeTransferFrom(msg.sender, broker, share);
        if (fee > share) token.safeTransferFrom(msg.sender, fees.treasury(), fee - share); //~ UNRELATED FUND_XFER
    }

    function _useDayLimit(address maker, address sellToken, uint128 amount) private {
        uint256 left = leftToday(maker, sellToken);
        if (amount > left) revert OverDayLimit(left); //~ BENIGN STATE_MOD
        DayLimit storage limit = dayLimits[maker][sellToken];
        uint64 day = uint64(block.timestamp / 1 days);
        if (limit.day != day) {
            limit.day = day;
            limit.used = 0;
        }
        limit.used += amount;
    }

    function _checkTerms(OrderLib.Order calldata order) private view {
        registry.check(order.sellToken, order.sellAmount);
        registry.check(order.buyToken, order.buyAmount);
        require(order.sellToken != order.buyToken, "Desk: same token"); //~ BENIGN INPUT_VAL
        require(order.maker != msg.sender, "Desk: own order"); //~ BENIGN INPUT_VAL
        require(order.taker == address(0) || order.taker == msg.sender, "Desk: reserved"); //~ BENIGN ACCESS_CTRL
        if (block.timestamp > order.expiry) revert Expired(order.expiry); //~ BENIGN TIMESTAMP
        require(order.expiry <= block.timestamp + MAX_TERM, "Desk: term"); //~ BENIGN TIMESTAMP
    }

    event Filled(
        bytes32 indexed digest, address indexed maker, address indexed taker, uint256 sold, uint256 bought, uint256 fee
    );
    event OrderCancelled(bytes32 indexed digest, address indexed maker);
    event SeriesStarted(address indexed maker, uint32 series);
    event SignerSet(address indexed maker, address indexed key, bool allowed);
    event DayLimitSet(address indexed maker, address indexed sellToken, uint128 perDay);
    event BrokerSet(address indexed broker, uint256 percent);
    event Swept(address indexed token, uint256 amount);
}
