// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./IERC20.sol";
import "./IRewardBook.sol";

interface ILockerYard {
    function isLocker(address account) external view returns (bool);
}

/// One reward rate for all entries, shared by amount.
contract RewardBook is IRewardBook {
    struct Entry {
        uint256 amount;
        uint256 seen;
        uint256 due;
    }

    uint256 public constant REST = 3 days;

    IERC20 public immutable reward;
    address public immutable guardian;
    uint256 public immutable ratePerSecond;
    ILockerYard public yard;

    uint256 public total;
    uint256 public index;
    uint256 public touchedAt;
    uint256 public restingUntil;
    uint256 public retiredAt;
    mapping(address => Entry) public entries;

    error NotGuardian();
    error YardIsSet();

    modifier onlyLocker() {
        if (!yard.isLocker(msg.sender)) revert NotALocker();
        _;
    }

    modifier inUse() {
        if (retiredAt != 0) revert Retired();
        if (block.timestamp < restingUntil) revert Resting(restingUntil);
        _;
    }

    modifier onlyGuardian() {
        if (msg.sender != guardian) revert NotGuardian();
        _;
    }

    constructor(IERC20 reward_, uint256 ratePerSecond_, address guardian_) {
        reward = reward_;
        ratePerSecond = ratePerSecond_;
        guardian = guardian_;
        touchedAt = block.timestamp;
    }

    function open(uint256 amount) external onlyLocker inUse {
        _settle(msg.sender);
        entries[msg.sender].amount += amount;
        total += amount;
    }

    function close() external onlyLocker inUse {
        _settle(msg.sender);
        total -= entries[msg.sender].amount;
        entries[msg.sender].amount = 0;
    }

    function claim(address to) external onlyLocker returns (uint256 paid) {
        _settle(msg.sender);
        paid = entries[msg.sender].due;
        entries[msg.sender].due = 0;
        require(reward.transfer(to, paid));
    }

    function earned(address locker) external view returns (uint256) {
        Entry storage e = entries[locker];
        return e.due + (e.amount * (_indexNow() - e.seen)) / 1e18;
    }

    /// A rest lasts three days and cannot be repeated before it is over.
    function rest() external onlyGuardian inUse {
        restingUntil = block.timestamp + REST;
    }

    function retire() external onlyGuardian {
        if (retiredAt != 0) revert Retired();
        index = _indexNow();
        retiredAt = block.timestamp;
    }

    function setYard(ILockerYard yard_) external onlyGuardian {
        if (address(yard) != address(0)) revert YardIsSet();
        yard = yard_;
    }

    function _indexNow() private view returns (uint256) {
        if (total == 0 || retiredAt != 0) return index;
        return index + ((block.timestamp - touchedAt) * ratePerSecond * 1e18) / total;
    }

    function _settle(address locker) private {
        index = _indexNow();
        touchedAt = block.timestamp;
        Entry storage e = entries[locker];
        e.due += (e.amount * (index - e.seen)) / 1e18;
        e.seen = index;
    }
}
