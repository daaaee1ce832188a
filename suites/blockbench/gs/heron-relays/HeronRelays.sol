// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./context/IFuel.sol";
import "./context/RelayNetwork.sol";

// Sells relay clusters for ether. Heron Signals buys fuel wholesale and keeps a stock here, which serves all customers,
// so that nobody who wants a cluster has to find fuel first.
contract HeronRelays {
    struct Plan {
        uint64 paidUntil;
        uint32 renewals;
        address customer;
    }

    uint256 public constant MONTH = 30 days;
    uint256 public constant MAX_MONTHS = 24;
    uint256 public constant MAX_MASTS = 200;

    RelayNetwork public immutable network;
    IFuel public immutable fuel;
    address public operator;
    address public nextOperator;

    uint256 public hostingPrice; // wei, one mast for one month
    uint256 public fuelPrice; // wei, one whole unit of fuel
    bool public onSale = true;

    mapping(uint256 => Plan) public plans; // by the network's cluster id

    event Sold(uint256 indexed id, address indexed customer, uint256 masts, uint256 months, uint256 fuel);
    event Renewed(uint256 indexed id, uint256 months, uint256 fuel);
    event PricesSet(uint256 hostingPrice, uint256 fuelPrice);
    event SaleSet(bool onSale);
    event Restocked(address indexed from, uint256 amount);
    event OperatorChanged(address indexed operator);

    modifier onlyOperator() {
        require(msg.sender == operator, "operator only");
        _;
    }

    modifier whenOnSale() {
        require(onSale, "not on sale");
        _;
    }

    constructor(RelayNetwork network_, uint256 hostingPrice_, uint256 fuelPrice_) {
        network = network_;
        fuel = network_.fuel();
        operator = msg.sender;
        hostingPrice = hostingPrice_;
        fuelPrice = fuelPrice_;
        require(network_.fuel().approve(address(network_), uint256(-1)), "approve"); //~ BENIGN EXT_CALL the network pulls only what its caller names
    }

    // -- customers

    // Opens a cluster for the caller and puts `amount` of fuel into it. Those who want to bring fuel of their own choose
    // a small amount here and add theirs at the network.
    function buy(uint256 masts, uint256 months, uint256 amount) external payable whenOnSale returns (uint256 id) {
        require(masts > 0 && masts <= MAX_MASTS, "masts"); //~ BENIGN INPUT_VAL keeps the products below far from the limit of the type
        _charge(masts, months, amount);
        id = network.open(msg.sender, uint16(masts), amount); //~ PREREQ FUND_XFER the fuel is the customer's from here on, who can close the cluster
        plans[id] = Plan(uint64(block.timestamp + months * MONTH), 0, msg.sender);
        emit Sold(id, msg.sender, masts, months, amount);
    }

    // Adds months, and fuel, to a cluster that was bought here. Anyone may pay for it.
    function renew(uint256 id, uint256 months, uint256 amount) external payable whenOnSale {
        Plan storage plan = plans[id];
        require(plan.customer != address(0) && network.ownerOf(id) == plan.customer, "no such plan"); //~ BENIGN ACCESS_CTRL clusters from elsewhere, or closed, are not renewed
        _charge(network.mastsOf(id), months, amount);
        uint256 from = plan.paidUntil > block.timestamp ? plan.paidUntil : block.timestamp;
        plan.paidUntil = uint64(from + months * MONTH);
        plan.renewals += 1;
        network.addFuel(id, amount);
        emit Renewed(id, months, amount);
    }

    // -- operator

    function setPrices(uint256 hostingPrice_, uint256 fuelPrice_) external onlyOperator {
        require(hostingPrice_ < 1e24 && fuelPrice_ < 1e24, "price");
        hostingPrice = hostingPrice_;
        fuelPrice = fuelPrice_;
        emit PricesSet(hostingPrice_, fuelPrice_);
    }

    function setOnSale(bool onSale_) external onlyOperator {
        onSale = onSale_;
        emit SaleSet(onSale_);
    }

    function withdrawStock(uint256 amount) external onlyOperator {
        require(fuel.transfer(operator, amount), "fuel");
    }

    function cashUp(address payable to) external onlyOperator {
        (bool sent,) = to.call{value: address(this).balance}("");
        require(sent, "ether");
    }

    function proposeOperator(address next) external onlyOperator {
        nextOperator = next;
    }

    function acceptOperator() external {
        require(msg.sender == nextOperator, "not proposed");
        operator = msg.sender;
        nextOperator = address(0);
        emit OperatorChanged(msg.sender);
    }

    // -- anyone

    function restock(uint256 amount) external {
        emit Restocked(msg.sender, amount); //~ UNRELATED EVENT_EMIT before the transfer that it reports
        require(fuel.transferFrom(msg.sender, address(this), amount), "fuel");
    }

    function stock() public view returns (uint256) {
        return fuel.balanceOf(address(this));
    }

    // Fuel that so many masts burn in so many months.
    function fuelFor(uint256 masts, uint256 months) public view returns (uint256) {
        return masts * months * 30 * network.BURN_PER_DAY();
    }

    // Hosting and the fuel it takes.
    function priceOf(uint256 masts, uint256 months) public view returns (uint256) {
        return masts * months * hostingPrice + fuelFor(masts, months) * fuelPrice / 1e18; //~ PREREQ COMPUTATION pays for the fuel of the plan, not for what is attached
    }

    // -- internal

    function _charge(uint256 masts, uint256 months, uint256 amount) private {
        require(months > 0 && months <= MAX_MONTHS, "months");
        require(msg.value == priceOf(masts, months), "price"); //~ INSUFF_GUARD INPUT_VAL exact, but the amount of fuel is not part of it
        require(amount <= stock(), "fuel"); //~ ROOT_CAUSE INPUT_VAL the customer may choose anything up to the stock of all
    }
}
