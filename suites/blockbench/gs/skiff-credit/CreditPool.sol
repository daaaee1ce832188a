// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/Math.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/Pausable.sol";
import "./context/IndexMath.sol";
import "./context/Reserve.sol";
import "./context/Roll.sol";

contract CreditPool is ERC20, Pausable, Reserve, Roll {
    using IndexMath for uint256;
    using SafeMath for uint256;

    uint256 private constant ONE = 1e18;
    uint256 private constant YEAR = 365 days;
    uint256 public constant MAX_RATE = 2500;
    uint256 public constant GAP = 5 minutes;
    uint256 public constant NOTICE = 2 days;
    uint256 public constant WAIT = 7 days;
    uint256 public constant OPEN = 1 days;
    uint256 private constant F = 1e6; //~ ROOT_CAUSE COMPUTATION one step of the factor is several minutes of interest
    uint256 private constant VS = 1e3;

    uint256 public cap;
    uint256 public rate;
    uint256 public nextRate;
    uint256 public nextAt;
    uint256 public index;
    uint256 public at;
    uint256 public scaledTotal;
    mapping(address => uint256) public scaledOf;
    mapping(address => uint256) public openAt;

    event Accrued(uint256 index, uint256 dt);
    event RateProposed(uint256 r, uint256 t);
    event RateSet(uint256 r);
    event CapSet(uint256 c);
    event Supplied(address indexed u, uint256 a, uint256 s);
    event Asked(address indexed u, uint256 t);
    event Withdrawn(address indexed u, uint256 a, uint256 s);
    event Borrowed(address indexed b, address indexed to, uint256 a);
    event Repaid(address indexed b, address indexed y, uint256 a);
    event WrittenOff(address indexed b, uint256 d);

    modifier accrued() {
        _grow();
        _;
    }

    constructor(IERC20 k, address t, address o, uint256 r, uint256 f, uint256 c)
        public
        ERC20("Credit Pool Share", "CPS")
        Reserve(k, t, f)
        Roll(o)
    {
        require(r <= MAX_RATE, "Pool/rate"); //~ BENIGN INIT
        _setupDecimals(9);
        rate = r;
        cap = c;
        index = ONE;
        at = block.timestamp;
    }

    function setCap(uint256 c) external onlyOwner {
        cap = c;
        emit CapSet(c); //~ UNRELATED EVENT_EMIT
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function proposeRate(uint256 r) external onlyOwner {
        require(r <= MAX_RATE, "Pool/rate"); //~ BENIGN INPUT_VAL
        nextRate = r;
        nextAt = block.timestamp.add(NOTICE);
        emit RateProposed(r, nextAt); //~ UNRELATED EVENT_EMIT
    }

    function applyRate() external {
        require(nextAt != 0 && block.timestamp >= nextAt, "Pool/notice"); //~ BENIGN TIMESTAMP
        _grow(); //~ BENIGN COMPUTATION the old rate up to now
        rate = nextRate;
        nextAt = 0;
        emit RateSet(rate); //~ UNRELATED EVENT_EMIT
    }

    function supply(uint256 a, uint256 m) external whenNotPaused accrued returns (uint256 s) {
        s = previewSupply(a);
        require(s > 0 && s >= m, "Pool/shares"); //~ BENIGN INPUT_VAL
        require(totalAssets().add(a) <= cap, "Pool/cap"); //~ BENIGN INPUT_VAL
        _mint(msg.sender, s);
        emit Supplied(msg.sender, a, s);
        _take(a);
    }

    function ask() external {
        uint256 t = block.timestamp.add(WAIT);
        openAt[msg.sender] = t;
        emit Asked(msg.sender, t);
    }

    function withdraw(uint256 s, uint256 m) external accrued returns (uint256 a) {
        require(freezes == 0 && _asking(msg.sender) && block.timestamp >= openAt[msg.sender], "Pool/closed"); //~ BENIGN TIMESTAMP
        a = previewWithdraw(s);
        require(a > 0 && a >= m, "Pool/assets"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, s);
        emit Withdrawn(msg.sender, a, s);
        _pay(msg.sender, a); //~ BENIGN FUND_XFER reverts while too much is lent out
    }

    function borrow(uint256 a, address to) external whenNotPaused accrued {
        require(a > 0 && !frozen[msg.sender], "Pool/frozen"); //~ BENIGN ACCESS_CTRL
        uint256 s = a.up(ONE, index); //~ BENIGN ARITHMETIC rounded up against the borrower
        scaledOf[msg.sender] = scaledOf[msg.sender].add(s);
        scaledTotal = scaledTotal.add(s);
        require(debtOf(msg.sender) <= limitOf[msg.sender], "Pool/limit"); //~ BENIGN INPUT_VAL
        emit Borrowed(msg.sender, to, a);
        _pay(to, a);
    }

    function repay(address b, uint256 a) external accrued returns (uint256 p) {
        uint256 d = debtOf(b);
        p = Math.min(a, d);
        require(p > 0, "Pool/amount"); //~ BENIGN INPUT_VAL
        uint256 s = p == d ? scaledOf[b] : p.down(ONE, index); //~ DECOY ARITHMETIC rounded down against whoever repays in part
        scaledOf[b] = scaledOf[b].sub(s);
        scaledTotal = scaledTotal.sub(s);
        emit Repaid(b, msg.sender, p);
        _take(p);
    }

    function writeOff(address b) external onlyOwner returns (uint256 d) {
        require(frozen[b], "Pool/active"); //~ BENIGN CTRL_FLOW
        _grow();
        d = debts();
        scaledTotal = scaledTotal.sub(scaledOf[b]);
        scaledOf[b] = 0;
        d = d.sub(debts());
        require(d > 0, "Pool/amount"); //~ BENIGN INPUT_VAL
        _lose(d); //~ BENIGN STATE_MOD the reserves bear it first
        limitOf[b] = 0;
        _freeze(b, false);
        emit WrittenOff(b, d);
    }

    function accrue() public { //~ PREREQ ACCESS_CTRL whoever likes decides how often
        if (block.timestamp.sub(at) < GAP) return; //~ INSUFF_GUARD TIMESTAMP shorter than one step of the factor takes at usual rates
        _grow();
    }

    function debts() public view returns (uint256) {
        return scaledTotal.down(index, ONE); //~ BENIGN ARITHMETIC
    }

    function debtOf(address b) public view returns (uint256) {
        return scaledOf[b].up(index, ONE); //~ BENIGN ARITHMETIC rounded up against the borrower
    }

    function totalAssets() public view returns (uint256) {
        return cash.add(debts()).sub(reserves);
    }

    function previewSupply(uint256 a) public view returns (uint256) {
        return a.down(totalSupply().add(VS), totalAssets().add(1)); //~ DECOY ARITHMETIC rounded down, and the pool counts its cash by itself
    }

    function previewWithdraw(uint256 s) public view returns (uint256) {
        return s.down(totalAssets().add(1), totalSupply().add(VS)); //~ BENIGN ARITHMETIC
    }

    function room(address b) external view returns (uint256) {
        uint256 d = debtOf(b);
        if (paused() || frozen[b] || d >= limitOf[b]) return 0;
        return Math.min(cash, limitOf[b] - d);
    }

    function _asking(address u) internal view returns (bool) {
        return block.timestamp < openAt[u].add(OPEN);
    }

    function _beforeTokenTransfer(address, address u, uint256) internal override {
        require(!_asking(u), "Pool/asking"); //~ BENIGN TIMESTAMP
    }

    function _grow() internal override {
        uint256 dt = block.timestamp.sub(at);
        if (dt == 0) return;
        uint256 f = rate.mul(dt).mul(F).div(YEAR * BPS); //~ ROOT_CAUSE ARITHMETIC rounds down to zero for the next minutes after the gap
        uint256 d = debts();
        at = block.timestamp; //~ PREREQ STATE_MOD the time counts as paid for even when the index has not moved
        index = index.add(index.mul(f).div(F)); //~ BENIGN COMPUTATION
        _fees(debts().sub(d));
        emit Accrued(index, dt); //~ UNRELATED EVENT_EMIT
    }
}
