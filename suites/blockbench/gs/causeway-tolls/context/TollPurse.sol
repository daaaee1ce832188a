// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./IAsset.sol";
import "./ITollBoard.sol";

/// @title TollPurse
/// @notice Keeps the tolls of the causeway and lets them run out evenly, season after season.
contract TollPurse {
    IAsset public immutable coin;
    ITollBoard public immutable board;
    address public immutable company;

    uint256 public perSecond;
    uint256 public startsAt;
    uint256 public endsAt;

    event SeasonStarted(uint256 perSecond, uint256 endsAt);
    event Paid(address indexed to, uint256 amount);

    error SeasonRuns();
    error CompanyOnly();
    error BoardOnly();
    error CoinRefused();

    constructor(IAsset coin_, address company_) {
        coin = coin_;
        company = company_;
        board = ITollBoard(msg.sender);
    }

    /// @notice Starts a season with the company's coins, when the one before is over.
    function startSeason(uint256 perSecond_, uint256 duration) external {
        if (msg.sender != company) revert CompanyOnly();
        if (block.timestamp < endsAt || duration < 7 days) revert SeasonRuns();
        board.count();
        perSecond = perSecond_;
        startsAt = block.timestamp;
        endsAt = block.timestamp + duration;
        emit SeasonStarted(perSecond_, endsAt);
        if (!coin.transferFrom(msg.sender, address(this), perSecond_ * duration)) revert CoinRefused();
    }

    /// @notice Tolls that run between two moments.
    function runs(uint256 from, uint256 to) external view returns (uint256) {
        if (from < startsAt) from = startsAt;
        if (to > endsAt) to = endsAt;
        return to > from ? (to - from) * perSecond : 0;
    }

    function pay(address to, uint256 amount) external {
        if (msg.sender != address(board)) revert BoardOnly();
        emit Paid(to, amount);
        if (!coin.transfer(to, amount)) revert CoinRefused();
    }
}
