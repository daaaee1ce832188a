// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

import {Address} from "@openzeppelin/contracts@4.9.6/utils/Address.sol";
import {Math} from "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

/// @notice What others may ask a savings vault.
interface ISavingsVault {
    /// @notice The ether that is left for the interest of all holders.
    function reserve() external view returns (uint256);

    /// @notice The interest of an account as it would be recorded now.
    function interestOf(address holder) external view returns (uint256);
}

/// @notice Accounts that earn simple interest for every whole day.
abstract contract InterestAccounts {
    struct Account {
        uint128 balance;
        uint128 onNotice;
        uint128 interest;
        uint64 accruedAt;
        uint64 noticeEnds;
        uint64 lastSeen;
        address nominee;
    }

    /// @notice The interest of a day, in millionths of the balance.
    uint256 public constant DAILY_RATE = 100;

    /// @notice The number of days after which an account that nobody uses earns no more.
    uint256 public constant MAXIMUM_DAYS = 3650;

    /// @notice The account of each holder. One that was never opened has no time of accrual.
    mapping(address holder => Account) public accounts;

    /// @dev Has to be called before the balance changes: the days so far belong to what was there so far.
    function _accrue(Account storage account) internal {
        account.interest += uint128(_interest(account.balance, account.accruedAt));
        account.accruedAt = uint64(block.timestamp);
    }

    function _interest(uint256 balance, uint256 accruedAt) internal view returns (uint256) {
        uint256 elapsed;
        unchecked {
            elapsed = (block.timestamp - accruedAt) / 1 days;
        }
        return (balance * Math.min(elapsed, MAXIMUM_DAYS) * DAILY_RATE) / 1e6;
    }
}

/// @title Savings vault
/// @notice Savings in ether earn interest, which is paid out of a reserve that sponsors endow. The savings themselves never
///         pay anybody's interest. A withdrawal needs a week's notice. The account of a holder who has not been seen for five
///         years goes to the nominee whom the holder has named.
contract SavingsVault is ISavingsVault, InterestAccounts {
    /// @notice The time between a notice and the withdrawal.
    uint64 public constant NOTICE_PERIOD = 7 days;

    /// @notice The time after which a nominee may take an account over.
    uint64 public constant DORMANCY = 5 * 365 days;

    /// @inheritdoc ISavingsVault
    uint256 public override reserve;

    event AccountOpened(address indexed holder);
    event Deposited(address indexed holder, uint256 amount);
    event NoticeGiven(address indexed holder, uint256 amount, uint256 endsAt);
    event NoticeCancelled(address indexed holder, uint256 amount);
    event Paid(address indexed holder, uint256 savings, uint256 interest);
    event NomineeSet(address indexed holder, address indexed nominee);
    event TakenOver(address indexed holder, address indexed nominee);
    event Endowed(address indexed sponsor, uint256 amount);

    error NoAccount(address holder);
    error AccountExists(address holder);
    error TooEarly(uint256 availableAt);
    error NotTheNominee(address holder, address caller);

    /// @dev Every use of an account also shows that its holder is still there.
    modifier asHolder() {
        if (accounts[msg.sender].accruedAt == 0) revert NoAccount(msg.sender);
        accounts[msg.sender].lastSeen = uint64(block.timestamp);
        _;
    }

    /// @notice Adds to the reserve.
    function endow() external payable {
        reserve += msg.value;
        emit Endowed(msg.sender, msg.value);
    }

    /// @notice Opens an account for the caller.
    function openAccount() external {
        Account storage account = accounts[msg.sender];
        if (account.accruedAt != 0) revert AccountExists(msg.sender);
        account.accruedAt = uint64(block.timestamp);
        account.lastSeen = uint64(block.timestamp);
        emit AccountOpened(msg.sender);
    }

    /// @notice Adds to the caller's savings.
    function deposit() external payable asHolder {
        Account storage account = accounts[msg.sender];
        account.balance += uint128(msg.value);
        _accrue(account);
        emit Deposited(msg.sender, msg.value);
    }

    /// @notice Puts savings on notice.
    /// @dev They earn nothing from now on, and a notice that is running begins anew.
    function giveNotice(uint128 amount) external asHolder {
        Account storage account = accounts[msg.sender];
        _accrue(account);
        account.balance -= amount;
        account.onNotice += amount;
        account.noticeEnds = uint64(block.timestamp) + NOTICE_PERIOD;
        emit NoticeGiven(msg.sender, amount, account.noticeEnds);
    }

    /// @notice Puts what is on notice back among the savings.
    function cancelNotice() external asHolder {
        Account storage account = accounts[msg.sender];
        _accrue(account);
        emit NoticeCancelled(msg.sender, account.onNotice);
        (account.balance, account.onNotice) = (account.balance + account.onNotice, 0);
    }

    /// @notice Pays out what was on notice for a week.
    function withdraw() external asHolder {
        Account storage account = accounts[msg.sender];
        if (block.timestamp < account.noticeEnds) revert TooEarly(account.noticeEnds);
        uint256 amount = account.onNotice;
        account.onNotice = 0;
        _pay(amount, 0);
    }

    /// @notice Pays out interest as far as the reserve goes.
    /// @dev What the reserve cannot pay stays recorded.
    function withdrawInterest() external asHolder returns (uint256 amount) {
        Account storage account = accounts[msg.sender];
        _accrue(account);
        amount = Math.min(account.interest, reserve);
        account.interest -= uint128(amount);
        reserve -= amount;
        _pay(0, amount);
    }

    /// @notice Names a nominee; the zero address names nobody.
    function setNominee(address nominee) external asHolder {
        if (nominee == msg.sender) revert NotTheNominee(msg.sender, nominee);
        accounts[msg.sender].nominee = nominee;
        emit NomineeSet(msg.sender, nominee);
    }

    /// @notice Takes over the account of a holder who has not been seen, into an account of the nominee's own.
    function takeOver(address holder) external asHolder {
        Account storage source = accounts[holder];
        if (source.nominee != msg.sender) revert NotTheNominee(holder, msg.sender);
        uint256 availableAt = uint256(source.lastSeen) + DORMANCY;
        if (block.timestamp < availableAt) revert TooEarly(availableAt);
        _accrue(source);
        Account storage target = accounts[msg.sender];
        _accrue(target);
        target.balance += source.balance + source.onNotice;
        target.interest += source.interest;
        delete accounts[holder];
        emit TakenOver(holder, msg.sender);
    }

    /// @inheritdoc ISavingsVault
    function interestOf(address holder) external view override returns (uint256) {
        Account memory account = accounts[holder];
        if (account.accruedAt == 0) return 0;
        return account.interest + _interest(account.balance, account.accruedAt);
    }

    function _pay(uint256 savings, uint256 interest) internal {
        emit Paid(msg.sender, savings, interest);
        Address.sendValue(payable(msg.sender), savings + interest);
    }
}
