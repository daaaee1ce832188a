// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function allowance(address owner, address spender) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

abstract contract Managed {
    address public manager;
    address public nextManager;

    event ManagerChanged(address indexed manager);

    error NotManager();

    modifier onlyManager() {
        if (msg.sender != manager) revert NotManager();
        _;
    }

    constructor() {
        manager = msg.sender;
        emit ManagerChanged(msg.sender);
    }

    function nominate(address next) external onlyManager {
        nextManager = next;
    }

    function accept() external {
        if (msg.sender != nextManager) revert NotManager();
        (manager, nextManager) = (msg.sender, address(0));
        emit ManagerChanged(msg.sender);
    }
}

/// @title QuillonTill
/// @notice Shops price in ether or in a token. Shoppers approve the till once and pay from whatever they hold: a token
///         as it is, or a wrapped ether that is redeemed on the way.
contract QuillonTill is Managed {
    /// @param exit The call that redeems `amount` of the wrapper, arguments included; wrappers want different ones.
    struct Order {
        address wrapper;
        uint256 amount;
        bytes exit;
        address shop;
        uint256 price;
        bytes32 memo;
    }

    uint256 public constant HIGHEST_CUT = 100;

    uint256 public cut; // basis points
    uint256 public takings;
    uint256 private _stage = 1;

    /// @notice What redeeming is called at a wrapper.
    mapping(address wrapper => bytes4 selector) public redeemOf;

    event Paid(address indexed shopper, address indexed shop, address token, uint256 price, bytes32 memo);
    event WrapperKnown(address indexed wrapper, bytes4 selector);

    error Busy();
    error CutTooHigh();
    error ExitRefused();
    error TooLittle(uint256 received);
    error PaymentRefused();

    modifier whenIdle() {
        if (_stage != 1) revert Busy(); //~ BENIGN REENTRY_GUARD the ether that comes in belongs to one order
        _stage = 2;
        _;
        _stage = 1;
    }

    receive() external payable {}

    function setCut(uint256 points) external onlyManager {
        if (points > HIGHEST_CUT) revert CutTooHigh();
        cut = points;
    }

    function know(address wrapper, bytes4 selector) external onlyManager {
        redeemOf[wrapper] = selector;
        emit WrapperKnown(wrapper, selector);
    }

    function collect(address payable to) external onlyManager {
        uint256 amount = takings;
        takings = 0;
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }

    /// @notice Pays a shop in the token it asks for, straight from the shopper.
    function pay(IToken token, address shop, uint256 price, bytes32 memo) external {
        if (!token.transferFrom(msg.sender, shop, price)) revert PaymentRefused(); //~ BENIGN FUND_XFER from the caller only
        emit Paid(msg.sender, shop, address(token), price, memo);
    }

    /// @notice Pays a shop in ether out of wrapped ether. What is left over goes back to the shopper.
    function settle(Order calldata order) external whenIdle {
        uint256 before = address(this).balance;
        if (!IToken(order.wrapper).transferFrom(msg.sender, address(this), order.amount)) revert PaymentRefused(); //~ PREREQ INPUT_VAL any token, and an amount of zero needs no funds
        (bool ok, ) = order.wrapper.call(order.exit); //~ ROOT_CAUSE EXT_CALL the caller chooses both whom and what, with the approvals of everyone
        if (!ok) revert ExitRefused();
        uint256 received = address(this).balance - before;
        if (received < order.amount || received < order.price) revert TooLittle(received); //~ INSUFF_GUARD INPUT_VAL nothing has to come in for an order of zero

        uint256 share = (order.price * cut) / 10_000; //~ BENIGN ARITHMETIC
        takings += share;
        _send(order.shop, order.price - share);
        _send(msg.sender, received - order.price);
        emit Paid(msg.sender, order.shop, address(0), order.price, order.memo); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Whether an order of a shopper would go through; for the checkout page.
    function ready(address shopper, Order calldata order) external view returns (bool) {
        IToken wrapper = IToken(order.wrapper);
        return
            order.exit.length >= 4 &&
            redeemOf[order.wrapper] == bytes4(order.exit) && //~ DECOY INPUT_VAL a view for the page; nothing depends on it
            order.amount >= order.price &&
            wrapper.balanceOf(shopper) >= order.amount &&
            wrapper.allowance(shopper, address(this)) >= order.amount; //~ PREREQ ACCESS_CTRL shoppers leave approvals standing here
    }

    function _send(address to, uint256 amount) private {
        if (amount == 0) return;
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }
}
