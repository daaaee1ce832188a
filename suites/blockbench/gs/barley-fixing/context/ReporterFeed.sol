// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";
import "./IPriceFeed.sol";

// A price that somebody types in. No time, the desks that post here never gave us one.
contract ReporterFeed is IPriceFeed, Ownable2Step {
    uint256 public constant MAX_STEP_BPS = 2_000;

    address public reporter;
    uint256 private _price;

    constructor(address reporter_, uint256 first) {
        require(reporter_ != address(0) && first > 0, "bad setup");
        reporter = reporter_;
        _price = first;
        emit Posted(first);
    }

    function setReporter(address reporter_) external onlyOwner {
        require(reporter_ != address(0), "no reporter");
        reporter = reporter_;
        emit ReporterSet(reporter_);
    }

    function post(uint256 price) external {
        require(msg.sender == reporter, "not reporter");
        uint256 step = (_price * MAX_STEP_BPS) / 10_000;
        require(price + step >= _price && price <= _price + step, "big step");
        _price = price;
        emit Posted(price);
    }

    function quote() external view returns (uint256, uint64) {
        return (_price, 0);
    }

    event Posted(uint256 price);
    event ReporterSet(address reporter);
}
