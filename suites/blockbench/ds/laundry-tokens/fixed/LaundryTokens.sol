pragma solidity 0.5.17;

/**
 * @title Storage of the laundry
 */
contract LaundryStorage {
    /// @notice The caretaker, who sells tokens
    address public caretaker;

    /// @notice Tokens that were sold and not used yet
    uint public totalSupply;

    /// @notice Official record of balances
    mapping (address => uint) internal accountTokens;

    /// @notice Wash cycles that a tenant has paid for and not started
    mapping (address => uint) public cycles;
}

/**
 * @title Tokens for the washing machines of a house
 * @notice A token is worth one cycle
 */
contract LaundryTokens is LaundryStorage {
    /// @notice The price of a token
    uint public constant price = 0.002 ether;

    /// @notice Most receivers of one transfer
    uint public constant maxReceivers = 20;

    /// @notice Most tokens of one sale
    uint public constant maxSale = 1000000;

    /// @notice Emitted when tokens move
    event Transfer(address indexed from, address indexed to, uint amount);

    /// @notice Emitted when a cycle is started
    event CycleStarted(address indexed tenant, uint left);

    /// @notice Emitted when tokens are given back for ether
    event GivenBack(address indexed tenant, uint amount, uint paid);

    /// @notice Emitted when another caretaker takes over
    event NewCaretaker(address oldCaretaker, address newCaretaker);

    constructor() public {
        caretaker = msg.sender;
    }

    /**
     * @notice Sells tokens for ether
     * @param tenant The account that receives them
     * @param amount The number of tokens
     * @return The new balance
     */
    function sell(address tenant, uint amount) external payable returns (uint) {
        require(msg.sender == caretaker, "only the caretaker may sell"); //~ BENIGN ACCESS_CTRL
        require(tenant != address(0), "the tenant is the zero address"); //~ BENIGN INPUT_VAL
        require(amount <= maxSale, "too many tokens");
        require(msg.value == amount * price, "the price is not paid"); //~ BENIGN ARITHMETIC
        totalSupply = addUint(totalSupply, amount, "the supply overflows"); //~ BENIGN ARITHMETIC
        accountTokens[tenant] = addUint(accountTokens[tenant], amount, "the balance overflows");
        emit Transfer(address(0), tenant, amount);
        return accountTokens[tenant];
    }

    /**
     * @notice Transfers tokens of the caller
     * @param to The account that receives them
     * @param amount The number of tokens
     * @return Whether the transfer succeeded
     */
    function transfer(address to, uint amount) external returns (bool) {
        accountTokens[msg.sender] = subUint(accountTokens[msg.sender], amount, "the balance is too low"); //~ BENIGN ARITHMETIC
        receiveInternal(msg.sender, to, amount);
        return true;
    }

    /**
     * @notice Transfers tokens of the caller to several accounts
     * @param to The accounts that receive them
     * @param amounts The number of tokens for each
     * @return The number of tokens in all
     */
    function transferMany(address[] calldata to, uint[] calldata amounts) external returns (uint) {
        require(to.length == amounts.length, "the lists differ in length"); //~ BENIGN INPUT_VAL
        require(to.length <= maxReceivers, "the list is too long"); //~ BENIGN INPUT_VAL
        uint all = 0;
        for (uint i = 0; i < to.length; i++) {
            all = addUint(all, amounts[i], "the sum overflows"); //~ BENIGN ARITHMETIC
        }
        accountTokens[msg.sender] = subUint(accountTokens[msg.sender], all, "the balance is too low"); //~ BENIGN ARITHMETIC
        for (uint i = 0; i < to.length; i++) {
            receiveInternal(msg.sender, to[i], amounts[i]);
        }
        return all;
    }

    /**
     * @notice Pays for cycles with tokens of the caller
     * @param amount The number of cycles
     */
    function pay(uint amount) external {
        accountTokens[msg.sender] = subUint(accountTokens[msg.sender], amount, "the balance is too low");
        totalSupply = subUint(totalSupply, amount, "the supply is too low"); //~ BENIGN ARITHMETIC
        cycles[msg.sender] = addUint(cycles[msg.sender], amount, "the cycles overflow"); //~ BENIGN STATE_MOD
        emit Transfer(msg.sender, address(0), amount);
    }

    /**
     * @notice Gives tokens of the caller back for their price
     * @param amount The number of tokens
     * @return The ether
     */
    function giveBack(uint amount) external returns (uint) {
        accountTokens[msg.sender] = subUint(accountTokens[msg.sender], amount, "the balance is too low");
        totalSupply = subUint(totalSupply, amount, "the supply is too low"); //~ BENIGN STATE_MOD
        uint paid = amount * price; //~ BENIGN ARITHMETIC
        emit GivenBack(msg.sender, amount, paid);
        msg.sender.transfer(paid); //~ BENIGN FUND_XFER
        return paid;
    }

    /**
     * @notice Takes ether that cycles have earned
     * @param amount The ether
     */
    function collect(uint amount) external {
        require(msg.sender == caretaker, "only the caretaker may collect"); //~ BENIGN ACCESS_CTRL
        require(subUint(address(this).balance, amount, "there is less") >= totalSupply * price, "it is the tenants'"); //~ BENIGN ARITHMETIC
        msg.sender.transfer(amount);
    }

    /**
     * @notice Starts a cycle that the caller has paid for
     */
    function start() external {
        cycles[msg.sender] = subUint(cycles[msg.sender], 1, "no cycle is paid for"); //~ BENIGN ARITHMETIC
        emit CycleStarted(msg.sender, cycles[msg.sender]); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Names another caretaker
     * @param newCaretaker The account
     */
    function setCaretaker(address newCaretaker) external {
        require(msg.sender == caretaker, "only the caretaker may leave"); //~ BENIGN ACCESS_CTRL
        require(newCaretaker != address(0), "the caretaker is the zero address"); //~ BENIGN INPUT_VAL
        emit NewCaretaker(caretaker, newCaretaker);
        caretaker = newCaretaker;
    }

    /**
     * @notice The tokens of an account
     * @param account The account
     * @return The number of tokens
     */
    function balanceOf(address account) external view returns (uint) {
        return accountTokens[account];
    }

    function receiveInternal(address from, address to, uint amount) internal {
        require(to != address(0), "the receiver is the zero address"); //~ BENIGN INPUT_VAL
        accountTokens[to] = addUint(accountTokens[to], amount, "the balance overflows"); //~ BENIGN STATE_MOD
        emit Transfer(from, to, amount);
    }

    function addUint(uint a, uint b, string memory errorMessage) internal pure returns (uint) {
        uint c = a + b; //~ BENIGN ARITHMETIC
        require(c >= a, errorMessage);
        return c;
    }

    function subUint(uint a, uint b, string memory errorMessage) internal pure returns (uint) {
        require(b <= a, errorMessage);
        return a - b;
    }
}
