// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// What is left of a fund that lost most of its money. Units of the old fund live on here, so that whatever the lawyers
// get back can be shared out by units. Every now and then there is a round; whoever holds units takes their part of it.
contract RecoveryPool {
    using SafeERC20 for IERC20;

    struct Round {
        uint256 money;
        uint256 left;
        uint64 endsAt;
    }

    uint256 public constant MIN_TIME = 30 days;

    IERC20 public immutable dollar;
    address public trustee;
    string public constant name = "Units of the old fund";

    uint256 public totalUnits;
    mapping(address => uint256) public unitsOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => uint256) public takenIn; // the last round of which an account had its part
    Round[] public rounds; // the first one is empty

    error NotTrustee();
    error NotWhileOpen(uint256 endsAt);
    error NoRound(uint256 round);
    error HadItsPart(address account);
    error NotSoMany(uint256 units);

    modifier onlyTrustee() {
        require(msg.sender == trustee, NotTrustee()); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 dollar_, address[] memory holders, uint256[] memory units) {
        dollar = dollar_;
        trustee = msg.sender;
        rounds.push();
        for (uint256 i = 0; i < holders.length; ++i) {
            unitsOf[holders[i]] += units[i];
            totalUnits += units[i];
            emit Moved(address(0), holders[i], units[i]);
        }
    }

    // ---- the trustee

    function setTrustee(address trustee_) external onlyTrustee {
        trustee = trustee_;
        emit TrusteeSet(trustee_);
    }

    // one round after the other
    function beginRound(uint256 money, uint64 time) external onlyTrustee {
        Round storage last = rounds[rounds.length - 1];
        require(block.timestamp >= last.endsAt, NotWhileOpen(last.endsAt)); //~ BENIGN TIMESTAMP
        require(time >= MIN_TIME, "too short"); //~ BENIGN INPUT_VAL
        uint256 all = money + last.left; //~ BENIGN COMPUTATION what nobody took goes into the next round
        last.left = 0;
        rounds.push(Round(all, all, uint64(block.timestamp) + time));
        emit Begun(rounds.length - 1, all); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), money); //~ BENIGN FUND_XFER
    }

    // ---- holders

    function take(address to) external returns (uint256 part) {
        uint256 round = rounds.length - 1;
        Round storage r = rounds[round];
        require(block.timestamp < r.endsAt, NoRound(round)); //~ BENIGN TIMESTAMP
        require(takenIn[msg.sender] < round, HadItsPart(msg.sender)); //~ BENIGN STATE_MOD
        takenIn[msg.sender] = round; //~ BENIGN STATE_MOD
        part = (r.money * unitsOf[msg.sender]) / totalUnits; //~ BENIGN COMPUTATION
        r.left -= part; //~ BENIGN ARITHMETIC never more than the round has
        emit Taken(round, msg.sender, part); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(to, part);
    }

    function approve(address spender, uint256 units) external returns (bool) {
        allowance[msg.sender][spender] = units;
        emit Approved(msg.sender, spender, units);
        return true;
    }

    function transfer(address to, uint256 units) external returns (bool) {
        move(msg.sender, to, units);
        return true;
    }

    function transferFrom(address from, address to, uint256 units) external returns (bool) {
        allowance[from][msg.sender] -= units; //~ BENIGN ACCESS_CTRL checked
        move(from, to, units);
        return true;
    }

    // ---- views

    function isOpen() public view returns (bool) {
        return block.timestamp < rounds[rounds.length - 1].endsAt;
    }

    // while a round is open, units that had their part have to wait
    function move(address from, address to, uint256 units) private {
        require(!isOpen() || takenIn[from] < rounds.length - 1, "has to wait"); //~ BENIGN CTRL_FLOW
        require(units <= unitsOf[from], NotSoMany(units)); //~ BENIGN INPUT_VAL
        unitsOf[from] -= units;
        unitsOf[to] += units;
        emit Moved(from, to, units); //~ UNRELATED EVENT_EMIT
    }

    event TrusteeSet(address trustee);
    event Begun(uint256 indexed round, uint256 money);
    event Taken(uint256 indexed round, address indexed account, uint256 part);
    event Approved(address indexed account, address indexed spender, uint256 units);
    event Moved(address indexed from, address indexed to, uint256 units);
}
