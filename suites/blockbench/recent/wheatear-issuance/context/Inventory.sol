// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// tokens that belong to the desk, and what it asks for them
abstract contract Inventory is Ownable2Step, Pausable {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_PRICE_AGE = 1 days;
    uint256 public constant UNIT = 1e18;

    struct Line {
        uint256 stock;
        uint256 price; // usdc for 1e18 units, zero = not traded
        uint256 pricedAt;
    }

    IERC20 public immutable usdc;
    address public keeper;
    mapping(IERC20 => Line) public lines;

    error NotTraded(IERC20 part);
    error OldPrice(IERC20 part);

    constructor(IERC20 usdc_, address owner_) Ownable(owner_) {
        usdc = usdc_;
    }

    function setKeeper(address to) external onlyOwner {
        keeper = to;
        emit KeeperSet(to);
    }

    function setPrice(IERC20 part, uint256 price) external {
        require(msg.sender == keeper, "keeper only");
        require(part != usdc, "usdc is the money");
        lines[part].price = price;
        lines[part].pricedAt = block.timestamp;
        emit PriceSet(part, price);
    }

    function addStock(IERC20 part, uint256 amount) external onlyOwner {
        lines[part].stock += amount;
        emit StockAdded(part, amount);
        part.safeTransferFrom(msg.sender, address(this), amount);
    }

    function takeStock(IERC20 part, uint256 amount) external onlyOwner {
        lines[part].stock -= amount;
        emit StockTaken(part, amount);
        part.safeTransfer(msg.sender, amount);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    // usdc for an amount of a part
    function quote(IERC20 part, uint256 amount, Math.Rounding rounding) public view returns (uint256) {
        if (part == usdc) return amount;
        Line storage line = lines[part];
        if (line.price == 0) revert NotTraded(part);
        if (block.timestamp > line.pricedAt + MAX_PRICE_AGE) revert OldPrice(part);
        return Math.mulDiv(amount, line.price, UNIT, rounding);
    }

    event KeeperSet(address keeper);
    event PriceSet(IERC20 indexed part, uint256 price);
    event StockAdded(IERC20 indexed part, uint256 amount);
    event StockTaken(IERC20 indexed part, uint256 amount);
}
