// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IStable {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

library U {
    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "U: plus");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "U: minus");
        return a - b;
    }

    function times(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a * b;
        require(a == 0 || c / a == b, "U: times");
    }
}

/// Who holds the notes, and what they were worth on average when they came to their holder.
abstract contract NoteRegister {
    using U for uint256;

    uint256 internal constant ONE = 1e18;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public basisOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 notes);
    event Approval(address indexed holder, address indexed spender, uint256 notes);

    function _pass(address from, address to, uint256 notes) internal virtual returns (bool);

    function approve(address spender, uint256 notes) external returns (bool) {
        allowance[msg.sender][spender] = notes;
        emit Approval(msg.sender, spender, notes); //~ UNRELATED EVENT_EMIT
        return true;
    }

    function transfer(address to, uint256 notes) external returns (bool) {
        return _pass(msg.sender, to, notes);
    }

    function transferFrom(address from, address to, uint256 notes) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].minus(notes); //~ BENIGN ARITHMETIC checked
        return _pass(from, to, notes);
    }

    function _issue(address to, uint256 notes, uint256 worth) internal {
        basisOf[to] = _blend(balanceOf[to], basisOf[to], notes, worth);
        totalSupply = totalSupply.plus(notes);
        balanceOf[to] = balanceOf[to].plus(notes);
        emit Transfer(address(0), to, notes);
    }

    function _retire(address from, uint256 notes) internal {
        balanceOf[from] = balanceOf[from].minus(notes); //~ BENIGN ARITHMETIC checked
        totalSupply = totalSupply.minus(notes);
        emit Transfer(from, address(0), notes);
    }

    /// Average of two lots.
    function _blend(uint256 held, uint256 basis, uint256 notes, uint256 worth) internal pure returns (uint256) {
        uint256 all = held.plus(notes);
        if (all == 0) return 0;
        return held.times(basis).plus(notes.times(worth)) / all;
    }
}

/**
 * Ghyll Loan Notes. Lenders put dollars in and hold notes; desks borrow the dollars for their margin traders and bring them
 * back with interest. A note is a part of everything the pool has, in cash or on loan.
 */
contract GhyllLoanNotes is NoteRegister {
    string public constant name = "Ghyll Loan Note";
    string public constant symbol = "GHYLL";
    uint8 public constant decimals = 18;

    uint256 public constant YEAR = 365 days;
    uint256 public constant LARGEST_PART = 90; // of 100 in the pool that may be on loan

    IStable public immutable dollar;
    address public immutable steward;

    uint256 public cash;
    uint256 public rate; // interest of a year, 18 decimals
    uint256 public lent;
    uint256 public accruedAt;
    mapping(address => bool) public isDesk;

    event DeskSet(address indexed desk, bool admitted);
    event Lent(address indexed desk, uint256 amount);
    event BroughtBack(address indexed desk, uint256 amount);

    constructor(IStable dollar_, uint256 rate_) public {
        dollar = dollar_;
        rate = rate_;
        steward = msg.sender;
        accruedAt = block.timestamp;
    }

    function setDesk(address desk, bool admitted) external {
        require(msg.sender == steward, "Ghyll: steward");
        isDesk[desk] = admitted;
        emit DeskSet(desk, admitted);
    }

    /// Loans with their interest until now.
    function owed() public view returns (uint256) {
        uint256 time = block.timestamp - accruedAt;
        return lent.plus(lent.times(rate).times(time) / YEAR / ONE);
    }

    /// Dollars a note stands for, 18 decimals. Counts the cash that came in through this contract.
    function price() public view returns (uint256) {
        if (totalSupply == 0) return ONE;
        return cash.plus(owed()).times(ONE) / totalSupply; //~ BENIGN ORACLE a plain transfer of dollars does not move it
    }

    /// What a holder has earned on the notes it has, in dollars of 18 decimals.
    function earnedBy(address holder) external view returns (uint256) {
        uint256 current = price();
        uint256 basis = basisOf[holder];
        return current > basis ? balanceOf[holder].times(current - basis) / ONE : 0;
    }

    function put(uint256 dollars) external returns (uint256 notes) {
        uint256 current = price();
        notes = dollars.times(ONE) / current;
        require(notes > 0, "Ghyll: too little"); //~ BENIGN INPUT_VAL
        _issue(msg.sender, notes, current);
        cash = cash.plus(dollars);
        require(dollar.transferFrom(msg.sender, address(this), dollars), "Ghyll: dollars");
    }

    function take(uint256 notes) external returns (uint256 dollars) {
        dollars = notes.times(price()) / ONE;
        _retire(msg.sender, notes);
        cash = cash.minus(dollars); //~ PREREQ FUND_XFER notes are worth cash at once
        require(dollar.transfer(msg.sender, dollars), "Ghyll: dollars");
    }

    function lend(uint256 dollars) external {
        require(isDesk[msg.sender], "Ghyll: desk"); //~ BENIGN ACCESS_CTRL desks are admitted by the steward
        _accrue();
        lent = lent.plus(dollars);
        cash = cash.minus(dollars);
        require(lent.times(100) <= cash.plus(lent).times(LARGEST_PART), "Ghyll: too much on loan");
        emit Lent(msg.sender, dollars);
        require(dollar.transfer(msg.sender, dollars), "Ghyll: dollars");
    }

    function bringBack(uint256 dollars) external {
        _accrue();
        lent = lent.minus(dollars);
        cash = cash.plus(dollars);
        emit BroughtBack(msg.sender, dollars);
        require(dollar.transferFrom(msg.sender, address(this), dollars), "Ghyll: dollars");
    }

    function _pass(address from, address to, uint256 notes) internal override returns (bool) {
        require(to != address(0) && to != address(this), "Register: receiver"); //~ INSUFF_GUARD INPUT_VAL the sender is accepted as the receiver
        uint256 given = balanceOf[from];
        uint256 held = balanceOf[to]; //~ ROOT_CAUSE STORAGE_READ as it was before the notes leave the sender
        basisOf[to] = _blend(held, basisOf[to], notes, price());
        balanceOf[from] = given.minus(notes); //~ BENIGN ARITHMETIC checked, nobody gives more than he has
        balanceOf[to] = held.plus(notes); //~ ROOT_CAUSE STATE_MOD writes over the subtraction if both are the same
        emit Transfer(from, to, notes);
        return true;
    }

    function _accrue() private {
        lent = owed();
        accruedAt = block.timestamp;
    }
}
