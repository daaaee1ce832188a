// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {Messages} from "../libraries/Messages.sol";

/// Where messages of this domain begin.
interface IOutbox {
    event Dispatched(bytes32 indexed identifier, uint32 indexed destinationDomain, uint64 nonce, Messages.Message message);
    event DomainConnected(uint32 indexed domain, bool connected);

    /// Returns the number of this domain.
    function localDomain() external view returns (uint32);

    /// Returns the number of messages so far, which is the nonce of the next one.
    function messageCount() external view returns (uint64);

    /// Returns the leaf of a message in the tree.
    function leafAt(uint256 nonce) external view returns (bytes32);

    /// Returns the root of the tree over all messages so far.
    function root() external view returns (bytes32);

    /// Dispatches a message for a fee, which is paid with the call.
    function dispatch(Messages.Draft calldata draft) external payable returns (bytes32 identifier);

    /// Dispatches a receipt of the inbox, for which no fee is due.
    function dispatchReceipt(uint32 destinationDomain, address recipient, bytes calldata body)
        external
        returns (bytes32 identifier);

    /// Returns the fee of a message.
    function feeFor(Messages.Draft calldata draft) external view returns (uint256);
}
