// Scoping since 0.5: the same name in blocks, loops and as state.
pragma solidity 0.5.17;
contract Scopes {
    uint256 item = 1;
    function run(uint256 n) public view returns (uint256 total) {
        { uint256 a = n; total += a; }
        { bool a = true; if (a) total++; }
        for (uint256 i = 0; i < n; i++) { uint256 inner = i; total += inner; }
        for (uint256 i = 0; i < n; i++) total += i;
        total += item;
        uint256 item = 5;
        total += item;
    }
}
