// virtual, override with a list of bases, abstract contracts and interfaces.
pragma solidity 0.6.12;
interface Priced { function price(uint256 size) external view returns (uint256); }
abstract contract Base { function price(uint256 size) public view virtual returns (uint256); function kind() public pure virtual returns (uint256) { return 1; } }
contract Mid is Base { function price(uint256 size) public view virtual override returns (uint256) { return size; } }
contract Top is Priced, Mid {
    function price(uint256 size) public view override(Priced, Mid) returns (uint256) { return super.price(size) + kind(); }
    function kind() public pure override returns (uint256) { return Base.kind() + 1; }
}
