// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title Angling at the tarn
/// @notice An angler casts for a stake into one of eight pools and comes back to land the line some blocks later. If
///         the fish is in that pool, the landlord's purse pays seven times the stake.
contract TarnAngling {
    uint256 public constant POOLS = 8;
    uint256 public constant RETURN_ON_CATCH = 7;
    uint256 public constant SOAK = 3; // blocks a line has to be in the water
    uint256 public constant ROT = 200; // blocks after which a line is lost

    struct Line {
        address angler;
        uint96 stake;
        uint64 castIn;
        uint8 pool;
        bool done;
    }

    address public immutable landlord;
    uint96 public largestStake;

    Line[] private _lines;

    /// @notice What the purse has to keep for lines in the water.
    uint256 public bound;

    event Cast(uint256 indexed id, address indexed angler, uint8 pool, uint256 stake);
    event Landed(uint256 indexed id, uint256 fishIn, uint256 paid);
    event Lost(uint256 indexed id);
    event PurseFilled(uint256 amount);
    event PurseEmptied(uint256 amount);
    event LargestStakeSet(uint96 amount);

    error NotLandlord();
    error NoSuchPool(uint8 pool);
    error StakeOutOfRange(uint256 stake);
    error PurseTooSmall();
    error AlreadyDone(uint256 id);
    error NotYours(uint256 id);
    error InTheWater(uint256 until);
    error LineLost(uint256 id);
    error NotPaid();

    modifier onlyLandlord() {
        require(msg.sender == landlord, NotLandlord());
        _;
    }

    constructor(uint96 largestStake_) payable {
        landlord = msg.sender;
        largestStake = largestStake_;
        emit PurseFilled(msg.value);
    }

    receive() external payable {
        emit PurseFilled(msg.value);
    }

    // landlord

    function emptyPurse(uint256 amount) external onlyLandlord {
        require(amount <= address(this).balance - bound, PurseTooSmall()); //~ BENIGN INPUT_VAL lines in the water stay covered
        emit PurseEmptied(amount);
        _pay(landlord, amount);
    }

    function setLargestStake(uint96 amount) external onlyLandlord {
        largestStake = amount;
        emit LargestStakeSet(amount);
    }

    // anglers

    function cast(uint8 pool) external payable returns (uint256 id) {
        require(pool < POOLS, NoSuchPool(pool));
        require(msg.value > 0 && msg.value <= largestStake, StakeOutOfRange(msg.value));
        bound += msg.value * RETURN_ON_CATCH;
        require(bound <= address(this).balance, PurseTooSmall()); //~ BENIGN INPUT_VAL every catch can be paid
        id = _lines.length;
        _lines.push(Line(msg.sender, uint96(msg.value), uint64(block.number), pool, false)); //~ BENIGN ARITHMETIC both fit, the stake is limited by a number of 96 bits
        emit Cast(id, msg.sender, pool, msg.value);
    }

    /// @notice Lands a line of the caller.
    function land(uint256 id) external returns (uint256 paid) {
        Line storage line = _lines[id];
        require(line.angler == msg.sender, NotYours(id)); //~ PREREQ ACCESS_CTRL the angler alone decides when
        require(!line.done, AlreadyDone(id));
        require(block.number > line.castIn + SOAK, InTheWater(line.castIn + SOAK)); //~ INSUFF_GUARD CTRL_FLOW keeps the pool from being chosen by the draw, not the draw by the block of landing
        require(block.number <= line.castIn + ROT, LineLost(id)); //~ PREREQ CTRL_FLOW nearly two hundred blocks to choose from

        bytes32 ripple = blockhash(block.number - 1); //~ ROOT_CAUSE RANDOM known to the caller, and another one in every block
        uint256 fishIn = uint256(keccak256(abi.encodePacked(ripple, id))) % POOLS; //~ BENIGN RANDOM even over eight pools
        line.done = true;
        bound -= line.stake * RETURN_ON_CATCH;
        if (fishIn == line.pool) paid = line.stake * RETURN_ON_CATCH;
        emit Landed(id, fishIn, paid);
        if (paid > 0) _pay(msg.sender, paid); //~ BENIGN FUND_XFER the line is done by now
    }

    /// @notice Takes a line that nobody landed out of the books.
    function clear(uint256 id) external {
        Line storage line = _lines[id];
        require(!line.done, AlreadyDone(id));
        require(block.number > line.castIn + ROT, InTheWater(line.castIn + ROT));
        line.done = true;
        bound -= line.stake * RETURN_ON_CATCH;
        emit Lost(id);
    }

    function lineOf(uint256 id) external view returns (Line memory) {
        return _lines[id];
    }

    function _pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, NotPaid());
    }
}
