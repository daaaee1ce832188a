// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

/**
 * @title MillpondCottage
 * @notice Once a year the parish lets the cottage at the mill pond. Applicants deposit the rent they offer. The parish does
 *         not let the offers run away: nobody can offer more than the ceiling, so that several applicants often end up with
 *         the same offer. Whoever is chosen becomes the tenant, the other deposits are given back.
 */
contract MillpondCottage {
    uint256 public constant OFFER_TERM = 21 days;
    uint256 public constant TENANCY = 365 days;
    uint256 public constant MOST_APPLICANTS = 64;

    address payable public parish;
    uint256 public floorRent;
    uint256 public ceilingRent;

    uint256 public offersUntil;
    address[] private _applicants;
    mapping(address => uint256) public offerOf;
    mapping(address => uint256) public refundOf;

    address public tenant;
    uint256 public tenantUntil;

    event Opened(uint256 floorRent, uint256 ceilingRent, uint256 until);
    event Offered(address indexed applicant, uint256 rent);
    event Chosen(address indexed tenant, uint256 rent, uint256 until);
    event Refunded(address indexed applicant, uint256 amount);
    event GivenUp(address indexed tenant);

    modifier onlyParish() {
        require(msg.sender == parish, "Cottage: parish only");
        _;
    }

    constructor() public {
        parish = msg.sender;
    }

    // ------------------------------------------------------------------ offers

    /// @notice Opens the next letting. The cottage has to be free.
    function open(uint256 floor, uint256 ceiling) external onlyParish {
        require(offersUntil == 0 && now >= tenantUntil, "Cottage: not free");
        require(floor > 0 && floor <= ceiling, "Cottage: rents");
        floorRent = floor;
        ceilingRent = ceiling;
        offersUntil = now + OFFER_TERM;
        emit Opened(floor, ceiling, offersUntil);
    }

    /// @notice Makes an offer, or adds to the caller's own.
    function offer() external payable {
        require(now < offersUntil, "Cottage: no offers now");
        if (offerOf[msg.sender] == 0) {
            if (_applicants.length == MOST_APPLICANTS) _makeRoom(msg.value);
            _applicants.push(msg.sender);
        }
        uint256 rent = offerOf[msg.sender] + msg.value;
        require(rent >= floorRent && rent <= ceilingRent, "Cottage: out of range");
        offerOf[msg.sender] = rent;
        emit Offered(msg.sender, rent);
    }

    /// @dev On a full list the lowest offer, the last of equal ones, gives way to a higher one.
    function _makeRoom(uint256 rent) private {
        uint256 lowest = 0;
        for (uint256 i = 1; i < _applicants.length; i++) {
            if (offerOf[_applicants[i]] <= offerOf[_applicants[lowest]]) lowest = i;
        }
        address applicant = _applicants[lowest];
        require(rent > offerOf[applicant], "Cottage: list is full");
        refundOf[applicant] += offerOf[applicant];
        delete offerOf[applicant];
        for (uint256 i = lowest + 1; i < _applicants.length; i++) {
            _applicants[i - 1] = _applicants[i];
        }
        _applicants.pop();
    }

    function applicantCount() external view returns (uint256) {
        return _applicants.length;
    }

    /// @notice Ends the letting: one of those with the highest offer becomes the tenant. If nobody has applied the cottage can
    ///         be offered again. Anyone may call this.
    function choose() external {
        require(offersUntil != 0 && now >= offersUntil, "Cottage: offers still open");
        if (_applicants.length == 0) {
            offersUntil = 0;
            return;
        }

        address[] memory best = new address[](_applicants.length);
        uint256 ties = 0;
        uint256 highest = 0;
        for (uint256 i = 0; i < _applicants.length; i++) {
            uint256 rent = offerOf[_applicants[i]];
            if (rent > highest) {
                highest = rent;
                ties = 0;
            }
            if (rent == highest) best[ties++] = _applicants[i];
        }

        tenant = best[now % ties];
        tenantUntil = now + TENANCY;
        for (uint256 i = 0; i < _applicants.length; i++) {
            address applicant = _applicants[i];
            if (applicant != tenant) refundOf[applicant] += offerOf[applicant];
            delete offerOf[applicant];
        }
        delete _applicants;
        offersUntil = 0;
        emit Chosen(tenant, highest, tenantUntil);
        parish.transfer(highest);
    }

    // ----------------------------------------------------------- after a letting

    /// @notice Pays back the deposit of an applicant who was not chosen.
    function takeBack() external {
        uint256 amount = refundOf[msg.sender];
        require(amount > 0, "Cottage: nothing due");
        refundOf[msg.sender] = 0;
        emit Refunded(msg.sender, amount);
        (bool sent, ) = msg.sender.call.value(amount)("");
        require(sent, "Cottage: payment refused");
    }

    /// @notice The tenant may leave early; the rent is not returned.
    function giveUp() external {
        require(msg.sender == tenant, "Cottage: tenant only");
        emit GivenUp(tenant);
        tenant = address(0);
        tenantUntil = now;
    }
}
