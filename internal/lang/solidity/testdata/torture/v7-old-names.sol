// Names of the language of other versions: now, suicide, sha3, throw's kin, error, panic.
pragma solidity 0.7.6;
contract Names {
    uint256 now;
    function suicide(uint256 sha3) internal returns (uint256 error) { now = sha3; error = now; }
    function panic(uint256 prevrandao) external returns (uint256 code) { code = suicide(prevrandao) + block.difficulty; }
    function check(address codehash) external view returns (bool) { bytes32 code; assembly { code := extcodehash(codehash) } return code == 0; }
}
