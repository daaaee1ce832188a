// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Wards} from "../core/Wards.sol";
import {IBuffer} from "../interfaces/ISurplus.sol";
import {ISavings} from "../interfaces/IDollars.sol";
import {Wad} from "../libraries/Wad.sol";

/// @title Savings
/// @notice Dollars that earn a rate of governance's choice, paid by the buffer as long as it can.
contract Savings is ISavings, Wards {
    using SafeERC20 for IERC20;
    using Wad for uint256;

    /// @notice Largest rate: 20 % in a year.
    uint256 public constant MAX_RATE = 0.2e18 / uint256(365 days);

    IERC20 public immutable dollar;
    IBuffer public immutable buffer;

    /// @notice Growth of savings in a second, with 18 decimals.
    uint256 public rate;

    /// @notice Dollars that a share is worth, with 18 decimals.
    uint256 public index = Wad.ONE;

    /// @notice Time of the last accrual.
    uint256 public accrued_at = block.timestamp;

    /// @notice Shares of all accounts.
    uint256 public total_shares;

    /// @inheritdoc ISavings
    mapping(address account => uint256) public shares_of;

    constructor(IERC20 dollar_, IBuffer buffer_) {
        dollar = dollar_;
        buffer = buffer_;
    }

    /// @notice Choose the rate. The old one counts up to now.
    function set_rate(uint256 rate_) external only_ward {
        require(rate_ <= MAX_RATE, RateTooHigh());
        accrue();
        rate = rate_;
        emit RateSet(rate_);
    }

    /// @inheritdoc ISavings
    function deposit(uint256 amount, address account) external returns (uint256 shares) {
        accrue(); //~ BENIGN STATE_MOD interest of the time before is shared without the deposit
        shares = amount.div(index);
        shares_of[account] += shares;
        total_shares += shares;
        dollar.safeTransferFrom(msg.sender, address(this), amount);
        emit Deposited(msg.sender, account, amount, shares);
    }

    /// @inheritdoc ISavings
    function withdraw(uint256 shares, address to) external returns (uint256 amount) {
        accrue();
        amount = shares.mul(index);
        shares_of[msg.sender] -= shares; //~ DECOY ARITHMETIC after the amount was computed, and checked
        total_shares -= shares;
        dollar.safeTransfer(to, amount);
        emit Withdrawn(msg.sender, to, amount, shares);
    }

    /// @inheritdoc ISavings
    function accrue() public {
        uint256 elapsed = block.timestamp - accrued_at;
        accrued_at = block.timestamp;
        if (elapsed == 0 || total_shares == 0) return;
        uint256 owed = total_shares.mul(index.mul(rate * elapsed));
        uint256 paid = buffer.pay(address(this), owed);
        index += paid.div(total_shares);
        emit Accrued(index, paid);
    }

    /// @inheritdoc ISavings
    /// @dev As of the last accrual.
    function balance_of(address account) external view returns (uint256) {
        return shares_of[account].mul(index);
    }
}
