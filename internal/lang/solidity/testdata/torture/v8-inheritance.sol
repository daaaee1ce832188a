// Abstract bases, interfaces of interfaces, modifiers overridden, events and structs of bases.
pragma solidity 0.8.30;
interface IBase { struct Config { uint256 limit; address sender; } event Set(Config config); function config() external view returns (Config memory); }
interface IMore is IBase { function more() external returns (uint256); }
abstract contract Core is IMore {
    Config internal _config;
    modifier guarded(uint256 value) virtual { require(value < _config.limit); _; }
    function config() external view override(IBase) returns (Config memory) { return _config; }
    function more() external virtual returns (uint256);
    function _set(Config memory next) internal { _config = next; emit Set(next); }
}
contract Final is Core {
    constructor() { _set(Config({limit: 9, sender: msg.sender})); }
    modifier guarded(uint256 value) override { require(value <= _config.limit); _; }
    function more() external override guarded(3) returns (uint256) { _set(IBase.Config(1, this.config().sender)); return _config.limit; }
}
