// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Deployment} from "../script/Deployment.sol";
import {CollateralVault} from "../src/CollateralVault.sol";
import {LendingPool} from "../src/LendingPool.sol";
import {ParameterTimelock} from "../src/ParameterTimelock.sol";
import {PoolShares} from "../src/PoolShares.sol";
import {Rewards} from "../src/Rewards.sol";
import {Treasury} from "../src/Treasury.sol";
import {IAggregator} from "../src/interfaces/IAggregator.sol";
import {ICollateralVault} from "../src/interfaces/ICollateralVault.sol";
import {IFlashBorrower, ILiquidationCallback} from "../src/interfaces/ICallbacks.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
}

abstract contract Token is ERC20 {
    address private immutable _maker = msg.sender;
    uint8 private immutable _decimals;

    constructor(string memory name_, uint8 decimals_) ERC20(name_, name_) {
        _decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == _maker, "maker only");
        _mint(to, amount);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}

contract Usd is Token("USD", 6) {}

contract Weth is Token("WETH", 18) {}

contract Wbtc is Token("WBTC", 8) {}

contract Reward is Token("SALT", 18) {}

contract Aggregator is IAggregator {
    address private immutable _maker = msg.sender;
    uint8 public constant decimals = 8;
    int256 private _answer;
    uint256 private _time;

    function set(int256 answer, uint256 time) external {
        require(msg.sender == _maker, "maker only");
        (_answer, _time) = (answer, time);
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (1, _answer, _time, _time, 1);
    }
}

contract Arbitrageur is IFlashBorrower {
    function onFlashLoan(address, uint256 amount, uint256 fee, bytes calldata data) external returns (bytes32) {
        Usd(abi.decode(data, (address))).transfer(msg.sender, amount + fee);
        return keccak256("saltmarsh.flash");
    }
}

