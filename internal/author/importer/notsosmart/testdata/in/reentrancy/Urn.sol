pragma solidity ^0.4.15;

// A vulnerable urn.
contract Urn {
    mapping (address => uint) kept;

    function put() public payable { kept[msg.sender] += msg.value; }

    function take() public {
        // sends before it writes: an attacker calls back
        if (!(msg.sender.call.value(kept[msg.sender])())) { revert(); }
        kept[msg.sender] = 0;
    }

    function take_fixed() public {
        // the safe order
        uint n = kept[msg.sender];
        kept[msg.sender] = 0;
        if (!(msg.sender.call.value(n)())) { revert(); }
    }

    function take_fixed_2() public {
        msg.sender.transfer(kept[msg.sender]);
        kept[msg.sender] = 0;
    }
}
