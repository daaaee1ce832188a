// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "../governance/UnderMutual.sol";
import "../interfaces/ICoverPool.sol";
import "../interfaces/ITreaties.sol";
import "../libraries/Almanac.sol";
import "../libraries/Parts.sol";

// CoverPool is the capital behind the policies of a region.
//
// Underwriters put money in and own shares of it. They earn the premiums, day by day, and pay the claims. Whatever a policy could
// still cost is locked, so the pool can always pay all of its policies at once, and nobody gets out before them.
//
// All money is counted by the pool itself. Coins that somebody just sends here belong to nobody and change nothing.
contract CoverPool is ICoverPool, UnderMutual, Initializable {
    using SafeERC20 for IERC20;

    // Info of each underwriter.
    struct UserInfo {
        uint256 shares; // How many shares it has.
        uint256 leaving; // Of these, how many it gave notice for.
        uint256 noticeAt; // When it did.
    }

    // From a notice until the money can be taken...
    uint256 public constant NOTICE = 7 days;
    // ...and how long it can be taken then.
    uint256 public constant WINDOW = 7 days;
    // Smallest deposit.
    uint256 public constant MIN_DEPOSIT = 1e18;
    // Shares of the first deposit that belong to nobody. Without them, premiums could make a share of a few coins dear.
    uint256 public constant KEPT = 1e15;
    // Part of the premiums for the manager.
    uint256 public constant MANAGER_PART = 500;

    bytes32 public override region;
    address public override manager;

    uint256 public override assets;
    uint256 public override totalShares;
    uint256 public override unearned;
    uint256 public override locked;
    uint256 public override reserved;
    uint256 public override assumed;
    mapping(address => UserInfo) public userInfo;

    // Premium that all policies together earn in a day, and how it changes on days that are still to come.
    uint256 public perDay;
    uint32 public accruedDay;
    mapping(uint32 => uint256) public startsOn;
    mapping(uint32 => uint256) public endsOn;

    // Premiums of the manager that it did not take yet.
    uint256 public managerDue;

    // The master itself is never used.
    constructor(IMutual _mutual) UnderMutual(_mutual) {
        _disableInitializers();
    }

    function initialize(bytes32 _region, address _manager) external override initializer { //~ DECOY INIT anybody can call it, and it runs once
        region = _region;
        manager = _manager;
        accruedDay = Almanac.today();
    }

    // ------------------------------------------------------------------ underwriters

    // Puts money in for shares. Whoever is first leaves a few of them to nobody.
    function deposit(uint256 _amount) external returns (uint256 shares) {
        require(_amount >= MIN_DEPOSIT, "deposit: too small");
        accrue();
        UserInfo storage user = userInfo[msg.sender];
        if (totalShares == 0) {
            totalShares = KEPT;
            shares = _amount - KEPT;
        } else {
            shares = Parts.share(_amount, totalShares, assets); //~ BENIGN COMPUTATION open claims lower no price here
        }
        user.shares += shares;
        totalShares += shares;
        assets += _amount;
        coin.safeTransferFrom(msg.sender, address(this), _amount);
        emit Deposited(msg.sender, _amount, shares);
    }

    // Says that some shares want to leave. They earn and pay like all others until they do. Another notice replaces this one.
    function giveNotice(uint256 _shares) external {
        UserInfo storage user = userInfo[msg.sender];
        require(_shares <= user.shares, "giveNotice: not that many");
        user.leaving = _shares;
        user.noticeAt = block.timestamp;
        emit NoticeGiven(msg.sender, _shares);
    }

    // Takes the money of the shares that gave notice. Open claims count as if they were paid, so nobody runs away from one. Who does
    // not want to leave for less than some amount says so, since a claim can be filed at any time.
    function leave(uint256 _atLeast) external returns (uint256 amount) {
        UserInfo storage user = userInfo[msg.sender];
        uint256 shares = user.leaving;
        require(shares > 0, "leave: no notice");
        require(block.timestamp >= user.noticeAt + NOTICE, "leave: too early");
        require(block.timestamp < user.noticeAt + NOTICE + WINDOW, "leave: too late");
        accrue();
        amount = Parts.share(shares, assets - reserved, totalShares);
        require(amount >= _atLeast, "leave: too little");
        require(amount <= room(), "leave: capital is locked");
        user.shares -= shares;
        user.leaving = 0;
        totalShares -= shares;
        assets -= amount;
        coin.safeTransfer(msg.sender, amount);
        emit Left(msg.sender, amount, shares);
    }

    // ------------------------------------------------------------------ premiums

    // Earns the premiums of all days that are over. Anybody can call it, and all calls below do.
    function accrue() public override {
        uint32 today = Almanac.today();
        if (accruedDay == today) return;
        uint256 daily = perDay;
        uint256 earned = 0;
        for (uint32 day = accruedDay; day < today; day++) {
            daily = daily + startsOn[day] - endsOn[day];
            earned += daily;
        }
        uint256 fee = Parts.cut(earned, MANAGER_PART);
        perDay = daily;
        accruedDay = today;
        unearned -= earned;
        managerDue += fee;
        assets += earned - fee;
        emit Accrued(today, earned);
    }

    // Pays the manager. Who calls does not matter.
    function payManager() external returns (uint256 amount) {
        accrue();
        amount = managerDue;
        managerDue = 0;
        coin.safeTransfer(manager, amount);
        emit ManagerPaid(manager, amount);
    }

    // ------------------------------------------------------------------ book

    // A policy was sold, and its premium is here already.
    function sell(uint256 _perDay, uint32 _firstDay, uint32 _endDay, uint256 _sum) external override onlyBook {
        accrue();
        require(_sum <= room(), "sell: no room");
        locked += _sum;
        unearned += _perDay * (_endDay - _firstDay);
        startsOn[_firstDay] += _perDay;
        endsOn[_endDay] += _perDay;
        emit Sold(_perDay, _firstDay, _endDay, _sum);
    }

    // A policy ends earlier. What is not refunded of the days that are left belongs to the underwriters.
    function unwind(uint256 _perDay, uint32 _endDay, uint32 _newEnd, uint256 _refund, address _to) external override onlyBook {
        accrue();
        uint256 left = _perDay * (_endDay - _newEnd);
        endsOn[_endDay] -= _perDay;
        endsOn[_newEnd] += _perDay;
        unearned -= left;
        assets = assets + left - _refund;
        coin.safeTransfer(_to, _refund);
        emit Unwound(_perDay, _endDay, _newEnd, _refund);
    }

    // A policy will not cost anything any more.
    function unlock(uint256 _sum) external override onlyBook {
        locked -= _sum;
    }

    // ------------------------------------------------------------------ claims

    function setAside(uint256 _amount) external override onlyClaims {
        reserved += _amount;
    }

    function putBack(uint256 _amount) external override onlyClaims {
        reserved -= _amount;
    }

    // Pays a claim, with the help of a treaty if there is one.
    function pay(uint256 _amount, address _to) external override onlyClaims {
        accrue();
        uint256 recovered = ITreaties(mutual.treaties()).recover(_amount);
        reserved -= _amount;
        locked -= _amount;
        assets = assets + recovered - _amount;
        coin.safeTransfer(_to, _amount);
        emit Paid(_to, _amount, recovered);
    }

    // ------------------------------------------------------------------ treaties

    // What this pool pays to be reinsured.
    function payPrice(uint256 _amount, address _to) external override onlyTreaties {
        accrue();
        require(_amount <= room(), "payPrice: no room");
        assets -= _amount;
        coin.safeTransfer(_to, _amount);
    }

    // What another pool paid here.
    function receivePrice(uint256 _amount) external override onlyTreaties {
        accrue();
        assets += _amount;
    }

    // From here on the limit of a treaty is locked as well.
    function assume(uint256 _limit) external override onlyTreaties {
        require(_limit <= room(), "assume: no room");
        assumed += _limit;
    }

    function release(uint256 _limit) external override onlyTreaties {
        assumed -= _limit;
    }

    // Pays for a loss of another pool.
    function payAssumed(uint256 _amount, address _to) external override onlyTreaties {
        accrue();
        assumed -= _amount;
        assets -= _amount;
        coin.safeTransfer(_to, _amount);
    }

    // ------------------------------------------------------------------ views

    function room() public view override returns (uint256) {
        return assets - locked - assumed;
    }

    // What an underwriter could take, if it could leave right now.
    function worthOf(address _user) external view returns (uint256) {
        if (totalShares == 0) return 0;
        return Parts.share(userInfo[_user].shares, assets - reserved, totalShares);
    }
}
