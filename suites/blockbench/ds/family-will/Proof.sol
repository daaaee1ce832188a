// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./FamilyWill.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";

// assay-canary-f9bce83d-a6a7-49de-a2f4-5c66ab0b55f6

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Gold is ERC20("Gold", "GLD") {
    constructor() public {
        _mint(msg.sender, 5e18);
    }
}

contract Deaf {}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant GRAN = address(0x64A);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    FamilyWill private will;
    Gold private gold;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(GRAN, 20 ether);
        vm.startPrank(GRAN);
        will = new FamilyWill();
        (bool ok, ) = address(will).call{value: 10 ether}("");
        require(ok, "payment");
        will.name_heir(ANA, 6000);
        will.name_heir(BEN, 3000);
        vm.stopPrank();
        gold = new Gold();
        gold.transfer(address(will), 5e18);
        mallory = new Attacker(will);
        vm.deal(address(mallory), 1 ether);
        vm.warp(START + 300 days);
    }

    function test_Regular() public {
        vm.startPrank(GRAN);
        will.name_heir(address(this), 1000);
        will.strike_heir(2);
        will.spend(ANA, 1 ether);
        will.rescue(gold, BEN);
        vm.warp(START + 400 days);
        will.ping();
        (bool ok, ) = address(will).call{value: 1 ether}("");
        require(ok && will.last_seen() == START + 400 days, "seen");
        vm.stopPrank();
        require(gold.balanceOf(BEN) == 5e18 && ANA.balance == 1 ether, "given while alive");
        vm.warp(START + 765 days);
        vm.prank(BEN);
        will.divide();
        require(will.divided() == 10 ether, "the estate");
        vm.prank(ANA);
        will.collect();
        vm.prank(BEN);
        will.collect();
        require(ANA.balance == 7666666666666666666 && BEN.balance == 3333333333333333333, "divided");
        require(will.paid() >= 9.9 ether, "paid");
    }

    function test_RefusesStrangers() public {
        vm.expectRevert("!owner");
        will.ping();
        vm.expectRevert("!owner");
        will.name_heir(ANA, 1);
        vm.expectRevert("!owner");
        will.strike_heir(0);
        vm.expectRevert("!owner");
        will.spend(ANA, 1);
        vm.expectRevert("!owner");
        will.rescue(gold, ANA);
        vm.warp(START + 365 days);
        vm.expectRevert("!heir");
        will.divide();
        vm.prank(ANA);
        will.divide();
        vm.expectRevert("!heir");
        will.collect();
    }

    function test_RefusesHeirs() public {
        address payable deaf = payable(address(new Deaf()));
        vm.startPrank(GRAN);
        vm.expectRevert("!heir");
        will.name_heir(address(0), 1);
        vm.expectRevert("!heir");
        will.name_heir(GRAN, 0);
        vm.expectRevert("!new");
        will.name_heir(ANA, 1);
        vm.expectRevert("!bps");
        will.name_heir(GRAN, 1001);
        vm.expectRevert("!spend");
        will.spend(deaf, 1);
        for (uint160 i = 1; i <= 18; i++) will.name_heir(address(i), 1);
        vm.expectRevert("!heirs");
        will.name_heir(GRAN, 1);
        vm.stopPrank();
    }

    function test_RefusesBeforeAndAfter() public {
        vm.startPrank(ANA);
        vm.expectRevert("!silent");
        will.divide();
        vm.expectRevert("!silent");
        will.collect();
        vm.warp(START + 365 days);
        will.divide();
        vm.expectRevert("!divided");
        will.divide();
        will.collect();
        vm.expectRevert("!done");
        will.collect();
        vm.stopPrank();
        vm.startPrank(GRAN);
        vm.expectRevert("!divided");
        will.ping();
        vm.expectRevert("!divided");
        will.name_heir(GRAN, 1);
        vm.expectRevert("!divided");
        will.strike_heir(0);
        vm.expectRevert("!divided");
        will.spend(GRAN, 1);
        vm.expectRevert("!divided");
        will.rescue(gold, GRAN);
        (bool ok, ) = address(will).call{value: 1}("");
        require(!ok, "too late");
        vm.stopPrank();
    }

    function test_RefusesAnEmptyEstate() public {
        vm.prank(GRAN);
        will.spend(GRAN, 10 ether);
        vm.warp(START + 700 days);
        vm.prank(ANA);
        vm.expectRevert("!estate");
        will.divide();
    }

    function test_RefusesWhatNobodyTakes() public {
        address payable deaf = payable(address(new Deaf()));
        vm.prank(GRAN);
        will.name_heir(deaf, 100);
        vm.warp(START + 700 days);
        vm.startPrank(deaf);
        will.divide();
        vm.expectRevert("!paid");
        will.collect();
        vm.stopPrank();
    }

    function inherit() public {
        vm.warp(START + 370 days);
        vm.prank(ANA);
        will.divide();
    }

    function exploit() public {
        vm.warp(START + 364 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.warp(START + 370 days);
        vm.prank(ANA);
        vm.expectRevert("!silent");
        will.divide();
    }

    function target() public view returns (address) {
        return address(will);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FamilyWill private will;

    constructor(FamilyWill w) public {
        will = w;
    }

    function run() external {
        (bool ok, ) = address(will).call{value: 1}("");
        require(ok, "payment");
    }
}
