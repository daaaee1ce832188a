pragma solidity 0.5.17;

/// @dev What a coffer remembers. The coffer and the code it borrows agree on this order.
contract CofferStore {
    struct Order {
        address payable to;
        uint256 amount;
        bytes data;
        uint256 round; // of the keepers who gave it
        uint256 approvals;
    }

    address internal code;
    bool internal opened;
    uint256 public required;
    uint256 public dayLimit;
    uint256 public spentToday;
    uint256 public lastDay;
    uint256 public round;
    uint256 internal orderCount;
    address[] internal keepers;
    mapping(address => uint256) internal seat; // one more than the index; 0 for everybody else
    mapping(uint256 => Order) internal orders;
    mapping(bytes32 => bool) internal approved;
}

/// @title  CofferCode
/// @notice The rules of all Millrace coffers. It is deployed once; coffers run it on their own storage.
/// @dev    A keeper may spend up to the day limit alone. Anything else is an order, which waits for its approvals.
contract CofferCode is CofferStore {
    event KeepersSeated(uint256 indexed round, uint256 count, uint256 required);
    event DayLimitSet(uint256 amount);
    event Ordered(uint256 indexed id, address indexed by, address to, uint256 amount);
    event Approved(uint256 indexed id, address indexed by);
    event Spent(address indexed to, uint256 amount);

    modifier onlyKeeper() {
        require(seat[msg.sender] != 0, "keepers only");
        _;
    }

    /// @dev While a coffer is being opened, and by order of its keepers afterwards.
    modifier governed() {
        require(!opened || msg.sender == address(this), "by order only");
        _;
    }

    /// @dev Nobody keeps anything in the code itself.
    constructor() public {
        opened = true; //~ BENIGN INIT the shared code cannot be opened by anybody
    }

    /// @notice First call of every coffer.
    function open(address[] memory first, uint256 need, uint256 limit) public {
        require(!opened, "opened before"); //~ INSUFF_GUARD INIT once only, but its parts can be called by themselves
        lastDay = now / 1 days;
        seatKeepers(first, need);
        setDayLimit(limit);
        opened = true;
    }

    // ------------------------------------------------------------------ keepers

    function isKeeper(address account) external view returns (bool) {
        return seat[account] != 0;
    }

    function keeperCount() external view returns (uint256) {
        return keepers.length;
    }

    /// @notice Lets the keepers leave and others take their seats. Open orders become void.
    function seatKeepers(address[] memory next, uint256 need) public { //~ ROOT_CAUSE INIT anybody reaches this through the coffer's fallback, at any time
        require(need > 0 && need <= next.length, "required");
        for (uint256 i = 0; i < keepers.length; i++) seat[keepers[i]] = 0;
        for (uint256 i = 0; i < next.length; i++) {
            require(next[i] != address(0) && seat[next[i]] == 0, "keeper");
            seat[next[i]] = i + 1;
        }
        keepers = next; //~ PREREQ STATE_MOD whoever is named here controls the coffer
        required = need;
        round++;
        emit KeepersSeated(round, next.length, need); //~ UNRELATED EVENT_EMIT
    }

    function setDayLimit(uint256 amount) public governed { //~ BENIGN ACCESS_CTRL at the opening, or as the outcome of an order
        dayLimit = amount;
        emit DayLimitSet(amount);
    }

    // ------------------------------------------------------------------ spending

    /// @notice Pays at once what the day limit leaves room for. Everything else becomes an order, approved by its author.
    /// @return number of the order, or 0 if it was paid
    function spend(address payable to, uint256 amount, bytes calldata data) external onlyKeeper returns (uint256 id) {
        if (data.length == 0 && _withinLimit(amount)) {
            _call(to, amount, data);
            return 0;
        }
        id = ++orderCount;
        orders[id] = Order(to, amount, data, round, 0);
        emit Ordered(id, msg.sender, to, amount);
        _approve(id);
    }

    function approve(uint256 id) external onlyKeeper {
        _approve(id);
    }

    function _approve(uint256 id) private {
        Order storage order = orders[id];
        require(order.to != address(0) && order.round == round, "no such order"); //~ BENIGN INPUT_VAL of the present keepers
        bytes32 mark = keccak256(abi.encode(round, id, msg.sender));
        require(!approved[mark], "approved before");
        approved[mark] = true;
        order.approvals++;
        emit Approved(id, msg.sender);
        if (order.approvals < required) return;

        address payable to = order.to;
        uint256 amount = order.amount;
        bytes memory data = order.data;
        delete orders[id]; //~ BENIGN STATE_MOD an order is carried out once
        _call(to, amount, data);
    }

    function _withinLimit(uint256 amount) private returns (bool) {
        uint256 today = now / 1 days;
        if (today > lastDay) {
            lastDay = today;
            spentToday = 0;
        }
        if (amount > dayLimit || spentToday > dayLimit - amount) return false;
        spentToday += amount;
        return true;
    }

    function _call(address payable to, uint256 amount, bytes memory data) private {
        (bool ok, ) = to.call.value(amount)(data);
        require(ok, "payment");
        emit Spent(to, amount);
    }
}

/// @title Coffer
/// @notice A purse of several keepers. It holds the ether; the rules are in the shared code.
contract Coffer is CofferStore {
    event Received(address indexed from, uint256 amount);

    constructor(address code_, address[] memory first, uint256 need, uint256 limit) public {
        code = code_;
        (bool ok, ) = code_.delegatecall(
            abi.encodeWithSelector(CofferCode(code_).open.selector, first, need, limit)
        );
        require(ok, "open");
    }

    function () external payable {
        if (msg.data.length == 0) {
            emit Received(msg.sender, msg.value);
            return;
        }
        address target = code;
        assembly {
            calldatacopy(0, 0, calldatasize)
            let ok := delegatecall(gas, target, 0, calldatasize, 0, 0) //~ PREREQ DELEGATE every public function of the code
            returndatacopy(0, 0, returndatasize)
            switch ok
            case 0 { revert(0, returndatasize) }
            default { return(0, returndatasize) }
        }
    }
}
