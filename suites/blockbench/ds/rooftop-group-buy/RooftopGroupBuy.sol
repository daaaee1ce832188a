// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

/// @notice What a round of the group buy tells the outside.
interface IGroupBuyEvents {
    event Ordered(uint256 indexed index, address indexed household, uint256 panels, uint256 paid);
    event Changed(uint256 indexed index, uint256 panels);
    event Cancelled(uint256 indexed index);
    event PriceFixed(uint256 price, uint256 panels);
    event Settled(uint256 indexed index, uint256 cost, uint256 surplus);
    event Parked(address indexed household, uint256 amount);
    event Invoiced(uint256 amount);
}

/// @title RooftopGroupBuy
/// @notice A neighbourhood orders solar panels together. Every household pays the ceiling price for the panels it
///         orders. Once orders are closed the installer fixes the price for all: the more panels, the lower. Orders are
///         then settled one after the other, the surplus goes back, and the installer is paid for settled orders.
contract RooftopGroupBuy is IGroupBuyEvents {
    struct Order {
        address household;
        uint32 panels;
        bool settled;
    }

    uint256 public constant MOST_PANELS = 40;
    uint256 public constant FIXING_TERM = 10 days;
    uint256 private constant DELIVERY_GAS = 15_000;

    address public immutable installer;
    uint256 public immutable ceiling;
    uint256 public immutable closesAt;

    Order[] public orders;
    uint256 public panelsOrdered;
    bool public priceFixed;
    uint256 public price;
    uint256 public next; // first order that is not settled
    uint256 public due; // owed to the installer

    /// @notice Ether that waits for a household to fetch it.
    mapping(address => uint256) public parked;

    error OrdersClosed();
    error OrdersOpen();
    error NotInstaller();
    error NotYours();
    error BadCount();
    error BadPrice();
    error HouseholdsOnly();
    error NothingParked();
    error Undelivered(address to, uint256 amount);

    modifier whileOpen() {
        if (block.timestamp >= closesAt) revert OrdersClosed(); //~ UNRELATED TIMESTAMP orders are open for weeks
        _;
    }

    constructor(address installer_, uint256 ceiling_, uint256 term) {
        if (ceiling_ == 0) revert BadPrice();
        installer = installer_;
        ceiling = ceiling_;
        closesAt = block.timestamp + term;
    }

    // ---- ordering -------------------------------------------------------------------------------

    function order(uint32 panels) external payable whileOpen returns (uint256 index) {
        if (msg.sender.code.length != 0) revert HouseholdsOnly(); //~ INSUFF_GUARD INPUT_VAL a contract has no code yet while it is being created
        if (panels == 0 || panels > MOST_PANELS) revert BadCount();
        if (msg.value != panels * ceiling) revert BadPrice();
        index = orders.length;
        orders.push(Order(msg.sender, panels, false)); //~ BENIGN STATE_MOD a list of any length, it is worked off in parts
        panelsOrdered += panels;
        emit Ordered(index, msg.sender, panels, msg.value);
    }

    /// @notice Lowers an order; what was paid for the rest is parked for the household.
    function lower(uint256 index, uint32 panels) external whileOpen {
        Order storage o = orders[index];
        if (o.household != msg.sender) revert NotYours();
        if (panels >= o.panels) revert BadCount();
        uint256 fewer = o.panels - panels;
        o.panels = panels;
        panelsOrdered -= fewer;
        _park(msg.sender, fewer * ceiling); //~ BENIGN STATE_MOD left for the household to fetch
        if (panels == 0) emit Cancelled(index);
        else emit Changed(index, panels);
    }

    // ---- settling -------------------------------------------------------------------------------

    /// @notice Fixes the price. If the installer lets the term pass, anybody may fix it at nothing, which ends the
    ///         round and gives everything back.
    function fixPrice(uint256 price_) external {
        if (block.timestamp < closesAt) revert OrdersOpen();
        if (priceFixed || price_ > ceiling) revert BadPrice();
        bool late = block.timestamp >= closesAt + FIXING_TERM;
        if (msg.sender != installer && !(late && price_ == 0)) revert NotInstaller(); //~ BENIGN ACCESS_CTRL others can only call the round off, and late
        price = price_;
        priceFixed = true;
        emit PriceFixed(price_, panelsOrdered);
    }

    /// @notice Settles the next `count` orders, or as many as are left.
    function settle(uint256 count) external returns (uint256 settled) {
        if (!priceFixed) revert OrdersOpen();
        while (settled < count && next < orders.length) {
            uint256 index = next++; //~ PREREQ CTRL_FLOW strictly in order, no order can be left out
            Order storage o = orders[index];
            o.settled = true; //~ BENIGN STATE_MOD settled ahead of the delivery
            uint256 cost = o.panels * price;
            uint256 surplus = o.panels * ceiling - cost;
            due += cost;
            emit Settled(index, cost, surplus);
            if (surplus > 0) _deliver(o.household, surplus); //~ ROOT_CAUSE FUND_XFER the whole batch depends on one household accepting ether
            settled++;
        }
    }

    /// @notice Pays the installer for what is settled.
    function invoice() external {
        uint256 amount = due;
        due = 0;
        emit Invoiced(amount);
        (bool ok, ) = installer.call{value: amount}(""); //~ BENIGN EXT_CALL only the installer's own money depends on it
        if (!ok) revert Undelivered(installer, amount);
    }

    /// @notice Fetches what is parked for the caller.
    function fetch() external {
        uint256 amount = parked[msg.sender];
        if (amount == 0) revert NothingParked();
        delete parked[msg.sender];
        (bool ok, ) = msg.sender.call{value: amount}(""); //~ BENIGN EXT_CALL only the caller depends on it
        if (!ok) revert Undelivered(msg.sender, amount);
    }

    function _park(address household, uint256 amount) private {
        parked[household] += amount;
        emit Parked(household, amount);
    }

    function _deliver(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount, gas: DELIVERY_GAS}(""); //~ INSUFF_GUARD EXT_CALL limits what a receiver can burn, not whether it accepts
        if (!ok) revert Undelivered(to, amount); //~ ROOT_CAUSE CTRL_FLOW one refusal undoes the whole batch, and every later one
    }
}
