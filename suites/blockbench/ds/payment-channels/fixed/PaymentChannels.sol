// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// A payer puts an amount into a channel, the two count outside of the chain,
// and close the channel with a split that both have named. The token moves
// as much as it is told to.
contract PaymentChannels {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Channel {
        address payer;
        address payee;
        uint256 amount;
        uint256 expiry;
    }

    struct Split {
        address by;
        uint256 payer;
        uint256 payee;
    }

    uint256 public constant MIN_TERM = 1 days;
    uint256 public constant MAX_TERM = 365 days;

    IERC20 public immutable token;

    uint256 public lastId;
    mapping(address => uint256) public balances;
    mapping(uint256 => Channel) public channels;
    mapping(uint256 => Split) public splits;

    event Deposit(address indexed account, uint256 amount);
    event Withdraw(address indexed account, address indexed to, uint256 amount);
    event Open(uint256 indexed id, address indexed payer, address indexed payee, uint256 amount);
    event Extend(uint256 indexed id, uint256 amount, uint256 expiry);
    event Propose(uint256 indexed id, address indexed by, uint256 payer, uint256 payee);
    event Close(uint256 indexed id, uint256 payer, uint256 payee);

    constructor(IERC20 _token) {
        require(address(_token) != address(0), "!token"); //~ BENIGN INIT
        token = _token;
    }

    modifier onlyParty(uint256 _id) {
        require(msg.sender == channels[_id].payer || msg.sender == channels[_id].payee, "!party"); //~ BENIGN ACCESS_CTRL
        _;
    }

    function deposit(uint256 _amount) external {
        balances[msg.sender] = balances[msg.sender].add(_amount); //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        emit Deposit(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(address _to, uint256 _amount) external {
        _take(msg.sender, _amount);
        token.safeTransfer(_to, _amount); //~ BENIGN FUND_XFER
        emit Withdraw(msg.sender, _to, _amount);
    }

    function open(address _payee, uint256 _amount, uint256 _term) external returns (uint256 id) {
        require(_payee != address(0) && _payee != msg.sender, "!payee"); //~ BENIGN INPUT_VAL
        require(_amount > 0, "!amount"); //~ BENIGN INPUT_VAL
        require(_term >= MIN_TERM && _term <= MAX_TERM, "!term"); //~ BENIGN INPUT_VAL
        _take(msg.sender, _amount);
        id = ++lastId;
        channels[id] = Channel(msg.sender, _payee, _amount, block.timestamp.add(_term));
        emit Open(id, msg.sender, _payee, _amount); //~ UNRELATED EVENT_EMIT
    }

    // more in it, for longer
    function extend(uint256 _id, uint256 _amount, uint256 _term) external {
        Channel storage channel = channels[_id];
        require(msg.sender == channel.payer, "!payer"); //~ BENIGN ACCESS_CTRL
        require(_term <= MAX_TERM, "!term"); //~ BENIGN INPUT_VAL
        uint256 expiry = block.timestamp.add(_term);
        require(expiry >= channel.expiry, "!later"); //~ BENIGN TIMESTAMP
        _take(msg.sender, _amount);
        channel.amount = channel.amount.add(_amount); //~ BENIGN ARITHMETIC
        channel.expiry = expiry;
        emit Extend(_id, channel.amount, expiry);
    }

    // the later word of a party stands
    function propose(uint256 _id, uint256 _payer, uint256 _payee) external onlyParty(_id) {
        splits[_id] = Split(msg.sender, _payer, _payee); //~ BENIGN STATE_MOD
        emit Propose(_id, msg.sender, _payer, _payee); //~ UNRELATED EVENT_EMIT
    }

    // by the other party, which names the same split
    function accept(uint256 _id, uint256 _payer, uint256 _payee) external onlyParty(_id) {
        Split memory split = splits[_id];
        require(split.by != address(0) && split.by != msg.sender, "!other"); //~ BENIGN ACCESS_CTRL
        require(split.payer == _payer && split.payee == _payee, "!same"); //~ BENIGN INPUT_VAL
        _close(_id, _payer, _payee);
    }

    // the payee gives all of it back
    function decline(uint256 _id) external {
        Channel memory channel = channels[_id];
        require(msg.sender == channel.payee, "!payee"); //~ BENIGN ACCESS_CTRL
        _close(_id, channel.amount, 0);
    }

    // all of it, when there was no split in time
    function reclaim(uint256 _id) external {
        Channel memory channel = channels[_id];
        require(msg.sender == channel.payer, "!payer"); //~ BENIGN ACCESS_CTRL
        require(block.timestamp >= channel.expiry, "!expired"); //~ BENIGN TIMESTAMP
        _close(_id, channel.amount, 0);
    }

    function _close(uint256 _id, uint256 _payer, uint256 _payee) internal {
        Channel memory channel = channels[_id];
        require(_payer.add(_payee) == channel.amount, "!split"); //~ BENIGN ARITHMETIC
        delete channels[_id];
        delete splits[_id];
        balances[channel.payer] = balances[channel.payer].add(_payer); //~ BENIGN STATE_MOD
        balances[channel.payee] = balances[channel.payee].add(_payee); //~ BENIGN STATE_MOD
        emit Close(_id, _payer, _payee); //~ UNRELATED EVENT_EMIT
    }

    function _take(address _account, uint256 _amount) internal {
        balances[_account] = balances[_account].sub(_amount, "!balance"); //~ BENIGN ARITHMETIC
    }
}
