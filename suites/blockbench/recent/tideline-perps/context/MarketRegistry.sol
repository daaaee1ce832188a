// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

import {Ownable2Step} from "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";

/// @title  Market registry
/// @notice The markets in which positions may be opened, and on what terms. A position keeps the terms under which it
///         was opened.
abstract contract MarketRegistry is Ownable2Step, Pausable {
    struct Market {
        bool listed;
        uint16 maximumLeverage;
        uint16 openingFee; // basis points of the size
        uint32 hourlyRate; // millionths of the size
        uint256 openInterestCap;
    }

    uint256 public constant HIGHEST_LEVERAGE = 50;
    uint256 public constant HIGHEST_OPENING_FEE = 100;
    uint256 public constant HIGHEST_HOURLY_RATE = 1_000;

    mapping(bytes32 => Market) private _markets;

    event MarketChanged(bytes32 indexed market, Market terms);

    error TermsOutOfBounds(bytes32 market);
    error MarketNotListed(bytes32 market);

    function setMarket(bytes32 market, Market calldata terms) external onlyOwner {
        if (
            market == bytes32(0) ||
            terms.maximumLeverage == 0 ||
            terms.maximumLeverage > HIGHEST_LEVERAGE ||
            terms.openingFee > HIGHEST_OPENING_FEE ||
            terms.hourlyRate > HIGHEST_HOURLY_RATE
        ) revert TermsOutOfBounds(market);
        _markets[market] = terms;
        emit MarketChanged(market, terms);
    }

    /// @notice Stops new positions. Those that exist can always be closed.
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function marketOf(bytes32 market) public view returns (Market memory) {
        return _markets[market];
    }

    function _listed(bytes32 market) internal view returns (Market memory terms) {
        terms = _markets[market];
        if (!terms.listed) revert MarketNotListed(market);
    }
}
