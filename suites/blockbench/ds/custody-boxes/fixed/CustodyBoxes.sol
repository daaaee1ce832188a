// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// Keeps one token in numbered boxes. A box has a keeper, and a keeper
// can name operators for all of the keeper's boxes.
contract CustodyBoxes {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Box {
        address keeper;
        address nominee;
        uint256 balance;
    }

    IERC20 public immutable token;

    address public governance;
    address public nextGovernance;
    bool public closed;
    uint256 public lastId;
    mapping(uint256 => Box) public boxes;
    // keeper => operator
    mapping(address => mapping(address => bool)) public operators;

    event Open(uint256 indexed id, address indexed keeper);
    event Deposit(uint256 indexed id, uint256 amount);
    event Withdraw(uint256 indexed id, address indexed to, uint256 amount);
    event Operator(address indexed keeper, address indexed operator, bool allowed);
    event Keeper(uint256 indexed id, address indexed keeper);

    constructor(IERC20 _token) {
        require(address(_token) != address(0), "!token"); //~ BENIGN INIT
        token = _token;
        governance = msg.sender;
    }

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyKeeper(uint256 _id) {
        require(msg.sender == boxes[_id].keeper, "!keeper"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyOperator(uint256 _id) {
        address keeper = boxes[_id].keeper;
        require(keeper == msg.sender || operators[keeper][msg.sender], "!operator"); //~ BENIGN ACCESS_CTRL
        _;
    }

    // two steps, the second by the new one
    function setGovernance(address _next) external onlyGovernance { //~ BENIGN ACCESS_CTRL
        nextGovernance = _next;
    }

    function acceptGovernance() external {
        require(msg.sender == nextGovernance, "!next"); //~ BENIGN ACCESS_CTRL zero calls nobody
        governance = msg.sender;
        nextGovernance = address(0);
    }

    // no new deposits, those that are here can go
    function setClosed(bool _closed) external onlyGovernance { //~ BENIGN ACCESS_CTRL
        closed = _closed;
    }

    function open() external returns (uint256 id) {
        require(!closed, "!open");
        id = ++lastId;
        boxes[id].keeper = msg.sender; //~ BENIGN STATE_MOD
        emit Open(id, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function setOperator(address _operator, bool _allowed) external {
        require(_operator != msg.sender, "!other");
        operators[msg.sender][_operator] = _allowed; //~ BENIGN STATE_MOD
        emit Operator(msg.sender, _operator, _allowed);
    }

    // by anyone, for any box
    function deposit(uint256 _id, uint256 _amount) external { //~ BENIGN ACCESS_CTRL only gives
        require(!closed, "!open");
        require(boxes[_id].keeper != address(0), "!box"); //~ BENIGN INPUT_VAL
        uint256 before = token.balanceOf(address(this));
        token.safeTransferFrom(msg.sender, address(this), _amount);
        uint256 got = token.balanceOf(address(this)).sub(before); //~ BENIGN ARITHMETIC
        require(got > 0, "!amount");
        boxes[_id].balance = boxes[_id].balance.add(got); //~ BENIGN STATE_MOD
        emit Deposit(_id, got);
    }

    function withdraw(uint256 _id, uint256 _amount, address _to) external onlyOperator(_id) {
        Box storage box = boxes[_id];
        require(_amount > 0 && _amount <= box.balance, "!amount"); //~ BENIGN INPUT_VAL
        box.balance = box.balance.sub(_amount); //~ BENIGN STATE_MOD
        token.safeTransfer(_to, _amount); //~ BENIGN FUND_XFER
        emit Withdraw(_id, _to, _amount);
    }

    // from one box to another, of whomever
    function move(uint256 _from, uint256 _to, uint256 _amount) external onlyOperator(_from) {
        require(boxes[_to].keeper != address(0), "!box"); //~ BENIGN INPUT_VAL
        require(_amount > 0 && _amount <= boxes[_from].balance, "!amount"); //~ BENIGN INPUT_VAL
        boxes[_from].balance = boxes[_from].balance.sub(_amount);
        boxes[_to].balance = boxes[_to].balance.add(_amount); //~ BENIGN STATE_MOD
        emit Withdraw(_from, address(this), _amount);
        emit Deposit(_to, _amount);
    }

    // the box itself changes hands when the nominee takes it
    function nominate(uint256 _id, address _nominee) external onlyKeeper(_id) { //~ BENIGN ACCESS_CTRL
        boxes[_id].nominee = _nominee;
    }

    function take(uint256 _id) external {
        Box storage box = boxes[_id];
        require(msg.sender == box.nominee, "!nominee"); //~ BENIGN ACCESS_CTRL
        box.keeper = msg.sender;
        box.nominee = address(0);
        emit Keeper(_id, msg.sender);
    }
}
