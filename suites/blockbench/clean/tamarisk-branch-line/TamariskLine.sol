// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// Wrapped ether: a unit is one wei of ether.
interface IScrip {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title The Tamarisk branch line
/// @notice People of the valley own a narrow-gauge railway in common. Shares are subscribed in ether, in scrip or in both, fares
///         raise what a share is worth, and whoever retires shares receives a part of either kind.
contract TamariskLine {
    uint256 public constant FOUNDING = 1 ether;

    IScrip public immutable scrip;

    uint256 public cash; // wei
    uint256 public paper; // scrip
    uint256 public totalShares;
    mapping(address holder => uint256) public sharesOf;
    mapping(address holder => mapping(address agent => uint256)) public mayMove;

    bool private _blockOccupied;

    event Subscribed(address indexed holder, uint256 inCash, uint256 inPaper, uint256 shares);
    event Retired(address indexed holder, uint256 shares, uint256 inCash, uint256 inPaper);
    event Fares(address indexed from, uint256 amount);
    event Moved(address indexed from, address indexed to, uint256 shares);

    error Occupied();
    error TooSmall();
    error FoundingNotPaid();
    error NotPaid(address to);

    /// One train on the line at a time.
    modifier singleLine() {
        if (_blockOccupied) revert Occupied();
        _blockOccupied = true;
        _;
        _blockOccupied = false;
    }

    constructor(IScrip scrip_) payable {
        if (msg.value != FOUNDING) revert FoundingNotPaid();
        scrip = scrip_;
        cash = FOUNDING;
        totalShares = FOUNDING;
        sharesOf[address(this)] = FOUNDING; //~ BENIGN INIT never retired, so the share count is never small
    }

    /// @notice Subscribes shares for the ether that comes along and `inPaper` of scrip.
    function subscribe(uint256 inPaper) external payable singleLine returns (uint256 shares) {
        shares = ((msg.value + inPaper) * totalShares) / (cash + paper); //~ BENIGN ARITHMETIC rounds down, in favour of the holders there are
        if (shares == 0) revert TooSmall();
        cash += msg.value;
        paper += inPaper;
        totalShares += shares;
        sharesOf[msg.sender] += shares;
        emit Subscribed(msg.sender, msg.value, inPaper, shares);
        if (inPaper > 0 && !scrip.transferFrom(msg.sender, address(this), inPaper)) revert NotPaid(address(this));
    }

    /// @notice Retires shares of the caller for their part of the cash and of the paper.
    function retire(uint256 shares) external singleLine {
        uint256 inCash = (shares * cash) / totalShares;
        uint256 inPaper = (shares * paper) / totalShares;
        sharesOf[msg.sender] -= shares;
        totalShares -= shares;
        cash -= inCash;
        (bool ok, ) = msg.sender.call{value: inCash}(""); //~ BENIGN EXT_CALL the paper is still in the books, and nothing that reads them answers
        if (!ok) revert NotPaid(msg.sender);
        paper -= inPaper; //~ BENIGN STATE_MOD after the payment, and behind the same signal
        if (inPaper > 0 && !scrip.transfer(msg.sender, inPaper)) revert NotPaid(msg.sender);
        emit Retired(msg.sender, shares, inCash, inPaper);
    }

    /// @notice Fares of a week, or a gift.
    function payFares() external payable singleLine {
        cash += msg.value; //~ BENIGN STATE_MOD only raises what every share is worth
        emit Fares(msg.sender, msg.value);
    }

    /// @notice What some shares are worth in ether.
    function worth(uint256 shares) external view returns (uint256) {
        if (_blockOccupied) revert Occupied(); //~ PREREQ REENTRY_GUARD no answer while the books are between two states
        return (shares * (cash + paper)) / totalShares;
    }

    function allow(address agent, uint256 shares) external {
        mayMove[msg.sender][agent] = shares;
    }

    function move(address from, address to, uint256 shares) external {
        if (from != msg.sender) mayMove[from][msg.sender] -= shares; //~ BENIGN ACCESS_CTRL checked arithmetic refuses more than was allowed
        sharesOf[from] -= shares;
        sharesOf[to] += shares;
        emit Moved(from, to, shares);
    }
}

/// @title The railwaymen's pawn office
/// @notice Lends its ether on shares of the line, up to half of their worth, for a fee taken at once and no term. A share never
///         loses worth, so that a pledge always covers its loan.
contract PawnOffice {
    uint256 public constant FEE_PERMILLE = 10;

    struct Pledge {
        uint256 shares;
        uint256 debt;
    }

    TamariskLine public immutable line;
    address public immutable mutualBank;
    mapping(address member => Pledge) public pledges;

    error NotCovered(uint256 limit);
    error BankOnly();
    error NotPaid();

    constructor(TamariskLine line_) payable {
        (line, mutualBank) = (line_, msg.sender);
    }

    function pledge(uint256 shares) external {
        pledges[msg.sender].shares += shares;
        line.move(msg.sender, address(this), shares);
    }

    /// @notice Lends `amount` to the caller, who receives it less the fee.
    function borrow(uint256 amount) external {
        Pledge storage p = pledges[msg.sender];
        p.debt += amount; //~ BENIGN STATE_MOD before the ether goes out
        _covered(p);
        _send(msg.sender, amount - (amount * FEE_PERMILLE + 999) / 1000);
    }

    function repay() external payable {
        pledges[msg.sender].debt -= msg.value;
    }

    function release(uint256 shares) external {
        Pledge storage p = pledges[msg.sender];
        p.shares -= shares;
        if (p.debt > 0) _covered(p);
        line.move(address(this), msg.sender, shares);
    }

    function toBank(uint256 amount) external {
        if (msg.sender != mutualBank) revert BankOnly();
        _send(mutualBank, amount);
    }

    function _covered(Pledge storage p) private view {
        uint256 limit = line.worth(p.shares) / 2; //~ BENIGN ORACLE the line's own books, which no gift or loan can bend downwards
        if (p.debt > limit) revert NotCovered(limit);
    }

    function _send(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}(""); //~ UNRELATED EXT_CALL
        if (!ok) revert NotPaid();
    }
}
