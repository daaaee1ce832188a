// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title ReportGuard
 * @notice Bounds what a single report can change. A report beyond the bounds needs other bounds first, which only
 * governance sets.
 */
contract ReportGuard {
    /// @notice Denominator of the bounds.
    uint256 public constant BASIS = 10_000;

    /// @notice Account that sets the bounds.
    address public immutable governor;

    /// @notice Largest growth by one report, of BASIS.
    uint256 public largestGrowth;

    /// @notice Largest shrinkage by one report, of BASIS.
    uint256 public largestLoss;

    /// @notice Emitted when the bounds change.
    event BoundsSet(uint256 largestGrowth, uint256 largestLoss);

    /**
     * @notice Sets the governor and the first bounds.
     * @param governor_ Account that sets the bounds.
     * @param growth Largest growth by one report, of BASIS.
     * @param loss Largest shrinkage by one report, of BASIS.
     */
    constructor(address governor_, uint256 growth, uint256 loss) {
        require(growth <= BASIS && loss <= BASIS, "ReportGuard: bound too large");
        governor = governor_;
        largestGrowth = growth;
        largestLoss = loss;
    }

    /**
     * @notice Sets the bounds.
     * @param growth Largest growth by one report, of BASIS.
     * @param loss Largest shrinkage by one report, of BASIS.
     */
    function setBounds(uint256 growth, uint256 loss) external {
        require(msg.sender == governor, "ReportGuard: caller is not the governor");
        require(growth <= BASIS && loss <= BASIS, "ReportGuard: bound too large");
        largestGrowth = growth;
        largestLoss = loss;
        emit BoundsSet(growth, loss);
    }

    /**
     * @notice Reverts if a report is beyond the bounds.
     * @param pooled Ether of all shares before the report.
     * @param rewards What validators earned.
     * @param losses What validators lost.
     */
    function check(uint256 pooled, uint256 rewards, uint256 losses) external view {
        require(rewards * BASIS <= pooled * largestGrowth, "ReportGuard: too many rewards");
        require(losses * BASIS <= pooled * largestLoss, "ReportGuard: too many losses");
    }
}
