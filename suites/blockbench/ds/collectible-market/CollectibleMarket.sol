// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC721/IERC721.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";
import "./context/AmountMath.sol";
import "./context/ErrorReporter.sol";
import "./context/MarketStorage.sol";

/**
 * @title Auctions of collectibles against balances that bidders keep in the market
 * @notice Functions answer zero, or the code of an error (see ErrorReporter) and then have changed nothing
 */
contract CollectibleMarket is MarketStorage, ErrorReporter, AmountMath, ReentrancyGuard {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    event Deposit(address indexed account, uint256 amount);
    event Withdraw(address indexed account, uint256 amount);
    event LotListed(uint256 indexed lotId, address indexed seller, address collection, uint256 tokenId);
    event LotCancelled(uint256 indexed lotId);
    event LotBid(uint256 indexed lotId, address indexed bidder, uint256 amount);
    event LotSettled(uint256 indexed lotId, address indexed winner, uint256 amount, uint256 fee);
    event CollectionSupported(address collection);
    event NewFee(uint256 oldFeeMantissa, uint256 newFeeMantissa);
    event NewPendingAdmin(address oldPendingAdmin, address newPendingAdmin);
    event NewAdmin(address oldAdmin, address newAdmin);
    event FeesCollected(address admin, uint256 amount);

    /**
     * @notice Constructs a market, whose administrator is the sender
     * @param coin_ The token that bids are made in
     */
    constructor(IERC20 coin_) public {
        require(address(coin_) != address(0), "the coin may not be zero"); //~ BENIGN INPUT_VAL
        admin = msg.sender; //~ BENIGN INIT
        coin = coin_;
    }

    /*** Balances ***/

    /**
     * @notice Adds coins of the sender to its free balance
     * @param amount How many the sender pays; counted is what arrives
     * @return uint 0=success, otherwise a failure
     */
    function deposit(uint256 amount) external nonReentrant returns (uint256) {
        uint256 actualAmount = doTransferIn(msg.sender, amount);
        totalBalances = totalBalances.add(actualAmount);
        freeBalance[msg.sender] = freeBalance[msg.sender].add(actualAmount); //~ BENIGN STATE_MOD
        emit Deposit(msg.sender, actualAmount); //~ UNRELATED EVENT_EMIT
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Pays coins out of the free balance of the sender
     * @param amount How many
     * @return uint 0=success, otherwise a failure
     */
    function withdraw(uint256 amount) external nonReentrant returns (uint256) {
        return withdrawFresh(msg.sender, amount);
    }

    /**
     * @dev The balance is written before the coins move
     * @return uint 0=success, otherwise a failure
     */
    function withdrawFresh(address account, uint256 amount) internal returns (uint256) {
        (MathError mathErr, uint256 freeNew) = minus(freeBalance[account], amount);
        if (mathErr != MathError.NO_ERROR) {
            return failDetailed(Error.INSUFFICIENT_BALANCE, uint256(mathErr)); //~ BENIGN INPUT_VAL
        }
        totalBalances = totalBalances.sub(amount);
        freeBalance[account] = freeNew; //~ BENIGN STATE_MOD
        coin.safeTransfer(account, amount); //~ PREREQ FUND_XFER
        emit Withdraw(account, amount);
        return uint256(Error.NO_ERROR);
    }

    /*** Lots ***/

    /**
     * @notice Puts a token of the sender up for auction
     * @param collection Its collection, which the market has to support
     * @param tokenId Its id
     * @param reserve The lowest bid
     * @param duration For how many seconds bids are taken
     * @return uint 0=success, otherwise a failure
     */
    function list(address collection, uint256 tokenId, uint256 reserve, uint256 duration) external nonReentrant returns (uint256) {
        if (!supported[collection]) {
            return fail(Error.COLLECTION_NOT_SUPPORTED); //~ BENIGN INPUT_VAL
        }
        if (reserve == 0 || duration == 0 || duration > durationMax) {
            return fail(Error.BAD_INPUT); //~ BENIGN INPUT_VAL
        }
        emit LotListed(lots.length, msg.sender, collection, tokenId);
        lots.push(Lot(msg.sender, collection, tokenId, address(0), reserve, block.timestamp.add(duration), false));
        IERC721(collection).transferFrom(msg.sender, address(this), tokenId); //~ BENIGN EXT_CALL
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Takes back a lot that has no bids
     * @param lotId The lot
     * @return uint 0=success, otherwise a failure
     */
    function cancel(uint256 lotId) external nonReentrant returns (uint256) {
        if (lotId >= lots.length) {
            return fail(Error.NO_SUCH_LOT);
        }
        Lot storage lot = lots[lotId];
        if (msg.sender != lot.seller) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        if (lot.closed) {
            return fail(Error.LOT_CLOSED); //~ BENIGN CTRL_FLOW
        }
        if (lot.leader != address(0)) {
            return fail(Error.LOT_HAS_BIDS); //~ BENIGN CTRL_FLOW
        }
        lot.closed = true;
        emit LotCancelled(lotId);
        IERC721(lot.collection).transferFrom(address(this), lot.seller, lot.tokenId);
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Bids for a lot, out of the free balance of the sender
     * @param lotId The lot
     * @param amount The bid
     * @return uint 0=success, otherwise a failure
     */
    function bid(uint256 lotId, uint256 amount) external nonReentrant returns (uint256) {
        if (lotId >= lots.length) {
            return fail(Error.NO_SUCH_LOT); //~ BENIGN INPUT_VAL
        }
        Lot storage lot = lots[lotId];
        if (lot.closed || block.timestamp >= lot.endsAt) {
            return fail(Error.LOT_CLOSED); //~ BENIGN TIMESTAMP
        }
        return bidFresh(msg.sender, lot, lotId, amount);
    }

    /**
     * @dev Local variables of bidFresh
     */
    struct BidLocalVars {
        MathError mathErr;
        uint256 minimum;
        uint256 freeNew;
        uint256 lockedNew;
        address outbid;
        uint256 outbidAmount;
    }

    /**
     * @dev Moves the bid from the free to the locked balance, and the bid of the former leader back. Everything is computed before anything
     *  is written.
     * @return uint 0=success, otherwise a failure
     */
    function bidFresh(address bidder, Lot storage lot, uint256 lotId, uint256 amount) internal returns (uint256) {
        BidLocalVars memory vars;
        if (bidder == lot.leader) {
            return fail(Error.ALREADY_LEADING); //~ BENIGN INPUT_VAL
        }
        (vars.mathErr, vars.minimum) = minimumBidInternal(lot);
        if (vars.mathErr != MathError.NO_ERROR) {
            return failDetailed(Error.MATH_ERROR, uint256(vars.mathErr)); //~ BENIGN ARITHMETIC
        }
        if (amount < vars.minimum) {
            return fail(Error.BID_TOO_LOW); //~ BENIGN INPUT_VAL
        }
        (vars.mathErr, vars.freeNew) = minus(freeBalance[bidder], amount); //~ PREREQ ARITHMETIC zero, and an error, for a balance that is too small
        (vars.mathErr, vars.lockedNew) = plus(lockedBalance[bidder], amount); //~ ROOT_CAUSE ARITHMETIC its error takes the place of the one before, which nobody has looked at
        if (vars.mathErr != MathError.NO_ERROR) {
            return failDetailed(Error.INSUFFICIENT_BALANCE, uint256(vars.mathErr)); //~ INSUFF_GUARD CTRL_FLOW sees the second error only
        }
        (vars.outbid, vars.outbidAmount) = (lot.leader, lot.best);
        (lot.leader, lot.best) = (bidder, amount);
        freeBalance[bidder] = vars.freeNew; //~ PREREQ STATE_MOD
        lockedBalance[bidder] = vars.lockedNew; //~ PREREQ STATE_MOD
        if (vars.outbid != address(0)) {
            lockedBalance[vars.outbid] = lockedBalance[vars.outbid].sub(vars.outbidAmount); //~ BENIGN STATE_MOD
            freeBalance[vars.outbid] = freeBalance[vars.outbid].add(vars.outbidAmount); //~ PREREQ STATE_MOD may be withdrawn, whether it was ever there or not
        }
        emit LotBid(lotId, bidder, amount); //~ UNRELATED EVENT_EMIT
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Ends an auction: the token goes to the leader and the price to the seller, or the token back where nobody has bid
     * @param lotId The lot
     * @return uint 0=success, otherwise a failure
     */
    function settle(uint256 lotId) external nonReentrant returns (uint256) {
        if (lotId >= lots.length) {
            return fail(Error.NO_SUCH_LOT);
        }
        Lot storage lot = lots[lotId];
        if (lot.closed) {
            return fail(Error.LOT_CLOSED);
        }
        if (block.timestamp < lot.endsAt) {
            return fail(Error.LOT_RUNNING); //~ BENIGN TIMESTAMP
        }
        if (lot.leader == address(0)) {
            lot.closed = true;
            emit LotSettled(lotId, address(0), 0, 0);
            IERC721(lot.collection).transferFrom(address(this), lot.seller, lot.tokenId);
            return uint256(Error.NO_ERROR);
        }
        return settleFresh(lot, lotId);
    }

    /**
     * @dev Pays a lot out of the locked balance of its leader
     * @return uint 0=success, otherwise a failure
     */
    function settleFresh(Lot storage lot, uint256 lotId) internal returns (uint256) {
        (MathError mathErr, uint256 fee) = timesMantissa(lot.best, feeMantissa);
        if (mathErr != MathError.NO_ERROR) {
            return failDetailed(Error.MATH_ERROR, uint256(mathErr)); //~ BENIGN ARITHMETIC
        }
        (, uint256 proceeds) = minus(lot.best, fee); //~ DECOY ARITHMETIC the fee is a tenth at most
        lot.closed = true; //~ BENIGN STATE_MOD
        lockedBalance[lot.leader] = lockedBalance[lot.leader].sub(lot.best); //~ BENIGN STATE_MOD
        freeBalance[lot.seller] = freeBalance[lot.seller].add(proceeds); //~ BENIGN STATE_MOD
        totalFees = totalFees.add(fee);
        totalBalances = totalBalances.sub(fee); //~ BENIGN STATE_MOD
        emit LotSettled(lotId, lot.leader, lot.best, fee); //~ UNRELATED EVENT_EMIT
        IERC721(lot.collection).transferFrom(address(this), lot.leader, lot.tokenId); //~ DECOY EXT_CALL a winner need not be able to answer
        return uint256(Error.NO_ERROR);
    }

    /*** Views ***/

    /**
     * @notice How many lots were ever listed
     */
    function lotCount() external view returns (uint256) {
        return lots.length;
    }

    /**
     * @notice What is known of a lot
     */
    function lotAt(uint256 lotId) external view returns (address seller, address leader, uint256 best, uint256 endsAt, bool closed) {
        Lot storage lot = lots[lotId];
        return (lot.seller, lot.leader, lot.best, lot.endsAt, lot.closed);
    }

    /**
     * @notice The lowest bid that a lot takes
     */
    function minimumBid(uint256 lotId) external view returns (uint256) {
        (, uint256 minimum) = minimumBidInternal(lots[lotId]); //~ DECOY COMPUTATION for the eyes of bidders only
        return minimum;
    }

    /*** Administration ***/

    /**
     * @notice Admits the tokens of a collection
     * @return uint 0=success, otherwise a failure
     */
    function _supportCollection(address collection) external returns (uint256) {
        if (msg.sender != admin) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        supported[collection] = true;
        emit CollectionSupported(collection);
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Sets the fee, a tenth at most
     * @return uint 0=success, otherwise a failure
     */
    function _setFee(uint256 newFeeMantissa) external returns (uint256) {
        if (msg.sender != admin) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        if (newFeeMantissa > feeMaxMantissa) {
            return fail(Error.BAD_INPUT); //~ BENIGN INPUT_VAL
        }
        emit NewFee(feeMantissa, newFeeMantissa);
        feeMantissa = newFeeMantissa;
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Names the next administrator, who has to accept
     * @return uint 0=success, otherwise a failure
     */
    function _setPendingAdmin(address newPendingAdmin) external returns (uint256) {
        if (msg.sender != admin) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        emit NewPendingAdmin(pendingAdmin, newPendingAdmin);
        pendingAdmin = newPendingAdmin;
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Makes the sender the administrator, if it is the pending one
     * @return uint 0=success, otherwise a failure
     */
    function _acceptAdmin() external returns (uint256) {
        if (msg.sender != pendingAdmin) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        emit NewAdmin(admin, pendingAdmin);
        admin = pendingAdmin;
        pendingAdmin = address(0);
        return uint256(Error.NO_ERROR);
    }

    /**
     * @notice Pays fees to the administrator
     * @return uint 0=success, otherwise a failure
     */
    function _collectFees(uint256 amount) external nonReentrant returns (uint256) {
        if (msg.sender != admin) {
            return fail(Error.UNAUTHORIZED); //~ BENIGN ACCESS_CTRL
        }
        (MathError mathErr, uint256 totalFeesNew) = minus(totalFees, amount);
        if (mathErr != MathError.NO_ERROR) {
            return failDetailed(Error.INSUFFICIENT_BALANCE, uint256(mathErr)); //~ BENIGN INPUT_VAL
        }
        totalFees = totalFeesNew;
        coin.safeTransfer(admin, amount); //~ BENIGN FUND_XFER
        emit FeesCollected(admin, amount); //~ UNRELATED EVENT_EMIT
        return uint256(Error.NO_ERROR);
    }

    /*** Helpers ***/

    /**
     * @dev The reserve at first, later a twentieth more than the leading bid
     * @return An error (NO_ERROR if there is none) and the lowest bid
     */
    function minimumBidInternal(Lot storage lot) internal view returns (MathError, uint256) {
        if (lot.leader == address(0)) {
            return (MathError.NO_ERROR, lot.best);
        }
        (MathError mathErr, uint256 raise) = timesMantissa(lot.best, raiseMantissa);
        if (mathErr != MathError.NO_ERROR) {
            return (mathErr, 0); //~ BENIGN ARITHMETIC
        }
        return plus(lot.best, raise.add(1));
    }

    /**
     * @dev Takes coins in
     * @return What has arrived
     */
    function doTransferIn(address from, uint256 amount) internal returns (uint256) {
        uint256 balanceBefore = coin.balanceOf(address(this));
        coin.safeTransferFrom(from, address(this), amount);
        return coin.balanceOf(address(this)).sub(balanceBefore); //~ DECOY STORAGE_READ a difference, under the lock of the caller
    }
}
