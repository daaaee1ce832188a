// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/Pausable.sol";

abstract contract TokenList is Ownable, Pausable {
    mapping(IERC20 => uint96) public least;

    event Listed(IERC20 indexed token, uint96 least);
    event Delisted(IERC20 indexed token);

    function list(IERC20 t, uint96 m) external onlyOwner {
        require(address(t) != address(0) && m > 0, "list");
        least[t] = m;
        emit Listed(t, m);
    }

    function delist(IERC20 t) external onlyOwner {
        delete least[t];
        emit Delisted(t);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }
}
