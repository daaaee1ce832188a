// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.30;

import {CreditBook} from "./context/CreditBook.sol";
import {EscrowAccess} from "./context/EscrowAccess.sol";
import {ICarrierRegistry} from "./context/ICarrierRegistry.sol";

/// @title ShipmentEscrow
/// @notice Holds the freight of shipments and the bonds of their carriers.
/// @dev Open: posted, with the freight paid in.
///      Accepted: a registered carrier has accepted it and left a bond.
///      Disputed: the carrier says that it was delivered, and nobody has confirmed it.
///      Returned: the carrier has given it back before loading; the freight is still here.
///      Delivered: the consignee has confirmed the arrival; freight and bond went to the carrier.
///      Defaulted: it was not delivered in time; freight and bond went to the shipper.
///      Settled: a dispute is over; freight and bond were divided.
///      Canceled: the shipper has canceled it while nobody had accepted it; the freight went back.
///      A returned shipment can be opened again, without paying a second time.
contract ShipmentEscrow is CreditBook, EscrowAccess {
    /// @notice The stages of a shipment.
    enum Stage {
        None,
        Open,
        Accepted,
        Disputed,
        Returned,
        Delivered,
        Defaulted,
        Settled,
        Canceled
    }

    /// @notice A shipment.
    struct Shipment {
        address shipper;
        Stage stage;
        uint64 dueBy;
        address consignee;
        uint32 kilograms;
        uint64 disputedAt;
        address carrier;
        uint256 freight;
        uint256 bond;
    }

    /// @notice Part of the freight that a carrier leaves as a bond, in basis points.
    uint256 public constant BOND_BPS = 2_500;

    /// @notice Part of the bond that a carrier forfeits for giving a shipment back, in basis points.
    uint256 public constant FORFEIT_BPS = 1_000;

    /// @notice The smallest freight.
    uint256 public constant MIN_FREIGHT = 0.001 ether;

    /// @notice The longest term.
    uint64 public constant MAX_TERM = 60 days;

    /// @notice The time in which a dispute is resolved.
    uint64 public constant ARBITRATION_TIME = 30 days;

    /// @dev One in basis points.
    uint256 private constant BPS = 10_000;

    /// @notice Register of carriers.
    ICarrierRegistry public immutable REGISTRY;

    /// @dev Shipments by number.
    Shipment[] private _shipments;

    /// @dev Numbers of shipments by shipper.
    mapping(address => uint256[]) private _numbersOf;

    /// @notice Emitted when a shipment is opened, for the first time or again.
    /// @param id Number of the shipment
    /// @param shipper The shipper
    /// @param freight The freight
    /// @param dueBy The end of the term
    event Opened(uint256 indexed id, address indexed shipper, uint256 freight, uint64 dueBy);

    /// @notice Emitted when a freight is raised.
    /// @param id Number of the shipment
    /// @param freight The new freight
    event FreightRaised(uint256 indexed id, uint256 freight);

    /// @notice Emitted when a shipment enters a stage.
    /// @param id Number of the shipment
    /// @param stage The stage
    event StageChanged(uint256 indexed id, Stage stage);

    /// @dev Requires the stage of a shipment.
    /// @param id Number of the shipment
    /// @param stage The stage
    modifier atStage(uint256 id, Stage stage) {
        require(_shipments[id].stage == stage, "ShipmentEscrow: wrong stage"); //~ BENIGN CTRL_FLOW most steps name the one stage they start from
        _;
    }

    /// @dev Requires the shipper of a shipment as the caller.
    /// @param id Number of the shipment
    modifier onlyShipper(uint256 id) {
        require(msg.sender == _shipments[id].shipper, "ShipmentEscrow: not the shipper"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @dev Requires the carrier of a shipment as the caller.
    /// @param id Number of the shipment
    modifier onlyCarrier(uint256 id) {
        require(msg.sender == _shipments[id].carrier, "ShipmentEscrow: not the carrier"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @notice Sets registry, administrator and fee.
    /// @param registry Register of carriers
    /// @param admin The administrator
    /// @param feeBps_ The fee in basis points
    /// @param treasury_ Receiver of the fees
    constructor(ICarrierRegistry registry, address admin, uint256 feeBps_, address treasury_)
        EscrowAccess(admin, feeBps_, treasury_)
    {
        require(address(registry) != address(0), "ShipmentEscrow: zero registry"); //~ BENIGN INIT
        REGISTRY = registry;
    }

    /// @notice Posts a shipment and pays its freight in.
    /// @param consignee Who confirms the arrival
    /// @param kilograms The weight
    /// @param term The time for the delivery
    /// @return id Number of the shipment
    function post(address consignee, uint32 kilograms, uint64 term) external payable whenNotPaused returns (uint256 id) {
        require(msg.value >= MIN_FREIGHT, "ShipmentEscrow: freight too low"); //~ BENIGN INPUT_VAL
        require(consignee != address(0) && kilograms > 0, "ShipmentEscrow: bad shipment"); //~ BENIGN INPUT_VAL
        id = _shipments.length;
        Shipment storage item = _shipments.push();
        item.shipper = msg.sender;
        item.consignee = consignee;
        item.kilograms = kilograms;
        item.freight = msg.value; //~ BENIGN STATE_MOD
        _numbersOf[msg.sender].push(id);
        _open(id, term);
    }

    /// @notice Adds to the freight of an open shipment.
    /// @param id Number of the shipment
    function raiseFreight(uint256 id) external payable atStage(id, Stage.Open) onlyShipper(id) {
        require(msg.value > 0, "ShipmentEscrow: nothing added"); //~ BENIGN INPUT_VAL
        _shipments[id].freight += msg.value;
        emit FreightRaised(id, _shipments[id].freight); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Opens a shipment again that a carrier has given back.
    /// @param id Number of the shipment
    /// @param term The time for the delivery
    function reopen(uint256 id, uint64 term) external whenNotPaused onlyShipper(id) {
        require(_shipments[id].stage == Stage.Returned, "ShipmentEscrow: wrong stage"); //~ BENIGN CTRL_FLOW
        _open(id, term); //~ BENIGN STATE_MOD
    }

    /// @notice Accepts a shipment and leaves a bond.
    /// @param id Number of the shipment
    function accept(uint256 id) external payable whenNotPaused atStage(id, Stage.Open) {
        Shipment storage item = _shipments[id];
        require(REGISTRY.isActive(msg.sender), "ShipmentEscrow: not registered"); //~ BENIGN ACCESS_CTRL
        require(msg.value == bondFor(item.freight), "ShipmentEscrow: wrong bond"); //~ BENIGN INPUT_VAL
        require(block.timestamp < item.dueBy, "ShipmentEscrow: overdue"); //~ BENIGN TIMESTAMP
        item.carrier = msg.sender;
        item.bond = msg.value;
        _enter(id, Stage.Accepted);
    }

    /// @notice Gives a shipment back before loading, for a part of the bond.
    /// @param id Number of the shipment
    function giveBack(uint256 id) external atStage(id, Stage.Accepted) onlyCarrier(id) {
        Shipment storage item = _shipments[id];
        require(block.timestamp < item.dueBy, "ShipmentEscrow: overdue");
        uint256 bond = item.bond;
        uint256 forfeit = (bond * FORFEIT_BPS) / BPS;
        item.bond = 0; //~ BENIGN STATE_MOD
        item.carrier = address(0); //~ BENIGN STATE_MOD
        _enter(id, Stage.Returned);
        _credit(item.shipper, forfeit);
        _credit(msg.sender, bond - forfeit); //~ BENIGN FUND_XFER
    }

    /// @notice Confirms the arrival, which pays the carrier.
    /// @param id Number of the shipment
    function confirm(uint256 id) external {
        Shipment storage item = _shipments[id];
        require(item.stage == Stage.Accepted || item.stage == Stage.Disputed, "ShipmentEscrow: wrong stage"); //~ BENIGN CTRL_FLOW both of them hold freight and bond
        require(msg.sender == item.consignee, "ShipmentEscrow: not the consignee"); //~ BENIGN ACCESS_CTRL
        uint256 fee = (item.freight * feeBps) / BPS;
        _enter(id, Stage.Delivered);
        _credit(treasury, fee);
        _credit(item.carrier, item.freight + item.bond - fee); //~ BENIGN FUND_XFER
    }

    /// @notice Says that a shipment was delivered which nobody has confirmed.
    /// @param id Number of the shipment
    function dispute(uint256 id) external atStage(id, Stage.Accepted) onlyCarrier(id) {
        require(block.timestamp < _shipments[id].dueBy, "ShipmentEscrow: overdue");
        _shipments[id].disputedAt = uint64(block.timestamp);
        _enter(id, Stage.Disputed);
    }

    /// @notice Divides freight and bond of a disputed shipment.
    /// @param id Number of the shipment
    /// @param carrierBps The carrier's part in basis points
    function resolve(uint256 id, uint256 carrierBps) external onlyRole(ARBITER_ROLE) atStage(id, Stage.Disputed) {
        require(carrierBps <= BPS, "ShipmentEscrow: more than all"); //~ BENIGN INPUT_VAL
        Shipment storage item = _shipments[id];
        uint256 all = item.freight + item.bond;
        _settle(id, (all * carrierBps) / BPS, all);
    }

    /// @notice Ends a dispute that was not resolved in time: the freight goes back, and so does the bond.
    /// @param id Number of the shipment
    function expireDispute(uint256 id) external atStage(id, Stage.Disputed) {
        Shipment storage item = _shipments[id];
        require(block.timestamp >= item.disputedAt + ARBITRATION_TIME, "ShipmentEscrow: too early"); //~ BENIGN TIMESTAMP
        _settle(id, item.bond, item.freight + item.bond);
    }

    /// @notice Claims freight and bond of a shipment that was not delivered in time.
    /// @param id Number of the shipment
    function claimDefault(uint256 id) external atStage(id, Stage.Accepted) onlyShipper(id) {
        Shipment storage item = _shipments[id];
        require(block.timestamp >= item.dueBy, "ShipmentEscrow: too early"); //~ BENIGN TIMESTAMP
        _enter(id, Stage.Defaulted);
        _credit(msg.sender, item.freight + item.bond);
    }

    /// @notice Cancels a shipment that no carrier has at present.
    /// @param id Number of the shipment
    function cancel(uint256 id) external onlyShipper(id) {
        Shipment storage item = _shipments[id];
        require(item.stage == Stage.Open || item.stage == Stage.Returned, "ShipmentEscrow: wrong stage"); //~ BENIGN CTRL_FLOW
        _enter(id, Stage.Canceled);
        _credit(msg.sender, item.freight); //~ BENIGN FUND_XFER
    }

    /// @notice A shipment.
    /// @param id Number of the shipment
    /// @return The shipment
    function shipment(uint256 id) external view returns (Shipment memory) {
        return _shipments[id];
    }

    /// @notice The shipments of a shipper.
    /// @param shipper The shipper
    /// @return Their numbers, in the order of posting
    function shipmentsOf(address shipper) external view returns (uint256[] memory) {
        return _numbersOf[shipper];
    }

    /// @notice Whether a shipment could be claimed as a default.
    /// @param id Number of the shipment
    /// @return Whether it is accepted and its term is over
    function isOverdue(uint256 id) external view returns (bool) {
        return _shipments[id].stage == Stage.Accepted && block.timestamp >= _shipments[id].dueBy;
    }

    /// @notice The number of shipments.
    /// @return The number
    function shipmentCount() external view returns (uint256) {
        return _shipments.length;
    }

    /// @notice The bond for a freight.
    /// @param freight The freight
    /// @return The bond
    function bondFor(uint256 freight) public pure returns (uint256) {
        return (freight * BOND_BPS) / BPS;
    }

    /// @dev Opens a shipment.
    /// @param id Number of the shipment
    /// @param term The time for the delivery
    function _open(uint256 id, uint64 term) private {
        require(term > 0 && term <= MAX_TERM, "ShipmentEscrow: bad term"); //~ BENIGN INPUT_VAL
        Shipment storage item = _shipments[id];
        item.dueBy = uint64(block.timestamp) + term;
        _enter(id, Stage.Open);
        emit Opened(id, item.shipper, item.freight, item.dueBy); //~ UNRELATED EVENT_EMIT
    }

    /// @dev Ends a dispute.
    /// @param id Number of the shipment
    /// @param toCarrier The carrier's part
    /// @param all Freight and bond
    function _settle(uint256 id, uint256 toCarrier, uint256 all) private {
        Shipment storage item = _shipments[id];
        _enter(id, Stage.Settled);
        _credit(item.carrier, toCarrier);
        _credit(item.shipper, all - toCarrier);
    }

    /// @dev Enters a stage.
    /// @param id Number of the shipment
    /// @param stage The stage
    function _enter(uint256 id, Stage stage) private {
        _shipments[id].stage = stage;
        emit StageChanged(id, stage);
    }
}
