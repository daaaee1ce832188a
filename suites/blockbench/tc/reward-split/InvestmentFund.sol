pragma solidity ^0.4.24;

import "./context/SafeMath.sol";

/**
 * @title RewardAccount
 * @dev Holds ether that leaves only on the order of its owner.
 */
contract RewardAccount {
    address public owner;

    event Paid(address indexed recipient, uint256 amount);

    /**
     * @dev Sets the owner of the account.
     * @param _owner The owner.
     */
    constructor(address _owner) public {
        owner = _owner;
    }

    /**
     * @dev Receives ether.
     */
    function () external payable {}

    /**
     * @dev Pays an amount.
     * @param _recipient Who is paid.
     * @param _amount How much.
     * @return Whether the recipient took it.
     */
    function pay(address _recipient, uint256 _amount) public returns (bool) {
        require(msg.sender == owner, "not the owner"); //~ BENIGN ACCESS_CTRL only the fund gives orders
        if (!_recipient.call.value(_amount)()) { //~ PREREQ EXT_CALL hands all gas to the recipient, even for zero
            return false;
        }
        emit Paid(_recipient, _amount); //~ UNRELATED EVENT_EMIT
        return true;
    }
}

/**
 * @title Offering
 * @dev Knows when the offering of a fund ends.
 */
contract Offering {
    using SafeMath for uint256;

    uint256 public closingTime;

    /**
     * @dev Reverts before the end of the offering.
     */
    modifier afterOffering() {
        require(now >= closingTime, "offering is open"); //~ UNRELATED TIMESTAMP
        _;
    }

    /**
     * @dev Sets the end of the offering.
     * @param _offeringDays How many days it lasts.
     */
    constructor(uint256 _offeringDays) public {
        closingTime = now.add(_offeringDays.mul(1 days));
    }
}

/**
 * @title ShareLedger
 * @dev Shares, and the rewards on them.
 */
contract ShareLedger {
    using SafeMath for uint256;

    uint256 internal constant PRECISION = 1 ether;

    uint256 public totalShares;
    uint256 public rewardIndex; // rewards per share since the beginning
    mapping (address => uint256) public shares;
    mapping (address => uint256) public credited; // rewards settled but not yet paid
    mapping (address => uint256) internal indexOf; // rewardIndex at the last settlement

    /**
     * @dev Reverts if the caller has no shares.
     */
    modifier onlyShareholders() {
        require(shares[msg.sender] > 0, "no shares"); //~ PREREQ ACCESS_CTRL holds as long as the shares stand
        _;
    }

    /**
     * @dev Brings the rewards of a shareholder up to date.
     * @param _shareholder The shareholder.
     */
    function settle(address _shareholder) internal {
        uint256 since = rewardIndex.sub(indexOf[_shareholder]);
        uint256 reward = shares[_shareholder].mul(since).div(PRECISION);
        credited[_shareholder] = credited[_shareholder].add(reward);
        indexOf[_shareholder] = rewardIndex;
    }
}

/**
 * @title InvestmentFund
 * @dev Shareholders buy shares during the offering; their ether is the capital that the manager invests in projects. Projects
 * send rewards, kept apart from the capital. A shareholder who disagrees with the manager splits, and takes the part of the
 * capital that belongs to its shares to a successor.
 */
