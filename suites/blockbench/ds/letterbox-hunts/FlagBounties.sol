// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Prizes for capture-the-flag challenges. The author puts up the hash of the flag and a prize,
// the first one who reveals the flag gets it. Commit first, reveal some blocks later.
contract FlagBounties {
    using SafeERC20 for IERC20;

    struct Challenge {
        address author;
        uint64 endsAt;
        bool closed;
        uint128 prize;
        bytes32 flagHash; // flags are long and random, don't bother guessing
    }

    uint256 public constant MIN_BLOCKS = 10; // from commit to reveal
    uint256 public constant MAX_BLOCKS = 7200; // then commit again

    IERC20 public immutable token;
    Challenge[] internal challenges;
    mapping(uint256 => string[]) internal hints;
    mapping(address => mapping(bytes32 => uint256)) public committedIn;

    error Closed();
    error NotCommitted();
    error TooSoon(uint256 blockNumber);
    error WrongFlag();

    constructor(IERC20 token_) {
        token = token_;
    }

    // ---- authors and sponsors

    function post(bytes32 flagHash, uint128 prize, uint64 term) external returns (uint256 id) {
        require(term >= 7 days && term <= 365 days, "bad term"); //~ BENIGN INPUT_VAL
        id = challenges.length;
        uint64 endsAt = uint64(block.timestamp) + term;
        challenges.push(Challenge(msg.sender, endsAt, false, prize, flagHash)); //~ BENIGN INPUT_VAL the hash of a long flag tells nothing about it
        emit Posted(id, msg.sender, prize, endsAt);
        token.safeTransferFrom(msg.sender, address(this), prize);
    }

    function addHint(uint256 id, string calldata hint) external {
        require(challenges[id].author == msg.sender, "author only"); //~ BENIGN ACCESS_CTRL
        hints[id].push(hint);
        emit HintAdded(id, hint);
    }

    function topUp(uint256 id, uint128 amount) external {
        Challenge storage c = _running(id);
        c.prize += amount; //~ BENIGN ARITHMETIC checked, and collected in full below
        emit ToppedUp(id, msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    // nobody solved it, prize goes back
    function expire(uint256 id) external {
        Challenge storage c = challenges[id];
        if (c.closed) revert Closed(); //~ BENIGN CTRL_FLOW
        require(block.timestamp >= c.endsAt, "still running"); //~ UNRELATED TIMESTAMP a term of days //~ INSUFF_GUARD#2 TIMESTAMP says when, not who
        c.closed = true;
        emit Expired(id);
        token.safeTransfer(msg.sender, c.prize); //~ SECONDARY_VULN#2 FUND_XFER anybody may call
    }

    // ---- players

    function commitmentFor(uint256 id, string memory flag, bytes32 salt) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), id, flag, salt)); //~ ROOT_CAUSE COMPUTATION the same commitment for everybody, so it can be copied unread
    }

    function commit(bytes32 commitment) external {
        uint256 at = committedIn[msg.sender][commitment];
        require(at == 0 || block.number > at + MAX_BLOCKS, "committed already"); //~ INSUFF_GUARD INPUT_VAL keeps a player from committing twice, not two players from committing to the same
        committedIn[msg.sender][commitment] = block.number; //~ PREREQ STATE_MOD the commitment is in plain sight from here on
        emit Committed(msg.sender, commitment);
    }

    function reveal(uint256 id, string calldata flag, bytes32 salt) external {
        Challenge storage c = _running(id);
        uint256 at = committedIn[msg.sender][commitmentFor(id, flag, salt)]; //~ PREREQ STORAGE_READ accepts whoever has committed to it, not only who made it
        if (at == 0) revert NotCommitted();
        if (block.number < at + MIN_BLOCKS) revert TooSoon(at + MIN_BLOCKS); //~ INSUFF_GUARD CTRL_FLOW holds off who learns of the flag now, not who copied the commitment in time
        require(block.number <= at + MAX_BLOCKS, "commitment too old");
        if (keccak256(bytes(flag)) != c.flagHash) revert WrongFlag(); //~ PREREQ INPUT_VAL the flag is readable in a waiting transaction
        c.closed = true; //~ BENIGN STATE_MOD closed ahead of the payment
        emit Solved(id, msg.sender, c.prize);
        token.safeTransfer(msg.sender, c.prize);
    }

    function challengeOf(uint256 id) external view returns (Challenge memory, string[] memory) {
        return (challenges[id], hints[id]);
    }

    function _running(uint256 id) internal view returns (Challenge storage c) {
        c = challenges[id];
        if (c.closed || block.timestamp >= c.endsAt) revert Closed(); //~ BENIGN CTRL_FLOW
    }

    event Posted(uint256 indexed id, address indexed author, uint256 prize, uint256 endsAt);
    event HintAdded(uint256 indexed id, string hint);
    event ToppedUp(uint256 indexed id, address indexed sponsor, uint256 amount);
    event Expired(uint256 indexed id);
    event Committed(address indexed player, bytes32 indexed commitment);
    event Solved(uint256 indexed id, address indexed player, uint256 prize);
}
