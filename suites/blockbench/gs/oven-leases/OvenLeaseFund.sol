// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.24;

import {ICoin} from "./context/ICoin.sol";
import {RentMeter} from "./context/RentMeter.sol";

/// @title OvenLeaseFund
/// @notice Members put up the money for bakery ovens and share the rent. One part is one unit of the coin.
/// @dev A member's parts wait until the member places them; placed parts pay for ovens.
contract OvenLeaseFund {
    struct Tally {
        uint128 waiting;
        uint128 placed;
    }

    uint256 private constant ONE = 1e18;

    ICoin public immutable coin;
    RentMeter public immutable meter;
    address public immutable manager;

    Tally public total;
    mapping(address => Tally) public tallyOf;

    /// @notice Most parts that may be placed; the manager follows demand with it.
    uint256 public quota;
    /// @notice Money that is out in ovens.
    uint256 public inOvens;

    /// @notice Rent for one part since the beginning, times 1e18.
    uint256 public rentIndex;
    mapping(address => uint256) public indexOf;
    mapping(address => uint256) public rentOf;

    event Joined(address indexed member, uint256 parts);
    event Left(address indexed member, uint256 parts);
    event Placed(address indexed member, uint256 parts);
    event Recalled(address indexed member, uint256 parts);
    event RentShared(uint256 amount, uint256 rentIndex);
    event RentTaken(address indexed member, uint256 amount);
    event OvenBought(address indexed supplier, uint256 cost);
    event OvenReturned(uint256 value);

    error ManagerOnly();
    error QuotaReached();
    error NotFree(uint256 asked, uint256 free);
    error AmountTooLarge();
    error CoinRefused();

    modifier onlyManager() {
        if (msg.sender != manager) revert ManagerOnly();
        _;
    }

    constructor(ICoin coin_) {
        coin = coin_;
        manager = msg.sender;
        meter = new RentMeter(coin_);
    }

    // ------------------------------------------------------------- members

    /// @notice Brings money into the fund. The parts wait.
    function join(uint256 parts) external {
        if (parts > type(uint128).max) revert AmountTooLarge(); //~ BENIGN INPUT_VAL fits the tally
        _credit(msg.sender); //~ INSUFF_GUARD STATE_MOD starts at the index of the last reading, which lacks the rent that has run since
        tallyOf[msg.sender].waiting += uint128(parts); //~ PREREQ STATE_MOD parts that can come and go within one transaction
        total.waiting += uint128(parts);
        emit Joined(msg.sender, parts);
        _pull(parts);
    }

    /// @notice Takes waiting parts out again, at any time.
    function leave(uint256 parts) external {
        if (parts > tallyOf[msg.sender].waiting) revert NotFree(parts, tallyOf[msg.sender].waiting);
        _credit(msg.sender);
        tallyOf[msg.sender].waiting -= uint128(parts);
        total.waiting -= uint128(parts);
        emit Left(msg.sender, parts);
        _push(msg.sender, parts); //~ BENIGN FUND_XFER waiting money never leaves for an oven
    }

    /// @notice Places waiting parts, as long as the quota lasts.
    function place(uint256 parts) external {
        shareRent(); //~ BENIGN STATE_MOD rent that has run belongs to the parts placed before
        _credit(msg.sender);
        Tally storage t = tallyOf[msg.sender];
        if (parts > t.waiting) revert NotFree(parts, t.waiting);
        if (total.placed + parts > quota) revert QuotaReached();
        t.waiting -= uint128(parts);
        t.placed += uint128(parts);
        total.waiting -= uint128(parts);
        total.placed += uint128(parts);
        emit Placed(msg.sender, parts);
    }

    /// @notice Makes placed parts wait again, as far as their money is not out in ovens.
    function recall(uint256 parts) external {
        shareRent();
        _credit(msg.sender);
        uint256 free = total.placed - inOvens;
        if (parts > free) revert NotFree(parts, free);
        tallyOf[msg.sender].placed -= uint128(parts); //~ BENIGN ARITHMETIC bounded by the free money and checked against the member's own parts
        tallyOf[msg.sender].waiting += uint128(parts);
        total.placed -= uint128(parts);
        total.waiting += uint128(parts);
        emit Recalled(msg.sender, parts);
    }

    /// @notice Pays the caller the rent credited to it.
    function takeRent() external returns (uint256 amount) {
        _credit(msg.sender);
        amount = rentOf[msg.sender];
        rentOf[msg.sender] = 0;
        emit RentTaken(msg.sender, amount);
        _push(msg.sender, amount);
    }

    /// @notice Reads the meter and shares what it releases. Anyone may call this.
    function shareRent() public {
        uint256 bearing = _bearing(total);
        if (bearing == 0) return;
        uint256 amount = meter.read();
        rentIndex += (amount * ONE) / bearing; //~ PREREQ COMPUTATION spreads the rent over that sum at the moment of the reading
        emit RentShared(amount, rentIndex);
    }

    // ------------------------------------------------------------- manager

    function setQuota(uint256 quota_) external onlyManager {
        quota = quota_;
    }

    /// @notice Buys an oven with placed money; its rent runs from now on.
    function buyOven(address supplier, uint256 cost, uint256 rentPerSecond) external onlyManager {
        shareRent();
        uint256 free = total.placed - inOvens;
        if (cost > free) revert NotFree(cost, free);
        inOvens += cost;
        meter.setRent(meter.rentPerSecond() + rentPerSecond);
        emit OvenBought(supplier, cost);
        _push(supplier, cost);
    }

    /// @notice Takes back the money of an oven whose lease has ended.
    function returnOven(uint256 value, uint256 rentPerSecond) external onlyManager {
        shareRent();
        inOvens -= value;
        meter.setRent(meter.rentPerSecond() - rentPerSecond);
        emit OvenReturned(value);
        _pull(value); //~ UNRELATED FUND_XFER the manager stands for the value of the oven
    }

    // ------------------------------------------------------------ internal

    /// @dev The parts of a tally that rent is shared over.
    function _bearing(Tally storage t) private view returns (uint256) {
        return uint256(t.waiting) + t.placed; //~ ROOT_CAUSE COMPUTATION idle parts share rent that placed parts alone have earned
    }

    function _credit(address member) private {
        rentOf[member] += (_bearing(tallyOf[member]) * (rentIndex - indexOf[member])) / ONE;
        indexOf[member] = rentIndex;
    }

    function _pull(uint256 amount) private {
        if (!coin.transferFrom(msg.sender, address(this), amount)) revert CoinRefused();
    }

    function _push(address to, uint256 amount) private {
        if (!coin.transfer(to, amount)) revert CoinRefused();
    }
}
