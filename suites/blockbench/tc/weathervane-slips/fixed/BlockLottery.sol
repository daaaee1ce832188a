pragma solidity 0.4.26;

// A bet is on four hex digits. They are drawn from the hash of a block
// that comes after the bet. Two, three or four right digits win.

contract Bank {
    address public owner;
    uint public reserved; // top prizes of all open bets

    event LogFund(address indexed from, uint value);
    event LogWithdraw(uint value);

    modifier onlyOwner() {
        require(msg.sender == owner); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor() public payable {
        owner = msg.sender;
    }

    function () external payable {
        emit LogFund(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    function free() public view returns (uint) {
        return address(this).balance - reserved;
    }

    function withdraw(uint _value) external onlyOwner {
        require(_value <= free()); //~ BENIGN FUND_XFER prizes of open bets stay here
        emit LogWithdraw(_value);
        owner.transfer(_value);
    }

    function reserve(uint _value) internal {
        reserved += _value;
        require(reserved <= address(this).balance); //~ BENIGN INPUT_VAL no bet is sold whose best prize is not in the bank
    }
}

contract BlockLottery is Bank {
    struct Bet {
        address player;
        uint16 digits;
        uint32 drawBlock;
        uint128 stake;
    }

    uint public constant MIN_STAKE = 1 finney;
    uint public constant MAX_STAKE = 20 finney;
    uint public constant DELAY = 3;
    uint public constant LIFETIME = 40000; // blocks, about a week
    uint public constant TOP_PRIZE = 20000;

    Bet[] public bets;
    mapping (uint => bytes32) public hashes;

    event LogBet(uint indexed id, address indexed player, uint16 digits, uint drawBlock);
    event LogHash(uint indexed number, bytes32 hash);
    event LogClaim(uint indexed id, uint right, uint prize);
    event LogExpire(uint indexed id);

    constructor() public payable {}

    function betCount() external view returns (uint) {
        return bets.length;
    }

    function play(uint16 _digits) external payable returns (uint id) {
        require(msg.value >= MIN_STAKE && msg.value <= MAX_STAKE); //~ BENIGN INPUT_VAL
        reserve(msg.value * TOP_PRIZE);
        id = bets.length;
        bets.push(Bet(msg.sender, _digits, uint32(block.number + DELAY), uint128(msg.value))); //~ BENIGN RANDOM the hash of a later block
        emit LogBet(id, msg.sender, _digits, block.number + DELAY); //~ UNRELATED EVENT_EMIT
    }

    // for players who cannot claim soon
    function putHash(uint _number) public returns (bytes32 hash) {
        hash = hashes[_number];
        if (hash == 0) {
            require(block.number > _number && block.number - _number <= 256); //~ BENIGN RANDOM only where the hash is known
            hash = blockhash(_number); //~ BENIGN RANDOM
            hashes[_number] = hash;
            emit LogHash(_number, hash);
        }
    }

    function matches(uint16 _digits, bytes32 _hash) public pure returns (uint n) {
        uint16 x = _digits ^ uint16(_hash); //~ BENIGN COMPUTATION
        for (uint i = 0; i < 4; i++) {
            if (x & 15 == 0) n++; //~ BENIGN COMPUTATION each digit counts by itself, also when it repeats
            x = x >> 4;
        }
    }

    function betPrize(uint _stake, uint _right) public pure returns (uint) {
        if (_right == 4) return _stake * TOP_PRIZE;
        if (_right == 3) return _stake * 200;
        if (_right == 2) return _stake * 10;
        return 0;
    }

    function claim(uint _id) external {
        Bet memory b = bets[_id];
        require(b.player != 0 && block.number <= b.drawBlock + LIFETIME); //~ BENIGN TIMESTAMP
        uint n = matches(b.digits, putHash(b.drawBlock));
        delete bets[_id]; //~ BENIGN STATE_MOD the bet is gone before it is paid
        reserved -= b.stake * TOP_PRIZE; //~ BENIGN ARITHMETIC what the bet has reserved
        uint prize = betPrize(b.stake, n);
        emit LogClaim(_id, n, prize); //~ UNRELATED EVENT_EMIT
        if (prize > 0) b.player.transfer(prize); //~ BENIGN FUND_XFER
    }

    // frees what a bet has reserved that nobody has claimed
    function expire(uint _id) external {
        Bet memory b = bets[_id];
        require(b.player != 0 && block.number > b.drawBlock + LIFETIME); //~ BENIGN TIMESTAMP
        delete bets[_id];
        reserved -= b.stake * TOP_PRIZE;
        emit LogExpire(_id);
    }
}
