// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {RelayFees} from "../fees/RelayFees.sol";
import {IncrementalTree} from "../libraries/IncrementalTree.sol";
import {Messages} from "../libraries/Messages.sol";
import {Inbox} from "../messaging/Inbox.sol";

/// The contract of a relayer, which delivers many messages in one transaction and collects their fees. A relayer deploys it
/// in every domain that it serves, at the same address, since fees are paid to the address that delivered.
contract RelayStation is TwoStepOwner {
    /// A message with its proof.
    struct Parcel {
        Messages.Message message;
        bytes32[32] siblings;
        uint256 index;
    }

    mapping(address account => bool) public isOperator;

    event OperatorSet(address indexed account, bool allowed);
    event Delivered(uint256 parcels, uint256 accepted);

    /// Only an operator may call a function with this modifier.
    modifier onlyOperator() {
        require(isOperator[msg.sender], "Only an operator may do this.");
        _;
    }

    constructor(address firstOwner) {
        _becomeOwner(firstOwner);
    }

    /// Fees arrive here.
    receive() external payable {}

    /// Allows an account to use the station, or forbids it.
    function setOperator(address account, bool allowed) external onlyOwner {
        isOperator[account] = allowed;
        emit OperatorSet(account, allowed);
    }

    /// Delivers messages. One that cannot be delivered, for instance because another relayer was faster, does not stop the
    /// others. Returns how many were accepted by their recipients.
    function deliver(Inbox inbox, Parcel[] calldata parcels) external onlyOperator returns (uint256 accepted) {
        for (uint256 i = 0; i < parcels.length; i++) {
            try inbox.process(parcels[i].message, parcels[i].siblings, parcels[i].index) returns (bool well) {
                if (well) accepted++;
            } catch {}
        }
        emit Delivered(parcels.length, accepted);
    }

    /// Collects what the station has earned in this domain.
    function collect(RelayFees relayFees) external onlyOperator returns (uint256) {
        return relayFees.collect(payable(address(this)));
    }

    /// Pays collected fees out.
    function withdraw(address payable receiver, uint256 amount) external onlyOwner {
        require(amount <= address(this).balance, "The station holds less than that.");
        (bool paid,) = receiver.call{value: amount}("");
        require(paid, "The receiver refuses the payment.");
    }
}
