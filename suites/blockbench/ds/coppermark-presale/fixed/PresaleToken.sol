// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// PresaleToken sells a part of its own supply before the farm goes live.
//
// The sale part is minted to this contract. Whoever buys gets a plan that vests evenly
// over one year (well, 360 days). Don't want to wait? Hand a piece of what hasn't
// vested yet over to someone else, it becomes a plan of its own.
contract PresaleToken is ERC20 {
    using SafeMath for uint256;

    // Info of each plan.
    struct PlanInfo {
        address user;       // Who can claim.
        uint256 amount;     // Tokens of the plan, claimed ones included.
        uint256 claimed;    // Tokens that went out already.
        uint256 startTime;  // When vesting starts.
        uint256 endTime;    // When everything is vested.
    }

    // Tokens per ether. Both have 18 decimals.
    uint256 public constant TOKENS_PER_ETHER = 1000;
    // How long a new plan vests.
    uint256 public constant VESTING_TIME = 360 days;

    // Where the ether goes.
    address payable public devaddr;
    // When the sale is over.
    uint256 public saleEnd;
    // Tokens of the sale part that the plans still have to get.
    uint256 public totalCommitted;

    // Info of each plan, in order of creation.
    PlanInfo[] public planInfo;

    event Buy(address indexed user, uint256 indexed pid, uint256 amount);
    event Claim(address indexed user, uint256 indexed pid, uint256 amount);
    event Split(address indexed user, uint256 indexed pid, uint256 indexed newPid, address to, uint256 amount);

    constructor(
        address payable _devaddr,
        uint256 _devAmount,
        uint256 _saleAmount,
        uint256 _saleDays
    ) public ERC20("Presale Token", "PRE") {
        devaddr = _devaddr;
        saleEnd = block.timestamp.add(_saleDays.mul(1 days));
        _mint(_devaddr, _devAmount);
        _mint(address(this), _saleAmount);
    }

    // ------------------------------------------------------------------
    // Views
    // ------------------------------------------------------------------

    function planLength() external view returns (uint256) {
        return planInfo.length;
    }

    // View function to see how much of a plan has vested so far.
    function vestedTokens(uint256 _pid) public view returns (uint256) {
        PlanInfo storage plan = planInfo[_pid];
        if (block.timestamp >= plan.endTime) {
            return plan.amount;
        }
        uint256 elapsed = block.timestamp - plan.startTime; //~ BENIGN ARITHMETIC a plan never starts in the future
        return plan.amount.mul(elapsed).div(plan.endTime - plan.startTime); //~ BENIGN ARITHMETIC the end is later than the start for every plan
    }

    // View function to see pending tokens on the frontend.
    function pendingTokens(uint256 _pid) public view returns (uint256) {
        uint256 vested = vestedTokens(_pid);
        uint256 claimed = planInfo[_pid].claimed;
        return vested > claimed ? vested - claimed : 0; //~ BENIGN ARITHMETIC zero while vested catches up with claimed
    }

    // ------------------------------------------------------------------
    // Sale
    // ------------------------------------------------------------------

    // Send ether, get a plan.
    function buy() external payable returns (uint256 pid) {
        require(block.timestamp < saleEnd, "buy: sale is over"); //~ BENIGN TIMESTAMP
        require(msg.value > 0, "buy: no ether"); //~ BENIGN INPUT_VAL
        uint256 amount = msg.value.mul(TOKENS_PER_ETHER);
        totalCommitted = totalCommitted.add(amount);
        // Don't sell more than we have.
        require(totalCommitted <= balanceOf(address(this)), "buy: sold out"); //~ BENIGN INPUT_VAL plans never promise more than the contract holds
        pid = addPlan(msg.sender, amount, block.timestamp, block.timestamp.add(VESTING_TIME));
        emit Buy(msg.sender, pid, amount); //~ UNRELATED EVENT_EMIT
    }

    // Ether to the dev address. Anyone can call this, it only ever goes there.
    function sendEther() external {
        (bool success, ) = devaddr.call{value: address(this).balance}(""); //~ UNRELATED EXT_CALL fixed receiver, ether has no part in the plans
        require(success, "sendEther: dev refused");
    }

    // ------------------------------------------------------------------
    // Plans
    // ------------------------------------------------------------------

    // Claim vested tokens of a plan.
    function claim(uint256 _pid, uint256 _amount) external {
        PlanInfo storage plan = planInfo[_pid];
        require(msg.sender == plan.user, "claim: not yours"); //~ BENIGN ACCESS_CTRL
        require(_amount <= pendingTokens(_pid), "claim: not vested"); //~ BENIGN INPUT_VAL never above the vested part
        plan.claimed = plan.claimed.add(_amount);
        totalCommitted = totalCommitted.sub(_amount); //~ BENIGN STATE_MOD checked
        _transfer(address(this), msg.sender, _amount);
        emit Claim(msg.sender, _pid, _amount); //~ UNRELATED EVENT_EMIT
    }

    // Hand a piece of what hasn't vested over to someone. It vests until the same end.
    function split(uint256 _pid, address _to, uint256 _amount) external returns (uint256 newPid) {
        PlanInfo storage plan = planInfo[_pid];
        require(msg.sender == plan.user, "split: not yours"); //~ BENIGN ACCESS_CTRL
        require(_to != address(0), "split: to nobody");
        require(_amount > 0, "split: nothing");
        require(block.timestamp < plan.endTime, "split: all vested"); //~ BENIGN TIMESTAMP
        require(_amount <= plan.amount.sub(vestedTokens(_pid)), "split: too much"); //~ BENIGN INPUT_VAL only what has not vested
        require(_amount <= plan.amount.sub(plan.claimed), "split: claimed"); //~ BENIGN INPUT_VAL keeps the amount at or above claimed
        plan.amount = plan.amount.sub(_amount); //~ BENIGN STATE_MOD what leaves this plan is in the new one
        newPid = addPlan(_to, _amount, block.timestamp, plan.endTime);
        emit Split(msg.sender, _pid, newPid, _to, _amount); //~ UNRELATED EVENT_EMIT
    }

    // Add a plan to the list.
    function addPlan(
        address _user,
        uint256 _amount,
        uint256 _startTime,
        uint256 _endTime
    ) internal returns (uint256) {
        planInfo.push(
            PlanInfo({user: _user, amount: _amount, claimed: 0, startTime: _startTime, endTime: _endTime})
        );
        return planInfo.length - 1; //~ BENIGN ARITHMETIC an entry has just been added
    }
}
