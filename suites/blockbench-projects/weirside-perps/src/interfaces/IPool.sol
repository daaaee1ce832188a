// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title ILiquidityPool
 * @notice The other side of all positions.
 */
interface ILiquidityPool {
    /**
     * @notice Shares that wait to be paid out.
     * @param owner Who gets the dollars
     * @param shares Shares that the pool holds meanwhile
     * @param minAssets Least dollars that the owner wants for them
     * @param at Time of the request
     */
    struct Request {
        address owner;
        uint256 shares;
        uint256 minAssets;
        uint256 at;
    }

    error TooLittle();
    error TooFewShares();
    error NothingLeft();
    error NotEnoughCash();

    event Deposited(address indexed from, address indexed to, uint256 assets, uint256 shares);
    event Requested(uint256 indexed id, address indexed owner, uint256 shares, uint256 minAssets);
    event PaidOut(uint256 indexed id, address indexed owner, uint256 shares, uint256 assets);
    event Returned(uint256 indexed id, address indexed owner, uint256 shares);
    event Collected(address indexed from, uint256 amount);
    event Paid(address indexed to, uint256 amount);

    /// @notice Deposit dollars for shares
    function deposit(uint256 assets, uint256 minShares, address to) external returns (uint256 shares);

    /// @notice Ask for the dollars that shares are worth after the delay
    function request(uint256 shares, uint256 minAssets) external returns (uint256 id);

    /// @notice Serve the oldest requests that have waited long enough. Where dollars are missing, a part of a request is served
    function process(uint256 count) external returns (uint256 served);

    /// @notice Take dollars of the caller, which positions or fees brought in
    function collect(uint256 amount) external;

    /// @notice Pay the profit of a position to the caller; only for Perps
    function pay(uint256 amount) external;

    /// @notice Dollars that the shares are worth together, by the prices for a deposit or those for a withdrawal
    function worth(bool forDeposit) external view returns (uint256);
}

/**
 * @title IInsurance
 * @notice Dollars for what liquidated positions could not pay.
 */
interface IInsurance {
    event Covered(uint256 asked, uint256 paid);
    event Withdrawn(address indexed to, uint256 amount);

    /// @notice Pay to the pool what a position did not, as far as the fund reaches; only for the liquidator
    function cover(uint256 amount) external returns (uint256 paid);
}
