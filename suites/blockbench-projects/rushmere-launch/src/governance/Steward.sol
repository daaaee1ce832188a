// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {ISteward} from "../interfaces/IGovernance.sol";

/**
 * @title Steward
 * @notice Keeps the roles of the launchpad. Every change of a role waits, and a guardian can stop it meanwhile.
 * @dev The deployer governs until it hands over. From then on a proposal is the only way to a role.
 */
contract Steward is ISteward {
    /// @notice Role that changes settings and roles.
    bytes32 public constant GOVERNOR_ROLE = keccak256("GOVERNOR_ROLE");

    /// @notice Role that approves launches.
    bytes32 public constant CURATOR_ROLE = keccak256("CURATOR_ROLE");

    /// @notice Role that stops launches and changes of roles.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice Time that a change waits.
    uint256 public constant DELAY = 2 days;

    /// @notice Time in which a change that has waited can be applied.
    uint256 public constant GRACE = 7 days;

    /// @notice Account that set the launchpad up, until it hands over.
    address public deployer;

    /// @notice Number of governors.
    uint256 public governors;

    /// @notice Time from which a change can be applied; zero if it was not proposed.
    mapping(bytes32 id => uint256) public readyAt;

    mapping(bytes32 role => mapping(address account => bool)) private _members;

    /// @dev Lets governors through.
    modifier onlyGovernor() {
        require(isGovernor(msg.sender), "Steward: not a governor");
        _;
    }

    /**
     * @notice Makes the deployer the only governor.
     */
    constructor() {
        deployer = msg.sender;
        _setRole(GOVERNOR_ROLE, msg.sender, true);
    }

    /**
     * @notice Gives the roles to those who have them from now on. Only for the deployer, once.
     * @param governor First governor.
     * @param guardian First guardian.
     * @param curators First curators.
     */
    function handOver(address governor, address guardian, address[] calldata curators) external {
        require(msg.sender == deployer, "Steward: not the deployer");
        require(governor != address(0) && governor != msg.sender, "Steward: invalid governor");
        deployer = address(0);
        _setRole(GOVERNOR_ROLE, governor, true);
        _setRole(GOVERNOR_ROLE, msg.sender, false);
        _setRole(GUARDIAN_ROLE, guardian, true);
        for (uint256 i = 0; i < curators.length; i++) {
            _setRole(CURATOR_ROLE, curators[i], true);
        }
        emit HandedOver(governor);
    }

    /**
     * @notice Proposes to give a role or to take it away. A change whose time is over can be proposed again.
     * @param role Role.
     * @param account Account that gets or loses it.
     * @param granted Whether it gets it.
     * @return id Number of the change.
     */
    function propose(bytes32 role, address account, bool granted) external onlyGovernor returns (bytes32 id) {
        id = changeId(role, account, granted);
        require(block.timestamp >= readyAt[id] + GRACE, "Steward: already proposed");
        readyAt[id] = block.timestamp + DELAY;
        emit RoleProposed(id, role, account, granted, readyAt[id]);
    }

    /**
     * @notice Stops a change.
     * @param id Change.
     */
    function veto(bytes32 id) external {
        require(isGuardian(msg.sender), "Steward: not a guardian");
        require(readyAt[id] != 0, "Steward: not proposed");
        delete readyAt[id];
        emit RoleVetoed(id, msg.sender);
    }

    /**
     * @notice Applies a change that has waited.
     * @param role Role.
     * @param account Account that gets or loses it.
     * @param granted Whether it gets it.
     */
    function enact(bytes32 role, address account, bool granted) external onlyGovernor {
        bytes32 id = changeId(role, account, granted);
        uint256 ready = readyAt[id];
        require(ready != 0 && block.timestamp >= ready, "Steward: not ready");
        require(block.timestamp < ready + GRACE, "Steward: too late");
        delete readyAt[id];
        _setRole(role, account, granted);
        require(governors > 0, "Steward: last governor");
    }

    /// @inheritdoc ISteward
    function isGovernor(address account) public view returns (bool) {
        return _members[GOVERNOR_ROLE][account];
    }

    /// @inheritdoc ISteward
    function isCurator(address account) external view returns (bool) {
        return _members[CURATOR_ROLE][account];
    }

    /// @inheritdoc ISteward
    function isGuardian(address account) public view returns (bool) {
        return _members[GUARDIAN_ROLE][account];
    }

    /**
     * @notice Returns the number of a change.
     * @param role Role.
     * @param account Account that gets or loses it.
     * @param granted Whether it gets it.
     */
    function changeId(bytes32 role, address account, bool granted) public pure returns (bytes32) {
        return keccak256(abi.encode(role, account, granted));
    }

    /**
     * @dev Gives a role or takes it away, and counts governors.
     * @param role Role.
     * @param account Account that gets or loses it.
     * @param granted Whether it gets it.
     */
    function _setRole(bytes32 role, address account, bool granted) private {
        if (_members[role][account] == granted) return;
        _members[role][account] = granted;
        if (role == GOVERNOR_ROLE) granted ? governors++ : governors--;
        emit RoleChanged(role, account, granted);
    }
}
