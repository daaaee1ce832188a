// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC721/IERC721Receiver.sol";
import "../interfaces/IClaims.sol";
import "../interfaces/IPolicies.sol";
import "../libraries/Parts.sol";

contract ClaimFactor is IERC721Receiver {
    using SafeERC20 for IERC20;

    uint256 public constant PART = 9_500;

    IERC20 public immutable coin;
    IPolicyBook public immutable book;
    IClaimDesk public immutable claims;
    address public immutable owner = msg.sender;

    event Bought(uint256 indexed id, address indexed from, uint256 n);
    event Withdrawn(address indexed to, uint256 n);
    event Returned(uint256 indexed id, address indexed to);

    error NotBook();
    error NotOwner();
    error NotUpheld();
    error HasClaim();

    constructor(IERC20 c, IPolicyBook b, IClaimDesk d) {
        coin = c;
        book = b;
        claims = d;
    }

    function onERC721Received(address, address from, uint256 id, bytes calldata) external returns (bytes4) {
        if (msg.sender != address(book)) revert NotBook(); //~ DECOY ACCESS_CTRL
        ClaimInfo memory c = claims.claimOf(claims.openOf(id));
        if (c.state != State.Upheld) revert NotUpheld();
        uint256 n = Parts.cut(c.amount, PART);
        coin.safeTransfer(from, n);
        emit Bought(id, from, n);
        return this.onERC721Received.selector;
    }

    function withdraw(address to, uint256 n) external {
        if (msg.sender != owner) revert NotOwner();
        coin.safeTransfer(to, n);
        emit Withdrawn(to, n);
    }

    function giveBack(uint256 id, address to) external {
        if (msg.sender != owner) revert NotOwner();
        if (claims.openOf(id) != 0) revert HasClaim();
        book.transferFrom(address(this), to, id);
        emit Returned(id, to);
    }
}
