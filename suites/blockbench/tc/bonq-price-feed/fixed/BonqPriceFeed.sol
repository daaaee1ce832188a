// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

error NotGovernance();
error NoStake();

// reporters stake TRB and post values, governance may strike a value out and keep the stake
contract TellorFlex {
    struct Report {
        uint256 time;
        uint256 value;
        address reporter;
        bool disputed;
    }

    uint256 public constant STAKE = 10e18;

    IERC20 public immutable trb;
    address public immutable governance;
    mapping(address => uint256) public stakeOf;
    mapping(bytes32 => Report[]) public reports;

    constructor(IERC20 _trb) {
        trb = _trb;
        governance = msg.sender;
    }

    function depositStake() external {
        stakeOf[msg.sender] += STAKE;
        require(trb.transferFrom(msg.sender, address(this), STAKE), "trb not in"); //~ BENIGN FUND_XFER
        emit Staked(msg.sender);
    }

    function submitValue(bytes32 queryId, uint256 value) external {
        if (stakeOf[msg.sender] < STAKE) revert NoStake(); //~ INSUFF_GUARD ACCESS_CTRL anyone may stake
        reports[queryId].push(Report(block.timestamp, value, msg.sender, false)); //~ PREREQ STATE_MOD any value, until somebody objects
        emit NewReport(queryId, value, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    // slashes, the stake goes to governance
    function disputeValue(bytes32 queryId, uint256 index) external {
        if (msg.sender != governance) revert NotGovernance(); //~ BENIGN ACCESS_CTRL
        Report storage r = reports[queryId][index];
        require(!r.disputed, "struck already");
        r.disputed = true;
        uint256 kept = stakeOf[r.reporter];
        stakeOf[r.reporter] = 0;
        require(trb.transfer(governance, kept), "trb not out");
    }

    // newest undisputed report that somebody else than `except` made
    function newest(bytes32 queryId, address except) external view returns (uint256 value, uint256 time, address by) {
        Report[] storage list = reports[queryId];
        for (uint256 i = list.length; i > 0; i--) {
            Report storage r = list[i - 1];
            if (!r.disputed && r.reporter != except) return (r.value, r.time, r.reporter); //~ BENIGN CTRL_FLOW
        }
    }

    event Staked(address reporter);
    event NewReport(bytes32 queryId, uint256 value, address reporter);
}

contract TellorPriceFeed {
    bytes32 public constant QUERY = keccak256("ALBT/EUR");
    uint256 public constant MAX_AGE = 1 days;
    TellorFlex public immutable tellor;

    constructor(TellorFlex _tellor) {
        tellor = _tellor;
    }

    // EUR per ALBT, 18 digits
    function price() external view returns (uint256) {
        (uint256 value, uint256 time, address by) = tellor.newest(QUERY, address(0)); //~ BENIGN ORACLE
        (uint256 second, uint256 before, ) = tellor.newest(QUERY, by); //~ BENIGN ORACLE the lower of two reporters
        if (second < value) value = second;
        if (before < time) time = before;
        require(value > 0, "no price"); //~ BENIGN INPUT_VAL
        require(time + MAX_AGE >= block.timestamp, "old price"); //~ BENIGN TIMESTAMP
        return value;
    }
}

/// BEUR against ALBT. One trove per account, no interest.
contract BonqTroves {
    uint256 public constant MCR = 150; // percent

    IERC20 public immutable albt;
    IERC20 public immutable beur;
    TellorPriceFeed public immutable feed;
    mapping(address => uint256) public collateral;
    mapping(address => uint256) public debt;

    constructor(IERC20 _albt, IERC20 _beur, TellorPriceFeed _feed) {
        albt = _albt;
        beur = _beur;
        feed = _feed;
    }

    function increaseCollateral(uint256 amount) external {
        collateral[msg.sender] += amount;
        require(albt.transferFrom(msg.sender, address(this), amount), "albt not in"); //~ BENIGN FUND_XFER
        emit Trove(msg.sender, collateral[msg.sender], debt[msg.sender]);
    }

    function decreaseCollateral(uint256 amount) external {
        collateral[msg.sender] -= amount; //~ BENIGN ARITHMETIC
        healthy();
        require(albt.transfer(msg.sender, amount), "albt not out");
        emit Trove(msg.sender, collateral[msg.sender], debt[msg.sender]);
    }

    function borrow(uint256 amount) external {
        debt[msg.sender] += amount;
        healthy(); //~ BENIGN ACCESS_CTRL
        require(beur.transfer(msg.sender, amount), "beur not out"); //~ PREREQ FUND_XFER
        emit Trove(msg.sender, collateral[msg.sender], debt[msg.sender]);
    }

    function repay(uint256 amount) external {
        debt[msg.sender] -= amount; //~ BENIGN ARITHMETIC
        require(beur.transferFrom(msg.sender, address(this), amount), "beur not in");
        emit Trove(msg.sender, collateral[msg.sender], debt[msg.sender]);
    }

    function healthy() internal view {
        if (debt[msg.sender] == 0) return;
        uint256 worth = (collateral[msg.sender] * feed.price()) / 1e18; //~ PREREQ ORACLE collateral is worth what was reported
        require(worth * 100 >= debt[msg.sender] * MCR, "below MCR"); //~ BENIGN INPUT_VAL
    }

    event Trove(address owner, uint256 collateral, uint256 debt);
}