contract InvestmentFund is Offering, ShareLedger {
    address public manager;
    uint256 public capital; // ether not yet invested, owned by the shares
    RewardAccount public rewardAccount;

    event SharesBought(address indexed shareholder, uint256 amount);
    event SharesTransferred(address indexed from, address indexed to, uint256 amount);
    event RewardDeposited(address indexed from, uint256 amount);
    event ProjectFunded(address indexed project, uint256 amount);
    event Split(address indexed shareholder, address indexed successor, uint256 principal, uint256 reward);

    /**
     * @dev Sets the manager and the end of the offering.
     * @param _offeringDays How many days the offering lasts.
     */
    constructor(uint256 _offeringDays) public Offering(_offeringDays) {
        manager = msg.sender;
        rewardAccount = new RewardAccount(this);
    }

    /**
     * @dev Buys one share for each wei.
     */
    function buyShares() public payable {
        require(now < closingTime, "offering is over");
        require(msg.value > 0, "no ether"); //~ BENIGN INPUT_VAL
        shares[msg.sender] = shares[msg.sender].add(msg.value);
        totalShares = totalShares.add(msg.value);
        capital = capital.add(msg.value);
        emit SharesBought(msg.sender, msg.value);
    }

    /**
     * @dev Shares a reward among all shares of the moment.
     */
    function depositReward() public payable afterOffering {
        require(totalShares > 0, "nobody to reward"); //~ BENIGN INPUT_VAL
        rewardIndex = rewardIndex.add(msg.value.mul(PRECISION).div(totalShares));
        address(rewardAccount).transfer(msg.value);
        emit RewardDeposited(msg.sender, msg.value);
    }

    /**
     * @dev Invests a part of the capital.
     * @param _project Who gets it.
     * @param _amount How much.
     */
    function fundProject(address _project, uint256 _amount) public afterOffering {
        require(msg.sender == manager, "not the manager"); //~ BENIGN ACCESS_CTRL
        require(_amount <= capital, "above the capital"); //~ BENIGN INPUT_VAL
        capital = capital.sub(_amount);
        require(_project.call.value(_amount)(), "payment failed"); //~ DECOY EXT_CALL manager only, capital already reduced
        emit ProjectFunded(_project, _amount);
    }

    /**
     * @dev Transfers shares.
     * @param _to Who gets them.
     * @param _amount How many.
     */
    function transferShares(address _to, uint256 _amount) public afterOffering {
        require(_to != address(0), "zero address"); //~ BENIGN INPUT_VAL
        require(_amount <= shares[msg.sender], "too few shares"); //~ BENIGN INPUT_VAL
        settle(msg.sender);
        settle(_to);
        shares[msg.sender] = shares[msg.sender].sub(_amount); //~ BENIGN STATE_MOD both sides settled first
        shares[_to] = shares[_to].add(_amount);
        emit SharesTransferred(msg.sender, _to, _amount);
    }

    /**
     * @dev Pays the rewards of the caller.
     * @return How much.
     */
    function claimReward() public returns (uint256) {
        uint256 reward = takeCredit();
        require(rewardAccount.pay(msg.sender, reward), "reward failed"); //~ BENIGN FUND_XFER the claim is cleared before it is paid
        return reward;
    }

    /**
     * @dev Leaves the fund with everything that belongs to the shares of the caller.
     * @param _successor Who gets the part of the capital.
     * @return True.
     */
    function split(address _successor) public afterOffering onlyShareholders returns (bool) {
        require(_successor != address(0) && _successor != address(this), "bad successor"); //~ BENIGN INPUT_VAL
        uint256 reward = takeCredit(); //~ INSUFF_GUARD STATE_MOD protects the reward, not the principal
        uint256 principal = capital.mul(shares[msg.sender]).div(totalShares); //~ PREREQ COMPUTATION fixed before any payment
        require(rewardAccount.pay(msg.sender, reward), "reward failed"); //~ ROOT_CAUSE EXT_CALL the shareholder gets control while the shares still stand

        capital = capital.sub(principal);
        totalShares = totalShares.sub(shares[msg.sender]);
        shares[msg.sender] = 0; //~ ROOT_CAUSE STATE_MOD written after control was given away
        require(_successor.call.value(principal)(), "payment failed"); //~ PREREQ FUND_XFER each level pays its own copy of the principal
        emit Split(msg.sender, _successor, principal, reward); //~ UNRELATED EVENT_EMIT
        return true;
    }

    /**
     * @dev Settles the rewards of the caller and clears them.
     * @return How much there was.
     */
    function takeCredit() internal returns (uint256) {
        settle(msg.sender);
        uint256 reward = credited[msg.sender];
        credited[msg.sender] = 0;
        return reward;
    }
}
