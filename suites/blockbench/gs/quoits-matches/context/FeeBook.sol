// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";

abstract contract FeeBook is Ownable {
    uint16 public constant MAX_FEE = 500;
    uint256 public constant BPS = 10000;

    uint16 public fee;
    address public treasury;

    event FeeSet(uint16 fee);
    event TreasurySet(address indexed treasury);

    constructor(uint16 f, address t) internal {
        _setFee(f);
        _setTreasury(t);
    }

    function setFee(uint16 f) external onlyOwner {
        _setFee(f);
    }

    function setTreasury(address t) external onlyOwner {
        _setTreasury(t);
    }

    function _setFee(uint16 f) private {
        require(f <= MAX_FEE, "fee");
        fee = f;
        emit FeeSet(f);
    }

    function _setTreasury(address t) private {
        require(t != address(0), "treasury");
        treasury = t;
        emit TreasurySet(t);
    }
}
