// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/utils/Pausable.sol";

// Trading desks and their credit lines.
abstract contract Desks is Ownable, Pausable {
    mapping(address => uint256) public limitOf;

    event SetDesk(address indexed desk, uint256 limit);

    // a limit of zero takes no debt away
    function setDesk(address _desk, uint256 _limit) external onlyOwner {
        require(_desk != address(0), "!desk");
        limitOf[_desk] = _limit;
        emit SetDesk(_desk, _limit);
    }

    // stops deposits and loans; notes move, and can be withdrawn
    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }
}
