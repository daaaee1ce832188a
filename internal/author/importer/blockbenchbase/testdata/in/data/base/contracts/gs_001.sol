pragma solidity ^0.8.20;
import "./IFeed.sol";
contract Vault {
    function worth(IFeed f) external view returns (uint256) {
        return f.latest();
    }
}
