// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IBondingCurve} from "../interfaces/ICurve.sol";
import {IReferralBook} from "../interfaces/IFees.sol";
import {ILaunch, IDutchAuction, ITieredSale} from "../interfaces/ILaunches.sol";
import {ILiquidityLocker, IVestingVault} from "../interfaces/ILockups.sol";
import {Amounts} from "../libraries/Amounts.sol";

/**
 * @title LaunchLens
 * @notice Reads for pages, and claims of many accounts in one call. Nothing depends on it.
 */
contract LaunchLens {
    /**
     * @notice A sale as pages show it.
     * @param status Where it stands.
     * @param total Coins that were committed.
     * @param hardCap Most coins that it raises.
     * @param kept Part of each commitment that is kept, of 10,000.
     */
    struct SaleView {
        ILaunch.Status status;
        uint256 total;
        uint256 hardCap;
        uint256 kept;
    }

    /**
     * @notice A curve as pages show it.
     * @param price Price of a whole token.
     * @param progress Part of the target that was collected, of 10,000.
     * @param locked Shares of its pool that are locked.
     */
    struct CurveView {
        uint256 price;
        uint256 progress;
        uint256 locked;
    }

    /// @notice Counts who brought whom.
    IReferralBook public immutable referrals;

    /// @notice Keeps tokens that vest.
    IVestingVault public immutable vesting;

    /// @notice Keeps shares of pools.
    ILiquidityLocker public immutable locker;

    /**
     * @notice Sets what is read.
     * @param referrals_ Counts who brought whom.
     * @param vesting_ Keeps tokens that vest.
     * @param locker_ Keeps shares of pools.
     */
    constructor(IReferralBook referrals_, IVestingVault vesting_, ILiquidityLocker locker_) {
        referrals = referrals_;
        vesting = vesting_;
        locker = locker_;
    }

    /**
     * @notice Claims for many accounts. Those that cannot be paid are left out.
     * @param launch Launch that is finalized.
     * @param accounts Accounts.
     * @return claimed Number of accounts that were paid.
     */
    function claimAll(ILaunch launch, address[] calldata accounts) external returns (uint256 claimed) {
        for (uint256 i = 0; i < accounts.length; i++) {
            try launch.claim(accounts[i]) {
                claimed++;
            } catch {}
        }
    }

    /**
     * @notice Releases what has vested of many schedules.
     * @param ids Schedules.
     * @return amount Tokens of all of them, whatever their kinds are.
     */
    function releaseAll(uint256[] calldata ids) external returns (uint256 amount) {
        for (uint256 i = 0; i < ids.length; i++) {
            amount += vesting.release(ids[i]);
        }
    }

    /**
     * @notice Reads a sale.
     * @param sale Sale.
     */
    function saleOf(ITieredSale sale) external view returns (SaleView memory) {
        uint256 total = sale.total();
        uint256 hardCap = sale.hardCap();
        uint256 kept = total > hardCap ? Math.mulDiv(Amounts.BASIS, hardCap, total) : Amounts.BASIS;
        return SaleView(sale.status(), total, hardCap, kept);
    }

    /**
     * @notice Returns the coins that an account may still commit by its tier.
     * @param sale Sale.
     * @param account Account.
     */
    function roomOf(ITieredSale sale, address account) external view returns (uint256) {
        return Amounts.over(sale.tierCapOf(account), sale.committedOf(account));
    }

    /**
     * @notice Returns the part of a sale's referred coins that one account brought, of 10,000.
     * @param sale Sale.
     * @param referrer Account.
     */
    function referralPart(ITieredSale sale, address referrer) external view returns (uint256) {
        uint256 volume = referrals.volumeOf(address(sale));
        if (volume == 0) return 0;
        return Math.mulDiv(Amounts.BASIS, referrals.broughtBy(address(sale), referrer), volume);
    }

    /**
     * @notice Returns what tokens of an auction cost now.
     * @param auction Auction.
     * @param quantity Tokens.
     */
    function quote(IDutchAuction auction, uint256 quantity) external view returns (uint256) {
        return Amounts.costOf(quantity, auction.priceAt(block.timestamp));
    }

    /**
     * @notice Reads a curve.
     * @param curve Curve.
     */
    function curveOf(IBondingCurve curve) external view returns (CurveView memory seen) {
        seen.price = curve.price();
        seen.progress = Math.mulDiv(curve.collected(), Amounts.BASIS, curve.target());
        address pair = curve.pair();
        if (pair != address(0)) seen.locked = locker.lockedOf(IERC20(pair));
    }
}
