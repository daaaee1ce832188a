// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {IPriceBook} from "../interfaces/IFeeds.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {IAuctionHouse} from "../interfaces/ILiquidation.sol";
import {IPegModule, ISavings} from "../interfaces/IDollars.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title SystemLens
/// @notice What interfaces and keepers show. Nothing in the system reads it.
contract SystemLens {
    using Wad for uint256;

    /// @dev health: what may be owed relative to what is owed, with 18 decimals; the largest number without a debt.
    struct PositionView {
        uint256 collateral;
        uint256 debt;
        uint256 may_draw;
        uint256 may_unlock;
        uint256 health;
    }

    /// @dev all_cost: dollars for everything that the sale would sell at its present price.
    struct SaleView {
        uint256 price;
        uint256 lot;
        uint256 debt;
        uint256 all_cost;
        bool below_market;
    }

    /// @dev owed: debts of all positions of the kinds that were asked for.
    struct SystemView {
        uint256 supply;
        uint256 owed;
        uint256 pegged;
        uint256 buffered;
        uint256 deficit;
    }

    ILedger public immutable ledger;
    IPriceBook public immutable book;
    IAuctionHouse public immutable house;
    IPegModule public immutable peg;
    ISavings public immutable savings;
    IERC20 public immutable dollar;
    address public immutable buffer;

    constructor(
        ILedger ledger_,
        IPriceBook book_,
        IAuctionHouse house_,
        IPegModule peg_,
        ISavings savings_,
        IERC20 dollar_,
        address buffer_
    ) {
        ledger = ledger_;
        book = book_;
        house = house_;
        peg = peg_;
        savings = savings_;
        dollar = dollar_;
        buffer = buffer_;
    }

    /// @notice A position with the fees up to now.
    function position(bytes32 kind, address owner) external view returns (PositionView memory v) {
        ILedger.Kind memory k = ledger.kind_of(kind);
        ILedger.Position memory p = ledger.position_of(kind, owner);
        uint256 index = index_now(k);
        v.collateral = p.collateral;
        v.debt = p.shares.mul_up(index);
        uint256 allowed = p.collateral.mul(k.price);
        uint256 others = k.total_shares.mul_up(index);
        uint256 room = others < k.ceiling ? k.ceiling - others : 0;
        if (allowed > v.debt) v.may_draw = room.min(allowed - v.debt);
        uint256 needed = k.price == 0 ? 0 : v.debt.div_up(k.price);
        if (p.collateral > needed) v.may_unlock = p.collateral - needed;
        v.health = v.debt == 0 ? type(uint256).max : allowed.div(v.debt);
    }

    /// @notice A sale, and whether it is cheaper than the market.
    function sale(uint256 id) external view returns (SaleView memory v) {
        IAuctionHouse.Sale memory s = house.sale_of(id);
        if (s.started_at == 0) return v;
        v.price = house.price_of(id);
        v.lot = s.lot;
        v.debt = s.debt;
        v.all_cost = s.debt.min(s.lot.mul_up(v.price));
        v.below_market = v.price < book.market_price(s.kind);
    }

    /// @notice Positions of a list that can be closed, as of the last accrual and the last price.
    function closable(bytes32 kind, address[] calldata owners) external view returns (address[] memory found) {
        found = new address[](owners.length);
        uint256 count;
        for (uint256 i; i < owners.length; ++i) {
            if (ledger.is_safe(kind, owners[i])) continue;
            found[count++] = owners[i];
        }
        assembly {
            mstore(found, count)
        }
    }

    /// @notice Where all dollars come from, and where some of them are.
    function system(bytes32[] calldata kinds) external view returns (SystemView memory v) {
        for (uint256 i; i < kinds.length; ++i) {
            ILedger.Kind memory k = ledger.kind_of(kinds[i]);
            v.owed += k.total_shares.mul(k.index);
        }
        v.supply = dollar.totalSupply();
        v.pegged = peg.reserves();
        v.buffered = dollar.balanceOf(buffer);
        v.deficit = ledger.deficit();
    }

    /// @notice Dollars that an account has, those in savings included.
    function dollars_of(address account) external view returns (uint256) {
        return dollar.balanceOf(account) + savings.balance_of(account);
    }

    function index_now(ILedger.Kind memory k) private view returns (uint256) {
        return k.index + k.index.mul(k.fee_rate * (block.timestamp - k.accrued_at));
    }
}
