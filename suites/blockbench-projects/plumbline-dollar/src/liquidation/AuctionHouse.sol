// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Wards} from "../core/Wards.sol";
import {IPriceBook} from "../interfaces/IFeeds.sol";
import {ILedger} from "../interfaces/ILedger.sol";
import {IAuctionHouse, ILiquidator, ITaker} from "../interfaces/ILiquidation.sol";
import {PriceCurve} from "../libraries/PriceCurve.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title AuctionHouse
/// @notice Sells collateral of closed positions at a price that falls until somebody buys.
/// @dev A sale begins above the market price. It is over when it has brought in its debt, and what is left of the lot
/// goes back to the owner of the position; or when the lot is sold. A sale that has ended without being over waits for
/// somebody to restart it at the price of that day.
contract AuctionHouse is IAuctionHouse, Wards {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    ILedger public immutable ledger;
    ILiquidator public immutable liquidator;
    IPriceBook public immutable book;
    IERC20 public immutable dollar;
    address public immutable buffer;

    /// @notice First price of a sale relative to the market price, with 18 decimals.
    uint256 public markup = 1.2e18;

    /// @notice How fast prices fall, as the time from the first price to zero.
    uint256 public fall = 6 hours;

    /// @notice Floor of a sale relative to its first price, with 18 decimals.
    uint256 public floor = 0.4e18;

    /// @notice Smallest debt of a sale that somebody bought a part of.
    uint256 public min_left = 500e18;

    /// @notice Number of the last sale.
    uint256 public last_id;

    /// @notice Collateral of all sales of a kind.
    mapping(bytes32 kind => uint256) public for_sale;

    mapping(uint256 id => Sale) private sales;

    constructor(ILedger ledger_, ILiquidator liquidator_, IPriceBook book_, IERC20 dollar_, address buffer_) {
        ledger = ledger_;
        liquidator = liquidator_;
        book = book_;
        dollar = dollar_;
        buffer = buffer_;
    }

    /// @notice Choose how sales go on. Prices of open sales follow at once.
    function set_terms(uint256 markup_, uint256 fall_, uint256 floor_, uint256 min_left_) external only_ward {
        require(markup_ >= Wad.ONE && fall_ >= 1 hours && floor_ > 0 && floor_ < Wad.ONE, BadTerms());
        markup = markup_;
        fall = fall_;
        floor = floor_;
        min_left = min_left_;
        emit TermsSet(markup_, fall_, floor_, min_left_);
    }

    // --- sales ---

    /// @inheritdoc IAuctionHouse
    function start(bytes32 kind, address owner, uint256 debt, uint256 lot) external only_ward returns (uint256 id) {
        id = ++last_id;
        uint256 top = book.market_price(kind).mul(markup);
        sales[id] = Sale(kind, owner, debt, lot, top, block.timestamp);
        for_sale[kind] += lot;
        emit SaleStarted(id, kind, owner, debt, lot, top);
    }

    /// @inheritdoc IAuctionHouse
    function restart(uint256 id) external {
        Sale storage sale = sales[id];
        require(sale.started_at != 0, NoSale());
        require(has_ended(sale), SaleRuns()); //~ DECOY CTRL_FLOW anybody is paid for a restart, once for each time that a sale has ended
        sale.top = book.market_price(sale.kind).mul(markup);
        sale.started_at = block.timestamp;
        emit SaleRestarted(id, sale.top, msg.sender);
        liquidator.reward(msg.sender, sale.debt);
    }

    /// @inheritdoc IAuctionHouse
    function take(uint256 id, uint256 most, uint256 max_price, address receiver, bytes calldata data) external {
        Sale memory sale = sales[id];
        require(sale.started_at != 0, NoSale());
        require(!has_ended(sale), SaleEnded()); //~ BENIGN CTRL_FLOW nothing is sold below the floor
        uint256 price = current(sale);
        require(price <= max_price, TooExpensive());
        (uint256 slice, uint256 owed) = quote(sale, most, price);
        require(slice > 0, NothingTaken());
        bool over = record(id, sale, slice, owed); //~ DECOY REENTRY_GUARD written before the receiver is called
        ledger.move(sale.kind, receiver, slice);
        if (over) ledger.move(sale.kind, sale.owner, sale.lot - slice);
        if (data.length > 0) ITaker(receiver).on_take(msg.sender, slice, owed, data);
        dollar.safeTransferFrom(msg.sender, buffer, owed);
    }

    // --- views ---

    /// @inheritdoc IAuctionHouse
    function sale_of(uint256 id) external view returns (Sale memory) {
        return sales[id];
    }

    /// @inheritdoc IAuctionHouse
    function price_of(uint256 id) external view returns (uint256) {
        return current(sales[id]);
    }

    /// @notice Whether a sale waits for somebody to restart it.
    function needs_restart(uint256 id) external view returns (bool) {
        return sales[id].started_at != 0 && has_ended(sales[id]);
    }

    // --- internal ---

    /// @dev Writes what is left of a sale, and says whether it is over.
    function record(uint256 id, Sale memory sale, uint256 slice, uint256 owed) private returns (bool over) {
        (uint256 debt, uint256 lot) = (sale.debt - owed, sale.lot - slice);
        over = debt == 0 || lot == 0;
        require(over || debt >= min_left, TooLittleLeft());
        for_sale[sale.kind] -= over ? sale.lot : slice;
        liquidator.release(sale.kind, over ? sale.debt : owed); //~ BENIGN STATE_MOD what an ended sale did not bring in is released, too
        if (over) delete sales[id];
        else (sales[id].debt, sales[id].lot) = (debt, lot);
        emit Taken(id, msg.sender, slice, owed, debt, lot);
    }

    function current(Sale memory sale) private view returns (uint256) {
        return PriceCurve.price_at(sale.top, block.timestamp - sale.started_at, fall);
    }

    function has_ended(Sale memory sale) private view returns (bool) {
        return current(sale) < PriceCurve.floor_of(sale.top, floor);
    }

    /// @dev What somebody gets who wants that much, and what it costs. Nobody pays more than what the sale has to bring
    /// in.
    function quote(Sale memory sale, uint256 most, uint256 price) private pure returns (uint256 slice, uint256 owed) {
        slice = sale.lot.min(most);
        owed = slice.mul_up(price);
        if (owed > sale.debt) {
            owed = sale.debt;
            slice = owed.div(price).min(sale.lot);
        }
    }
}
