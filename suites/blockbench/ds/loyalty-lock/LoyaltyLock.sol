// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

// Lock tokens, get the bonus right away. The longer the term the more, up to two years.
// Made for our own token: 18 decimals, no fees, no rebasing.
contract LoyaltyLock is Ownable2Step {
    using SafeERC20 for IERC20;
    using SafeCast for uint256;

    struct Position {
        address holder;
        uint40 until;
        uint128 amount;
    }

    uint256 public constant MIN_TERM = 30 days;
    uint256 public constant MAX_TERM = 730 days; // longer is fine, but pays no more
    uint256 public constant MAX_BONUS_BPS = 2_000;

    IERC20 public immutable token;
    uint256 public reserve; // what bonuses are paid from; deposits are apart
    Position[] public positions;

    error NotHolder(uint256 id);
    error Locked(uint40 until);

    constructor(IERC20 _token) Ownable(msg.sender) {
        require(address(_token) != address(0), "no token");
        token = _token;
    }

    function fund(uint256 amount) external onlyOwner {
        reserve += amount;
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Funded(amount);
    }

    // the season is over: whatever nobody got goes back
    function unfund(uint256 amount) external onlyOwner {
        reserve -= amount; //~ BENIGN ARITHMETIC never out of deposits
        token.safeTransfer(owner(), amount);
        emit Unfunded(amount);
    }

    function count() external view returns (uint256) {
        return positions.length;
    }

    function bonusOf(uint256 amount, uint256 term) public pure returns (uint256) {
        return Math.mulDiv(amount, Math.min(term, MAX_TERM) * MAX_BONUS_BPS, MAX_TERM * 10_000); //~ BENIGN ARITHMETIC
    }

    function lock(uint256 amount, uint256 term) external returns (uint256 id) {
        require(amount > 0, "nothing to lock");
        require(term >= MIN_TERM, "term too short"); //~ INSUFF_GUARD INPUT_VAL
        id = positions.length;
        positions.push(Position(msg.sender, uint40(block.timestamp + term), amount.toUint128())); //~ ROOT_CAUSE ARITHMETIC keeps 40 bits of a sum that may have more
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN EXT_CALL
        _payBonus(bonusOf(amount, term)); //~ PREREQ FUND_XFER
        emit Opened(id, msg.sender, amount, term);
    }

    // another term on top, with another bonus; nobody is paid for more than the next two years
    function extend(uint256 id, uint256 term) external {
        Position storage p = _mine(id);
        require(term >= MIN_TERM, "term too short");
        p.until = (Math.max(p.until, block.timestamp) + term).toUint40(); //~ BENIGN ARITHMETIC a term that is over counts for nothing
        require(p.until <= block.timestamp + MAX_TERM, "too far ahead"); //~ BENIGN INPUT_VAL
        _payBonus(bonusOf(p.amount, term));
        emit Extended(id, term);
    }

    // sell it, gift it
    function give(uint256 id, address to) external {
        require(to != address(0), "no one");
        _mine(id).holder = to; //~ BENIGN ACCESS_CTRL
        emit Given(id, to);
    }

    function unlock(uint256 id) external {
        Position storage p = _mine(id);
        if (block.timestamp < p.until) revert Locked(p.until); //~ PREREQ TIMESTAMP
        uint256 amount = p.amount;
        delete positions[id]; //~ BENIGN STATE_MOD nobody holds it any more
        token.safeTransfer(msg.sender, amount);
        emit Closed(id, msg.sender, amount);
    }

    function _mine(uint256 id) private view returns (Position storage p) {
        p = positions[id];
        if (p.holder != msg.sender) revert NotHolder(id); //~ BENIGN ACCESS_CTRL
    }

    function _payBonus(uint256 bonus) private {
        require(bonus <= reserve, "reserve is too small"); //~ BENIGN INPUT_VAL
        reserve -= bonus; //~ DECOY STATE_MOD before the payment, and of the reserve only
        token.safeTransfer(msg.sender, bonus);
    }

    event Funded(uint256 amount);
    event Unfunded(uint256 amount);
    event Opened(uint256 indexed id, address indexed holder, uint256 amount, uint256 term);
    event Extended(uint256 indexed id, uint256 term);
    event Given(uint256 indexed id, address indexed to);
    event Closed(uint256 indexed id, address indexed holder, uint256 amount);
}
