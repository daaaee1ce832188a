// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./context/IERC20.sol";
import "./context/IFiller.sol";

// Wain order house.
//
// Customers leave orders: so much of one token for another one, at a price that comes down from `start` to `least` until
// the order expires. Whoever finds the price right fills the order, by any means, with the tokens given in hand.
contract WainOrders {
    struct Order {
        address owner;
        uint64 posted;
        uint16 shareBps; // part of the surplus over `least` that the owner leaves to the house
        uint64 expires;
        IERC20 give;
        IERC20 want;
        uint128 giveAmount;
        uint128 start;
        uint128 least;
    }

    uint256 private constant BPS = 10_000;
    uint256 public constant MAX_LIFE = 60 days;

    address public immutable keeper;
    uint256 public lastId;
    mapping(uint256 => Order) public orders;
    mapping(IERC20 => uint256) public houseDue;
    bool private busy;

    event Posted(uint256 indexed id, address indexed owner, IERC20 give, uint256 giveAmount, IERC20 want, uint256 least);
    event Cancelled(uint256 indexed id);
    event Filled(uint256 indexed id, address indexed by, uint256 got);
    event HousePaid(IERC20 indexed token, uint256 amount);

    error Busy();
    error BadTerms();
    error NoSuchOrder(uint256 id);
    error Expired(uint256 id);
    error Short(uint256 got, uint256 wanted);
    error NotOwner();
    error TransferFailed();

    modifier whenIdle() {
        if (busy) revert Busy();
        busy = true;
        _;
        busy = false;
    }

    constructor(address keeper_) {
        keeper = keeper_;
    }

    // Leaves an order. The tokens given are taken at once.
    function post(
        IERC20 give,
        uint128 giveAmount,
        IERC20 want,
        uint128 start,
        uint128 least,
        uint64 life,
        uint16 shareBps
    ) external whenIdle returns (uint256 id) { //~ BENIGN REENTRY_GUARD no order is posted or withdrawn while one is being filled
        if (give == want || giveAmount == 0 || least == 0 || start < least) revert BadTerms();
        if (life == 0 || life > MAX_LIFE || shareBps > BPS) revert BadTerms();
        id = ++lastId;
        uint64 expires = uint64(block.timestamp) + life;
        orders[id] =
            Order(msg.sender, uint64(block.timestamp), shareBps, expires, give, want, giveAmount, start, least);
        emit Posted(id, msg.sender, give, giveAmount, want, least);
        _pull(give, giveAmount);
    }

    // Takes an order back, expired or not.
    function cancel(uint256 id) external whenIdle {
        Order memory o = orders[id];
        if (o.owner != msg.sender) revert NotOwner();
        delete orders[id];
        emit Cancelled(id);
        _send(o.give, o.owner, o.giveAmount);
    }

    // Fills an order with the help of `filler`, which gets the tokens given and sees to the payment.
    function fill(uint256 id, IFiller filler, bytes calldata data) external whenIdle returns (uint256 got) { //~ INSUFF_GUARD REENTRY_GUARD keeps other orders of this house shut meanwhile, not the customer's business elsewhere
        Order memory o = orders[id];
        uint256 wanted = wantedNow(id);
        delete orders[id]; //~ BENIGN STATE_MOD filled once, gone before any call
        // The filler is told where the payment belongs.
        address payee = o.shareBps == 0 ? o.owner : address(this); //~ ROOT_CAUSE CTRL_FLOW the payment is to be seen at an address that others pay too
        uint256 before = o.want.balanceOf(payee);
        _send(o.give, address(filler), o.giveAmount);
        filler.onFill(id, o.give, o.giveAmount, o.want, wanted, payee, data); //~ PREREQ EXT_CALL the filler may do other business with the owner in here
        got = o.want.balanceOf(payee) - before; //~ ROOT_CAUSE COMPUTATION whatever reached the owner meanwhile passes for the payment
        if (got < wanted) revert Short(got, wanted); //~ PREREQ INPUT_VAL the minimum is tested on that difference
        if (payee == address(this)) _share(o, got);
        emit Filled(id, msg.sender, got);
    }

    // Pays out what the house has earned.
    function payHouse(IERC20 token) external whenIdle returns (uint256 amount) { //~ UNRELATED ACCESS_CTRL anyone may start it, the keeper is paid
        amount = houseDue[token];
        houseDue[token] = 0;
        emit HousePaid(token, amount);
        _send(token, keeper, amount);
    }

    // What an order asks for at this moment.
    function wantedNow(uint256 id) public view returns (uint256) {
        Order storage o = orders[id];
        if (o.owner == address(0)) revert NoSuchOrder(id);
        if (block.timestamp > o.expires) revert Expired(id);
        uint256 passed = block.timestamp - o.posted;
        uint256 drop = (uint256(o.start - o.least) * passed) / (o.expires - o.posted); //~ BENIGN ARITHMETIC the drop rounds down, never below the least
        return o.start - drop;
    }

    // Passes a payment on to the owner, less the house's share of the surplus.
    function _share(Order memory o, uint256 got) private {
        uint256 cut = ((got - o.least) * o.shareBps) / BPS;
        houseDue[o.want] += cut;
        _send(o.want, o.owner, got - cut); //~ BENIGN FUND_XFER what is passed on has come in during this fill
    }

    function _pull(IERC20 token, uint256 amount) private {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function _send(IERC20 token, address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert TransferFailed();
    }
}
