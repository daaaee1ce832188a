pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

interface Coin {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

/**
 * @dev The readings of the meters, in kilowatt hours.
 */
contract Meters is Ownable {
    using SafeMath for uint256;

    mapping(address => uint256) public reading;

    event Read(address indexed member, uint256 reading);

    /**
     * @dev Notes the reading of a member's meter, which only grows.
     */
    function note(address _member, uint256 _reading) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_reading >= reading[_member], "falling"); //~ BENIGN INPUT_VAL
        uint256 used = _reading.sub(reading[_member]); //~ BENIGN ARITHMETIC
        reading[_member] = _reading;
        emit Read(_member, _reading); //~ UNRELATED EVENT_EMIT
        _use(_member, used);
    }

    function _use(address _member, uint256 _amount) internal;
}

/**
 * @dev Kilowatt hours of a solar cooperative, bought ahead and used as the meters are read.
 */
contract SolarCredits is Meters {
    uint256 public constant BACK = 90;

    Coin public coin;
    uint256 public price;
    mapping(address => uint256) public credits;
    mapping(address => uint256) public owed;

    event Bought(address indexed member, uint256 amount, uint256 paid);
    event Sold(address indexed member, uint256 amount, uint256 received);
    event Sent(address indexed from, address indexed to, uint256 amount);
    event Collected(address indexed to, uint256 amount);

    constructor(Coin _coin, uint256 _price) public {
        require(address(_coin) != address(0), "no coin"); //~ BENIGN INPUT_VAL
        require(_price > 0, "no price"); //~ BENIGN INPUT_VAL
        coin = _coin;
        price = _price;
    }

    /**
     * @dev Buys credits at the price.
     */
    function buy(uint256 _amount) external {
        require(_amount > 0, "nothing"); //~ BENIGN INPUT_VAL
        uint256 paid = _amount.mul(price); //~ BENIGN ARITHMETIC
        require(coin.transferFrom(msg.sender, address(this), paid), "not paid"); //~ BENIGN EXT_CALL
        _credit(msg.sender, _amount);
        emit Bought(msg.sender, _amount, paid);
    }

    /**
     * @dev Sells credits back for nine tenths of the price.
     */
    function sell(uint256 _amount) external {
        _debit(msg.sender, _amount);
        uint256 received = _amount.mul(price).mul(BACK).div(100); //~ BENIGN ARITHMETIC
        require(coin.transfer(msg.sender, received), "not sent"); //~ BENIGN FUND_XFER
        emit Sold(msg.sender, _amount, received);
    }

    /**
     * @dev Sends credits to another member.
     */
    function send(address _to, uint256 _amount) external {
        require(_to != address(0), "no member"); //~ BENIGN INPUT_VAL
        _debit(msg.sender, _amount);
        _credit(_to, _amount);
        emit Sent(msg.sender, _to, _amount);
    }

    /**
     * @dev Pays coins of the cooperative for its bills. What the members' credits are worth stays to the owner's care.
     */
    function collect(address _to, uint256 _amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(_to != address(0), "no account"); //~ BENIGN INPUT_VAL
        require(coin.transfer(_to, _amount), "not sent"); //~ BENIGN FUND_XFER
        emit Collected(_to, _amount);
    }

    /**
     * @dev Takes what was used off the credits. What they do not cover is owed, and taken off the next ones.
     */
    function _use(address _member, uint256 _amount) internal {
        uint256 held = credits[_member];
        if (_amount > held) {
            owed[_member] = owed[_member].add(_amount.sub(held)); //~ BENIGN ARITHMETIC
            credits[_member] = 0;
        } else {
            credits[_member] = held.sub(_amount);
        }
    }

    function _credit(address _member, uint256 _amount) internal {
        uint256 late = owed[_member];
        if (late >= _amount) {
            owed[_member] = late.sub(_amount);
        } else {
            owed[_member] = 0;
            credits[_member] = credits[_member].add(_amount.sub(late)); //~ BENIGN STATE_MOD
        }
    }

    function _debit(address _member, uint256 _amount) internal {
        credits[_member] = credits[_member].sub(_amount, "too few"); //~ BENIGN STATE_MOD
    }
}
