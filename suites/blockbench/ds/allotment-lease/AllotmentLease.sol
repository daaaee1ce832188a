pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";

/**
 * @title What the allotment office keeps
 */
contract AllotmentStorage {
    struct Plot {
        address payable tenant;
        uint256 deposit;
        uint256 paidUntil;
    }

    address payable public office;
    uint256 public rentPerYear;
    mapping(uint256 => Plot) public plots;
    mapping(address => uint256) public credits;
}

/**
 * @title Leases of allotments, with a deposit against a yearly rent
 */
contract AllotmentLease is AllotmentStorage {
    using SafeMath for uint256;

    uint256 public constant YEAR = 365 days;
    uint256 public constant PLOTS = 40;

    event Leased(uint256 indexed plot, address indexed tenant, uint256 deposit);
    event RentPaid(uint256 indexed plot, uint256 paidUntil);
    event GivenUp(uint256 indexed plot, address indexed tenant);
    event Withdrawn(address indexed account, uint256 amount);

    constructor(uint256 rentPerYear_) public {
        require(rentPerYear_ > 0, "the rent must not be zero"); //~ BENIGN INIT
        office = msg.sender; //~ BENIGN INIT
        rentPerYear = rentPerYear_;
    }

    /**
     * @notice Leases a plot that is free, or whose rent is not paid. The first year's rent is taken off the payment
     * @param plot The number of the plot
     * @return The deposit
     */
    function lease(uint256 plot) external payable returns (uint256) {
        require(plot < PLOTS, "there is no such plot"); //~ BENIGN INPUT_VAL
        require(msg.value >= rentPerYear.mul(2), "a deposit is at least one rent"); //~ BENIGN INPUT_VAL
        Plot storage entry = plots[plot];
        require(now >= entry.paidUntil, "the plot is leased"); //~ BENIGN TIMESTAMP
        releaseInternal(entry); //~ PREREQ STATE_MOD
        credits[office] = credits[office].add(rentPerYear); //~ BENIGN STATE_MOD
        entry.tenant = msg.sender;
        entry.paidUntil = now.add(YEAR);
        entry.deposit = entry.deposit.add(msg.value).sub(rentPerYear); //~ ROOT_CAUSE STATE_MOD with what the last tenant is owed
        emit Leased(plot, msg.sender, entry.deposit); //~ UNRELATED EVENT_EMIT
        return entry.deposit;
    }

    /**
     * @notice Pays for another year of a plot that is leased
     * @param plot The number of the plot
     */
    function payRent(uint256 plot) external payable {
        Plot storage entry = plots[plot];
        require(now < entry.paidUntil, "the lease has ended"); //~ BENIGN TIMESTAMP
        require(msg.value == rentPerYear, "the rent is another one"); //~ BENIGN INPUT_VAL
        entry.paidUntil = entry.paidUntil.add(YEAR); //~ DECOY ACCESS_CTRL anybody may pay for a tenant
        credits[office] = credits[office].add(msg.value);
        emit RentPaid(plot, entry.paidUntil);
    }

    /**
     * @notice Gives a plot up. The deposit is credited, rent that was paid is not
     * @param plot The number of the plot
     */
    function giveUp(uint256 plot) external {
        Plot storage entry = plots[plot];
        require(entry.tenant == msg.sender, "the plot is not yours"); //~ BENIGN ACCESS_CTRL
        releaseInternal(entry); //~ PREREQ STATE_MOD
        delete plots[plot]; //~ BENIGN STATE_MOD
        emit GivenUp(plot, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Pays the sender what was credited
     * @return The amount
     */
    function withdraw() external returns (uint256) {
        uint256 amount = credits[msg.sender];
        require(amount > 0, "nothing is credited"); //~ BENIGN INPUT_VAL
        credits[msg.sender] = 0; //~ BENIGN STATE_MOD
        msg.sender.transfer(amount); //~ PREREQ FUND_XFER
        emit Withdrawn(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        return amount;
    }

    /**
     * @dev Credits the deposit of a plot to its tenant
     */
    function releaseInternal(Plot storage entry) internal {
        credits[entry.tenant] = credits[entry.tenant].add(entry.deposit); //~ BENIGN STATE_MOD
    }
}
