pragma solidity 0.5.17;

// Cairn: everybody lays a stone, and whoever comes later pays those who came before.
//
// A stone costs one wei and is worth one wei. A tenth of what is paid in, and a tenth of what is taken out, goes to the
// holders of all stones in proportion. Stones are a token; a transfer to the cairn itself takes stones out.

library Sums {
    function plus(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "sum");
    }

    function minus(uint256 a, uint256 b) internal pure returns (uint256) {
        require(a >= b, "difference");
        return a - b;
    }

    function times(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a * b;
        require(a == 0 || c / a == b, "product");
    }
}

contract Cairn {
    using Sums for uint256;

    string public constant name = "Cairn Stone";
    string public constant symbol = "STONE";
    uint8 public constant decimals = 18;

    uint256 private constant FEE_PART = 10;
    uint256 private constant PRECISION = 2 ** 64;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    // dividend accounting: earnings of one stone since the beginning, and what each account's stones had earned before
    // they came to it
    uint256 public earnedPerStone;
    mapping(address => uint256) private settledTo;
    mapping(address => uint256) private credit;

    event Transfer(address indexed from, address indexed to, uint256 stones);
    event Approval(address indexed holder, address indexed spender, uint256 stones);
    event Laid(address indexed holder, uint256 paid, uint256 stones);
    event TakenOut(address indexed holder, uint256 stones, uint256 worth);
    event Collected(address indexed holder, uint256 amount);

    // ---- paying in and out

    function lay() external payable returns (uint256 stones) {
        uint256 fee = msg.value / FEE_PART;
        stones = msg.value - fee; //~ BENIGN ARITHMETIC the fee is a tenth of it
        _share(fee);
        _settle(msg.sender);
        totalSupply = totalSupply.plus(stones);
        balanceOf[msg.sender] = balanceOf[msg.sender].plus(stones);
        emit Laid(msg.sender, msg.value, stones);
        emit Transfer(address(0), msg.sender, stones);
    }

    function takeOut(uint256 stones) external {
        require(stones <= balanceOf[msg.sender], "stones");
        _takeOut(msg.sender, stones);
    }

    /// Ether that the stones of an account have earned or fetched, and that was not collected yet.
    function due(address holder) public view returns (uint256) {
        return credit[holder].plus(_fresh(holder));
    }

    function collect() external returns (uint256 amount) {
        _settle(msg.sender);
        amount = credit[msg.sender];
        credit[msg.sender] = 0; //~ BENIGN STATE_MOD nothing is due any more when the ether leaves
        emit Collected(msg.sender, amount);
        (bool ok, ) = msg.sender.call.value(amount)("");
        require(ok, "payment");
    }

    // ---- token

    function approve(address spender, uint256 stones) external returns (bool) {
        allowance[msg.sender][spender] = stones;
        emit Approval(msg.sender, spender, stones);
        return true;
    }

    function transfer(address to, uint256 stones) external returns (bool) {
        require(stones <= balanceOf[msg.sender], "stones");
        if (to == address(this)) _takeOut(msg.sender, stones);
        else _move(msg.sender, to, stones);
        return true;
    }

    function transferFrom(address from, address to, uint256 stones) external returns (bool) {
        require(stones <= balanceOf[from], "stones"); //~ INSUFF_GUARD INPUT_VAL looks at the owner of the stones only
        allowance[from][msg.sender] = allowance[from][msg.sender].minus(stones); //~ BENIGN ARITHMETIC checked
        if (to == address(this)) _takeOut(msg.sender, stones); //~ ROOT_CAUSE INPUT_VAL the spender, whose balance nobody has looked at
        else _move(from, to, stones);
        return true;
    }

    // ---- inside; callers have compared the balance

    function _takeOut(address holder, uint256 stones) private {
        _settle(holder);
        balanceOf[holder] -= stones; //~ ROOT_CAUSE ARITHMETIC goes below zero for a holder of fewer stones
        totalSupply = totalSupply.minus(stones);
        uint256 fee = stones / FEE_PART;
        _share(fee);
        credit[holder] = credit[holder].plus(stones - fee);
        emit TakenOut(holder, stones, stones - fee);
        emit Transfer(holder, address(0), stones);
    }

    function _move(address from, address to, uint256 stones) private {
        _settle(from);
        _settle(to);
        balanceOf[from] -= stones; //~ BENIGN ARITHMETIC the callers have compared
        balanceOf[to] = balanceOf[to].plus(stones);
        emit Transfer(from, to, stones); //~ UNRELATED EVENT_EMIT
    }

    // A fee that nobody is there to receive stays in the cairn.
    function _share(uint256 fee) private {
        if (totalSupply > 0) earnedPerStone = earnedPerStone.plus(fee.times(PRECISION) / totalSupply);
    }

    function _settle(address holder) private {
        credit[holder] = credit[holder].plus(_fresh(holder));
        settledTo[holder] = earnedPerStone;
    }

    function _fresh(address holder) private view returns (uint256) {
        return balanceOf[holder].times(earnedPerStone - settledTo[holder]) / PRECISION; //~ PREREQ ARITHMETIC checked, so the balance must be spent before a fee is shared
    }
}
