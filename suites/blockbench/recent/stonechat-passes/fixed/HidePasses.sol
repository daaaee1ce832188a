// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Passes for the bird hide, one season. Whoever brings a friend along gets a tenth of the price when the season opens.
contract HidePasses {
    using SafeERC20 for IERC20;

    uint256 public constant PRICE = 80e6;
    uint256 public constant FRIEND_PART = 8e6;

    IERC20 public immutable dollar;
    address public immutable warden;
    uint256 public immutable opens;

    mapping(address => bool) public hasPass;
    mapping(address => address) public broughtBy; // zero if they came alone
    mapping(address => uint256) public thanks;
    uint256 public passes;
    uint256 public promised; // all thanks that nobody has fetched

    error TooEarly();
    error TooLate();
    error NoPass(address who);
    error NotWarden(address who);

    constructor(IERC20 dollar_, address warden_, uint256 opens_) {
        dollar = dollar_;
        warden = warden_;
        opens = opens_;
    }

    // ---- until the season opens

    function join(address friend) external {
        if (block.timestamp >= opens) revert TooLate(); //~ BENIGN TIMESTAMP
        require(!hasPass[msg.sender], "got one"); //~ BENIGN INPUT_VAL
        require(friend != msg.sender, "that's you"); //~ BENIGN INPUT_VAL
        hasPass[msg.sender] = true;
        passes += 1;
        broughtBy[msg.sender] = friend;
        thanks[friend] += partOf(friend); //~ BENIGN STATE_MOD
        promised += partOf(friend);
        emit Joined(msg.sender, friend); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), PRICE);
    }

    // something came up? you can be back later, as often as you like
    function leave() external returns (uint256 amount) {
        if (block.timestamp >= opens) revert TooLate(); //~ BENIGN TIMESTAMP
        if (!hasPass[msg.sender]) revert NoPass(msg.sender); //~ BENIGN ACCESS_CTRL
        hasPass[msg.sender] = false; //~ BENIGN STATE_MOD
        passes -= 1;
        amount = PRICE - partOf(broughtBy[msg.sender]); //~ BENIGN COMPUTATION the friend's part stays where it was promised
        emit Left(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // ---- from then on

    function fetchThanks() external returns (uint256 amount) {
        if (block.timestamp < opens) revert TooEarly(); //~ BENIGN TIMESTAMP
        amount = thanks[msg.sender];
        thanks[msg.sender] = 0; //~ BENIGN STATE_MOD
        promised -= amount;
        emit Thanked(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    function takeIn() external returns (uint256 amount) {
        if (msg.sender != warden) revert NotWarden(msg.sender); //~ BENIGN ACCESS_CTRL
        if (block.timestamp < opens) revert TooEarly(); //~ BENIGN TIMESTAMP
        amount = dollar.balanceOf(address(this)) - promised; //~ BENIGN ARITHMETIC
        emit TakenIn(amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(warden, amount);
    }

    function partOf(address friend) public pure returns (uint256) {
        return friend == address(0) ? 0 : FRIEND_PART;
    }

    event Joined(address indexed who, address indexed friend);
    event Left(address indexed who, uint256 amount);
    event Thanked(address indexed who, uint256 amount);
    event TakenIn(uint256 amount);
}
