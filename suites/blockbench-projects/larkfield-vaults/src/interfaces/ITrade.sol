// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/// @title ISource
/// @notice A source of prices outside of this system.
interface ISource {
    /// @notice Last answer, in dollars for a whole token, and when it was given.
    function latest() external view returns (uint256 answer, uint256 updatedAt);

    function decimals() external view returns (uint8);
}

/// @title IPriceBook
/// @notice Prices of tokens.
interface IPriceBook {
    /// @param source Where the price comes from.
    /// @param heartbeat Age at which a price is not used any more.
    /// @param lowest Price below which the source is not believed, with 18 decimals.
    /// @param highest Price above which the source is not believed, with 18 decimals.
    struct Feed {
        ISource source;
        uint256 heartbeat;
        uint256 lowest;
        uint256 highest;
    }

    error NoFeed(IERC20 token);
    error BadBounds();
    error StalePrice(IERC20 token, uint256 updatedAt);
    error PriceOutOfBounds(IERC20 token, uint256 price);

    event FeedSet(IERC20 indexed token, ISource source, uint256 heartbeat, uint256 lowest, uint256 highest);

    /// @notice Set where the price of a token comes from. Waits.
    function setFeed(IERC20 token, Feed calldata feed) external;

    /// @notice Price of a whole token in dollars, with 18 decimals.
    function priceOf(IERC20 token) external view returns (uint256);

    /// @notice What an amount of one token is worth in another one, rounded down.
    function convert(IERC20 from, IERC20 to, uint256 amount) external view returns (uint256);
}

/// @title IPair
/// @notice A pool of two tokens outside of this system. It is paid before it is called.
interface IPair {
    function token0() external view returns (IERC20);

    function token1() external view returns (IERC20);

    /// @notice What an amount of one of its tokens would bring now.
    function quote(IERC20 from, uint256 amount) external view returns (uint256);

    /// @notice Swap what was paid in. Reverts if that is less than the amount.
    function swap(IERC20 from, uint256 amount, address to) external returns (uint256 out);
}

/// @title IExchange
/// @notice Sells one token for another, through the pair that is set for them.
interface IExchange {
    error NoPair(IERC20 from, IERC20 to);
    error WrongPair(IPair pair);
    error Expired(uint256 deadline);
    error TooLittleReceived(uint256 received, uint256 least);

    event PairSet(IERC20 indexed from, IERC20 indexed to, IPair pair);
    event Swapped(IERC20 indexed from, IERC20 indexed to, address indexed by, uint256 amount, uint256 received);

    /// @notice Set the pair of two tokens. Waits.
    function setPair(IERC20 from, IERC20 to, IPair pair) external;

    /// @notice Sell tokens of the caller.
    /// @param least Reverts if the receiver gets less.
    function swap(IERC20 from, IERC20 to, uint256 amount, uint256 least, address receiver, uint256 deadline)
        external
        returns (uint256 received);

    /// @notice What a sale would bring now.
    function quote(IERC20 from, IERC20 to, uint256 amount) external view returns (uint256);
}
