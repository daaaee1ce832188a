// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./IERC20.sol";
import "./IRedemptionDesk.sol";

/// @title RedemptionDesk
/// @notice Run by the fund administrator, who settles or cancels what holders hand in.
contract RedemptionDesk is IRedemptionDesk {
    uint256 public constant RETURN_DELAY = 3 days;

    IERC20 public immutable fundShare;
    IERC20 public immutable cash;
    address public immutable administrator;

    uint256 public nav;
    uint256 public ticketCount;
    mapping(uint256 => Ticket) private _tickets;

    event Requested(uint256 indexed id, address indexed holder, uint256 shares, uint256 cashDue);
    event Assigned(uint256 indexed id, address indexed from, address indexed to);
    event StatusChanged(uint256 indexed id, Status status);

    error NotAdministrator();
    error NotHolder();
    error UnexpectedStatus();
    error ReturnDelayed();
    error ZeroValue();
    error TransferFailed();

    modifier onlyAdministrator() {
        if (msg.sender != administrator) revert NotAdministrator();
        _;
    }

    constructor(IERC20 fundShare_, IERC20 cash_, uint256 nav_) {
        fundShare = fundShare_;
        cash = cash_;
        nav = nav_;
        administrator = msg.sender;
    }

    function ticket(uint256 id) external view returns (Ticket memory) {
        return _tickets[id];
    }

    function request(uint256 shares) external returns (uint256 id) {
        uint256 cashDue = (shares * nav) / 1e18;
        if (cashDue == 0) revert ZeroValue();
        id = ++ticketCount;
        _tickets[id] =
            Ticket(msg.sender, Status.Pending, uint64(block.timestamp), uint128(shares), uint128(cashDue));
        emit Requested(id, msg.sender, shares, cashDue);
        if (!fundShare.transferFrom(msg.sender, address(this), shares)) revert TransferFailed();
    }

    function assign(uint256 id, address to) external {
        Ticket storage t = _tickets[id];
        if (t.holder != msg.sender) revert NotHolder();
        if (t.status == Status.Closed) revert UnexpectedStatus();
        t.holder = to;
        emit Assigned(id, msg.sender, to);
    }

    function cashOut(uint256 id) external returns (uint256 amount) {
        Ticket storage t = _tickets[id];
        if (t.holder != msg.sender) revert NotHolder();
        if (t.status != Status.Settled) revert UnexpectedStatus();
        amount = t.cashDue;
        _move(id, t, Status.Closed);
        if (!cash.transfer(msg.sender, amount)) revert TransferFailed();
    }

    function takeBack(uint256 id) external returns (uint256 shares) {
        Ticket storage t = _tickets[id];
        if (t.holder != msg.sender) revert NotHolder();
        if (t.status != Status.Cancelled) revert UnexpectedStatus();
        if (block.timestamp < t.changedAt + RETURN_DELAY) revert ReturnDelayed();
        shares = t.shares;
        _move(id, t, Status.Closed);
        if (!fundShare.transfer(msg.sender, shares)) revert TransferFailed();
    }

    function setNav(uint256 nav_) external onlyAdministrator {
        nav = nav_;
    }

    /// @notice Pays the cash of a pending ticket into the desk and takes its shares out of circulation.
    function settle(uint256 id) external onlyAdministrator {
        Ticket storage t = _tickets[id];
        if (t.status != Status.Pending) revert UnexpectedStatus();
        _move(id, t, Status.Settled);
        if (!cash.transferFrom(msg.sender, address(this), t.cashDue)) revert TransferFailed();
        if (!fundShare.transfer(administrator, t.shares)) revert TransferFailed();
    }

    /// @notice Declines a pending ticket, for example when a redemption gate is closed.
    function cancel(uint256 id) external onlyAdministrator {
        Ticket storage t = _tickets[id];
        if (t.status != Status.Pending) revert UnexpectedStatus();
        _move(id, t, Status.Cancelled);
    }

    function _move(uint256 id, Ticket storage t, Status status) private {
        t.status = status;
        t.changedAt = uint64(block.timestamp);
        emit StatusChanged(id, status);
    }
}
