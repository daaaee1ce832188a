// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IFeeTreasury} from "../interfaces/IFees.sol";
import {ILaunchRegistry} from "../interfaces/IGovernance.sol";
import {IDutchAuction, ILaunch} from "../interfaces/ILaunches.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {LaunchBase} from "./LaunchBase.sol";

/**
 * @title DutchAuction
 * @notice An auction whose price falls from its start to its floor. All buyers pay the same price in the end, and get
 * back what they paid beyond it.
 */
contract DutchAuction is IDutchAuction, LaunchBase {
    using SafeERC20 for IERC20;

    /**
     * @notice What an account has bought.
     * @param quantity Tokens.
     * @param paid Coins that it paid for them.
     */
    struct Order {
        uint256 quantity;
        uint256 paid;
    }

    /// @notice Coins for a whole token at the beginning.
    uint256 public startPrice;

    /// @notice Coins for a whole token at the end.
    uint256 public floorPrice;

    /// @notice Price of the last purchase.
    uint256 public lastPrice;

    /// @inheritdoc IDutchAuction
    uint256 public sold;

    /// @notice What an account has bought.
    mapping(address account => Order) public orderOf;

    /**
     * @notice Sets what clones share.
     * @param registry_ Where launches are recorded.
     * @param treasury_ Gets the fee.
     * @param coin_ Token that buyers pay with.
     */
    constructor(ILaunchRegistry registry_, IFeeTreasury treasury_, IERC20 coin_)
        LaunchBase(registry_, treasury_, coin_)
    {}

    /// @inheritdoc IDutchAuction
    function initialize(address creator_, AuctionTerms calldata terms) external initializer {
        _setFrame(creator_, terms.frame);
        startPrice = terms.startPrice;
        floorPrice = terms.floorPrice;
        require(floorPrice > 0 && startPrice > floorPrice, "DutchAuction: invalid prices");
        require(softCap <= Amounts.worthOf(supply, startPrice), "DutchAuction: soft cap too high");
    }

    /// @inheritdoc IDutchAuction
    function buy(uint256 wanted, uint256 maxPaid) external whileOpen returns (uint256 quantity, uint256 paid) {
        quantity = Math.min(wanted, supply - sold);
        require(quantity > 0, "DutchAuction: nothing to sell"); //~ BENIGN INPUT_VAL what is bought, and not what is wanted
        uint256 price = priceAt(block.timestamp);
        paid = Amounts.costOf(quantity, price);
        require(paid <= maxPaid, "DutchAuction: too expensive");
        Order storage order = orderOf[msg.sender];
        order.quantity += quantity;
        order.paid += paid;
        sold += quantity;
        lastPrice = price;
        coin.safeTransferFrom(msg.sender, address(this), paid);
        emit Bought(msg.sender, quantity, price, paid);
    }

    /// @inheritdoc ILaunch
    function claim(address account) external returns (uint256 tokens, uint256 refund) {
        require(status != Status.Open, "DutchAuction: not finalized");
        (tokens, refund) = claimable(account);
        delete orderOf[account];
        coin.safeTransfer(account, refund);
        token.safeTransfer(account, tokens);
        emit Claimed(account, tokens, refund);
    }

    /**
     * @notice Returns what an account has in an auction that is finalized.
     * @param account Account to read.
     * @return tokens Tokens of the account.
     * @return refund Coins that it gets back.
     */
    function claimable(address account) public view returns (uint256 tokens, uint256 refund) {
        Order memory order = orderOf[account];
        if (status != Status.Settled) return (0, order.paid);
        tokens = order.quantity;
        refund = order.paid - Amounts.costOf(tokens, clearingPrice());
    }

    /// @inheritdoc IDutchAuction
    function priceAt(uint256 time) public view returns (uint256) {
        if (time <= opensAt) return startPrice;
        if (time >= closesAt) return floorPrice;
        return startPrice - Math.mulDiv(startPrice - floorPrice, time - opensAt, closesAt - opensAt);
    }

    /// @inheritdoc IDutchAuction
    function clearingPrice() public view returns (uint256) {
        return _isSoldOut() ? lastPrice : floorPrice;
    }

    /// @inheritdoc LaunchBase
    function _isSoldOut() internal view override returns (bool) {
        return sold == supply;
    }

    /// @inheritdoc LaunchBase
    function _outcome() internal view override returns (uint256 coins, uint256 tokens) {
        coins = Amounts.worthOf(sold, clearingPrice());
        tokens = sold;
    }
}
