// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

/// What it costs to deliver a message.
interface IFeeQuoter {
    event PriceSet(uint32 indexed domain, uint256 weiPerGas);
    event KeeperSet(address indexed keeper);

    /// Returns the fee of a message in wei of this domain.
    function quote(uint32 destinationDomain, uint256 gasLimit, uint256 bodyLength) external view returns (uint256);
}
