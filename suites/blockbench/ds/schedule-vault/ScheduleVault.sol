// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

interface ISchedule {
    function locked(uint256 total, uint256 start) external view returns (uint256);
}

abstract contract Governed {
    address public governance;
    address public pending_governance;
    address public guardian;
    bool public paused;

    event GovernanceSet(address indexed governance);
    event GuardianSet(address indexed guardian);
    event PauseSet(bool paused);

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier notPaused() {
        require(!paused, "!paused");
        _;
    }

    constructor(address _governance) {
        require(_governance != address(0), "!governance");
        governance = _governance;
    }

    function set_governance(address _governance) external onlyGovernance {
        pending_governance = _governance;
    }

    function accept_governance() external {
        require(msg.sender == pending_governance, "!pending");
        governance = msg.sender;
        pending_governance = address(0);
        emit GovernanceSet(msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function set_guardian(address _guardian) external onlyGovernance {
        guardian = _guardian;
        emit GuardianSet(_guardian);
    }

    // the guardian stops, governance starts again
    function pause() external {
        require(msg.sender == guardian || msg.sender == governance, "!guardian"); //~ BENIGN ACCESS_CTRL
        paused = true;
        emit PauseSet(true);
    }

    function unpause() external onlyGovernance {
        paused = false;
        emit PauseSet(false);
    }
}

contract ScheduleVault is Governed {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Grant {
        address to;
        address schedule;
        uint256 start;
        uint256 amount;
        uint256 taken;
    }

    uint256 public constant MAX_AHEAD = 730 days;
    uint256 public constant MAX_BATCH = 50;

    IERC20 public immutable want;
    uint256 public owed;
    Grant[] public grants;
    mapping(address => bool) public approved;

    event ScheduleSet(address indexed schedule, bool approved);
    event Granted(uint256 indexed id, address indexed to, uint256 amount, address schedule, uint256 start);
    event Taken(uint256 indexed id, uint256 amount);
    event Passed(uint256 indexed id, address indexed to);
    event Recalled(uint256 indexed id, uint256 amount);
    event Renounced(uint256 indexed id, uint256 amount);
    event Swept(address indexed token, uint256 amount);

    constructor(IERC20 _want, address _governance) Governed(_governance) {
        require(address(_want) != address(0), "!want");
        want = _want;
    }

    function set_schedule(address schedule, bool _approved) external onlyGovernance {
        require(schedule != address(0), "!schedule");
        approved[schedule] = _approved;
        emit ScheduleSet(schedule, _approved);
    }

    // without a schedule a grant is free at once
    function grant(address to, uint256 amount, address schedule, uint256 start) external onlyGovernance returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        id = _grant(to, amount, schedule, start);
        want.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function grant_many(address[] calldata to, uint256[] calldata amounts, address schedule, uint256 start) external onlyGovernance {
        require(to.length == amounts.length && to.length <= MAX_BATCH, "!batch");
        uint256 total = 0;
        for (uint256 i = 0; i < to.length; i++) {
            _grant(to[i], amounts[i], schedule, start);
            total = total.add(amounts[i]);
        }
        want.safeTransferFrom(msg.sender, address(this), total);
    }

    function take(uint256 id, uint256 amount) external notPaused {
        Grant storage g = grants[id];
        require(msg.sender == g.to, "!to"); //~ BENIGN ACCESS_CTRL
        require(amount > 0 && amount <= free(id), "!vested"); //~ INSUFF_GUARD INPUT_VAL as good as what the schedule is heard to say
        g.taken = g.taken.add(amount); //~ BENIGN STATE_MOD
        owed = owed.sub(amount);
        want.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER
        emit Taken(id, amount);
    }

    // whatever is free of several grants
    function take_all(uint256[] calldata ids) external notPaused returns (uint256 total) {
        for (uint256 i = 0; i < ids.length; i++) {
            Grant storage g = grants[ids[i]];
            require(msg.sender == g.to, "!to");
            uint256 amount = free(ids[i]);
            g.taken = g.taken.add(amount);
            total = total.add(amount);
            emit Taken(ids[i], amount);
        }
        owed = owed.sub(total);
        want.safeTransfer(msg.sender, total);
    }

    // gives the rest back, vested or not
    function renounce(uint256 id) external returns (uint256 back) {
        Grant storage g = grants[id];
        require(msg.sender == g.to, "!to");
        back = g.amount.sub(g.taken);
        g.amount = g.taken;
        g.schedule = address(0);
        owed = owed.sub(back);
        want.safeTransfer(governance, back);
        emit Renounced(id, back);
    }

    // to another account, with all that comes
    function pass(uint256 id, address to) external {
        Grant storage g = grants[id];
        require(msg.sender == g.to, "!to"); //~ BENIGN ACCESS_CTRL
        require(to != address(0), "!to"); //~ BENIGN INPUT_VAL
        g.to = to;
        emit Passed(id, to);
    }

    // what has not vested goes back, and what has is free
    function recall(uint256 id) external onlyGovernance returns (uint256 back) { //~ BENIGN ACCESS_CTRL
        Grant storage g = grants[id];
        require(g.schedule != address(0), "!schedule"); //~ BENIGN INPUT_VAL
        back = block.timestamp < g.start ? g.amount.sub(g.taken) : locked(id); //~ DECOY TIMESTAMP all of a grant that has not begun
        g.amount = g.amount.sub(back); //~ BENIGN STATE_MOD
        g.schedule = address(0); //~ DECOY STATE_MOD the rest is the grantee's
        owed = owed.sub(back);
        want.safeTransfer(msg.sender, back);
        emit Recalled(id, back);
    }

    // tokens that came by accident
    function sweep(IERC20 token) external onlyGovernance returns (uint256 amount) {
        amount = token.balanceOf(address(this));
        if (token == want) amount = amount.sub(owed); //~ BENIGN ARITHMETIC
        require(amount > 0, "!amount");
        token.safeTransfer(msg.sender, amount);
        emit Swept(address(token), amount);
    }

    // want that is owed to nobody
    function idle() external view returns (uint256) {
        return want.balanceOf(address(this)).sub(owed);
    }

    function length() external view returns (uint256) {
        return grants.length;
    }

    function free(uint256 id) public view returns (uint256) {
        Grant storage g = grants[id];
        return g.amount.sub(g.taken).sub(locked(id)); //~ PREREQ ARITHMETIC all that is left, if nothing is locked
    }

    function locked(uint256 id) public view returns (uint256) {
        Grant storage g = grants[id];
        if (g.schedule == address(0)) return 0; //~ DECOY CTRL_FLOW free on purpose
        try ISchedule(g.schedule).locked(g.amount, g.start) returns (uint256 amount) { //~ ROOT_CAUSE EXT_CALL fails for a grant that has not begun
            return amount;
        } catch { //~ ROOT_CAUSE CTRL_FLOW and a failure counts as nothing locked
            return 0;
        }
    }

    function _grant(address to, uint256 amount, address schedule, uint256 start) internal returns (uint256 id) {
        require(to != address(0), "!to"); //~ BENIGN INPUT_VAL
        require(amount > 0, "!amount");
        require(schedule == address(0) || approved[schedule], "!schedule");
        require(start >= block.timestamp && start <= block.timestamp.add(MAX_AHEAD), "!start"); //~ PREREQ TIMESTAMP a grant may begin later
        id = grants.length;
        grants.push(Grant(to, schedule, start, amount, 0));
        owed = owed.add(amount); //~ BENIGN STATE_MOD
        emit Granted(id, to, amount, schedule, start);
    }
}
