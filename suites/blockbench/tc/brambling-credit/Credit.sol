// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";
import "./context/EthPool.sol";
import "./context/Rates.sol";

contract LpOracle is Ownable2Step {
    event PoolSet(EthPool indexed pool, bool on);

    error Unknown();

    address public constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;

    mapping(EthPool => bool) public known;

    function setPool(EthPool p, bool on) external onlyOwner { //~ BENIGN ACCESS_CTRL
        known[p] = on;
        emit PoolSet(p, on); //~ UNRELATED EVENT_EMIT
    }

    function valueOf(EthPool p, uint256 s) external returns (uint256) {
        if (!known[p]) revert Unknown(); //~ BENIGN INPUT_VAL
        for (uint256 i; i < 2; ++i) if (p.coin(i) == NATIVE) p.collect(); //~ ROOT_CAUSE CTRL_FLOW goes by what the pool calls its coins, not by what it pays; collect() refuses while the pool is at work
        return Math.mulDiv(s, p.price(), 1e18); //~ ROOT_CAUSE ORACLE may be read between the two payments of a removal
    }
}

contract Credit is ERC20, Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    event Lent(address indexed who, uint256 a, uint256 s);
    event Unlent(address indexed who, uint256 a, uint256 s);
    event Pledged(address indexed who, uint256 s);
    event Unpledged(address indexed who, uint256 s);
    event Borrowed(address indexed who, uint256 a, uint256 due);
    event Repaid(address indexed who, address indexed by, uint256 a);
    event Rolled(address indexed who, uint256 due);
    event Seized(address indexed who, address indexed by, uint256 a, uint256 s);
    event WrittenOff(address indexed who, uint256 a);
    event CapSet(uint256 cap);
    event Skimmed(uint256 a);

    error BadPool();
    error Zero();
    error Cash();
    error OverCap();
    error Small();
    error Overdue();
    error Limit();
    error Sound();
    error NoDebt();
    error Backed();

    struct Line {
        uint256 pledged;
        uint256 debt;
        uint256 idx;
        uint256 due;
    }

    uint256 public constant ONE = 1e18;
    uint256 public constant TERM = 30 days;
    uint256 public constant LIMIT = 80;
    uint256 public constant THRESH = 82;
    uint256 public constant BONUS = 105;
    uint256 public constant CUT = 10;
    uint256 public constant MIN = 1 ether;
    uint256 public constant OFFSET = 1e3;

    IERC20 public immutable loan;
    EthPool public immutable pool;
    LpOracle public immutable oracle;

    uint256 public cash;
    uint256 public debts;
    uint256 public reserves;
    uint256 public idx = ONE;
    uint256 public at = block.timestamp;
    uint256 public cap;
    mapping(address => Line) public lines;

    constructor(IERC20 l, EthPool p, LpOracle o) ERC20("Ether credit", "ECR") {
        if (p.coin(1) != address(l)) revert BadPool(); //~ BENIGN INIT
        loan = l;
        pool = p;
        oracle = o;
    }

    function lend(uint256 a) external whenNotPaused returns (uint256 s) {
        accrue();
        s = Math.mulDiv(a, totalSupply() + OFFSET, assets() + 1); //~ BENIGN ARITHMETIC rounds down, against a first share that is made dear
        if (s == 0) revert Zero();
        cash += a;
        _mint(msg.sender, s);
        loan.safeTransferFrom(msg.sender, address(this), a);
        emit Lent(msg.sender, a, s);
    }

    function unlend(uint256 s) external returns (uint256 a) {
        accrue();
        a = Math.mulDiv(s, assets() + 1, totalSupply() + OFFSET);
        _burn(msg.sender, s);
        _out(a);
        emit Unlent(msg.sender, a, s);
    }

    function pledge(uint256 s) external {
        lines[msg.sender].pledged += s;
        IERC20(pool).safeTransferFrom(msg.sender, address(this), s);
        emit Pledged(msg.sender, s);
    }

    function unpledge(uint256 s) external {
        accrue();
        lines[msg.sender].pledged -= s;
        _within(msg.sender); //~ PREREQ CTRL_FLOW as good as the value
        IERC20(pool).safeTransfer(msg.sender, s);
        emit Unpledged(msg.sender, s);
    }

    function borrow(uint256 a) external whenNotPaused { //~ BENIGN CTRL_FLOW
        accrue();
        Line storage l = lines[msg.sender];
        uint256 d = debtOf(msg.sender);
        if (d == 0) l.due = block.timestamp + TERM;
        else if (block.timestamp > l.due) revert Overdue();
        (l.debt, l.idx) = (d + a, idx); //~ BENIGN STATE_MOD the old debt with its interest, and the new one
        debts += a;
        if (d + a < MIN) revert Small();
        if (debts > cap) revert OverCap(); //~ DECOY INPUT_VAL bounds all debts together, as it should
        _within(msg.sender); //~ PREREQ CTRL_FLOW as good as the value
        _out(a); //~ PREREQ FUND_XFER
        emit Borrowed(msg.sender, a, l.due); //~ UNRELATED EVENT_EMIT
    }

    function repay(address who, uint256 a) external returns (uint256) {
        accrue();
        return _repay(who, Math.min(a, debtOf(who)));
    }

    function roll() external {
        accrue();
        Line storage l = lines[msg.sender];
        if (l.debt == 0) revert NoDebt();
        if (block.timestamp > l.due) revert Overdue(); //~ BENIGN TIMESTAMP
        _within(msg.sender);
        l.due = block.timestamp + TERM;
        emit Rolled(msg.sender, l.due);
    }

    function seize(address who, uint256 a) external returns (uint256 s) {
        accrue();
        Line storage l = lines[who];
        uint256 v = oracle.valueOf(pool, l.pledged);
        uint256 d = debtOf(who);
        if (block.timestamp <= l.due && d * 100 <= v * THRESH) revert Sound(); //~ BENIGN CTRL_FLOW overdue or above the threshold
        a = Math.min(a, d);
        s = v == 0 ? l.pledged : Math.mulDiv(l.pledged, a * BONUS, v * 100); //~ BENIGN ARITHMETIC rounds down, for the borrower
        if (s > l.pledged) {
            s = l.pledged;
            a = Math.mulDiv(v, 100, BONUS, Math.Rounding.Up); //~ BENIGN ARITHMETIC rounds up, for the lenders
        }
        l.pledged -= s;
        _repay(who, a);
        IERC20(pool).safeTransfer(msg.sender, s);
        emit Seized(who, msg.sender, a, s);
    }

    function writeOff(address who) external {
        accrue();
        Line storage l = lines[who];
        uint256 d = debtOf(who);
        if (d == 0) revert NoDebt();
        if (l.pledged > 0) revert Backed(); //~ BENIGN CTRL_FLOW not while shares are left
        l.debt = 0;
        debts -= Math.min(d, debts);
        reserves -= Math.min(d, reserves);
        emit WrittenOff(who, d);
    }

    function accrue() public {
        uint256 t = block.timestamp - at;
        if (t == 0) return;
        at = block.timestamp;
        uint256 f = (Rates.perYear(cash, debts) * t) / 365 days;
        uint256 i = (debts * f) / ONE;
        idx += (idx * f) / ONE;
        debts += i;
        reserves += (i * CUT) / 100;
    }

    function setCap(uint256 c) external onlyOwner {
        cap = c;
        emit CapSet(c);
    }

    function skim(uint256 a) external onlyOwner { //~ BENIGN ACCESS_CTRL
        accrue();
        reserves -= a; //~ BENIGN ACCESS_CTRL never of what belongs to lenders
        _out(a);
        emit Skimmed(a);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function assets() public view returns (uint256) {
        return cash + debts - reserves;
    }

    function debtOf(address who) public view returns (uint256) {
        Line storage l = lines[who];
        return l.debt == 0 ? 0 : Math.mulDiv(l.debt, idx, l.idx, Math.Rounding.Up); //~ BENIGN ARITHMETIC rounds up, for the lenders
    }

    function _repay(address who, uint256 a) private returns (uint256) {
        if (a == 0) revert Zero();
        Line storage l = lines[who];
        (l.debt, l.idx) = (debtOf(who) - a, idx);
        debts -= Math.min(a, debts); //~ BENIGN ARITHMETIC single debts round up, their sum does not
        cash += a;
        loan.safeTransferFrom(msg.sender, address(this), a);
        emit Repaid(who, msg.sender, a); //~ UNRELATED EVENT_EMIT
        return a;
    }

    function _out(uint256 a) private {
        if (a > cash) revert Cash();
        cash -= a;
        loan.safeTransfer(msg.sender, a);
    }

    function _within(address who) private {
        uint256 d = debtOf(who);
        if (d == 0) return;
        if (d * 100 > oracle.valueOf(pool, lines[who].pledged) * LIMIT) revert Limit();
    }
}
