// catch Panic and Error with parameters that other blocks use again.
pragma solidity 0.8.30;
contract Catching {
    uint256 public code;
    function risky(uint256 x) external pure returns (uint256 code_, string memory reason) { return (1 / x, "ok"); }
    function run(uint256 x) external returns (string memory out) {
        try this.risky(x) returns (uint256 value, string memory reason) { code = value; out = reason; }
        catch Panic(uint256 value) { code = value; }
        catch Error(string memory reason) { out = reason; }
        catch (bytes memory reason) { code = reason.length; }
    }
}
