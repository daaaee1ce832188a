// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "./context/CreditMarket.sol";

// Part of the payroll goes to savings. The farm lends the savings to a market, where they earn interest,
// and the company pays a bonus on top for everybody who stays. The bonus is in the same token.
contract SavingsFarm is Ownable {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // Info of each user.
    struct UserInfo {
        uint256 amount; // How many receipts of the market belong to the user.
        uint256 rewardDebt; // What the user is not entitled to. See below.
        uint256 pending; // Bonus that was counted and not paid yet.
        //
        // At any point in time the bonus of a user is
        //
        //   user.amount * pool.accPerShare / 1e12 - user.rewardDebt + user.pending
        //
    }

    // Info of each pool.
    struct PoolInfo {
        IERC20 token; // The token that is saved.
        CreditMarket market; // Where it is lent.
        uint256 total; // Receipts of all users together.
        uint256 perSecond; // Bonus per second, until the end.
        uint256 endTime; // When the bonus ends.
        uint256 lastTime; // The last time that the bonus was distributed.
        uint256 accPerShare; // Accumulated bonus per receipt, times 1e12.
        uint256 pot; // Bonus that the company brought and nobody was paid.
    }

    uint256 public constant MAX_DURATION = 730 days;

    PoolInfo[] public poolInfo;
    mapping(uint256 => mapping(address => UserInfo)) public userInfo;
    mapping(address => bool) public isListed;

    event PoolAdded(uint256 indexed pid, address token, address market);
    event Funded(uint256 indexed pid, uint256 amount, uint256 endTime);
    event Deposit(address indexed user, uint256 indexed pid, uint256 amount, uint256 receipts);
    event Withdraw(address indexed user, uint256 indexed pid, uint256 receipts, uint256 amount);
    event EmergencyWithdraw(address indexed user, uint256 indexed pid, uint256 receipts);
    event Harvest(address indexed user, uint256 indexed pid, uint256 amount);

    // ------------------------------------------------------------------
    // Owner
    // ------------------------------------------------------------------

    // One pool for each token, so that no pot gets mixed up with another one.
    function add(CreditMarket _market) external onlyOwner { //~ BENIGN ACCESS_CTRL
        IERC20 token = _market.token();
        require(!isListed[address(token)], "add: listed"); //~ BENIGN INPUT_VAL
        isListed[address(token)] = true;
        poolInfo.push(PoolInfo(token, _market, 0, 0, block.timestamp, block.timestamp, 0, 0));
        emit PoolAdded(poolInfo.length - 1, address(token), address(_market));
    }

    // Brings a bonus, which is distributed evenly over the duration. Only when the last one is over.
    function fund(uint256 _pid, uint256 _amount, uint256 _duration) external onlyOwner { //~ BENIGN ACCESS_CTRL
        PoolInfo storage pool = poolInfo[_pid];
        require(_duration > 0 && _duration <= MAX_DURATION, "fund: duration"); //~ BENIGN INPUT_VAL
        require(block.timestamp >= pool.endTime, "fund: not over"); //~ BENIGN TIMESTAMP
        updatePool(_pid);
        pool.lastTime = block.timestamp; //~ BENIGN TIMESTAMP
        pool.perSecond = _amount.div(_duration);
        pool.endTime = block.timestamp.add(_duration);
        pool.pot = pool.pot.add(_amount); //~ PREREQ STATE_MOD kept by the farm itself, in the same token
        pool.token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        emit Funded(_pid, _amount, pool.endTime); //~ UNRELATED EVENT_EMIT
    }

    // ------------------------------------------------------------------
    // Users
    // ------------------------------------------------------------------

    // Deposit tokens, they are lent at once.
    function deposit(uint256 _pid, uint256 _amount) external {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        require(_amount > 0, "deposit: nothing"); //~ BENIGN INPUT_VAL
        settle(_pid, msg.sender);
        pool.token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        uint256 before = pool.market.balanceOf(address(this));
        pool.token.safeApprove(address(pool.market), _amount); //~ DECOY EXT_CALL the market takes all of it or the call fails
        require(pool.market.mint(_amount) == 0, "deposit: market"); //~ BENIGN EXT_CALL
        uint256 receipts = pool.market.balanceOf(address(this)).sub(before);
        user.amount = user.amount.add(receipts);
        pool.total = pool.total.add(receipts);
        user.rewardDebt = user.amount.mul(pool.accPerShare).div(1e12);
        emit Deposit(msg.sender, _pid, _amount, receipts);
    }

    // Withdraw receipts, paid in tokens with the interest. The bonus stays until it is harvested.
    function withdraw(uint256 _pid, uint256 _receipts) external {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        require(_receipts > 0 && _receipts <= user.amount, "withdraw: not good"); //~ BENIGN INPUT_VAL
        settle(_pid, msg.sender);
        user.amount = user.amount.sub(_receipts); //~ BENIGN STATE_MOD
        pool.total = pool.total.sub(_receipts);
        user.rewardDebt = user.amount.mul(pool.accPerShare).div(1e12);
        uint256 amount = _receipts.mul(pool.market.exchangeRate()).div(1e18); //~ DECOY COMPUTATION the same as the market pays at this moment
        pool.market.redeem(_receipts); //~ ROOT_CAUSE EXT_CALL the code says whether anything was redeemed
        pool.token.safeTransfer(msg.sender, amount); //~ PREREQ FUND_XFER finds the tokens of the pot, if the market has sent none
        emit Withdraw(msg.sender, _pid, _receipts, amount); //~ UNRELATED EVENT_EMIT
    }

    // When the market has no cash, users can take its receipts home. The counted bonus stays.
    function emergencyWithdraw(uint256 _pid) external {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        uint256 receipts = user.amount;
        require(receipts > 0, "emergency: nothing"); //~ BENIGN INPUT_VAL
        settle(_pid, msg.sender);
        user.amount = 0; //~ BENIGN STATE_MOD
        user.rewardDebt = 0;
        pool.total = pool.total.sub(receipts);
        require(pool.market.transfer(msg.sender, receipts), "emergency: market"); //~ BENIGN EXT_CALL
        emit EmergencyWithdraw(msg.sender, _pid, receipts);
    }

    // Pays the bonus of the user.
    function harvest(uint256 _pid) external returns (uint256 amount) {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][msg.sender];
        settle(_pid, msg.sender);
        amount = user.pending;
        require(amount > 0, "harvest: nothing"); //~ BENIGN INPUT_VAL
        user.pending = 0; //~ BENIGN STATE_MOD
        pool.pot = pool.pot.sub(amount);
        pool.token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Harvest(msg.sender, _pid, amount);
    }

    // ------------------------------------------------------------------
    // Pools
    // ------------------------------------------------------------------

    // The bonus of a user until now.
    function pendingBonus(uint256 _pid, address _user) external view returns (uint256) {
        PoolInfo storage pool = poolInfo[_pid];
        UserInfo storage user = userInfo[_pid][_user];
        uint256 accPerShare = pool.accPerShare;
        uint256 time = block.timestamp < pool.endTime ? block.timestamp : pool.endTime;
        if (time > pool.lastTime && pool.total > 0) {
            uint256 bonus = time.sub(pool.lastTime).mul(pool.perSecond);
            accPerShare = accPerShare.add(bonus.mul(1e12).div(pool.total));
        }
        return user.pending.add(user.amount.mul(accPerShare).div(1e12)).sub(user.rewardDebt);
    }

    // What the receipts of a user are worth in tokens.
    function savingsOf(uint256 _pid, address _user) external view returns (uint256) {
        return userInfo[_pid][_user].amount.mul(poolInfo[_pid].market.exchangeRate()).div(1e18);
    }

    function poolLength() external view returns (uint256) {
        return poolInfo.length;
    }

    // Distributes the bonus until now. Without any savings nobody gets it.
    function updatePool(uint256 _pid) public {
        PoolInfo storage pool = poolInfo[_pid];
        uint256 time = block.timestamp < pool.endTime ? block.timestamp : pool.endTime;
        if (time <= pool.lastTime) return;
        if (pool.total > 0) {
            uint256 bonus = time.sub(pool.lastTime).mul(pool.perSecond);
            pool.accPerShare = pool.accPerShare.add(bonus.mul(1e12).div(pool.total)); //~ BENIGN ARITHMETIC
        }
        pool.lastTime = time;
    }

    // Counts the bonus of a user before the amount changes.
    function settle(uint256 _pid, address _user) internal {
        updatePool(_pid);
        UserInfo storage user = userInfo[_pid][_user];
        uint256 earned = user.amount.mul(poolInfo[_pid].accPerShare).div(1e12);
        user.pending = user.pending.add(earned.sub(user.rewardDebt));
        user.rewardDebt = earned;
    }
}
