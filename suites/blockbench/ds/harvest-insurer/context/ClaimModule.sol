pragma solidity 0.4.26;

import "./PolicyModule.sol";

// damages that were reported, and who judges them
contract ClaimStorage is PolicyStorage {
    struct Claim {
        uint policy;
        uint amount;
        uint filed;
        uint yes;
        uint no;
        bool closed;
    }

    Claim[] internal claims;
    mapping(address => bool) internal assessors;
    mapping(uint => mapping(address => bool)) internal voted;
    uint internal paidTotal;
}

contract ClaimModule is ClaimStorage {
    uint public constant VOTE_TIME = 7 days;
    uint public constant QUORUM = 2;

    event Assessor(address indexed assessor, bool listed);
    event Filed(uint indexed claim, uint indexed policy, uint amount);
    event Voted(uint indexed claim, address indexed assessor, bool yes);
    event Paid(uint indexed claim, address indexed holder, uint amount);
    event Refused(uint indexed claim);

    function ClaimModule() public {
        paused = true;
    }

    function setAssessor(address _assessor, bool _listed) public onlyOwner {
        require(_assessor != 0);
        assessors[_assessor] = _listed;
        Assessor(_assessor, _listed);
    }

    function fileClaim(uint _policy, uint _amount) public running returns (uint id) {
        require(_policy < policies.length);
        Policy storage policy = policies[_policy];
        require(msg.sender == policy.holder);
        require(policy.open && !policy.claiming && now < policy.ends);
        require(_amount > 0 && _amount <= policy.cover);
        policy.claiming = true;
        id = claims.length;
        claims.push(Claim(_policy, _amount, now, 0, 0, false));
        Filed(id, _policy, _amount);
    }

    function voteOn(uint _claim, bool _yes) public running {
        require(_claim < claims.length);
        Claim storage item = claims[_claim];
        require(assessors[msg.sender] && !voted[_claim][msg.sender]);
        require(now < item.filed + VOTE_TIME);
        voted[_claim][msg.sender] = true;
        if (_yes) {
            item.yes++;
        } else {
            item.no++;
        }
        Voted(_claim, msg.sender, _yes);
    }

    // pays the claim, or leaves the policy as it was
    function closeClaim(uint _claim) public running {
        require(_claim < claims.length);
        Claim storage item = claims[_claim];
        require(!item.closed && now >= item.filed + VOTE_TIME);
        item.closed = true;
        Policy storage policy = policies[item.policy];
        policy.claiming = false;
        if (item.yes >= QUORUM && item.yes > item.no) {
            closePolicy(item.policy);
            capital -= item.amount;
            paidTotal += item.amount;
            putIn(policy.holder, item.amount);
            Paid(_claim, policy.holder, item.amount);
        } else {
            Refused(_claim);
        }
    }

    function claim(uint _id) public constant returns (uint policy, uint amount, uint filed, uint yes, uint no, bool closed) {
        require(_id < claims.length);
        Claim storage c = claims[_id];
        return (c.policy, c.amount, c.filed, c.yes, c.no, c.closed);
    }

    function isAssessor(address _who) public constant returns (bool) {
        return assessors[_who];
    }

    function totalPaid() public constant returns (uint) {
        return paidTotal;
    }
}
