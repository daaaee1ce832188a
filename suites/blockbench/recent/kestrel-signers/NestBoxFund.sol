// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// who may confirm that a box was hung
interface IWardens {
    function isWarden(address who) external view returns (bool);
}

// The plain list most counties use.
contract WardenList is IWardens, Ownable2Step {
    mapping(address => bool) public isWarden;

    constructor() Ownable(msg.sender) {}

    function set(address who, bool on) external onlyOwner {
        isWarden[who] = on;
        emit Set(who, on); //~ UNRELATED EVENT_EMIT
    }

    event Set(address indexed who, bool on);
}

// For everything that wardens confirm. The fund uses it, the ringing licences will too.
abstract contract Wardened {
    IWardens public wardens;

    error NotWarden(address who);
    error NoCode(address list);

    modifier onlyWarden() {
        require(wardens.isWarden(msg.sender), NotWarden(msg.sender)); //~ INSUFF_GUARD ACCESS_CTRL asks a list that can be anybody's
        _;
    }

    function useWardens(IWardens list) public virtual { //~ ROOT_CAUSE ACCESS_CTRL part of every contract that inherits it, and open to all
        require(address(list).code.length > 0, NoCode(address(list))); //~ INSUFF_GUARD INPUT_VAL a list of one's own has code, too
        wardens = list; //~ PREREQ STATE_MOD
        emit WardensSet(list); //~ UNRELATED EVENT_EMIT
    }

    event WardensSet(IWardens list);
}

// Pays for nest boxes: so much for a box, as soon as a warden has seen it.
contract NestBoxFund is Wardened, Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant MOST_BOXES = 400; // in a day

    IERC20 public immutable dollar;
    uint256 public perBox;
    mapping(uint256 => uint256) public boxesOn; // by day

    constructor(IERC20 dollar_, IWardens list, uint256 perBox_) Ownable(msg.sender) {
        dollar = dollar_;
        perBox = perBox_;
        useWardens(list);
    }

    // the county has a new list now and then
    function changeWardens(IWardens list) external onlyOwner {
        useWardens(list); //~ DECOY ACCESS_CTRL for the owner
    }

    function setPerBox(uint256 perBox_) external onlyOwner {
        require(perBox_ > 0, "for nothing?"); //~ BENIGN INPUT_VAL
        perBox = perBox_;
        emit PerBoxSet(perBox_); //~ UNRELATED EVENT_EMIT
    }

    function give(uint256 amount) external {
        emit Given(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), amount);
    }

    function confirm(address builder, uint256 boxes) external onlyWarden returns (uint256 amount) {
        uint256 day = block.timestamp / 1 days;
        boxesOn[day] += boxes;
        require(boxesOn[day] <= MOST_BOXES, "enough for today"); //~ INSUFF_GUARD INPUT_VAL a day's worth is a lot
        amount = boxes * perBox; //~ BENIGN ARITHMETIC
        emit Confirmed(msg.sender, builder, boxes); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(builder, amount); //~ PREREQ FUND_XFER on the word of a warden
    }

    event PerBoxSet(uint256 perBox);
    event Given(address indexed who, uint256 amount);
    event Confirmed(address indexed warden, address indexed builder, uint256 boxes);
}
