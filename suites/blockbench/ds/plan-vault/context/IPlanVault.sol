// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @notice What a vault with deposit plans tells the outside.
interface IPlanVault {
    /// @notice Deposits that an account wants to make at intervals.
    /// @param amount Assets of each deposit.
    /// @param interval Seconds between two deposits, at least.
    /// @param next When the next one may be made.
    /// @param left How many are to come.
    struct Plan {
        uint128 amount;
        uint32 interval;
        uint64 next;
        uint32 left;
    }

    event Deposited(address indexed payer, address indexed receiver, uint256 assets, uint256 shares);
    event Redeemed(address indexed owner, address indexed receiver, uint256 assets, uint256 fee, uint256 shares);
    event PlanSet(address indexed account, uint256 amount, uint256 interval, uint256 deposits);
    event PlanCancelled(address indexed account);
    event Invested(uint256 amount);
    event Divested(uint256 amount);
    event ExitFeeSet(uint256 fee);
    event BufferSet(uint256 buffer);
    event TreasurySet(address indexed treasury);
    event ManagerSet(address indexed manager);
    event Rescued(address indexed token, address indexed to, uint256 amount);

    error ZeroAddress();
    error FirstDepositTooSmall(uint256 shares, uint256 minimum);
    error NoShares(uint256 assets);
    error TooFewShares(uint256 shares, uint256 minimum);
    error TooFewAssets(uint256 assets, uint256 minimum);
    error SupplyTooLow(uint256 supply, uint256 minimum);
    error TransferShort(uint256 received, uint256 expected);
    error StrategyShort(uint256 available, uint256 expected);
    error BadPlan(uint256 amount, uint256 interval, uint256 deposits);
    error NoPlan(address account);
    error NotDue(uint256 next);
    error FeeTooHigh(uint256 fee);
    error BufferTooHigh(uint256 buffer);
    error BufferTooLow(uint256 atHand, uint256 wanted);
    error NotManager(address caller);
    error AssetNotRescuable();

    function deposit(uint256 assets, address receiver, uint256 minimum) external returns (uint256 shares);

    function redeem(uint256 shares, address receiver, address owner, uint256 minimum) external returns (uint256 assets);

    function setPlan(uint128 amount, uint32 interval, uint32 deposits) external;

    function cancelPlan() external;

    function runPlan(address account) external returns (uint256 shares);

    function runPlans(address[] calldata accounts) external;

    function isDue(address account) external view returns (bool);

    function previewRedeem(uint256 shares) external view returns (uint256 assets, uint256 fee);

    function totalAssets() external view returns (uint256);

    function convertToShares(uint256 assets) external view returns (uint256);

    function convertToAssets(uint256 shares) external view returns (uint256);
}
