// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// Takers that are contracts may be called once they have what they take, to make the money that they owe for it.
interface ITaker {
    function onTaken(uint256 id, uint256 price, bytes calldata data) external;
}

// A notice board. Makers offer one token for another and keep it until somebody takes the offer, in one go or in parts.
contract NoticeBoard {
    using SafeERC20 for IERC20;
    using Math for uint256;

    struct Offer {
        address maker;
        IERC20 give;
        IERC20 want;
        uint256 left; // of what is given
        uint256 price; // of all that is left
        uint64 until;
    }

    uint256 public constant LONGEST = 90 days;

    Offer[] public offers;

    error NotYours(uint256 id);
    error BadTime(uint256 time);
    error Over(uint256 until);
    error NotThatMuch(uint256 left);
    error TooDear(uint256 price);
    error CameShort(uint256 goal);

    // ---- makers

    function post(IERC20 give, IERC20 want, uint256 amount, uint256 price, uint64 time) external returns (uint256 id) {
        require(give != want, "same token"); //~ BENIGN INPUT_VAL
        require(time > 0 && time <= LONGEST, BadTime(time)); //~ BENIGN INPUT_VAL
        id = offers.length;
        offers.push(Offer(msg.sender, give, want, amount, price, uint64(block.timestamp) + time));
        emit Posted(id, msg.sender, amount, price); //~ UNRELATED EVENT_EMIT
    }

    function reprice(uint256 id, uint256 price) external {
        require(offers[id].maker == msg.sender, NotYours(id)); //~ BENIGN ACCESS_CTRL
        offers[id].price = price; //~ BENIGN STATE_MOD takers say what they would pay at most
        emit Repriced(id, price); //~ UNRELATED EVENT_EMIT
    }

    function takeDown(uint256 id) external {
        require(offers[id].maker == msg.sender, NotYours(id)); //~ BENIGN ACCESS_CTRL
        offers[id].left = 0;
        emit TakenDown(id); //~ UNRELATED EVENT_EMIT
    }

    // ---- takers

    // You get your part first and pay for it at the end. With data you are called in between.
    function take(uint256 id, uint256 part, uint256 most, bytes calldata data) external returns (uint256 price) {
        Offer storage o = offers[id];
        require(block.timestamp < o.until, Over(o.until)); //~ BENIGN TIMESTAMP
        require(part > 0 && part <= o.left, NotThatMuch(o.left)); //~ BENIGN INPUT_VAL
        price = priceOf(id, part);
        require(price <= most, TooDear(price)); //~ BENIGN INPUT_VAL
        o.left -= part; //~ BENIGN STATE_MOD
        o.price -= price; //~ BENIGN ARITHMETIC a part is never dearer than the whole
        emit Taken(id, msg.sender, part, price); //~ UNRELATED EVENT_EMIT
        uint256 goal = o.want.balanceOf(o.maker) + price; //~ BENIGN STORAGE_READ
        o.give.safeTransferFrom(o.maker, msg.sender, part); //~ BENIGN FUND_XFER
        if (data.length > 0) ITaker(msg.sender).onTaken(id, price, data); //~ BENIGN EXT_CALL whoever is called pays at the end
        o.want.safeTransferFrom(msg.sender, o.maker, price); //~ BENIGN FUND_XFER the price of this offer, whatever came in meanwhile
        require(o.want.balanceOf(o.maker) >= goal, CameShort(goal)); //~ BENIGN INPUT_VAL tokens that take a fee come short
    }

    // ---- views

    function priceOf(uint256 id, uint256 part) public view returns (uint256) {
        Offer storage o = offers[id];
        return o.price.mulDiv(part, o.left, Math.Rounding.Ceil); //~ BENIGN ARITHMETIC rounded up, for the maker
    }

    function count() external view returns (uint256) {
        return offers.length;
    }

    event Posted(uint256 indexed id, address indexed maker, uint256 amount, uint256 price);
    event Repriced(uint256 indexed id, uint256 price);
    event TakenDown(uint256 indexed id);
    event Taken(uint256 indexed id, address indexed taker, uint256 part, uint256 price);
}
