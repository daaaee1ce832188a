// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC721/ERC721.sol";
import "./PrizeCounter.sol";

// assay-canary-b0e2e621-4010-4227-832d-2bf7c7ae61d0

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Points is ArcadePoints {
    address private immutable arcade = msg.sender;
    mapping(address => uint256) public pointsOf;
    mapping(address => mapping(address => uint256)) public consent;

    function give(address player, uint256 amount) external {
        require(msg.sender == arcade, "arcade only");
        pointsOf[player] += amount;
    }

    function approve(address counter, uint256 amount) external {
        consent[msg.sender][counter] = amount;
    }

    function burnFrom(address player, uint256 amount) external override returns (bool) {
        if (pointsOf[player] < amount || consent[player][msg.sender] < amount) {
            return false;
        }
        pointsOf[player] -= amount;
        consent[player][msg.sender] -= amount;
        return true;
    }
}

contract Figures is ERC721 {
    address private immutable maker = msg.sender;

    constructor() ERC721("Figures", "FIG") {}

    function mint(address to, uint256 identifier) external {
        require(msg.sender == maker, "maker only");
        _mint(to, identifier);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1_700_000_000;

    Points private points;
    Figures public figures;
    PrizeCounter private counter;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        points = new Points();
        figures = new Figures();
        counter = new PrizeCounter(points, figures);
        for (uint256 i = 1; i <= 6; i++) {
            figures.mint(address(this), i);
            figures.approve(address(counter), i);
            counter.layOutPrize(i, 1_000 * i);
        }
        points.give(ANA, 10_000);
        mallory = new Attacker(counter);
    }

    function list(uint256 a, uint256 b) private pure returns (uint256[] memory made) {
        made = new uint256[](2);
        (made[0], made[1]) = (a, b);
    }

    function test_Regular() public {
        require(counter.numberOfPrizes() == 6 && counter.priceOf(1) == 1_000, "laid out");
        vm.startPrank(ANA);
        points.approve(address(counter), 10_000);
        counter.redeemPrize(1, 1_000);
        require(figures.ownerOf(1) == ANA && points.pointsOf(ANA) == 9_000, "redeemed");
        vm.warp(START + 10 days);
        require(counter.priceOf(2) == 1_800, "a tenth off");
        counter.redeemSeveralPrizes(list(2, 3), 4_500);
        vm.stopPrank();
        require(figures.balanceOf(ANA) == 3 && counter.pointsSpentBy(ANA) == 5_500 && points.pointsOf(ANA) == 4_500, "several");
        vm.warp(START + 90 days);
        require(counter.priceOf(5) == 2_500, "half off");
        counter.takeBackPrize(5);
        require(figures.ownerOf(5) == address(this) && counter.numberOfPrizes() == 2, "taken back");
        figures.approve(address(counter), 5);
        counter.layOutPrize(5, 1);
        vm.warp(START + 100 days);
        require(counter.priceOf(5) == 1, "never free");
        vm.prank(ANA);
        counter.redeemPrize(5, 1);
        require(figures.ownerOf(5) == ANA && points.pointsOf(ANA) == 4_499, "for a point");
        counter.transferOwnership(ANA);
        vm.prank(ANA);
        counter.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert("The points must not be zero.");
        new PrizeCounter(ArcadePoints(0), figures);
        vm.expectRevert("The collection must not be zero.");
        new PrizeCounter(points, IERC721(0));
        vm.expectRevert("The price must not be zero.");
        counter.layOutPrize(7, 0);
    }

    function test_RefusesPlayers() public {
        vm.startPrank(ANA);
        points.approve(address(counter), 10_000);
        vm.expectRevert("The price is too high.");
        counter.redeemPrize(2, 1_999);
        vm.expectRevert("The price is too high.");
        counter.redeemSeveralPrizes(list(2, 3), 4_999);
        vm.expectRevert("The prize is not laid out.");
        counter.redeemPrize(7, 1);
        vm.expectRevert("The prize is not laid out.");
        counter.redeemSeveralPrizes(list(2, 2), 10_000);
        points.approve(address(counter), 4_999);
        vm.expectRevert("The points could not be burnt.");
        counter.redeemSeveralPrizes(list(2, 3), 5_000);
        vm.expectRevert("Ownable: caller is not the owner");
        counter.layOutPrize(7, 1);
        vm.expectRevert("Ownable: caller is not the owner");
        counter.takeBackPrize(1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(figures.balanceOf(address(mallory)) >= 6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(counter);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PrizeCounter private counter;

    constructor(PrizeCounter c) {
        counter = c;
    }

    function run() external {
        for (uint256 i = 1; i <= 6; i++) {
            counter.redeemPrize(i, 10_000);
        }
    }
}
