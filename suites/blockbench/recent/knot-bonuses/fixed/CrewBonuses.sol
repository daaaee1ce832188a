// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Bonuses of a crew, each paid week by week. Those in front that are paid in full are not looked at again.
abstract contract BonusBook {
    struct Bonus {
        uint64 from;
        uint32 term; // in weeks
        uint32 paid; // likewise
        uint128 weekly;
    }

    uint256 public constant MOST_TERM = 104;

    /// @notice The first bonus of a member that was not paid in full.
    mapping(address member => uint256) public firstOf;

    mapping(address member => Bonus[]) public bonuses;

    error BadTerm(uint256 term);

    function _add(address member, uint32 term, uint128 weekly) internal {
        if (term == 0 || term > MOST_TERM) revert BadTerm(term); //~ BENIGN INPUT_VAL
        bonuses[member].push(Bonus(uint64(block.timestamp), term, 0, weekly)); //~ BENIGN STATE_MOD
    }

    /// @dev Books all weeks that are over as paid, and returns what they are worth.
    function _book(address member) internal returns (uint256 amount) {
        Bonus[] storage list = bonuses[member];
        uint256 first = firstOf[member];
        uint256 full;
        for (uint256 i = first; i < list.length; ++i) {
            Bonus storage bonus = list[i];
            uint256 over = _smaller((block.timestamp - bonus.from) / 1 weeks, bonus.term); //~ BENIGN ARITHMETIC
            amount += (over - bonus.paid) * bonus.weekly; //~ BENIGN ARITHMETIC
            bonus.paid = uint32(over);
            if (over == bonus.term && i == first + full) full += 1; //~ BENIGN COMPUTATION
        }
        firstOf[member] = first + full; //~ BENIGN STATE_MOD
    }

    /// @notice What a member's bonuses will still bring.
    function toCome(address member) public view returns (uint256 amount) {
        Bonus[] storage list = bonuses[member];
        for (uint256 i = firstOf[member]; i < list.length; ++i) {
            amount += uint256(list[i].term - list[i].paid) * list[i].weekly;
        }
    }

    function _smaller(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}

/// @title CrewBonuses
/// @notice A shipping company grants bonuses to its crew. Anyone may have a member paid, so that the office can do it for all of them.
contract CrewBonuses is BonusBook, Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable token;

    /// @notice Tokens for what was granted and is not paid yet.
    uint256 public granted;

    event Granted(address indexed member, uint32 term, uint128 weekly);
    event Paid(address indexed member, uint256 amount);
    event Reclaimed(uint256 amount);

    error NothingDue(address member);

    constructor(IERC20 token_, address company) Ownable(company) {
        token = token_;
    }

    /// @notice Grants a bonus and pays in what it comes to.
    function grant(address member, uint32 term, uint128 weekly) external onlyOwner {
        _add(member, term, weekly);
        uint256 amount = uint256(term) * weekly;
        granted += amount;
        emit Granted(member, term, weekly); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Pays a member for the weeks that are over.
    function pay(address member) external returns (uint256 amount) { //~ BENIGN ACCESS_CTRL
        amount = _book(member);
        if (amount == 0) revert NothingDue(member); //~ BENIGN CTRL_FLOW
        granted -= amount;
        emit Paid(member, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(member, amount); //~ BENIGN FUND_XFER
    }

    /// @notice Takes out what was sent here and not granted.
    function reclaim() external onlyOwner returns (uint256 amount) {
        amount = token.balanceOf(address(this)) - granted; //~ BENIGN ARITHMETIC
        emit Reclaimed(amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, amount);
    }
}
