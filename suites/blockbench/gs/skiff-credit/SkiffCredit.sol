// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

import "./context/Arith.sol";
import "./context/IERC20.sol";
import "./context/MemberRoll.sol";

/*
 * Credit line of a fishing cooperative. Savers supply one coin, boat owners on the roll borrow it up to their limits,
 * and all debts grow with one index.
 */
contract SkiffCredit is MemberRoll {
    using Arith for uint256;

    uint256 public constant INDEX_ONE = 1e6; //~ ROOT_CAUSE COMPUTATION one step of the index is several minutes of interest
    uint256 public constant BPS = 10000;
    uint256 public constant YEAR = 365 days;
    uint256 public constant RATE_LIMIT = 2500;
    uint256 public constant PAUSE = 5 minutes;

    IERC20 public immutable coin;

    uint256 public rate; // basis points a year
    uint256 public index;
    uint256 public accruedAt;

    uint256 public cash;
    uint256 public scaledTotal; // all debts, divided by the index
    mapping(address => uint256) public scaledOf;

    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;

    event Accrued(uint256 index, uint256 growth);
    event RateSet(uint256 rate);
    event Supplied(address indexed saver, uint256 amount, uint256 shares);
    event Withdrawn(address indexed saver, uint256 amount, uint256 shares);
    event Borrowed(address indexed member, uint256 amount);
    event Repaid(address indexed member, address indexed payer, uint256 amount);

    modifier accrued() {
        accrue();
        _;
    }

    constructor(IERC20 coin_, uint256 rate_) public MemberRoll(msg.sender) {
        require(rate_ <= RATE_LIMIT, "Skiff/rate");
        coin = coin_;
        rate = rate_;
        index = INDEX_ONE;
        accruedAt = block.timestamp;
    }

    /* ---------------------------------------------------------------- savers */

    function supply(uint256 amount) external accrued returns (uint256 shares) {
        uint256 assets = totalAssets();
        shares = totalShares == 0 ? amount : amount.ratio(totalShares, assets); //~ BENIGN ARITHMETIC rounded down, and cash is counted by the contract itself
        require(shares > 0, "Skiff/shares");
        totalShares = totalShares.plus(shares);
        sharesOf[msg.sender] = sharesOf[msg.sender].plus(shares);
        cash = cash.plus(amount);
        emit Supplied(msg.sender, amount, shares);
        _pull(amount);
    }

    function withdraw(uint256 shares) external accrued returns (uint256 amount) {
        amount = shares.ratio(totalAssets(), totalShares);
        sharesOf[msg.sender] = sharesOf[msg.sender].minus(shares);
        totalShares = totalShares.minus(shares);
        cash = cash.minus(amount); //~ BENIGN ARITHMETIC reverts while too much is lent out
        emit Withdrawn(msg.sender, amount, shares);
        _push(msg.sender, amount);
    }

    /* --------------------------------------------------------------- members */

    function borrow(uint256 amount) external accrued {
        uint256 scaled = amount.ratioUp(INDEX_ONE, index); //~ BENIGN ARITHMETIC rounded up against the borrower
        scaledOf[msg.sender] = scaledOf[msg.sender].plus(scaled);
        scaledTotal = scaledTotal.plus(scaled);
        require(debtOf(msg.sender) <= limitOf[msg.sender], "Skiff/limit");
        cash = cash.minus(amount);
        emit Borrowed(msg.sender, amount);
        _push(msg.sender, amount);
    }

    /* Repays for a member; whoever likes may pay. More than the debt is not taken. */
    function repay(address member, uint256 amount) external accrued returns (uint256 paid) {
        uint256 debt = debtOf(member);
        paid = amount < debt ? amount : debt;
        uint256 scaled = paid == debt ? scaledOf[member] : paid.ratio(INDEX_ONE, index);
        scaledOf[member] = scaledOf[member].minus(scaled);
        scaledTotal = scaledTotal.minus(scaled);
        cash = cash.plus(paid);
        emit Repaid(member, msg.sender, paid);
        _pull(paid);
    }

    /* -------------------------------------------------------------- interest */

    /* Lets all debts grow to this moment. Anyone may call this; it happens before everything else that moves money. */
    function accrue() public { //~ PREREQ ACCESS_CTRL whoever likes decides how often
        uint256 elapsed = block.timestamp.minus(accruedAt);
        if (elapsed < PAUSE) return; //~ INSUFF_GUARD TIMESTAMP shorter than one step of the index takes at usual rates
        uint256 growth = index.times(rate).times(elapsed) / (YEAR * BPS); //~ ROOT_CAUSE ARITHMETIC rounds down to zero for the next minutes after the pause
        accruedAt = block.timestamp; //~ ROOT_CAUSE STATE_MOD the time counts as paid for even when the index has not moved
        index = index.plus(growth);
        emit Accrued(index, growth);
    }

    function setRate(uint256 rate_) external onlyRegistrar accrued {
        require(rate_ <= RATE_LIMIT, "Skiff/rate"); //~ UNRELATED INPUT_VAL bounds the registrar
        rate = rate_;
        emit RateSet(rate_);
    }

    /* ----------------------------------------------------------------- views */

    function debtOf(address member) public view returns (uint256) {
        return scaledOf[member].ratioUp(index, INDEX_ONE); //~ BENIGN ARITHMETIC rounded up against the borrower
    }

    function totalAssets() public view returns (uint256) {
        return cash.plus(scaledTotal.ratio(index, INDEX_ONE));
    }

    function _pull(uint256 amount) private {
        require(coin.transferFrom(msg.sender, address(this), amount), "Skiff/pull");
    }

    function _push(address to, uint256 amount) private {
        require(coin.transfer(to, amount), "Skiff/push");
    }
}
