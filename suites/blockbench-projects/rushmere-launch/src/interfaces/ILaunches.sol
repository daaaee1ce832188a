// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {Allowances} from "../libraries/Allowances.sol";

/**
 * @title ILaunch
 * @notice What sales and auctions have in common.
 */
interface ILaunch {
    /// @notice Where a launch stands.
    enum Status {
        Open,
        Settled,
        Failed
    }

    /**
     * @notice Terms of every launch.
     * @param token Token that is sold.
     * @param supply Amount that is sold.
     * @param softCap Coins below which it fails.
     * @param opensAt Time from which it accepts coins.
     * @param closesAt Time from which it accepts none.
     */
    struct Frame {
        IERC20 token;
        uint256 supply;
        uint256 softCap;
        uint64 opensAt;
        uint64 closesAt;
    }

    /// @notice Emitted when it is decided whether a launch succeeded.
    event Finalized(Status status, uint256 raised, uint256 sold, uint256 fee);

    /**
     * @notice Decides about a launch that is over. Anybody may.
     * @return status Whether it was settled or has failed.
     */
    function finalize() external returns (Status status);

    /**
     * @notice Pays an account what it has in a launch that is finalized. Anybody may.
     * @param account Account that gets it.
     * @return tokens Tokens of the account.
     * @return refund Coins that it gets back.
     */
    function claim(address account) external returns (uint256 tokens, uint256 refund);

    /// @notice Returns where the launch stands.
    function status() external view returns (Status);

    /// @notice Returns the coins that it raised.
    function raised() external view returns (uint256);
}

/**
 * @title ITieredSale
 * @notice A sale at a fixed price, with a cap for each account.
 */
interface ITieredSale is ILaunch {
    /**
     * @notice Terms of a sale.
     * @param frame Terms of every launch.
     * @param price Coins for a whole token.
     * @param unitCap Coins that an account may commit for each unit of its weight.
     * @param allowRoot Root of the list of caps, or zero.
     * @param signer Account that signs allowances, or zero.
     * @param upfront Part of the tokens that is paid at once, of 10,000.
     * @param cliff Seconds after the end before which nothing else vests.
     * @param duration Seconds after the end until everything has vested.
     */
    struct SaleTerms {
        Frame frame;
        uint256 price;
        uint256 unitCap;
        bytes32 allowRoot;
        address signer;
        uint256 upfront;
        uint64 cliff;
        uint64 duration;
    }

    /// @notice Emitted when an account committed coins.
    event Committed(address indexed account, address indexed referrer, uint256 amount);

    /// @notice Emitted when an account took coins out again.
    event Uncommitted(address indexed account, uint256 amount);

    /// @notice Emitted when an account was paid.
    event Claimed(address indexed account, uint256 tokens, uint256 refund, uint256 schedule);

    /**
     * @notice Sets up a clone. Can be called once.
     * @param creator Account that gets what was raised.
     * @param terms Terms that curators approved.
     */
    function initialize(address creator, SaleTerms calldata terms) external;

    /**
     * @notice Commits coins within the cap of the caller's tier.
     * @param amount Coins.
     * @param referrer Account that brought the caller, or zero.
     */
    function commit(uint256 amount, address referrer) external;

    /**
     * @notice Commits coins within a cap of the list.
     * @param amount Coins.
     * @param cap Cap of the caller in the list.
     * @param proof Proof that it is there.
     * @param referrer Account that brought the caller, or zero.
     */
    function commitListed(uint256 amount, uint256 cap, bytes32[] calldata proof, address referrer) external;

    /**
     * @notice Commits coins within a cap that the signer allowed.
     * @param amount Coins.
     * @param allowance What the signer signed.
     * @param signature Its signature.
     * @param referrer Account that brought the caller, or zero.
     */
    function commitAllowed(
        uint256 amount,
        Allowances.Allowance calldata allowance,
        bytes calldata signature,
        address referrer
    ) external;

    /**
     * @notice Takes committed coins out again, until a day before the end.
     * @param amount Coins.
     */
    function uncommit(uint256 amount) external;

    /// @notice Returns the coins that all accounts have committed.
    function total() external view returns (uint256);

    /// @notice Returns the most that the sale can raise.
    function hardCap() external view returns (uint256);

    /**
     * @notice Returns the coins that an account has committed.
     * @param account Account to read.
     */
    function committedOf(address account) external view returns (uint256);

    /**
     * @notice Returns the cap of an account's tier.
     * @param account Account to read.
     */
    function tierCapOf(address account) external view returns (uint256);
}

/**
 * @title IDutchAuction
 * @notice An auction whose price falls until everything is sold. All buyers pay the same in the end.
 */
interface IDutchAuction is ILaunch {
    /**
     * @notice Terms of an auction.
     * @param frame Terms of every launch.
     * @param startPrice Coins for a whole token at the beginning.
     * @param floorPrice Coins for a whole token at the end.
     */
    struct AuctionTerms {
        Frame frame;
        uint256 startPrice;
        uint256 floorPrice;
    }

    /// @notice Emitted when an account bought tokens.
    event Bought(address indexed account, uint256 quantity, uint256 price, uint256 paid);

    /// @notice Emitted when an account was paid.
    event Claimed(address indexed account, uint256 tokens, uint256 refund);

    /**
     * @notice Sets up a clone. Can be called once.
     * @param creator Account that gets what was raised.
     * @param terms Terms that curators approved.
     */
    function initialize(address creator, AuctionTerms calldata terms) external;

    /**
     * @notice Buys tokens at the present price, or what is left of them.
     * @param wanted Tokens that the caller wants.
     * @param maxPaid Most coins that it pays.
     * @return quantity Tokens that it gets when the auction was settled.
     * @return paid Coins that it paid for now.
     */
    function buy(uint256 wanted, uint256 maxPaid) external returns (uint256 quantity, uint256 paid);

    /**
     * @notice Returns the price at a time.
     * @param time Time of the auction.
     */
    function priceAt(uint256 time) external view returns (uint256);

    /// @notice Returns the price that all buyers pay if nothing more is sold.
    function clearingPrice() external view returns (uint256);

    /// @notice Returns the tokens that are sold.
    function sold() external view returns (uint256);
}
