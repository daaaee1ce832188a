// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/governance/utils/IVotes.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

error NothingAsked();
error Closed();
error StillOpen();
error Voted();
error NoVotes();
error Lost();

contract ShareholderBallot {
    using SafeERC20 for IERC20;

    struct Proposal {
        address to;
        uint256 amount;
        uint256 opened; // the block before it
        uint256 closes;
        uint256 yes;
        uint256 no;
        bool executed;
    }

    uint256 public constant WEEK = 7 days;

    IVotes public immutable shares; // counts blocks
    IERC20 public immutable reserve;
    Proposal[] public proposals;
    mapping(uint256 => mapping(address => uint256)) public ballots;

    constructor(IVotes shares_, IERC20 reserve_) {
        require(address(shares_) != address(0) && address(reserve_) != address(0), "zero"); //~ BENIGN INIT
        shares = shares_;
        reserve = reserve_;
    }

    // anyone may ask, the holders decide
    function propose(address to, uint256 amount) external returns (uint256 id) {
        if (to == address(0) || amount == 0) revert NothingAsked(); //~ BENIGN INPUT_VAL
        id = proposals.length;
        proposals.push(Proposal(to, amount, block.number - 1, block.timestamp + WEEK, 0, 0, false)); //~ DECOY ACCESS_CTRL a proposal alone does nothing
        emit Proposed(id, to, amount); //~ UNRELATED EVENT_EMIT
    }

    function vote(uint256 id, bool yes) external {
        Proposal storage p = proposals[id];
        if (block.timestamp >= p.closes) revert Closed(); //~ BENIGN TIMESTAMP
        if (ballots[id][msg.sender] != 0) revert Voted(); //~ INSUFF_GUARD INPUT_VAL by account, not by share
        uint256 weight = shares.getVotes(msg.sender); //~ ROOT_CAUSE STORAGE_READ
        if (weight == 0) revert NoVotes(); //~ BENIGN INPUT_VAL
        ballots[id][msg.sender] = weight; //~ PREREQ STATE_MOD
        if (yes) p.yes += weight; //~ PREREQ STATE_MOD
        else p.no += weight; //~ BENIGN STATE_MOD
        emit Ballot(id, msg.sender, yes, weight); //~ UNRELATED EVENT_EMIT
    }

    function execute(uint256 id) external {
        Proposal storage p = proposals[id];
        if (block.timestamp < p.closes) revert StillOpen(); //~ BENIGN TIMESTAMP
        if (p.executed) revert Lost(); //~ BENIGN CTRL_FLOW
        if (p.yes * 2 <= shares.getPastTotalSupply(p.opened)) revert Lost(); //~ INSUFF_GUARD ARITHMETIC
        p.executed = true; //~ BENIGN STATE_MOD
        reserve.safeTransfer(p.to, p.amount); //~ PREREQ FUND_XFER
        emit Executed(id);
    }

    event Proposed(uint256 indexed id, address indexed to, uint256 amount);
    event Ballot(uint256 indexed id, address indexed voter, bool yes, uint256 weight);
    event Executed(uint256 indexed id);
}
