// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {PairPool} from "./context/PairPool.sol";

/// @notice Shares in something whose worth is looked at from time to time.
abstract contract ShareBook {
    mapping(address holder => uint256) public sharesOf;
    uint256 public totalShares;

    /// @notice What all shares were worth when the estate was last accounted.
    uint256 public accountedWorth;

    event Issued(address indexed holder, uint256 amount, uint256 shares);
    event Redeemed(address indexed holder, uint256 amount, uint256 shares);

    error TooFewShares(uint256 shares);

    function _issue(address holder, uint256 amount, uint256 least) internal returns (uint256 shares) {
        shares = totalShares == 0 ? amount : (amount * totalShares) / accountedWorth; //~ DECOY ARITHMETIC rounded down, for the holders there are
        if (shares < least || shares == 0) revert TooFewShares(shares); //~ BENIGN INPUT_VAL
        sharesOf[holder] += shares;
        totalShares += shares;
        accountedWorth += amount;
        emit Issued(holder, amount, shares); //~ UNRELATED EVENT_EMIT
    }

    function _cancel(address holder, uint256 shares) internal returns (uint256 amount) {
        amount = (shares * accountedWorth) / totalShares; //~ PREREQ COMPUTATION at the worth that was last written down
        sharesOf[holder] -= shares; //~ BENIGN ARITHMETIC checked
        totalShares -= shares;
        accountedWorth -= amount;
        emit Redeemed(holder, amount, shares); //~ UNRELATED EVENT_EMIT
    }
}

/// @title ManagedEstate
/// @notice Dollars of many holders. A manager keeps some of them as liquidity of an exchange of two dollars, and changes one dollar
///         for the other, one to one, to do so. The rest is idle and pays redemptions.
contract ManagedEstate is ShareBook {
    using SafeERC20 for IERC20;

    uint256 public constant PERIOD = 10 minutes;

    PairPool public immutable pool;
    IERC20 public immutable dollar;
    IERC20 public immutable otherDollar;
    address public immutable manager;

    uint256 public accountedAt;

    event Accounted(uint256 worth);
    event Invested(uint256 amount, uint256 parts);
    event Divested(uint256 amount, uint256 parts);

    error NotManager(address caller);
    error TooSoon(uint256 next);

    modifier onlyManager() {
        if (msg.sender != manager) revert NotManager(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(PairPool pool_, address manager_) {
        pool = pool_;
        manager = manager_;
        dollar = pool_.tokens(0);
        otherDollar = pool_.tokens(1);
        dollar.forceApprove(address(pool_), type(uint256).max);
        otherDollar.forceApprove(address(pool_), type(uint256).max);
    }

    function deposit(uint256 amount, uint256 least) external returns (uint256 shares) {
        shares = _issue(msg.sender, amount, least);
        dollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function redeem(uint256 shares) external returns (uint256 amount) {
        amount = _cancel(msg.sender, shares);
        dollar.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER out of what is idle
    }

    /// @notice Writes down what the estate is worth. Anybody may ask for it, once in a period.
    function account() external returns (uint256 worth) {
        if (block.timestamp < accountedAt + PERIOD) revert TooSoon(accountedAt + PERIOD); //~ INSUFF_GUARD TIMESTAMP bounds how often, not when
        worth = idle() + positionWorth();
        accountedAt = block.timestamp;
        accountedWorth = worth; //~ PREREQ STATE_MOD stays after the price has gone back
        emit Accounted(worth); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds an amount of both dollars to the liquidity.
    function invest(uint256 amount) external onlyManager returns (uint256 parts) {
        dollar.safeTransfer(msg.sender, amount);
        otherDollar.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER one to one
        parts = pool.add(amount, amount);
        emit Invested(amount, parts);
    }

    /// @notice Takes liquidity back, and changes the other dollars.
    function divest(uint256 parts) external onlyManager {
        (uint256 amount, uint256 other) = pool.remove(parts);
        otherDollar.safeTransfer(msg.sender, other);
        dollar.safeTransferFrom(msg.sender, address(this), other); //~ BENIGN FUND_XFER one to one
        emit Divested(amount + other, parts);
    }

    function idle() public view returns (uint256) {
        return dollar.balanceOf(address(this));
    }

    /// @notice What a holder could redeem now, in dollars.
    function redeemable(address holder) external view returns (uint256) {
        return totalShares == 0 ? 0 : Math.min(idle(), (sharesOf[holder] * accountedWorth) / totalShares);
    }

    /// @notice What the liquidity is worth, in dollars.
    function positionWorth() public view returns (uint256) {
        uint256 parts = pool.partsOf(address(this));
        if (parts == 0) return 0;
        uint256 reserve = pool.reserves(0); //~ ROOT_CAUSE ORACLE a swap moves it as far as the swapper likes
        return (2 * reserve * parts) / pool.totalParts(); //~ PREREQ COMPUTATION as if the two sides were equal
    }
}
