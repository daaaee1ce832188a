// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {PairPool} from "./context/PairPool.sol";

/// Monthly pay of a dao's contributors, a part in usdz and a part in the dao's own gov.
/// Gov can be sold for usdz right here, without taking it home first.
contract ContributorPay is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Contract {
        uint128 usdzPerMonth;
        uint128 govPerMonth;
        uint64 paidUntil;
    }

    uint256 public constant MONTH = 30 days;

    IERC20 public immutable usdz;
    IERC20 public immutable gov;
    PairPool public immutable pool;

    uint256 public usdzBudget; // of the dao, not of the contributors
    uint256 public govBudget;
    uint256 public usdzPerMonthAll; // of everybody who is hired
    uint256 public govPerMonthAll;
    mapping(address => Contract) public contracts;
    mapping(address => uint256) public usdzOf;
    mapping(address => uint256) public govOf;

    error NoContract(address who);
    error NotEnough(uint256 have, uint256 want);

    constructor(PairPool pool_, IERC20 gov_, address dao) Ownable(dao) {
        require(pool_.one() == gov_ || pool_.two() == gov_, "other pool");
        pool = pool_;
        gov = gov_;
        usdz = pool_.one() == gov_ ? pool_.two() : pool_.one();
    }

    // the dao's side

    function fund(uint256 usdzAmount, uint256 govAmount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        usdzBudget += usdzAmount;
        govBudget += govAmount;
        usdz.safeTransferFrom(msg.sender, address(this), usdzAmount); //~ BENIGN FUND_XFER
        gov.safeTransferFrom(msg.sender, address(this), govAmount);
        emit Funded(usdzAmount, govAmount);
    }

    /// Takes back what is not promised to anybody.
    function defund(uint256 usdzAmount, uint256 govAmount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _takeBudget(usdzAmount, govAmount); //~ BENIGN STATE_MOD
        usdz.safeTransfer(msg.sender, usdzAmount);
        gov.safeTransfer(msg.sender, govAmount);
        emit Defunded(usdzAmount, govAmount);
    }

    function hire(address who, uint128 usdzPerMonth, uint128 govPerMonth) external onlyOwner {
        require(who != address(0), "who?");
        require(contracts[who].paidUntil == 0, "hired"); //~ BENIGN INPUT_VAL
        _start(who, usdzPerMonth, govPerMonth, uint64(block.timestamp));
        emit Hired(who, usdzPerMonth, govPerMonth);
    }

    /// New terms, from the month that has begun.
    function raise(address who, uint128 usdzPerMonth, uint128 govPerMonth) external onlyOwner {
        uint64 since = _end(who);
        _start(who, usdzPerMonth, govPerMonth, since);
        emit Raised(who, usdzPerMonth, govPerMonth);
    }

    /// Whole months are paid, the begun one is not.
    function letGo(address who) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _end(who);
        emit LetGo(who);
    }

    // the contributors' side

    /// Puts the months that are over to the balances of the caller.
    function payday() external returns (uint256 months) {
        if (contracts[msg.sender].paidUntil == 0) revert NoContract(msg.sender); //~ BENIGN ACCESS_CTRL
        months = _accrue(msg.sender);
        require(months > 0, "not yet"); //~ BENIGN TIMESTAMP
    }

    /// Same as being let go, on one's own.
    function quit() external {
        _end(msg.sender);
        emit Quit(msg.sender);
    }

    /// A present in usdz, from outside.
    function tip(address who, uint256 amount) external {
        require(who != address(0), "who?");
        usdzOf[who] += amount;
        usdz.safeTransferFrom(msg.sender, address(this), amount);
        emit Tipped(msg.sender, who, amount);
    }

    /// For those who want to sell gov that they have at home.
    function bring(uint256 amount) external { //~ PREREQ ACCESS_CTRL for anybody who has gov
        govOf[msg.sender] += amount;
        gov.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Brought(msg.sender, amount);
    }

    /// From one balance to another.
    function give(address who, uint256 amount) external {
        require(who != address(0), "who?");
        _takeGov(amount);
        govOf[who] += amount;
        emit Given(msg.sender, who, amount);
    }

    /// Sells gov of the caller for usdz of the caller, for minOut at least.
    function sell(uint256 amount, uint256 minOut) external returns (uint256 out) {
        _takeGov(amount); //~ BENIGN STATE_MOD
        gov.forceApprove(address(pool), amount); //~ DECOY EXT_CALL the pool takes all of it in the next call
        out = pool.quote(gov, amount); //~ ROOT_CAUSE ORACLE the price of the moment, which a sale of that size does not get
        pool.swap(gov, amount, minOut, address(this)); //~ ROOT_CAUSE EXT_CALL says how much arrived
        usdzOf[msg.sender] += out; //~ PREREQ STATE_MOD more than has arrived
        emit Sold(msg.sender, amount, out); //~ UNRELATED EVENT_EMIT
    }

    function takeUsdz(address to, uint256 amount) external {
        uint256 have = usdzOf[msg.sender];
        if (amount > have) revert NotEnough(have, amount); //~ BENIGN INPUT_VAL
        usdzOf[msg.sender] = have - amount; //~ BENIGN STATE_MOD
        usdz.safeTransfer(to, amount); //~ PREREQ FUND_XFER out of everybody's usdz
        emit Taken(msg.sender, to, amount);
    }

    function takeGov(address to, uint256 amount) external {
        _takeGov(amount);
        gov.safeTransfer(to, amount); //~ BENIGN FUND_XFER
        emit Taken(msg.sender, to, amount);
    }

    /// What the balances of somebody are worth in usdz, roughly.
    function worth(address who) external view returns (uint256) {
        return usdzOf[who] + pool.quote(gov, govOf[who]); //~ DECOY ORACLE nothing is paid by it
    }

    /// Months that the budgets last with those who are hired now.
    function runway() external view returns (uint256 usdzMonths, uint256 govMonths) {
        usdzMonths = usdzPerMonthAll == 0 ? type(uint256).max : usdzBudget / usdzPerMonthAll;
        govMonths = govPerMonthAll == 0 ? type(uint256).max : govBudget / govPerMonthAll;
    }

    /// Months that are over and not paid.
    function dueMonths(address who) external view returns (uint256) {
        uint64 since = contracts[who].paidUntil;
        return since == 0 ? 0 : (block.timestamp - since) / MONTH;
    }

    function _start(address who, uint128 usdzPerMonth, uint128 govPerMonth, uint64 since) private {
        require(usdzPerMonth > 0 || govPerMonth > 0, "for free?");
        contracts[who] = Contract(usdzPerMonth, govPerMonth, since);
        usdzPerMonthAll += usdzPerMonth;
        govPerMonthAll += govPerMonth;
    }

    /// Pays the whole months and says up to when.
    function _end(address who) private returns (uint64 until) {
        if (contracts[who].paidUntil == 0) revert NoContract(who); //~ BENIGN INPUT_VAL
        _accrue(who);
        Contract memory terms = contracts[who];
        until = terms.paidUntil;
        usdzPerMonthAll -= terms.usdzPerMonth;
        govPerMonthAll -= terms.govPerMonth;
        delete contracts[who];
    }

    function _accrue(address who) private returns (uint256 months) {
        Contract storage terms = contracts[who];
        months = (block.timestamp - terms.paidUntil) / MONTH;
        terms.paidUntil += uint64(months * MONTH);
        uint256 usdzPay = months * terms.usdzPerMonth;
        uint256 govPay = months * terms.govPerMonth;
        _takeBudget(usdzPay, govPay);
        usdzOf[who] += usdzPay;
        govOf[who] += govPay;
        emit Paid(who, months);
    }

    function _takeBudget(uint256 usdzAmount, uint256 govAmount) private {
        if (usdzAmount > usdzBudget) revert NotEnough(usdzBudget, usdzAmount); //~ BENIGN INPUT_VAL
        if (govAmount > govBudget) revert NotEnough(govBudget, govAmount); //~ BENIGN INPUT_VAL
        usdzBudget -= usdzAmount;
        govBudget -= govAmount;
    }

    function _takeGov(uint256 amount) private {
        uint256 have = govOf[msg.sender];
        if (amount > have) revert NotEnough(have, amount); //~ BENIGN INPUT_VAL
        govOf[msg.sender] = have - amount;
    }

    event Funded(uint256 usdz, uint256 gov);
    event Defunded(uint256 usdz, uint256 gov);
    event Hired(address indexed who, uint256 usdzPerMonth, uint256 govPerMonth);
    event Raised(address indexed who, uint256 usdzPerMonth, uint256 govPerMonth);
    event Quit(address indexed who);
    event Tipped(address indexed from, address indexed to, uint256 amount);
    event LetGo(address indexed who);
    event Paid(address indexed who, uint256 months);
    event Brought(address indexed who, uint256 amount);
    event Given(address indexed from, address indexed to, uint256 amount);
    event Sold(address indexed who, uint256 amount, uint256 out);
    event Taken(address indexed who, address indexed to, uint256 amount);
}
