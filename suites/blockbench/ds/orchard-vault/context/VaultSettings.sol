// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

/// @title Vault settings
/// @notice What the owner may set, within bounds.
abstract contract VaultSettings is Ownable2Step, Pausable {
    uint256 public constant MAX_EXIT_FEE_BPS = 100;
    uint256 public constant LEAST_MINIMUM = 1e15;
    uint256 public constant MOST_MINIMUM = 1_000e18;

    uint256 public exitFeeBps = 50;

    /// @notice The smallest deposit that can be requested.
    uint256 public minimumRequest = 1e18;

    /// @notice Who may pause besides the owner.
    address public guardian;

    event ExitFeeSet(uint256 bps);
    event MinimumRequestSet(uint256 assets);
    event GuardianSet(address indexed guardian);

    error FeeTooLarge(uint256 bps, uint256 maximum);
    error MinimumOutOfBounds(uint256 assets);
    error NotGuardian(address caller);

    constructor(address owner_) Ownable(owner_) {}

    function setExitFee(uint256 bps) external onlyOwner {
        if (bps > MAX_EXIT_FEE_BPS) revert FeeTooLarge(bps, MAX_EXIT_FEE_BPS);
        exitFeeBps = bps;
        emit ExitFeeSet(bps);
    }

    function setMinimumRequest(uint256 assets) external onlyOwner {
        if (assets < LEAST_MINIMUM || assets > MOST_MINIMUM) revert MinimumOutOfBounds(assets);
        minimumRequest = assets;
        emit MinimumRequestSet(assets);
    }

    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    /// @notice Stops new requests and settlements. Members can always cancel and redeem.
    function pause() external {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian(msg.sender);
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }
}
