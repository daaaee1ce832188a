// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title Council
 * @notice Its members govern the exchange together. What enough of them approve is executed after a delay, in which any of
 *  them can take the own approval back.
 * @dev A call is known by the hash of its target, its data and a number that its proposer chooses, so the same call can be
 *  made several times, each with an approval of its own.
 */
contract Council {
    /**
     * @notice A call that was proposed.
     * @param approvals How many members approve
     * @param readyAt When it can be executed, or zero as long as too few approve
     * @param done Whether it was executed
     */
    struct Proposal {
        uint256 approvals;
        uint256 readyAt;
        bool done;
    }

    error NotMember();
    error NotCouncil();
    error BadCouncil();
    error AlreadyMember();
    error AlreadyApproved();
    error NotApproved();
    error NotReady();
    error AlreadyDone();
    error CallFailed(bytes reason);

    event Approved(bytes32 indexed id, address indexed member, uint256 approvals);
    event Revoked(bytes32 indexed id, address indexed member, uint256 approvals);
    event Executed(bytes32 indexed id, address indexed target, bytes data);
    event MemberReplaced(address indexed from, address indexed to);

    /// @notice How long after the last approval that it needs a call waits
    uint256 public constant DELAY = 2 days;

    /// @notice How many members have to approve
    uint256 public immutable threshold;

    mapping(address member => bool) public isMember;
    mapping(bytes32 id => Proposal) public proposals;
    mapping(bytes32 id => mapping(address member => bool)) public hasApproved;

    modifier onlyMember() {
        if (!isMember[msg.sender]) revert NotMember();
        _;
    }

    constructor(address[] memory members, uint256 threshold_) {
        if (threshold_ == 0 || threshold_ > members.length) revert BadCouncil();
        threshold = threshold_;
        for (uint256 i = 0; i < members.length; i++) {
            if (isMember[members[i]]) revert AlreadyMember();
            isMember[members[i]] = true;
            emit MemberReplaced(address(0), members[i]);
        }
    }

    /**
     * @notice Approve a call, which the first approval proposes.
     * @param target Whom to call
     * @param data With what
     * @param number Which of several such calls
     * @return id What it is known by
     */
    function approve(address target, bytes calldata data, uint256 number) external onlyMember returns (bytes32 id) {
        id = idOf(target, data, number);
        if (hasApproved[id][msg.sender]) revert AlreadyApproved();
        hasApproved[id][msg.sender] = true;
        Proposal storage proposal = proposals[id];
        proposal.approvals++;
        if (proposal.approvals == threshold) proposal.readyAt = block.timestamp + DELAY;
        emit Approved(id, msg.sender, proposal.approvals);
    }

    /**
     * @notice Take an approval back. If too few are left, the delay begins again with the next one.
     * @param id A call
     */
    function revoke(bytes32 id) external onlyMember {
        if (!hasApproved[id][msg.sender]) revert NotApproved();
        hasApproved[id][msg.sender] = false;
        Proposal storage proposal = proposals[id];
        proposal.approvals--;
        if (proposal.approvals < threshold) proposal.readyAt = 0;
        emit Revoked(id, msg.sender, proposal.approvals);
    }

    /**
     * @notice Execute a call that was approved. Anybody may.
     * @param target Whom to call
     * @param data With what
     * @param number Which of several such calls
     */
    function execute(address target, bytes calldata data, uint256 number) external returns (bytes memory) {
        bytes32 id = idOf(target, data, number);
        Proposal storage proposal = proposals[id];
        if (proposal.readyAt == 0 || block.timestamp < proposal.readyAt) revert NotReady();
        if (proposal.done) revert AlreadyDone();
        proposal.done = true;
        (bool success, bytes memory result) = target.call(data);
        if (!success) revert CallFailed(result);
        emit Executed(id, target, data);
        return result;
    }

    /**
     * @notice Replace a member. Only the council itself does, and approvals of the former member stay what they are.
     * @param from The member
     * @param to Who follows
     */
    function replace(address from, address to) external {
        if (msg.sender != address(this)) revert NotCouncil();
        if (!isMember[from]) revert NotMember();
        if (isMember[to]) revert AlreadyMember();
        isMember[from] = false;
        isMember[to] = true;
        emit MemberReplaced(from, to);
    }

    /**
     * @notice What a call is known by.
     * @param target Whom to call
     * @param data With what
     * @param number Which of several such calls
     */
    function idOf(address target, bytes calldata data, uint256 number) public pure returns (bytes32) {
        return keccak256(abi.encode(target, data, number));
    }
}
