pragma solidity 0.4.26;

/*
 * Weathervane
 *
 * Four vanes stand on the roof of the corn exchange, and each of them comes to rest in one of sixteen directions.
 * A slip names a direction for every vane. The wind is the hash of a block that does not exist yet when the slip is
 * bought. Two, three or four vanes called in advance win.
 */

contract Bankroll {
    address public house;
    uint public reserved; // top prizes of all open slips

    event Funded(address indexed from, uint amount);
    event Withdrawn(uint amount);

    modifier onlyHouse() {
        require(msg.sender == house);
        _;
    }

    constructor() public payable {
        house = msg.sender;
    }

    function () external payable {
        emit Funded(msg.sender, msg.value);
    }

    function unreserved() public view returns (uint) {
        return address(this).balance - reserved;
    }

    function withdraw(uint amount) external onlyHouse {
        require(amount <= unreserved()); //~ UNRELATED FUND_XFER prizes of open slips stay here
        emit Withdrawn(amount);
        house.transfer(amount);
    }

    function _reserve(uint amount) internal {
        reserved += amount;
        require(reserved <= address(this).balance); //~ BENIGN INPUT_VAL no slip is sold whose best prize is not in the bank
    }
}

contract Weathervane is Bankroll {
    struct Slip {
        address player;
        uint16 code;     // four directions of four bits
        uint32 drawBlock;
        uint128 stake;
    }

    uint public constant MIN_STAKE = 1 finney;
    uint public constant MAX_STAKE = 20 finney;
    uint public constant DELAY = 3;
    uint public constant LIFETIME = 40000; // blocks, about a week
    uint public constant TOP_PRIZE = 20000;

    Slip[] public slips;
    mapping(uint => bytes32) public winds;

    event Played(uint indexed id, address indexed player, uint16 code, uint drawBlock);
    event WindNoted(uint indexed number, bytes32 wind);
    event Settled(uint indexed id, uint called, uint prize);
    event Lapsed(uint indexed id);

    constructor() public payable {}

    function slipCount() external view returns (uint) {
        return slips.length;
    }

    function play(uint16 code) external payable returns (uint id) {
        require(msg.value >= MIN_STAKE && msg.value <= MAX_STAKE);
        _reserve(msg.value * TOP_PRIZE);
        id = slips.length;
        slips.push(Slip(msg.sender, code, uint32(block.number + DELAY), uint128(msg.value))); //~ BENIGN RANDOM the hash of a later block
        emit Played(id, msg.sender, code, block.number + DELAY);
    }

    // Notes the wind of a block. Players who cannot settle soon let somebody do this for them.
    function noteWind(uint number) public returns (bytes32 wind) {
        wind = winds[number];
        if (wind == 0) {
            require(block.number > number && block.number - number <= 256); //~ BENIGN RANDOM only where the hash is known
            wind = blockhash(number); //~ BENIGN RANDOM
            winds[number] = wind;
            emit WindNoted(number, wind);
        }
    }

    // How many vanes were called: compares the codes four bits at a time.
    function called(uint16 code, bytes32 wind) public pure returns (uint count) {
        uint16 rest = code ^ uint16(wind); //~ BENIGN COMPUTATION
        for (uint i = 0; i < 4; i++) {
            if (rest & 15 == 0) count++;
            rest = rest >> 4;
        }
    }

    function prizeOf(uint stake, uint vanes) public pure returns (uint) {
        if (vanes == 4) return stake * TOP_PRIZE;
        if (vanes == 3) return stake * 200;
        if (vanes == 2) return stake * 10;
        return 0;
    }

    function settle(uint id) external {
        Slip memory slip = slips[id];
        require(slip.player != 0 && block.number <= slip.drawBlock + LIFETIME); //~ BENIGN TIMESTAMP
        uint vanes = called(slip.code, noteWind(slip.drawBlock));
        delete slips[id]; //~ BENIGN STATE_MOD the slip is gone before it is paid
        reserved -= slip.stake * TOP_PRIZE;
        uint prize = prizeOf(slip.stake, vanes);
        emit Settled(id, vanes, prize);
        if (prize > 0) slip.player.transfer(prize); //~ PREREQ FUND_XFER
    }

    // Frees the bank of a slip nobody has settled.
    function lapse(uint id) external {
        Slip memory slip = slips[id];
        require(slip.player != 0 && block.number > slip.drawBlock + LIFETIME);
        delete slips[id];
        reserved -= slip.stake * TOP_PRIZE;
        emit Lapsed(id); //~ UNRELATED EVENT_EMIT
    }
}
