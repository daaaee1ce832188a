// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// @dev Narrowing of whole numbers for packed records.
library Narrow {
    error TooWide(uint256 value, uint8 bits);

    function to48(uint256 value) internal pure returns (uint48) {
        if (value >> 48 != 0) revert TooWide(value, 48);
        return uint48(value);
    }

    function to96(uint256 value) internal pure returns (uint96) {
        if (value >> 96 != 0) revert TooWide(value, 96);
        return uint96(value);
    }
}

/// @title PeatShed
/// @notice A moorland parish sells its winter fuel ahead. A household books bricks of a stack at the stack's price while it
///         dries, and fetches them in autumn; what a household does not need after all the parish takes back until the stack
///         is opened, at nine tenths of what it cost.
contract PeatShed {
    using Narrow for uint256;

    enum Phase {
        Drying,
        Open,
        Empty
    }

    struct Stack {
        uint96 price; // wei for one brick
        uint96 cut; // bricks in the stack
        uint48 opensAt;
        Phase phase;
    }

    struct Booking {
        uint96 bricks;
        uint96 paid;
        uint48 lastAt;
    }

    uint256 public constant TAKE_BACK_PERCENT = 90;

    address public immutable reeve;
    Stack[] public stacks;
    mapping(uint256 stack => mapping(address household => Booking)) public bookings;
    mapping(uint256 stack => uint256 bricks) public booked;
    uint256 public tenths;

    event Cut(uint256 indexed stack, uint96 price, uint96 bricks, uint48 opensAt);
    event Booked(uint256 indexed stack, address indexed household, uint256 bricks, uint256 cost);
    event TakenBack(uint256 indexed stack, address indexed household, uint256 bricks, uint256 refund);
    event Opened(uint256 indexed stack);
    event Fetched(uint256 indexed stack, address indexed household, uint256 bricks);

    error ReeveOnly();
    error NotInPhase(Phase phase);
    error NothingAsked();
    error NotEnoughLeft(uint256 left);
    error CostIs(uint256 cost);
    error PaymentRefused();

    modifier onlyReeve() {
        if (msg.sender != reeve) revert ReeveOnly();
        _;
    }

    modifier whileIn(uint256 stack, Phase phase) {
        if (stacks[stack].phase != phase) revert NotInPhase(stacks[stack].phase);
        _;
    }

    constructor() {
        reeve = msg.sender;
    }

    /// @notice Offers a new stack.
    /// @param price wei for one brick
    /// @param bricks what was cut; zero for a stack that grows as long as the weather lasts
    function offer(uint256 price, uint256 bricks, uint256 drying) external onlyReeve {
        stacks.push(Stack(price.to96(), bricks.to96(), (block.timestamp + drying).to48(), Phase.Drying)); //~ BENIGN ARITHMETIC every number is measured before it is stored
        emit Cut(stacks.length - 1, uint96(price), uint96(bricks), stacks[stacks.length - 1].opensAt); //~ BENIGN ARITHMETIC measured in the line above
    }

    /// @notice What some bricks of a stack cost.
    function costOf(uint256 stack, uint256 bricks) public view returns (uint96) {
        return (bricks * stacks[stack].price).to96(); //~ BENIGN ARITHMETIC a cost beyond 96 bits is refused
    }

    /// @notice Books bricks for the caller.
    function book(uint256 stack, uint96 bricks) external payable whileIn(stack, Phase.Drying) {
        if (bricks == 0) revert NothingAsked();
        uint256 left = remaining(stack);
        if (bricks > left) revert NotEnoughLeft(left); //~ BENIGN INPUT_VAL a growing stack is bounded by what it costs
        uint96 cost = costOf(stack, bricks); //~ BENIGN ARITHMETIC the whole cost, or none
        if (msg.value != cost) revert CostIs(cost);
        Booking storage b = bookings[stack][msg.sender];
        b.bricks += bricks;
        b.paid += cost;
        b.lastAt = uint48(block.timestamp); //~ BENIGN TIMESTAMP fits for millions of years
        booked[stack] += bricks;
        emit Booked(stack, msg.sender, bricks, cost);
    }

    /// @notice Bricks of a stack that can still be booked.
    function remaining(uint256 stack) public view returns (uint256) {
        uint256 cut = stacks[stack].cut;
        return cut == 0 ? type(uint96).max : cut - booked[stack];
    }

    /// @notice Gives booked bricks back while the stack dries.
    function giveBack(uint256 stack, uint96 bricks) external whileIn(stack, Phase.Drying) {
        if (bricks == 0) revert NothingAsked();
        Booking storage b = bookings[stack][msg.sender];
        uint96 worth = costOf(stack, bricks);
        b.bricks -= bricks; //~ BENIGN ARITHMETIC checked, nobody gives back more than was booked
        b.paid = worth < b.paid ? b.paid - worth : 0;
        booked[stack] -= bricks;
        uint256 refund = (uint256(worth) * TAKE_BACK_PERCENT) / 100;
        tenths += worth - refund;
        emit TakenBack(stack, msg.sender, bricks, refund);
        _pay(msg.sender, refund); //~ BENIGN FUND_XFER nine tenths of what these bricks cost
    }

    /// @notice Opens a dried stack; its money is the parish's from then on.
    function open(uint256 stack) external onlyReeve whileIn(stack, Phase.Drying) {
        if (block.timestamp < stacks[stack].opensAt) revert NotInPhase(Phase.Drying); //~ UNRELATED TIMESTAMP weeks of drying
        stacks[stack].phase = Phase.Open;
        emit Opened(stack);
        _pay(reeve, booked[stack] * stacks[stack].price);
    }

    /// @notice Hands the parish what it kept of the bricks given back.
    function collectTenths() external onlyReeve {
        uint256 amount = tenths;
        tenths = 0;
        _pay(reeve, amount);
    }

    /// @notice Records that the caller has carried all booked bricks away.
    function fetch(uint256 stack) external whileIn(stack, Phase.Open) {
        uint256 bricks = bookings[stack][msg.sender].bricks;
        if (bricks == 0) revert NothingAsked();
        delete bookings[stack][msg.sender];
        booked[stack] -= bricks;
        if (booked[stack] == 0) stacks[stack].phase = Phase.Empty;
        emit Fetched(stack, msg.sender, bricks);
    }

    function _pay(address to, uint256 amount) private {
        (bool ok,) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }
}
