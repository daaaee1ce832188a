// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @dev Calls to tokens of every age: some answer with a bool, some with nothing.
library TokenCalls {
    error TokenRefused(address token);

    function pull(address token, address from, uint256 amount) internal {
        _checked(token, abi.encodeWithSelector(0x23b872dd, from, address(this), amount));
    }

    function push(address token, address to, uint256 amount) internal {
        _checked(token, abi.encodeWithSelector(0xa9059cbb, to, amount));
    }

    function _checked(address token, bytes memory data) private {
        (bool ok, bytes memory answer) = token.call(data); //~ BENIGN EXT_CALL
        bool refused = answer.length == 0 ? token.code.length == 0 : !abi.decode(answer, (bool)); //~ BENIGN INPUT_VAL no answer counts as consent of a contract only
        if (!ok || refused) revert TokenRefused(token);
    }
}

/// @title StonechatAccounts
/// @notice Current accounts in several currencies for people who send each other invoices.
/// @dev Currencies are numbered. Number 0 is ether, whose token is the zero address.
contract StonechatAccounts {
    using TokenCalls for address;

    struct Currency {
        address token;
        bool open;
        uint256 held; // the sum of all balances in it
    }

    struct Invoice {
        address from;
        address to;
        uint16 currency;
        uint64 due;
        bool settled;
        uint256 amount;
    }

    uint16 public constant ETHER = 0;
    /// @notice Added to an invoice for each day that it is late, in basis points.
    uint256 public constant LATE_FEE = 5;

    address public immutable bookkeeper;
    Currency[] public currencies;
    Invoice[] public invoices;
    mapping(address => mapping(uint16 => uint256)) public balanceOf;

    event CurrencyListed(uint16 indexed currency, address token);
    event Deposited(address indexed member, uint16 indexed currency, uint256 amount);
    event Withdrawn(address indexed member, uint16 indexed currency, uint256 amount);
    event Invoiced(uint256 indexed id, address indexed from, address indexed to, uint256 amount);
    event Settled(uint256 indexed id, uint256 amount);

    error OnlyBookkeeper();
    error CurrencyClosed(uint16 currency);
    error NothingToDo();
    error DueBefore();
    error NotYourInvoice();
    error AlreadySettled();
    error EtherRefused();

    modifier inOpen(uint16 currency) {
        if (!currencies[currency].open) revert CurrencyClosed(currency); //~ BENIGN INPUT_VAL
        _;
    }

    constructor() {
        bookkeeper = msg.sender;
        currencies.push(Currency(address(0), true, 0)); //~ BENIGN INIT
    }

    function list(address token) external returns (uint16 currency) {
        if (msg.sender != bookkeeper) revert OnlyBookkeeper();
        currency = uint16(currencies.length);
        currencies.push(Currency(token, true, 0));
        emit CurrencyListed(currency, token);
    }

    /// @notice A closed currency can still be paid and withdrawn, only deposits stop.
    function setOpen(uint16 currency, bool open) external {
        if (msg.sender != bookkeeper) revert OnlyBookkeeper(); //~ BENIGN ACCESS_CTRL
        currencies[currency].open = open;
    }

    /// @notice Pays ether into the sender's account.
    function depositEther() external payable inOpen(ETHER) {
        _credit(msg.sender, ETHER, msg.value);
    }

    /// @notice Pays tokens into the sender's account; they must have been approved.
    function deposit(uint16 currency, uint256 amount) external inOpen(currency) {
        currencies[currency].token.pull(msg.sender, amount); //~ BENIGN EXT_CALL refuses for currency 0
        _credit(msg.sender, currency, amount);
    }

    function withdraw(uint16 currency, uint256 amount) external {
        balanceOf[msg.sender][currency] -= amount; //~ BENIGN STATE_MOD written before anything leaves
        currencies[currency].held -= amount;
        emit Withdrawn(msg.sender, currency, amount);
        if (currency == ETHER) {
            (bool sent, ) = msg.sender.call{value: amount}(""); //~ BENIGN FUND_XFER
            if (!sent) revert EtherRefused();
        } else {
            currencies[currency].token.push(msg.sender, amount);
        }
    }

    function invoice(address to, uint16 currency, uint256 amount, uint64 due) external returns (uint256 id) {
        if (amount == 0 || currency >= currencies.length) revert NothingToDo();
        if (due < block.timestamp) revert DueBefore();
        id = invoices.length;
        invoices.push(Invoice(msg.sender, to, currency, due, false, amount));
        emit Invoiced(id, msg.sender, to, amount);
    }

    /// @notice Pays an invoice from the balance of the one who received it.
    function settle(uint256 id) external {
        Invoice storage i = invoices[id];
        if (i.to != msg.sender) revert NotYourInvoice();
        if (i.settled) revert AlreadySettled();
        i.settled = true; //~ BENIGN STATE_MOD once
        uint256 amount = i.amount + lateFee(id);
        balanceOf[msg.sender][i.currency] -= amount;
        balanceOf[i.from][i.currency] += amount;
        emit Settled(id, amount); //~ UNRELATED EVENT_EMIT
    }

    function lateFee(uint256 id) public view returns (uint256) {
        Invoice storage i = invoices[id];
        if (block.timestamp <= i.due) return 0;
        return (i.amount * LATE_FEE * ((block.timestamp - i.due) / 1 days)) / 10_000; //~ BENIGN ARITHMETIC whole days only, as agreed
    }

    function _credit(address member, uint16 currency, uint256 amount) private {
        if (amount == 0) revert NothingToDo();
        balanceOf[member][currency] += amount;
        currencies[currency].held += amount;
        emit Deposited(member, currency, amount);
    }
}
