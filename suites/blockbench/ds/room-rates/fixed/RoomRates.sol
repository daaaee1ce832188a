pragma solidity 0.4.26;

/**
 * @dev Arithmetic that reverts on overflow.
 */
library SafeMath {
    function add(uint256 _a, uint256 _b) internal pure returns (uint256 c) {
        c = _a + _b;
        require(c >= _a); //~ BENIGN ARITHMETIC
    }

    function mul(uint256 _a, uint256 _b) internal pure returns (uint256 c) {
        if (_a == 0) return 0;
        c = _a * _b;
        require(c / _a == _b); //~ BENIGN ARITHMETIC
    }
}

/**
 * @dev Rooms with an owner and an agent who acts for the owner.
 */
contract Rooms {
    struct Room {
        address owner;
        address agent;
        uint256 rate;
        uint256 takings;
        uint256 taken;
    }

    Room[] public rooms;
    mapping(address => uint256) public mandates;

    event Registered(uint256 indexed room, address indexed owner);

    /**
     * @dev Lets the owner of a room and its agent pass.
     */
    modifier onlyHost(uint256 _room) {
        require(msg.sender == rooms[_room].owner || msg.sender == rooms[_room].agent); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Registers a room of the sender.
     */
    function register(address _agent, uint256 _rate) external returns (uint256 room) {
        require(_rate > 0); //~ BENIGN INPUT_VAL
        room = rooms.push(Room(msg.sender, _agent, _rate, 0, 0)) - 1; //~ BENIGN ARITHMETIC
        mandates[_agent]++; //~ BENIGN STATE_MOD
        emit Registered(room, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sets the rate of a room for nights that are booked from now on.
     */
    function setRate(uint256 _room, uint256 _rate) external onlyHost(_room) { //~ BENIGN ACCESS_CTRL
        require(_rate > 0); //~ BENIGN INPUT_VAL
        rooms[_room].rate = _rate;
    }

    /**
     * @dev Appoints another agent. Only the owner may do this.
     */
    function setAgent(uint256 _room, address _agent) external {
        require(msg.sender == rooms[_room].owner); //~ BENIGN ACCESS_CTRL
        mandates[rooms[_room].agent]--;
        mandates[_agent]++;
        rooms[_room].agent = _agent;
    }
}

/**
 * @dev Takes payments for nights.
 */
contract RoomRates is Rooms {
    using SafeMath for uint256;

    event Booked(uint256 indexed room, address indexed guest, uint256 nights);
    event Collected(uint256 indexed room, address indexed by, uint256 amount);

    /**
     * @dev Books nights at the present rate, if the host has not raised it.
     */
    function book(uint256 _room, uint256 _nights, uint256 _rate) external payable {
        Room storage room = rooms[_room];
        require(room.rate <= _rate && _nights > 0); //~ BENIGN INPUT_VAL
        require(msg.value == room.rate.mul(_nights)); //~ BENIGN INPUT_VAL
        room.takings = room.takings.add(msg.value); //~ BENIGN STATE_MOD
        emit Booked(_room, msg.sender, _nights); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Pays the takings of a room to the host who calls.
     */
    function collect(uint256 _room) external onlyHost(_room) returns (uint256 amount) { //~ BENIGN ACCESS_CTRL
        Room storage room = rooms[_room];
        amount = room.takings - room.taken; //~ BENIGN ARITHMETIC
        require(amount > 0); //~ BENIGN INPUT_VAL
        room.taken = room.takings; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount); //~ BENIGN FUND_XFER
        emit Collected(_room, msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }
}
