// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/Ownable2Step.sol";

// Tokens the desk deals in. Plain ERC20s only, we check that before listing.
contract TokenRegistry is Ownable2Step {
    struct Listing {
        bool listed;
        bool halted;
        uint128 minOrder;
    }

    mapping(address => Listing) public listings;
    address[] private allTokens;

    error NotTradable(address token);

    function listToken(address token, uint128 minOrder) external onlyOwner {
        require(token.code.length > 0, "Registry: no code");
        require(!listings[token].listed, "Registry: listed");
        listings[token] = Listing(true, false, minOrder);
        allTokens.push(token);
        emit TokenListed(token, minOrder);
    }

    function setMinOrder(address token, uint128 minOrder) external onlyOwner {
        require(listings[token].listed, "Registry: unknown");
        listings[token].minOrder = minOrder;
        emit MinOrderSet(token, minOrder);
    }

    function haltToken(address token, bool halted) external onlyOwner {
        require(listings[token].listed, "Registry: unknown");
        listings[token].halted = halted;
        emit TokenHalted(token, halted);
    }

    function tokens() external view returns (address[] memory) {
        return allTokens;
    }

    function isTradable(address token) public view returns (bool) {
        return listings[token].listed && !listings[token].halted;
    }

    function accepts(address token, uint256 amount) external view returns (bool) {
        return isTradable(token) && amount > 0 && amount >= listings[token].minOrder;
    }

    function check(address token, uint256 amount) external view {
        if (!isTradable(token)) revert NotTradable(token);
        require(amount > 0 && amount >= listings[token].minOrder, "Registry: too small");
    }

    event TokenListed(address indexed token, uint128 minOrder);
    event MinOrderSet(address indexed token, uint128 minOrder);
    event TokenHalted(address indexed token, bool halted);
}
