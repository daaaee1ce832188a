// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

/**
 * @title IPairFactory
 * @notice The exchange to which curves graduate. It is not a part of the launchpad.
 */
interface IPairFactory {
    /**
     * @notice Creates the pair of two tokens, at an address that depends on them alone.
     * @param tokenA One of them.
     * @param tokenB The other one.
     */
    function createPair(address tokenA, address tokenB) external returns (address pair);

    /**
     * @notice Returns the pair of two tokens, or zero.
     * @param tokenA One of them.
     * @param tokenB The other one.
     */
    function getPair(address tokenA, address tokenB) external view returns (address pair);
}

/**
 * @title IPair
 * @notice A pool of two tokens with a constant product. Its shares are tokens, too.
 */
interface IPair {
    /**
     * @notice Mints shares for the tokens that came since the last call.
     * @param to Account that gets the shares.
     */
    function mint(address to) external returns (uint256 liquidity);
}

/**
 * @title ILaunchToken
 * @notice Token of a curve.
 */
interface ILaunchToken is IERC20 {
    /// @notice Emitted when the curve opened the token.
    event Opened();

    /**
     * @notice Sets up a clone and mints everything to the curve. Can be called once.
     * @param name_ Name.
     * @param symbol_ Symbol.
     * @param supply Tokens of the curve.
     * @param curve_ Curve that sells it.
     */
    function initialize(string calldata name_, string calldata symbol_, uint256 supply, address curve_) external;

    /// @notice Opens the token. Only for the curve.
    function open() external;
}

/**
 * @title IBondingCurve
 * @notice Sells and buys a token at a price that rises with what was sold, until a target is reached.
 */
interface IBondingCurve {
    /**
     * @notice Terms of a curve.
     * @param name Name of its token.
     * @param symbol Symbol of its token.
     * @param supply Tokens, of the curve and the pool together.
     * @param virtualCoins Coins that the first price pretends.
     * @param target Coins at which it graduates.
     */
    struct CurveTerms {
        string name;
        string symbol;
        uint256 supply;
        uint256 virtualCoins;
        uint256 target;
    }

    /// @notice Emitted when somebody bought from the curve.
    event CurveBought(address indexed account, uint256 paid, uint256 fee, uint256 tokens);

    /// @notice Emitted when somebody sold to the curve.
    event CurveSold(address indexed account, uint256 tokens, uint256 fee, uint256 coins);

    /// @notice Emitted when the pool was filled.
    event Graduated(address indexed pair, uint256 coins, uint256 tokens, uint256 lock);

    /**
     * @notice Sets up a clone. Can be called once.
     * @param creator Account that owns the lock of the pool's shares.
     * @param token Token of the curve.
     * @param terms Terms that curators approved.
     */
    function initialize(address creator, ILaunchToken token, CurveTerms calldata terms) external;

    /**
     * @notice Buys tokens. At most what is missing to the target is taken, and that may be too little for any tokens.
     * @param amount Coins that the caller pays, with the fee.
     * @param minTokens Least tokens that it accepts.
     * @return tokens Tokens that it got.
     * @return paid Coins that it paid.
     */
    function buy(uint256 amount, uint256 minTokens) external returns (uint256 tokens, uint256 paid);

    /**
     * @notice Sells tokens.
     * @param tokens Tokens that the caller gives.
     * @param minCoins Least coins that it accepts.
     * @return coins Coins that it got.
     */
    function sell(uint256 tokens, uint256 minCoins) external returns (uint256 coins);

    /**
     * @notice Brings coins and tokens of a complete curve into its pool. Anybody may, also if it was halted.
     * @return lock Lock of the shares.
     */
    function graduate() external returns (uint256 lock);

    /// @notice Returns the pair of token and coin, or zero while there is none.
    function pair() external view returns (address);

    /// @notice Returns the coins that the curve has collected.
    function collected() external view returns (uint256);

    /// @notice Returns the coins at which it graduates.
    function target() external view returns (uint256);

    /// @notice Returns the price of a whole token.
    function price() external view returns (uint256);
}
