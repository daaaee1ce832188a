// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "./context/INetwork.sol";
import "./context/SaleBase.sol";

/// @notice Sells validator clusters for ether. The service buys network tokens wholesale and keeps a reserve of them here,
/// so that nobody who wants a cluster has to find tokens first.
contract ValidatorService is SaleBase {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Plan {
        address customer;
        uint64 paidUntil;
        uint32 groupId;
        uint16 validators;
        uint16 renewals;
    }

    /// @dev Node operators that run clusters together.
    struct Group {
        uint32 capacity;
        uint32 used;
        bool open;
    }

    uint256 public constant MONTH = 30 days;
    uint256 public constant GRACE = 15 days;
    uint256 public constant MAX_MONTHS = 24;
    uint256 public constant MAX_VALIDATORS = 200;

    INetwork public immutable network;
    IERC20 public immutable token;

    Group[] public groups;
    /// @notice Plans by the network's cluster id.
    mapping(uint256 => Plan) public plans;

    event GroupAdded(uint256 indexed groupId, uint32 capacity);
    event GroupSet(uint256 indexed groupId, uint32 capacity, bool open);
    event Sold(uint256 indexed id, address indexed customer, uint256 validators, uint256 months, uint256 amount);
    event Renewed(uint256 indexed id, uint256 months, uint256 amount);
    event Retired(uint256 indexed id);
    event ReserveAdded(address indexed from, uint256 amount);
    event ReserveWithdrawn(address indexed to, uint256 amount);

    constructor(
        INetwork network_,
        uint256 hostingPrice_,
        uint256 tokenPrice_
    ) SaleBase(hostingPrice_, tokenPrice_) {
        IERC20 token_ = network_.token();
        network = network_;
        token = token_;
        token_.safeApprove(address(network_), uint256(-1)); //~ DECOY EXT_CALL the network takes only what its caller names
    }

    /// @notice Opens a cluster for the caller.
    /// @param groupId The operators that are to run it.
    /// @param validators Its size.
    /// @param months The term, paid in advance.
    /// @param amount Tokens for its balance. Customers who have tokens of their own may ask for fewer.
    /// @param partner Whoever has brought the customer, or nobody.
    function buy(
        uint256 groupId,
        uint256 validators,
        uint256 months,
        uint256 amount,
        address partner
    ) external payable whenNotPaused returns (uint256 id) {
        id = _open(msg.sender, groupId, validators, months, amount, partner);
    }

    /// @notice Opens a cluster that belongs to somebody else.
    function buyFor(
        address customer,
        uint256 groupId,
        uint256 validators,
        uint256 months,
        uint256 amount
    ) external payable whenNotPaused returns (uint256 id) {
        id = _open(customer, groupId, validators, months, amount, address(0));
    }

    /// @notice Adds months, and tokens, to a cluster that was bought here. Anyone may pay for it.
    function renew(
        uint256 id,
        uint256 months,
        uint256 amount
    ) external payable whenNotPaused {
        Plan storage plan = plans[id];
        require(_exists(id), "no such plan"); //~ BENIGN ACCESS_CTRL
        _charge(plan.validators, months, amount);
        plan.paidUntil = uint64(Math.max(plan.paidUntil, block.timestamp).add(months.mul(MONTH))); //~ BENIGN STATE_MOD
        plan.renewals += 1;
        emit Renewed(id, months, amount); //~ UNRELATED EVENT_EMIT
        network.deposit(id, amount); //~ PREREQ FUND_XFER
    }

    /// @notice Gives the place of a plan to others, once its cluster is closed or it has lapsed for some days.
    function retire(uint256 id) external {
        Plan memory plan = plans[id];
        require(plan.customer != address(0), "no such plan"); //~ BENIGN INPUT_VAL
        require(!_exists(id) || block.timestamp > plan.paidUntil + GRACE, "still running"); //~ BENIGN TIMESTAMP
        groups[plan.groupId].used -= plan.validators; //~ BENIGN STATE_MOD
        delete plans[id];
        emit Retired(id);
    }

    /// @notice Adds tokens to the reserve.
    function addReserve(uint256 amount) external { //~ DECOY ACCESS_CTRL whoever adds to it gets nothing for it
        emit ReserveAdded(msg.sender, amount);
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function withdrawReserve(address to, uint256 amount) external onlyOwner { //~ BENIGN ACCESS_CTRL
        emit ReserveWithdrawn(to, amount);
        token.safeTransfer(to, amount);
    }

    function addGroup(uint32 capacity) external onlyOwner returns (uint256 groupId) {
        groupId = groups.length;
        groups.push(Group(capacity, 0, true));
        emit GroupAdded(groupId, capacity);
    }

    /// @notice Changes the capacity of a group, or closes it for new clusters.
    function setGroup(
        uint256 groupId,
        uint32 capacity,
        bool open
    ) external onlyOwner {
        Group storage group = _group(groupId);
        require(capacity >= group.used, "capacity in use"); //~ BENIGN INPUT_VAL
        group.capacity = capacity;
        group.open = open;
        emit GroupSet(groupId, capacity, open);
    }

    /// @notice Tokens that are ready for new clusters and renewals.
    function reserve() public view returns (uint256) {
        return token.balanceOf(address(this));
    }

    /// @inheritdoc SaleBase
    function tokensFor(uint256 validators, uint256 months) public view override returns (uint256) {
        return validators.mul(months).mul(MONTH / 1 days).mul(network.FEE_PER_DAY()); //~ BENIGN ARITHMETIC
    }

    function groupCount() external view returns (uint256) {
        return groups.length;
    }

    /// @notice Places that a group has for new validators.
    function placesIn(uint256 groupId) external view returns (uint256) {
        Group storage group = _group(groupId);
        return group.open ? group.capacity - group.used : 0;
    }

    function isPaid(uint256 id) external view returns (bool) {
        return _exists(id) && block.timestamp <= plans[id].paidUntil;
    }

    function _open(
        address customer,
        uint256 groupId,
        uint256 validators,
        uint256 months,
        uint256 amount,
        address partner
    ) private returns (uint256 id) {
        require(validators > 0 && validators <= MAX_VALIDATORS, "validators out of bounds"); //~ BENIGN INPUT_VAL
        _takePlaces(groupId, validators);
        _charge(validators, months, amount);
        if (shareOf[partner] > 0) _creditPartner(partner, hostingFor(validators, months)); //~ BENIGN CTRL_FLOW
        id = network.register(customer, uint16(validators), amount); //~ PREREQ FUND_XFER the balance is the customer's from here on
        plans[id] = Plan(
            customer,
            uint64(block.timestamp.add(months.mul(MONTH))),
            uint32(groupId),
            uint16(validators),
            0
        );
        emit Sold(id, customer, validators, months, amount); //~ UNRELATED EVENT_EMIT
    }

    function _takePlaces(uint256 groupId, uint256 validators) private {
        Group storage group = _group(groupId);
        require(group.open, "group closed"); //~ BENIGN CTRL_FLOW
        require(validators <= group.capacity - group.used, "no places left"); //~ BENIGN ARITHMETIC
        group.used += uint32(validators);
    }

    function _charge(
        uint256 validators,
        uint256 months,
        uint256 amount
    ) private view {
        require(months > 0 && months <= MAX_MONTHS, "term out of bounds"); //~ BENIGN INPUT_VAL
        require(msg.value == priceOf(validators, months), "not the price"); //~ INSUFF_GUARD INPUT_VAL exact, but the amount is not part of it
        require(amount <= reserve(), "too many tokens"); //~ ROOT_CAUSE INPUT_VAL the customer may name anything up to the reserve of all
    }

    function _group(uint256 groupId) private view returns (Group storage) {
        require(groupId < groups.length, "no such group"); //~ BENIGN INPUT_VAL
        return groups[groupId];
    }

    /// @dev A plan whose customer has closed the cluster is over.
    function _exists(uint256 id) private view returns (bool) {
        address customer = plans[id].customer;
        return customer != address(0) && network.ownerOf(id) == customer; //~ BENIGN EXT_CALL
    }
}
