pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/ownership/Ownable.sol";

/**
 * @dev A date with tickets at one price. Sales end when it begins.
 */
contract Sale is Ownable {
    using SafeMath for uint256;

    uint256 public price;
    uint256 public seats;
    uint256 public begins;
    uint256 public sold;
    bool public cancelled;
    mapping(address => uint256) public ticketsOf;

    event Bought(address indexed guest, uint256 amount);
    event Cancelled();

    constructor(uint256 _price, uint256 _seats, uint256 _begins) internal {
        require(_price > 0, "no price");
        require(_seats > 0, "no seats");
        require(_begins > now, "in the past");
        price = _price;
        seats = _seats;
        begins = _begins;
    }

    /**
     * @dev Sells tickets for the exact price.
     */
    function buy(uint256 _amount) public payable {
        require(!cancelled && now < begins, "closed"); //~ BENIGN TIMESTAMP
        require(_amount > 0 && msg.value == price.mul(_amount), "wrong value"); //~ BENIGN INPUT_VAL
        require(sold.add(_amount) <= seats, "sold out");
        sold = sold.add(_amount);
        ticketsOf[msg.sender] = ticketsOf[msg.sender].add(_amount);
        emit Bought(msg.sender, _amount);
    }

    /**
     * @dev Calls the event off, before it begins.
     */
    function cancel() public onlyOwner {
        require(!cancelled && now < begins, "too late");
        cancelled = true;
        emit Cancelled();
    }
}

/**
 * @dev Keeps the takings until the event has begun. Guests return tickets at nine tenths of the price before that, and
 * get all of it back when the event is called off.
 */
contract EventTickets is Sale {
    event Returned(address indexed guest, uint256 amount, uint256 refund);
    event Withdrawn(uint256 amount);

    constructor(uint256 _price, uint256 _seats, uint256 _begins) public Sale(_price, _seats, _begins) {}

    /**
     * @dev Takes tickets back.
     */
    function giveBack(uint256 _amount) public {
        uint256 held = ticketsOf[msg.sender];
        require(_amount > 0 && _amount <= held, "no such tickets"); //~ INSUFF_GUARD INPUT_VAL
        uint256 refund = refundOf(_amount);
        (bool done, ) = msg.sender.call.value(refund)(""); //~ ROOT_CAUSE FUND_XFER the guest is called while it still has the tickets
        require(done, "refund refused");
        ticketsOf[msg.sender] = held.sub(_amount); //~ PREREQ STATE_MOD
        sold = sold.sub(_amount); //~ BENIGN ARITHMETIC
        emit Returned(msg.sender, _amount, refund);
    }

    /**
     * @dev What tickets are worth now.
     */
    function refundOf(uint256 _amount) public view returns (uint256) {
        if (cancelled) return price.mul(_amount);
        require(now < begins, "has begun"); //~ BENIGN TIMESTAMP
        return price.mul(_amount).mul(9).div(10); //~ BENIGN ARITHMETIC
    }

    /**
     * @dev Pays the takings out.
     */
    function withdraw() public onlyOwner {
        require(!cancelled && now >= begins, "not yet"); //~ BENIGN CTRL_FLOW
        uint256 amount = address(this).balance;
        (bool done, ) = msg.sender.call.value(amount)(""); //~ DECOY FUND_XFER there is nothing left for a second call
        require(done, "refused");
        emit Withdrawn(amount);
    }
}
