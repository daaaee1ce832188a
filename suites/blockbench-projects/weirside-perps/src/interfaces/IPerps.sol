// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title IPerps
 * @notice Positions of traders. An account has at most one position in each direction of a market.
 */
interface IPerps {
    /**
     * @notice A position.
     * @param size Dollars that it was worth when it was entered
     * @param tokens Tokens that these dollars stand for
     * @param margin Dollars of the trader
     * @param index Index up to which its funding is settled
     */
    struct Position {
        uint256 size;
        uint256 tokens;
        uint256 margin;
        int256 index;
    }

    error NotDelegate();
    error NoPosition();
    error TooSmall();
    error TooLittleMargin();
    error Underwater();

    event Increased(address indexed trader, bytes32 indexed market, bool isLong, uint256 size, uint256 margin, uint256 price);
    event Decreased(address indexed trader, bytes32 indexed market, bool isLong, uint256 size, int256 profit, uint256 price);
    event Seized(address indexed trader, bytes32 indexed market, bool isLong, uint256 left, uint256 missing);
    event MarginAdded(address indexed trader, bytes32 indexed market, bool isLong, uint256 amount);
    event MarginRemoved(address indexed trader, bytes32 indexed market, bool isLong, uint256 amount, address to);
    event FundingPaid(address indexed trader, bytes32 indexed market, bool isLong, int256 owed);
    event FeePaid(address indexed trader, uint256 fee);
    event DelegateSet(address indexed trader, address indexed delegate, bool allowed);

    /// @notice Make a position larger with margin of the caller; only for the order book
    function increase(address trader, bytes32 market, bool isLong, uint256 size, uint256 margin) external;

    /// @notice Make a position smaller, or close it; only for the order book
    function decrease(address trader, bytes32 market, bool isLong, uint256 size) external returns (uint256 paid);

    /**
     * @notice Close a position whatever it has lost; only for the liquidator.
     * @return left Margin that is left, which the caller gets
     * @return missing Dollars that the pool did not get
     */
    function seize(address trader, bytes32 market, bool isLong) external returns (uint256 left, uint256 missing);

    /// @notice Add margin of the caller to a position
    function addMargin(address trader, bytes32 market, bool isLong, uint256 amount) external;

    /// @notice Take margin out of a position that has more than it needs
    function removeMargin(address trader, bytes32 market, bool isLong, uint256 amount, address to) external;

    /// @notice Allow an account to act for the caller, or end that
    function setDelegate(address delegate, bool allowed) external;

    /// @notice Whether an account may act for a trader
    function mayAct(address trader, address account) external view returns (bool);

    /// @notice A position
    function positionOf(address trader, bytes32 market, bool isLong) external view returns (Position memory);

    /// @notice What a position is worth, without the funding of the time since the last accrual
    function equityOf(address trader, bytes32 market, bool isLong) external view returns (int256);

    /// @notice Whether a position has less than the maintenance margin
    function isLiquidatable(address trader, bytes32 market, bool isLong) external view returns (bool);
}

/**
 * @title ILiquidator
 * @notice Closes positions that have lost too much.
 */
interface ILiquidator {
    error IsHealthy();

    event Liquidated(address indexed trader, bytes32 indexed market, bool isLong, address by, uint256 reward, uint256 missing);

    /// @notice Liquidate a position for a reward
    function liquidate(address trader, bytes32 market, bool isLong) external returns (uint256 reward);
}
