// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Shares that are sold for a coin each until a certain time, and never after.
abstract contract Subscription is ERC20 {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;

    /// @notice From then on shares are only given back.
    uint256 public immutable closes;

    event Subscribed(address indexed account, uint256 coins);

    error Over(uint256 closes);
    error NotYet(uint256 closes);

    constructor(IERC20 coin_, uint256 closes_) {
        coin = coin_;
        closes = closes_;
    }

    /// @notice Buys shares.
    function subscribe(uint256 coins) external {
        if (block.timestamp >= closes) revert Over(closes); //~ BENIGN TIMESTAMP
        _mint(msg.sender, coins); //~ BENIGN STATE_MOD
        emit Subscribed(msg.sender, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }
}

/// @title WoodFund
/// @notice A wood that is felled over the years. Its proceeds are sent here. Whoever wants to leave asks for it, and the forester or anybody else serves
///         what was asked for, at any time and in as many portions as they like. A portion is paid from the coins that are here then: whoever would
///         rather wait for more takes the shares back.
contract WoodFund is Subscription {
    using SafeERC20 for IERC20;

    /// @notice All of the fund, as the parts of it are counted.
    uint256 private constant WHOLE = 1_000; //~ ROOT_CAUSE COMPUTATION a portion that is less than one of these parts is worth nothing

    /// @notice Shares that an account has handed in and that were not served.
    mapping(address account => uint256) public askedFor;

    event Asked(address indexed account, uint256 shares);
    event TakenBack(address indexed account, uint256 shares);
    event Served(address indexed account, uint256 shares, uint256 coins);

    error TooMany(uint256 shares, uint256 most);
    error Nothing();

    constructor(IERC20 coin_, uint256 closes_) ERC20("Wood Fund", "WOOD") Subscription(coin_, closes_) {}

    /// @notice Hands shares in.
    function ask(uint256 shares) external {
        askedFor[msg.sender] += shares; //~ BENIGN STATE_MOD
        emit Asked(msg.sender, shares); //~ UNRELATED EVENT_EMIT
        _transfer(msg.sender, address(this), shares);
    }

    /// @notice Takes back shares that were not served.
    function takeBack(uint256 shares) external {
        _lower(msg.sender, shares); //~ BENIGN CTRL_FLOW
        emit TakenBack(msg.sender, shares); //~ UNRELATED EVENT_EMIT
        _transfer(address(this), msg.sender, shares);
    }

    /// @notice Pays an account for shares that it has handed in.
    function serve(address account, uint256 shares) external returns (uint256 coins) { //~ PREREQ ACCESS_CTRL anybody says how large the portions are
        if (block.timestamp < closes) revert NotYet(closes); //~ BENIGN TIMESTAMP
        if (shares == 0) revert Nothing(); //~ INSUFF_GUARD INPUT_VAL looks at the shares, and not at what they bring
        _lower(account, shares); //~ BENIGN CTRL_FLOW
        coins = worth(shares); //~ PREREQ COMPUTATION
        _burn(address(this), shares); //~ DECOY STATE_MOD as many as were served
        emit Served(account, shares, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(account, coins); //~ BENIGN FUND_XFER
    }

    /// @notice What shares would bring now.
    function worth(uint256 shares) public view returns (uint256) {
        uint256 part = (shares * WHOLE) / totalSupply(); //~ PREREQ ARITHMETIC rounded down
        return (coin.balanceOf(address(this)) * part) / WHOLE; //~ BENIGN ARITHMETIC
    }

    function _lower(address account, uint256 shares) private {
        if (shares > askedFor[account]) revert TooMany(shares, askedFor[account]); //~ BENIGN INPUT_VAL
        askedFor[account] -= shares; //~ BENIGN STATE_MOD
    }
}
