// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Villagers put EMBER behind the hearth they like, and the hearths share the peat money by what's behind them.
// The money goes to the keeper of the hearth, not to the villagers.
contract HearthGauges is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Hearth {
        address keeper;
        uint256 behind;
        uint256 mark; // index up to which due is right
        uint256 due;
    }

    uint256 private constant ONE = 1e18;

    IERC20 public immutable ember;
    IERC20 public immutable peat;
    Hearth[] public hearths;
    mapping(uint256 => mapping(address => uint256)) public stakes;
    uint256 public total;
    uint256 public index; // peat for one ember so far, times ONE
    uint256 public at;
    uint256 public rate; // peat a second for all hearths
    uint256 public fund; // peat nobody has a claim on yet

    error NotKeeper(uint256 id);
    error TooMuch(uint256 amount, uint256 staked);
    error Zero();

    constructor(IERC20 ember_, IERC20 peat_) Ownable(msg.sender) {
        require(ember_ != peat_, "same token"); //~ BENIGN INIT
        ember = ember_;
        peat = peat_;
        at = block.timestamp;
    }

    function light(address keeper) external onlyOwner returns (uint256 id) { //~ BENIGN ACCESS_CTRL
        if (keeper == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        id = hearths.length;
        _roll();
        hearths.push(Hearth(keeper, 0, index, 0));
        emit Lit(id, keeper); //~ UNRELATED EVENT_EMIT
    }

    function setRate(uint256 rate_) external onlyOwner { //~ BENIGN ACCESS_CTRL
        _roll(); //~ BENIGN STATE_MOD
        rate = rate_;
        emit RateSet(rate_);
    }

    function give(uint256 amount) external {
        if (amount == 0) revert Zero(); //~ BENIGN INPUT_VAL
        _roll();
        fund += amount;
        emit Given(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        peat.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function stake(uint256 id, uint256 amount) external { //~ BENIGN ACCESS_CTRL
        if (amount == 0) revert Zero(); //~ BENIGN INPUT_VAL
        _settle(hearths[id]);
        hearths[id].behind += amount;
        total += amount;
        stakes[id][msg.sender] += amount;
        emit Staked(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        ember.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    function unstake(uint256 id, uint256 amount) external {
        uint256 staked = stakes[id][msg.sender];
        if (amount > staked) revert TooMuch(amount, staked); //~ BENIGN INPUT_VAL
        _settle(hearths[id]);
        hearths[id].behind -= amount;
        total -= amount;
        stakes[id][msg.sender] = staked - amount; //~ BENIGN STATE_MOD
        emit Unstaked(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        ember.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
    }

    // the keeper comes by once a month or so
    function collect(uint256 id) external returns (uint256 amount) {
        Hearth storage h = hearths[id];
        if (msg.sender != h.keeper) revert NotKeeper(id); //~ BENIGN ACCESS_CTRL
        _roll();
        amount = owed(id); //~ BENIGN STORAGE_READ
        h.due = 0; //~ BENIGN STATE_MOD
        h.mark = index; //~ BENIGN STATE_MOD
        emit Collected(id, amount); //~ UNRELATED EVENT_EMIT
        peat.safeTransfer(h.keeper, amount);
    }

    function hand(uint256 id, address keeper) external {
        if (msg.sender != hearths[id].keeper) revert NotKeeper(id); //~ BENIGN ACCESS_CTRL
        if (keeper == address(0)) revert Zero(); //~ BENIGN INPUT_VAL
        hearths[id].keeper = keeper; //~ BENIGN STATE_MOD
        emit Handed(id, keeper); //~ UNRELATED EVENT_EMIT
    }

    function owed(uint256 id) public view returns (uint256) {
        Hearth storage h = hearths[id];
        return h.due + (h.behind * (_indexNow() - h.mark)) / ONE; //~ BENIGN ARITHMETIC
    }

    function hearthCount() external view returns (uint256) {
        return hearths.length;
    }

    function _settle(Hearth storage h) private {
        _roll(); //~ BENIGN STATE_MOD
        h.due += (h.behind * (index - h.mark)) / ONE; //~ BENIGN ARITHMETIC
        h.mark = index; //~ BENIGN STATE_MOD
    }

    function _roll() private {
        uint256 spent = _running();
        index = _indexNow(); //~ BENIGN STATE_MOD
        fund -= spent;
        at = block.timestamp;
    }

    function _running() private view returns (uint256) {
        uint256 spent = rate * (block.timestamp - at); //~ BENIGN TIMESTAMP
        if (total == 0) return 0; //~ BENIGN CTRL_FLOW
        return spent < fund ? spent : fund;
    }

    function _indexNow() private view returns (uint256) {
        return total == 0 ? index : index + (_running() * ONE) / total; //~ BENIGN ARITHMETIC
    }

    event Lit(uint256 indexed id, address indexed keeper);
    event RateSet(uint256 rate);
    event Given(address indexed who, uint256 amount);
    event Staked(uint256 indexed id, address indexed who, uint256 amount);
    event Unstaked(uint256 indexed id, address indexed who, uint256 amount);
    event Collected(uint256 indexed id, uint256 amount);
    event Handed(uint256 indexed id, address indexed keeper);
}
