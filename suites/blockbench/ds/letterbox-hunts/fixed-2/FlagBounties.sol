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
        require(term >= 7 days && term <= 365 days, "bad term");
        id = challenges.length;
        uint64 endsAt = uint64(block.timestamp) + term;
        challenges.push(Challenge(msg.sender, endsAt, false, prize, flagHash));
        emit Posted(id, msg.sender, prize, endsAt);
        token.safeTransferFrom(msg.sender, address(this), prize);
    }

    function addHint(uint256 id, string calldata hint) external {
        require(challenges[id].author == msg.sender, "author only");
        hints[id].push(hint);
        emit HintAdded(id, hint);
    }

    function topUp(uint256 id, uint128 amount) external {
        Challenge storage c = _running(id);
        c.prize += amount;
        emit ToppedUp(id, msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    // nobody solved it, prize goes back
    function expire(uint256 id) external {
        Challenge storage c = challenges[id];
        if (c.closed) revert Closed();
        require(block.timestamp >= c.endsAt, "still running");
        c.closed = true;
        emit Expired(id);
        token.safeTransfer(c.author, c.prize);
    }

    // ---- players

    function commitmentFor(uint256 id, string memory flag, bytes32 salt) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), id, flag, salt));
    }

    function commit(bytes32 commitment) external {
        uint256 at = committedIn[msg.sender][commitment];
        require(at == 0 || block.number > at + MAX_BLOCKS, "committed already");
        committedIn[msg.sender][commitment] = block.number;
        emit Committed(msg.sender, commitment);
    }

    function reveal(uint256 id, string calldata flag, bytes32 salt) external {
        Challenge storage c = _running(id);
        uint256 at = committedIn[msg.sender][commitmentFor(id, flag, salt)];
        if (at == 0) revert NotCommitted();
        if (block.number < at + MIN_BLOCKS) revert TooSoon(at + MIN_BLOCKS);
        require(block.number <= at + MAX_BLOCKS, "commitment too old");
        if (keccak256(bytes(flag)) != c.flagHash) revert WrongFlag();
        c.closed = true;
        emit Solved(id, msg.sender, c.prize);
        token.safeTransfer(msg.sender, c.prize);
    }

    function challengeOf(uint256 id) external view returns (Challenge memory, string[] memory) {
        return (challenges[id], hints[id]);
    }

    function _running(uint256 id) internal view returns (Challenge storage c) {
        c = challenges[id];
        if (c.closed || block.timestamp >= c.endsAt) revert Closed();
    }

    event Posted(uint256 indexed id, address indexed author, uint256 prize, uint256 endsAt);
    event HintAdded(uint256 indexed id, string hint);
    event ToppedUp(uint256 indexed id, address indexed sponsor, uint256 amount);
    event Expired(uint256 indexed id);
    event Committed(address indexed player, bytes32 indexed commitment);
    event Solved(uint256 indexed id, address indexed player, uint256 prize);
}
