// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IFeeSharingPool
 * @notice What stakers, payers and keepers call.
 */
interface IFeeSharingPool {
    /**
     * @notice Stakes tokens of the caller.
     * @param amount The amount.
     */
    function stake(uint128 amount) external;

    /**
     * @notice Returns staked tokens to the caller.
     * @param amount The amount.
     */
    function unstake(uint128 amount) external;

    /**
     * @notice Pays fees of the exchange into the pool.
     * @param market The market that they come from.
     * @param amount The amount.
     */
    function payFees(bytes32 market, uint256 amount) external;

    /**
     * @notice Distributes the fees that were paid.
     * @return distributed What stakers receive.
     */
    function distribute() external returns (uint256 distributed);

    /**
     * @notice Pays the caller's fees.
     * @param recipient The account that receives them.
     * @return amount The amount.
     */
    function claim(address recipient) external returns (uint256 amount);

    /**
     * @notice The fees that an account can claim.
     * @param account The account.
     * @return The amount.
     */
    function claimable(address account) external view returns (uint256);
}
