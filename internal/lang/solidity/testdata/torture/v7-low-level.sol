// Wrappers named as what they wrap.
pragma solidity 0.7.6;
library Address {
    function call(address target, bytes memory data, uint256 value) internal returns (bytes memory) { (bool ok, bytes memory out) = target.call{value: value}(data); require(ok); return out; }
    function delegatecall(address target, uint256 gas) internal returns (bool ok) { (ok, ) = target.delegatecall{gas: gas}(""); }
    function send(address payable target, uint256 value, bool must) internal { bool ok = target.send(value); require(ok || !must); }
}
contract Uses {
    using Address for address;
    using Address for address payable;
    function run(address payable to) external { Address.call(to, "", 1); Address.delegatecall(to, 5); Address.send(to, 1, true); to.send(2, false); }
}
