pragma solidity 0.4.26;

import "./ClaimModule.sol";

// money of public bodies that helps farmers with their premiums
contract GrantStorage is ClaimStorage {
    struct Grant {
        address funder;
        bytes32 name;
        uint perFarmer;
        uint left;
        uint ends;
    }

    Grant[] internal grants;
    mapping(address => bool) internal farmers;
    mapping(uint => mapping(address => uint)) internal drawn;
    uint internal grantTotal;
}

contract GrantModule is GrantStorage {
    uint public constant LONGEST = 730 days;

    event Farmer(address indexed farmer, bool listed);
    event Funded(uint indexed grant, address indexed funder, bytes32 name, uint amount, uint perFarmer, uint ends);
    event Raised(uint indexed grant, uint amount);
    event Drawn(uint indexed grant, address indexed farmer, uint amount);
    event Ended(uint indexed grant, uint amount);

    function GrantModule() public {
        paused = true;
    }

    function setFarmer(address _farmer, bool _listed) public onlyOwner {
        require(_farmer != 0);
        farmers[_farmer] = _listed;
        Farmer(_farmer, _listed);
    }

    function fundGrant(bytes32 _name, uint _perFarmer, uint _term) public payable running returns (uint id) {
        require(_name != 0);
        require(_perFarmer > 0 && _perFarmer <= msg.value);
        require(_term > 0 && _term <= LONGEST);
        id = grants.length;
        grants.push(Grant(msg.sender, _name, _perFarmer, msg.value, now + _term));
        grantTotal += msg.value;
        Funded(id, msg.sender, _name, msg.value, _perFarmer, now + _term);
    }

    function raiseGrant(uint _grant) public payable running {
        require(_grant < grants.length);
        require(now < grants[_grant].ends);
        grants[_grant].left += msg.value;
        grantTotal += msg.value;
        Raised(_grant, msg.value);
    }

    // once for every farmer, as long as there is something left
    function drawGrant(uint _grant) public running returns (uint amount) {
        require(_grant < grants.length);
        Grant storage grant = grants[_grant];
        require(farmers[msg.sender] && now < grant.ends);
        require(drawn[_grant][msg.sender] == 0 && grant.left > 0);
        amount = grant.left < grant.perFarmer ? grant.left : grant.perFarmer;
        drawn[_grant][msg.sender] = amount;
        grant.left -= amount;
        grantTotal -= amount;
        putIn(msg.sender, amount);
        Drawn(_grant, msg.sender, amount);
    }

    // the rest goes back to the funder
    function endGrant(uint _grant) public running {
        require(_grant < grants.length);
        Grant storage grant = grants[_grant];
        require(msg.sender == grant.funder && now >= grant.ends);
        uint amount = grant.left;
        require(amount > 0);
        grant.left = 0;
        grantTotal -= amount;
        putIn(grant.funder, amount);
        Ended(_grant, amount);
    }

    function grantLeft(uint _grant) public constant returns (uint) {
        require(_grant < grants.length);
        return grants[_grant].left;
    }

    function grantInfo(uint _grant) public constant returns (address funder, bytes32 name, uint perFarmer, uint ends) {
        require(_grant < grants.length);
        Grant storage g = grants[_grant];
        return (g.funder, g.name, g.perFarmer, g.ends);
    }

    function isFarmer(address _who) public constant returns (bool) {
        return farmers[_who];
    }

    function drawnBy(uint _grant, address _farmer) public constant returns (uint) {
        return drawn[_grant][_farmer];
    }

    function totalInGrants() public constant returns (uint) {
        return grantTotal;
    }
}
