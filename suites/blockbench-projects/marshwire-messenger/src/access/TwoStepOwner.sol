// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// A contract with one owner. Ownership passes on in two steps: the owner proposes a successor, and the successor
/// accepts. A mistyped address can therefore be corrected until somebody has accepted.
abstract contract TwoStepOwner {
    address public owner;
    address public proposedOwner;

    event OwnershipProposed(address indexed owner, address indexed proposedOwner);
    event OwnershipTaken(address indexed previousOwner, address indexed newOwner);

    /// Only the owner may call a function with this modifier.
    modifier onlyOwner() {
        require(msg.sender == owner, "Only the owner may do this.");
        _;
    }

    /// Proposes a successor. The zero address withdraws an earlier proposal.
    function proposeOwner(address successor) external onlyOwner {
        proposedOwner = successor;
        emit OwnershipProposed(owner, successor);
    }

    /// Makes the caller the owner, who has to have been proposed. The proposal is used up by that.
    function acceptOwnership() external {
        require(msg.sender == proposedOwner, "Only the proposed owner may accept.");
        proposedOwner = address(0);
        _becomeOwner(msg.sender);
    }

    /// Records the owner. Constructors and initialisers use it for the first one.
    function _becomeOwner(address newOwner) internal {
        emit OwnershipTaken(owner, newOwner);
        owner = newOwner;
    }
}
