// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {FeeSplitter} from "../../src/income/FeeSplitter.sol";
import {IAuthority} from "../../src/interfaces/IAuthority.sol";
import {IFeeSplitter, IShareStaking, ITargetAllocator} from "../../src/interfaces/IServices.sol";
import {IAllocation, IVaultFactory} from "../../src/interfaces/IVault.sol";
import {BaseStrategy} from "../../src/strategies/BaseStrategy.sol";
import {VaultFactory} from "../../src/vault/VaultFactory.sol";

contract Attacker {
    function run(IVault vault, address owner, uint256 shares) external {
        try vault.redeem(shares, address(this), owner) {} catch {}
    }
}

/// Belongs to a vault, and has any asset.
contract Odd {
    address public immutable vault;
    IERC20 public immutable asset;
    bool public constant isLiquid = false;

    constructor(address vault_, IERC20 asset_) {
        (vault, asset) = (vault_, asset_);
    }
}

/// A token that makes a call whenever it is moved, if it was told to.
contract Echo is ERC20("Echo", "ECHO"), Minted {
    address private _where;
    bytes private _call;

    function repeat(address where, bytes calldata call) external {
        (_where, _call) = (where, call);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (_where == address(0)) return;
        (bool worked, bytes memory why) = _where.call(_call);
        if (!worked) {
            assembly ("memory-safe") {
                revert(add(why, 32), mload(why))
            }
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    // --- refusals ---

    function test_RefusesStrangers() public {
        bytes4 no = Timelocked.MissingRole.selector;
        address at = address(mandate);
        bytes memory call = abi.encodeCall(mandate.setLossLimit, (core, 1));
        refused(GUARDIAN, at, abi.encodeCall(mandate.submit, (call)), no);
        refused(CEE, at, abi.encodeCall(mandate.withhold, (call)), no);
        refused(CEE, at, abi.encodeCall(mandate.lowerCap, (core, one, 0)), no);
        refused(CEE, at, abi.encodeCall(mandate.lowerGroupCap, (core, LENT, 0)), no);
        refused(CEE, at, abi.encodeCall(mandate.removeStrategy, (core, spare)), no);
        refused(CEE, at, abi.encodeCall(mandate.salvage, (core, spare)), no);
        refused(CURATOR, at, abi.encodeCall(mandate.setOrder, (core, list(two, one, spare))), no);
        refused(CURATOR, at, abi.encodeCall(mandate.setBuffer, (core, 1)), no);
        refused(CEE, at, abi.encodeCall(mandate.setFeeRecipient, (core, CEE)), no);
        refused(CEE, at, abi.encodeCall(mandate.setDepositLimit, (core, 1)), no);
        at = address(core);
        refused(CEE, at, abi.encodeCall(core.allocate, (one, 1)), IAllocation.NotAllocator.selector);
        refused(CEE, at, abi.encodeCall(core.deallocate, (one, 1, 1)), IAllocation.NotAllocator.selector);
        refused(CURATOR, at, abi.encodeCall(core.writeOff, (one)), IAllocation.OnlyMandate.selector);
        refused(CURATOR, at, abi.encodeCall(core.salvage, (side)), IAllocation.OnlyMandate.selector);
        refused(CEE, at, abi.encodeCall(core.close, ()), IVault.NotCurator.selector);
        refused(GUARDIAN, at, abi.encodeCall(core.reopen, ()), IVault.NotCurator.selector);
        vm.prank(CURATOR);
        core.close();
        refused(CEE, address(one), abi.encodeCall(one.deposit, (0)), IStrategy.OnlyVault.selector);
        refused(CEE, address(one), abi.encodeCall(one.withdraw, (1)), IStrategy.OnlyVault.selector);
        at = address(factory);
        refused(CEE, at, abi.encodeCall(factory.create, (usd, "", "", CEE, 1)), VaultFactory.NotCurator.selector);
        refused(CURATOR, at, abi.encodeCall(factory.create, (usd, "", "", address(0), 1)), IVaultFactory.ZeroManager.selector);
        uint256[] memory parts = new uint256[](3);
        refused(CEE, address(targets), abi.encodeCall(targets.setTargets, (core, list(one, two, spare), parts)),
            ITargetAllocator.NotCurator.selector);
        refused(CEE, address(staking), abi.encodeCall(staking.fund, (0)), IShareStaking.NotCurator.selector);
        refused(CEE, address(splitter), abi.encodeCall(splitter.setRate, (1)), IFeeSplitter.NotCurator.selector);
    }

    function test_RefusesWhatDidNotWait() public {
        address m = address(mandate);
        bytes4 no = Timelocked.NotSubmitted.selector;
        refused(CURATOR, m, abi.encodeCall(mandate.addStrategy, (core, one, SPARE)), no);
        refused(CURATOR, m, abi.encodeCall(mandate.writeOff, (core, one)), no);
        refused(CURATOR, m, abi.encodeCall(mandate.raiseCap, (core, one, 700_000e6)), no);
        refused(CURATOR, m, abi.encodeCall(mandate.raiseGroupCap, (core, LENT, 2_000_000e6)), no);
        refused(CURATOR, m, abi.encodeCall(mandate.setFees, (core, 1, 1)), no);
        refused(CURATOR, m, abi.encodeCall(mandate.setLossLimit, (core, 1)), no);
        refused(CURATOR, address(prices), abi.encodeCall(prices.setFeed, (oat, feed(ryeSource, 2e18))), no);
        refused(CURATOR, address(exchange), abi.encodeCall(exchange.setPair, (usd, rye, ryes)), no);
        refused(CURATOR, address(seller), abi.encodeCall(seller.setTerms, (1, 1)), no);
        bytes memory call = abi.encodeCall(mandate.setLossLimit, (core, 400));
        refused(GUARDIAN, m, abi.encodeCall(mandate.withhold, (call)), no);
        curated(m, call);
        refused(CURATOR, m, abi.encodeCall(mandate.submit, (call)), Timelocked.AlreadySubmitted.selector);
        later(3 days - 1);
        refused(CURATOR, m, call, Timelocked.NotReady.selector);
        later(7 days + 1);
        refused(CURATOR, m, abi.encodeCall(mandate.submit, (call)), Timelocked.AlreadySubmitted.selector);
        later(1);
        refused(CURATOR, m, call, Timelocked.NotReady.selector);
        curated(m, call);
        later(3 days);
        done(m, call);
    }

    function test_RefusesRoles() public {
        address at = address(authority);
        bytes4 no = IAuthority.NotOwner.selector;
        refused(CURATOR, at, abi.encodeCall(authority.propose, (Role.Curator, CEE)), no);
        refused(CURATOR, at, abi.encodeCall(authority.revoke, (Role.Guardian, GUARDIAN)), no);
        refused(CURATOR, at, abi.encodeCall(authority.raiseDelay, (4 days)), no);
        refused(CURATOR, at, abi.encodeCall(authority.offerOwnership, (CEE)), no);
        refused(OWNER, at, abi.encodeCall(authority.propose, (Role.Curator, address(0))), IAuthority.ZeroAccount.selector);
        refused(OWNER, at, abi.encodeCall(authority.propose, (Role.Curator, CURATOR)), IAuthority.AlreadyGranted.selector);
        refused(OWNER, at, abi.encodeCall(authority.raiseDelay, (3 days)), IAuthority.DelayNotRaised.selector);
        refused(CEE, at, abi.encodeCall(authority.acceptOwnership, ()), IAuthority.NotPendingOwner.selector);
        vm.prank(OWNER);
        authority.propose(Role.Curator, CEE);
        refused(CURATOR, at, abi.encodeCall(authority.cancel, (Role.Curator, CEE)), IAuthority.NotOwnerOrGuardian.selector);
        refused(CEE, at, abi.encodeCall(authority.enact, (Role.Curator, CEE)), IAuthority.StillWaiting.selector);
        vm.prank(OWNER);
        authority.cancel(Role.Curator, CEE);
        refused(OWNER, at, abi.encodeCall(authority.cancel, (Role.Curator, CEE)), IAuthority.NothingProposed.selector);
        refused(CEE, at, abi.encodeCall(authority.enact, (Role.Curator, CEE)), IAuthority.NothingProposed.selector);
    }

    function test_RefusesStrategies() public {
        address m = address(mandate);
        Odd other_ = new Odd(address(core), btc);
        bytes[] memory calls = new bytes[](11);
        calls[0] = abi.encodeCall(mandate.addStrategy, (core, one, SPARE));
        calls[1] = abi.encodeCall(mandate.addStrategy, (core, hill, LENT));
        calls[2] = abi.encodeCall(mandate.addStrategy, (core, IStrategy(address(other_)), LENT));
        calls[3] = abi.encodeCall(mandate.writeOff, (core, side));
        for (uint256 i = 4; i < 10; i++) {
            calls[i] = abi.encodeCall(mandate.addStrategy, (core, IStrategy(address(new Odd(address(core), usd))), LENT));
        }
        calls[10] = abi.encodeCall(mandate.raiseCap, (core, side, 1));
        for (uint256 i = 0; i < 11; i++) {
            curated(m, calls[i]);
        }
        later(3 days);
        refused(EVE, m, calls[0], IMandate.AlreadyListed.selector);
        refused(EVE, m, calls[1], IMandate.OtherVault.selector);
        refused(EVE, m, calls[2], IMandate.OtherAsset.selector);
        refused(EVE, m, calls[3], IMandate.NotListed.selector);
        refused(EVE, m, calls[10], IMandate.NotListed.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.removeStrategy, (core, side)), IMandate.NotListed.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.removeStrategy, (core, one)), IMandate.StillInUse.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.removeStrategy, (holm, field)), IMandate.StillInUse.selector);
        vm.prank(GUARDIAN);
        mandate.lowerCap(core, two, 0);
        refused(CURATOR, m, abi.encodeCall(mandate.removeStrategy, (core, two)), IMandate.StillInUse.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.salvage, (core, one)), IMandate.StillListed.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.salvage, (holm, one)), IMandate.OtherVault.selector);
        bytes4 bad = IMandate.BadOrder.selector;
        IStrategy[] memory order_ = new IStrategy[](1);
        order_[0] = field;
        refused(ALLOCATOR, m, abi.encodeCall(mandate.setOrder, (holm, order_)), bad);
        order_[0] = one;
        refused(ALLOCATOR, m, abi.encodeCall(mandate.setOrder, (core, order_)), bad);
        refused(ALLOCATOR, m, abi.encodeCall(mandate.setOrder, (core, list(one, two, one))), bad);
        refused(ALLOCATOR, m, abi.encodeCall(mandate.setOrder, (core, list(one, two, side))), IMandate.NotListed.selector);
        for (uint256 i = 4; i < 9; i++) {
            done(m, calls[i]);
        }
        refused(EVE, m, calls[9], IMandate.TooManyStrategies.selector);
    }

    function test_RefusesTerms() public {
        address m = address(mandate);
        bytes[] memory calls = new bytes[](5);
        calls[0] = abi.encodeCall(mandate.raiseCap, (core, one, 600_000e6 - 1));
        calls[1] = abi.encodeCall(mandate.raiseGroupCap, (core, LENT, 1_000_000e6 - 1));
        calls[2] = abi.encodeCall(mandate.setFees, (core, 3_001, 500));
        calls[3] = abi.encodeCall(mandate.setFees, (core, 3_000, 501));
        calls[4] = abi.encodeCall(mandate.setLossLimit, (core, 10_001));
        for (uint256 i = 0; i < 5; i++) {
            curated(m, calls[i]);
        }
        bytes memory wide = abi.encodeCall(seller.setTerms, (501, 200));
        bytes memory dear = abi.encodeCall(seller.setTerms, (500, 201));
        curated(address(seller), wide);
        curated(address(seller), dear);
        later(3 days);
        refused(EVE, m, calls[0], IMandate.CapNotRaised.selector);
        refused(EVE, m, calls[1], IMandate.CapNotRaised.selector);
        for (uint256 i = 2; i < 5; i++) {
            refused(EVE, m, calls[i], IMandate.RateTooHigh.selector);
        }
        refused(EVE, address(seller), wide, IRewardSeller.RateTooHigh.selector);
        refused(EVE, address(seller), dear, IRewardSeller.RateTooHigh.selector);
        refused(GUARDIAN, m, abi.encodeCall(mandate.lowerCap, (core, one, 600_000e6)), IMandate.CapNotLowered.selector);
        refused(GUARDIAN, m, abi.encodeCall(mandate.lowerCap, (core, side, 0)), IMandate.NotListed.selector);
        refused(GUARDIAN, m, abi.encodeCall(mandate.lowerGroupCap, (core, LENT, 1_000_000e6)), IMandate.CapNotLowered.selector);
        refused(CURATOR, m, abi.encodeCall(mandate.setFeeRecipient, (core, address(0))), IMandate.ZeroAccount.selector);
        refused(EVE, m, abi.encodeCall(mandate.open, (address(0), 1)), IMandate.ZeroAccount.selector);
        refused(address(core), m, abi.encodeCall(mandate.open, (EVE, 1)), IMandate.AlreadyOpen.selector);
    }

    function test_RefusesVaults() public {
        address at = address(core);
        bytes4 again = Initializable.InvalidInitialization.selector;
        refused(CEE, at, abi.encodeCall(core.initialize, (usd, "", "", CEE, 1)), again);
        refused(CEE, address(factory.template()), abi.encodeCall(core.initialize, (usd, "", "", CEE, 1)), again);
        refused(ALLOCATOR, at, abi.encodeCall(core.allocate, (one, 0)), IAllocation.NoRoom.selector);
        refused(ALLOCATOR, at, abi.encodeCall(core.allocate, (spare, 1)), IAllocation.NoRoom.selector);
        refused(ALLOCATOR, at, abi.encodeCall(core.allocate, (side, 1)), IAllocation.NoRoom.selector);
        refused(ALLOCATOR, at, abi.encodeCall(core.allocate, (one, 200_000e6)), IAllocation.NotIdle.selector);
        refused(ALLOCATOR, at, abi.encodeCall(core.deallocate, (one, 0, 0)), IAllocation.OwesLess.selector);
        first.tell(1.1e18);
        refused(ALLOCATOR, at, abi.encodeCall(core.deallocate, (one, 350_001e6, 0)), IAllocation.OwesLess.selector);
        bytes memory call = abi.encodeCall(core.deallocate, (one, 1e6, 1e6 + 1));
        refused(ALLOCATOR, at, call, IAllocation.TooLittleReceived.selector);
        refused(CEE, at, abi.encodeCall(core.report, (side)), IVault.NotInUse.selector);
        refused(CEE, at, abi.encodeCall(core.deposit, (0, CEE)), IVault.ZeroShares.selector);
        refused(CEE, at, abi.encodeCall(core.redeem, (0, CEE, CEE)), IVault.ZeroAssets.selector);
        vm.prank(CURATOR);
        mandate.setDepositLimit(core, 860_000e6);
        refused(CEE, at, abi.encodeCall(core.deposit, (20_000e6, CEE)), IVault.DepositTooLarge.selector);
        first.lend(0, 1, 100);
        second.lend(0, 1, 100);
        call = abi.encodeCall(core.redeem, (200_000e12, ANA, ANA));
        refused(ANA, at, call, IAllocation.NotEnoughLiquidity.selector);
        refused(CEE, address(this), abi.encodeCall(this.makeLending, (usd)), BaseStrategy.RewardIsHeld.selector);
        IERC20 receipts = IERC20(address(first));
        refused(CEE, address(this), abi.encodeCall(this.makeLending, (receipts)), BaseStrategy.RewardIsHeld.selector);
        refused(CEE, address(this), abi.encodeCall(this.makeHolding, (rye, 1)), BaseStrategy.RewardIsHeld.selector);
        refused(CEE, address(this), abi.encodeCall(this.makeHolding, (oat, 10_000)), HoldingStrategy.ToleranceTooHigh.selector);
    }

    function makeLending(IERC20 reward) external {
        new LendingStrategy(core, seller, reward, first);
    }

    function makeHolding(IERC20 reward, uint256 tolerance) external {
        new HoldingStrategy(core, seller, reward, rye, exchange, prices, tolerance);
    }

    function test_RefusesPrices() public {
        address at = address(prices);
        IPriceBook.Feed memory f = feed(oatSource, 1e18);
        f.lowest = 0;
        bytes memory low = abi.encodeCall(prices.setFeed, (oat, f));
        (f.lowest, f.highest) = (1e18, 1e18);
        bytes memory same = abi.encodeCall(prices.setFeed, (oat, f));
        bytes memory pair = abi.encodeCall(exchange.setPair, (usd, rye, oats));
        curated(at, low);
        curated(at, same);
        curated(address(exchange), pair);
        later(3 days);
        refused(EVE, at, low, IPriceBook.BadBounds.selector);
        refused(EVE, at, same, IPriceBook.BadBounds.selector);
        refused(EVE, address(exchange), pair, IExchange.WrongPair.selector);
        refused(EVE, at, abi.encodeCall(prices.priceOf, (btc)), IPriceBook.NoFeed.selector);
        oatSource.tell(1e8, 1 hours + 1 minutes);
        refused(EVE, at, abi.encodeCall(prices.priceOf, (oat)), IPriceBook.StalePrice.selector);
        oatSource.tell(0.49e8, 0);
        refused(EVE, at, abi.encodeCall(prices.priceOf, (oat)), IPriceBook.PriceOutOfBounds.selector);
        oatSource.tell(2.01e8, 0);
        refused(EVE, at, abi.encodeCall(prices.priceOf, (oat)), IPriceBook.PriceOutOfBounds.selector);
        at = address(exchange);
        uint256 now_ = block.timestamp;
        refused(EVE, at, abi.encodeCall(exchange.quote, (btc, usd, 1)), IExchange.NoPair.selector);
        vm.prank(CEE);
        rye.approve(at, ALL);
        refused(CEE, at, abi.encodeCall(exchange.swap, (rye, usd, 1e18, 1, CEE, now_ - 1)), IExchange.Expired.selector);
        refused(CEE, at, abi.encodeCall(exchange.swap, (rye, usd, 1e18, 2e6, CEE, now_)), IExchange.TooLittleReceived.selector);
    }

    function test_RefusesServices() public {
        address at = address(seller);
        bytes memory call = abi.encodeCall(seller.bring, (IVault(address(usd)), oat, 0));
        refused(CEE, at, call, IRewardSeller.UnknownVault.selector);
        refused(CEE, at, abi.encodeCall(seller.sell, (core, oat, 0, 0, ALL)), IRewardSeller.NothingToSell.selector);
        at = address(splitter);
        refused(address(this), at, abi.encodeCall(splitter.setFactory, (CEE)), IFeeSplitter.OnlyFactory.selector);
        FeeSplitter fresh = new FeeSplitter(authority, TREASURY);
        refused(CEE, address(fresh), abi.encodeCall(splitter.setFactory, (CEE)), IFeeSplitter.OnlyFactory.selector);
        refused(CEE, at, abi.encodeCall(splitter.enrol, (core, CEE)), IFeeSplitter.OnlyFactory.selector);
        refused(CEE, at, abi.encodeCall(splitter.changeManager, (core, CEE)), IFeeSplitter.NotManager.selector);
        refused(MAX, at, abi.encodeCall(splitter.changeManager, (core, address(0))), IFeeSplitter.ZeroAccount.selector);
        refused(CURATOR, at, abi.encodeCall(splitter.setRate, (10_001)), IFeeSplitter.RateTooHigh.selector);
        refused(CEE, at, abi.encodeCall(splitter.pay, (core, CEE)), IFeeSplitter.NotOwed.selector);
        refused(CEE, at, abi.encodeCall(splitter.split, (IVault(address(usd)))), IFeeSplitter.NotManager.selector);
        at = address(staking);
        refused(CEE, at, abi.encodeCall(staking.stake, (0, CEE)), IShareStaking.NothingStaked.selector);
        refused(CEE, at, abi.encodeCall(staking.stake, (1, address(0))), IShareStaking.NoReceiver.selector);
        at = address(targets);
        bytes4 bad = ITargetAllocator.BadTargets.selector;
        uint256[] memory parts = new uint256[](3);
        refused(CURATOR, at, abi.encodeCall(targets.setTargets, (core, list(one, two, side), parts)), bad);
        refused(CURATOR, at, abi.encodeCall(targets.setTargets, (core, list(one, two, two), parts)), bad);
        IStrategy[] memory fewer = new IStrategy[](2);
        (fewer[0], fewer[1]) = (one, two);
        refused(CURATOR, at, abi.encodeCall(targets.setTargets, (core, fewer, parts)), bad);
        (parts[0], parts[1]) = (9_000, 1_001);
        refused(CURATOR, at, abi.encodeCall(targets.setTargets, (core, list(one, two, spare), parts)), bad);
        parts[1] = 0;
        refused(EVE, at, abi.encodeCall(targets.rebalance, (core)), ITargetAllocator.NoTargets.selector);
        vm.prank(CURATOR);
        targets.setTargets(core, list(one, two, spare), parts);
        targets.rebalance(core);
        later(1 hours - 1);
        refused(EVE, at, abi.encodeCall(targets.rebalance, (core)), ITargetAllocator.TooSoon.selector);
    }

    /// What somebody supplies for a strategy that is not used does not keep it listed. One with a cap or a debt reports.
    function test_RefusesToKeepStrategies() public {
        usd.mint(EVE, 2e6);
        vm.startPrank(EVE);
        usd.approve(address(third), ALL);
        third.supply(2e6, address(spare));
        vm.stopPrank();
        refused(EVE, address(core), abi.encodeCall(core.report, (spare)), IVault.NotInUse.selector);
        vm.startPrank(CURATOR);
        mandate.removeStrategy(core, spare);
        mandate.salvage(core, spare);
        vm.stopPrank();
        require(core.lockedProfit() > 1e6, "what it had left");
        rye.mint(address(field), 10e18);
        require(holm.debtOf(field) == 0 && holm.report(field) > 19e6, "no debt");
        vm.prank(GUARDIAN);
        mandate.lowerCap(holm, side, 0);
        pond.tell(1.01e18);
        require(holm.report(side) > 599e6, "no cap");
    }

    /// Whoever stakes a little for somebody in each second rounds nothing away of a reward with few decimals.
    function test_RefusesToLoseRewards() public {
        ShareStaking coarse = new ShareStaking(authority, core, usd);
        usd.mint(CURATOR, 1e6);
        vm.startPrank(CURATOR);
        usd.approve(address(coarse), ALL);
        coarse.fund(1e6);
        vm.stopPrank();
        vm.startPrank(CEE);
        core.approve(address(coarse), ALL);
        coarse.stake(10_000e12, DEE);
        for (uint256 i = 0; i < 60; i++) {
            later(1);
            coarse.stake(1, DEE);
        }
        vm.stopPrank();
        require(coarse.rewardOf(DEE) >= 98, "a minute");
        vm.prank(DEE);
        uint256 taken = coarse.takeReward(DEE);
        require(taken >= 98, "taken");
        later(7 days);
        vm.prank(DEE);
        taken += coarse.takeReward(DEE);
        require(taken >= 1e6 - 1 && usd.balanceOf(address(coarse)) == 1e6 - taken, "all of it");
        vm.prank(DEE);
        require(coarse.takeReward(DEE) == 0, "twice");
    }

    /// EVE has approved nothing, so that nothing else is refused first.
    function test_RefusesRoutes() public {
        address at = address(router);
        uint256 t = block.timestamp;
        IVault no = IVault(address(usd));
        IRouter.Permit memory permit = IRouter.Permit(EVE, 0, 0, 0, 0, 0);
        bytes4 late = IRouter.Expired.selector;
        refused(EVE, at, abi.encodeCall(router.deposit, (core, 1, 0, EVE, t - 1)), late);
        refused(EVE, at, abi.encodeCall(router.depositWithPermit, (core, 1, 0, EVE, t - 1, permit)), late);
        refused(EVE, at, abi.encodeCall(router.redeem, (core, 1, 0, EVE, t - 1)), late);
        refused(EVE, at, abi.encodeCall(router.zapIn, (core, rye, 1, 0, EVE, t - 1)), late);
        refused(EVE, at, abi.encodeCall(router.zapOut, (core, 1, rye, 0, EVE, t - 1)), late);
        refused(EVE, at, abi.encodeCall(router.migrate, (core, holm, 1, 0, EVE, t - 1)), late);
        bytes4 unknown = IRouter.UnknownVault.selector;
        refused(EVE, at, abi.encodeCall(router.deposit, (no, 1, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.depositWithPermit, (no, 1, 0, EVE, t, permit)), unknown);
        refused(EVE, at, abi.encodeCall(router.redeem, (no, 1, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.zapIn, (no, rye, 1, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.zapOut, (no, 1, rye, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.migrate, (no, holm, 1, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.migrate, (core, no, 1, 0, EVE, t)), unknown);
        refused(EVE, at, abi.encodeCall(router.migrate, (core, deep, 1, 0, EVE, t)), IRouter.OtherAsset.selector);
        permit.owner = CEE;
        refused(EVE, at, abi.encodeCall(router.depositWithPermit, (core, 1, 0, EVE, t, permit)), IRouter.NotOwner.selector);
        refused(CEE, at, abi.encodeCall(router.redeem, (core, 1e12, 2e6, CEE, t)), IRouter.TooFewAssets.selector);
        refused(CEE, at, abi.encodeCall(router.deposit, (core, 1e6, 2e12, CEE, t)), IRouter.TooFewShares.selector);
    }

    function test_RefusesOrders() public {
        address at = address(exits);
        IExitQueue.Order memory o = order(core, 1_000e12, 900e6, 901e6, 8);
        bytes memory signature = signed(o);
        refused(EVE, at, abi.encodeCall(exits.requestSigned, (o, signature)), IExitQueue.TipTooHigh.selector);
        o.tip = 900e6;
        refused(EVE, at, abi.encodeCall(exits.requestSigned, (o, signature)), IExitQueue.BadSignature.selector);
        o.deadline = block.timestamp - 1;
        signature = signed(o);
        refused(EVE, at, abi.encodeCall(exits.requestSigned, (o, signature)), IExitQueue.Expired.selector);
        o.deadline = block.timestamp;
        signature = signed(o);
        exits.requestSigned(o, signature);
        refused(EVE, at, abi.encodeCall(exits.requestSigned, (o, signature)), IExitQueue.NonceUsed.selector);
        refused(BO, at, abi.encodeCall(exits.giveUp, (8)), IExitQueue.NonceUsed.selector);
        refused(EVE, at, abi.encodeCall(exits.cancel, (core, 0)), IExitQueue.NotOwner.selector);
        refused(EVE, at, abi.encodeCall(exits.claim, (usd, EVE)), IExitQueue.NothingOwed.selector);
        vm.prank(CEE);
        usd.approve(at, ALL);
        refused(CEE, at, abi.encodeCall(exits.request, (IVault(address(usd)), 1, 0, CEE)), IExitQueue.UnknownVault.selector);
        refused(CEE, at, abi.encodeCall(exits.request, (core, 0, 0, CEE)), IExitQueue.NoShares.selector);
        refused(CEE, at, abi.encodeCall(exits.request, (core, 1, 0, address(0))), IExitQueue.NoReceiver.selector);
    }

    /// A token that calls back makes each locked function begin within another one.
    function test_RefusesCallsInCalls() public {
        Echo echo = new Echo();
        echo.mint(CEE, 1_000e18);
        vm.prank(CURATOR);
        IVault v = factory.create(echo, "", "", MIA, ALL);
        vm.startPrank(CEE);
        echo.approve(address(v), ALL);
        echo.approve(address(seller), ALL);
        v.approve(address(exits), v.deposit(100e18, CEE));
        exits.request(v, 1e18, 0, CEE);
        vm.stopPrank();
        bytes memory deposit = abi.encodeCall(core.deposit, (1e18, CEE));
        bytes[] memory calls = new bytes[](11);
        calls[0] = abi.encodeCall(core.mint, (0, CEE));
        calls[1] = abi.encodeCall(core.withdraw, (0, CEE, CEE));
        calls[2] = abi.encodeCall(core.redeem, (0, CEE, CEE));
        calls[3] = abi.encodeCall(core.settle, ());
        calls[4] = abi.encodeCall(core.report, (one));
        calls[5] = abi.encodeCall(core.collect, (0));
        calls[6] = abi.encodeCall(core.allocate, (one, 0));
        calls[7] = abi.encodeCall(core.deallocate, (one, 0, 0));
        calls[8] = abi.encodeCall(core.writeOff, (one));
        calls[9] = abi.encodeCall(core.salvage, (one));
        for (uint256 i = 0; i < 10; i++) {
            within(echo, address(v), deposit, address(v), calls[i]);
        }
        within(echo, address(v), abi.encodeCall(core.collect, (1e18)), address(v), abi.encodeCall(core.deposit, (0, CEE)));
        bytes memory bring = abi.encodeCall(seller.bring, (v, echo, 1e18));
        within(echo, address(seller), bring, address(seller), abi.encodeCall(seller.bring, (core, oat, 0)));
        within(echo, address(seller), bring, address(seller), abi.encodeCall(seller.sell, (core, oat, 0, 0, 0)));
        bytes memory process = abi.encodeCall(exits.process, (v, 1));
        IExitQueue.Order memory o = order(core, 1, 1, 0, 9);
        within(echo, address(exits), process, address(exits), abi.encodeCall(exits.process, (core, 1)));
        within(echo, address(exits), process, address(exits), abi.encodeCall(exits.request, (core, 0, 0, CEE)));
        within(echo, address(exits), process, address(exits), abi.encodeCall(exits.cancel, (core, 9)));
        within(echo, address(exits), process, address(exits), abi.encodeCall(exits.requestSigned, (o, "")));
    }

    function within(Echo echo, address outer, bytes memory call, address inner, bytes memory again) private {
        echo.repeat(inner, again);
        refused(CEE, outer, call, ReentrancyGuard.ReentrancyGuardReentrantCall.selector);
    }

    function list(IStrategy a, IStrategy b, IStrategy c) private pure returns (IStrategy[] memory all) {
        all = new IStrategy[](3);
        (all[0], all[1], all[2]) = (a, b, c);
    }

    /// Requires that a call is refused for this reason.
    function refused(address who, address where, bytes memory call, bytes4 reason) private {
        vm.prank(who);
        (bool worked, bytes memory why) = where.call(call);
        require(!worked && bytes4(why) == reason, "not refused, or for another reason");
    }

    function exploit() public {
        other.run(core, CEE, 100_000e12);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 50_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
