// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

/**
 * @title Poppyseed stamps
 * @dev Stamps of the bakers' guild. A baker buys them and gives them away with the bread; ten of them are good for a loaf at any
 * baker of the guild, who is paid the loaf from what the stamps were bought for. Stamps can be passed on like any token.
 */
contract PoppyseedStamps {
    string public constant name = "Poppyseed stamp";
    string public constant symbol = "POPPY";
    uint8 public constant decimals = 0;

    uint256 public constant PRICE = 0.0002 ether;
    uint256 public constant PER_LOAF = 10;
    uint256 public constant HANDS = 40;

    address public immutable guild;
    uint256 public totalSupply;
    uint256 public loavesGiven;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isBaker;
    mapping(address => uint256) public dueTo;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);
    event Baker(address indexed baker, bool member);
    event Loaves(address indexed eater, address indexed baker, uint256 loaves);
    event Settled(address indexed baker, uint256 amount);

    modifier onlyGuild() {
        require(msg.sender == guild, "Poppy: guild only");
        _;
    }

    constructor() public {
        guild = msg.sender;
    }

    function setBaker(address baker, bool member) external onlyGuild {
        isBaker[baker] = member;
        emit Baker(baker, member);
    }

    /// @notice Buys stamps; only bakers of the guild can.
    function buy(uint256 stamps) external payable {
        require(isBaker[msg.sender], "Poppy: not a baker");
        require(msg.value == _times(stamps, PRICE), "Poppy: price"); //~ BENIGN ARITHMETIC a product that would wrap is refused
        totalSupply += stamps; //~ BENIGN ARITHMETIC all of them were paid for in ether
        balanceOf[msg.sender] += stamps;
        emit Transfer(address(0), msg.sender, stamps);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        uint256 left = allowance[from][msg.sender];
        require(left >= value, "Poppy: allowance");
        if (left != uint256(-1)) allowance[from][msg.sender] = left - value; //~ BENIGN ARITHMETIC compared above
        _move(from, to, value);
        return true;
    }

    /// @notice Gives `each` stamps to everybody in a queue.
    function handOut(address[] calldata queue, uint256 each) external {
        require(queue.length > 0 && queue.length <= HANDS, "Poppy: queue");
        uint256 total = _times(each, queue.length); //~ PREREQ ARITHMETIC refused where it does not fit
        require(balanceOf[msg.sender] >= total, "Poppy: not enough");
        balanceOf[msg.sender] -= total; //~ BENIGN ARITHMETIC compared above
        for (uint256 i = 0; i < queue.length; i++) { //~ BENIGN CTRL_FLOW forty at the most
            require(queue[i] != address(0), "Poppy: nobody");
            balanceOf[queue[i]] += each; //~ BENIGN ARITHMETIC no balance is above the supply
            emit Transfer(msg.sender, queue[i], each);
        }
    }

    /// @notice Takes loaves from a baker for the caller's stamps.
    function eat(address baker, uint256 loaves) external {
        require(isBaker[baker], "Poppy: not a baker");
        uint256 stamps = _times(loaves, PER_LOAF);
        require(balanceOf[msg.sender] >= stamps, "Poppy: not enough");
        balanceOf[msg.sender] -= stamps;
        totalSupply -= stamps; //~ BENIGN ARITHMETIC no balance is above the supply
        loavesGiven += loaves;
        dueTo[baker] += stamps * PRICE; //~ BENIGN ARITHMETIC at this price the stamps were bought
        emit Transfer(msg.sender, address(0), stamps);
        emit Loaves(msg.sender, baker, loaves);
    }

    /// @notice Pays what has come together to the calling baker, who may have left the guild by then.
    function settle() external returns (uint256 amount) {
        amount = dueTo[msg.sender];
        dueTo[msg.sender] = 0; //~ BENIGN STATE_MOD before the payment
        emit Settled(msg.sender, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "Poppy: not paid");
    }

    function _move(address from, address to, uint256 value) private {
        require(to != address(0), "Poppy: nobody");
        uint256 held = balanceOf[from];
        require(held >= value, "Poppy: not enough");
        balanceOf[from] = held - value;
        balanceOf[to] += value; //~ BENIGN ARITHMETIC read anew after the line above, so that a move to oneself changes nothing
        emit Transfer(from, to, value);
    }

    /// @dev The product of two numbers, or nothing at all.
    function _times(uint256 a, uint256 b) private pure returns (uint256 product) {
        assembly {
            product := mul(a, b)
            if iszero(or(iszero(a), eq(div(product, a), b))) { revert(0, 0) } //~ BENIGN ARITHMETIC dividing by the first gives the second again, unless the first is zero
        }
    }
}
