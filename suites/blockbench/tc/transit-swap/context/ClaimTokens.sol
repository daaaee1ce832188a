// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IERC20 {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @title ClaimTokens
/// @notice The one contract that users approve. Callers are the routers of this project.
contract ClaimTokens {
    address private immutable owner = msg.sender;

    mapping(address account => bool) public isCaller;

    function setCaller(address account, bool active) external {
        require(msg.sender == owner, "owner only");
        isCaller[account] = active;
    }

    function claimTokens(address token, address from, address to, uint256 amount) external {
        require(isCaller[msg.sender], "caller only");
        require(IERC20(token).transferFrom(from, to, amount), "not transferred");
    }
}
