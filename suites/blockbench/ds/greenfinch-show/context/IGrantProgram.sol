// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/**
 * @title IGrantProgram
 * @notice Grants for applications that reviewers have approved.
 */
interface IGrantProgram {
    /// @notice What a grant is for.
    enum Track {
        Research,
        Infrastructure,
        Education,
        Security
    }

    /**
     * @notice An application.
     * @param applicant The account that applies.
     * @param track What the grant is for.
     * @param awarded Whether the grant was awarded.
     * @param paid Whether the grant was paid.
     * @param title The title.
     */
    struct Application {
        address applicant;
        Track track;
        bool awarded;
        bool paid;
        string title;
    }

    /**
     * @notice The budget was increased.
     * @param from The donor.
     * @param amount The amount in wei.
     */
    event Funded(address indexed from, uint256 amount);

    /**
     * @notice The review was scheduled.
     * @param reviewStart The time at which it starts.
     */
    event ReviewScheduled(uint256 reviewStart);

    /**
     * @notice An application was submitted.
     * @param id The application.
     * @param applicant The account that applies.
     * @param track What the grant is for.
     * @param title The title.
     */
    event Submitted(uint256 indexed id, address indexed applicant, Track track, string title);

    /**
     * @notice A reviewer has approved an application.
     * @param id The application.
     * @param reviewer The reviewer.
     */
    event Approved(uint256 indexed id, address indexed reviewer);

    /**
     * @notice A grant was awarded.
     * @param id The application.
     * @param track What the grant is for.
     */
    event Awarded(uint256 indexed id, Track track);

    /**
     * @notice A grant was paid.
     * @param id The application.
     * @param applicant The account that was paid.
     */
    event Paid(uint256 indexed id, address indexed applicant);

    /**
     * @notice Submits an application with the fee for it.
     * @param track What the grant is for.
     * @param title The title.
     * @return id The application.
     */
    function submit(Track track, string calldata title) external payable returns (uint256 id);

    /**
     * @notice Approves an application.
     * @param id The application.
     */
    function approve(uint256 id) external;

    /**
     * @notice Awards the grant to the caller's application.
     * @param id The application.
     * @param reviewers The reviewers who approved it, by rising address.
     */
    function claimAward(uint256 id, address[] calldata reviewers) external;

    /**
     * @notice Pays an awarded grant to the applicant.
     * @param id The application.
     */
    function payGrant(uint256 id) external;
}
