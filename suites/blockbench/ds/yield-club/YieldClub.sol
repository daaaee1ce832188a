// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

error Zero();
error Soon();
error TooMuch();

interface ISource {
    function token() external view returns (IERC20);

    function drip() external returns (uint256);
}

contract YieldClub {
    using SafeERC20 for IERC20;

    uint256 public constant WAIT = 1 days;
    uint256 private constant ONE = 1e18;

    IERC20 public immutable coin;
    ISource public immutable source;

    uint256 public active;
    uint256 public index;

    mapping(address => uint256) public queued;
    mapping(address => uint256) public since;
    mapping(address => uint256) public stakes;
    mapping(address => uint256) public seen;
    mapping(address => uint256) public earned;

    event Queued(address indexed who, uint256 a);
    event Activated(address indexed who, uint256 a);
    event Left(address indexed who, uint256 a);
    event Harvested(uint256 a);
    event Claimed(address indexed who, uint256 a);

    constructor(ISource s) {
        if (address(s) == address(0)) revert Zero(); //~ BENIGN INIT
        source = s; //~ BENIGN INIT
        coin = s.token(); //~ BENIGN INIT
    }

    modifier settled() {
        uint256 s = stakes[msg.sender];
        earned[msg.sender] += (s * (index - seen[msg.sender])) / ONE; //~ BENIGN ARITHMETIC
        seen[msg.sender] = index; //~ BENIGN STATE_MOD
        _;
    }

    function enqueue(uint256 a) external {
        if (a == 0) revert Zero(); //~ BENIGN INPUT_VAL
        if (queued[msg.sender] == 0) since[msg.sender] = block.timestamp; //~ ROOT_CAUSE TIMESTAMP only for an empty queue
        queued[msg.sender] += a; //~ PREREQ STATE_MOD
        coin.safeTransferFrom(msg.sender, address(this), a); //~ BENIGN FUND_XFER
        emit Queued(msg.sender, a); //~ UNRELATED EVENT_EMIT
    }

    function activate() external settled returns (uint256 a) {
        a = queued[msg.sender];
        if (a == 0) revert Zero(); //~ BENIGN INPUT_VAL
        if (block.timestamp < since[msg.sender] + WAIT) revert Soon(); //~ INSUFF_GUARD TIMESTAMP the whole queue has one time
        queued[msg.sender] = 0; //~ BENIGN STATE_MOD
        stakes[msg.sender] += a; //~ PREREQ STATE_MOD
        active += a; //~ BENIGN STATE_MOD
        emit Activated(msg.sender, a); //~ UNRELATED EVENT_EMIT
    }

    function dequeue(uint256 a) external {
        if (a > queued[msg.sender]) revert TooMuch(); //~ BENIGN INPUT_VAL
        queued[msg.sender] -= a;
        coin.safeTransfer(msg.sender, a);
        emit Left(msg.sender, a);
    }

    function leave(uint256 a) external settled {
        if (a > stakes[msg.sender]) revert TooMuch(); //~ BENIGN INPUT_VAL
        stakes[msg.sender] -= a; //~ BENIGN STATE_MOD
        active -= a; //~ DECOY TIMESTAMP without a wait; what counts is the wait before
        coin.safeTransfer(msg.sender, a);
        emit Left(msg.sender, a);
    }

    function harvest() external returns (uint256 a) {
        if (active < ONE) revert Soon(); //~ BENIGN INPUT_VAL
        a = source.drip(); //~ PREREQ EXT_CALL
        index += (a * ONE) / active; //~ PREREQ ARITHMETIC
        emit Harvested(a);
    }

    function claim() external settled returns (uint256 a) {
        a = earned[msg.sender];
        if (a == 0) revert Zero(); //~ BENIGN INPUT_VAL
        earned[msg.sender] = 0; //~ BENIGN STATE_MOD
        coin.safeTransfer(msg.sender, a); //~ PREREQ FUND_XFER
        emit Claimed(msg.sender, a); //~ UNRELATED EVENT_EMIT
    }
}
