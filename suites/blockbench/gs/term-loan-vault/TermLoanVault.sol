// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import "./context/IERC20.sol";
import "./context/LoanBook.sol";
import "./context/ShareMath.sol";

/**
 * Vault that lends one asset to term borrowers chosen by a servicer.
 *
 * Lenders leave in one of two ways: at once out of idle cash while nobody waits, or through the exit queue, which is
 * filled in order as cash comes back. Positions are not transferable.
 */
contract TermLoanVault {
    struct ExitRequest {
        address owner;
        uint256 shares;
    }

    uint256 public constant MIN_EXIT = 1e12; // shares, one whole unit of a 6-decimal asset at the initial rate
    uint256 public constant MAX_MARK_AGE = 7 days;

    IERC20 public immutable asset;
    LoanBook public immutable book;
    address public immutable servicer;

    uint256 public idle; // cash that belongs to the shares
    uint256 public totalShares; // includes the shares in the queue
    mapping(address => uint256) public sharesOf;
    mapping(address => uint256) public claimable; // cash of filled requests

    ExitRequest[] public queue;
    uint256 public head;

    event Deposited(address indexed owner, uint256 assets, uint256 shares);
    event Redeemed(address indexed owner, uint256 shares, uint256 assets);
    event ExitRequested(uint256 indexed position, address indexed owner, uint256 shares);
    event ExitFilled(uint256 indexed position, address indexed owner, uint256 shares, uint256 assets);
    event Claimed(address indexed owner, uint256 assets);
    event Lent(uint256 indexed id, address indexed borrower, uint256 principal);
    event LoanRepaid(uint256 indexed id, uint256 amount);

    error NotServicer();
    error StaleMark();
    error DepositsClosed();
    error QueueNotEmpty();
    error BelowMinimum();
    error NotEnoughIdle();
    error Slippage();
    error TransferFailed();

    constructor(IERC20 asset_, address servicer_) {
        asset = asset_;
        servicer = servicer_;
        book = new LoanBook();
    }

    // ---- lenders

    function deposit(uint256 assets, uint256 minShares) external returns (uint256 shares) {
        uint256 gross = _pricedAssets();
        if (book.pastDue() != 0) revert DepositsClosed(); //~ BENIGN CTRL_FLOW nobody buys in ahead of a late repayment
        shares = ShareMath.toShares(assets, gross, totalShares); //~ BENIGN ARITHMETIC rounds down, virtual amounts and tracked cash stop rate inflation
        if (shares == 0 || shares < minShares) revert Slippage();
        idle += assets;
        totalShares += shares;
        sharesOf[msg.sender] += shares;
        emit Deposited(msg.sender, assets, shares);
        _pull(assets);
    }

    // Leaves at once, out of idle cash. Those in the queue come first.
    function redeem(uint256 shares, uint256 minAssets) external returns (uint256 assets) {
        if (head != queue.length) revert QueueNotEmpty();
        assets = ShareMath.toAssets(shares, _pricedAssets(), totalShares); //~ BENIGN ORACLE immediate exits are priced at a current mark
        if (assets < minAssets) revert Slippage();
        if (assets > idle) revert NotEnoughIdle();
        sharesOf[msg.sender] -= shares;
        totalShares -= shares;
        idle -= assets;
        emit Redeemed(msg.sender, shares, assets);
        _push(msg.sender, assets);
    }

    // Puts shares into the exit queue. They are priced when they are filled.
    function requestExit(uint256 shares) external returns (uint256 position) {
        if (shares < MIN_EXIT) revert BelowMinimum();
        sharesOf[msg.sender] -= shares;
        position = queue.length;
        queue.push(ExitRequest(msg.sender, shares));
        emit ExitRequested(position, msg.sender, shares);
    }

    // Fills requests in order while there is idle cash, the last one in part if need be.
    function processQueue(uint256 maxCount) external returns (uint256 paid) { //~ PREREQ ACCESS_CTRL anyone picks the moment at which the queue is priced
        if (block.timestamp > book.markedAt() + MAX_MARK_AGE) revert StaleMark(); //~ INSUFF_GUARD TIMESTAMP a young mark may have outlived a due date
        uint256 gross = grossAssets(); //~ ROOT_CAUSE ORACLE carries a mark forward that need not be current
        uint256 supply = totalShares;
        uint256 end = queue.length - head < maxCount ? queue.length : head + maxCount;
        uint256 position = head;

        while (position < end) {
            ExitRequest storage item = queue[position];
            uint256 shares = item.shares;
            uint256 assets = ShareMath.toAssets(shares, gross, supply); //~ PREREQ COMPUTATION pays the request at that price
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

    function claim() external returns (uint256 assets) {
        assets = claimable[msg.sender];
        claimable[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the transfer
        emit Claimed(msg.sender, assets);
        _push(msg.sender, assets);
    }

    // ---- loans

    function lend(address borrower, uint256 principal, uint256 interest, uint256 term) external returns (uint256 id) {
        if (msg.sender != servicer) revert NotServicer();
        if (principal > idle) revert NotEnoughIdle();
        idle -= principal;
        id = book.open(borrower, principal, interest, term);
        emit Lent(id, borrower, principal);
        _push(borrower, principal);
    }

    // Anyone may repay a loan, early or late.
    function repay(uint256 id) external returns (uint256 amount) {
        amount = book.payoff(id);
        idle += amount;
        book.close(id);
        emit LoanRepaid(id, amount);
        _pull(amount); //~ UNRELATED FUND_XFER any payer will do, no right comes with it
    }

    // ---- views

    // Idle cash and the carrying value of the loans.
    function grossAssets() public view returns (uint256) {
        return idle + book.carryingValue(); //~ PREREQ STORAGE_READ keeps its last value after the mark has run out
    }

    function previewRedeem(uint256 shares) external view returns (uint256) {
        return ShareMath.toAssets(shares, _pricedAssets(), totalShares);
    }

    function queueLength() external view returns (uint256) {
        return queue.length - head;
    }

    // ---- internal

    // Gross assets at a current mark.
    function _pricedAssets() private view returns (uint256) {
        if (!book.isCurrent()) revert StaleMark();
        return grossAssets();
    }

    function _pull(uint256 amount) private {
        if (!asset.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function _push(address to, uint256 amount) private {
        if (!asset.transfer(to, amount)) revert TransferFailed();
    }
}
