// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";

// A wheel with a hundred fields. A bet on one field pays eighty times the stake.
contract FairgroundWheel is Ownable {
    using SafeMath for uint256;

    struct Bet {
        uint256 stake;
        uint256 field;
        uint256 drawn_at;
    }

    uint256 public constant FIELDS = 100;
    uint256 public constant PAYS = 80;
    uint256 public constant DELAY = 3;
    uint256 public constant REACH = 250;

    uint256 public min_stake;
    uint256 public max_stake;
    uint256 public promised;
    mapping(address => Bet) public bets;

    event BetPlaced(address indexed player, uint256 stake, uint256 field, uint256 drawn_at);
    event Stopped(address indexed player, uint256 field, uint256 paid);
    event Expired(address indexed player, uint256 stake);
    event Limits(uint256 min_stake, uint256 max_stake);

    constructor(uint256 _min, uint256 _max) {
        _limits(_min, _max);
    }

    receive() external payable {}

    function bet(uint256 _field) external payable {
        require(_field < FIELDS, "!field"); //~ BENIGN INPUT_VAL
        require(msg.value >= min_stake && msg.value <= max_stake, "!stake"); //~ BENIGN INPUT_VAL
        require(bets[msg.sender].stake == 0, "!one bet"); //~ BENIGN CTRL_FLOW
        uint256 prize = msg.value.mul(PAYS);
        promised = promised.add(prize); //~ BENIGN ARITHMETIC
        require(promised <= address(this).balance, "!funds"); //~ DECOY STATE_MOD the stake is part of what pays the prize
        uint256 drawn_at = block.number.add(DELAY);
        bets[msg.sender] = Bet(msg.value, _field, drawn_at); //~ BENIGN STATE_MOD
        emit BetPlaced(msg.sender, msg.value, _field, drawn_at); //~ UNRELATED EVENT_EMIT
    }

    function spin() external {
        Bet memory b = bets[msg.sender];
        require(b.stake > 0, "!bet"); //~ BENIGN INPUT_VAL
        require(block.number > b.drawn_at, "!wait"); //~ PREREQ CTRL_FLOW the player chooses any block from here on
        require(block.number <= b.drawn_at.add(REACH), "!late"); //~ BENIGN CTRL_FLOW
        _forget(msg.sender, b.stake);
        uint256 field = _field_of(block.number - 1, msg.sender); //~ ROOT_CAUSE RANDOM known before the call
        uint256 prize = 0;
        if (field == b.field) {
            prize = b.stake.mul(PAYS);
        }
        emit Stopped(msg.sender, field, prize);
        if (prize > 0) {
            (bool paid, ) = msg.sender.call{value: prize}(""); //~ DECOY EXT_CALL the bet is gone by now
            require(paid, "!paid"); //~ BENIGN FUND_XFER
        }
    }

    // a bet that was not looked up in time is lost
    function expire(address _player) external {
        Bet memory b = bets[_player];
        require(b.stake > 0, "!bet"); //~ BENIGN INPUT_VAL
        require(block.number > b.drawn_at.add(REACH), "!early"); //~ BENIGN CTRL_FLOW
        _forget(_player, b.stake);
        emit Expired(_player, b.stake);
    }

    function set_limits(uint256 _min, uint256 _max) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _limits(_min, _max);
    }

    function collect(address payable _to, uint256 _amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_to != address(0), "!to"); //~ BENIGN INPUT_VAL
        require(address(this).balance.sub(_amount) >= promised, "!promised"); //~ BENIGN ARITHMETIC
        (bool paid, ) = _to.call{value: _amount}("");
        require(paid, "!paid");
    }

    function _limits(uint256 _min, uint256 _max) internal {
        require(_min > 0, "!min"); //~ BENIGN INPUT_VAL
        require(_max >= _min, "!max");
        min_stake = _min;
        max_stake = _max;
        emit Limits(_min, _max);
    }

    function _forget(address _player, uint256 _stake) internal {
        delete bets[_player]; //~ BENIGN STATE_MOD
        promised = promised.sub(_stake.mul(PAYS)); //~ BENIGN ARITHMETIC
    }

    function _field_of(uint256 _block, address _player) internal view returns (uint256) {
        return uint256(keccak256(abi.encodePacked(blockhash(_block), _player))).mod(FIELDS); //~ DECOY RANDOM uneven by less than can be measured
    }
}
