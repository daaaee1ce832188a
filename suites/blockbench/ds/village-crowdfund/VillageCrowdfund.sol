pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";

/**
 * @dev Campaigns that are paid out when they reach their goal in time, and refunded otherwise.
 */
contract VillageCrowdfund {
    using SafeMath for uint256;

    struct Campaign {
        address payable organizer;
        uint256 goal;
        uint256 ends;
        uint256 raised;
        uint256 held;
    }

    uint256 public constant LONGEST = 90 days;

    Campaign[] public campaigns;
    mapping(uint256 => mapping(address => uint256)) public pledges;

    event Started(uint256 indexed id, address indexed organizer, uint256 goal, uint256 ends);
    event Pledged(uint256 indexed id, address indexed backer, uint256 amount);
    event PaidOut(uint256 indexed id, uint256 amount);
    event Refunded(uint256 indexed id, address indexed backer, uint256 amount);

    /**
     * @dev Starts a campaign of the sender.
     */
    function start(uint256 _goal, uint256 _ends) external returns (uint256 id) {
        require(_goal > 0, "no goal"); //~ BENIGN INPUT_VAL
        require(_ends > now && _ends <= now.add(LONGEST), "bad end"); //~ BENIGN INPUT_VAL
        id = campaigns.length;
        campaigns.push(Campaign(msg.sender, _goal, _ends, 0, 0)); //~ BENIGN STATE_MOD
        emit Started(id, msg.sender, _goal, _ends); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Pledges ether to a campaign.
     */
    function pledge(uint256 _id) external payable {
        Campaign storage campaign = campaigns[_id];
        require(now < campaign.ends, "ended"); //~ BENIGN TIMESTAMP
        require(msg.value > 0, "no amount"); //~ BENIGN INPUT_VAL
        campaign.raised = campaign.raised.add(msg.value); //~ BENIGN STATE_MOD
        campaign.held = campaign.held.add(msg.value); //~ BENIGN STATE_MOD
        pledges[_id][msg.sender] = pledges[_id][msg.sender].add(msg.value); //~ PREREQ STATE_MOD
        emit Pledged(_id, msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Pays a campaign that has reached its goal to its organizer. Anybody may call it.
     * An organizer that does not take the ether makes the campaign fail.
     */
    function payOut(uint256 _id) external {
        Campaign storage campaign = campaigns[_id];
        require(now >= campaign.ends, "not ended"); //~ BENIGN TIMESTAMP
        require(campaign.raised >= campaign.goal, "failed"); //~ BENIGN INPUT_VAL
        uint256 amount = campaign.held;
        require(amount > 0, "paid out"); //~ BENIGN INPUT_VAL
        campaign.held = 0; //~ PREREQ STATE_MOD
        if (campaign.organizer.send(amount)) { //~ DECOY FUND_XFER by anybody, to the organizer
            emit PaidOut(_id, amount); //~ UNRELATED EVENT_EMIT
        } else {
            campaign.goal = uint256(-1); //~ BENIGN STATE_MOD
        }
    }

    /**
     * @dev Returns a pledge to a campaign that has failed.
     */
    function refund(uint256 _id) external {
        require(failed(_id), "not failed"); //~ PREREQ CTRL_FLOW
        uint256 amount = pledges[_id][msg.sender];
        require(amount > 0, "no pledge"); //~ BENIGN INPUT_VAL
        pledges[_id][msg.sender] = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount); //~ PREREQ FUND_XFER
        emit Refunded(_id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Whether a campaign has ended below its goal.
     */
    function failed(uint256 _id) public view returns (bool) {
        Campaign storage campaign = campaigns[_id];
        return now >= campaign.ends && campaign.held < campaign.goal; //~ ROOT_CAUSE CTRL_FLOW zero once it is paid out
    }
}
