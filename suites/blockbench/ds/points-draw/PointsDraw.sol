// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// Members of a loyalty program put points into a pot. One entry takes it all.
contract PointsDraw is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Draw {
        uint256 price;
        uint256 closing;
        address[] entries;
    }

    uint256 public constant MAX_ENTRIES = 50;
    uint256 public constant WINDOW = 250;

    IERC20 public immutable points;
    uint256 public lastId;
    mapping(uint256 => Draw) private draws;

    event Open(uint256 indexed id, uint256 price, uint256 closing);
    event Enter(uint256 indexed id, address indexed member);
    event Settle(uint256 indexed id, address indexed winner, uint256 pot);
    event Cancel(uint256 indexed id);

    constructor(IERC20 _points) {
        require(address(_points) != address(0), "!points"); //~ BENIGN INIT
        points = _points;
    }

    function open(uint256 _price, uint256 _blocks) external onlyOwner returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        require(_price > 0 && _blocks > 0, "!terms"); //~ BENIGN INPUT_VAL
        id = ++lastId;
        draws[id].price = _price;
        draws[id].closing = block.number.add(_blocks); //~ BENIGN ARITHMETIC
        emit Open(id, _price, draws[id].closing);
    }

    // as often as a member likes, up to the closing block and in it
    function enter(uint256 _id) external {
        Draw storage draw = draws[_id];
        require(block.number <= draw.closing.add(WINDOW), "!open"); //~ SECONDARY_VULN#2 CTRL_FLOW as long as anybody may settle
        require(draw.entries.length < MAX_ENTRIES, "!room"); //~ BENIGN INPUT_VAL
        draw.entries.push(msg.sender); //~ PREREQ#2 STATE_MOD changes how many entries the seed chooses from
        points.safeTransferFrom(msg.sender, address(this), draw.price); //~ BENIGN FUND_XFER
        emit Enter(_id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    // by anyone, after the closing block
    function settle(uint256 _id) external { //~ PREREQ CTRL_FLOW the caller picks the block
        Draw memory draw = draws[_id];
        uint256 count = draw.entries.length;
        require(count > 0, "!entries"); //~ BENIGN INPUT_VAL
        require(block.number > draw.closing, "!closed"); //~ INSUFF_GUARD CTRL_FLOW the hash of the block is known by then, and everybody sees who would win
        require(block.number <= draw.closing.add(WINDOW), "!late"); //~ BENIGN CTRL_FLOW
        delete draws[_id]; //~ BENIGN STATE_MOD
        bytes32 seed = blockhash(block.number.sub(1)); //~ ROOT_CAUSE RANDOM another one in each block, known to who settles
        address winner = draw.entries[uint256(keccak256(abi.encodePacked(seed, _id))) % count]; //~ BENIGN RANDOM even enough over fifty entries
        points.safeTransfer(winner, draw.price.mul(count)); //~ PREREQ FUND_XFER
        emit Settle(_id, winner, draw.price.mul(count)); //~ UNRELATED EVENT_EMIT
    }

    // gives the points back where nobody settled in time
    function cancel(uint256 _id) external {
        Draw memory draw = draws[_id];
        require(block.number > draw.closing.add(WINDOW), "!early"); //~ BENIGN CTRL_FLOW
        delete draws[_id]; //~ BENIGN STATE_MOD
        for (uint256 i = 0; i < draw.entries.length; i++) {
            points.safeTransfer(draw.entries[i], draw.price); //~ BENIGN FUND_XFER
        }
        emit Cancel(_id);
    }
}
