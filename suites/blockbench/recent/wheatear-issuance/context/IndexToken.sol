// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// One index. A new share takes a fixed number of units of each part, times the scale. The manager can raise the scale,
// then new shares take more of each part, good for those who came early.
contract IndexToken is ERC20 {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_PARTS = 8;
    uint256 private constant ONE = 1e18;

    address public manager;
    uint256 public scale = ONE;
    IERC20[] private _parts;
    uint256[] private _units;
    uint256[] private _held;

    error NotManager();

    modifier onlyManager() {
        if (msg.sender != manager) revert NotManager();
        _;
    }

    constructor(string memory name_, string memory symbol_, address manager_, IERC20[] memory parts_, uint256[] memory units_)
        ERC20(name_, symbol_)
    {
        uint256 n = parts_.length;
        require(n > 0 && n <= MAX_PARTS && n == units_.length, "bad lists");
        for (uint256 i = 0; i < n; i++) {
            require(units_[i] > 0, "no units");
            for (uint256 j = 0; j < i; j++) require(parts_[i] != parts_[j], "same part twice");
        }
        manager = manager_;
        _parts = parts_;
        _units = units_;
        _held = new uint256[](n);
    }

    function setManager(address to) external onlyManager {
        require(to != address(0), "nobody");
        manager = to;
        emit ManagerSet(to);
    }

    // only ever up
    function rescale(uint256 newScale) external onlyManager {
        require(newScale > scale, "not higher");
        scale = newScale;
        emit Rescaled(newScale);
    }

    // the caller brings the parts
    function mint(address to, uint256 shares) external {
        uint256[] memory amounts = required(shares);
        for (uint256 i = 0; i < amounts.length; i++) {
            _parts[i].safeTransferFrom(msg.sender, address(this), amounts[i]);
        }
        for (uint256 i = 0; i < amounts.length; i++) _held[i] += amounts[i];
        _mint(to, shares);
    }

    // and whoever burns gets his slice of all that's held
    function burn(uint256 shares, address to) external returns (uint256[] memory amounts) {
        uint256 all = totalSupply();
        _burn(msg.sender, shares);
        amounts = new uint256[](_parts.length);
        for (uint256 i = 0; i < amounts.length; i++) {
            amounts[i] = Math.mulDiv(_held[i], shares, all);
            _held[i] -= amounts[i];
        }
        for (uint256 i = 0; i < amounts.length; i++) _parts[i].safeTransfer(to, amounts[i]);
    }

    // what new shares take right now, rounded up
    function required(uint256 shares) public view returns (uint256[] memory amounts) {
        amounts = new uint256[](_parts.length);
        for (uint256 i = 0; i < amounts.length; i++) {
            amounts[i] = Math.ceilDiv(_units[i] * scale * shares, ONE * ONE);
        }
    }

    function parts() external view returns (IERC20[] memory) {
        return _parts;
    }

    function held() external view returns (uint256[] memory) {
        return _held;
    }

    event ManagerSet(address manager);
    event Rescaled(uint256 scale);
}
