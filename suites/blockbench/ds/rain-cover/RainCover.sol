// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice A weather station that reports each day once it is over.
interface IRainGauge {
    /// @return Millimetres of rain on a day, counted from the epoch; zero while it is not reported.
    function rainfall(uint256 day) external view returns (uint256);
}

/// @notice What a rain insurance tells the outside.
interface IRainCover {
    event CoverBought(uint256 indexed id, address indexed holder, uint256 sum, uint256 firstDay, uint256 lastDay);
    event CoverPaid(uint256 indexed id, address indexed holder, uint256 day, uint256 sum);
    event CoverReleased(uint256 indexed id, uint256 sum);

    error ZeroAddress();
    error SumOutOfBounds(uint256 sum);
    error PeriodOutOfBounds(uint256 firstDay, uint256 lastDay);
    error ReserveTooSmall(uint256 sum, uint256 free);
    error NotHolder(address caller);
    error NotCovered(uint256 id);
    error NotEnoughRain(uint256 day, uint256 rain);
    error NothingInsured(uint256 id);
    error StillClaimable(uint256 id);
}

/// @notice Pays a fixed sum to the organiser of an open-air event when it rains on one of the days insured.
contract RainCover is IRainCover, Ownable {
    using SafeERC20 for IERC20;

    /// @param sum What is paid; zero when it was, or when the cover was released.
    struct Cover {
        address holder;
        uint256 sum;
        uint256 firstDay;
        uint256 lastDay;
    }

    uint256 public constant PREMIUM_BPS = 200;
    uint256 public constant MIN_SUM = 1e18;
    uint256 public constant MAX_SUM = 1_000e18;
    uint256 public constant MAX_DAYS = 14;
    /// @dev Longer than any forecast that is worth something.
    uint256 public constant WAITING_DAYS = 20;
    uint256 public constant CLAIM_DAYS = 30;
    uint256 public constant HEAVY_RAIN = 15;

    IERC20 public immutable token;
    IRainGauge public immutable gauge;

    /// @notice The sum of all covers that may still be paid.
    uint256 public exposed;

    Cover[] public covers;

    constructor(IERC20 token_, IRainGauge gauge_) Ownable(msg.sender) {
        if (address(token_) == address(0)) revert ZeroAddress();
        if (address(gauge_) == address(0)) revert ZeroAddress();
        token = token_;
        gauge = gauge_; //~ BENIGN INIT
    }

    /// @notice The part of the reserve that no cover needs.
    function free() public view returns (uint256) {
        return token.balanceOf(address(this)) - exposed; //~ BENIGN ARITHMETIC
    }

    function today() public view returns (uint256) {
        return block.timestamp / 1 days; //~ BENIGN TIMESTAMP
    }

    function buyCover(uint256 sum, uint256 firstDay, uint256 lastDay) external returns (uint256 id) {
        if (sum < MIN_SUM || sum > MAX_SUM) revert SumOutOfBounds(sum); //~ BENIGN INPUT_VAL
        if (firstDay < today() + WAITING_DAYS || lastDay < firstDay) revert PeriodOutOfBounds(firstDay, lastDay); //~ INSUFF_GUARD INPUT_VAL speaks of the period alone
        if (lastDay - firstDay >= MAX_DAYS) revert PeriodOutOfBounds(firstDay, lastDay);
        uint256 premium = (sum * (lastDay - firstDay + 1) * PREMIUM_BPS) / 10_000;
        token.safeTransferFrom(msg.sender, address(this), premium); //~ BENIGN FUND_XFER
        if (sum > free()) revert ReserveTooSmall(sum, free()); //~ DECOY INPUT_VAL the premium is in it on purpose
        exposed += sum; //~ BENIGN STATE_MOD
        id = covers.length;
        covers.push(Cover(msg.sender, sum, firstDay, lastDay));
        emit CoverBought(id, msg.sender, sum, firstDay, lastDay); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays a cover out for a day of heavy rain.
    function claim(uint256 id, uint256 day) external {
        Cover storage cover = covers[id];
        if (msg.sender != cover.holder) revert NotHolder(msg.sender); //~ BENIGN ACCESS_CTRL
        if (!_within(cover, today())) revert NotCovered(id); //~ ROOT_CAUSE CTRL_FLOW
        uint256 rain = gauge.rainfall(day); //~ PREREQ ORACLE reports of the past stay
        if (rain < HEAVY_RAIN) revert NotEnoughRain(day, rain); //~ BENIGN INPUT_VAL
        uint256 sum = _close(id);
        token.safeTransfer(msg.sender, sum); //~ BENIGN FUND_XFER
        emit CoverPaid(id, msg.sender, day, sum);
    }

    /// @notice Sets the sum of a cover free that nobody claimed.
    function release(uint256 id) external {
        if (today() <= covers[id].lastDay + CLAIM_DAYS) revert StillClaimable(id); //~ BENIGN TIMESTAMP
        emit CoverReleased(id, _close(id));
    }

    function withdrawReserve(uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        if (amount > free()) revert ReserveTooSmall(amount, free()); //~ BENIGN INPUT_VAL
        token.safeTransfer(owner(), amount);
    }

    function _close(uint256 id) private returns (uint256 sum) {
        sum = covers[id].sum;
        if (sum == 0) revert NothingInsured(id); //~ BENIGN CTRL_FLOW
        covers[id].sum = 0;
        exposed -= sum;
    }

    function _within(Cover storage cover, uint256 day) private view returns (bool) {
        return day >= cover.firstDay && day <= cover.lastDay;
    }
}
