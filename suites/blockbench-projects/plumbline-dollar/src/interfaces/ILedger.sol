// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

/// @title ILedger
/// @notice Positions, their debts, and what each kind of collateral allows.
interface ILedger {
    /// @dev index: dollars that one share of the debt is worth, with 18 decimals. fee_rate: growth of the index in a
    /// second. price: dollars that may be owed against one unit of collateral. min_debt: smallest debt of a position.
    struct Kind {
        uint256 total_shares;
        uint256 index;
        uint256 accrued_at;
        uint256 fee_rate;
        uint256 price;
        uint256 ceiling;
        uint256 min_debt;
    }

    struct Position {
        uint256 collateral;
        uint256 shares;
    }

    error KnownKind();
    error UnknownKind();
    error FeeTooHigh();
    error NotManager();
    error NotSafe();
    error DebtTooSmall();
    error CeilingReached();

    event KindSet(bytes32 indexed kind, uint256 fee_rate, uint256 ceiling, uint256 min_debt);
    event PriceSet(bytes32 indexed kind, uint256 price);
    event Accrued(bytes32 indexed kind, uint256 index, uint256 fee);
    event Managed(address indexed owner, address indexed manager, bool allowed);
    event Credited(bytes32 indexed kind, address indexed account, uint256 amount);
    event Debited(bytes32 indexed kind, address indexed account, uint256 amount);
    event Moved(bytes32 indexed kind, address indexed from, address indexed to, uint256 amount);
    event Locked(bytes32 indexed kind, address indexed owner, uint256 amount);
    event Unlocked(bytes32 indexed kind, address indexed owner, address to, uint256 amount);
    event Drawn(bytes32 indexed kind, address indexed owner, address to, uint256 amount, uint256 shares);
    event Repaid(bytes32 indexed kind, address indexed owner, uint256 amount, uint256 shares);
    event Given(bytes32 indexed kind, address indexed from, address indexed to, uint256 collateral, uint256 shares);
    event Seized(bytes32 indexed kind, address indexed owner, uint256 collateral, uint256 debt);
    event Covered(address indexed by, uint256 amount);

    /// @notice Let an account act for the positions of the caller, or not any more.
    function manage(address manager, bool allowed) external;

    /// @notice Free collateral of the caller becomes that of another account.
    function move(bytes32 kind, address to, uint256 amount) external;

    /// @notice Free collateral of the caller becomes part of a position.
    function lock(bytes32 kind, address owner, uint256 amount) external;

    /// @notice Collateral of a position becomes free collateral of an account.
    function unlock(bytes32 kind, address owner, uint256 amount, address to) external;

    /// @notice New dollars against a position.
    function draw(bytes32 kind, address owner, uint256 amount, address to) external;

    /// @notice Repay dollars of a position with those of the caller. What exceeds its debt is not taken.
    /// @return paid Dollars that were taken.
    function repay(bytes32 kind, address owner, uint256 amount) external returns (uint256 paid);

    /// @notice Part of a position becomes part of another one.
    function give(bytes32 kind, address from, address to, uint256 collateral, uint256 shares) external;

    /// @notice Add the fee since the last time to all debts of a kind.
    function accrue(bytes32 kind) external;

    /// @notice Burn dollars of the caller against debt that no position owes any more.
    function cover(uint256 amount) external;

    /// @notice Collateral that arrived at its gate. Wards only.
    function credit(bytes32 kind, address account, uint256 amount) external;

    /// @notice Collateral that leaves through its gate. Wards only.
    function debit(bytes32 kind, address account, uint256 amount) external;

    /// @notice Close a position, and hand its collateral to an account. Wards only.
    function seize(bytes32 kind, address owner, address to) external returns (uint256 collateral, uint256 debt);

    /// @notice Dollars that may be owed against one unit of collateral from now on. Wards only.
    function set_price(bytes32 kind, uint256 price) external;

    function kind_of(bytes32 kind) external view returns (Kind memory);

    function position_of(bytes32 kind, address owner) external view returns (Position memory);

    function free_of(bytes32 kind, address account) external view returns (uint256);

    function debt_of(bytes32 kind, address owner) external view returns (uint256);

    function is_safe(bytes32 kind, address owner) external view returns (bool);

    function can_manage(address owner, address account) external view returns (bool);

    function deficit() external view returns (uint256);
}
