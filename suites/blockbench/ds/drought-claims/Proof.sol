// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./DroughtClaims.sol";

// assay-canary-655726d3-bdbc-467f-a0fb-9f0dffb63772

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

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_800_000_000;

    Money private money;
    ClaimsReserve private reserve;
    DroughtClaims private claims;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        money = new Money();
        reserve = new ClaimsReserve(money);
        claims = new DroughtClaims(reserve);
        reserve.chooseClaims(address(claims));
        claims.announceSeason(START + 10 days, 400);
        money.mint(address(reserve), 100e18);
        buy(ANA, 0, 500e18);
        buy(BEN, 0, 120e18);
        vm.warp(START + 130 days);
        claims.reportRainfall(0, 200);
        mallory = new Attacker(claims);
    }

    function buy(address farmer, uint256 season, uint256 cover) private {
        money.mint(farmer, cover * 8 / 100);
        vm.startPrank(farmer);
        money.approve(address(claims), cover * 8 / 100);
        claims.buyCover(season, cover);
        vm.stopPrank();
    }

    // What Ana has been paid, and what her policy still stands for.
    function claimOfAna() public view returns (uint256) {
        (, , uint256 cover, bool closed) = claims.policies(0);
        return money.balanceOf(ANA) + (closed ? 0 : cover);
    }

    function test_Regular() public {
        claims.closePolicy(1);
        require(money.balanceOf(BEN) == 120e18, "paid in full");
        money.mint(address(reserve), 600e18);
        claims.closePolicy(0);
        require(money.balanceOf(ANA) == 500e18, "paid after the refill");
        claims.announceSeason(START + 140 days, 300);
        claims.announceSeason(START + 140 days, 300);
        buy(ANA, 1, 100e18);
        buy(BEN, 2, 200e18);
        vm.warp(START + 260 days);
        claims.reportRainfall(1, 225);
        claims.reportRainfall(2, 300);
        claims.closePolicy(2);
        claims.closePolicy(3);
        require(money.balanceOf(ANA) == 550e18 && money.balanceOf(BEN) == 120e18, "half, and nothing");
        reserve.transferOwnership(ANA);
        claims.transferOwnership(ANA);
        vm.startPrank(ANA);
        reserve.renounceOwnership();
        claims.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        claims.announceSeason(START + 200 days, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        claims.reportRainfall(0, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        reserve.chooseClaims(ANA);
        vm.expectRevert("Only the claims contract has payments made.");
        reserve.payOut(ANA, 1);
        vm.stopPrank();
        ClaimsReserve fresh = new ClaimsReserve(money);
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        fresh.chooseClaims(ANA);
    }

    function test_RefusesSeasons() public {
        vm.expectRevert("The reserve needs a token.");
        new ClaimsReserve(IERC20(0));
        vm.expectRevert("The contract is chosen.");
        reserve.chooseClaims(address(this));
        vm.expectRevert("The season has begun.");
        claims.announceSeason(START + 130 days, 1);
        vm.expectRevert("Some rain is usual.");
        claims.announceSeason(START + 131 days, 0);
        vm.expectRevert("The rainfall is reported.");
        claims.reportRainfall(0, 1);
        claims.announceSeason(START + 131 days, 1);
        vm.warp(START + 251 days - 1);
        vm.expectRevert("The season is not over.");
        claims.reportRainfall(1, 1);
    }

    function test_RefusesPolicies() public {
        claims.announceSeason(START + 140 days, 300);
        buy(CAT, 1, 100);
        vm.startPrank(CAT);
        vm.expectRevert("The cover is too small.");
        claims.buyCover(1, 99);
        vm.expectRevert("The rainfall is not reported.");
        claims.closePolicy(2);
        claims.closePolicy(1);
        vm.expectRevert("The policy is closed.");
        claims.closePolicy(1);
        vm.warp(START + 140 days);
        vm.expectRevert("The season has begun.");
        claims.buyCover(1, 100);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(claimOfAna() == 0, "nothing lost");
    }

    function target() public view returns (address) {
        return address(claims);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DroughtClaims private claims;

    constructor(DroughtClaims c) {
        claims = c;
    }

    function run() external {
        claims.closePolicy(0);
    }
}
