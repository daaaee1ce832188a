// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";

// What one share is worth, in usdc, as the appraiser last found.
contract NavOracle is Ownable {
    using SafeMath for uint256;

    uint256 public constant MAX_AGE = 100 days;
    uint256 public constant MAX_MOVE_BPS = 3000;

    address public appraiser;
    uint256 public nav;
    uint256 public publishedAt;

    constructor(address appraiser_, uint256 nav_) {
        require(appraiser_ != address(0) && nav_ > 0, "bad setup");
        appraiser = appraiser_;
        nav = nav_;
        publishedAt = block.timestamp;
    }

    function setAppraiser(address appraiser_) external onlyOwner {
        require(appraiser_ != address(0), "no appraiser");
        appraiser = appraiser_;
        emit AppraiserSet(appraiser_);
    }

    function publish(uint256 nav_) external {
        require(msg.sender == appraiser, "not appraiser");
        uint256 move = nav.mul(MAX_MOVE_BPS).div(10000);
        require(nav_ >= nav.sub(move) && nav_ <= nav.add(move), "big move");
        nav = nav_;
        publishedAt = block.timestamp;
        emit Published(nav_);
    }

    function current() external view returns (uint256) {
        require(block.timestamp <= publishedAt.add(MAX_AGE), "old nav");
        return nav;
    }

    event AppraiserSet(address appraiser);
    event Published(uint256 nav);
}
