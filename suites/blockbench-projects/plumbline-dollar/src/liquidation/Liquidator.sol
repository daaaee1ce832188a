// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {Wards} from "../core/Wards.sol";
import {IBuffer} from "../interfaces/ISurplus.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {IAuctionHouse, ILiquidator} from "../interfaces/ILiquidation.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title Liquidator
/// @notice Takes positions that are not safe from their owners, and has the collateral sold.
/// @dev All sales of a kind together have a limit, so that a falling market is not flooded. A single position may be
/// larger than that if no other sale of its kind is open.
contract Liquidator is ILiquidator, Wards {
    using Wad for uint256;

    /// @dev penalty: what a sale has to bring in for one dollar of debt. limit: how much of that may be open at a time
    /// for the kind. open: how much of it is, as liquidations and releases leave it.
    struct Terms {
        IAuctionHouse house;
        uint256 penalty;
        uint256 limit;
        uint256 open;
    }

    uint256 public constant MAX_PENALTY = 1.3e18;
    uint256 public constant MAX_FLAT = 100e18;
    uint256 public constant MAX_PART = 0.02e18;

    ILedger public immutable ledger;
    IBuffer public immutable buffer;

    mapping(bytes32 kind => Terms) public terms;

    /// @notice Dollars for each sale that somebody starts or restarts.
    uint256 public flat;

    /// @notice Part of the debt on top of that, with 18 decimals.
    uint256 public part;

    constructor(ILedger ledger_, IBuffer buffer_) {
        ledger = ledger_;
        buffer = buffer_;
    }

    /// @notice Choose where a kind is sold, and on what terms.
    function set_house(bytes32 kind, IAuctionHouse house, uint256 penalty, uint256 limit) external only_ward {
        require(penalty >= Wad.ONE && penalty <= MAX_PENALTY, BadPenalty());
        Terms storage t = terms[kind];
        t.house = house;
        t.penalty = penalty;
        t.limit = limit;
        emit HouseSet(kind, address(house), penalty, limit);
    }

    /// @notice Choose what is paid for starting a sale.
    function set_reward(uint256 flat_, uint256 part_) external only_ward {
        require(flat_ <= MAX_FLAT && part_ <= MAX_PART, BadReward());
        flat = flat_;
        part = part_;
        emit RewardSet(flat_, part_);
    }

    /// @inheritdoc ILiquidator
    function liquidate(bytes32 kind, address owner) external returns (uint256 sale) {
        Terms storage t = terms[kind];
        require(address(t.house) != address(0), NoHouse());
        ledger.accrue(kind);
        require(!ledger.is_safe(kind, owner), IsSafe());
        (uint256 collateral, uint256 debt) = ledger.seize(kind, owner, address(t.house));
        uint256 wanted = debt.mul_up(t.penalty);
        require(t.open == 0 || t.open + wanted <= t.limit, RoomExhausted());
        t.open += wanted;
        sale = t.house.start(kind, owner, wanted, collateral);
        emit Liquidated(kind, owner, sale, wanted, collateral);
        pay(msg.sender, wanted);
    }

    /// @inheritdoc ILiquidator
    function release(bytes32 kind, uint256 amount) external only_ward {
        terms[kind].open -= amount;
        emit Released(kind, amount);
    }

    /// @inheritdoc ILiquidator
    function reward(address account, uint256 debt) external only_ward {
        pay(account, debt);
    }

    /// @notice Dollars that further sales of a kind may have to bring in.
    function room(bytes32 kind) external view returns (uint256) {
        Terms storage t = terms[kind];
        return t.open < t.limit ? t.limit - t.open : 0;
    }

    function pay(address account, uint256 debt) private {
        uint256 paid = buffer.pay(account, flat + debt.mul(part));
        emit Rewarded(account, paid);
    }
}
