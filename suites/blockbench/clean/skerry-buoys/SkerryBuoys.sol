// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/// @title  Mooring buoys among the skerries
/// @notice A skipper takes a free buoy for some nights, pays for them beforehand and puts down a caution. Casting off
///         early brings back the fee of the nights that have not begun; casting off late costs a night's rate for
///         every day begun.
contract SkerryBuoys {
    uint256 public constant CAUTION = 1 ether;
    uint256 public constant MAX_NIGHTS = 30;
    uint256 public constant PATIENCE = 3 days;

    struct Stay {
        address skipper;
        uint40 since;
        uint40 until;
        uint96 rate; // of the day of mooring
    }

    address public immutable harbourmaster;
    uint256 public immutable buoys;

    uint96 public nightly;
    uint256 public takings;

    mapping(uint256 buoy => Stay) private _stays;

    event Moored(uint256 indexed buoy, address indexed skipper, uint256 nights);
    event Lengthened(uint256 indexed buoy, uint256 nights);
    event HandedOver(uint256 indexed buoy, address indexed from, address indexed to);
    event CastOff(uint256 indexed buoy, address indexed skipper, uint256 back);
    event Cleared(uint256 indexed buoy, address indexed by);
    event NightlySet(uint96 nightly);

    error NoSuchBuoy(uint256 buoy);
    error Taken(uint256 buoy, address skipper);
    error NotMooredBy(address caller);
    error BadNumberOfNights(uint256 nights);
    error NotTheFee(uint256 due);
    error NotYetOverdue(uint256 until);
    error HarbourmasterOnly();
    error PaymentRefused(address to);

    modifier onlyHarbourmaster() {
        if (msg.sender != harbourmaster) revert HarbourmasterOnly();
        _;
    }

    modifier onlySkipper(uint256 buoy) {
        if (_stays[buoy].skipper != msg.sender) revert NotMooredBy(msg.sender); //~ BENIGN ACCESS_CTRL an empty stay has skipper zero, who calls nothing
        _;
    }

    constructor(uint256 buoys_, uint96 nightly_) {
        harbourmaster = msg.sender;
        buoys = buoys_;
        nightly = nightly_;
    }

    /// @notice Several calls in one, none of which can carry ether.
    function together(bytes[] calldata calls) external {
        for (uint256 i = 0; i < calls.length; ++i) {
            (bool ok, bytes memory ret) = address(this).delegatecall(calls[i]); //~ BENIGN DELEGATE to its own code, and msg.value is zero for every part
            if (!ok) {
                assembly {
                    revert(add(ret, 32), mload(ret)) //~ BENIGN CTRL_FLOW passes the reason on
                }
            }
        }
    }

    function moor(uint256 buoy, uint256 nights) external payable {
        if (buoy >= buoys) revert NoSuchBuoy(buoy);
        if (_stays[buoy].skipper != address(0)) revert Taken(buoy, _stays[buoy].skipper);
        if (nights == 0 || nights > MAX_NIGHTS) revert BadNumberOfNights(nights);
        uint256 due = nights * nightly + CAUTION;
        if (msg.value != due) revert NotTheFee(due); //~ PREREQ INPUT_VAL what is given back later has all been paid in
        _stays[buoy] = Stay(msg.sender, uint40(block.timestamp), uint40(block.timestamp + nights * 1 days), nightly);
        emit Moored(buoy, msg.sender, nights);
    }

    function lengthen(uint256 buoy, uint256 nights) external payable onlySkipper(buoy) {
        Stay storage stay = _stays[buoy];
        bool tooLong = nights > MAX_NIGHTS || stay.until + nights * 1 days > stay.since + MAX_NIGHTS * 1 days;
        if (tooLong) revert BadNumberOfNights(nights);
        if (msg.value != nights * stay.rate) revert NotTheFee(nights * stay.rate);
        stay.until += uint40(nights * 1 days); //~ BENIGN ARITHMETIC no more than thirty days
        emit Lengthened(buoy, nights);
    }

    /// @notice Another skipper gets the buoy, with what was paid for it.
    function handOver(uint256 buoy, address to) external onlySkipper(buoy) {
        if (to == address(0)) revert NotMooredBy(to);
        _stays[buoy].skipper = to; //~ PREREQ STATE_MOD moves a stay, and never makes a second one of it
        emit HandedOver(buoy, msg.sender, to);
    }

    /// @notice Leaves the buoy and is paid what is left.
    function castOff(uint256 buoy) external onlySkipper(buoy) returns (uint256 back) {
        Stay memory stay = _stays[buoy];
        delete _stays[buoy]; //~ BENIGN STATE_MOD nothing stands in the books when the ether leaves
        uint256 fee = uint256(stay.until - stay.since) / 1 days * stay.rate; //~ BENIGN ARITHMETIC whole days by construction
        back = fee + CAUTION - _earned(stay, fee);
        takings += fee + CAUTION - back;
        _pay(msg.sender, back); //~ BENIGN EXT_CALL the last effect, whatever the skipper does with the call
        emit CastOff(buoy, msg.sender, back);
    }

    /// @notice Anyone may clear a buoy three days after its stay has ended, for a quarter of the caution.
    function clear(uint256 buoy) external {
        Stay memory stay = _stays[buoy];
        if (stay.skipper == address(0) || block.timestamp <= stay.until + PATIENCE) revert NotYetOverdue(stay.until); //~ UNRELATED TIMESTAMP days
        delete _stays[buoy];
        takings += uint256(stay.until - stay.since) / 1 days * stay.rate + CAUTION - CAUTION / 4;
        emit Cleared(buoy, msg.sender);
        _pay(msg.sender, CAUTION / 4); //~ BENIGN EXT_CALL the stay is gone by now
    }

    function collect(address to) external onlyHarbourmaster {
        uint256 amount = takings;
        takings = 0;
        _pay(to, amount);
    }

    function setNightly(uint96 nightly_) external onlyHarbourmaster {
        nightly = nightly_;
        emit NightlySet(nightly_);
    }

    function stayAt(uint256 buoy) external view returns (Stay memory) {
        return _stays[buoy];
    }

    /// @dev What of the fee and the caution belongs to the harbour by now.
    function _earned(Stay memory stay, uint256 fee) private view returns (uint256) {
        if (block.timestamp <= stay.until) return fee - (stay.until - block.timestamp) / 1 days * stay.rate;
        uint256 late = (block.timestamp - stay.until + 1 days - 1) / 1 days * stay.rate;
        return fee + (late < CAUTION ? late : CAUTION); //~ BENIGN ARITHMETIC never more than fee and caution together
    }

    function _pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused(to);
    }
}
