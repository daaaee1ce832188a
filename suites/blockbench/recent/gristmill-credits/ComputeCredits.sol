// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/Address.sol";
import "@openzeppelin/contracts@3.4.2/utils/Pausable.sol";
import "./context/Bonds.sol";
import "./context/Grants.sol";

interface ICurve {
    // ether for that many more credits
    function costOf(uint256 amount) external view returns (uint256);

    // ether for credits that are sold, before the fee
    function proceedsOf(uint256 amount) external view returns (uint256);
}

// Credits for off-chain computing. They are bought from a curve and sold back to it,
// and workers earn them for jobs that the keeper has checked.
contract ComputeCredits is ICurve, ERC20, Pausable, Bonds, Grants {
    using Address for address payable;
    using SafeMath for uint256;

    enum State { Open, Taken, Done, Expired, Canceled }

    struct Job {
        address client;
        address worker;
        uint256 reward;
        uint256 deadline;
        State state;
    }

    uint256 public constant BASIS = 10000;
    uint256 public constant MAX_FEE = 200;
    uint256 public constant BOND_PART = 1000;
    uint256 public constant MIN_SPAN = 1 hours;
    uint256 public constant MAX_SPAN = 90 days;
    uint256 public constant REVIEW = 2 days;

    address public keeper;
    address payable public treasury;

    uint256 public reserve;
    uint256 public sellFee;
    uint256 public fees;
    Job[] public jobs;

    event Buy(address indexed who, address indexed to, uint256 amount, uint256 cost);
    event Sell(address indexed who, address indexed to, uint256 amount, uint256 paid, uint256 fee);
    event Donate(address indexed who, uint256 amount);
    event Post(uint256 indexed id, address indexed client, uint256 reward, uint256 deadline);
    event Take(uint256 indexed id, address indexed worker);
    event Close(uint256 indexed id, State state);
    event SetKeeper(address keeper);
    event SetTreasury(address treasury);
    event SetSellFee(uint256 fee);

    modifier onlyKeeper() {
        require(msg.sender == keeper, "!keeper"); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(uint256 _supply, address _keeper, address payable _treasury)
        public
        payable
        ERC20("Compute Credit", "CRED")
    {
        require(_supply > 0 && msg.value > 0, "!start"); //~ BENIGN INIT
        reserve = msg.value;
        _mint(msg.sender, _supply);
        _setKeeper(_keeper);
        _setTreasury(_treasury);
    }

    // curve

    // reserve * ((supply + amount)^2 - supply^2) / supply^2, rounded up
    function costOf(uint256 _amount) public view override returns (uint256) {
        uint256 supply = totalSupply();
        uint256 square = supply.mul(supply);
        uint256 linear = reserve.mul(2).mul(_amount).mul(supply); //~ INSUFF_GUARD ARITHMETIC each product is checked for itself
        uint256 quadratic = reserve.mul(_amount).mul(_amount); //~ INSUFF_GUARD ARITHMETIC each product is checked for itself
        return (quadratic + linear).div(square).add(1); //~ ROOT_CAUSE ARITHMETIC the sum of the two can pass 2^256 and begin again at zero
    }

    // a part of the reserve by head count, which is less than the price
    function proceedsOf(uint256 _amount) public view override returns (uint256) {
        return reserve.mul(_amount).div(totalSupply()); //~ PREREQ ARITHMETIC whatever the credits cost
    }

    // ether for one more credit, 18 decimals
    function spotPrice() external view returns (uint256) {
        return reserve.mul(2e18).div(totalSupply());
    }

    function buy(uint256 _amount, uint256 _max) external payable {
        _buy(msg.sender, _amount, _max);
    }

    function buyFor(address _to, uint256 _amount, uint256 _max) external payable {
        _buy(_to, _amount, _max);
    }

    function sell(address payable _to, uint256 _amount, uint256 _least) external {
        require(_amount < totalSupply(), "!last"); //~ BENIGN INPUT_VAL the curve needs a supply
        uint256 gross = proceedsOf(_amount);
        uint256 fee = gross.mul(sellFee).div(BASIS); //~ DECOY ARITHMETIC rounds down, by less than a wei
        uint256 paid = gross.sub(fee);
        require(paid >= _least, "!least"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, _amount); //~ BENIGN STATE_MOD
        reserve = reserve.sub(gross);
        fees = fees.add(fee);
        emit Sell(msg.sender, _to, _amount, paid, fee); //~ UNRELATED EVENT_EMIT
        _to.sendValue(paid); //~ BENIGN EXT_CALL credits and reserve are already lower
    }

    // a gift to everyone who holds credits
    function donate() external payable {
        require(msg.value > 0, "!value"); //~ BENIGN INPUT_VAL
        reserve = reserve.add(msg.value);
        emit Donate(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function _buy(address _to, uint256 _amount, uint256 _max) internal whenNotPaused { //~ BENIGN CTRL_FLOW
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        uint256 cost = costOf(_amount);
        require(cost <= _max, "!max"); //~ BENIGN INPUT_VAL
        require(msg.value >= cost, "!value"); //~ PREREQ INPUT_VAL next to nothing has to be sent for such a cost
        reserve = reserve.add(cost);
        _mint(_to, _amount);
        emit Buy(msg.sender, _to, _amount, cost); //~ UNRELATED EVENT_EMIT
        if (msg.value > cost) msg.sender.sendValue(msg.value - cost); //~ DECOY ARITHMETIC compared above, cannot go below zero
    }

    // jobs

    function post(uint256 _reward, uint256 _span) external returns (uint256 id) {
        require(_reward > 0, "!reward"); //~ BENIGN INPUT_VAL
        require(_span >= MIN_SPAN && _span <= MAX_SPAN, "!span"); //~ BENIGN INPUT_VAL
        _pull(msg.sender, _reward); //~ BENIGN FUND_XFER
        id = jobs.length;
        jobs.push(Job(msg.sender, address(0), _reward, block.timestamp.add(_span), State.Open));
        emit Post(id, msg.sender, _reward, block.timestamp.add(_span));
    }

    function take(uint256 _id) external {
        Job storage job = jobs[_id];
        require(job.state == State.Open, "!open"); //~ BENIGN CTRL_FLOW
        require(block.timestamp < job.deadline, "!deadline"); //~ BENIGN TIMESTAMP
        job.state = State.Taken;
        job.worker = msg.sender;
        _lock(msg.sender, _part(job.reward)); //~ BENIGN STATE_MOD
        emit Take(_id, msg.sender);
    }

    function confirm(uint256 _id) external onlyKeeper {
        Job storage job = jobs[_id];
        require(job.state == State.Taken, "!taken"); //~ BENIGN CTRL_FLOW
        job.state = State.Done;
        _unlock(job.worker, _part(job.reward));
        _push(job.worker, job.reward); //~ BENIGN FUND_XFER
        emit Close(_id, State.Done);
    }

    function cancel(uint256 _id) external {
        Job storage job = jobs[_id];
        require(job.client == msg.sender, "!client"); //~ BENIGN ACCESS_CTRL
        require(job.state == State.Open, "!open"); //~ BENIGN CTRL_FLOW
        job.state = State.Canceled;
        _push(msg.sender, job.reward);
        emit Close(_id, State.Canceled);
    }

    // reward and bond of a job that nobody has done go to its client
    function expire(uint256 _id) external {
        Job storage job = jobs[_id];
        require(job.state == State.Taken, "!taken"); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= job.deadline.add(REVIEW), "!deadline"); //~ BENIGN TIMESTAMP
        job.state = State.Expired;
        _forfeit(job.worker, job.client, _part(job.reward));
        _push(job.client, job.reward);
        emit Close(_id, State.Expired);
    }

    // admin

    function setKeeper(address _keeper) external onlyOwner {
        _setKeeper(_keeper);
    }

    function setTreasury(address payable _treasury) external onlyOwner {
        _setTreasury(_treasury);
    }

    function setSellFee(uint256 _fee) external onlyOwner {
        require(_fee <= MAX_FEE, "!fee"); //~ BENIGN INPUT_VAL
        sellFee = _fee;
        emit SetSellFee(_fee);
    }

    // nothing is bought meanwhile; selling and jobs go on
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function claimFees() external {
        uint256 amount = fees;
        fees = 0;
        treasury.sendValue(amount); //~ BENIGN FUND_XFER
    }

    function _setKeeper(address _keeper) internal {
        require(_keeper != address(0), "!keeper"); //~ BENIGN INPUT_VAL
        keeper = _keeper;
        emit SetKeeper(_keeper);
    }

    function _setTreasury(address payable _treasury) internal {
        require(_treasury != address(0), "!treasury"); //~ BENIGN INPUT_VAL
        treasury = _treasury;
        emit SetTreasury(_treasury);
    }

    function _part(uint256 _reward) internal pure returns (uint256) {
        return _reward.mul(BOND_PART).div(BASIS);
    }

    function _pull(address _from, uint256 _amount) internal override {
        _transfer(_from, address(this), _amount);
    }

    function _push(address _to, uint256 _amount) internal override {
        _transfer(address(this), _to, _amount);
    }
}
