// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/**
 * @title IAwardPayouts
 * @notice Interface of the payouts of a grant program.
 */
interface IAwardPayouts {
    /**
     * @notice An award as two approvers sign it.
     * @param roundId The round of the program.
     * @param recipient The account that the award is for.
     * @param amount The amount of tokens.
     * @param deadline The last time at which the award can be paid.
     */
    struct Award {
        uint256 roundId;
        address recipient;
        uint256 amount;
        uint256 deadline;
    }

    /**
     * @notice An award was paid.
     * @param roundId The round.
     * @param recipient The recipient.
     * @param payee The account that received the tokens.
     * @param amount The amount.
     */
    event AwardPaid(uint256 indexed roundId, address indexed recipient, address payee, uint256 amount);

    /**
     * @notice An award was cancelled.
     * @param roundId The round.
     * @param recipient The recipient.
     * @param approver The approver who cancelled it.
     */
    event AwardCancelled(uint256 indexed roundId, address indexed recipient, address approver);

    /**
     * @notice A recipient changed where its awards go.
     * @param recipient The recipient.
     * @param payee The new payee, or zero for the recipient itself.
     */
    event PayeeChanged(address indexed recipient, address payee);

    /**
     * @notice Tokens that were not awarded were taken back.
     * @param to The account that received them.
     * @param amount The amount.
     */
    event FundsRecovered(address indexed to, uint256 amount);

    /**
     * @notice Pays an award.
     * @param award The award.
     * @param signatures The signatures of two approvers, in the order of their addresses.
     */
    function payAward(Award calldata award, bytes[] calldata signatures) external;

    /**
     * @notice Cancels an award, signed or not.
     * @param roundId The round.
     * @param recipient The recipient.
     */
    function cancelAward(uint256 roundId, address recipient) external;

    /**
     * @notice Changes where the caller's awards go.
     * @param payee The new payee, or zero for the caller itself.
     */
    function setPayee(address payee) external;

    /**
     * @notice Changes where a recipient's awards go, with the recipient's signature.
     * @param recipient The recipient.
     * @param payee The new payee, or zero for the recipient itself.
     * @param deadline The last time at which the signature can be used.
     * @param signature The signature.
     */
    function setPayeeBySig(address recipient, address payee, uint256 deadline, bytes calldata signature) external;
}
