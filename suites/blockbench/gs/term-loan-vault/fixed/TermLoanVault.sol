// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ITermLoanVault} from "./context/ITermLoanVault.sol";
import {LoanBook} from "./context/LoanBook.sol";
import {ShareMath} from "./context/ShareMath.sol";

/**
 * @title TermLoanVault
 * @notice Lends one asset to term borrowers chosen by a servicer.
 * @dev Lenders leave in one of two ways: at once out of idle cash while nobody waits, or through the exit queue, which is
 * filled in order as cash comes back. Positions are not transferable.
 */
contract TermLoanVault is ITermLoanVault, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice The role that makes loans.
    bytes32 public constant SERVICER_ROLE = keccak256("SERVICER_ROLE");

    /// @notice The fewest shares of a request, one whole unit of an asset with six decimals at the initial rate.
    uint256 public constant MIN_EXIT = 1e12;

    /// @notice The age of a mark at which the queue is not filled any more.
    uint256 public constant MAX_MARK_AGE = 7 days;

    /// @notice The token that is lent.
    IERC20 public immutable asset;

    /// @notice The register of the loans.
    LoanBook public immutable book;

    /// @notice The cash that belongs to the shares.
    uint256 public idle;

    /// @notice All shares, those in the queue included.
    uint256 public totalShares;

    /// @notice The shares of a lender, without those in the queue.
    mapping(address owner => uint256) public sharesOf;

    /// @notice The cash of filled requests of a lender.
    mapping(address owner => uint256) public claimable;

    /// @notice The exit queue.
    ExitRequest[] public queue;

    /// @notice The first position of the queue that is not filled.
    uint256 public head;

    /**
     * @notice Sets token, administrator and servicer.
     * @param asset_ The token.
     * @param admin The account that grants roles.
     * @param servicer The account that makes loans.
     */
    constructor(IERC20 asset_, address admin, address servicer) {
        asset = asset_;
        book = new LoanBook();
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(SERVICER_ROLE, servicer);
    }

    /**
     * @notice Deposits assets.
     * @param assets The assets.
     * @param minShares The fewest shares that the lender takes.
     * @return shares The shares.
     */
    function deposit(uint256 assets, uint256 minShares) external returns (uint256 shares) {
        uint256 gross = _pricedAssets();
        require(book.pastDue() == 0, "TermLoanVault: deposits closed"); //~ BENIGN CTRL_FLOW nobody buys in ahead of a late repayment
        shares = ShareMath.toShares(assets, gross, totalShares); //~ BENIGN ARITHMETIC rounds down, virtual amounts and tracked cash stop rate inflation
        require(shares > 0 && shares >= minShares, "TermLoanVault: too few shares"); //~ BENIGN INPUT_VAL
        idle += assets;
        totalShares += shares;
        sharesOf[msg.sender] += shares;
        emit Deposited(msg.sender, assets, shares); //~ UNRELATED EVENT_EMIT
        asset.safeTransferFrom(msg.sender, address(this), assets);
    }

    /**
     * @notice Leaves at once, out of idle cash. Those in the queue come first.
     * @param shares The shares.
     * @param minAssets The fewest assets that the lender takes.
     * @return assets The assets.
     */
    function redeem(uint256 shares, uint256 minAssets) external returns (uint256 assets) {
        require(head == queue.length, "TermLoanVault: queue not empty"); //~ BENIGN CTRL_FLOW
        assets = ShareMath.toAssets(shares, _pricedAssets(), totalShares); //~ BENIGN ORACLE immediate exits are priced at a current mark
        require(assets >= minAssets, "TermLoanVault: too few assets");
        require(assets <= idle, "TermLoanVault: not enough idle"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= shares;
        totalShares -= shares;
        idle -= assets;
        emit Redeemed(msg.sender, shares, assets);
        asset.safeTransfer(msg.sender, assets);
    }

    /**
     * @notice Puts shares into the exit queue. They are priced when they are filled.
     * @param shares The shares.
     * @return position The position in the queue.
     */
    function requestExit(uint256 shares) external returns (uint256 position) {
        require(shares >= MIN_EXIT, "TermLoanVault: below the minimum"); //~ BENIGN INPUT_VAL
        sharesOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC checked
        position = queue.length;
        queue.push(ExitRequest(msg.sender, shares));
        emit ExitRequested(position, msg.sender, shares);
    }

    /**
     * @notice Fills requests in order while there is idle cash, the last one in part if need be.
     * @param maxCount The most requests that are filled.
     * @return paid The assets.
     */
    function processQueue(uint256 maxCount) external returns (uint256 paid) { //~ BENIGN ACCESS_CTRL anyone may fill the queue, in order
        require(block.timestamp <= book.markedAt() + MAX_MARK_AGE, "TermLoanVault: mark too old"); //~ BENIGN TIMESTAMP bounds the rounding drift of a mark carried forward
        uint256 gross = _pricedAssets(); //~ BENIGN ORACLE the queue is priced at a current mark
        uint256 supply = totalShares;
        uint256 end = queue.length - head < maxCount ? queue.length : head + maxCount;
        uint256 position = head;

        while (position < end) {
            ExitRequest storage item = queue[position];
            uint256 shares = item.shares;
            uint256 assets = ShareMath.toAssets(shares, gross, supply); //~ BENIGN COMPUTATION rounds down in favour of those who stay
            if (assets > idle - paid) {
                shares = ShareMath.toShares(idle - paid, gross, supply); //~ BENIGN ARITHMETIC both conversions round down, never more than idle
                if (shares == 0) break;
                assets = ShareMath.toAssets(shares, gross, supply);
            }
            item.shares -= shares;
            gross -= assets;
            supply -= shares;
            paid += assets;
            claimable[item.owner] += assets;
            emit ExitFilled(position, item.owner, shares, assets);
            if (item.shares != 0) break;
            position++;
        }

        head = position;
        totalShares = supply;
        idle -= paid;
    }

    /**
     * @notice Claims the cash of filled requests.
     * @return assets The assets.
     */
    function claim() external returns (uint256 assets) {
        assets = claimable[msg.sender];
        claimable[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the transfer
        emit Claimed(msg.sender, assets);
        asset.safeTransfer(msg.sender, assets);
    }

    /**
     * @notice Makes a loan.
     * @param borrower The borrower.
     * @param principal The principal.
     * @param interest The interest for the whole term.
     * @param term The seconds until the loan is due.
     * @return id The loan.
     */
    function lend(
        address borrower,
        uint256 principal,
        uint256 interest,
        uint256 term
    ) external onlyRole(SERVICER_ROLE) returns (uint256 id) {
        require(principal <= idle, "TermLoanVault: not enough idle"); //~ BENIGN INPUT_VAL
        idle -= principal;
        id = book.open(borrower, principal, interest, term);
        emit Lent(id, borrower, principal);
        asset.safeTransfer(borrower, principal);
    }

    /**
     * @notice Repays a loan, early or late. Anyone may.
     * @param id The loan.
     * @return amount Principal and interest.
     */
    function repay(uint256 id) external returns (uint256 amount) {
        amount = book.payoff(id);
        idle += amount;
        book.close(id);
        emit LoanRepaid(id, amount);
        asset.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER any payer will do, no right comes with it
    }

    /**
     * @notice Idle cash and the carrying value of the loans.
     * @return The assets.
     */
    function grossAssets() public view returns (uint256) {
        return idle + book.carryingValue(); //~ BENIGN STORAGE_READ whoever prices with it asks for a current mark first
    }

    /**
     * @notice What shares would bring if they were redeemed now.
     * @param shares The shares.
     * @return The assets.
     */
    function previewRedeem(uint256 shares) external view returns (uint256) {
        return ShareMath.toAssets(shares, _pricedAssets(), totalShares);
    }

    /**
     * @notice How many requests wait.
     * @return The number.
     */
    function queueLength() external view returns (uint256) {
        return queue.length - head;
    }

    /**
     * @dev Gross assets at a current mark.
     * @return The assets.
     */
    function _pricedAssets() internal view returns (uint256) {
        require(book.isCurrent(), "TermLoanVault: stale mark"); //~ BENIGN ORACLE
        return grossAssets();
    }
}
