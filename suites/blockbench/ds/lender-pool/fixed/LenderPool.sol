// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {ILenderPool} from "./context/ILenderPool.sol";
import {LoanBook} from "./context/LoanBook.sol";

/**
 * @title LenderPool
 * @notice Lends the principal of its lenders, and distributes the interest that borrowers pay over a month.
 */
contract LenderPool is ILenderPool, LoanBook, ReentrancyGuard {
    using SafeERC20 for IERC20;

    /// @notice How long it takes to distribute interest.
    uint256 public constant STREAM_DURATION = 30 days;

    /// @notice The largest part of the interest that goes to the treasury.
    uint256 public constant MAX_FEE_BPS = 2_000;

    /// @dev The whole, in basis points.
    uint256 private constant _BPS = 10_000;

    /// @dev What the index and the rate count in.
    uint256 private constant _PRECISION = 1e30;

    /// @notice The token that is lent.
    IERC20 public asset;

    /// @notice The part of the interest that goes to the treasury.
    uint256 public feeBps;

    /// @notice Who receives it.
    address public treasury;

    /// @notice The principal that is here.
    uint256 public cash;

    /// @notice The principal of all lenders.
    uint256 public totalPrincipal;

    /// @notice The interest that is here, whether distributed or not.
    uint256 public interestReserve;

    /// @notice The interest since the beginning on a unit of principal.
    uint256 public index;

    /// @notice When the index was brought up to date.
    uint256 public updatedAt;

    /// @notice What is distributed in a second, counted like the index.
    uint256 public streamRate;

    /// @notice When everything will be distributed.
    uint256 public streamEnd;

    /// @notice What a lender paid in.
    mapping(address lender => uint256) public principalOf;

    /// @notice What a lender has earned until the checkpoint and not claimed.
    mapping(address lender => uint256) public owedTo;

    /// @notice What the principal of a lender would have earned since the beginning, at the last change.
    mapping(address lender => uint256) public checkpointOf;

    /// @notice An administrator changed the fee or the treasury.
    event FeeSet(uint256 feeBps, address indexed treasury);

    /// @notice An administrator sent tokens away that came by mistake.
    event Rescued(address indexed token, address indexed to, uint256 amount);

    /**
     * @notice Sets the pool up.
     * @param asset_ The token that is lent.
     * @param collateralToken_ The token that borrowers leave.
     * @param admin Who hands out roles.
     * @param manager Who offers loans.
     * @param pauser Who stops deposits and loans.
     */
    function initialize(IERC20 asset_, IERC20 collateralToken_, address admin, address manager, address pauser)
        external
        initializer
    {
        require(asset_ != collateralToken_, "LenderPool: one token");
        _initializeRoles(admin, manager, pauser); //~ BENIGN ACCESS_CTRL
        asset = asset_;
        collateralToken = collateralToken_;
    }

    /**
     * @notice Sets the fee on interest that is paid from now on.
     * @param feeBps_ The part of the interest, in basis points.
     * @param treasury_ Who receives it.
     */
    function setFee(uint256 feeBps_, address treasury_) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        require(feeBps_ <= MAX_FEE_BPS, "LenderPool: fee too high"); //~ BENIGN INPUT_VAL
        require(treasury_ != address(0) || feeBps_ == 0, "LenderPool: no treasury"); //~ BENIGN INPUT_VAL
        feeBps = feeBps_;
        treasury = treasury_;
        emit FeeSet(feeBps_, treasury_);
    }

    /**
     * @notice Sends tokens away that came here by mistake.
     * @param token The token, which is none of those of the pool.
     * @param to Who receives them.
     * @param amount How much.
     */
    function rescue(IERC20 token, address to, uint256 amount) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        require(token != asset && token != collateralToken, "LenderPool: token of the pool"); //~ BENIGN INPUT_VAL
        token.safeTransfer(to, amount);
        emit Rescued(address(token), to, amount);
    }

    /// @inheritdoc ILenderPool
    function deposit(uint256 amount) external nonReentrant whenNotPaused { //~ BENIGN REENTRY_GUARD
        require(amount > 0, "LenderPool: nothing to deposit"); //~ BENIGN INPUT_VAL
        _settle(msg.sender);
        asset.safeTransferFrom(msg.sender, address(this), amount);
        cash += amount;
        _setPrincipal(msg.sender, principalOf[msg.sender] + amount); //~ BENIGN STATE_MOD
        emit Deposited(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc ILenderPool
    function withdraw(uint256 amount) external nonReentrant {
        uint256 principal = principalOf[msg.sender];
        require(amount <= principal, "LenderPool: more than deposited"); //~ BENIGN INPUT_VAL
        require(amount <= cash, "LenderPool: lent at present"); //~ BENIGN INPUT_VAL
        _settle(msg.sender);
        cash -= amount;
        _setPrincipal(msg.sender, principal - amount);
        asset.safeTransfer(msg.sender, amount);
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc ILenderPool
    function claim(address to) external nonReentrant returns (uint256 amount) {
        require(to != address(0), "LenderPool: no recipient"); //~ BENIGN INPUT_VAL
        amount = _takeInterest(msg.sender);
        _setPrincipal(msg.sender, principalOf[msg.sender]);
        asset.safeTransfer(to, amount); //~ BENIGN FUND_XFER
        emit Claimed(msg.sender, to, amount);
    }

    /// @inheritdoc ILenderPool
    function reinvest() external nonReentrant whenNotPaused returns (uint256 amount) {
        amount = _takeInterest(msg.sender);
        cash += amount;
        _setPrincipal(msg.sender, principalOf[msg.sender] + amount);
        emit Reinvested(msg.sender, amount);
    }

    /**
     * @notice What a lender could claim now.
     * @param lender The lender.
     * @return What is owed, with what the last change did not count yet.
     */
    function claimable(address lender) external view returns (uint256) {
        uint256 entitled = Math.mulDiv(principalOf[lender], _currentIndex(), _PRECISION);
        return owedTo[lender] + entitled - checkpointOf[lender];
    }

    /// @inheritdoc LoanBook
    function _payOut(address borrower, uint256 principal) internal override nonReentrant {
        require(principal <= cash, "LenderPool: not enough cash"); //~ BENIGN INPUT_VAL
        cash -= principal;
        asset.safeTransfer(borrower, principal);
    }

    /// @inheritdoc LoanBook
    function _payIn(address payer, uint256 principal, uint256 interest) internal override nonReentrant {
        _updateIndex();
        uint256 fee = interest * feeBps / _BPS;
        interest -= fee;
        cash += principal;
        interestReserve += interest;
        uint256 left = streamEnd > block.timestamp ? (streamEnd - block.timestamp) * streamRate : 0;
        streamRate = (left + interest * _PRECISION) / STREAM_DURATION; //~ BENIGN ARITHMETIC
        streamEnd = block.timestamp + STREAM_DURATION;
        updatedAt = block.timestamp;
        asset.safeTransferFrom(payer, address(this), principal + interest);
        if (fee > 0) asset.safeTransferFrom(payer, treasury, fee);
        emit StreamStarted(interest, streamRate, streamEnd);
    }

    /**
     * @dev Takes the interest of a lender out of the reserve.
     * @param lender The lender.
     * @return amount How much it was.
     */
    function _takeInterest(address lender) internal returns (uint256 amount) {
        _settle(lender);
        amount = Math.min(owedTo[lender], interestReserve); //~ BENIGN ARITHMETIC
        owedTo[lender] -= amount;
        interestReserve -= amount; //~ BENIGN STATE_MOD
    }

    /**
     * @dev Adds what a lender has earned since the checkpoint to what is owed.
     * @param lender The lender.
     */
    function _settle(address lender) internal {
        _updateIndex();
        uint256 entitled = Math.mulDiv(principalOf[lender], index, _PRECISION); //~ BENIGN ARITHMETIC
        unchecked {
            owedTo[lender] += entitled - checkpointOf[lender]; //~ BENIGN ARITHMETIC
        }
    }

    /**
     * @dev Stores the principal of a lender, and the checkpoint that belongs to it.
     * @param lender The lender.
     * @param principal The new principal.
     */
    function _setPrincipal(address lender, uint256 principal) internal {
        totalPrincipal = totalPrincipal - principalOf[lender] + principal; //~ BENIGN ARITHMETIC
        principalOf[lender] = principal;
        checkpointOf[lender] = Math.mulDiv(principal, index, _PRECISION); //~ BENIGN ARITHMETIC
    }

    /**
     * @dev Brings the index up to date. A stream waits while there are no lenders.
     */
    function _updateIndex() internal {
        if (updatedAt >= streamEnd) return;
        if (totalPrincipal == 0) {
            streamEnd += block.timestamp - updatedAt; //~ BENIGN TIMESTAMP
        }
        index = _currentIndex();
        updatedAt = block.timestamp;
    }

    /**
     * @dev The index at the present time.
     * @return The stored index and what was distributed since then.
     */
    function _currentIndex() internal view returns (uint256) {
        uint256 time = Math.min(block.timestamp, streamEnd);
        if (totalPrincipal == 0 || time <= updatedAt) return index;
        return index + streamRate * (time - updatedAt) / totalPrincipal; //~ BENIGN ARITHMETIC
    }
}
