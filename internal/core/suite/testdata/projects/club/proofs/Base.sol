// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Club} from "../src/Club.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
}

abstract contract Base {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    Club club;

    function setUp() public {
        vm.deal(address(this), 20 ether);
        club = new Club{value: 10 ether}();
        _start();
    }

    function _start() internal virtual;

    function test_Regular() public {
        club.join{value: 1 ether}();
        club.gift();
        club.leave();
        club.close(address(this));
        require(address(club).balance == 0, "closed");
    }

    function target() public view returns (address) {
        return address(club);
    }

    receive() external payable {}
}
