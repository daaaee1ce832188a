// Overloads over inherited, attached and free functions, and function pointers chosen by type.
pragma solidity 0.8.30;
function log(uint256 value) pure returns (uint256) { return value; }
function log(bool flag) pure returns (bool) { return flag; }
library Over { function add(uint256 a, uint256 b) internal pure returns (uint256) { return a + b; } function add(uint256 a, int256 b) internal pure returns (int256) { return int256(a) + b; } }
contract Base { function get(uint256 id) public view virtual returns (uint256) { return id + address(this).balance; } }
contract Heir is Base {
    using Over for uint256;
    function get(uint256 id) public view override returns (uint256) { return super.get(id); }
    function get(bytes32 id) public pure returns (bytes32) { return id; }
    function get(address id, uint256 at) external pure returns (uint256) { return uint160(id) + at; }
    function run(uint256 x, int256 y) external view returns (uint256) {
        bytes32 b = get(bytes32(x));
        log(true); log(x);
        return get(x) + this.get(msg.sender, x) + x.add(x) + uint256(x.add(y)) + uint256(b);
    }
}
