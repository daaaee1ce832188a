pragma solidity 0.4.26;

import "./HarvestHub.sol";

// ether of the insurer's clients
contract AccountStorage is HubStorage {
    mapping(address => uint) internal accounts;
    mapping(address => mapping(address => bool)) internal operators;
    uint internal accountTotal;

    function putIn(address _who, uint _amount) internal {
        accounts[_who] += _amount;
        accountTotal += _amount;
    }

    function takeOut(address _who, uint _amount) internal {
        require(accounts[_who] >= _amount);
        accounts[_who] -= _amount;
        accountTotal -= _amount;
    }

    // an account is used by its client, and by operators of the client's choice
    modifier onlyFor(address _client) {
        require(msg.sender == _client || operators[_client][msg.sender]);
        _;
    }
}

contract AccountModule is AccountStorage {
    event PaidIn(address indexed client, uint amount);
    event PaidOut(address indexed client, uint amount);
    event Moved(address indexed from, address indexed to, uint amount);
    event Operator(address indexed client, address indexed operator, bool allowed);

    // without a hub there are no accounts
    function AccountModule() public {
        paused = true;
    }

    function payIn() public payable running {
        require(msg.value > 0);
        putIn(msg.sender, msg.value);
        PaidIn(msg.sender, msg.value);
    }

    function payInFor(address _client) public payable running {
        require(_client != 0 && msg.value > 0);
        putIn(_client, msg.value);
        PaidIn(_client, msg.value);
    }

    // clients have their ether back even if all else is paused
    function payOut(uint _amount) public {
        require(_amount > 0);
        takeOut(msg.sender, _amount);
        msg.sender.transfer(_amount);
        PaidOut(msg.sender, _amount);
    }

    function payOutTo(address _to, uint _amount) public running {
        require(_to != 0 && _amount > 0);
        takeOut(msg.sender, _amount);
        _to.transfer(_amount);
        PaidOut(msg.sender, _amount);
    }

    function move(address _to, uint _amount) public running {
        require(_to != 0);
        takeOut(msg.sender, _amount);
        putIn(_to, _amount);
        Moved(msg.sender, _to, _amount);
    }

    function setOperator(address _operator, bool _allowed) public {
        require(_operator != 0 && _operator != msg.sender);
        operators[msg.sender][_operator] = _allowed;
        Operator(msg.sender, _operator, _allowed);
    }

    function accountOf(address _client) public constant returns (uint) {
        return accounts[_client];
    }

    function operatorOf(address _client, address _operator) public constant returns (bool) {
        return operators[_client][_operator];
    }

    function totalInAccounts() public constant returns (uint) {
        return accountTotal;
    }
}
