// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {Controlled} from "../access/Controlled.sol";
import {IMarkets} from "../interfaces/IMarkets.sol";
import {ILiquidityPool} from "../interfaces/IPool.sol";

/**
 * @title LiquidityPool
 * @notice Pays the profits of traders and gets their losses, for those who own its shares.
 * @dev The pool counts its dollars itself; what is sent here without a call belongs to nobody. A share is worth a part of
 *  these dollars and of what the traders have lost or gained so far. Withdrawals wait, so that nobody can leave before a
 *  loss that is already known.
 */
contract LiquidityPool is ILiquidityPool, ERC20, Controlled {
    using SafeERC20 for IERC20;

    /// @notice Time that a request waits
    uint256 public constant DELAY = 1 days;

    /// @notice Fewest shares of a request
    uint256 public constant MIN_REQUEST = 10e9;

    /// @notice Shares that nobody owns, for each unit that nobody paid in. They keep the first price of a share in bounds.
    uint256 public constant OFFSET = 1e3;

    IERC20 public immutable usd;
    IMarkets public immutable markets;

    /// @notice Dollars of the pool
    uint256 public cash;

    /// @notice Number of the oldest request that was not served
    uint256 public head;

    Request[] private _requests;

    constructor(IERC20 usd_, IMarkets markets_) ERC20("Weirside liquidity", "WEIR") {
        usd = usd_;
        markets = markets_;
    }

    /// @notice Shares have three decimals more than dollars
    function decimals() public pure override returns (uint8) {
        return 9;
    }

    /*** Shares ***/

    /// @inheritdoc ILiquidityPool
    function deposit(uint256 assets, uint256 minShares, address to) external returns (uint256 shares) {
        uint256 supply = totalSupply();
        uint256 value = worth(true);
        if (value == 0 && supply > 0) revert NothingLeft();
        shares = Math.mulDiv(assets, supply + OFFSET, value + 1);
        if (shares < minShares) revert TooLittle();
        cash += assets;
        usd.safeTransferFrom(msg.sender, address(this), assets);
        _mint(to, shares);
        emit Deposited(msg.sender, to, assets, shares);
    }

    /// @inheritdoc ILiquidityPool
    function request(uint256 shares, uint256 minAssets) external returns (uint256 id) {
        if (shares < MIN_REQUEST) revert TooFewShares();
        _transfer(msg.sender, address(this), shares);
        id = _requests.length;
        _requests.push(Request(msg.sender, shares, minAssets, block.timestamp));
        emit Requested(id, msg.sender, shares, minAssets);
    }

    /// @inheritdoc ILiquidityPool
    function process(uint256 count) external returns (uint256 served) {
        while (served < count && head < _requests.length) {
            Request memory r = _requests[head];
            if (block.timestamp < r.at + DELAY) break;
            uint256 assets = assetsOf(r.shares);
            if (assets < r.minAssets) {
                delete _requests[head];
                served++;
                _transfer(address(this), r.owner, r.shares); //~ BENIGN CTRL_FLOW the next one is served
                emit Returned(head++, r.owner, r.shares);
                continue;
            }
            if (assets > cash) {
                payPartInternal(_requests[head], assets);
                break;
            }
            delete _requests[head++];
            served++;
            _burn(address(this), r.shares);
            cash -= assets;
            usd.safeTransfer(r.owner, assets);
            emit PaidOut(head - 1, r.owner, r.shares, assets);
        }
    }

    /*** Traders ***/

    /// @inheritdoc ILiquidityPool
    function collect(uint256 amount) external {
        cash += amount;
        usd.safeTransferFrom(msg.sender, address(this), amount);
        emit Collected(msg.sender, amount);
    }

    /// @inheritdoc ILiquidityPool
    function pay(uint256 amount) external onlyOperator {
        if (amount > cash) revert NotEnoughCash();
        cash -= amount;
        usd.safeTransfer(msg.sender, amount);
        emit Paid(msg.sender, amount);
    }

    /*** Views ***/

    /// @inheritdoc ILiquidityPool
    function worth(bool forDeposit) public view returns (uint256) {
        int256 value = int256(cash) - markets.profitOfTraders(forDeposit);
        return value > 0 ? uint256(value) : 0;
    }

    /// @notice Dollars that shares are worth in a withdrawal
    function assetsOf(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, worth(false) + 1, totalSupply() + OFFSET);
    }

    /// @notice Number of all requests
    function requests() external view returns (uint256) {
        return _requests.length;
    }

    /// @notice A request; empty if it was served
    function requestOf(uint256 id) external view returns (Request memory) {
        return _requests[id];
    }

    /*** Internal ***/

    /**
     * @notice Pay all dollars that there are for a part of the oldest request. The rest of it stays the oldest one.
     * @param r The request
     * @param assets What all of its shares are worth, which is more than there is
     */
    function payPartInternal(Request storage r, uint256 assets) internal {
        uint256 paid = cash;
        uint256 part = Math.mulDiv(r.shares, paid, assets, Math.Rounding.Ceil);
        r.shares -= part;
        r.minAssets -= Math.min(paid, r.minAssets);
        _burn(address(this), part);
        cash = 0;
        usd.safeTransfer(r.owner, paid);
        emit PaidOut(head, r.owner, part, paid);
    }
}
