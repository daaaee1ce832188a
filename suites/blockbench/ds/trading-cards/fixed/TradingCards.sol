// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice A contract that takes cards.
interface ICardReceiver {
    /// @return answer The selector of this function.
    function onCardsReceived(address from, uint256 card, uint256 amount) external returns (bytes4 answer);
}

/// @notice How many cards of which kind an account holds.
abstract contract Albums {
    mapping(address holder => mapping(uint256 card => uint256)) private _held;

    event Sent(address indexed from, address indexed to, uint256 indexed card, uint256 amount);

    error NoAccount();
    error SameAccount(address account);
    error NotEnough(uint256 held, uint256 wanted);
    error NotTaken(address receiver);

    /// @notice Sends cards of the caller. A receiver that is a contract is asked whether it takes them.
    function send(address to, uint256 card, uint256 amount) external {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        if (to == msg.sender) revert SameAccount(to); //~ BENIGN INPUT_VAL
        uint256 held = _held[msg.sender][card]; //~ BENIGN STORAGE_READ
        if (amount > held) revert NotEnough(held, amount); //~ BENIGN INPUT_VAL
        uint256 left = held - amount; //~ BENIGN ARITHMETIC
        _held[msg.sender][card] = left; //~ BENIGN STATE_MOD
        _held[to][card] += amount; //~ BENIGN STATE_MOD
        emit Sent(msg.sender, to, card, amount); //~ UNRELATED EVENT_EMIT
        if (to.code.length > 0) _ask(to, card, amount); //~ BENIGN EXT_CALL
    }

    /// @notice How many cards of a kind an account holds.
    function heldBy(address holder, uint256 card) external view returns (uint256) {
        return _held[holder][card];
    }

    function _give(address holder, uint256 card, uint256 amount) internal {
        _held[holder][card] += amount; //~ BENIGN STATE_MOD
    }

    function _take(address holder, uint256 card, uint256 amount) internal {
        uint256 held = _held[holder][card];
        if (amount > held) revert NotEnough(held, amount); //~ BENIGN INPUT_VAL
        _held[holder][card] = held - amount; //~ BENIGN STATE_MOD
    }

    function _ask(address to, uint256 card, uint256 amount) private {
        bytes4 answer = ICardReceiver(to).onCardsReceived(msg.sender, card, amount);
        if (answer != ICardReceiver.onCardsReceived.selector) revert NotTaken(to); //~ BENIGN CTRL_FLOW
    }
}

/// @notice Cards of a publisher, sold at a fixed price and taken back for nine tenths of it.
contract TradingCards is Albums {
    struct Print {
        uint256 price;
        uint256 supply;
        uint256 sold;
    }

    address public immutable publisher;

    /// @notice The publisher's tenth of all sales, as far as it was not collected.
    uint256 public earned;

    Print[] private _prints;

    event Printed(uint256 indexed card, uint256 price, uint256 supply);
    event Bought(address indexed holder, uint256 indexed card, uint256 amount);
    event TakenBack(address indexed holder, uint256 indexed card, uint256 amount);
    event Collected(uint256 amount);

    error NotPublisher(address account);
    error BadPrice(uint256 price);
    error NoSuchCard(uint256 card);
    error SoldOut(uint256 card);
    error WrongPayment(uint256 sent, uint256 wanted);
    error NotPaid(address to, uint256 amount);

    modifier onlyPublisher() {
        if (msg.sender != publisher) revert NotPublisher(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address publisher_) {
        if (publisher_ == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        publisher = publisher_;
    }

    /// @notice Prints a new card.
    function print(uint256 price, uint256 supply) external onlyPublisher returns (uint256 card) {
        if (price == 0 || price % 10 != 0) revert BadPrice(price); //~ BENIGN INPUT_VAL
        card = _prints.length;
        _prints.push(Print(price, supply, 0));
        emit Printed(card, price, supply); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Buys cards for exactly their price.
    function buy(uint256 card, uint256 amount) external payable {
        Print storage printed = _print(card);
        if (amount > printed.supply - printed.sold) revert SoldOut(card); //~ BENIGN INPUT_VAL
        uint256 price = printed.price * amount;
        if (msg.value != price) revert WrongPayment(msg.value, price); //~ BENIGN INPUT_VAL
        printed.sold += amount;
        earned += price / 10; //~ BENIGN ARITHMETIC
        _give(msg.sender, card, amount);
        emit Bought(msg.sender, card, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Takes cards of the caller back, for nine tenths of their price.
    function takeBack(uint256 card, uint256 amount) external {
        Print storage printed = _print(card);
        _take(msg.sender, card, amount); //~ BENIGN STATE_MOD
        printed.sold -= amount;
        emit TakenBack(msg.sender, card, amount); //~ UNRELATED EVENT_EMIT
        _pay(msg.sender, (printed.price / 10) * 9 * amount); //~ BENIGN FUND_XFER
    }

    /// @notice Pays the publisher what it has earned.
    function collect() external onlyPublisher {
        uint256 amount = earned;
        earned = 0; //~ BENIGN STATE_MOD
        emit Collected(amount); //~ UNRELATED EVENT_EMIT
        _pay(publisher, amount);
    }

    function printAt(uint256 card) external view returns (Print memory) {
        return _print(card);
    }

    function _print(uint256 card) private view returns (Print storage) {
        if (card >= _prints.length) revert NoSuchCard(card); //~ BENIGN INPUT_VAL
        return _prints[card];
    }

    function _pay(address to, uint256 amount) private {
        (bool paid,) = to.call{value: amount}("");
        if (!paid) revert NotPaid(to, amount); //~ BENIGN FUND_XFER
    }
}
