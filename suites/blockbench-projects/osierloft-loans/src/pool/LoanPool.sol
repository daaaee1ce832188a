// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

import {Appraisal, State, Terms} from "../Types.sol";
import {Managed} from "../admin/Managed.sol";
import {ILoanDesk} from "../interfaces/ICore.sol";
import {IListing} from "../interfaces/IListing.sol";
import {IAppraiser, ILoanPool} from "../interfaces/IPool.sol";
import {LoanMath} from "../libraries/LoanMath.sol";

/// Lends what its depositors put in, at once and without an offer, against tokens with an appraisal.
///
/// Shares are an ERC-20 token. They stand for the counted cash, what is lent, and the interest that the loans have earned
/// so far. Interest is counted for all loans together: each adds what it earns in a second, and takes it out again when
/// it ends, so accrue() costs the same for one loan and for a thousand.
contract LoanPool is ILoanPool, ERC20, Managed {
    using SafeERC20 for IERC20;

    uint256 public constant MOST_ADVANCE = 6_000; // of 10,000 of the value
    uint64 public constant MOST_DURATION = 180 days;

    address public immutable asset;
    ILoanDesk public immutable desk;
    IAppraiser public immutable appraiser;
    address public immutable house;

    // collection => part of the value that is lent, zero if nothing is
    mapping(address => uint256) public advanceOf;

    // the rate is baseRate, and slope more when all is lent
    uint256 public baseRate = 1_000;
    uint256 public slope = 4_000;

    uint256 public cash;
    uint256 public lent;
    uint256 public interest; // earned and not paid, up to accruedAt
    uint256 public perSecond;
    uint256 public accruedAt;
    uint256 public impaired; // what loans in auction, or after one, stood for; no part of the shares until it is paid

    struct Position {
        uint256 principal;
        uint256 perSecond;
        uint256 openedAt;
        uint256 impaired;
    }

    mapping(uint256 => Position) private positions;

    constructor(IERC20 asset_, ILoanDesk desk_, address house_, IAppraiser appraiser_, IListing listing_)
        ERC20("Osierloft pool share", "poolOSIER")
        Managed(listing_)
    {
        asset = address(asset_);
        desk = desk_;
        house = house_;
        appraiser = appraiser_;
        accruedAt = block.timestamp;
        asset_.safeApprove(address(desk_), type(uint256).max);
    }

    // ------------------------------------------------------------------ depositors

    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        // a loan in auction, or after one, may bring nothing or all of it, and newcomers shall not bet on that
        require(impaired == 0, "loans in auction");
        accrue();
        shares = LoanMath.toShares(assets, _counted(), totalSupply()); //~ BENIGN COMPUTATION nothing earned before is left uncounted
        require(shares > 0, "no shares");
        cash += assets;
        _mint(receiver, shares);
        IERC20(asset).safeTransferFrom(msg.sender, address(this), assets);
        emit Deposited(msg.sender, receiver, assets, shares);
    }

    /// Pays for shares of the caller. Their price falls when a loan goes into auction, so the caller says what they are
    /// worth at least.
    function withdraw(uint256 shares, address receiver, uint256 least) external returns (uint256 assets) {
        accrue();
        assets = LoanMath.toAssets(shares, _counted(), totalSupply());
        require(assets > 0, "nothing to pay");
        require(assets >= least, "less than the least");
        require(assets <= cash, "not enough cash");
        cash -= assets;
        _burn(msg.sender, shares);
        IERC20(asset).safeTransfer(receiver, assets);
        emit Withdrawn(msg.sender, receiver, assets, shares);
    }

    /// What the collateral of a loan brought that nobody bid for, once it is sold elsewhere. That may be nothing.
    function give(uint256 loanId, uint256 assets) external onlyManager {
        Position memory p = positions[loanId];
        require(p.impaired > 0 && desk.loanOf(loanId).state == State.None, "not taken out");
        delete positions[loanId];
        impaired -= p.impaired;
        cash += assets;
        IERC20(asset).safeTransferFrom(msg.sender, address(this), assets);
        emit Given(loanId, msg.sender, assets);
    }

    // ------------------------------------------------------------------ borrowers

    /// Lends to the caller.
    /// @param collection of the token, which the caller owns and the vault may take
    /// @param tokenId of the token
    /// @param appraisal from whoever looks at tokens for the pool
    /// @param signature of the appraiser
    /// @param amount to lend, in the asset of the pool
    /// @param duration of the loan
    function borrow(
        address collection,
        uint256 tokenId,
        Appraisal calldata appraisal,
        bytes calldata signature,
        uint256 amount,
        uint64 duration
    ) external returns (uint256 loanId) {
        require(appraisal.collection == collection && appraisal.tokenId == tokenId, "another token"); //~ BENIGN INPUT_VAL the appraisal is about the collateral
        uint256 most = LoanMath.part(appraiser.check(appraisal, signature), advanceOf[collection]);
        require(amount <= most, "too much for this token");
        require(duration <= MOST_DURATION, "too long");
        // the collection may have become compound since its advance was set
        require(!listing.kindOf(collection).compound, "bundles have no appraisal");
        accrue();
        require(amount <= cash, "not enough cash");
        uint256 rate_ = rate();
        cash -= amount;
        lent += amount;
        Position memory p = Position(amount, LoanMath.perSecond(amount, rate_), block.timestamp, 0);
        perSecond += p.perSecond;
        loanId = desk.lend(msg.sender, Terms(asset, collection, tokenId, amount, rate_, duration));
        positions[loanId] = p;
    }

    // ------------------------------------------------------------------ desk and auctions

    /// @inheritdoc ILoanPool
    function onRepaid(uint256 loanId, uint256 amount) external {
        require(msg.sender == address(desk) || msg.sender == house, "only desk and house");
        Position memory p = positions[loanId];
        // somebody gave the pool the note of a loan that it never made
        if (p.principal == 0) return;
        accrue();
        delete positions[loanId];
        if (p.impaired > 0) impaired -= p.impaired;
        else _remove(p);
        cash += amount;
    }

    /// @inheritdoc ILoanPool
    function onForeclosed(uint256 loanId) external {
        require(msg.sender == house, "only the house");
        accrue();
        Position storage p = positions[loanId];
        uint256 value = _remove(p);
        p.impaired = value;
        impaired += value;
    }

    // ------------------------------------------------------------------ management

    function setAdvance(address collection, uint256 advance) external onlyManager {
        require(advance <= MOST_ADVANCE, "too much");
        require(advance == 0 || !listing.kindOf(collection).compound, "bundles have no appraisal");
        advanceOf[collection] = advance;
        emit AdvanceSet(collection, advance);
    }

    /// Of new loans; what runs keeps its rate.
    function setRates(uint256 baseRate_, uint256 slope_) external onlyManager {
        require(baseRate_ + slope_ <= LoanMath.BPS, "rates too high");
        baseRate = baseRate_;
        slope = slope_;
        emit RatesSet(baseRate_, slope_);
    }

    // ------------------------------------------------------------------ books

    /// Counts the interest until now.
    function accrue() public {
        interest += perSecond * (block.timestamp - accruedAt);
        accruedAt = block.timestamp;
    }

    function rate() public view returns (uint256) {
        uint256 total = cash + lent;
        return total == 0 ? baseRate : baseRate + (slope * lent) / total;
    }

    /// @inheritdoc ILoanPool
    function totalAssets() public view returns (uint256) {
        return _counted() + perSecond * (block.timestamp - accruedAt);
    }

    /// What shares would be paid now, cash permitting.
    function worthOf(uint256 shares) external view returns (uint256) {
        return LoanMath.toAssets(shares, totalAssets(), totalSupply());
    }

    /// @inheritdoc ILoanPool
    function isOpen(uint256 loanId) external view returns (bool) {
        return positions[loanId].principal > 0;
    }

    // What the shares stand for in the books.
    function _counted() private view returns (uint256) {
        return cash + lent + interest;
    }

    // Takes a loan out of the books.
    function _remove(Position memory p) private returns (uint256 value) {
        uint256 earned = p.perSecond * (block.timestamp - p.openedAt);
        lent -= p.principal;
        perSecond -= p.perSecond;
        interest -= earned;
        value = p.principal + earned;
    }

    event Deposited(address indexed from, address indexed receiver, uint256 assets, uint256 shares);
    event Withdrawn(address indexed owner, address indexed receiver, uint256 assets, uint256 shares);
    event Given(uint256 indexed loanId, address indexed from, uint256 assets);
    event AdvanceSet(address indexed collection, uint256 advance);
    event RatesSet(uint256 baseRate, uint256 slope);
}
