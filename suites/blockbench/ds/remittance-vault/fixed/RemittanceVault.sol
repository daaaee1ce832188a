// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

// Counts in the token, one to one. Interest is added to the balances.
interface IMarket {
    // both answer 0, or why they did nothing
    function mint(uint256 _amount) external returns (uint256);

    function redeemUnderlying(uint256 _amount) external returns (uint256);

    function balanceOfUnderlying(address _who) external returns (uint256);
}

// Transfers that arrive later. Until then they lie in a market, and the
// interest pays for the service.
contract RemittanceVault {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Order {
        address from;
        address to;
        uint256 amount;
        uint256 due;
    }

    uint256 public constant MAX_DELAY = 365 days;

    IERC20 public immutable token;
    IMarket public immutable market;

    address public governance;
    address public nextGovernance;
    bool public closed;
    uint256 public lastId;
    uint256 public owed;
    mapping(uint256 => Order) public orders;

    event Send(uint256 indexed id, address indexed from, address indexed to, uint256 amount, uint256 due);
    event Change(uint256 indexed id, address indexed to);
    event Release(uint256 indexed id, address indexed to, uint256 amount);
    event Recall(uint256 indexed id, uint256 amount);
    event Harvest(uint256 amount);

    constructor(IERC20 _token, IMarket _market) public {
        require(address(_token) != address(0), "!token"); //~ BENIGN INIT
        require(address(_market) != address(0), "!market"); //~ BENIGN INIT
        token = _token;
        market = _market;
        governance = msg.sender;
    }

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    // two steps, the second by the new one
    function setGovernance(address _next) external onlyGovernance {
        nextGovernance = _next;
    }

    function acceptGovernance() external {
        require(msg.sender == nextGovernance, "!next"); //~ BENIGN ACCESS_CTRL
        governance = msg.sender;
        nextGovernance = address(0);
    }

    // no new orders, those that are here go on
    function setClosed(bool _closed) external onlyGovernance {
        closed = _closed;
    }

    function send(address _to, uint256 _amount, uint256 _delay) external returns (uint256 id) {
        require(!closed, "!open"); //~ BENIGN CTRL_FLOW
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        require(_delay > 0 && _delay <= MAX_DELAY, "!delay"); //~ BENIGN INPUT_VAL
        id = ++lastId;
        orders[id] = Order(msg.sender, _to, _amount, block.timestamp.add(_delay));
        owed = owed.add(_amount); //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), _amount);
        token.safeApprove(address(market), 0);
        token.safeApprove(address(market), _amount);
        require(market.mint(_amount) == 0, "!mint"); //~ BENIGN EXT_CALL
        emit Send(id, msg.sender, _to, _amount, orders[id].due); //~ UNRELATED EVENT_EMIT
    }

    // the recipient gives the order to another account, or moves house
    function change(uint256 _id, address _to) external {
        require(msg.sender == orders[_id].to, "!recipient"); //~ BENIGN ACCESS_CTRL
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        orders[_id].to = _to;
        emit Change(_id, _to);
    }

    // by anyone, when it is due
    function release(uint256 _id) external { //~ BENIGN ACCESS_CTRL
        Order memory order = _close(_id); //~ BENIGN STATE_MOD
        require(block.timestamp >= order.due, "!due"); //~ BENIGN TIMESTAMP
        uint256 before = token.balanceOf(address(this));
        _redeem(order.amount); //~ BENIGN EXT_CALL
        uint256 got = token.balanceOf(address(this)).sub(before); //~ BENIGN ARITHMETIC
        token.safeTransfer(order.to, got); //~ BENIGN FUND_XFER
        emit Release(_id, order.to, got);
    }

    // by the sender, before it is due
    function recall(uint256 _id) external {
        Order memory order = _close(_id);
        require(msg.sender == order.from, "!sender"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp < order.due, "!early"); //~ BENIGN TIMESTAMP
        _redeem(order.amount); //~ BENIGN EXT_CALL
        token.safeTransfer(order.from, order.amount);
        emit Recall(_id, order.amount);
    }

    // the interest, and nothing of what is owed
    function harvest() external onlyGovernance returns (uint256 extra) {
        extra = market.balanceOfUnderlying(address(this)).sub(owed); //~ BENIGN ARITHMETIC
        _redeem(extra); //~ BENIGN EXT_CALL
        token.safeTransfer(governance, extra);
        emit Harvest(extra);
    }

    function _redeem(uint256 _amount) internal {
        require(market.redeemUnderlying(_amount) == 0, "!redeem"); //~ BENIGN EXT_CALL
    }

    function _close(uint256 _id) internal returns (Order memory order) {
        order = orders[_id];
        require(order.amount > 0, "!order"); //~ BENIGN INPUT_VAL
        delete orders[_id];
        owed = owed.sub(order.amount);
    }
}
