// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./FacultyEndowment.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-88520033-306e-4799-a1c8-47b1f387b051

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Sterling is ERC20 {
    address private immutable issuer = msg.sender;

    constructor() ERC20("Sterling", "GBP") {
        _mint(msg.sender, 1000000e18);
    }

    function seize(address account, uint256 amount) external {
        require(msg.sender == issuer, "Only the issuer may do this.");
        _burn(account, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1700000000;

    Sterling private sterling;
    FacultyEndowment private endowment;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        sterling = new Sterling();
        endowment = new FacultyEndowment(sterling);
        sterling.approve(address(endowment), 1000e18);
        endowment.contribute(600e18);
        endowment.appointScholar(ANA, 2);
        endowment.appointScholar(BEN, 1);
        mallory = new Attacker(sterling, address(endowment));
        sterling.transfer(address(mallory), 1);
        vm.warp(START + 365 days);
    }

    function test_Regular() public {
        yearIsClosed();
        require(endowment.grantOf(ANA) == 20e18 && endowment.grantOf(BEN) == 10e18, "The grants follow the weights.");
        require(endowment.capital() == 570e18 && endowment.uncollectedGrants() == 30e18, "The capital pays them.");
        vm.prank(ANA);
        require(endowment.collectGrant() == 20e18 && sterling.balanceOf(ANA) == 20e18, "The grant is collected.");
        endowment.dismissScholar(ANA);
        endowment.contribute(30e18 + 7);
        vm.warp(START + 730 days);
        endowment.closeYear();
        require(endowment.grantOf(BEN) == 40e18 && endowment.totalWeight() == 1, "One scholar is left.");
        endowment.dismissScholar(BEN);
        vm.prank(BEN);
        endowment.collectGrant();
        require(sterling.balanceOf(address(endowment)) == endowment.recordedFunds(), "The records are right.");
        vm.warp(START + 1095 days);
        endowment.closeYear();
        endowment.transferOwnership(ANA);
        vm.prank(ANA);
        endowment.renounceOwnership();
    }

    function yearIsClosed() public {
        if (block.timestamp >= endowment.endOfYear()) endowment.closeYear();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        endowment.appointScholar(address(3), 1);
        vm.expectRevert("Ownable: caller is not the owner");
        endowment.dismissScholar(ANA);
        vm.expectRevert("There is no grant to collect.");
        endowment.collectGrant();
        vm.expectRevert("A contribution cannot be empty.");
        endowment.contribute(0);
        vm.stopPrank();
        vm.expectRevert("The endowment needs a currency.");
        new FacultyEndowment(IERC20(address(0)));
    }

    function test_RefusesAppointments() public {
        vm.expectRevert("A scholar needs an account.");
        endowment.appointScholar(address(0), 1);
        vm.expectRevert("The weight is out of range.");
        endowment.appointScholar(address(3), 0);
        vm.expectRevert("The weight is out of range.");
        endowment.appointScholar(address(3), 1001);
        vm.expectRevert("The scholar is appointed already.");
        endowment.appointScholar(ANA, 1);
        vm.expectRevert("The account is not a scholar.");
        endowment.dismissScholar(address(3));
        for (uint256 i = 0; i < 38; i++) endowment.appointScholar(address(uint160(0x1000 + i)), 1000);
        vm.expectRevert("There are too many scholars.");
        endowment.appointScholar(address(3), 1);
        endowment.closeYear();
    }

    function test_RefusesYears() public {
        vm.warp(START + 365 days - 1);
        vm.expectRevert("The year is not over.");
        endowment.closeYear();
        vm.warp(START + 365 days);
        sterling.seize(address(endowment), 1);
        vm.expectRevert("The funds are not in order.");
        endowment.closeYear();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.expectRevert("The funds are not in order.");
        yearIsClosed();
    }

    function target() public view returns (address) {
        return address(endowment);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    IERC20 private sterling;
    address private endowment;

    constructor(IERC20 s, address e) {
        sterling = s;
        endowment = e;
    }

    function run() external {
        sterling.transfer(endowment, 1);
    }
}
