// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title ILiquidator
/// @notice Turns positions that are not safe into sales.
interface ILiquidator {
    error IsSafe();
    error NoHouse();
    error RoomExhausted();
    error BadPenalty();
    error BadReward();

    event HouseSet(bytes32 indexed kind, address house, uint256 penalty, uint256 limit);
    event RewardSet(uint256 flat, uint256 part);
    event Liquidated(bytes32 indexed kind, address indexed owner, uint256 sale, uint256 debt, uint256 collateral);
    event Released(bytes32 indexed kind, uint256 amount);
    event Rewarded(address indexed account, uint256 amount);

    /// @notice Close a position that is not safe, and sell its collateral.
    /// @return sale Number of the sale in its house.
    function liquidate(bytes32 kind, address owner) external returns (uint256 sale);

    /// @notice Lower the open amount of a kind, and make room for other sales. Wards only.
    function release(bytes32 kind, uint256 amount) external;

    /// @notice Pay an account for its work on a sale. Wards only.
    function reward(address account, uint256 debt) external;
}

/// @title IAuctionHouse
/// @notice Sells collateral at falling prices.
interface IAuctionHouse {
    /// @dev debt: dollars that the sale still has to bring in. lot: collateral that is left. top: price at the start.
    struct Sale {
        bytes32 kind;
        address owner;
        uint256 debt;
        uint256 lot;
        uint256 top;
        uint256 started_at;
    }

    error NoSale();
    error SaleEnded();
    error SaleRuns();
    error TooExpensive();
    error TooLittleLeft();
    error NothingTaken();
    error BadTerms();

    event TermsSet(uint256 markup, uint256 fall, uint256 floor, uint256 min_left);
    event SaleStarted(uint256 indexed id, bytes32 indexed kind, address indexed owner, uint256 debt, uint256 lot, uint256 top);
    event SaleRestarted(uint256 indexed id, uint256 top, address indexed by);
    event Taken(uint256 indexed id, address indexed by, uint256 slice, uint256 paid, uint256 debt, uint256 lot);

    /// @notice Begin a sale of collateral that the house got. Wards only.
    function start(bytes32 kind, address owner, uint256 debt, uint256 lot) external returns (uint256 id);

    /// @notice Buy collateral at the present price.
    /// @param most Collateral that the caller wants at most.
    /// @param max_price Price that the caller pays at most.
    /// @param receiver Gets the collateral, and is called before the caller pays if there is data.
    function take(uint256 id, uint256 most, uint256 max_price, address receiver, bytes calldata data) external;

    /// @notice Begin a sale anew that has ended without a buyer for all of it.
    function restart(uint256 id) external;

    function sale_of(uint256 id) external view returns (Sale memory);

    function price_of(uint256 id) external view returns (uint256);
}

/// @title ITaker
/// @notice Gets collateral before it is paid for.
interface ITaker {
    function on_take(address caller, uint256 slice, uint256 owed, bytes calldata data) external;
}
