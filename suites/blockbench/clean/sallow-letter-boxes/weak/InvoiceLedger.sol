// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "./context/InvoiceStorage.sol";

/**
 * @title InvoiceLedger
 * @notice Businesses keep ether in an account here, send each other invoices and pay them from it
 * @dev Anyone can open an account, a contract as well. The short code of an account is chosen by a person, because programs used
 *  to take all the short ones. An operator of a holder may pay its invoices up to a limit.
 */
contract InvoiceLedger is InvoiceStorage, Ownable {
    using SafeMath for uint;

    /// @notice The fee on a year of an account
    uint public constant ANNUAL_FEE = 0.02 ether;

    /// @notice How long the annual fee lasts
    uint public constant TERM = 365 days;

    /// @notice The fee on a notice or an invoice
    uint public constant ITEM_FEE = 0.001 ether;

    /// @notice How long an invoice can be paid before anyone may cancel it
    uint public constant WINDOW = 30 days;

    event AccountRenewed(address indexed holder, uint paidUntil);
    event CodeChosen(address indexed holder, uint code);
    event Deposit(address indexed holder, uint amount);
    event OperatorSet(address indexed holder, address indexed operator, uint limit);
    event Notice(address indexed from, address indexed to, bytes32 digest, address origin);
    event InvoiceIssued(uint indexed id, address indexed payer, uint amount);
    event InvoicePaid(uint indexed id, uint amount);
    event InvoiceCancelled(uint indexed id);
    event Withdraw(address indexed holder, uint amount);
    event FeesCollected(uint amount);

    modifier onlyPersons() {
        require(msg.sender == tx.origin, "only a person may call this");
        _;
    }

    modifier onlyOpen(address holder) {
        require(accounts[holder].paidUntil >= block.timestamp, "the account is not open");
        _;
    }

    /*** Accounts ***/

    /**
     * @notice Opens the account of the sender, or keeps it open for another year
     * @dev What is paid beyond the annual fee is added to the balance
     * @return Until when the account is open
     */
    function renew() external payable returns (uint) {
        require(msg.value >= ANNUAL_FEE, "the annual fee was not paid");
        Account storage account = accounts[msg.sender];
        uint start = account.paidUntil > block.timestamp ? account.paidUntil : block.timestamp;
        account.paidUntil = start.add(TERM);
        account.balance = account.balance.add(msg.value - ANNUAL_FEE);
        totalFees = totalFees.add(ANNUAL_FEE);
        emit AccountRenewed(msg.sender, account.paidUntil);
        return account.paidUntil;
    }

    /**
     * @notice Chooses the code of the sender's account; the one before is free again
     * @param code The code
     */
    function chooseCode(uint code) external onlyPersons onlyOpen(msg.sender) {
        require(code > 0, "the code must not be zero");
        require(holderOf[code] == address(0), "the code is taken");
        delete holderOf[accounts[msg.sender].code];
        accounts[msg.sender].code = code;
        holderOf[code] = msg.sender;
        emit CodeChosen(msg.sender, code);
    }

    /**
     * @notice Adds to the balance of any account
     * @param holder The holder of the account
     */
    function depositFor(address holder) external payable onlyOpen(holder) {
        accounts[holder].balance = accounts[holder].balance.add(msg.value);
        emit Deposit(holder, msg.value);
    }

    /**
     * @notice Allows an operator to pay invoices of the sender
     * @param operator The operator
     * @param limit Up to which amount in all
     */
    function setOperator(address operator, uint limit) external onlyOpen(msg.sender) {
        operatorLimit[msg.sender][operator] = limit;
        emit OperatorSet(msg.sender, operator, limit);
    }

    /**
     * @notice Pays out from the sender's balance, whether or not the account is open
     * @param amount How much
     */
    function withdraw(uint amount) external {
        debitInternal(msg.sender, amount);
        emit Withdraw(msg.sender, amount);
        (bool success, ) = msg.sender.call.value(amount)("");
        require(success, "the payment was refused");
    }

    /*** Notices and invoices ***/

    /**
     * @notice Sends a notice from the sender's account
     * @param to The holder of the account that gets it
     * @param digest The hash of what it says
     */
    function sendNotice(address to, bytes32 digest) external onlyOpen(msg.sender) onlyOpen(to) {
        chargeInternal(msg.sender);
        accounts[to].notices = accounts[to].notices.add(1);
        emit Notice(msg.sender, to, digest, tx.origin);
    }

    /**
     * @notice Issues an invoice; its amount may be zero, and the fee on it is due at once
     * @param payer The holder of the account that is to pay it
     * @param amount How much
     * @return The number of the invoice
     */
    function issueInvoice(address payer, uint amount) external onlyOpen(msg.sender) onlyOpen(payer) returns (uint id) {
        chargeInternal(msg.sender);
        id = invoices.push(Invoice(msg.sender, payer, amount, block.timestamp)) - 1;
        emit InvoiceIssued(id, payer, amount);
    }

    /**
     * @notice Pays an invoice; the payer does it, or an operator as far as its limit goes
     * @param id The number of the invoice
     */
    function payInvoice(uint id) external {
        Invoice memory invoice = invoices[id];
        require(invoice.issuer != address(0), "the invoice is paid or cancelled");
        if (tx.origin != invoice.payer) {
            uint limit = operatorLimit[invoice.payer][msg.sender];
            require(limit >= invoice.amount && invoice.amount > 0, "the sender may not pay this");
            operatorLimit[invoice.payer][msg.sender] = limit.sub(invoice.amount);
        }
        delete invoices[id];
        debitInternal(invoice.payer, invoice.amount);
        accounts[invoice.issuer].balance = accounts[invoice.issuer].balance.add(invoice.amount);
        emit InvoicePaid(id, invoice.amount);
    }

    /**
     * @notice Cancels an invoice that was not paid for a month
     * @param id The number of the invoice
     */
    function cancelInvoice(uint id) external {
        Invoice memory invoice = invoices[id];
        require(invoice.issuer != address(0), "the invoice is paid or cancelled");
        require(block.timestamp >= invoice.issuedAt.add(WINDOW), "the invoice can still be paid");
        delete invoices[id];
        emit InvoiceCancelled(id);
    }

    /**
     * @notice Looks an invoice up
     * @param id The number of the invoice
     * @return Its issuer, its payer, its amount and when it was issued; zeros if it is paid or cancelled
     */
    function invoiceAt(uint id) external view returns (address, address, uint, uint) {
        Invoice memory invoice = invoices[id];
        return (invoice.issuer, invoice.payer, invoice.amount, invoice.issuedAt);
    }

    /*** Owner ***/

    /**
     * @notice Sends the fees to the owner
     */
    function collectFees() external onlyOwner {
        uint amount = totalFees;
        totalFees = 0;
        emit FeesCollected(amount);
        msg.sender.transfer(amount);
    }

    /*** Internal ***/

    /**
     * @dev Takes the fee on an item from an account
     * @param holder The holder of the account
     */
    function chargeInternal(address holder) internal {
        debitInternal(holder, ITEM_FEE);
        totalFees = totalFees.add(ITEM_FEE);
    }

    /**
     * @dev Takes from the balance of an account
     * @param holder The holder of the account
     * @param amount How much
     */
    function debitInternal(address holder, uint amount) internal {
        accounts[holder].balance = accounts[holder].balance.sub(amount, "the balance is too small");
    }
}
