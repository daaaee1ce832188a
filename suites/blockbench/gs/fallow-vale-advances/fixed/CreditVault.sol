// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {Desk} from "./context/Desk.sol";
import {Lines} from "./context/Lines.sol";
import {Pledges} from "./context/Pledges.sol";

contract CreditVault is ERC20, Desk, Lines, Pledges {
    using EnumerableSet for EnumerableSet.AddressSet;
    using SafeERC20 for IERC20;

    uint256 public constant GRACE = 5 days;
    uint256 public constant MAX_RATE = 5_000;
    uint256 public constant MIN_TERM = 7 days;
    uint256 public constant MAX_TERM = 365 days;
    uint256 private constant VS = 1_000;

    uint256 public cap;
    EnumerableSet.AddressSet private _borrowers;

    event CapSet(uint256 c);
    event LineSet(address indexed b, uint256 limit, uint256 rate, uint256 term);
    event LimitSet(address indexed b, uint256 limit);
    event Deposited(address indexed u, uint256 a, uint256 s);
    event Withdrawn(address indexed u, uint256 a, uint256 s);
    event Drawn(address indexed b, uint256 a, uint256 due);
    event Repaid(address indexed b, address indexed y, uint256 a, uint256 i);
    event Declared(address indexed b, uint256 d);
    event Covered(address indexed b, address indexed g, uint256 a);
    event Extended(address indexed b, uint256 due);
    event WrittenOff(address indexed b, uint256 d);

    error Slippage();
    error CapHit();
    error NoCash();
    error NoLine();
    error InDebt();
    error Overdue();
    error Halted();
    error NotBad();
    error NotLate();

    modifier open() {
        if (defaults != 0) revert Halted(); //~ BENIGN CTRL_FLOW nobody comes or goes while a default is unresolved
        _;
    }

    constructor(IERC20 a, address t, address g, uint256 f, uint256 c) ERC20("Credit Vault", "CRV") Desk(a, t, g, f) {
        cap = c;
    }

    function setCap(uint256 c) external onlyOwner {
        cap = c;
        emit CapSet(c); //~ UNRELATED EVENT_EMIT
    }

    function setLine(address b, uint256 limit, uint256 rate, uint256 term) external onlyOwner {
        if (b == address(0)) revert Zero();
        if (debtOf(b) != 0) revert InDebt(); //~ BENIGN CTRL_FLOW terms do not change under a running debt
        if (rate > MAX_RATE || term < MIN_TERM || term > MAX_TERM) revert Range();
        Line storage l = lines[b];
        _borrowers.add(b);
        l.limit = limit;
        l.term = uint32(term);
        _move(l, 0, rate);
        emit LineSet(b, limit, rate, term);
    }

    function setLimit(address b, uint256 limit) external onlyOwner {
        if (!_borrowers.contains(b)) revert NoLine();
        lines[b].limit = limit;
        emit LimitSet(b, limit);
    }

    function deposit(uint256 a, uint256 m) external whenNotPaused open returns (uint256 s) {
        s = previewDeposit(a);
        if (s == 0 || s < m) revert Slippage(); //~ BENIGN INPUT_VAL
        if (totalAssets() + a > cap) revert CapHit(); //~ BENIGN INPUT_VAL
        cash += a;
        _mint(msg.sender, s);
        emit Deposited(msg.sender, a, s);
        asset.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER from the caller
    }

    function withdraw(uint256 s, uint256 m) external open returns (uint256 a) {
        a = previewRedeem(s);
        if (a == 0 || a < m) revert Slippage(); //~ BENIGN INPUT_VAL
        if (a > cash) revert NoCash(); //~ BENIGN CTRL_FLOW
        cash -= a;
        _burn(msg.sender, s);
        emit Withdrawn(msg.sender, a, s);
        asset.safeTransfer(msg.sender, a);
    }

    function draw(uint256 a) external whenNotPaused open {
        Line storage l = lines[msg.sender];
        uint256 p = l.principal + a;
        if (a == 0 || p > l.limit) revert Range(); //~ BENIGN INPUT_VAL
        if (a > cash) revert NoCash();
        if (debtOf(msg.sender) == 0) l.due = uint64(block.timestamp + l.term);
        else if (block.timestamp > l.due) revert Overdue(); //~ BENIGN TIMESTAMP
        cash -= a;
        _move(l, p, l.rate);
        emit Drawn(msg.sender, a, l.due);
        asset.safeTransfer(msg.sender, a);
    }

    function repay(address b, uint256 a) external returns (uint256 k) {
        k = Math.min(a, debtOf(b));
        if (k == 0) revert Zero();
        _settle(b, msg.sender, k); //~ BENIGN FUND_XFER whoever repays for a borrower pays itself
    }

    function declare(address b) external {
        Line storage l = lines[b];
        uint256 d = debtOf(b);
        if (l.bad || d == 0) revert NotLate();
        if (block.timestamp <= l.due + GRACE) revert NotLate(); //~ BENIGN TIMESTAMP
        l.bad = true;
        ++defaults;
        emit Declared(b, d);
    }

    function cover(address b, address g, uint256 a) external returns (uint256 k) { //~ BENIGN ACCESS_CTRL anyone may call in what has been pledged
        if (!lines[b].bad) revert NotBad();
        if (g == b) revert SelfPledge(); //~ BENIGN INPUT_VAL nobody pledges for itself anyway
        uint256 x = pledges[g][b];
        k = Math.min(Math.min(a, debtOf(b)), x); //~ BENIGN ACCESS_CTRL no more than the guarantor has pledged for this borrower
        if (k == 0) revert Zero();
        _setPledge(g, b, Math.saturatingSub(x, k)); //~ BENIGN STATE_MOD the pledge shrinks by the amount that was paid
        emit Covered(b, g, k);
        _settle(b, g, k); //~ BENIGN FUND_XFER takes the money from a guarantor
    }

    function extend(address b, uint256 t) external onlyOwner {
        Line storage l = lines[b];
        if (debtOf(b) == 0) revert NoLine();
        if (t < MIN_TERM || t > MAX_TERM) revert Range();
        l.due = uint64(block.timestamp + t);
        _cure(l);
        emit Extended(b, l.due);
    }

    function writeOff(address b) external onlyOwner returns (uint256 d) {
        Line storage l = lines[b];
        if (!l.bad) revert NotBad(); //~ BENIGN CTRL_FLOW
        d = debtOf(b);
        l.limit = 0;
        _drop(l);
        _cure(l);
        emit WrittenOff(b, d);
    }

    function totalAssets() public view returns (uint256) {
        return cash + lent + (interest() * (BPS - fee)) / BPS; //~ BENIGN COMPUTATION interest counts from day to day, less the fee
    }

    function previewDeposit(uint256 a) public view returns (uint256) {
        return Math.mulDiv(a, totalSupply() + VS, totalAssets() + 1); //~ BENIGN ARITHMETIC
    }

    function previewRedeem(uint256 s) public view returns (uint256) {
        return Math.mulDiv(s, totalAssets() + 1, totalSupply() + VS); //~ BENIGN ARITHMETIC
    }

    function maxWithdraw(address u) external view returns (uint256) {
        return defaults == 0 ? Math.min(cash, previewRedeem(balanceOf(u))) : 0;
    }

    function available(address b) external view returns (uint256) {
        Line storage l = lines[b];
        if (paused() || defaults != 0 || overdue(b)) return 0;
        return Math.min(cash, Math.saturatingSub(l.limit, l.principal));
    }

    function borrowers() external view returns (address[] memory) {
        return _borrowers.values();
    }

    function decimals() public pure override returns (uint8) {
        return 9;
    }

    function _bound(address b) internal view override returns (bool) {
        return overdue(b);
    }

    function _settle(address b, address y, uint256 k) private {
        Line storage l = lines[b];
        uint256 i = _pay(l, k);
        uint256 f = (i * fee) / BPS;
        fees += f;
        cash += k - f;
        if (debtOf(b) == 0) _cure(l);
        emit Repaid(b, y, k, i);
        asset.safeTransferFrom(y, address(this), k);
    }
}
