// Everyday code: guards, low-level calls with checked results, loops and deletes.
pragma solidity 0.8.30;
abstract contract Guard { uint256 private _state = 1; modifier nonReentrant() { require(_state == 1, "busy"); _state = 2; _; _state = 1; } }
contract Bank is Guard {
    mapping(address => uint256) public balances;
    address[] public users;
    event Withdrawn(address indexed user, uint256 amount);
    function deposit() external payable { if (balances[msg.sender] == 0) users.push(msg.sender); balances[msg.sender] += msg.value; }
    function withdraw(uint256 amount) external nonReentrant {
        balances[msg.sender] -= amount;
        (bool success, bytes memory data) = payable(msg.sender).call{value: amount}("");
        require(success && data.length == 0, "withdraw(uint256) failed");
        if (balances[msg.sender] == 0) delete balances[msg.sender];
        emit Withdrawn(msg.sender, amount);
    }
    function sum() external view returns (uint256 total) { for (uint256 i = 0; i < users.length; ++i) total += balances[users[i]]; }
}
