// ERC-165 as it was written before type(I).interfaceId.
pragma solidity 0.5.17;
interface Quotes { function quote(address asset, uint256 amount) external view returns (uint256); function updated() external view returns (uint256); }
contract Source is Quotes {
    bytes4 private constant QUOTES = 0xf4539b6d;
    function supportsInterface(bytes4 id) external pure returns (bool) {
        Quotes self;
        return id == QUOTES || id == 0x01ffc9a7 || id == self.quote.selector ^ self.updated.selector;
    }
    function quote(address, uint256 amount) external view returns (uint256) { return amount; }
    function updated() external view returns (uint256) { return block.timestamp; }
}
