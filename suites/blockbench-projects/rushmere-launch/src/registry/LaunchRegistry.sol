// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Stewarded} from "../access/Stewarded.sol";
import {ILaunchRegistry, ISteward} from "../interfaces/IGovernance.sol";

/**
 * @title LaunchRegistry
 * @notice Proposals of creators, the approvals of curators, and what was launched.
 * @dev Curators approve terms, and not proposals: other terms need other approvals.
 */
contract LaunchRegistry is ILaunchRegistry, Stewarded {
    /// @notice Curators that have to approve the same terms.
    uint256 public constant QUORUM = 2;

    /// @notice The only contract that launches.
    address public factory;

    /// @inheritdoc ILaunchRegistry
    mapping(address launch => bool) public isHalted;

    /// @inheritdoc ILaunchRegistry
    mapping(address launch => bool) public isLaunch;

    /// @inheritdoc ILaunchRegistry
    mapping(address launch => address) public leadOf;

    Proposal[] private _proposals;
    mapping(uint256 id => mapping(uint256 round => mapping(address curator => bool))) private _approved;

    /**
     * @notice Sets the keeper of the roles.
     * @param steward_ Keeper of the roles.
     */
    constructor(ISteward steward_) Stewarded(steward_) {}

    /**
     * @notice Sets the factory, once.
     * @param factory_ The only contract that launches.
     */
    function setFactory(address factory_) external onlyGovernor {
        require(factory == address(0), "LaunchRegistry: factory is set");
        factory = factory_;
        emit FactorySet(factory_);
    }

    /**
     * @notice Proposes a launch.
     * @param termsHash Hash of its terms, as the factory computes it.
     * @return id Number of the proposal.
     */
    function propose(bytes32 termsHash) external returns (uint256 id) {
        id = _proposals.length;
        Proposal storage proposal = _proposals.push();
        proposal.creator = msg.sender;
        proposal.termsHash = termsHash;
        emit Proposed(id, msg.sender, termsHash);
    }

    /**
     * @notice Chooses other terms. Approvals of the former ones do not count any more.
     * @param id Proposal of the caller.
     * @param termsHash Hash of the new terms.
     */
    function amend(uint256 id, bytes32 termsHash) external {
        Proposal storage proposal = _proposals[id];
        require(msg.sender == proposal.creator, "LaunchRegistry: not the creator");
        proposal.termsHash = termsHash;
        proposal.round++;
        proposal.approvals = 0; //~ DECOY STATE_MOD terms can change after they were approved, but need new approvals
        proposal.lead = address(0);
        emit Amended(id, termsHash, proposal.round);
    }

    /**
     * @notice Approves terms. Only for curators, once for each version.
     * @param id Proposal.
     * @param termsHash Hash of the terms that the curator has seen.
     */
    function approve(uint256 id, bytes32 termsHash) external onlyCurator {
        Proposal storage proposal = _proposals[id];
        require(proposal.termsHash == termsHash, "LaunchRegistry: other terms");
        require(!_approved[id][proposal.round][msg.sender], "LaunchRegistry: already approved");
        _approved[id][proposal.round][msg.sender] = true;
        if (proposal.approvals == 0) proposal.lead = msg.sender;
        proposal.approvals++;
        emit Approved(id, msg.sender, termsHash);
    }

    /**
     * @notice Halts a launch for good. What was committed there goes back; a curve sells nothing more.
     * @param launch Launch that is halted.
     */
    function halt(address launch) external onlyGuardian {
        require(isLaunch[launch], "LaunchRegistry: not a launch");
        isHalted[launch] = true;
        emit Halted(launch, msg.sender);
    }

    /// @inheritdoc ILaunchRegistry
    function record(uint256 id, address creator, bytes32 termsHash, address launch) external {
        require(msg.sender == factory, "LaunchRegistry: not the factory");
        Proposal storage proposal = _proposals[id];
        require(creator == proposal.creator, "LaunchRegistry: other creator");
        require(termsHash == proposal.termsHash, "LaunchRegistry: terms differ");
        require(proposal.approvals >= QUORUM, "LaunchRegistry: not approved");
        require(proposal.launch == address(0), "LaunchRegistry: already launched");
        proposal.launch = launch;
        isLaunch[launch] = true;
        leadOf[launch] = proposal.lead;
        emit Launched(id, launch, proposal.lead);
    }

    /// @inheritdoc ILaunchRegistry
    function proposalOf(uint256 id) external view returns (Proposal memory) {
        return _proposals[id];
    }

    /// @notice Returns the number of proposals.
    function proposals() external view returns (uint256) {
        return _proposals.length;
    }
}
