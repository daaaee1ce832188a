// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "./context/IERC20.sol";
import {SeasonShares} from "./context/SeasonShares.sol";
import {ClaimBook} from "./context/ClaimBook.sol";

/**
 * @title DroversSurety
 * @notice Members put up cash for one droving season. It stands surety for the cattle on the road: claims are paid out of
 * it, and what is left at the end, with the premiums of the season, belongs to those who hold the shares.
 */
contract DroversSurety is SeasonShares {
    /// @dev What a member joined with while it could still have second thoughts.
    struct Entry {
        uint64 until;
        uint192 shares;
    }

    uint256 public constant SECOND_THOUGHTS = 2 days;
    uint256 public constant CLOSING = 30 days;
    uint256 public constant MIN_JOIN = 10e6;

    IERC20 public immutable cash;
    ClaimBook public immutable book;
    uint256 public immutable seasonEnd;

    /// @notice Cash that stands surety.
    uint256 public pot;
    /// @notice Premiums of the season, for those who stay to its end.
    uint256 public premiums;
    mapping(address => Entry) public entryOf;

    event Joined(address indexed member, uint256 amount, uint256 shares);
    event Reconsidered(address indexed member, uint256 shares, uint256 amount);
    event PremiumPaid(address indexed by, uint256 amount);
    event ClaimPaid(uint256 indexed id, address indexed payee, uint256 amount);
    event SeasonShared(address indexed member, uint256 shares, uint256 amount);

    error JoiningClosed();
    error AmountTooSmall();
    error TooLate(uint256 until);
    error NothingJoined();
    error SeasonRunning();
    error ClaimsPending();
    error PaymentFailed();

    constructor(IERC20 cash_, ClaimBook book_, uint256 season) {
        cash = cash_;
        book = book_;
        seasonEnd = block.timestamp + season;
    }

    // ------------------------------------------------------------------------------------------- members

    /// @notice Puts up cash. Who joins carries all claims not yet paid, as everybody else does.
    function join(uint256 amount) external returns (uint256 shares) {
        if (block.timestamp + CLOSING > seasonEnd) revert JoiningClosed(); //~ BENIGN TIMESTAMP nobody comes in for the premiums alone
        if (amount < MIN_JOIN) revert AmountTooSmall();
        shares = totalShares == 0 ? amount : (amount * totalShares) / pot; //~ BENIGN ARITHMETIC rounds down, and the pot cannot be raised without shares
        if (shares == 0) revert AmountTooSmall();
        pot += amount;
        _issue(msg.sender, shares);

        Entry storage entry = entryOf[msg.sender];
        if (entry.until == 0) entry.until = uint64(block.timestamp + SECOND_THOUGHTS); //~ INSUFF_GUARD TIMESTAMP one window for each address, and addresses are free
        if (block.timestamp <= entry.until) entry.shares += uint192(shares);
        emit Joined(msg.sender, amount, shares);
        _collect(amount);
    }

    /// @notice Takes the caller's cash back out within two days of joining for the first time.
    function reconsider() external returns (uint256 amount) {
        Entry storage entry = entryOf[msg.sender];
        if (block.timestamp > entry.until) revert TooLate(entry.until); //~ PREREQ TIMESTAMP the window belongs to the address, whatever shares it holds
        if (entry.shares == 0) revert NothingJoined(); //~ INSUFF_GUARD INPUT_VAL any small deposit of one's own will do
        uint256 shares = sharesOf[msg.sender]; //~ ROOT_CAUSE COMPUTATION includes shares that were given to the caller and have long been bound
        amount = _worth(shares);
        entry.shares = 0;
        pot -= amount;
        _redeem(msg.sender, shares);
        emit Reconsidered(msg.sender, shares, amount);
        _pay(msg.sender, amount); //~ PREREQ FUND_XFER cash leaves although claims have been announced
    }

    /// @notice Shares pot and premiums out when the season is over and all claims are paid.
    function share(uint256 shares) external returns (uint256 amount) {
        if (block.timestamp < seasonEnd) revert SeasonRunning();
        if (book.pending() > 0) revert ClaimsPending(); //~ BENIGN CTRL_FLOW announced claims come before members
        amount = _worth(shares);
        uint256 premium = (premiums * shares) / totalShares;
        pot -= amount;
        premiums -= premium;
        _redeem(msg.sender, shares);
        amount += premium;
        emit SeasonShared(msg.sender, shares, amount);
        _pay(msg.sender, amount);
    }

    // -------------------------------------------------------------------------------------------- anyone

    /// @notice Pays a premium. Drovers are told off chain how much theirs is.
    function payPremium(uint256 amount) external {
        premiums += amount; //~ UNRELATED STATE_MOD kept apart from the pot
        emit PremiumPaid(msg.sender, amount);
        _collect(amount);
    }

    /// @notice Pays a claim whose notice is over, as far as the pot goes.
    function payClaim(uint256 id) external {
        (address payee, uint256 amount) = book.close(id); //~ BENIGN EXT_CALL closes a claim once, or reverts
        if (amount > pot) amount = pot;
        pot -= amount;
        emit ClaimPaid(id, payee, amount);
        _pay(payee, amount);
    }

    /// @notice Value of shares in the pot, before claims not yet paid.
    function worthOf(address member) external view returns (uint256) {
        return _worth(sharesOf[member]);
    }

    // ------------------------------------------------------------------------------------------ internal

    function _worth(uint256 shares) private view returns (uint256) {
        return shares == 0 ? 0 : (pot * shares) / totalShares;
    }

    function _collect(uint256 amount) private {
        if (!cash.transferFrom(msg.sender, address(this), amount)) revert PaymentFailed();
    }

    function _pay(address to, uint256 amount) private {
        if (!cash.transfer(to, amount)) revert PaymentFailed();
    }
}