abstract contract Base is Deployment {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA11A);
    address internal constant BO = address(0xB0B0);
    address internal constant CEE = address(0xC3C3);
    address internal constant DEE = address(0xD3D3);
    address internal constant COUNCIL = address(0xC001);
    address internal constant GRANTEE = address(0x6A47);

    Usd public usd;
    Weth public weth;
    Wbtc internal wbtc;
    Reward public reward;
    Aggregator internal usdFeed;
    Aggregator internal wethFeed;
    Aggregator internal wbtcFeed;
    Arbitrageur internal arbitrageur;

    function setUp() public {
        vm.warp(1_790_000_000);
        (usd, weth, wbtc, reward) = (new Usd(), new Weth(), new Wbtc(), new Reward());
        (usdFeed, wethFeed, wbtcFeed) = (new Aggregator(), new Aggregator(), new Aggregator());
        arbitrageur = new Arbitrageur();
        _fresh(2_000e8);
        _deploy(
            Plan({
                asset: usd,
                aggregator: usdFeed,
                maxAge: 1 days,
                rewardToken: reward,
                council: COUNCIL,
                delay: 2 days,
                borrowCap: 300_000e6,
                reserveFactor: 0.1e18,
                flashFee: 0.0005e18
            })
        );
        _accept(Collateral(address(weth), wethFeed, 1 days, ICollateralVault.Terms(0.75e18, 0.8e18, 0.08e18, 10_000e18)));
        _accept(Collateral(address(wbtc), wbtcFeed, 1 days, ICollateralVault.Terms(0.7e18, 0.75e18, 0.1e18, 100e8)));
        reward.mint(address(rewards), 40_000e18);
        rewards.startPeriod(10_000e18, 10 days);
        usd.mint(address(treasury), 250_000e6);
        treasury.spend(usd, GRANTEE, 1e6);
        _handOver();
        _people();
        bytes memory grant = abi.encodeCall(Treasury.spend, (usd, GRANTEE, 50_000e6));
        vm.prank(COUNCIL);
        timelock.queue(address(treasury), grant, "first grant");
        vm.warp(block.timestamp + 10 days);
        timelock.execute(address(treasury), grant, "first grant");
        pool.accrue();
        _fresh(2_000e8);
        _start();
    }

    /// Creates the account that acts in exploit(), with what it has.
    function _start() internal virtual;

    function _fresh(int256 wethPrice) internal {
        usdFeed.set(1e8, block.timestamp);
        wethFeed.set(wethPrice, block.timestamp);
        wbtcFeed.set(60_000e8, block.timestamp);
    }

    function _people() private {
        usd.mint(ANA, 700_000e6);
        weth.mint(BO, 210e18);
        weth.mint(CEE, 60e18);
        vm.startPrank(ANA);
        usd.approve(address(pool), type(uint256).max);
        pool.supply(600_000e6, ANA);
        vm.stopPrank();
        vm.startPrank(BO);
        weth.approve(address(vault), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
        vault.deposit(address(weth), 200e18, BO);
        pool.borrow(250_000e6, BO, BO);
        vm.stopPrank();
        vm.startPrank(CEE);
        weth.approve(address(vault), type(uint256).max);
        vault.deposit(address(weth), 50e18, CEE);
        vm.stopPrank();
    }

    function test_Regular() public {
        _fresh(2_000e8);
        _suppliers();
        _borrowers();
        _liquidations();
        _flash();
        _governance();
    }

    function _suppliers() private {
        vm.startPrank(ANA);
        pool.supply(1_000e6, ANA);
        uint256 some = shares.balanceOf(ANA) / 10;
        shares.transfer(DEE, some);
        shares.approve(DEE, some);
        uint256 before = usd.balanceOf(ANA);
        uint256 paid = pool.redeem(some, ANA);
        require(usd.balanceOf(ANA) == before + paid && paid >= 60_100e6, "redeemed with interest");
        uint256 owed = rewards.claim(ANA);
        require(reward.balanceOf(ANA) == owed && owed > 9_990e18, "rewards of the period");
        vm.stopPrank();
        vm.prank(DEE);
        shares.transferFrom(ANA, DEE, some);
        require(shares.balanceOf(DEE) == 2 * some, "moved");
    }

    function _borrowers() private {
        uint256 debt = pool.debtOf(BO);
        require(debt > 250_000e6 && debt < 251_000e6, "interest");
        vm.startPrank(BO);
        pool.repay(10_000e6, BO);
        vault.deposit(address(weth), 1e18, BO);
        pool.borrow(4_000e6, BO, BO);
        vault.setOperator(DEE, true);
        vm.stopPrank();
        vm.startPrank(DEE);
        pool.borrow(1_000e6, BO, DEE);
        vault.move(address(weth), 2e18, BO, DEE);
        vault.withdraw(address(weth), 2e18, DEE, DEE);
        vm.stopPrank();
        require(usd.balanceOf(DEE) == 1_000e6 && weth.balanceOf(DEE) == 2e18, "by an operator");
        require(vault.collateralOf(BO, address(weth)) == 199e18, "collateral left");
        require(lens.account(BO).health > 1e18 && lens.borrowable(CEE) > 0 && lens.overview().room > 0, "seen by the lens");
        require(lens.redeemable(ANA) > 400_000e6 || lens.redeemable(ANA) == pool.cash(), "redeemable");
    }

    function _liquidations() private {
        _fresh(1_500e8);
        usd.mint(CEE, 200_000e6);
        vm.startPrank(CEE);
        usd.approve(address(pool), type(uint256).max);
        uint256 seized = pool.liquidate(BO, address(weth), 50_000e6, "");
        require(weth.balanceOf(CEE) == 10e18 + seized && seized == 36e18, "at a discount");
        vm.stopPrank();
        _fresh(100e8);
        uint256 funds = usd.balanceOf(address(treasury));
        vm.prank(CEE);
        pool.liquidate(BO, address(weth), 90_000e6, "");
        require(pool.debtOf(BO) == 0 && vault.isEmpty(BO), "written off");
        require(usd.balanceOf(address(treasury)) < funds, "covered");
        _fresh(2_000e8);
    }

    function _flash() private {
        usd.mint(address(arbitrageur), 100e6);
        uint256 before = pool.cash();
        pool.flashLoan(arbitrageur, 100_000e6, abi.encode(usd));
        require(pool.cash() == before + 50e6, "with the fee");
    }

    function _governance() private {
        bytes memory limits = abi.encodeCall(LendingPool.setLimits, (400_000e6, 0.1e18, 0.001e18));
        vm.startPrank(COUNCIL);
        bytes32 id = timelock.queue(address(pool), limits, "one");
        timelock.cancel(id);
        timelock.queue(address(pool), limits, "two");
        vm.stopPrank();
        vm.warp(block.timestamp + 3 days);
        timelock.execute(address(pool), limits, "two");
        require(pool.borrowCap() == 400_000e6 && pool.flashFee() == 0.001e18, "new limits");
    }

    function target() public view virtual returns (address) {
        return address(pool);
    }
}
