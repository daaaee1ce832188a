// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice What a share of the cider works is worth. An assessor says so every morning, and the owner, who is the
///         treasurer, names another one if this does not happen.
abstract contract Assessments is Ownable {
    struct Assessment {
        uint256 price;
        uint256 until;
    }

    uint256 private constant SHARE = 1e18;

    address public assessor;

    /// @notice The last assessment: coins for a share, and the end of its day. For as long as it holds, the price is the
    ///         price, whatever happens to the trees.
    Assessment public last;

    event Appointed(address indexed assessor);
    event Assessed(uint256 price, uint256 until);

    error NotTheAssessor(address caller);
    error NotAssessed(uint256 until);

    constructor(address treasurer) Ownable(treasurer) {}

    function appoint(address assessor_) external onlyOwner {
        assessor = assessor_;
        emit Appointed(assessor_); //~ UNRELATED EVENT_EMIT
    }

    function assess(uint256 price) external {
        if (msg.sender != assessor) revert NotTheAssessor(msg.sender); //~ BENIGN ACCESS_CTRL
        last = Assessment(price, block.timestamp + 1 days); //~ BENIGN STATE_MOD
        emit Assessed(price, last.until); //~ UNRELATED EVENT_EMIT
    }

    /// @notice For how long the last assessment holds.
    function timeLeft() public view returns (uint256) {
        return last.until > block.timestamp ? last.until - block.timestamp : 0; //~ BENIGN TIMESTAMP
    }

    /// @notice The coins that shares are worth.
    function worth(uint256 shares) public view returns (uint256) {
        Assessment memory latest = last; //~ ROOT_CAUSE ORACLE the latest one will do, however long ago its day was
        return shares * latest.price / SHARE; //~ PREREQ COMPUTATION
    }
}

/// @title CiderShares
/// @notice Growers get shares of the works for their apples, and sell them to anybody or give them back for coins of
///         the till. Two in a hundred stay in the till, for those who stay.
contract CiderShares is ERC20, Assessments {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;

    event Issued(address indexed grower, uint256 shares);
    event Filled(address indexed by, uint256 coins);
    event Spent(uint256 coins);
    event Left(address indexed account, uint256 shares, uint256 coins);

    error TooLate(uint256 until);
    error TooFew(uint256 coins, uint256 least);

    constructor(IERC20 coin_, address treasurer) ERC20("Cider Works", "CIDER") Assessments(treasurer) {
        coin = coin_;
    }

    /// @notice Issues shares for apples, by the price of the day.
    function issue(address grower, uint256 shares) external onlyOwner {
        if (timeLeft() == 0) revert NotAssessed(last.until); //~ INSUFF_GUARD ORACLE asked of those who bring apples only
        _mint(grower, shares);
        emit Issued(grower, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Puts coins into the till.
    function fill(uint256 coins) external {
        emit Filled(msg.sender, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    /// @notice Takes coins for the works.
    function spend(uint256 coins) external onlyOwner {
        emit Spent(coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, coins); //~ BENIGN FUND_XFER by the treasurer
    }

    /// @notice Gives shares back for coins, as far as the till has them.
    /// @param least The fewest coins that the caller accepts.
    function leave(uint256 shares, uint256 least, uint256 until) external returns (uint256 coins) {
        if (block.timestamp > until) revert TooLate(until); //~ BENIGN TIMESTAMP
        coins = worth(shares) * 98 / 100; //~ INSUFF_GUARD ARITHMETIC outweighs what changes in a day
        if (coins < least) revert TooFew(coins, least); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        emit Left(msg.sender, shares, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, coins); //~ PREREQ FUND_XFER
    }
}
