// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @title KilnShelves
/// @notice A pottery studio lets the three shelves of its kiln week by week. The three highest bids of a
///         round hold the shelves; at the end all three pay the price of the lowest of them.
/// @dev    A bid that is outbid gives its shelf up and the ether behind it goes back to the potter.
contract KilnShelves {
    struct Shelf {
        address potter;
        uint96 amount;
    }

    uint256 public constant SHELVES = 3;
    uint256 public constant STEP = 0.05 ether;
    uint256 public constant ROUND_LENGTH = 6 days;
    /// @dev Enough for a contract wallet to log what it received.
    uint256 private constant PAYOUT_GAS = 40_000;

    address public immutable studio;
    uint256 public floorPrice;
    uint256 public round;
    uint256 public endsAt;
    uint256 public taken;
    uint256 public proceeds;
    Shelf[3] private _shelves;

    /// @notice Ether that belongs to a potter and waits for `withdraw`.
    mapping(address => uint256) public owed;
    /// @notice Who may fire on which shelf, by round.
    mapping(uint256 => mapping(uint256 => address)) public tenantOf;

    event Bid(uint256 indexed round, address indexed potter, uint256 shelf, uint256 amount);
    event Displaced(uint256 indexed round, address indexed potter, uint256 amount);
    event RoundClosed(uint256 indexed round, uint256 shelves, uint256 price);
    event FloorChanged(uint256 price);

    error BidTooLow(uint256 minimum);
    error RoundOver();
    error RoundRunning();
    error NotYourShelf();
    error NothingOwed();
    error PayoutFailed(address to);
    error OnlyStudio();

    modifier whileOpen() {
        if (block.timestamp >= endsAt) revert RoundOver();
        _;
    }

    modifier onlyStudio() {
        if (msg.sender != studio) revert OnlyStudio();
        _;
    }

    constructor(uint256 floorPrice_) {
        studio = msg.sender;
        floorPrice = floorPrice_;
        round = 1;
        endsAt = block.timestamp + ROUND_LENGTH;
    }

    /// @notice Bids for a shelf of the current round; the lowest bid makes room once all shelves are taken.
    function bid() external payable whileOpen {
        uint256 minimum = minimumBid(); //~ UNRELATED INPUT_VAL price check, holds on every path
        if (msg.value < minimum) revert BidTooLow(minimum);

        uint256 index = taken;
        if (index < SHELVES) {
            taken = index + 1;
            _shelves[index] = Shelf(msg.sender, uint96(msg.value)); //~ BENIGN ARITHMETIC no amount of ether exceeds uint96
        } else {
            index = _lowest();
            Shelf memory leaving = _shelves[index]; //~ BENIGN STORAGE_READ a copy is wanted, the shelf is overwritten next
            _shelves[index] = Shelf(msg.sender, uint96(msg.value)); //~ BENIGN STATE_MOD written before any ether leaves
            _pay(leaving.potter, leaving.amount); //~ ROOT_CAUSE FUND_XFER a new bid only succeeds if the outbid potter accepts ether
            emit Displaced(round, leaving.potter, leaving.amount);
        }
        emit Bid(round, msg.sender, index, msg.value);
    }

    /// @notice Adds to the caller's own bid.
    function raise(uint256 index) external payable whileOpen {
        Shelf storage shelf = _shelves[index];
        if (shelf.potter != msg.sender) revert NotYourShelf();
        shelf.amount += uint96(msg.value);
        emit Bid(round, msg.sender, index, shelf.amount);
    }

    /// @notice Ends a round whose time is up and opens the next one. Anyone may call it.
    function closeRound() external {
        if (block.timestamp < endsAt) revert RoundRunning();
        uint256 count = taken;
        uint256 price = count == 0 ? 0 : _shelves[_lowest()].amount;
        for (uint256 i = 0; i < count; i++) { //~ BENIGN CTRL_FLOW at most three turns and no call inside
            Shelf memory shelf = _shelves[i];
            tenantOf[round][i] = shelf.potter;
            owed[shelf.potter] += shelf.amount - price; //~ BENIGN ARITHMETIC price is the smallest of the amounts
        }
        proceeds += price * count;
        emit RoundClosed(round, count, price);

        delete _shelves;
        taken = 0;
        round += 1;
        endsAt = block.timestamp + ROUND_LENGTH;
    }

    /// @notice Pays out what the caller is owed.
    function withdraw(address to) external {
        uint256 amount = owed[msg.sender];
        if (amount == 0) revert NothingOwed();
        owed[msg.sender] = 0; //~ BENIGN STATE_MOD cleared before the ether leaves
        _pay(to, amount); //~ BENIGN FUND_XFER a refusing recipient only holds up its own withdrawal
    }

    function collect(address to) external onlyStudio {
        uint256 amount = proceeds;
        proceeds = 0;
        _pay(to, amount);
    }

    function setFloor(uint256 price) external onlyStudio {
        floorPrice = price;
        emit FloorChanged(price);
    }

    /// @notice The smallest bid accepted at the moment.
    function minimumBid() public view returns (uint256) {
        return taken < SHELVES ? floorPrice : _shelves[_lowest()].amount + STEP;
    }

    function shelfAt(uint256 index) external view returns (address potter, uint256 amount) {
        return (_shelves[index].potter, _shelves[index].amount);
    }

    /// @dev Index of the smallest bid among the shelves taken; the earlier one wins a tie.
    function _lowest() private view returns (uint256 lowest) {
        for (uint256 i = 1; i < taken; i++) {
            if (_shelves[i].amount < _shelves[lowest].amount) lowest = i;
        }
    }

    function _pay(address to, uint256 amount) private {
        (bool accepted, ) = to.call{value: amount, gas: PAYOUT_GAS}(""); //~ INSUFF_GUARD EXT_CALL bounds the gas a recipient can burn, not its refusal
        if (!accepted) revert PayoutFailed(to); //~ PREREQ CTRL_FLOW turns the refusal of a recipient into a failure of the whole call
    }
}
