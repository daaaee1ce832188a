// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {TwoStepOwner} from "../access/TwoStepOwner.sol";
import {IFeeQuoter} from "../interfaces/IFeeQuoter.sol";

/// Computes the fees of messages from the price of gas in each destination. A keeper follows the market with small steps;
/// the owner sets any price.
contract FeeQuoter is IFeeQuoter, TwoStepOwner {
    /// The gas that a delivery takes beside that of the recipient.
    uint256 public constant GAS_OF_DELIVERY = 250_000;

    /// The gas for each byte of a body.
    uint256 public constant GAS_PER_BYTE = 16;

    /// The time that has to pass between two steps of the keeper.
    uint256 public constant PAUSE_OF_KEEPER = 1 hours;

    /// The price of gas in one destination, in wei of this domain.
    struct Price {
        uint192 weiPerGas;
        uint64 changedAt;
    }

    address public keeper;
    mapping(uint32 domain => Price) public priceOf;

    /// The first owner also keeps the prices until a keeper is named.
    constructor(address firstOwner) {
        _becomeOwner(firstOwner);
        keeper = firstOwner;
    }

    /// Names the keeper.
    function changeKeeper(address newKeeper) external onlyOwner {
        keeper = newKeeper;
        emit KeeperSet(newKeeper);
    }

    /// Sets the first price of a destination, or one that the keeper could not reach with a step.
    function setPrice(uint32 domain, uint192 weiPerGas) external onlyOwner {
        require(weiPerGas > 0, "The price is zero.");
        _record(domain, weiPerGas);
    }

    /// Changes a price by at most a factor of two, at most once in an hour. A keeper who has lost its key therefore
    /// cannot make messages free, or too expensive, before the owner notices.
    function stepPrice(uint32 domain, uint192 weiPerGas) external {
        require(msg.sender == keeper, "Only the keeper may change prices by steps.");
        Price memory present = priceOf[domain];
        require(present.weiPerGas > 0, "The destination has no price.");
        require(block.timestamp >= present.changedAt + PAUSE_OF_KEEPER, "The price was changed a short time ago.");
        require(
            uint256(weiPerGas) <= uint256(present.weiPerGas) * 2 && uint256(weiPerGas) * 2 >= present.weiPerGas,
            "The step is too large."
        );
        _record(domain, weiPerGas);
    }

    /// Returns the fee of a message in wei of this domain.
    function quote(uint32 destinationDomain, uint256 gasLimit, uint256 bodyLength) external view returns (uint256) {
        uint256 weiPerGas = priceOf[destinationDomain].weiPerGas;
        require(weiPerGas > 0, "The destination has no price.");
        return (GAS_OF_DELIVERY + gasLimit + bodyLength * GAS_PER_BYTE) * weiPerGas;
    }

    /// Records a price and its time.
    function _record(uint32 domain, uint192 weiPerGas) private {
        priceOf[domain] = Price(weiPerGas, uint64(block.timestamp));
        emit PriceSet(domain, weiPerGas);
    }
}
