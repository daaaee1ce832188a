// Names that other versions reserve or use.
pragma solidity 0.5.17;
contract Words {
    uint256 from;
    uint256 error;
    uint256 receive;
    uint256 fallback;
    uint256 virtual;
    uint256 revert1;
    function unicode(uint256 at, uint256 layout) public returns (uint256 global) { from = at; global = layout + error + receive + fallback + virtual + revert1; }
    function slot(uint256 offset) public view returns (uint256 leave) { leave = offset + from; }
}
