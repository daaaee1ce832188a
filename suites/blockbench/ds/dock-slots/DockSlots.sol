// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/// @notice Hours at the loading docks of a warehouse, which carriers book ahead and pay from a balance.
contract DockSlots is Ownable, ReentrancyGuard {
    using Address for address payable;

    struct Slot {
        address carrier;
        uint64 paid;
    }

    uint256 public constant HOUR = 1 hours;
    uint256 public constant NOTICE = 12 hours;
    uint256 private constant UNIT = 1 gwei;

    uint256 public immutable docks;

    /// @notice Price of an hour, a whole number of gwei.
    uint256 public price;

    /// @notice What the warehouse has earned and not taken yet.
    uint256 public earned;

    mapping(address carrier => uint256) public balanceOf;
    mapping(uint256 dock => mapping(uint256 hour => Slot)) private _slots;

    event Paid(address indexed carrier, uint256 amount);
    event Booked(address indexed carrier, uint256 indexed dock, uint256 hour, uint256 price);
    event Released(address indexed carrier, uint256 indexed dock, uint256 hour, uint256 refund);
    event HandedOver(uint256 indexed dock, uint256 hour, address indexed from, address indexed to);
    event Settled(uint256 indexed dock, uint256 hour, uint256 amount);
    event Withdrawn(address indexed account, address indexed to, uint256 amount);
    event PriceSet(uint256 price);

    error NoSuchDock(uint256 dock);
    error NotAhead(uint256 hour);
    error Taken(uint256 dock, uint256 hour);
    error NotYours(uint256 dock, uint256 hour);
    error TooLate(uint256 hour);
    error Short(uint256 balance, uint256 wanted);
    error BadPrice(uint256 price);
    error NothingPaid(uint256 dock, uint256 hour);
    error NoAccount();

    constructor(uint256 docks_, uint256 price_, address owner_) Ownable(owner_) {
        if (docks_ == 0) revert NoSuchDock(docks_); //~ BENIGN INPUT_VAL
        docks = docks_;
        _setPrice(price_);
    }

    /// @notice Adds to the balance of the caller.
    function payIn() external payable {
        balanceOf[msg.sender] += msg.value; //~ PREREQ STATE_MOD as often as this code runs
        emit Paid(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Books an hour at a dock.
    function book(uint256 dock, uint256 hour) external {
        if (dock >= docks) revert NoSuchDock(dock); //~ BENIGN INPUT_VAL
        if (hour * HOUR <= block.timestamp) revert NotAhead(hour); //~ BENIGN TIMESTAMP
        Slot storage slot = _slots[dock][hour];
        if (slot.carrier != address(0)) revert Taken(dock, hour); //~ BENIGN CTRL_FLOW
        uint256 cost = price;
        _spend(msg.sender, cost);
        slot.carrier = msg.sender;
        slot.paid = uint64(cost / UNIT); //~ DECOY ARITHMETIC a price is at most a thousand ether
        emit Booked(msg.sender, dock, hour, cost);
    }

    /// @notice Gives an hour back, for the price that was paid, twelve hours ahead at the latest.
    function release(uint256 dock, uint256 hour) external {
        Slot memory slot = _slots[dock][hour];
        if (slot.carrier != msg.sender) revert NotYours(dock, hour); //~ BENIGN ACCESS_CTRL
        if (hour * HOUR < block.timestamp + NOTICE) revert TooLate(hour); //~ BENIGN TIMESTAMP
        delete _slots[dock][hour]; //~ BENIGN STATE_MOD
        uint256 refund = slot.paid * UNIT;
        balanceOf[msg.sender] += refund; //~ BENIGN STATE_MOD
        emit Released(msg.sender, dock, hour, refund);
    }

    /// @notice Counts an hour that cannot be given back any more as earned.
    function settle(uint256 dock, uint256 hour) external {
        if (hour * HOUR >= block.timestamp + NOTICE) revert NotAhead(hour); //~ BENIGN TIMESTAMP
        Slot storage slot = _slots[dock][hour];
        uint256 paid = slot.paid * UNIT;
        if (paid == 0) revert NothingPaid(dock, hour); //~ BENIGN CTRL_FLOW
        slot.paid = 0;
        earned += paid; //~ BENIGN STATE_MOD
        emit Settled(dock, hour, paid);
    }

    /// @notice Hands an hour over to another carrier.
    function handOver(uint256 dock, uint256 hour, address to) external {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        Slot storage slot = _slots[dock][hour];
        if (slot.carrier != msg.sender) revert NotYours(dock, hour); //~ BENIGN ACCESS_CTRL
        slot.carrier = to;
        emit HandedOver(dock, hour, msg.sender, to);
    }

    /// @notice Pays out of the balance of the caller.
    function withdraw(address payable to, uint256 amount) external nonReentrant {
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        _spend(msg.sender, amount);
        emit Withdrawn(msg.sender, to, amount);
        to.sendValue(amount); //~ BENIGN FUND_XFER
    }

    /// @notice Runs several of the functions above for the caller, all or none.
    function inOne(bytes[] calldata steps) external payable returns (bytes[] memory results) { //~ ROOT_CAUSE FUND_XFER every step sees the same ether
        results = new bytes[](steps.length);
        for (uint256 i = 0; i < steps.length; i++) {
            results[i] = Address.functionDelegateCall(address(this), steps[i]); //~ DECOY DELEGATE its own code, for the same caller
        }
    }

    /// @notice Sets the price of hours that are booked from now on.
    function setPrice(uint256 price_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _setPrice(price_);
    }

    /// @notice Pays what was earned.
    function collect(address payable to, uint256 amount) external onlyOwner nonReentrant { //~ BENIGN ACCESS_CTRL
        if (to == address(0)) revert NoAccount(); //~ BENIGN INPUT_VAL
        if (amount > earned) revert Short(earned, amount); //~ BENIGN INPUT_VAL
        earned -= amount;
        emit Withdrawn(address(this), to, amount);
        to.sendValue(amount);
    }

    /// @notice Who has booked an hour, and for how much.
    function slotAt(uint256 dock, uint256 hour) external view returns (address carrier, uint256 paid) {
        Slot memory slot = _slots[dock][hour];
        return (slot.carrier, slot.paid * UNIT);
    }

    function _spend(address account, uint256 amount) private {
        uint256 balance = balanceOf[account];
        if (amount > balance) revert Short(balance, amount); //~ BENIGN INPUT_VAL
        balanceOf[account] = balance - amount;
    }

    function _setPrice(uint256 price_) private {
        if (price_ == 0 || price_ > 1_000 ether || price_ % UNIT != 0) revert BadPrice(price_); //~ BENIGN INPUT_VAL
        price = price_;
        emit PriceSet(price_);
    }
}
