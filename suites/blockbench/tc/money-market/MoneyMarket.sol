// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

library Math {
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) { require((c = a + b) >= a, "add"); }
    function sub(uint256 a, uint256 b) internal pure returns (uint256) { require(b <= a, "sub"); return a - b; }
    function mul(uint256 a, uint256 b) internal pure returns (uint256 c) { require(a == 0 || (c = a * b) / a == b, "mul"); }
}

/// Told about every transfer that leaves the account which registered it.
interface ISendHook {
    function tokensToSend(address operator, address from, address to, uint256 amount) external;
}

/// A token in the manner of ERC-777: holders may register a hook for what they send.
contract HookedToken {
    using Math for uint256;

    string public constant symbol = "hUSD";
    uint8 public constant decimals = 18;
    address public immutable issuer = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => ISendHook) public sendHook;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed holder, address indexed spender, uint256 amount);

    function issue(address to, uint256 amount) external {
        require(msg.sender == issuer, "HT: issuer only");  //~ BENIGN ACCESS_CTRL
        balanceOf[to] = balanceOf[to].add(amount);
        emit Transfer(address(0), to, amount);
    }

    function setSendHook(ISendHook hook) external {
        sendHook[msg.sender] = hook;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] = allowance[from][msg.sender].sub(amount);
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        ISendHook hook = sendHook[from];
        if (address(hook) != address(0)) hook.tokensToSend(msg.sender, from, to, amount);  //~ PREREQ EXT_CALL the sender runs before the balances move
        balanceOf[from] = balanceOf[from].sub(amount);
        balanceOf[to] = balanceOf[to].add(amount);
        emit Transfer(from, to, amount);
    }
}

/// Lenders supply one token, approved desks borrow it, interest flows from desks to lenders.
contract MoneyMarket {
    using Math for uint256;

    /// An amount as of an index; its present value grows with the index.
    struct Position {
        uint256 amount;
        uint256 index;
    }

    uint256 private constant ONE = 1e18;
    uint256 public constant MIN_POSITION = 10e18;

    HookedToken public immutable token;
    address public immutable admin = msg.sender;
    uint256 public immutable ratePerBlock;
    uint256 public accrualBlock = block.number;
    uint256 public supplyIndex = ONE;
    uint256 public borrowIndex = ONE;
    uint256 public totalSupplied;
    uint256 public totalBorrowed;
    mapping(address => uint256) public creditLine;
    mapping(address => Position) private supplies;
    mapping(address => Position) private loans;
    bool private busy;

    event Supplied(address indexed lender, uint256 amount);
    event Withdrawn(address indexed lender, uint256 amount);
    event Borrowed(address indexed desk, uint256 amount);
    event Repaid(address indexed desk, uint256 amount);

    /// Keeps incoming payments from nesting.
    modifier whenIdle() {
        require(!busy, "MM: busy");  //~ INSUFF_GUARD REENTRY_GUARD supply and repay share it, withdraw and borrow do not
        busy = true;
        _;
        busy = false;
    }

    constructor(HookedToken token_, uint256 ratePerBlock_) public {
        token = token_;
        ratePerBlock = ratePerBlock_;
    }

    function setCreditLine(address desk, uint256 limit) external {
        require(msg.sender == admin, "MM: admin only");
        creditLine[desk] = limit;
    }

    /// Brings both indices and both totals to the current block.
    function accrue() public {
        uint256 blocks = block.number.sub(accrualBlock);
        accrualBlock = block.number;
        uint256 interest = totalBorrowed.mul(ratePerBlock).mul(blocks) / ONE;
        if (interest == 0) return;
        borrowIndex = borrowIndex.add(borrowIndex.mul(ratePerBlock).mul(blocks) / ONE);
        supplyIndex = supplyIndex.add(supplyIndex.mul(interest) / totalSupplied);  //~ UNRELATED ARITHMETIC
        totalBorrowed = totalBorrowed.add(interest);
        totalSupplied = totalSupplied.add(interest);
    }

    function supply(uint256 amount) external whenIdle {
        accrue();
        uint256 held = supplyOf(msg.sender);  //~ ROOT_CAUSE STORAGE_READ balance cached before the lender gets control
        require(held.add(amount) >= MIN_POSITION, "MM: position too small");
        require(token.transferFrom(msg.sender, address(this), amount), "MM: pull failed");  //~ PREREQ EXT_CALL runs the lender's hook
        totalSupplied = totalSupplied.add(amount);  //~ BENIGN STATE_MOD read after the pull
        supplies[msg.sender] = Position(held.add(amount), supplyIndex);  //~ ROOT_CAUSE STATE_MOD the cached balance overwrites what happened meanwhile
        emit Supplied(msg.sender, amount);
    }

    function withdraw(uint256 amount) external {
        accrue();
        uint256 held = supplyOf(msg.sender);
        require(amount <= held && amount <= available(), "MM: too much");
        supplies[msg.sender] = Position(held.sub(amount), supplyIndex);  //~ PREREQ STATE_MOD the write that a surrounding supply undoes
        totalSupplied = totalSupplied.sub(amount);
        require(token.transfer(msg.sender, amount), "MM: push failed");  //~ BENIGN FUND_XFER after the effects, and receivers have no hook
        emit Withdrawn(msg.sender, amount);
    }

    function borrow(uint256 amount) external {
        accrue();
        uint256 owed = debtOf(msg.sender).add(amount);
        require(owed <= creditLine[msg.sender] && amount <= available(), "MM: over limit");
        loans[msg.sender] = Position(owed, borrowIndex);
        totalBorrowed = totalBorrowed.add(amount);
        require(token.transfer(msg.sender, amount), "MM: push failed");
        emit Borrowed(msg.sender, amount);
    }

    function repay(uint256 amount) external whenIdle {
        accrue();
        require(token.transferFrom(msg.sender, address(this), amount), "MM: pull failed");  //~ DECOY EXT_CALL runs a hook too, but nothing is cached across it
        loans[msg.sender] = Position(debtOf(msg.sender).sub(amount), borrowIndex);  //~ BENIGN STATE_MOD debt is read after the pull
        totalBorrowed = totalBorrowed.sub(amount);
        emit Repaid(msg.sender, amount);
    }

    function supplyOf(address lender) public view returns (uint256) {
        Position memory p = supplies[lender];
        return p.amount == 0 ? 0 : p.amount.mul(supplyIndex) / p.index;
    }

    function debtOf(address desk) public view returns (uint256) {
        Position memory p = loans[desk];
        return p.amount == 0 ? 0 : p.amount.mul(borrowIndex) / p.index;
    }

    function available() public view returns (uint256) {
        return totalSupplied.sub(totalBorrowed);
    }
}
