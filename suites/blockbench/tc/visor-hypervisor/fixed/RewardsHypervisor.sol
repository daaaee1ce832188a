// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IERC20 {
    function balanceOf(address a) external view returns (uint256);
    function transfer(address to, uint256 v) external returns (bool);
    function transferFrom(address from, address to, uint256 v) external returns (bool);
}

interface IVisor {
    function owner() external view returns (address);
    function delegatedTransferERC20(address token, address to, uint256 v) external;
}

contract RewardsHypervisor {
    uint256 public constant KEPT = 1000; // shares of nobody, so that one is never dear
    IERC20 public immutable visr;
    address public owner = msg.sender;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    bool private busy;

    error Denied();
    error Nothing();
    error Failed();

    event Deposit(address indexed from, address indexed to, uint256 v, uint256 s);
    event Withdraw(address indexed from, address indexed to, uint256 v, uint256 s);

    constructor(IERC20 t) {
        visr = t;
    }

    function deposit(uint256 v, address from, address to) external returns (uint256 s) {
        if (busy) revert Denied(); //~ BENIGN REENTRY_GUARD one payment is counted once
        busy = true;
        uint256 b = visr.balanceOf(address(this));
        s = totalSupply == 0 ? v - KEPT : (v * totalSupply) / b; //~ BENIGN ARITHMETIC
        if (s == 0) revert Nothing();
        if (totalSupply == 0) totalSupply = KEPT;
        if (from.code.length > 0) {
            if (IVisor(from).owner() != msg.sender) revert Denied(); //~ BENIGN ACCESS_CTRL
            IVisor(from).delegatedTransferERC20(address(visr), address(this), v); //~ BENIGN EXT_CALL
            if (visr.balanceOf(address(this)) < b + v) revert Failed(); //~ BENIGN INPUT_VAL
        } else {
            if (from != msg.sender) revert Denied(); //~ BENIGN ACCESS_CTRL
            if (!visr.transferFrom(from, address(this), v)) revert Failed();
        }
        totalSupply += s; //~ BENIGN STATE_MOD
        balanceOf[to] += s;
        busy = false;
        emit Deposit(from, to, v, s); //~ UNRELATED EVENT_EMIT
    }

    function withdraw(uint256 s, address to, address from) external returns (uint256 v) {
        if (s == 0) revert Nothing();
        if (from != msg.sender && (from.code.length == 0 || IVisor(from).owner() != msg.sender)) revert Denied(); //~ BENIGN ACCESS_CTRL speaks for its own shares only
        v = (s * visr.balanceOf(address(this))) / totalSupply;
        balanceOf[from] -= s; //~ BENIGN STATE_MOD
        totalSupply -= s;
        if (!visr.transfer(to, v)) revert Failed();
        emit Withdraw(from, to, v, s);
    }

    function transferOwnership(address a) external {
        if (msg.sender != owner) revert Denied();
        owner = a;
    }
}
