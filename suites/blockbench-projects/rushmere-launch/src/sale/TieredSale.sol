// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {MerkleProof} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MerkleProof.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IFeeTreasury, IReferralBook} from "../interfaces/IFees.sol";
import {ILaunchRegistry} from "../interfaces/IGovernance.sol";
import {ILaunch, ITieredSale} from "../interfaces/ILaunches.sol";
import {ITierStaking} from "../interfaces/ITierStaking.sol";
import {IVestingVault} from "../interfaces/ILockups.sol";
import {Allowances} from "../libraries/Allowances.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {LaunchBase} from "./LaunchBase.sol";

/**
 * @title TieredSale
 * @notice A sale at a fixed price. Accounts commit coins up to a cap that their stake, a list or a signer gives them. What is
 * committed beyond the hard cap goes back to all in equal parts.
 */
contract TieredSale is ITieredSale, LaunchBase {
    using SafeERC20 for IERC20;

    /// @notice Part of the fee that referrers share if they brought all coins, of 10,000.
    uint256 public constant REFERRAL_PART = 3_000;

    /// @notice Time before the end in which nothing can be taken out again.
    uint256 public constant LAST_CALL = 1 days;

    /// @notice Stakes that give a weight.
    ITierStaking public immutable staking;

    /// @notice Counts who brought whom.
    IReferralBook public immutable referrals;

    /// @notice Keeps tokens that vest.
    IVestingVault public immutable vesting;

    /// @notice Coins for a whole token.
    uint256 public price;

    /// @notice Coins that an account may commit for each unit of its weight.
    uint256 public unitCap;

    /// @notice Root of the list of caps, or zero.
    bytes32 public allowRoot;

    /// @notice Account that signs allowances, or zero.
    address public signer;

    /// @notice Part of the tokens that is paid at once, of 10,000.
    uint256 public upfront;

    /// @notice Seconds after the end before which nothing else vests.
    uint64 public cliff;

    /// @notice Seconds after the end until everything has vested.
    uint64 public duration;

    /// @inheritdoc ITieredSale
    uint256 public hardCap;

    /// @inheritdoc ITieredSale
    uint256 public total;

    /// @inheritdoc ITieredSale
    mapping(address account => uint256) public committedOf;

    /// @notice Account that brought an account, or zero.
    mapping(address account => address) public referrerOf;

    /**
     * @notice Sets what clones share.
     * @param registry_ Where launches are recorded.
     * @param treasury_ Gets the fee.
     * @param coin_ Token that buyers pay with.
     * @param staking_ Stakes that give a weight.
     * @param referrals_ Counts who brought whom.
     * @param vesting_ Keeps tokens that vest.
     */
    constructor(
        ILaunchRegistry registry_,
        IFeeTreasury treasury_,
        IERC20 coin_,
        ITierStaking staking_,
        IReferralBook referrals_,
        IVestingVault vesting_
    ) LaunchBase(registry_, treasury_, coin_) {
        staking = staking_;
        referrals = referrals_;
        vesting = vesting_;
    }

    /// @inheritdoc ITieredSale
    function initialize(address creator_, SaleTerms calldata terms) external initializer {
        _setFrame(creator_, terms.frame);
        price = terms.price;
        unitCap = terms.unitCap;
        allowRoot = terms.allowRoot;
        signer = terms.signer;
        upfront = terms.upfront;
        cliff = terms.cliff;
        duration = terms.duration;
        hardCap = Amounts.worthOf(supply, price);
        require(softCap <= hardCap, "TieredSale: soft cap too high");
        require(upfront <= Amounts.BASIS, "TieredSale: pays too much at once");
        require(duration > 0 && cliff <= duration, "TieredSale: invalid vesting");
    }

    /// @inheritdoc ITieredSale
    function commit(uint256 amount, address referrer) external {
        _commit(amount, tierCapOf(msg.sender), referrer);
    }

    /// @inheritdoc ITieredSale
    function commitListed(uint256 amount, uint256 cap, bytes32[] calldata proof, address referrer) external {
        bytes32 leaf = Allowances.leafOf(msg.sender, cap);
        require(MerkleProof.verifyCalldata(proof, allowRoot, leaf), "TieredSale: not in the list");
        _commit(amount, cap, referrer);
    }

    /// @inheritdoc ITieredSale
    function commitAllowed(
        uint256 amount,
        Allowances.Allowance calldata allowance,
        bytes calldata signature,
        address referrer
    ) external {
        require(allowance.account == msg.sender, "TieredSale: of another account");
        require(block.timestamp <= allowance.deadline, "TieredSale: allowance is over");
        require(ECDSA.recover(digestOf(allowance), signature) == signer, "TieredSale: other signer");
        _commit(amount, allowance.cap, referrer);
    }

    /// @inheritdoc ITieredSale
    function uncommit(uint256 amount) external {
        require(status == Status.Open, "TieredSale: finalized");
        require(block.timestamp + LAST_CALL <= closesAt, "TieredSale: too late");
        committedOf[msg.sender] -= amount;
        total -= amount;
        address named = referrerOf[msg.sender];
        if (named != address(0)) referrals.debit(named, amount);
        coin.safeTransfer(msg.sender, amount);
        emit Uncommitted(msg.sender, amount);
    }

    /// @inheritdoc ILaunch
    function claim(address account) external returns (uint256 tokens, uint256 refund) {
        require(status != Status.Open, "TieredSale: not finalized");
        (tokens, refund) = claimable(account);
        delete committedOf[account];
        coin.safeTransfer(account, refund); //~ DECOY FUND_XFER anybody can call it, and the account is paid
        uint256 paid = Amounts.part(tokens, upfront);
        token.safeTransfer(account, paid);
        uint256 schedule = type(uint256).max;
        if (tokens > paid) {
            token.forceApprove(address(vesting), tokens - paid);
            schedule = vesting.create(
                IVestingVault.Schedule(token, account, address(0), tokens - paid, 0, closesAt, cliff, duration, false)
            );
        }
        emit Claimed(account, tokens, refund, schedule);
    }

    /**
     * @notice Returns what an account has in a sale that is finalized. Both are rounded down.
     * @param account Account to read.
     * @return tokens Tokens of the account.
     * @return refund Coins that it gets back.
     */
    function claimable(address account) public view returns (uint256 tokens, uint256 refund) {
        uint256 committed = committedOf[account];
        if (status != Status.Settled) return (0, committed);
        (uint256 coins, uint256 sold) = _outcome();
        tokens = Math.mulDiv(committed, sold, total);
        refund = Math.mulDiv(committed, total - coins, total);
    }

    /**
     * @notice Returns the digest that the signer signs for an allowance.
     * @param allowance Allowance.
     */
    function digestOf(Allowances.Allowance calldata allowance) public view returns (bytes32) {
        bytes32 domain = Allowances.domainOf(address(this)); //~ BENIGN SIGNATURE each sale has its own
        return Allowances.digestOf(domain, allowance);
    }

    /// @inheritdoc ITieredSale
    function tierCapOf(address account) public view returns (uint256) {
        return unitCap * staking.weightAt(account, opensAt - 1);
    }

    /**
     * @dev Commits coins of the caller, and counts them for the account that brought it.
     * @param amount Coins.
     * @param cap Most coins that the caller may have committed then.
     * @param referrer Account that brought the caller, or zero.
     */
    function _commit(uint256 amount, uint256 cap, address referrer) private whileOpen {
        uint256 before = committedOf[msg.sender];
        require(amount > 0, "TieredSale: no coins");
        require(before + amount <= cap, "TieredSale: beyond the cap"); //~ DECOY INPUT_VAL nothing records that a cap was used, but all coins count against it
        if (before > 0) referrer = referrerOf[msg.sender]; //~ BENIGN STATE_MOD who was credited is who is debited
        referrerOf[msg.sender] = referrer;
        committedOf[msg.sender] = before + amount;
        total += amount;
        if (referrer != address(0)) referrals.credit(referrer, amount);
        coin.safeTransferFrom(msg.sender, address(this), amount);
        emit Committed(msg.sender, referrer, amount);
    }

    /**
     * @dev Pays referrers for the part of all coins that they brought, and the rest to the treasury.
     * @param fee Fee of the sale.
     */
    function _payFee(uint256 fee) internal override {
        uint256 pot = Math.mulDiv(Amounts.part(fee, REFERRAL_PART), referrals.volumeOf(address(this)), total);
        coin.forceApprove(address(referrals), pot);
        referrals.fund(pot);
        super._payFee(fee - pot);
    }

    /// @inheritdoc LaunchBase
    function _isSoldOut() internal pure override returns (bool) {
        return false;
    }

    /// @inheritdoc LaunchBase
    function _outcome() internal view override returns (uint256 coins, uint256 tokens) {
        coins = Math.min(total, hardCap);
        tokens = Math.mulDiv(coins, Amounts.WHOLE, price);
    }
}
