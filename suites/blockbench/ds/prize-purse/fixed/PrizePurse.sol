pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";
import "@openzeppelin/contracts@2.5.1/utils/ReentrancyGuard.sol";

/**
 * @dev Prizes of a competition. A winner collects a prize, or passes it to somebody else.
 */
contract PrizePurse is Ownable, ReentrancyGuard {
    using SafeMath for uint256;

    uint256 public awarded;
    uint256 public expires;
    mapping(address => uint256) public prizes;

    event Awarded(address indexed winner, uint256 amount);
    event Passed(address indexed from, address indexed to, uint256 amount);
    event Collected(address indexed winner, uint256 amount);
    event Closed(uint256 amount);

    /**
     * @dev Sets how long prizes can be collected.
     */
    constructor(uint256 _days) public {
        require(_days > 0, "no time"); //~ BENIGN INIT
        expires = now.add(_days.mul(1 days));
    }

    /**
     * @dev Takes ether for prizes.
     */
    function() external payable {}

    /**
     * @dev Awards a prize, as long as there is ether for it.
     */
    function award(address _winner, uint256 _amount) external onlyOwner {
        require(now < expires, "closed"); //~ BENIGN TIMESTAMP
        awarded = awarded.add(_amount);
        require(awarded <= address(this).balance, "too much"); //~ BENIGN INPUT_VAL
        prizes[_winner] = prizes[_winner].add(_amount); //~ BENIGN STATE_MOD
        emit Awarded(_winner, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Passes a prize to another account.
     */
    function pass(address _to, uint256 _amount) external {
        require(_to != address(0), "no account"); //~ BENIGN INPUT_VAL
        prizes[msg.sender] = prizes[msg.sender].sub(_amount, "too much"); //~ BENIGN STATE_MOD
        prizes[_to] = prizes[_to].add(_amount); //~ BENIGN STATE_MOD
        emit Passed(msg.sender, _to, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Pays out the prize of the sender.
     */
    function collect() external nonReentrant { //~ BENIGN REENTRY_GUARD
        uint256 amount = prizes[msg.sender];
        require(amount > 0, "no prize"); //~ BENIGN INPUT_VAL
        awarded = awarded.sub(amount); //~ BENIGN STATE_MOD
        prizes[msg.sender] = 0; //~ BENIGN STATE_MOD
        (bool paid, ) = msg.sender.call.value(amount)(""); //~ BENIGN EXT_CALL
        require(paid, "not paid"); //~ BENIGN EXT_CALL
        emit Collected(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Returns to the owner what nobody has collected in time.
     */
    function close() external onlyOwner {
        require(now >= expires, "open"); //~ BENIGN TIMESTAMP
        emit Closed(address(this).balance);
        msg.sender.transfer(address(this).balance); //~ BENIGN FUND_XFER
    }
}
