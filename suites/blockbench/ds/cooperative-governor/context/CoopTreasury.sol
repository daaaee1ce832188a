// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {CoopCommittee} from "./CoopCommittee.sol";

/// The coop's money. Votes move all of it, teams draw a little of it each month.
contract CoopTreasury is Ownable, ReentrancyGuard {
    using Address for address payable;
    using SafeERC20 for IERC20;

    struct Team {
        uint128 monthly;
        uint128 drawn;
        uint64 since;
    }

    uint256 public constant MONTH = 30 days;

    CoopCommittee public immutable committee;
    mapping(address => Team) public teams;

    error OverBudget(uint256 left, uint256 wanted);
    error NoReceiver();
    error Frozen();

    constructor(CoopCommittee committee_, address owner_) Ownable(owner_) {
        committee = committee_;
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    function pay(address payable to, uint256 amount) external onlyOwner nonReentrant {
        if (to == address(0)) revert NoReceiver();
        emit Paid(to, amount);
        to.sendValue(amount);
    }

    /// All or none.
    function payMany(address payable[] calldata to, uint256[] calldata amounts) external onlyOwner nonReentrant {
        require(to.length == amounts.length, "bad lengths");
        for (uint256 i = 0; i < to.length; i++) {
            if (to[i] == address(0)) revert NoReceiver();
            emit Paid(to[i], amounts[i]);
            to[i].sendValue(amounts[i]);
        }
    }

    function payToken(IERC20 token, address to, uint256 amount) external onlyOwner nonReentrant {
        token.safeTransfer(to, amount);
        emit PaidToken(address(token), to, amount);
    }

    /// A budget of zero ends the team.
    function setTeam(address lead, uint128 monthly) external onlyOwner {
        require(lead != address(0), "no lead");
        teams[lead] = Team(monthly, 0, uint64(block.timestamp));
        emit TeamSet(lead, monthly);
    }

    function draw(address payable to, uint128 amount) external nonReentrant {
        if (to == address(0)) revert NoReceiver();
        if (committee.frozen()) revert Frozen();
        Team storage team = teams[msg.sender];
        if (block.timestamp >= team.since + MONTH) {
            team.since = uint64(block.timestamp);
            team.drawn = 0;
        }
        uint256 left = team.monthly - team.drawn;
        if (amount > left) revert OverBudget(left, amount);
        team.drawn += amount;
        emit Drawn(msg.sender, to, amount);
        to.sendValue(amount);
    }

    /// What a team may draw right now.
    function leftOf(address lead) external view returns (uint256) {
        Team memory team = teams[lead];
        return block.timestamp >= team.since + MONTH ? team.monthly : team.monthly - team.drawn;
    }

    event Received(address indexed from, uint256 amount);
    event Paid(address indexed to, uint256 amount);
    event PaidToken(address indexed token, address indexed to, uint256 amount);
    event TeamSet(address indexed lead, uint256 monthly);
    event Drawn(address indexed lead, address indexed to, uint256 amount);
}
