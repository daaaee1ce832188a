// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {IGrantProgram} from "./context/IGrantProgram.sol";

/**
 * @title GrantProgram
 * @notice Applications are submitted, reviewed for a week, and awarded a fixed grant if they are approved.
 */
contract GrantProgram is IGrantProgram, AccessControl, Initializable {
    /// @notice The role that reviews applications.
    bytes32 public constant REVIEWER_ROLE = keccak256("REVIEWER_ROLE");

    /// @notice The role that schedules the review and closes the program.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice The approvals that an award needs.
    uint256 public constant REQUIRED_APPROVALS = 3;

    /// @notice The fee of an application in wei.
    uint256 public constant APPLICATION_FEE = 0.01 ether;

    /// @notice How long applications are reviewed.
    uint256 public constant REVIEW_PERIOD = 7 days;

    /// @notice How long grants can be claimed, from the start of the review on.
    uint256 public constant CLAIM_PERIOD = 60 days;

    /// @notice A grant in wei.
    uint256 public grantAmount;

    /// @notice The start of the review.
    uint256 public reviewStart;

    /// @notice Whether a reviewer has approved an application.
    mapping(uint256 id => mapping(address reviewer => bool)) public hasApproved;

    /// @notice The awarded grants of a track.
    mapping(Track track => uint256) public awardCount;

    /// @dev All applications.
    Application[] private _applications;

    /**
     * @notice Sets the administrator, who initializes the program.
     * @param admin The administrator.
     */
    constructor(address admin) {
        require(admin != address(0), "GrantProgram: zero address"); //~ BENIGN INIT
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Increases the budget.
     */
    receive() external payable {
        emit Funded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sets the terms, once.
     * @param grantAmount_ A grant in wei.
     * @param manager The first manager.
     */
    function initialize(
        uint256 grantAmount_,
        address manager
    ) external payable onlyRole(DEFAULT_ADMIN_ROLE) initializer { //~ BENIGN INIT
        require(grantAmount_ > 0, "GrantProgram: no grant"); //~ BENIGN INPUT_VAL
        grantAmount = grantAmount_;
        _grantRole(MANAGER_ROLE, manager);
    }

    /**
     * @notice Schedules the review.
     * @param reviewStart_ The time at which it starts.
     */
    function scheduleReview(uint256 reviewStart_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        reviewStart = reviewStart_;
        emit ReviewScheduled(reviewStart_); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @inheritdoc IGrantProgram
     */
    function submit(Track track, string calldata title) external payable override returns (uint256 id) {
        require(block.timestamp < reviewStart, "GrantProgram: submission closed"); //~ BENIGN TIMESTAMP
        require(msg.value == APPLICATION_FEE, "GrantProgram: wrong fee"); //~ BENIGN INPUT_VAL
        id = _applications.length;
        _applications.push(Application(msg.sender, track, false, false, title));
        emit Submitted(id, msg.sender, track, title); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @inheritdoc IGrantProgram
     */
    function approve(uint256 id) external override onlyRole(REVIEWER_ROLE) { //~ BENIGN ACCESS_CTRL reviewers are appointed by the administrator
        require(_applications[id].applicant != msg.sender, "GrantProgram: own application"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= reviewStart, "GrantProgram: review not started"); //~ BENIGN TIMESTAMP
        require(block.timestamp < reviewStart + REVIEW_PERIOD, "GrantProgram: review ended"); //~ BENIGN TIMESTAMP
        hasApproved[id][msg.sender] = true; //~ PREREQ STATE_MOD one such approval is all it takes
        emit Approved(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @inheritdoc IGrantProgram
     */
    function claimAward(uint256 id, address[] calldata reviewers) external override {
        Application storage application = _applications[id];
        require(application.applicant == msg.sender, "GrantProgram: not the applicant"); //~ BENIGN ACCESS_CTRL
        require(!application.awarded, "GrantProgram: already awarded"); //~ BENIGN CTRL_FLOW
        _checkApprovals(id, reviewers);
        application.awarded = true; //~ BENIGN STATE_MOD
        ++awardCount[application.track];
        emit Awarded(id, application.track); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @inheritdoc IGrantProgram
     */
    function payGrant(uint256 id) external override {
        Application storage application = _applications[id];
        require(application.awarded && !application.paid, "GrantProgram: nothing to pay"); //~ BENIGN CTRL_FLOW
        application.paid = true; //~ DECOY STATE_MOD anyone may call, but the applicant is paid, and once
        emit Paid(id, application.applicant); //~ UNRELATED EVENT_EMIT
        _sendValue(application.applicant, grantAmount); //~ PREREQ FUND_XFER an award is worth the grant
    }

    /**
     * @notice Takes what is left of the budget when the claims have run out.
     * @param recipient The account that gets it.
     */
    function closeProgram(address recipient) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= reviewStart + CLAIM_PERIOD, "GrantProgram: claims open"); //~ BENIGN TIMESTAMP
        _sendValue(recipient, address(this).balance);
    }

    /**
     * @notice An application.
     * @param id The number of the application.
     * @return The application.
     */
    function getApplication(uint256 id) external view returns (Application memory) {
        return _applications[id];
    }

    /**
     * @dev Checks that enough reviewers have approved an application.
     * @param id The application.
     * @param reviewers The reviewers, by rising address.
     */
    function _checkApprovals(uint256 id, address[] calldata reviewers) internal view {
        require(reviewers.length >= REQUIRED_APPROVALS, "GrantProgram: too few approvals"); //~ INSUFF_GUARD INPUT_VAL counts the list, whoever is in it
        address last = address(0);
        for (uint256 i = 0; i < reviewers.length; ++i) {
            require(reviewers[i] >= last, "GrantProgram: reviewers not sorted"); //~ ROOT_CAUSE INPUT_VAL lets the same reviewer follow itself
            require(hasApproved[id][reviewers[i]], "GrantProgram: not approved"); //~ BENIGN STORAGE_READ an approval that was really given
            last = reviewers[i];
        }
    }

    /**
     * @dev Sends ether.
     * @param recipient The account that gets it.
     * @param amount The amount in wei.
     */
    function _sendValue(address recipient, uint256 amount) internal {
        (bool success, ) = recipient.call{value: amount}("");
        require(success, "GrantProgram: payment failed"); //~ BENIGN FUND_XFER
    }
}
