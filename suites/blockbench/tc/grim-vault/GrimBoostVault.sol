// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IERC20 {
    function balanceOf(address a) external view returns (uint256);
    function transfer(address to, uint256 v) external returns (bool);
    function transferFrom(address from, address to, uint256 v) external returns (bool);
}

contract GrimBoostVault {
    IERC20 public immutable want;
    address public immutable strategist = msg.sender;
    uint256 public constant KEPT = 1000; // shares of nobody, so that one is never dear
    uint256 public boosted;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    error Denied();
    error Empty();
    error Failed();

    event Deposit(address indexed user, uint256 v, uint256 s);
    event Withdraw(address indexed user, uint256 v, uint256 s);

    constructor(IERC20 w) {
        want = w;
    }

    function balance() public view returns (uint256) {
        return want.balanceOf(address(this)) + boosted;
    }

    function deposit(uint256 v) external {
        depositFor(address(want), v, msg.sender);
    }

    function depositFor(address token, uint256 v, address user) public {
        uint256 p = balance();
        if (!IERC20(token).transferFrom(msg.sender, address(this), v)) revert Failed(); //~ ROOT_CAUSE EXT_CALL a token of the caller's choice runs between the two looks at the balance
        uint256 d = balance() - p; //~ PREREQ ARITHMETIC what came in meanwhile counts here too
        uint256 s = totalSupply == 0 ? d - KEPT : (d * totalSupply) / p; //~ BENIGN ARITHMETIC
        if (s == 0) revert Empty(); //~ INSUFF_GUARD INPUT_VAL
        if (totalSupply == 0) totalSupply = KEPT;
        totalSupply += s;
        balanceOf[user] += s; //~ PREREQ STATE_MOD
        emit Deposit(user, d, s); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 s) external {
        uint256 v = (s * balance()) / totalSupply;
        balanceOf[msg.sender] -= s; //~ BENIGN STATE_MOD before the transfer
        totalSupply -= s;
        if (!want.transfer(msg.sender, v)) revert Failed();
        emit Withdraw(msg.sender, v, s);
    }

    function boost(uint256 v) external {
        if (msg.sender != strategist) revert Denied();
        boosted += v;
        if (!want.transfer(msg.sender, v)) revert Failed();
    }

    function unboost(uint256 v) external {
        if (msg.sender != strategist) revert Denied();
        boosted -= v;
        if (!want.transferFrom(msg.sender, address(this), v)) revert Failed();
    }
}
