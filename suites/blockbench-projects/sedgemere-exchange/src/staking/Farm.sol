// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IERC721Receiver} from "@openzeppelin/contracts@5.4.0/token/ERC721/IERC721Receiver.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IFarm} from "../interfaces/IFarm.sol";
import {INotes} from "../interfaces/INotes.sol";
import {IPool} from "../interfaces/IPool.sol";
import {IPoolFactory} from "../interfaces/IPoolFactory.sol";

// Farm pays rewards for liquidity. A program has an amount, a start and an end, and staked notes earn the amount with
// their seconds in range, by their liquidity. What nobody earns goes back to the sponsor.
//
// Send a note here with safeTransferFrom, and put the number of a program into the data.
contract Farm is IFarm, IERC721Receiver {
    using SafeERC20 for IERC20;

    // Programs are announced at most a month ahead and last for two years at most.
    uint256 public constant MAX_AHEAD = 30 days;
    uint256 public constant MAX_LENGTH = 730 days;

    INotes public immutable notes;
    IPoolFactory public immutable factory;

    Program[] private programInfo;
    mapping(uint256 => Stake) private stakeInfo;

    // Rewards by owner and token. They wait here until the owner claims them.
    mapping(address => mapping(address => uint256)) public override earned;

    constructor(INotes _notes, IPoolFactory _factory) {
        notes = _notes;
        factory = _factory;
    }

    // ------------------------------------------------------------------------
    // Programs
    // ------------------------------------------------------------------------

    // Anybody can sponsor a program, of any token. Who stakes should know what the token is.
    function create(address _token, address _pool, uint256 _start, uint256 _end, uint256 _amount)
        external
        override
        returns (uint256 id)
    {
        require(factory.isPool(_pool), "create: not a pool");
        require(_start >= block.timestamp && _start <= block.timestamp + MAX_AHEAD, "create: bad start");
        require(_end > _start && _end <= _start + MAX_LENGTH, "create: bad end");
        require(_amount > 0, "create: no reward");
        id = programInfo.length;
        programInfo.push(Program(_token, _pool, msg.sender, _start, _end, _amount, 0, 0));
        uint256 before = IERC20(_token).balanceOf(address(this));
        IERC20(_token).safeTransferFrom(msg.sender, address(this), _amount);
        require(IERC20(_token).balanceOf(address(this)) == before + _amount, "create: not paid");
        emit Created(id, _token, _pool, _start, _end, _amount);
    }

    // What is left goes to the sponsor, whoever calls this.
    function close(uint256 _id) external override {
        Program storage program = programInfo[_id];
        require(block.timestamp >= program.end, "close: not over");
        require(program.stakes == 0, "close: notes are staked");
        uint256 back = program.left;
        program.left = 0;
        IERC20(program.token).safeTransfer(program.sponsor, back);
        emit Closed(_id, back);
    }

    // ------------------------------------------------------------------------
    // Stakes
    // ------------------------------------------------------------------------

    // Notes come in here. Everything else that calls this is not a note.
    function onERC721Received(address, address _from, uint256 _note, bytes calldata _data)
        external
        override
        returns (bytes4)
    {
        require(msg.sender == address(notes), "stake: not a note"); //~ DECOY INPUT_VAL the former owner is an argument, and only notes tell it
        uint256 id = abi.decode(_data, (uint256));
        Program storage program = programInfo[id];
        require(block.timestamp >= program.start && block.timestamp < program.end, "stake: not now");
        INotes.Note memory note = notes.noteOf(_note);
        require(note.pool == program.pool, "stake: other pool"); //~ BENIGN INPUT_VAL the pool itself
        require(note.liquidity > 0, "stake: no liquidity");
        program.stakes++;
        uint160 since = IPool(note.pool).secondsInside(note.lower, note.upper);
        stakeInfo[_note] = Stake(_from, id, note.liquidity, since);
        emit Staked(id, _note, _from, note.liquidity);
        return this.onERC721Received.selector;
    }

    // Owners come and go as they like. After the end anybody can send notes home, so that the sponsor is not kept waiting.
    function unstake(uint256 _note) external override returns (uint256 reward) {
        Stake memory stake = stakeInfo[_note];
        require(stake.owner != address(0), "unstake: not staked");
        Program storage program = programInfo[stake.program];
        require(msg.sender == stake.owner || block.timestamp >= program.end, "unstake: not the owner");
        uint256 counted;
        (reward, counted) = rewardOf(_note);
        program.left -= reward;
        program.counted += counted;
        program.stakes--;
        earned[stake.owner][program.token] += reward; //~ DECOY ACCESS_CTRL whoever calls, it is the owner's
        delete stakeInfo[_note];
        notes.transferFrom(address(this), stake.owner, _note);
        emit Unstaked(stake.program, _note, reward);
    }

    // Fees belong to the owner all the time.
    function collectFees(uint256 _note) external override returns (uint128 amount0, uint128 amount1) {
        address owner = stakeInfo[_note].owner;
        require(owner != address(0), "collect: not staked");
        return notes.collect(_note, owner, type(uint128).max, type(uint128).max);
    }

    function claim(address _token, uint256 _amount, address _to) external override {
        earned[msg.sender][_token] -= _amount;
        IERC20(_token).safeTransfer(_to, _amount);
        emit Claimed(msg.sender, _token, _amount, _to);
    }

    // ------------------------------------------------------------------------
    // Reads
    // ------------------------------------------------------------------------

    // Seconds in range come from the pool, by liquidity and with 128 binary digits. They are counted for the liquidity
    // of the stake, and unstake() adds them to those that the program has paid already.
    function rewardOf(uint256 _note) public view override returns (uint256 reward, uint256 secondsCounted) {
        Stake memory stake = stakeInfo[_note];
        Program memory program = programInfo[stake.program];
        INotes.Note memory note = notes.noteOf(_note);
        unchecked {
            secondsCounted = uint160(IPool(note.pool).secondsInside(note.lower, note.upper) - stake.since);
        }
        secondsCounted *= stake.liquidity; //~ DECOY COMPUTATION what was added afterwards earns nothing
        if (secondsCounted == 0) return (0, 0);
        uint256 until = Math.max(program.end, block.timestamp); //~ BENIGN TIMESTAMP seconds that are still to come have their reward
        reward = Math.mulDiv(program.left, secondsCounted, ((until - program.start) << 128) - program.counted);
    }

    function programOf(uint256 _id) external view override returns (Program memory) {
        return programInfo[_id];
    }

    function stakeOf(uint256 _note) external view override returns (Stake memory) {
        return stakeInfo[_note];
    }

    function programs() external view returns (uint256) {
        return programInfo.length;
    }
}
