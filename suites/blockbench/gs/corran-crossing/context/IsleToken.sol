// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

/// @notice A plain token that its crossing mints and burns. There are two of them: money, and waiting notes.
contract IsleToken {
    string public name;
    address public immutable crossing;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 amount);

    constructor(string memory name_) {
        name = name_;
        crossing = msg.sender;
    }

    modifier onlyCrossing() {
        require(msg.sender == crossing, "IsleToken: crossing only");
        _;
    }

    function mint(address to, uint256 amount) external onlyCrossing {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    function burn(address from, uint256 amount) external onlyCrossing {
        balanceOf[from] -= amount;
        totalSupply -= amount;
        emit Transfer(from, address(0), amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        emit Transfer(from, to, amount);
    }
}
