pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";

/**
 * @dev Moves the one token that jobs are paid in, which moves exactly what it is asked to.
 */
contract TokenDesk {
    IERC20 public token;

    constructor(IERC20 _token) internal {
        require(address(_token) != address(0), "no token");
        token = _token; //~ BENIGN INIT
    }

    /**
     * @dev Takes tokens from the caller and tells what the token said.
     */
    function _collect(uint256 _amount) internal returns (bool) {
        return token.transferFrom(msg.sender, address(this), _amount); //~ BENIGN EXT_CALL
    }

    /**
     * @dev Takes tokens from the caller or refuses.
     */
    function _charge(uint256 _amount) internal {
        require(_collect(_amount), "not collected"); //~ BENIGN EXT_CALL
    }

    /**
     * @dev Pays tokens out.
     */
    function _pay(address _to, uint256 _amount) internal {
        require(token.transfer(_to, _amount), "not paid"); //~ BENIGN FUND_XFER
    }
}

/**
 * @title Courier jobs
 * @dev A sender posts a job with its reward, and the courier has it once the sender confirms the delivery.
 */
contract CourierJobs is TokenDesk {
    using SafeMath for uint256;

    struct Job {
        address sender;
        address courier;
        uint256 reward;
        uint256 due;
    }

    uint256 public constant GRACE = 2 days;

    Job[] public jobs;

    event Posted(uint256 indexed id, address indexed sender, address indexed courier, uint256 reward);
    event ToppedUp(uint256 indexed id, uint256 amount);
    event Closed(uint256 indexed id, address indexed to, uint256 reward);

    constructor(IERC20 _token) public TokenDesk(_token) {}

    /**
     * @dev Only for the sender of a job that still has its reward.
     */
    modifier onlySender(uint256 _id) {
        require(jobs[_id].sender == msg.sender, "not the sender"); //~ BENIGN ACCESS_CTRL
        require(jobs[_id].reward > 0, "closed"); //~ BENIGN CTRL_FLOW
        _;
    }

    /**
     * @dev Posts a job.
     */
    function post(address _courier, uint256 _reward, uint256 _days) external returns (uint256 id) {
        require(_courier != address(0), "no courier");
        require(_reward > 0, "no reward"); //~ BENIGN INPUT_VAL
        require(_days > 0 && _days <= 60, "bad time");
        _charge(_reward); //~ BENIGN EXT_CALL
        id = jobs.length;
        jobs.push(Job(msg.sender, _courier, _reward, now.add(_days * 1 days)));
        emit Posted(id, msg.sender, _courier, _reward); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Adds to the reward, for a parcel that grew heavier.
     */
    function topUp(uint256 _id, uint256 _amount) external onlySender(_id) {
        require(_amount > 0, "no amount");
        _charge(_amount); //~ BENIGN EXT_CALL
        jobs[_id].reward = jobs[_id].reward.add(_amount); //~ BENIGN STATE_MOD
        emit ToppedUp(_id, _amount);
    }

    /**
     * @dev Confirms the delivery.
     */
    function confirm(uint256 _id) external onlySender(_id) {
        _close(_id, jobs[_id].courier); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Calls a job off that is overdue.
     */
    function callOff(uint256 _id) external onlySender(_id) {
        require(now > jobs[_id].due.add(GRACE), "not overdue"); //~ BENIGN TIMESTAMP
        _close(_id, msg.sender); //~ BENIGN FUND_XFER
    }

    /**
     * @dev Gives the job up, for the courier.
     */
    function decline(uint256 _id) external {
        require(jobs[_id].courier == msg.sender, "not the courier"); //~ BENIGN ACCESS_CTRL
        require(jobs[_id].reward > 0, "closed"); //~ BENIGN CTRL_FLOW
        _close(_id, jobs[_id].sender);
    }

    /**
     * @dev Clears the reward, then pays it.
     */
    function _close(uint256 _id, address _to) internal {
        uint256 reward = jobs[_id].reward;
        jobs[_id].reward = 0; //~ BENIGN STATE_MOD
        emit Closed(_id, _to, reward);
        _pay(_to, reward);
    }
}
