// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/ERC20Burnable.sol";

// LIC, whole units only. A license runs a node once it is activated for it.
contract NodeLicense is ERC20, ERC20Burnable {
    struct Leaving {
        uint256 units;
        uint256 freeAt;
    }

    uint256 public constant UNBONDING = 1 days;
    address public immutable minter;
    mapping(address => mapping(bytes32 => uint256)) public activeOf;
    mapping(bytes32 => uint256) public nodeUnits;
    mapping(address => Leaving) public leaving;

    constructor() ERC20("Node License", "LIC") {
        minter = msg.sender;
    }

    function decimals() public pure override returns (uint8) {
        return 0;
    }

    function mint(address to, uint256 units) external {
        require(msg.sender == minter, "minter only");
        _mint(to, units);
    }

    function activate(bytes32 node, uint256 units) external {
        require(node != bytes32(0) && units > 0, "nothing to activate");
        activeOf[msg.sender][node] += units;
        nodeUnits[node] += units;
        _transfer(msg.sender, address(this), units);
        emit Activated(msg.sender, node, units);
    }

    function deactivate(bytes32 node, uint256 units) external {
        require(units > 0, "nothing to deactivate");
        activeOf[msg.sender][node] -= units;
        nodeUnits[node] -= units;
        Leaving storage l = leaving[msg.sender];
        l.units += units;
        l.freeAt = block.timestamp + UNBONDING; // starts over for what is already on its way out
        emit Deactivated(msg.sender, node, units);
    }

    // back to work before the day is over
    function reactivate(bytes32 node) external {
        uint256 units = leaving[msg.sender].units;
        require(node != bytes32(0) && units > 0, "nothing to activate");
        delete leaving[msg.sender];
        activeOf[msg.sender][node] += units;
        nodeUnits[node] += units;
        emit Activated(msg.sender, node, units);
    }

    function reassign(bytes32 node, bytes32 to, uint256 units) external {
        require(to != bytes32(0) && units > 0, "nothing to activate");
        activeOf[msg.sender][node] -= units;
        nodeUnits[node] -= units;
        activeOf[msg.sender][to] += units;
        nodeUnits[to] += units;
        emit Deactivated(msg.sender, node, units);
        emit Activated(msg.sender, to, units);
    }

    function withdraw() external returns (uint256 units) {
        Leaving memory l = leaving[msg.sender];
        require(l.units > 0 && block.timestamp >= l.freeAt, "nothing to withdraw");
        delete leaving[msg.sender];
        units = l.units;
        _transfer(address(this), msg.sender, units);
    }

    event Activated(address indexed holder, bytes32 indexed node, uint256 units);
    event Deactivated(address indexed holder, bytes32 indexed node, uint256 units);
}
