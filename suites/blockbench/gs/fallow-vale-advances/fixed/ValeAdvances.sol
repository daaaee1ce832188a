// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import "./context/IERC20.sol";
import "./context/Granary.sol";

/*
    Fallow Vale Advances

    Savers keep cash here. Growers pledge granary receipts and draw advances on them until they have sold their crop.
    Neighbours may stand surety for a grower: should an advance fall overdue, they can be called on, which spares the
    grower the sale of its receipts.
*/
contract ValeAdvances is Granary {
    struct Advance {
        uint128 debt;
        uint64 dueAt;
    }

    uint256 public constant TERM = 60 days;
    uint256 public constant SALE_DELAY = 14 days;
    uint256 public constant FEE_BPS = 100;
    uint256 private constant BPS = 10_000;

    IERC20 public immutable cash;

    uint256 public idle;
    uint256 public fees;
    mapping(address => uint256) public savings;
    mapping(address => Advance) public advances;
    mapping(address surety => mapping(address grower => uint256)) public vouched;

    event Saved(address indexed saver, uint256 amount);
    event Unsaved(address indexed saver, uint256 amount);
    event Drawn(address indexed grower, uint256 amount, uint256 fee, uint256 dueAt);
    event Repaid(address indexed grower, address indexed payer, uint256 amount);
    event Vouched(address indexed surety, address indexed grower, uint256 amount);
    event CalledIn(address indexed grower, address indexed surety, uint256 amount);
    event ReceiptsSold(address indexed grower, address indexed buyer, uint256 amount);

    error NotIdle(uint256 amount);
    error OutOfRange(uint256 amount);
    error StillOwed(uint256 debt);
    error NotOverdue();
    error Refused(address surety);
    error OwnSurety();
    error CashFailed();

    modifier onlyOverdue(address grower, uint256 delay) {
        Advance storage a = advances[grower];
        if (a.debt == 0 || block.timestamp <= a.dueAt + delay) revert NotOverdue();
        _;
    }

    constructor(IERC20 cash_, IERC20 receipts_, uint256 price) Granary(receipts_, price) {
        cash = cash_;
    }

    // savers

    function save(uint256 amount) external {
        savings[msg.sender] += amount;
        idle += amount;
        emit Saved(msg.sender, amount);
        _take(msg.sender, amount); //~ BENIGN FUND_XFER from the caller
    }

    function unsave(uint256 amount) external {
        savings[msg.sender] -= amount; //~ BENIGN ARITHMETIC checked, a saver has no more than its savings
        emit Unsaved(msg.sender, amount);
        _give(msg.sender, amount);
    }

    // growers

    // Draws an advance on the caller's receipts. A further one shares the date of the first.
    function draw(uint256 amount) external {
        Advance storage a = advances[msg.sender];
        uint256 fee = (amount * FEE_BPS) / BPS;
        uint256 debt = a.debt + amount + fee;
        if (amount == 0 || debt > advanceable(msg.sender)) revert OutOfRange(amount); //~ BENIGN INPUT_VAL the receipts cover the debt with its fee
        if (a.debt == 0) a.dueAt = uint64(block.timestamp + TERM);
        else if (block.timestamp > a.dueAt) revert StillOwed(a.debt);
        a.debt = uint128(debt);
        fees += fee;
        emit Drawn(msg.sender, amount, fee, a.dueAt);
        _give(msg.sender, amount);
    }

    // Takes receipts back that the caller's debt does not need.
    function unpledge(uint256 amount) external {
        _unpledge(msg.sender, msg.sender, amount);
        uint256 debt = advances[msg.sender].debt;
        if (debt > advanceable(msg.sender)) revert StillOwed(debt);
    }

    function repay(address grower, uint256 amount) external {
        _settle(grower, msg.sender, amount);
    }

    // sureties

    // Sets the amount up to which the caller stands surety for a grower. It can be lowered until an advance is overdue.
    function vouch(address grower, uint256 amount) external {
        if (grower == msg.sender) revert OwnSurety();
        Advance storage a = advances[grower];
        bool overdue = a.debt > 0 && block.timestamp > a.dueAt;
        if (overdue && amount < vouched[msg.sender][grower]) revert StillOwed(a.debt); //~ BENIGN CTRL_FLOW no surety slips away when it is needed
        vouched[msg.sender][grower] = amount;
        emit Vouched(msg.sender, grower, amount);
    }

    // Calls on a surety to pay an overdue advance, or part of it.
    function callIn(address grower, address surety, uint256 amount) external onlyOverdue(grower, 0) { //~ BENIGN ACCESS_CTRL anyone may call in what has been vouched for
        if (surety == grower) revert OwnSurety(); //~ BENIGN INPUT_VAL nobody vouches for itself anyway
        uint256 left = vouched[surety][grower];
        if (left < amount) revert Refused(surety); //~ BENIGN ACCESS_CTRL no more than the surety has agreed to for this grower
        // What has been called is used up.
        vouched[surety][grower] = left > amount ? left - amount : 0;
        emit CalledIn(grower, surety, amount);
        _settle(grower, surety, amount); //~ BENIGN FUND_XFER takes the cash from a surety
    }

    // anyone

    // Buys the receipts of a grower whose advance is long overdue, for what is owed on them.
    function buyReceipts(address grower) external onlyOverdue(grower, SALE_DELAY) returns (uint256 amount) {
        amount = pledged[grower];
        _settle(grower, msg.sender, advances[grower].debt); //~ BENIGN FUND_XFER the buyer pays for itself
        emit ReceiptsSold(grower, msg.sender, amount);
        _unpledge(grower, msg.sender, amount);
    }

    function collectFees(uint256 amount) external {
        fees -= amount;
        _give(steward, amount); //~ UNRELATED FUND_XFER anyone may start it, the steward is paid out of idle cash
    }

    // internal

    function _settle(address grower, address payer, uint256 amount) private {
        Advance storage a = advances[grower];
        if (amount == 0 || amount > a.debt) revert OutOfRange(amount);
        a.debt -= uint128(amount);
        idle += amount;
        emit Repaid(grower, payer, amount);
        _take(payer, amount);
    }

    function _take(address from, uint256 amount) private {
        if (!cash.transferFrom(from, address(this), amount)) revert CashFailed();
    }

    function _give(address to, uint256 amount) private {
        if (amount > idle) revert NotIdle(amount);
        idle -= amount;
        if (!cash.transfer(to, amount)) revert CashFailed();
    }
}
