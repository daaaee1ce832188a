// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";

error ZeroAddress();
error ZeroDues();
error WrongDues(uint256 sent, uint256 dues);
error DuesLapsed(uint256 paidUntil);
error EmptyClaim();
error UnknownClaim(uint256 id);
error AlreadyDecided(uint256 id);
error OwnClaim(uint256 id);
error PaymentFailed(address to, uint256 amount);

/// @notice Collects the dues of a club and refunds the expenses of its members.
/// @dev Anybody may join for the dues. The treasurers decide on claims, the secretary keeps the offices.
contract ClubTreasury is AccessControl {
    enum Decision {
        Pending,
        Settled,
        Declined
    }

    struct Claim {
        address claimant;
        uint256 amount;
        bytes32 receipt;
        Decision decision;
    }

    bytes32 public constant SECRETARY_ROLE = keccak256("SECRETARY_ROLE"); //~ UNRELATED COMPUTATION
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");
    bytes32 public constant MEMBER_ROLE = keccak256("MEMBER_ROLE");
    uint256 public constant TERM = 365 days;

    uint256 public immutable dues;
    mapping(address => uint256) public paidUntil;
    Claim[] private _claims;

    event DuesPaid(address indexed member, uint256 paidUntil);
    event Donated(address indexed donor, uint256 amount);
    event ClaimSubmitted(uint256 indexed id, address indexed claimant, uint256 amount, bytes32 receipt);
    event ClaimDecided(uint256 indexed id, Decision decision, address indexed treasurer);

    constructor(uint256 yearlyDues, address secretary) {
        if (yearlyDues == 0) revert ZeroDues();
        if (secretary == address(0)) revert ZeroAddress();
        dues = yearlyDues;
        _setRoleAdmin(SECRETARY_ROLE, SECRETARY_ROLE); //~ DECOY ACCESS_CTRL the holder of the office hands it on
        _setRoleAdmin(TREASURER_ROLE, MEMBER_ROLE); //~ ROOT_CAUSE ACCESS_CTRL every member appoints treasurers
        _setRoleAdmin(MEMBER_ROLE, SECRETARY_ROLE); //~ BENIGN ACCESS_CTRL
        _grantRole(SECRETARY_ROLE, secretary); //~ BENIGN INIT
        _grantRole(MEMBER_ROLE, secretary);
    }

    /// @notice Donations are welcome from everybody.
    receive() external payable {
        emit Donated(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Makes the caller a member for a year.
    function join() external payable {
        _takeDues();
        _grantRole(MEMBER_ROLE, msg.sender); //~ PREREQ ACCESS_CTRL the role is open to everybody for the dues
    }

    /// @notice Prolongs the caller's membership by a year.
    function renew() external payable onlyRole(MEMBER_ROLE) { //~ BENIGN ACCESS_CTRL
        _takeDues();
    }

    /// @notice Asks for the refund of an expense; `receipt` is the hash of the paper.
    function submit(uint256 amount, bytes32 receipt) external onlyRole(MEMBER_ROLE) returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        if (paidUntil[msg.sender] < block.timestamp) revert DuesLapsed(paidUntil[msg.sender]); //~ BENIGN TIMESTAMP
        if (amount == 0) revert EmptyClaim(); //~ BENIGN INPUT_VAL
        id = _claims.length;
        _claims.push(Claim(msg.sender, amount, receipt, Decision.Pending)); //~ BENIGN STATE_MOD
        emit ClaimSubmitted(id, msg.sender, amount, receipt);
    }

    /// @notice Pays a claim of somebody else.
    function settle(uint256 id) external onlyRole(TREASURER_ROLE) { //~ PREREQ ACCESS_CTRL the treasurers hold the purse
        Claim storage claim = _decide(id, Decision.Settled);
        if (claim.claimant == msg.sender) revert OwnClaim(id); //~ INSUFF_GUARD ACCESS_CTRL a second account decides
        (bool paid, ) = claim.claimant.call{value: claim.amount}(""); //~ DECOY EXT_CALL the decision is written before
        if (!paid) revert PaymentFailed(claim.claimant, claim.amount); //~ BENIGN EXT_CALL
    }

    /// @notice Closes a claim without payment.
    function decline(uint256 id) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        _decide(id, Decision.Declined);
    }

    function claimCount() external view returns (uint256) {
        return _claims.length;
    }

    function claimAt(uint256 id) external view returns (Claim memory) {
        if (id >= _claims.length) revert UnknownClaim(id);
        return _claims[id];
    }

    function _takeDues() internal {
        if (msg.value != dues) revert WrongDues(msg.value, dues); //~ BENIGN INPUT_VAL
        uint256 from = paidUntil[msg.sender];
        if (from < block.timestamp) from = block.timestamp;
        paidUntil[msg.sender] = from + TERM;
        emit DuesPaid(msg.sender, from + TERM);
    }

    function _decide(uint256 id, Decision decision) internal returns (Claim storage claim) {
        if (id >= _claims.length) revert UnknownClaim(id);
        claim = _claims[id];
        if (claim.decision != Decision.Pending) revert AlreadyDecided(id); //~ BENIGN CTRL_FLOW
        claim.decision = decision; //~ BENIGN STATE_MOD
        emit ClaimDecided(id, decision, msg.sender);
    }
}
