// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {ERC20, IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {ERC4626, Math} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC4626.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice Where the yield of a vault comes from.
interface IYieldSource {
    /// @notice Sends the caller the asset that has accrued for it.
    function collect() external;
}

/// @title  Yield vault
/// @notice An ERC-4626 vault whose yield is harvested by anybody and credited to the shares over a week.
/// @dev    The asset is an ordinary ERC-20; a transfer that delivers less than it says is refused.
contract YieldVault is ERC4626, Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant UNLOCK_PERIOD = 7 days;
    uint256 public constant HARVEST_INTERVAL = 1 hours;
    uint256 public constant BASIS_POINTS = 10_000;
    uint256 public constant MAX_FEE = 2_000;

    IYieldSource public immutable source;

    uint256 public depositCap;
    uint256 public fee;
    address public feeRecipient;
    bool public depositsPaused;

    uint256 public lastHarvest;
    uint256 private _locked;
    uint256 private _unlockStart;
    uint256 private _unlockEnd;

    event Harvested(address indexed caller, uint256 profit, uint256 fee, uint256 unlockEnd);
    event DepositCapSet(uint256 cap);
    event FeeSet(uint256 fee, address indexed recipient);
    event DepositsPaused(bool paused);
    event Rescued(address indexed token, address indexed to, uint256 amount);

    error ZeroAddress();
    error FeeTooHigh(uint256 fee);
    error HarvestedRecently(uint256 last);
    error NothingToHarvest();
    error NoShares();
    error TooFewShares(uint256 shares, uint256 minimum);
    error TransferShort(uint256 received, uint256 expected);
    error AssetNotRescuable();

    constructor(IERC20 asset_, IYieldSource source_, address owner_, address feeRecipient_, uint256 fee_, uint256 cap_)
        ERC20("Yield Vault Share", "yvs")
        ERC4626(asset_)
        Ownable(owner_)
    {
        if (address(asset_) == address(0) || address(source_) == address(0)) revert ZeroAddress();
        source = source_;
        _setFee(fee_, feeRecipient_);
        depositCap = cap_;
    }

    // --- yield

    /// @notice Takes in what the source has accrued. The profit, less the fee, is credited to the shares bit by bit.
    function harvest() external returns (uint256 profit) {
        if (totalSupply() == 0) revert NoShares();
        if (block.timestamp < lastHarvest + HARVEST_INTERVAL) revert HarvestedRecently(lastHarvest);
        lastHarvest = block.timestamp;

        IERC20 token = IERC20(asset());
        uint256 before = token.balanceOf(address(this));
        source.collect();
        profit = token.balanceOf(address(this)) - before;
        if (profit == 0) revert NothingToHarvest();

        uint256 cut = profit * fee / BASIS_POINTS;
        uint256 remaining = lockedProfit();
        uint256 added = profit - cut;
        uint256 left = _unlockEnd > block.timestamp ? _unlockEnd - block.timestamp : 0;
        // The average of both periods, so that a small harvest does not delay a large one.
        uint256 period = Math.ceilDiv(remaining * left + added * UNLOCK_PERIOD, remaining + added);
        _locked = remaining + added;
        _unlockStart = block.timestamp;
        _unlockEnd = block.timestamp + period;
        if (cut > 0) token.safeTransfer(feeRecipient, cut);
        emit Harvested(msg.sender, profit, cut, _unlockEnd);
    }

    /// @notice The part of the balance that is not credited to the shares yet.
    function lockedProfit() public view returns (uint256) {
        if (block.timestamp >= _unlockEnd) return 0;
        return Math.mulDiv(_locked, _unlockEnd - block.timestamp, _unlockEnd - _unlockStart, Math.Rounding.Ceil);
    }

    // --- ERC-4626

    /// @inheritdoc ERC4626
    function totalAssets() public view override returns (uint256) {
        return super.totalAssets();
    }

    /// @inheritdoc ERC4626
    function maxDeposit(address) public view override returns (uint256) {
        if (depositsPaused) return 0;
        uint256 held = totalAssets();
        return held >= depositCap ? 0 : depositCap - held;
    }

    /// @inheritdoc ERC4626
    function maxMint(address receiver) public view override returns (uint256) {
        uint256 assets = maxDeposit(receiver);
        return assets == type(uint256).max ? assets : _convertToShares(assets, Math.Rounding.Floor);
    }

    /// @notice Like deposit, for no fewer shares than the caller asks for.
    function depositWithMinimum(uint256 assets, address receiver, uint256 minimum) external returns (uint256 shares) {
        shares = deposit(assets, receiver);
        if (shares < minimum) revert TooFewShares(shares, minimum);
    }

    /// @dev What arrives is counted.
    function _deposit(address caller, address receiver, uint256 assets, uint256 shares) internal override {
        uint256 before = super.totalAssets();
        super._deposit(caller, receiver, assets, shares);
        uint256 received = super.totalAssets() - before;
        if (received < assets) revert TransferShort(received, assets);
    }

    /// @dev A million virtual shares for each unit of the asset, so that early donations cost more than they distort.
    function _decimalsOffset() internal pure override returns (uint8) {
        return 6;
    }

    // --- owner

    function setDepositCap(uint256 cap) external onlyOwner {
        depositCap = cap;
        emit DepositCapSet(cap);
    }

    function setFee(uint256 fee_, address recipient) external onlyOwner {
        _setFee(fee_, recipient);
    }

    function pauseDeposits(bool paused) external onlyOwner {
        depositsPaused = paused;
        emit DepositsPaused(paused);
    }

    /// @notice Returns other tokens that were sent here by mistake.
    function rescue(IERC20 token, address to) external onlyOwner {
        if (address(token) == asset()) revert AssetNotRescuable();
        uint256 amount = token.balanceOf(address(this));
        token.safeTransfer(to, amount);
        emit Rescued(address(token), to, amount);
    }

    function _setFee(uint256 fee_, address recipient) private {
        if (fee_ > MAX_FEE) revert FeeTooHigh(fee_);
        if (recipient == address(0)) revert ZeroAddress();
        fee = fee_;
        feeRecipient = recipient;
        emit FeeSet(fee_, recipient);
    }
}
