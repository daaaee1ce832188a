// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

import {Kind} from "../interfaces/IAccount.sol";
import {IModuleRegistry} from "../interfaces/IModuleRegistry.sol";

/**
 * @title ModuleRegistry
 * @notice Attesters stand up for modules. A module is approved while enough of the present attesters do.
 * @dev Governance chooses attesters, with a delay in which accounts can leave. An attester alone can stop a module; only
 * governance releases it again.
 */
contract ModuleRegistry is IModuleRegistry, Ownable2Step {
    /// @dev Time until a new attester counts
    uint256 public constant DELAY = 3 days;

    /// @dev The largest number of attesters
    uint256 public constant MAX_ATTESTERS = 8;

    uint256 public threshold;
    mapping(address attester => bool) public isAttester;
    mapping(address attester => uint256) public scheduledAt;
    mapping(address module => bool) public isStopped;
    mapping(address module => mapping(Kind kind => mapping(address attester => bool))) public hasAttested;

    address[] private _attesters;

    modifier onlyAttester() {
        _checkAttester(msg.sender);
        _;
    }

    /**
     * @param owner_ Governance
     * @param attesters_ The first attesters
     * @param threshold_ How many have to stand up for a module
     */
    constructor(address owner_, address[] memory attesters_, uint256 threshold_) Ownable(owner_) {
        for (uint256 i = 0; i < attesters_.length; i++) {
            _add(attesters_[i]);
        }
        _setThreshold(threshold_);
    }

    // Governance

    /**
     * @notice Schedules a new attester.
     * @param attester The attester
     */
    function schedule(address attester) external onlyOwner {
        require(!isAttester[attester], "ModuleRegistry: an attester");
        scheduledAt[attester] = block.timestamp + DELAY;
        emit AttesterScheduled(attester, scheduledAt[attester]);
    }

    /**
     * @notice Adds an attester who was scheduled.
     * @param attester The attester
     */
    function add(address attester) external onlyOwner {
        require(scheduledAt[attester] != 0, "ModuleRegistry: not scheduled");
        require(block.timestamp >= scheduledAt[attester], "ModuleRegistry: too early");
        delete scheduledAt[attester];
        _add(attester);
    }

    /**
     * @notice Removes an attester, at once.
     * @param attester The attester
     */
    function remove(address attester) external onlyOwner {
        _checkAttester(attester);
        require(_attesters.length > threshold, "ModuleRegistry: too few");
        isAttester[attester] = false;
        uint256 last = _attesters.length - 1;
        for (uint256 i = 0; i < last; i++) {
            if (_attesters[i] == attester) {
                _attesters[i] = _attesters[last];
                break;
            }
        }
        _attesters.pop();
        emit AttesterSet(attester, false);
    }

    /**
     * @notice Chooses how many attesters have to stand up for a module.
     * @param threshold_ How many
     */
    function setThreshold(uint256 threshold_) external onlyOwner {
        _setThreshold(threshold_);
    }

    /**
     * @notice Lets a module be used again that was stopped.
     * @param module The module
     */
    function release(address module) external onlyOwner {
        require(isStopped[module], "ModuleRegistry: not stopped");
        isStopped[module] = false;
        emit Released(module);
    }

    // Attesters

    /**
     * @notice Stands up for a module.
     * @param module The module
     * @param kind What it may do
     */
    function attest(address module, Kind kind) external onlyAttester {
        require(kind != Kind.None && module.code.length > 0, "ModuleRegistry: not a module");
        hasAttested[module][kind][msg.sender] = true;
        emit Attested(msg.sender, module, kind);
    }

    /**
     * @notice Does not stand up for a module any more.
     * @param module The module
     * @param kind What it might do
     */
    function withdraw(address module, Kind kind) external {
        hasAttested[module][kind][msg.sender] = false;
        emit Withdrawn(msg.sender, module, kind);
    }

    /**
     * @notice Stops a module at once.
     * @param module The module
     */
    function stop(address module) external onlyAttester {
        isStopped[module] = true;
        emit Stopped(module, msg.sender);
    }

    // Views

    /// @inheritdoc IModuleRegistry
    function isApproved(address module, Kind kind) external view returns (bool) {
        if (isStopped[module]) return false;
        uint256 count;
        for (uint256 i = 0; i < _attesters.length; i++) {
            if (hasAttested[module][kind][_attesters[i]]) count++;
        }
        return count >= threshold;
    }

    /// @inheritdoc IModuleRegistry
    function attesters() external view returns (address[] memory) {
        return _attesters;
    }

    function _checkAttester(address attester) private view {
        require(isAttester[attester], "ModuleRegistry: not an attester");
    }

    function _add(address attester) private {
        require(attester != address(0) && !isAttester[attester], "ModuleRegistry: bad attester");
        require(_attesters.length < MAX_ATTESTERS, "ModuleRegistry: too many");
        isAttester[attester] = true;
        _attesters.push(attester);
        emit AttesterSet(attester, true);
    }

    function _setThreshold(uint256 threshold_) private {
        require(threshold_ > 0 && threshold_ <= _attesters.length, "ModuleRegistry: bad threshold");
        threshold = threshold_;
        emit ThresholdSet(threshold_);
    }
}
