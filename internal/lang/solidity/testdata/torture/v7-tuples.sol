// Tuples declared, assigned, nested and with gaps.
pragma solidity 0.7.6;
contract Tuples {
    uint256 public a; uint256 public b;
    function three() internal view returns (uint256 x, address to, bytes memory data) { return (a, msg.sender, msg.data); }
    function run() external returns (uint256) {
        (uint256 x, , bytes memory data) = three();
        (, address to, ) = three();
        (a, b) = (b, a);
        (x, (a, b)) = (1, (2, 3));
        uint256[3] memory list = [uint256(1), 2, x];
        (list[0], ) = (data.length, to.balance);
        return (list[0]);
    }
}
