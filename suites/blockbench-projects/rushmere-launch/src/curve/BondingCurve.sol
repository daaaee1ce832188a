// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IBondingCurve, ILaunchToken, IPair, IPairFactory} from "../interfaces/ICurve.sol";
import {IFeeTreasury} from "../interfaces/IFees.sol";
import {ILaunchRegistry} from "../interfaces/IGovernance.sol";
import {ILiquidityLocker} from "../interfaces/ILockups.sol";
import {Amounts} from "../libraries/Amounts.sol";
import {CurveMath} from "../libraries/CurveMath.sol";

/**
 * @title BondingCurve
 * @notice Sells a token until the target is reached, and brings coins and remaining tokens into a pool whose shares are locked.
 * @dev Graduating opens the token and fills the pool in one call. The lock of the shares belongs to the creator.
 */
contract BondingCurve is IBondingCurve, Initializable {
    using SafeERC20 for IERC20;
    using SafeERC20 for ILaunchToken;

    /// @notice Time for which the shares of the pool are locked.
    uint256 public constant LOCK_TIME = 365 days;

    /// @notice Where launches are recorded.
    ILaunchRegistry public immutable registry;

    /// @notice Gets the fees.
    IFeeTreasury public immutable treasury;

    /// @notice Token that buyers pay with.
    IERC20 public immutable coin;

    /// @notice Exchange of the pool.
    IPairFactory public immutable pairs;

    /// @notice Keeps the shares of the pool.
    ILiquidityLocker public immutable locker;

    /// @notice Account that owns the lock.
    address public creator;

    /// @notice Token of the curve.
    ILaunchToken public token;

    /// @notice Coins that the first price pretends.
    uint256 public virtualCoins;

    /// @inheritdoc IBondingCurve
    uint256 public target;

    /// @notice Fee at the time of the launch, of 10,000.
    uint256 public feeRate;

    /// @inheritdoc IBondingCurve
    uint256 public collected;

    /// @notice Tokens of the constant product.
    uint256 public tokenReserve;

    /// @notice Whether the target was reached.
    bool public isComplete;

    /// @notice Whether the pool was filled.
    bool public isGraduated;

    /**
     * @notice Sets what clones share. The template itself can never be set up.
     * @param registry_ Where launches are recorded.
     * @param treasury_ Gets the fees.
     * @param coin_ Token that buyers pay with.
     * @param pairs_ Exchange of the pool.
     * @param locker_ Keeps the shares of the pool.
     */
    constructor(
        ILaunchRegistry registry_,
        IFeeTreasury treasury_,
        IERC20 coin_,
        IPairFactory pairs_,
        ILiquidityLocker locker_
    ) {
        registry = registry_;
        treasury = treasury_;
        coin = coin_;
        pairs = pairs_;
        locker = locker_;
        _disableInitializers();
    }

    /// @inheritdoc IBondingCurve
    function initialize(address creator_, ILaunchToken token_, CurveTerms calldata terms) external initializer {
        require(terms.virtualCoins > 0 && terms.target > 0, "BondingCurve: invalid terms");
        creator = creator_;
        token = token_;
        virtualCoins = terms.virtualCoins;
        target = terms.target;
        feeRate = treasury.curveRate();
        tokenReserve = CurveMath.startReserve(terms.supply, terms.virtualCoins, terms.target);
        uint256 end = virtualCoins + target;
        uint256 left = Math.mulDiv(Math.mulDiv(tokenReserve, virtualCoins, end), target, end);
        require(left >= Amounts.WHOLE, "BondingCurve: leaves too few tokens");
    }

    /// @inheritdoc IBondingCurve
    function buy(uint256 amount, uint256 minTokens) external returns (uint256 tokens, uint256 paid) {
        require(!isComplete, "BondingCurve: complete");
        require(!registry.isHalted(address(this)), "BondingCurve: halted");
        uint256 missing = target - collected;
        uint256 net = amount - Amounts.partUp(amount, feeRate);
        paid = amount;
        if (net >= missing) {
            net = missing;
            paid = Math.min(amount, Amounts.gross(missing, feeRate));
            isComplete = true;
        }
        tokens = CurveMath.amountOut(virtualCoins + collected, tokenReserve, net);
        require((tokens > 0 || isComplete) && tokens >= minTokens, "BondingCurve: too few tokens");
        collected += net;
        tokenReserve -= tokens;
        coin.safeTransferFrom(msg.sender, address(this), paid);
        _payFee(paid - net);
        token.safeTransfer(msg.sender, tokens);
        emit CurveBought(msg.sender, paid, paid - net, tokens);
    }

    /// @inheritdoc IBondingCurve
    function sell(uint256 tokens, uint256 minCoins) external returns (uint256 coins) {
        require(!isComplete, "BondingCurve: is complete");
        uint256 out = CurveMath.amountOut(tokenReserve, virtualCoins + collected, tokens);
        uint256 fee = Amounts.partUp(out, feeRate);
        coins = out - fee;
        require(coins >= minCoins, "BondingCurve: too few coins");
        collected -= out;
        tokenReserve += tokens;
        token.safeTransferFrom(msg.sender, address(this), tokens);
        _payFee(fee);
        coin.safeTransfer(msg.sender, coins);
        emit CurveSold(msg.sender, tokens, fee, coins);
    }

    /// @inheritdoc IBondingCurve
    function graduate() external returns (uint256 lock) {
        require(isComplete, "BondingCurve: not complete");
        require(!isGraduated, "BondingCurve: graduated");
        isGraduated = true;
        address pool = pair();
        if (pool == address(0)) pool = pairs.createPair(address(token), address(coin));
        uint256 tokens = token.balanceOf(address(this));
        token.open();
        token.safeTransfer(pool, tokens);
        coin.safeTransfer(pool, collected);
        uint256 shares = IPair(pool).mint(address(this));
        IERC20(pool).forceApprove(address(locker), shares);
        lock = locker.lock(IERC20(pool), shares, block.timestamp + LOCK_TIME, creator);
        emit Graduated(pool, collected, tokens, lock);
    }

    /// @inheritdoc IBondingCurve
    function pair() public view returns (address) {
        return pairs.getPair(address(token), address(coin));
    }

    /// @inheritdoc IBondingCurve
    function price() external view returns (uint256) {
        return Math.mulDiv(virtualCoins + collected, Amounts.WHOLE, tokenReserve);
    }

    /**
     * @dev Pays a fee to the treasury.
     * @param fee Coins.
     */
    function _payFee(uint256 fee) private {
        coin.forceApprove(address(treasury), fee);
        treasury.collect(fee, registry.leadOf(address(this)));
    }
}
