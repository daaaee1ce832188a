// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {CoverTerms} from "./CoverTerms.sol";
import {PolicyDesk} from "./PolicyDesk.sol";

// Claims on policies. The assessor announces them, a week later the vault has to pay.
contract ClaimsRegistry is AccessControl {
    struct Claim {
        address payee;
        uint64 payableFrom;
        uint256 policy;
        uint256 amount; // zero when paid or withdrawn
    }

    bytes32 public constant ASSESSOR_ROLE = keccak256("ASSESSOR_ROLE");

    address public vault;
    PolicyDesk public desk;
    Claim[] public claims;
    uint256 public pending;
    mapping(uint256 => uint256) public claimedOf; // by policy

    error NotVault();
    error NotPayable(uint256 id);
    error OverCover(uint256 left, uint256 asked);

    constructor(address assessor) {
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(ASSESSOR_ROLE, assessor);
    }

    // once, when vault and desk are deployed
    function connect(address vault_, PolicyDesk desk_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        require(vault == address(0), "connected");
        vault = vault_;
        desk = desk_;
        emit Connected(vault_, address(desk_));
    }

    function announce(uint256 policy, uint256 amount) external onlyRole(ASSESSOR_ROLE) returns (uint256 id) {
        (address holder, uint64 end,, uint256 cover) = desk.policies(policy);
        require(block.timestamp < end + CoverTerms.REPORTING, "too late");
        require(amount > 0, "no amount");
        uint256 left = cover - claimedOf[policy];
        if (amount > left) revert OverCover(left, amount);
        claimedOf[policy] += amount;
        pending += amount;
        id = claims.length;
        claims.push(Claim(holder, uint64(block.timestamp + CoverTerms.NOTICE), policy, amount));
        emit Announced(id, policy, holder, amount);
    }

    // The holder was wrong, or has been paid by somebody else.
    function withdrawClaim(uint256 id) external onlyRole(ASSESSOR_ROLE) {
        Claim memory c = claims[id];
        require(c.amount > 0, "not open");
        claims[id].amount = 0;
        claimedOf[c.policy] -= c.amount;
        pending -= c.amount;
        emit Withdrawn(id);
    }

    function close(uint256 id) external returns (address payee, uint256 amount) {
        if (msg.sender != vault) revert NotVault();
        Claim memory c = claims[id];
        if (c.amount == 0 || block.timestamp < c.payableFrom) revert NotPayable(id);
        claims[id].amount = 0;
        pending -= c.amount;
        emit Closed(id);
        return (c.payee, c.amount);
    }

    event Connected(address vault, address desk);
    event Announced(uint256 indexed id, uint256 indexed policy, address indexed payee, uint256 amount);
    event Withdrawn(uint256 indexed id);
    event Closed(uint256 indexed id);
}
