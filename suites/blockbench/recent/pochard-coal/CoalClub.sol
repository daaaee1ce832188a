// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice The pot out of which the merchant, who is the owner, pays bonuses. The coin is an ordinary token.
abstract contract Pot is Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;

    /// @notice Coins that the merchant has put in and that nobody has got yet.
    uint256 public pot;

    /// @notice Bonuses of accounts that have left the club, and their sum.
    mapping(address account => uint256) public bonusOf;
    uint256 public bonuses;

    event Filled(uint256 coins);
    event TakenBack(uint256 coins);
    event Collected(address indexed account, uint256 coins);

    error Short(uint256 coins, uint256 there);

    constructor(IERC20 coin_, address merchant) Ownable(merchant) {
        coin = coin_;
    }

    /// @notice Puts coins into the pot.
    function fill(uint256 coins) external onlyOwner {
        pot += coins;
        emit Filled(coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    /// @notice Pays the caller's bonus, as far as the pot goes. The rest stays a bonus.
    function collect() external returns (uint256 coins) {
        coins = Math.min(bonusOf[msg.sender], pot);
        bonusOf[msg.sender] -= coins; //~ BENIGN STATE_MOD
        bonuses -= coins;
        pot -= coins;
        emit Collected(msg.sender, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, coins); //~ BENIGN FUND_XFER
    }

    function _takeBack(uint256 coins, uint256 growing) internal {
        uint256 bound = bonuses + growing;
        if (coins + bound > pot) revert Short(coins + bound, pot); //~ BENIGN INPUT_VAL
        pot -= coins;
        emit TakenBack(coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, coins); //~ BENIGN FUND_XFER
    }
}

/// @title CoalClub
/// @notice Families put coins by for the winter. A merchant adds a bonus of six in a hundred a year, for the first two
///         years. Who leaves has the coins back at once, and the bonus when the pot has it.
contract CoalClub is Pot {
    using SafeERC20 for IERC20;

    struct Family {
        uint256 coins;
        uint256 since;
    }

    uint256 private constant TERM = 730 days;
    uint256 private constant RATE = 6;
    uint256 private constant YEARLY = 100 * 365 days;

    mapping(address account => Family) public families;

    /// @notice Coins of all families.
    uint256 public saved;

    /// @notice Coins times seconds for which the families have earned a bonus, at most. The merchant leaves the bonus for
    ///         them in the pot. Families that earn nothing more are counted on, as far as the others can still earn it.
    uint256 public earned;
    uint256 public earnedAt;

    /// @notice What `earned` is when every family has been here for the term.
    uint256 public full;

    event Joined(address indexed account, uint256 coins);
    event Left(address indexed account, uint256 coins, uint256 bonus);

    error Nothing(address account);
    error Already(address account);

    constructor(IERC20 coin_, address merchant) Pot(coin_, merchant) {
        earnedAt = block.timestamp;
    }

    /// @notice Puts coins by. An account does this once, and after it has left once more, for a new term.
    function join(uint256 coins) external {
        if (coins == 0) revert Nothing(msg.sender); //~ BENIGN INPUT_VAL
        if (families[msg.sender].coins > 0) revert Already(msg.sender); //~ BENIGN CTRL_FLOW
        _count();
        families[msg.sender] = Family(coins, block.timestamp);
        saved += coins;
        full += coins * TERM; //~ BENIGN STATE_MOD
        emit Joined(msg.sender, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    /// @notice Takes the coins home.
    function leave() external {
        Family memory f = families[msg.sender];
        if (f.coins == 0) revert Nothing(msg.sender); //~ BENIGN CTRL_FLOW
        _count();
        delete families[msg.sender]; //~ BENIGN STATE_MOD
        uint256 mine = f.coins * Math.min(block.timestamp - f.since, TERM);
        saved -= f.coins;
        earned -= mine; //~ PREREQ STATE_MOD what it has earned
        full -= f.coins * TERM; //~ PREREQ STATE_MOD what it could have earned, which is more if it leaves early
        bonusOf[msg.sender] += worth(mine);
        bonuses += worth(mine);
        emit Left(msg.sender, f.coins, worth(mine)); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, f.coins); //~ BENIGN FUND_XFER
    }

    /// @notice Gives the merchant what nobody has earned.
    function takeBack(uint256 coins) external onlyOwner {
        _count();
        _takeBack(coins, worth(earned));
    }

    /// @notice The bonus for coins times seconds.
    function worth(uint256 coinSeconds) public pure returns (uint256) {
        return coinSeconds * RATE / YEARLY; //~ BENIGN ARITHMETIC
    }

    function _count() private {
        earned += Math.min(saved * (block.timestamp - earnedAt), full - earned); //~ ROOT_CAUSE ARITHMETIC the difference is below zero after a family has left early while the others were counted in full
        earnedAt = block.timestamp;
    }
}
