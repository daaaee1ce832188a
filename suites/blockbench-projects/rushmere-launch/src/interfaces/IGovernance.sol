// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/**
 * @title ISteward
 * @notice Keeps the roles of the launchpad.
 */
interface ISteward {
    /// @notice Emitted when a change of a role was proposed.
    event RoleProposed(bytes32 indexed id, bytes32 indexed role, address indexed account, bool granted, uint256 readyAt);

    /// @notice Emitted when the guardian stopped a change.
    event RoleVetoed(bytes32 indexed id, address indexed guardian);

    /// @notice Emitted when an account has got a role or lost one.
    event RoleChanged(bytes32 indexed role, address indexed account, bool granted);

    /// @notice Emitted when the deployer has given up its role.
    event HandedOver(address indexed governor);

    /**
     * @notice Tells whether an account governs.
     * @param account Account to look up.
     */
    function isGovernor(address account) external view returns (bool);

    /**
     * @notice Tells whether an account approves launches.
     * @param account Account to look up.
     */
    function isCurator(address account) external view returns (bool);

    /**
     * @notice Tells whether an account may stop launches and changes of roles.
     * @param account Account to look up.
     */
    function isGuardian(address account) external view returns (bool);
}

/**
 * @title ILaunchRegistry
 * @notice Knows what was proposed, what curators approved, and what was launched.
 */
interface ILaunchRegistry {
    /**
     * @notice A launch that somebody wants.
     * @param creator Account that proposed it.
     * @param termsHash Hash of its terms.
     * @param round Number of amendments.
     * @param approvals Number of curators that approved the present terms.
     * @param lead Curator that approved the present terms first.
     * @param launch Contract that came out of it, or zero.
     */
    struct Proposal {
        address creator;
        bytes32 termsHash;
        uint32 round;
        uint32 approvals;
        address lead;
        address launch;
    }

    /// @notice Emitted when a launch was proposed.
    event Proposed(uint256 indexed id, address indexed creator, bytes32 termsHash);

    /// @notice Emitted when its creator has chosen other terms.
    event Amended(uint256 indexed id, bytes32 termsHash, uint256 round);

    /// @notice Emitted when a curator approved terms.
    event Approved(uint256 indexed id, address indexed curator, bytes32 termsHash);

    /// @notice Emitted when a proposal was launched.
    event Launched(uint256 indexed id, address indexed launch, address indexed lead);

    /// @notice Emitted when the guardian halted a launch.
    event Halted(address indexed launch, address indexed guardian);

    /// @notice Emitted once, when the factory is known.
    event FactorySet(address indexed factory);

    /**
     * @notice Records a launch. Only for the factory.
     * @param id Proposal that is launched.
     * @param creator Account that launches it.
     * @param termsHash Hash of the terms that are launched.
     * @param launch Contract that came out of it.
     */
    function record(uint256 id, address creator, bytes32 termsHash, address launch) external;

    /**
     * @notice Tells whether a contract is a launch of the factory.
     * @param launch Contract to look up.
     */
    function isLaunch(address launch) external view returns (bool);

    /**
     * @notice Tells whether the guardian halted a launch.
     * @param launch Launch to look up.
     */
    function isHalted(address launch) external view returns (bool);

    /**
     * @notice Returns the curator that gets a part of the fees of a launch.
     * @param launch Launch to look up.
     */
    function leadOf(address launch) external view returns (address);

    /**
     * @notice Returns a proposal.
     * @param id Proposal to read.
     */
    function proposalOf(uint256 id) external view returns (Proposal memory);
}
