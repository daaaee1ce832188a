// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IToken {
    function transfer(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external;
}

/// @notice Moves one token, whether it answers with a boolean or with nothing.
abstract contract TokenPayments {
    address public immutable token;

    error NoToken(address token);
    error Refused(bytes reason);
    error AnsweredNo();

    constructor(address token_) {
        if (token_.code.length == 0) revert NoToken(token_); //~ BENIGN INPUT_VAL
        token = token_;
    }

    function _collect(address from, uint256 amount) internal {
        _call(abi.encodeCall(IToken.transferFrom, (from, address(this), amount)));
    }

    function _pay(address to, uint256 amount) internal {
        _call(abi.encodeCall(IToken.transfer, (to, amount))); //~ PREREQ FUND_XFER
    }

    function _call(bytes memory data) private {
        (bool success, bytes memory answer) = token.call(data); //~ PREREQ EXT_CALL an old token may revert without a word
        if (!success && answer.length > 0) revert Refused(answer); //~ ROOT_CAUSE CTRL_FLOW a failure without a reason passes for success
        if (answer.length > 0 && !abi.decode(answer, (bool))) revert AnsweredNo(); //~ INSUFF_GUARD CTRL_FLOW nothing to decode here either
    }
}

/// @notice A shop for used instruments, which sells what their owners leave with it.
contract ConsignmentShop is TokenPayments {
    enum State {
        Offered,
        Sold,
        Settled,
        Refunded,
        TakenBack
    }

    struct Item {
        address seller;
        address buyer;
        uint256 price;
        uint256 soldAt;
        uint16 commission;
        State state;
    }

    /// @notice How long a buyer may bring an item back to the shop.
    uint256 public constant TRIAL = 7 days;
    uint256 private constant WHOLE = 10_000;

    address public keeper;
    address public nextKeeper;

    /// @notice The commission on items that are left from now on, of 10,000.
    uint16 public commission;

    /// @notice Commissions that the keeper has not taken yet.
    uint256 public earned;

    Item[] public items;

    event Consigned(uint256 indexed id, address indexed seller, uint256 price);
    event Repriced(uint256 indexed id, uint256 price);
    event Bought(uint256 indexed id, address indexed buyer, uint256 price);
    event Refunded(uint256 indexed id);
    event Settled(uint256 indexed id, uint256 amount);
    event TakenBack(uint256 indexed id);
    event CommissionSet(uint16 commission);
    event EarningsTaken(uint256 amount);
    event KeeperChanged(address indexed keeper);

    error NotKeeper(address caller);
    error NotSeller(address caller);
    error WrongState(State state);
    error TooDear(uint256 price);
    error NoPrice();
    error TooMuch(uint256 commission);
    error OnTrial(uint256 until);
    error TrialOver(uint256 until);

    modifier onlyKeeper() {
        if (msg.sender != keeper) revert NotKeeper(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier inState(uint256 id, State state) {
        if (items[id].state != state) revert WrongState(items[id].state); //~ BENIGN CTRL_FLOW
        _;
    }

    constructor(address token_, uint16 commission_) TokenPayments(token_) {
        keeper = msg.sender;
        _setCommission(commission_);
    }

    /// @notice Leaves an item with the shop.
    function consign(uint256 price) external returns (uint256 id) { //~ DECOY ACCESS_CTRL anybody may, and a buyer chooses what to buy
        id = items.length;
        items.push(Item(msg.sender, address(0), 0, 0, commission, State.Offered)); //~ BENIGN STATE_MOD
        emit Consigned(id, msg.sender, price); //~ UNRELATED EVENT_EMIT
        _setPrice(id, price);
    }

    /// @notice Changes the price of an item.
    function reprice(uint256 id, uint256 price) external inState(id, State.Offered) {
        if (items[id].seller != msg.sender) revert NotSeller(msg.sender); //~ BENIGN ACCESS_CTRL
        _setPrice(id, price);
    }

    /// @notice Takes an item home again.
    function takeBack(uint256 id) external inState(id, State.Offered) {
        if (items[id].seller != msg.sender) revert NotSeller(msg.sender);
        items[id].state = State.TakenBack;
        emit TakenBack(id);
    }

    /// @notice Buys an item, for no more than the caller has agreed to.
    function buy(uint256 id, uint256 most) external inState(id, State.Offered) {
        Item storage item = items[id];
        if (item.price > most) revert TooDear(item.price); //~ BENIGN INPUT_VAL
        item.state = State.Sold;
        item.buyer = msg.sender;
        item.soldAt = block.timestamp;
        emit Bought(id, msg.sender, item.price);
        _collect(msg.sender, item.price); //~ PREREQ FUND_XFER
    }

    /// @notice Gives the buyer the money back, for an item that was brought back to the shop.
    function refund(uint256 id) external onlyKeeper inState(id, State.Sold) {
        Item storage item = items[id];
        uint256 until = item.soldAt + TRIAL;
        if (block.timestamp > until) revert TrialOver(until); //~ BENIGN TIMESTAMP
        item.state = State.Refunded;
        emit Refunded(id);
        _pay(item.buyer, item.price);
    }

    /// @notice Pays the seller when the trial is over.
    function settle(uint256 id) external inState(id, State.Sold) { //~ DECOY ACCESS_CTRL the receiver is the seller, whoever asks
        Item storage item = items[id];
        uint256 until = item.soldAt + TRIAL;
        if (block.timestamp <= until) revert OnTrial(until); //~ BENIGN TIMESTAMP
        item.state = State.Settled; //~ BENIGN STATE_MOD
        uint256 cut = item.price * item.commission / WHOLE; //~ BENIGN ARITHMETIC
        earned += cut;
        emit Settled(id, item.price - cut);
        _pay(item.seller, item.price - cut);
    }

    /// @notice Takes the commissions.
    function takeEarnings() external onlyKeeper {
        uint256 amount = earned;
        earned = 0; //~ BENIGN STATE_MOD
        emit EarningsTaken(amount);
        _pay(keeper, amount);
    }

    /// @notice Sets the commission on items that are left from now on.
    function setCommission(uint16 commission_) external onlyKeeper {
        _setCommission(commission_);
    }

    /// @notice Names the next keeper, who has to accept.
    function handOver(address next) external onlyKeeper {
        nextKeeper = next;
    }

    /// @notice Becomes the keeper.
    function accept() external {
        if (msg.sender != nextKeeper) revert NotKeeper(msg.sender); //~ BENIGN ACCESS_CTRL
        keeper = nextKeeper;
        nextKeeper = address(0);
        emit KeeperChanged(keeper);
    }

    function _setPrice(uint256 id, uint256 price) private {
        if (price == 0) revert NoPrice(); //~ BENIGN INPUT_VAL
        items[id].price = price;
        emit Repriced(id, price);
    }

    function _setCommission(uint16 commission_) private {
        if (commission_ > 3_000) revert TooMuch(commission_); //~ BENIGN INPUT_VAL
        commission = commission_;
        emit CommissionSet(commission_);
    }
}
