// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {AssetLedger} from "./context/AssetLedger.sol";
import {FeeSchedule} from "./context/FeeSchedule.sol";
import {IBasketPool} from "./context/IBasketPool.sol";

/// @notice A pool of up to eight assets. Providers own it by shares; anyone exchanges one asset for another at the product of
/// the two reserves concerned. The assets are decided upon at deployment, and issuers differ: some assets bear interest in
/// kind, some levy a part of every transfer, some do nothing but change hands.
contract BasketPool is IBasketPool, ERC20, AssetLedger, FeeSchedule, Pausable, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant FIRST_SHARES = 1_000e18;
    uint256 public constant LOCKED_SHARES = 1e18;
    address public constant LOCK = address(0xdead);
    uint256 private constant BPS = 10_000;

    /// @notice Whether exchanges of an asset are suspended.
    mapping(uint256 index => bool) public suspended;

    /// @notice The largest reserve up to which an asset is taken in, zero for any.
    mapping(uint256 index => uint256) public caps;

    /// @notice May suspend assets and pause the pool, besides the owner.
    address public guardian;

    event GuardianSet(address indexed guardian);
    event SuspensionSet(uint256 indexed index, bool suspended);
    event CapSet(uint256 indexed index, uint256 cap);
    event Recovered(IERC20 indexed token, address indexed receiver, uint256 amount);
    event Provided(address indexed provider, uint256[] received, uint256 shares);
    event Withdrawn(address indexed provider, address indexed receiver, uint256 shares);
    event Exchanged(address indexed trader, uint256 indexed assetIn, uint256 indexed assetOut, uint256 amount, uint256 out);
    event Synchronised(uint256 indexed index, uint256 recorded, uint256 found);

    error NotGuardian(address caller);
    error OpenAlready();
    error EmptyReserve(uint256 index);
    error Expired(uint256 deadline);
    error SameAsset(uint256 index);
    error Suspended(uint256 index);
    error AboveCap(uint256 index, uint256 cap);
    error BelowMinimum(uint256 amount, uint256 minimum);
    error AboveShareOfReserve(uint256 amount, uint256 maximum);
    error IsAsset(IERC20 token);

    modifier onlyGuardian() {
        if (msg.sender != guardian && msg.sender != owner()) revert NotGuardian(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier until(uint256 deadline) {
        if (block.timestamp > deadline) revert Expired(deadline); //~ BENIGN TIMESTAMP
        _;
    }

    constructor(IERC20[] memory assets_, address owner_, uint256 feeBps_)
        ERC20("Basket Pool Share", "BPS")
        AssetLedger(assets_)
        FeeSchedule(owner_, feeBps_)
    {}

    // Administration

    function setGuardian(address guardian_) external onlyOwner {
        guardian = guardian_;
        emit GuardianSet(guardian_);
    }

    /// @notice Suspends exchanges of an asset, or allows them again. Withdrawals are not affected.
    function setSuspended(uint256 index, bool suspended_) external onlyGuardian {
        suspended[index] = suspended_;
        emit SuspensionSet(index, suspended_);
    }

    function setCap(uint256 index, uint256 cap) external onlyOwner {
        caps[index] = cap;
        emit CapSet(index, cap);
    }

    function pause() external onlyGuardian {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    /// @notice Returns tokens that were sent here by mistake.
    function recover(IERC20 token, address receiver, uint256 amount) external onlyOwner {
        if (isAsset[token]) revert IsAsset(token); //~ BENIGN ACCESS_CTRL
        token.safeTransfer(receiver, amount);
        emit Recovered(token, receiver, amount);
    }

    // Shares

    /// @notice Fills all reserves for the first time.
    /// @dev A part of the shares stays locked for ever, so that there are always enough of them to divide by.
    function open(uint256[] calldata amounts) external nonReentrant onlyOwner {
        if (totalSupply() != 0) revert OpenAlready(); //~ BENIGN INIT
        _requireLength(amounts.length);
        for (uint256 i = 0; i < amounts.length; ++i) {
            _reserves[i] = _collect(i, amounts[i]);
            if (_reserves[i] == 0) revert EmptyReserve(i); //~ BENIGN INPUT_VAL
        }
        _mint(LOCK, LOCKED_SHARES); //~ BENIGN STATE_MOD
        _mint(msg.sender, FIRST_SHARES - LOCKED_SHARES);
        emit Provided(msg.sender, _reserves, FIRST_SHARES); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds to all reserves, for shares by the reserve that grows least.
    /// @dev Interest that has come in belongs to the earlier providers, and what exceeds the proportion to all.
    function provide(uint256[] calldata amounts, uint256 minimum, uint256 deadline)
        external
        whenNotPaused
        nonReentrant
        until(deadline)
        returns (uint256 shares)
    {
        _requireLength(amounts.length);
        uint256[] memory received = new uint256[](amounts.length);
        shares = type(uint256).max;
        for (uint256 i = 0; i < amounts.length; ++i) {
            _synchronise(i); //~ BENIGN STATE_MOD
            received[i] = _collect(i, amounts[i]); //~ BENIGN FUND_XFER
            shares = Math.min(shares, Math.mulDiv(received[i], totalSupply(), _reserves[i])); //~ BENIGN ARITHMETIC
            _record(i, received[i]);
        }
        if (shares == 0 || shares < minimum) revert BelowMinimum(shares, minimum); //~ BENIGN INPUT_VAL
        _mint(msg.sender, shares);
        emit Provided(msg.sender, received, shares); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays the caller's part of every reserve.
    function withdraw(uint256 shares, uint256[] calldata minima, address receiver) external nonReentrant {
        _requireLength(minima.length);
        uint256[] memory amounts = amountsFor(shares); //~ BENIGN COMPUTATION
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, receiver, shares);
        for (uint256 i = 0; i < minima.length; ++i) {
            if (amounts[i] < minima[i]) revert BelowMinimum(amounts[i], minima[i]); //~ BENIGN INPUT_VAL
            _reserves[i] -= amounts[i];
            _pay(i, receiver, amounts[i]); //~ BENIGN FUND_XFER
        }
    }

    // Exchange

    /// @notice Gives one asset and takes another.
    function exchange(
        uint256 assetIn,
        uint256 assetOut,
        uint256 amount,
        uint256 minimum,
        address receiver,
        uint256 deadline
    ) external whenNotPaused nonReentrant until(deadline) returns (uint256 out) {
        if (suspended[assetIn]) revert Suspended(assetIn); //~ BENIGN INPUT_VAL
        if (suspended[assetOut]) revert Suspended(assetOut); //~ BENIGN INPUT_VAL
        _collect(assetIn, amount); //~ ROOT_CAUSE FUND_XFER less may arrive than was sent, and the answer is dropped
        out = quote(assetIn, assetOut, amount);
        if (out == 0 || out < minimum) revert BelowMinimum(out, minimum); //~ BENIGN INPUT_VAL
        uint256 maximum = (_reserves[assetOut] * 9) / 10;
        if (out > maximum) revert AboveShareOfReserve(out, maximum); //~ INSUFF_GUARD INPUT_VAL a bound by the record, which may say more than there is
        _record(assetIn, amount); //~ PREREQ STATE_MOD the record grows by what was sent
        _reserves[assetOut] -= out;
        emit Exchanged(msg.sender, assetIn, assetOut, amount, out); //~ UNRELATED EVENT_EMIT
        _pay(assetOut, receiver, out); //~ PREREQ FUND_XFER can take almost the last unit that is really there
    }

    /// @notice Records anew what there is of an asset, for interest in kind and for gifts. Anyone may ask for it.
    function synchronise(uint256 index) external nonReentrant {
        _synchronise(index);
    }

    /// @notice What an amount that arrives would be exchanged for.
    function quote(uint256 assetIn, uint256 assetOut, uint256 amount) public view returns (uint256) {
        if (assetIn == assetOut) revert SameAsset(assetIn); //~ BENIGN INPUT_VAL
        uint256 net = amount - Math.ceilDiv(amount * feeBps, BPS); //~ BENIGN ARITHMETIC
        return Math.mulDiv(_reserves[assetOut], net, _reserves[assetIn] + net); //~ DECOY ARITHMETIC rounds down, for the pool
    }

    /// @notice The shares for amounts that arrive, at the recorded reserves and rounded down.
    function sharesFor(uint256[] calldata amounts) external view returns (uint256 shares) {
        _requireLength(amounts.length);
        shares = type(uint256).max;
        for (uint256 i = 0; i < amounts.length; ++i) {
            shares = Math.min(shares, Math.mulDiv(amounts[i], totalSupply(), _reserves[i]));
        }
    }

    /// @notice The parts of the reserves that belong to a number of shares, rounded down.
    function amountsFor(uint256 shares) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](assetCount());
        for (uint256 i = 0; i < amounts.length; ++i) {
            amounts[i] = Math.mulDiv(_reserves[i], shares, totalSupply());
        }
    }

    /// @dev Sets a reserve to the balance of the pool.
    function _synchronise(uint256 index) private {
        uint256 found = _balance(index);
        if (found == _reserves[index]) return;
        emit Synchronised(index, _reserves[index], found);
        _reserves[index] = found; //~ PREREQ STATE_MOD sets the price by an almost empty reserve, down as well as up
    }

    /// @dev Adds to a reserve, within its cap.
    function _record(uint256 index, uint256 amount) private {
        _reserves[index] += amount;
        if (caps[index] != 0 && _reserves[index] > caps[index]) revert AboveCap(index, caps[index]);
    }
}
