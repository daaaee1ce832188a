pragma solidity ^0.8.20;
interface IFeed { function latest() external view returns (uint256); }
