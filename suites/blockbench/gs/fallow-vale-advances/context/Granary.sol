// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.24;

import "./IERC20.sol";

// Granary receipts that growers have pledged, and the cash advanced on one whole receipt.
abstract contract Granary {
    IERC20 public immutable receipts;
    address public immutable steward;
    uint256 public advancePrice; // cash (6 decimals) for one receipt (18 decimals)
    mapping(address => uint256) public pledged;

    event Pledged(address indexed grower, uint256 amount);
    event Unpledged(address indexed grower, address indexed to, uint256 amount);
    event AdvancePriceSet(uint256 price);

    constructor(IERC20 receipts_, uint256 price) {
        receipts = receipts_;
        steward = msg.sender;
        advancePrice = price;
    }

    function setAdvancePrice(uint256 price) external {
        require(msg.sender == steward, "Granary: steward only");
        advancePrice = price;
        emit AdvancePriceSet(price);
    }

    function pledge(uint256 amount) external {
        pledged[msg.sender] += amount;
        emit Pledged(msg.sender, amount);
        require(receipts.transferFrom(msg.sender, address(this), amount), "Granary: receipts");
    }

    function advanceable(address grower) public view returns (uint256) {
        return (pledged[grower] * advancePrice) / 1e18;
    }

    function _unpledge(address grower, address to, uint256 amount) internal {
        pledged[grower] -= amount;
        emit Unpledged(grower, to, amount);
        require(receipts.transfer(to, amount), "Granary: receipts");
    }
}
