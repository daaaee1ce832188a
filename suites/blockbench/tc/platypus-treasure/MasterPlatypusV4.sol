// SPDX-License-Identifier: GPL-3.0
pragma solidity 0.8.19;

/**
 * @title IERC20
 * @notice The part of ERC-20 that staking needs.
 */
interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title Ownable
 * @notice One owner, who can hand over.
 */
abstract contract Ownable {
    address public owner = msg.sender;

    /**
     * @notice Requires the caller to be the owner.
     */
    modifier onlyOwner() {
        require(msg.sender == owner, "Ownable: caller is not the owner");
        _;
    }

    /**
     * @notice Hands the ownership over.
     */
    function transferOwnership(address newOwner) external onlyOwner {
        owner = newOwner;
    }
}

/**
 * @title PlatypusTreasure
 * @notice Mints the stablecoin USP against LP tokens that are staked with the master.
 */
contract PlatypusTreasure is Ownable {
    struct PositionView {
        uint256 collateral;
        uint256 debt;
        bool solvent;
    }

    uint256 public constant FACTOR_SCALE = 10_000;

    MasterPlatypusV4 public master;
    uint256 public collateralFactor;
    uint256 public debtCeiling;
    uint256 public totalDebt;
    mapping(address => uint256) public debtOf;

    /// @notice Balances of USP.
    mapping(address => uint256) public uspBalance;

    event Borrow(address indexed user, uint256 amount);
    event Repay(address indexed user, uint256 amount);

    /**
     * @notice Sets where collateral is staked, once.
     */
    function setMaster(MasterPlatypusV4 master_) external onlyOwner {
        require(address(master) == address(0), "PlatypusTreasure: master is set");
        master = master_;
    }

    /**
     * @notice Sets how much of the collateral counts, and how much USP there may be.
     */
    function setLimits(uint256 factor, uint256 ceiling) external onlyOwner {
        require(factor <= FACTOR_SCALE, "PlatypusTreasure: factor");
        collateralFactor = factor;
        debtCeiling = ceiling;
    }

    /**
     * @notice Mints USP against the caller's stake.
     */
    function borrow(uint256 amount) external {
        totalDebt += amount;
        debtOf[msg.sender] += amount;
        require(totalDebt <= debtCeiling, "PlatypusTreasure: ceiling");
        require(isSolvent(msg.sender), "PlatypusTreasure: insolvent"); //~ BENIGN ACCESS_CTRL after the debt has grown
        uspBalance[msg.sender] += amount;
        emit Borrow(msg.sender, amount);
    }

    /**
     * @notice Burns USP of the caller and as much of its debt.
     */
    function repay(uint256 amount) external {
        uspBalance[msg.sender] -= amount; //~ BENIGN ARITHMETIC
        debtOf[msg.sender] -= amount;
        totalDebt -= amount;
        emit Repay(msg.sender, amount);
    }

    /**
     * @notice Moves USP of the caller.
     */
    function transferUsp(address to, uint256 amount) external {
        uspBalance[msg.sender] -= amount;
        uspBalance[to] += amount;
    }

    /**
     * @notice Tells whether the stake of a user carries its debt.
     */
    function isSolvent(address user) public view returns (bool) {
        return debtOf[user] <= (master.staked(user) * collateralFactor) / FACTOR_SCALE; //~ PREREQ STORAGE_READ at the stake of this moment
    }

    /**
     * @notice Everything about a user's position.
     */
    function positionOf(address user) external view returns (PositionView memory) {
        return PositionView(master.staked(user), debtOf[user], isSolvent(user));
    }
}

/**
 * @title MasterPlatypusV4
 * @notice Stakes LP tokens, which are worth a dollar each, and pays rewards in PTP.
 */
contract MasterPlatypusV4 is Ownable {
    IERC20 public immutable lpToken;
    IERC20 public immutable ptp;
    PlatypusTreasure public immutable platypusTreasure;

    uint256 public sumOfStakes;
    uint256 public accPtpPerShare;
    mapping(address => uint256) public staked;
    mapping(address => uint256) public rewardDebt;

    event Deposit(address indexed user, uint256 amount);
    event Withdraw(address indexed user, uint256 amount);
    event EmergencyWithdraw(address indexed user, uint256 amount);

    constructor(IERC20 lpToken_, IERC20 ptp_, PlatypusTreasure treasure) {
        lpToken = lpToken_;
        ptp = ptp_;
        platypusTreasure = treasure;
    }

    /**
     * @notice Adds rewards for those who have a stake now.
     */
    function addRewards(uint256 amount) external onlyOwner {
        require(sumOfStakes > 0, "MasterPlatypus: no stakes");
        accPtpPerShare += (amount * 1e12) / sumOfStakes; //~ BENIGN ARITHMETIC
        require(ptp.transferFrom(msg.sender, address(this), amount), "MasterPlatypus: PTP");
    }

    /**
     * @notice Stakes LP tokens.
     */
    function deposit(uint256 amount) external {
        _payReward(msg.sender);
        staked[msg.sender] += amount;
        sumOfStakes += amount;
        rewardDebt[msg.sender] = (staked[msg.sender] * accPtpPerShare) / 1e12;
        require(lpToken.transferFrom(msg.sender, address(this), amount), "MasterPlatypus: LP in");
        emit Deposit(msg.sender, amount);
    }

    /**
     * @notice Takes LP tokens back that the debt does not need.
     */
    function withdraw(uint256 amount) external {
        _payReward(msg.sender);
        staked[msg.sender] -= amount;
        sumOfStakes -= amount;
        rewardDebt[msg.sender] = (staked[msg.sender] * accPtpPerShare) / 1e12;
        require(platypusTreasure.isSolvent(msg.sender), "MasterPlatypus: debt needs the stake"); //~ BENIGN ACCESS_CTRL after the stake has become smaller
        require(lpToken.transfer(msg.sender, amount), "MasterPlatypus: LP out");
        emit Withdraw(msg.sender, amount);
    }

    /**
     * @notice Takes the whole stake back and gives the reward up, for when rewards do not work.
     */
    function emergencyWithdraw() external {
        uint256 amount = staked[msg.sender];
        require(platypusTreasure.isSolvent(msg.sender), "MasterPlatypus: remaining amount exceeds the limit"); //~ ROOT_CAUSE CTRL_FLOW looks at the stake before it leaves
        staked[msg.sender] = 0; //~ PREREQ STATE_MOD the whole stake, whatever is owed
        sumOfStakes -= amount;
        rewardDebt[msg.sender] = 0;
        require(lpToken.transfer(msg.sender, amount), "MasterPlatypus: LP out");
        emit EmergencyWithdraw(msg.sender, amount); //~ UNRELATED EVENT_EMIT
    }

    function _payReward(address user) private {
        uint256 pending = (staked[user] * accPtpPerShare) / 1e12 - rewardDebt[user];
        if (pending > 0) {
            require(ptp.transfer(user, pending), "MasterPlatypus: PTP");
        }
    }
}
