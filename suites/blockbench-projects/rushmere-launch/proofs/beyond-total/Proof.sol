// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";
import {Steward} from "../../src/governance/Steward.sol";

contract Attacker {
    function run(VestingVault vesting, uint256 id) external {
        try vesting.release(id) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    uint256 private granted;

    function start() internal override {
        other = new Attacker();
        grant(ANA, 100_000e18);
        granted = grant(address(other), 10_000e18);
    }

    // --- refusals ---

    function test_RefusesStrangers() public {
        string memory why = "Stewarded: not a governor";
        ITierStaking.Tier[] memory tiers = new ITierStaking.Tier[](0);
        refused(EVE, address(registry), abi.encodeCall(registry.setFactory, (EVE)), why);
        refused(EVE, address(factory), abi.encodeCall(factory.setTemplates, (LaunchFactory.Templates(EVE, EVE, EVE, EVE))), why);
        refused(EVE, address(staking), abi.encodeCall(staking.setTiers, (tiers)), why);
        refused(GUARDIAN, address(treasury), abi.encodeCall(treasury.setRates, (0, 0, 0)), why);
        refused(FIRST, address(treasury), abi.encodeCall(treasury.spend, (EVE, 1)), why);
        why = "Steward: not a governor";
        refused(GUARDIAN, address(steward), abi.encodeCall(steward.propose, (0, EVE, true)), why);
        refused(GUARDIAN, address(steward), abi.encodeCall(steward.enact, (0, EVE, true)), why);
        refused(GOVERNOR, address(steward), abi.encodeCall(steward.veto, (0)), "Steward: not a guardian");
        refused(GOVERNOR, address(registry), abi.encodeCall(registry.halt, (address(sale))), "Stewarded: not a guardian");
        refused(GOVERNOR, address(registry), abi.encodeCall(registry.approve, (0, 0)), "Stewarded: not a curator");
        refused(EVE, address(registry), abi.encodeCall(registry.amend, (0, 0)), "LaunchRegistry: not the creator");
        refused(EVE, address(registry), abi.encodeCall(registry.record, (0, EVE, 0, EVE)), "LaunchRegistry: not the factory");
        why = "ReferralBook: not a launch";
        refused(EVE, address(referrals), abi.encodeCall(referrals.credit, (EVE, 1)), why);
        refused(EVE, address(referrals), abi.encodeCall(referrals.debit, (FAY, 0)), why);
        refused(EVE, address(referrals), abi.encodeCall(referrals.fund, (0)), why);
        refused(EVE, address(tarn), abi.encodeCall(tarn.open, ()), "LaunchToken: not the curve");
        refused(EVE, address(vesting), abi.encodeCall(vesting.revoke, (granted)), "VestingVault: not the grantor");
        refused(EVE, address(vesting), abi.encodeCall(vesting.split, (granted, 1, EVE)), "VestingVault: not the beneficiary");
        refused(EVE, address(locker), abi.encodeCall(locker.transferLock, (0, EVE)), "LiquidityLocker: not the owner");
    }

    function test_RefusesSecondSetup() public {
        ITieredSale.SaleTerms memory terms = saleTerms(frame(reed, 1e18, 1, 2 days), 1e18);
        again(address(sale), abi.encodeCall(sale.initialize, (EVE, terms)));
        again(address(auction), abi.encodeCall(auction.initialize, (EVE, IDutchAuction.AuctionTerms(terms.frame, 2, 1))));
        again(address(curve), abi.encodeCall(curve.initialize, (EVE, tarn, curveTerms("", "", 1))));
        again(address(tarn), abi.encodeCall(tarn.initialize, ("", "", 1, EVE)));
        (address a, address b, address c, address d) = factory.templates();
        again(a, abi.encodeCall(sale.initialize, (EVE, terms)));
        again(b, abi.encodeCall(auction.initialize, (EVE, IDutchAuction.AuctionTerms(terms.frame, 2, 1))));
        again(c, abi.encodeCall(curve.initialize, (EVE, tarn, curveTerms("", "", 1))));
        again(d, abi.encodeCall(tarn.initialize, ("", "", 1, EVE)));
    }

    function again(address where, bytes memory data) private {
        (bool done, bytes memory got) = where.call(data);
        require(!done && bytes4(got) == bytes4(keccak256("InvalidInitialization()")), "set up again");
    }

    function test_RefusesHandover() public {
        address[] memory none = new address[](0);
        refused(EVE, address(steward), abi.encodeCall(steward.handOver, (EVE, EVE, none)), "Steward: not the deployer");
        string memory why = "Steward: invalid governor";
        vm.prank(EVE);
        Steward made = new Steward();
        refused(EVE, address(made), abi.encodeCall(steward.handOver, (address(0), EVE, none)), why);
        refused(EVE, address(made), abi.encodeCall(steward.handOver, (EVE, EVE, none)), why);
    }

    function test_RefusesChangesOfRoles() public {
        bytes32 role = steward.GOVERNOR_ROLE();
        address where = address(steward);
        refused(GOVERNOR, where, abi.encodeCall(steward.enact, (role, EVE, true)), "Steward: not ready");
        refused(GUARDIAN, where, abi.encodeCall(steward.veto, (role)), "Steward: not proposed");
        vm.prank(GOVERNOR);
        steward.propose(role, GOVERNOR, false);
        bytes memory call = abi.encodeCall(steward.enact, (role, GOVERNOR, false));
        refused(GOVERNOR, where, abi.encodeCall(steward.propose, (role, GOVERNOR, false)), "Steward: already proposed");
        vm.warp(block.timestamp + 2 days - 1);
        refused(GOVERNOR, where, call, "Steward: not ready");
        vm.warp(block.timestamp + 1);
        refused(GOVERNOR, where, call, "Steward: last governor");
        vm.warp(block.timestamp + 7 days);
        refused(GOVERNOR, where, call, "Steward: too late");
    }

    function test_RefusesSettings() public {
        address where = address(registry);
        refused(GOVERNOR, where, abi.encodeCall(registry.setFactory, (EVE)), "LaunchRegistry: factory is set");
        refused(GUARDIAN, where, abi.encodeCall(registry.halt, (EVE)), "LaunchRegistry: not a launch");
        where = address(treasury);
        refused(GOVERNOR, where, abi.encodeCall(treasury.setRates, (1_001, 0, 0)), "FeeTreasury: rate too high");
        refused(GOVERNOR, where, abi.encodeCall(treasury.setRates, (0, 1_001, 0)), "FeeTreasury: rate too high");
        refused(GOVERNOR, where, abi.encodeCall(treasury.setRates, (0, 0, 10_001)), "FeeTreasury: part too large");
        uint256 all = coin.balanceOf(where);
        refused(GOVERNOR, where, abi.encodeCall(treasury.spend, (EVE, all)), "FeeTreasury: belongs to curators");
        where = address(staking);
        ITierStaking.Tier[] memory tiers = new ITierStaking.Tier[](9);
        for (uint256 i = 0; i < 9; i++) tiers[i] = ITierStaking.Tier(i + 1, 1);
        refused(GOVERNOR, where, abi.encodeCall(staking.setTiers, (tiers)), "TierStaking: too many tiers");
        refused(GOVERNOR, where, abi.encodeCall(staking.setTiers, (new ITierStaking.Tier[](1))), "TierStaking: tiers do not rise");
        vm.startPrank(ANA);
        staking.requestUnstake(1e18);
        vm.warp(block.timestamp + 3 days - 1);
        vm.stopPrank();
        refused(ANA, where, abi.encodeCall(staking.withdraw, ()), "TierStaking: too early");
    }

    function test_RefusesApprovals() public {
        IBondingCurve.CurveTerms memory terms = curveTerms("Weir", "WEIR", 1e18);
        bytes32 termsHash = factory.curveHash(terms);
        address where = address(registry);
        vm.prank(MAKER);
        uint256 id = registry.propose(termsHash);
        vm.prank(FIRST);
        registry.approve(id, termsHash);
        refused(FIRST, where, abi.encodeCall(registry.approve, (id, termsHash)), "LaunchRegistry: already approved");
        refused(OTHER, where, abi.encodeCall(registry.approve, (id, 0)), "LaunchRegistry: other terms");
        refused(MAKER, address(factory), abi.encodeCall(factory.launchCurve, (id, terms)), "LaunchRegistry: not approved");
        vm.prank(OTHER);
        registry.approve(id, termsHash);
        refused(EVE, address(factory), abi.encodeCall(factory.launchCurve, (id, terms)), "LaunchRegistry: other creator");
        terms.target = 2e18;
        refused(MAKER, address(factory), abi.encodeCall(factory.launchCurve, (id, terms)), "LaunchRegistry: terms differ");
        terms.target = 1e18;
        vm.prank(MAKER);
        factory.launchCurve(id, terms);
        refused(MAKER, address(factory), abi.encodeCall(factory.launchCurve, (id, terms)), "LaunchRegistry: already launched");
    }

    function test_RefusesTermsOfSales() public {
        ILaunch.Frame memory f = frame(reed, 100e18, 1e18, 2 days);
        ITieredSale.SaleTerms memory terms = saleTerms(f, 1e18);
        terms.frame.softCap = 100e18 + 1;
        badSale(terms, "TieredSale: soft cap too high");
        terms.frame.softCap = 0;
        badSale(terms, "LaunchBase: no soft cap");
        terms.frame.softCap = 1e18;
        terms.upfront = 10_001;
        badSale(terms, "TieredSale: pays too much at once");
        terms.upfront = 0;
        terms.cliff = terms.duration + 1;
        badSale(terms, "TieredSale: invalid vesting");
        (terms.cliff, terms.duration) = (0, 0);
        badSale(terms, "TieredSale: invalid vesting");
        terms.duration = 1;
        terms.frame.opensAt = uint64(block.timestamp);
        badSale(terms, "LaunchBase: opens too early");
        terms.frame.opensAt = terms.frame.closesAt;
        badSale(terms, "LaunchBase: closes too early");
        terms.frame.opensAt--;
        terms.frame.token = coin;
        badSale(terms, "LaunchBase: sells coins");
    }

    function badSale(ITieredSale.SaleTerms memory terms, string memory why) private {
        uint256 id = approved(MAKER, factory.saleHash(terms));
        refused(MAKER, address(factory), abi.encodeCall(factory.launchSale, (id, terms)), why);
    }

    function test_RefusesTermsOfOthers() public {
        ILaunch.Frame memory f = frame(fern, 100e18, 200e18 + 1, 2 days);
        badAuction(IDutchAuction.AuctionTerms(f, 2e18, 1e18), "DutchAuction: soft cap too high");
        f.softCap = 1;
        badAuction(IDutchAuction.AuctionTerms(f, 2e18, 2e18), "DutchAuction: invalid prices");
        badAuction(IDutchAuction.AuctionTerms(f, 2e18, 0), "DutchAuction: invalid prices");
        string memory why = "BondingCurve: invalid terms";
        badCurve(curveTerms("", "", 0), why);
        IBondingCurve.CurveTerms memory terms = curveTerms("", "", 1);
        terms.virtualCoins = 0;
        badCurve(terms, why);
        terms = curveTerms("", "", 85_000e18);
        terms.supply = 4e18;
        badCurve(terms, "BondingCurve: leaves too few tokens");
    }

    function badAuction(IDutchAuction.AuctionTerms memory terms, string memory why) private {
        uint256 id = approved(MAKER, factory.auctionHash(terms));
        refused(MAKER, address(factory), abi.encodeCall(factory.launchAuction, (id, terms)), why);
    }

    function badCurve(IBondingCurve.CurveTerms memory terms, string memory why) private {
        uint256 id = approved(MAKER, factory.curveHash(terms));
        refused(MAKER, address(factory), abi.encodeCall(factory.launchCurve, (id, terms)), why);
    }

    function test_RefusesCommitments() public {
        address where = address(sale);
        refused(ANA, where, abi.encodeCall(sale.commit, (0, FAY)), "TieredSale: no coins");
        refused(ANA, where, abi.encodeCall(sale.commit, (50_000e18 + 1, FAY)), "TieredSale: beyond the cap");
        refused(ANA, where, abi.encodeCall(sale.claim, (ANA)), "TieredSale: not finalized");
        refused(ANA, where, abi.encodeCall(sale.finalize, ()), "LaunchBase: still open");
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = Allowances.leafOf(EVE, 1_000e18);
        bytes memory call = abi.encodeCall(sale.commitListed, (1, 9_000e18, proof, FAY));
        refused(DEE, where, call, "TieredSale: not in the list");
        call = abi.encodeCall(sale.commitListed, (1, 8_000e18, proof, FAY));
        refused(ANA, where, call, "TieredSale: not in the list");
        Allowances.Allowance memory a = allowance(CEE, 20_000e18);
        bytes memory signature = signed(sale, a);
        call = abi.encodeCall(sale.commitAllowed, (1, a, signature, FAY));
        refused(ANA, where, call, "TieredSale: of another account");
        a.cap++;
        refused(CEE, where, abi.encodeCall(sale.commitAllowed, (1, a, signature, FAY)), "TieredSale: other signer");
        a = Allowances.Allowance(CEE, 1e18, block.timestamp - 1);
        signature = signed(sale, a);
        refused(CEE, where, abi.encodeCall(sale.commitAllowed, (1, a, signature, FAY)), "TieredSale: allowance is over");
        vm.warp(START + 10 days + 1);
        refused(ANA, where, abi.encodeCall(sale.uncommit, (1)), "TieredSale: too late");
        vm.warp(START + 11 days);
        refused(BO, where, abi.encodeCall(sale.commit, (1, FAY)), "LaunchBase: not open");
        sale.finalize();
        refused(ANA, where, abi.encodeCall(sale.finalize, ()), "LaunchBase: already finalized");
        refused(ANA, address(referrals), abi.encodeCall(referrals.pay, (address(second), FAY)), "ReferralBook: nothing to share");
        sale = launchSale(saleTerms(frame(moss, 1_000e18, 900e18, 5 days), 1e18));
        refused(BO, address(sale), abi.encodeCall(sale.commit, (1, FAY)), "LaunchBase: not open");
    }

    function test_RefusesAfterHalt() public {
        vm.startPrank(GUARDIAN);
        registry.halt(address(sale));
        registry.halt(address(slow));
        registry.halt(address(curve));
        vm.stopPrank();
        refused(BO, address(sale), abi.encodeCall(sale.commit, (1, FAY)), "LaunchBase: halted");
        refused(BO, address(slow), abi.encodeCall(slow.buy, (1, 10)), "LaunchBase: halted");
        refused(BO, address(curve), abi.encodeCall(curve.buy, (1e18, 0)), "BondingCurve: halted");
        sale.finalize();
        refused(BO, address(sale), abi.encodeCall(sale.commit, (1, FAY)), "LaunchBase: is finalized");
        refused(BO, address(sale), abi.encodeCall(sale.uncommit, (1)), "TieredSale: finalized");
    }

    function test_RefusesPurchases() public {
        address where = address(slow);
        refused(CEE, where, abi.encodeCall(slow.buy, (0, 0)), "DutchAuction: nothing to sell");
        refused(CEE, where, abi.encodeCall(slow.buy, (1e18, 1e18)), "DutchAuction: too expensive");
        refused(CEE, where, abi.encodeCall(slow.claim, (CEE)), "DutchAuction: not finalized");
        auction.finalize();
        refused(CEE, address(auction), abi.encodeCall(auction.buy, (1, 10)), "LaunchBase: is finalized");
        vm.warp(START + 9 days);
        refused(CEE, where, abi.encodeCall(slow.buy, (1, 10)), "LaunchBase: not open");
        slow = launchAuction(IDutchAuction.AuctionTerms(frame(fern, 1e18, 1, 2 days), 4e18, 1e18));
        refused(CEE, address(slow), abi.encodeCall(slow.buy, (1, 10)), "LaunchBase: not open");
    }

    function test_RefusesTrades() public {
        address where = address(curve);
        refused(ANA, where, abi.encodeCall(curve.buy, (1, 0)), "BondingCurve: too few tokens");
        refused(ANA, where, abi.encodeCall(curve.buy, (1e18, ALL)), "BondingCurve: too few tokens");
        refused(ANA, where, abi.encodeCall(curve.sell, (1e18, ALL)), "BondingCurve: too few coins");
        refused(ANA, where, abi.encodeCall(curve.graduate, ()), "BondingCurve: not complete");
        where = address(grown);
        refused(ANA, where, abi.encodeCall(grown.buy, (1e18, 0)), "BondingCurve: complete");
        refused(ANA, where, abi.encodeCall(grown.sell, (1e18, 0)), "BondingCurve: is complete");
        refused(ANA, where, abi.encodeCall(grown.graduate, ()), "BondingCurve: graduated");
        dust();
        address pair = exchange.createPair(address(coin), address(tarn));
        refused(ANA, address(tarn), abi.encodeCall(tarn.transfer, (pair, 1)), "LaunchToken: not open");
    }

    /// What is missing buys no token. Whoever wants one is refused; whoever does not brings the curve to its target.
    function dust() private {
        IBondingCurve.CurveTerms memory terms = curveTerms("Few", "FEW", 85_000e18);
        terms.supply = 5e18;
        uint256 id = approved(MAKER, factory.curveHash(terms));
        vm.prank(MAKER);
        (IBondingCurve few,) = factory.launchCurve(id, terms);
        vm.startPrank(ANA);
        coin.approve(address(few), ALL);
        few.buy(Math.mulDiv(85_000e18 - 50_000, 10_000, 9_900, Math.Rounding.Ceil), 1);
        vm.stopPrank();
        refused(ANA, address(few), abi.encodeCall(few.buy, (1e18, 1)), "BondingCurve: too few tokens");
        vm.prank(ANA);
        (uint256 tokens, uint256 paid) = few.buy(1e18, 0);
        require(tokens == 0 && paid < 60_000 && few.collected() == few.target(), "complete without a token");
        vm.prank(GUARDIAN);
        registry.halt(address(few));
        few.graduate();
        require(coin.balanceOf(few.pair()) == 85_000e18, "graduated, although it is halted");
    }

    /// A split rounds what was released. Revoking takes no unit that was paid already.
    function test_RefusesUnitsOfOthers() public {
        uint256 before = reed.balanceOf(address(vesting));
        uint256 id = grant(EVE, 10);
        vm.warp(block.timestamp + 90 days);
        require(vesting.release(id) == 5, "half of it");
        vm.prank(EVE);
        uint256 made = vesting.split(id, 5, FAY);
        vm.startPrank(MAKER);
        vesting.revoke(id);
        vesting.revoke(made);
        vm.stopPrank();
        vesting.release(id);
        vesting.release(made);
        require(reed.balanceOf(address(vesting)) == before, "as much as came in");
    }

    /// The parts of a pot stay as they are when it was funded.
    function test_RefusesPotsAgain() public {
        address where = address(referrals);
        vm.warp(START + 11 days);
        sale.finalize();
        string memory why = "ReferralBook: already funded";
        refused(address(sale), where, abi.encodeCall(referrals.credit, (EVE, 1)), why);
        refused(address(sale), where, abi.encodeCall(referrals.debit, (FAY, 1)), why);
        refused(address(sale), where, abi.encodeCall(referrals.fund, (1)), why);
    }

    function test_RefusesSchedules() public {
        address where = address(vesting);
        IVestingVault.Schedule memory s = schedule(address(0), EVE, 1);
        refused(MAKER, where, abi.encodeCall(vesting.create, (s)), "VestingVault: no beneficiary");
        (s.beneficiary, s.duration) = (EVE, s.cliff - 1);
        refused(MAKER, where, abi.encodeCall(vesting.create, (s)), "VestingVault: invalid times");
        (s.cliff, s.duration) = (0, 0);
        refused(MAKER, where, abi.encodeCall(vesting.create, (s)), "VestingVault: invalid times");
        uint256 id = grant(EVE, 100e18);
        refused(EVE, where, abi.encodeCall(vesting.split, (id, 1, address(0))), "VestingVault: to nobody");
        refused(EVE, where, abi.encodeCall(vesting.split, (id, 0, EVE)), "VestingVault: invalid part");
        refused(EVE, where, abi.encodeCall(vesting.split, (id, 100e18 + 1, EVE)), "VestingVault: invalid part");
        vm.warp(block.timestamp + 30 days - 1);
        require(vesting.releasable(id) == 0, "before the cliff");
    }

    function test_RefusesLocks() public {
        address where = address(locker);
        uint256 month = block.timestamp + 30 days;
        refused(EVE, where, abi.encodeCall(locker.lock, (pool, 0, month, EVE)), "LiquidityLocker: no shares");
        refused(EVE, where, abi.encodeCall(locker.lock, (pool, 1, month, address(0))), "LiquidityLocker: no owner");
        refused(EVE, where, abi.encodeCall(locker.lock, (pool, 1, month - 1, ANA)), "LiquidityLocker: too short");
        uint256 late = block.timestamp + 3_650 days + 1;
        refused(EVE, where, abi.encodeCall(locker.lock, (pool, 1, late, EVE)), "LiquidityLocker: too long");
        refused(MAKER, where, abi.encodeCall(locker.extend, (0, month)), "LiquidityLocker: not longer");
        refused(MAKER, where, abi.encodeCall(locker.extend, (0, late)), "LiquidityLocker: far too long");
        refused(MAKER, where, abi.encodeCall(locker.merge, (0, 0)), "LiquidityLocker: the same lock");
        refused(MAKER, where, abi.encodeCall(locker.transferLock, (0, address(0))), "LiquidityLocker: to nobody");
        refused(MAKER, where, abi.encodeCall(locker.withdraw, (0, MAKER)), "LiquidityLocker: still locked");
        vm.startPrank(MAKER);
        moss.approve(where, 1);
        uint256 id = locker.lock(moss, 1, month, MAKER);
        vm.stopPrank();
        refused(MAKER, where, abi.encodeCall(locker.merge, (0, id)), "LiquidityLocker: other shares");
    }

    function exploit() public {
        vm.warp(block.timestamp + 1_000 days);
        other.run(vesting, granted);
    }

    function test_Exploit() public {
        exploit();
        require(reed.balanceOf(address(other)) >= 50_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vesting);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
