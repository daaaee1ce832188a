// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

/// @notice Arithmetic of the photometer. Has no storage, and is deployed by the dome itself.
contract Photometry {
    error ShutterClosed();

    /// @return steps The whole part of the base-two logarithm of the counts per second; zero for a dark frame.
    function brightness(uint64 counts, uint32 exposure) external pure returns (uint256 steps) {
        if (exposure == 0) revert ShutterClosed();
        uint256 rate = counts / exposure;
        unchecked {
            for (uint256 half = 32; half > 0; half >>= 1) {
                if (rate >> half == 0) continue;
                rate >>= half;
                steps += half; //~ BENIGN ARITHMETIC 63 at the most, the sum of all halves
            }
        }
    }
}

/// @title MeropeDome
/// @notice Nights at the telescope of a village observatory. Observers keep a credit in ether, book nights from it, and note
///         what they measured. A night given up a week ahead is paid back in full.
/// @dev    Nights are numbered by days since 1970, UTC.
contract MeropeDome {
    struct Night {
        address observer;
        uint96 price;
        bool settled;
    }

    struct Frame {
        address observer;
        uint64 notedAt;
        uint16 brightness;
    }

    uint256 public constant AHEAD = 90;
    uint256 public constant NOTICE = 7;
    uint256 public constant CALLS = 16;

    address public immutable keeper;
    address public immutable photometry;

    uint96 public price;
    uint256 public earned;
    mapping(address observer => uint256) public credit;
    mapping(uint256 night => Night) public nights;
    mapping(uint256 night => Frame[]) private _frames;

    event Credited(address indexed observer, uint256 amount);
    event Booked(uint256 indexed night, address indexed observer, uint256 price);
    event Ceded(uint256 indexed night, address indexed from, address indexed to);
    event GivenUp(uint256 indexed night, address indexed observer);
    event Noted(uint256 indexed night, address indexed observer, uint256 brightness);
    event Settled(uint256 indexed night, uint256 price);

    error KeeperOnly();
    error NotYourNight(uint256 night);
    error Taken(uint256 night);
    error OutOfRange(uint256 night);
    error TooDear(uint256 price);
    error TooManyCalls();
    error NotReduced();
    error PaymentRefused();

    modifier yourNight(uint256 night) {
        if (nights[night].observer != msg.sender) revert NotYourNight(night);
        _;
    }

    modifier keeperOnly() {
        if (msg.sender != keeper) revert KeeperOnly();
        _;
    }

    constructor(uint96 price_) {
        keeper = msg.sender;
        price = price_;
        photometry = address(new Photometry()); //~ BENIGN INIT own code at an address that never changes
    }

    function tonight() public view returns (uint256) {
        return block.timestamp / 1 days; //~ UNRELATED TIMESTAMP
    }

    /// @notice Adds the ether that comes along to the caller's credit.
    function buyCredit() external payable {
        credit[msg.sender] += msg.value; //~ PREREQ STATE_MOD counted once for every call that carries ether
        emit Credited(msg.sender, msg.value);
    }

    /// @notice Takes credit back as ether.
    function cashIn(uint256 amount, address payable to) external {
        credit[msg.sender] -= amount; //~ BENIGN STATE_MOD lowered ahead of the payment
        _pay(to, amount);
    }

    /// @notice Books a night at the price of today, if that is `most` or less.
    function book(uint256 night, uint96 most) external {
        if (price > most) revert TooDear(price);
        if (night <= tonight() || night > tonight() + AHEAD) revert OutOfRange(night);
        if (nights[night].observer != address(0)) revert Taken(night);
        credit[msg.sender] -= price;
        nights[night] = Night(msg.sender, price, false);
        emit Booked(night, msg.sender, price);
    }

    /// @notice Leaves a night to somebody else, with what was paid for it.
    function cede(uint256 night, address to) external yourNight(night) {
        if (night <= tonight() || to == address(0)) revert OutOfRange(night);
        nights[night].observer = to;
        emit Ceded(night, msg.sender, to);
    }

    function giveUp(uint256 night) external yourNight(night) {
        if (night < tonight() + NOTICE) revert OutOfRange(night);
        uint256 paid = nights[night].price; //~ BENIGN STORAGE_READ the price of the booking, not the one of today
        delete nights[night];
        credit[msg.sender] += paid;
        emit GivenUp(night, msg.sender);
    }

    /// @notice Notes a frame of the caller's night, with the brightness that the photometer's counts come to.
    function note(uint256 night, uint64 counts, uint32 exposure) external yourNight(night) {
        if (night > tonight()) revert OutOfRange(night);
        (bool ok, bytes memory out) = photometry.delegatecall(abi.encodeCall(Photometry.brightness, (counts, exposure))); //~ BENIGN DELEGATE fixed code, fixed function, and nothing in it writes
        if (!ok || out.length != 32) revert NotReduced();
        uint256 steps = abi.decode(out, (uint256));
        _frames[night].push(Frame(msg.sender, uint64(block.timestamp), uint16(steps))); //~ BENIGN ARITHMETIC at most 63
        emit Noted(night, msg.sender, steps);
    }

    /// @notice Closes the account of a night that is over. Anyone may do so, once.
    function settle(uint256 night) external {
        Night storage n = nights[night];
        if (night >= tonight() || n.observer == address(0) || n.settled) revert OutOfRange(night);
        n.settled = true;
        earned += n.price;
        emit Settled(night, n.price);
    }

    function setPrice(uint96 price_) external keeperOnly {
        price = price_;
    }

    function collect(address payable to) external keeperOnly {
        uint256 amount = earned;
        earned = 0;
        _pay(to, amount);
    }

    /// @notice Several calls in one, each in the caller's name; all of them or none.
    function sequence(bytes[] calldata calls) external returns (bytes[] memory results) { //~ BENIGN FUND_XFER takes no ether, so none can be counted for several calls
        if (calls.length > CALLS) revert TooManyCalls();
        results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; ++i) { //~ BENIGN CTRL_FLOW sixteen at the most
            (bool ok, bytes memory out) = address(this).delegatecall(calls[i]); //~ BENIGN DELEGATE this contract's own functions, with the caller unchanged
            if (!ok) {
                assembly ("memory-safe") {
                    revert(add(out, 32), mload(out))
                }
            }
            results[i] = out;
        }
    }

    function framesOf(uint256 night) external view returns (Frame[] memory) {
        return _frames[night];
    }

    function _pay(address payable to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}(""); //~ BENIGN EXT_CALL every caller has written its books by now
        if (!ok) revert PaymentRefused();
    }
}
