// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.6.12;

/// @title RidgewayHutPass
/// @author Ridgeway Hut Association
/// @notice Prepaid credit for the mountain huts along the ridge. Guests top up in ether and spend the credit on
///         nights; what is not spent can be passed on to another guest or taken out. Travel agencies act for guests
///         who have named them.
contract RidgewayHutPass {
    struct Hut {
        address payable keeper;
        uint128 nightRate;
        uint128 earnings;
        uint16 beds;
    }

    /// @dev A night starts at noon, UTC.
    uint256 private constant NOON = 12 hours;
    uint256 public constant LONGEST_STAY = 14;
    uint256 public constant SMALLEST_TOP_UP = 0.01 ether;

    address public immutable association;

    Hut[] public huts;
    mapping(address => uint256) public credit;
    mapping(address => bool) public isGuest;
    mapping(address => mapping(address => bool)) public isAgency;
    mapping(uint256 => mapping(uint256 => uint256)) public bedsTaken;

    event HutAdded(uint256 indexed hut, address keeper, uint256 nightRate, uint256 beds);
    event RateSet(uint256 indexed hut, uint256 nightRate);
    event ToppedUp(address indexed guest, uint256 amount);
    event AgencySet(address indexed guest, address indexed agency, bool named);
    event Booked(uint256 indexed hut, address indexed guest, uint256 firstNight, uint256 nights, address startedBy);
    event PassedOn(address indexed from, address indexed to, uint256 amount);
    event TakenOut(address indexed guest, uint256 amount);
    event KeeperPaid(uint256 indexed hut, uint256 amount);

    /// @dev For the guest and for the agencies that the guest has named.
    modifier onBehalfOf(address guest) {
        require(msg.sender == guest || isAgency[guest][msg.sender], "HutPass: not yours"); //~ BENIGN ACCESS_CTRL the guest, or whom the guest has named
        _;
    }

    constructor() public {
        association = msg.sender;
    }

    // -- huts ---------------------------------------------------------------------------------------------------------

    function addHut(address payable keeper, uint128 nightRate, uint16 beds) external returns (uint256 hut) {
        require(msg.sender == association, "HutPass: association only"); //~ BENIGN ACCESS_CTRL the immediate caller
        require(keeper != address(0) && beds > 0, "HutPass: incomplete");
        hut = huts.length;
        huts.push(Hut(keeper, nightRate, 0, beds));
        emit HutAdded(hut, keeper, nightRate, beds);
    }

    function setRate(uint256 hut, uint128 nightRate) external {
        require(msg.sender == association, "HutPass: association only"); //~ BENIGN ACCESS_CTRL the immediate caller
        huts[hut].nightRate = nightRate;
        emit RateSet(hut, nightRate);
    }

    /// @notice Pays a hut's earnings to its keeper; anyone may trigger it.
    function payKeeper(uint256 hut) external {
        Hut storage h = huts[hut];
        uint256 amount = h.earnings;
        h.earnings = 0;
        emit KeeperPaid(hut, amount);
        h.keeper.transfer(amount);
    }

    // -- guests -------------------------------------------------------------------------------------------------------

    /// @notice Adds to the caller's credit, and makes the caller a guest the first time.
    function topUp() external payable {
        require(msg.value >= SMALLEST_TOP_UP, "HutPass: too little");
        isGuest[msg.sender] = true;
        credit[msg.sender] += msg.value; //~ BENIGN ARITHMETIC sums of real ether cannot wrap
        emit ToppedUp(msg.sender, msg.value);
    }

    function setAgency(address agency, bool named) external {
        isAgency[msg.sender][agency] = named; //~ BENIGN ACCESS_CTRL the caller's own list
        emit AgencySet(msg.sender, agency, named);
    }

    /// @notice The number of the night that is next to begin.
    function nextNight() public view returns (uint256) {
        return (block.timestamp + NOON) / 1 days; //~ UNRELATED TIMESTAMP seconds do not matter for nights
    }

    /// @notice Books one bed for some nights in a row.
    function book(address guest, uint256 hut, uint256 firstNight, uint256 nights) external onBehalfOf(guest) {
        require(firstNight >= nextNight() && firstNight < nextNight() + 365, "HutPass: not on sale");
        require(nights > 0 && nights <= LONGEST_STAY, "HutPass: length of stay");
        Hut storage h = huts[hut];
        for (uint256 night = firstNight; night < firstNight + nights; night++) {
            require(bedsTaken[hut][night] < h.beds, "HutPass: full");
            bedsTaken[hut][night]++;
        }
        uint256 price = nights * h.nightRate; //~ BENIGN ARITHMETIC at most fourteen times a number of 128 bits
        _take(guest, price);
        h.earnings += uint128(price);
        emit Booked(hut, guest, firstNight, nights, tx.origin); //~ BENIGN EVENT_EMIT origin goes to the log only
    }

    /// @notice Passes credit of `from` on to another guest.
    function passOn(address from, address to, uint256 amount) external onBehalfOf(from) {
        require(isGuest[to], "HutPass: not a guest"); //~ BENIGN INPUT_VAL keeps credit from addresses that cannot use it
        _take(from, amount);
        credit[to] += amount; //~ BENIGN STATE_MOD to a receiver of the guest's choice
        emit PassedOn(from, to, amount);
    }

    /// @notice Takes credit of the caller out.
    function takeOut(uint256 amount) external {
        _take(msg.sender, amount);
        emit TakenOut(msg.sender, amount);
        (bool sent, ) = msg.sender.call{value: amount}(""); //~ BENIGN FUND_XFER the credit is gone before control leaves
        require(sent, "HutPass: not accepted");
    }

    function _take(address guest, uint256 amount) private {
        require(credit[guest] >= amount, "HutPass: credit too low");
        credit[guest] -= amount;
    }
}
