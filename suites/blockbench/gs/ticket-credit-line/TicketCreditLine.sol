// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./context/IERC20.sol";
import "./context/IRedemptionDesk.sol";

/// @title TicketCreditLine
/// @notice Advances cash against fund shares and against redemption tickets that wait for the fund administrator.
/// @dev Cash amounts have 6 decimals, fund shares 18. All tickets of all accounts are held by this contract.
contract TicketCreditLine {
    struct Account {
        uint256 shares;
        uint256 debt;
        uint256[] tickets;
    }

    uint256 public constant BPS = 10_000;
    uint256 public constant DRAW_LIMIT_BPS = 8_000;
    uint256 public constant LIQUIDATION_BPS = 9_000;
    uint256 public constant PREMIUM_BPS = 500;
    uint256 public constant DRAW_FEE_BPS = 20;
    uint256 public constant MAX_TICKETS = 8;

    IERC20 public immutable cash;
    IERC20 public immutable fundShare;
    IRedemptionDesk public immutable desk;
    address public immutable treasury;

    mapping(address => Account) private _accounts;
    /// @notice Account a ticket is booked to; zero when it is on none.
    mapping(uint256 => address) public accountOf;

    event SharesMoved(address indexed account, int256 amount);
    event TicketOpened(address indexed account, uint256 indexed id, uint256 shares);
    event TicketLeft(address indexed account, uint256 indexed id);
    event Drawn(address indexed account, uint256 amount, uint256 fee);
    event Repaid(address indexed account, address indexed payer, uint256 amount);
    event Liquidated(address indexed account, address indexed liquidator, uint256 repaid, uint256 seized);

    error NotTreasury();
    error NotOnAccount(uint256 id);
    error TicketRefused(uint256 id);
    error TooManyTickets();
    error LimitExceeded();
    error AccountHealthy();
    error AmountOutOfRange();
    error SeizedTooMuch(uint256 seized, uint256 allowed);
    error TransferFailed();

    /// @dev Leaves the caller's account within the draw limit, or reverts.
    modifier keepsDrawLimit() {
        _;
        if (_accounts[msg.sender].debt * BPS > collateralOf(msg.sender) * DRAW_LIMIT_BPS) revert LimitExceeded();
    }

    constructor(IERC20 cash_, IERC20 fundShare_, IRedemptionDesk desk_) {
        cash = cash_;
        fundShare = fundShare_;
        desk = desk_;
        treasury = msg.sender;
        if (!fundShare_.approve(address(desk_), type(uint256).max)) revert TransferFailed();
    }

    // ---------------------------------------------------------------- account

    /// @notice Adds fund shares to the caller's account.
    function depositShares(uint256 amount) external {
        _accounts[msg.sender].shares += amount;
        emit SharesMoved(msg.sender, int256(amount));
        if (!fundShare.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    /// @notice Takes idle fund shares out of the caller's account.
    function withdrawShares(uint256 amount) external keepsDrawLimit { //~ BENIGN ACCESS_CTRL the limit is tested after the shares have left
        _accounts[msg.sender].shares -= amount;
        emit SharesMoved(msg.sender, -int256(amount));
        _push(fundShare, msg.sender, amount);
    }

    /// @notice Hands idle shares of the caller's account in at the desk; the ticket stays on the account.
    function requestRedemption(uint256 shares) external keepsDrawLimit returns (uint256 id) {
        Account storage account = _accounts[msg.sender];
        if (account.tickets.length == MAX_TICKETS) revert TooManyTickets();
        account.shares -= shares;
        id = desk.request(shares);
        account.tickets.push(id);
        accountOf[id] = msg.sender;
        emit TicketOpened(msg.sender, id, shares);
    }

    /// @notice Takes a ticket out of the caller's account.
    function releaseTicket(uint256 id) external keepsDrawLimit {
        _detach(msg.sender, id);
        desk.assign(id, msg.sender); //~ BENIGN FUND_XFER any status may leave, the owner's remaining collateral is tested
    }

    /// @notice Draws cash against the caller's account.
    function draw(uint256 amount) external keepsDrawLimit {
        uint256 fee = (amount * DRAW_FEE_BPS) / BPS; //~ UNRELATED ARITHMETIC fee rounds down, below one unit of cash
        _accounts[msg.sender].debt += amount + fee;
        emit Drawn(msg.sender, amount, fee);
        _push(cash, msg.sender, amount);
    }

    /// @notice Repays debt of any account.
    function repay(address borrower, uint256 amount) external {
        _repayFrom(borrower, amount);
    }

    /// @notice Cashes a settled ticket: first towards the debt of its account, the rest to the account's owner.
    function collect(uint256 id) external {
        address owner = accountOf[id];
        _detach(owner, id);
        uint256 amount = desk.cashOut(id); //~ BENIGN EXT_CALL open to anyone, the proceeds go to the account
        Account storage account = _accounts[owner];
        uint256 applied = amount < account.debt ? amount : account.debt;
        account.debt -= applied;
        emit Repaid(owner, address(this), applied);
        if (amount > applied) _push(cash, owner, amount - applied);
    }

    /// @notice Books the shares of a cancelled ticket back to its account.
    function reclaim(uint256 id) external {
        address owner = accountOf[id];
        _detach(owner, id);
        uint256 shares = desk.takeBack(id); //~ PREREQ FUND_XFER a cancelled ticket still pays its shares to whoever holds it
        _accounts[owner].shares += shares;
        emit SharesMoved(owner, int256(shares));
    }

    // ------------------------------------------------------------ liquidation

    /// @notice Repays debt of an account beyond the liquidation limit and takes collateral of the caller's choice.
    /// @param borrower account to repay for
    /// @param amount cash the caller repays, at most the whole debt
    /// @param shares idle fund shares the caller takes
    /// @param ids tickets the caller takes
    function liquidate(address borrower, uint256 amount, uint256 shares, uint256[] calldata ids) external {
        if (isHealthy(borrower)) revert AccountHealthy(); //~ PREREQ CTRL_FLOW a cancelled ticket drops out of the account's collateral
        _repayFrom(borrower, amount);

        _accounts[borrower].shares -= shares;
        uint256 seized = (shares * desk.nav() + 1e18 - 1) / 1e18; //~ BENIGN ARITHMETIC taken shares are valued rounding up
        for (uint256 i = 0; i < ids.length; ++i) {
            IRedemptionDesk.Ticket memory t = desk.ticket(ids[i]);
            if (t.status == IRedemptionDesk.Status.Closed) revert TicketRefused(ids[i]); //~ ROOT_CAUSE INPUT_VAL lets a cancelled ticket through
            _detach(borrower, ids[i]); //~ BENIGN STATE_MOD an id given twice fails here
            seized += _valueOf(t); //~ ROOT_CAUSE COMPUTATION a cancelled ticket is handed over at a price of zero
            desk.assign(ids[i], msg.sender);
        }

        uint256 allowed = (amount * (BPS + PREMIUM_BPS)) / BPS;
        if (seized > allowed) revert SeizedTooMuch(seized, allowed); //~ INSUFF_GUARD INPUT_VAL bounds the counted value only
        emit Liquidated(borrower, msg.sender, amount, seized);
        if (shares > 0) _push(fundShare, msg.sender, shares);
    }

    // --------------------------------------------------------------- treasury

    /// @notice Withdraws cash that is not lent.
    function defund(uint256 amount) external {
        if (msg.sender != treasury) revert NotTreasury();
        _push(cash, treasury, amount);
    }

    // ------------------------------------------------------------------ views

    /// @notice Cash value of all that is booked to an account.
    function collateralOf(address owner) public view returns (uint256 value) {
        Account storage account = _accounts[owner];
        value = (account.shares * desk.nav()) / 1e18;
        for (uint256 i = 0; i < account.tickets.length; ++i) {
            value += _valueOf(desk.ticket(account.tickets[i]));
        }
    }

    function isHealthy(address owner) public view returns (bool) {
        return _accounts[owner].debt * BPS <= collateralOf(owner) * LIQUIDATION_BPS;
    }

    function accountInfo(address owner) external view returns (uint256 shares, uint256 debt, uint256[] memory tickets) {
        Account storage account = _accounts[owner];
        return (account.shares, account.debt, account.tickets);
    }

    // --------------------------------------------------------------- internal

    /// @dev Pending and settled tickets count with the cash they are due.
    function _valueOf(IRedemptionDesk.Ticket memory t) private pure returns (uint256) {
        bool counts = t.status == IRedemptionDesk.Status.Pending || t.status == IRedemptionDesk.Status.Settled; //~ PREREQ COMPUTATION cancelled counts zero
        return counts ? t.cashDue : 0;
    }

    function _repayFrom(address borrower, uint256 amount) private {
        Account storage account = _accounts[borrower];
        if (amount == 0 || amount > account.debt) revert AmountOutOfRange();
        account.debt -= amount;
        emit Repaid(borrower, msg.sender, amount);
        if (!cash.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function _detach(address owner, uint256 id) private {
        if (owner == address(0) || accountOf[id] != owner) revert NotOnAccount(id);
        delete accountOf[id];
        uint256[] storage list = _accounts[owner].tickets;
        uint256 last = list.length - 1;
        for (uint256 i = 0; i < last; ++i) {
            if (list[i] == id) {
                list[i] = list[last];
                break;
            }
        }
        list.pop();
        emit TicketLeft(owner, id);
    }

    function _push(IERC20 token, address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert TransferFailed();
    }
}
