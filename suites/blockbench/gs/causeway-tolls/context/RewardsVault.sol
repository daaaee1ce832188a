// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "./Epochs.sol";
import "./IEscrow.sol";

// holds the usd that the protocol has earned and lets it drip, one season after the other
contract RewardsVault is Ownable {
    using SafeERC20 for IERC20;

    uint256 public constant MIN_SEASON = 1 weeks;
    uint256 public constant MAX_SEASON = 26 weeks;

    IERC20 public immutable usd;
    IEscrow public immutable escrow;

    uint256 public perSecond;
    uint256 public startsAt;
    uint256 public endsAt;
    uint256 public totalPaid;

    error EscrowOnly();

    constructor(IERC20 usd_, address owner_) Ownable(owner_) {
        usd = usd_;
        escrow = IEscrow(msg.sender);
    }

    // a season always ends with a week, so it can be a few days longer than asked for
    function startSeason(uint256 rate, uint256 duration) external onlyOwner {
        require(block.timestamp >= endsAt, "season still running");
        require(duration >= MIN_SEASON && duration <= MAX_SEASON, "bad duration");
        require(rate > 0, "bad rate");
        escrow.checkpoint();
        perSecond = rate;
        startsAt = block.timestamp;
        endsAt = Epochs.ceil(block.timestamp + duration);
        emit SeasonStarted(rate, endsAt);
        usd.safeTransferFrom(msg.sender, address(this), rate * (endsAt - startsAt));
    }

    // adds to the rate of the running season, takes only what divides evenly
    function topUp(uint256 amount) external onlyOwner returns (uint256 taken) {
        require(block.timestamp < endsAt, "no season");
        uint256 left = endsAt - block.timestamp;
        uint256 more = amount / left;
        require(more > 0, "too little");
        escrow.checkpoint();
        perSecond += more;
        taken = more * left;
        emit ToppedUp(more, taken);
        usd.safeTransferFrom(msg.sender, address(this), taken);
    }

    // called by the escrow only, which keeps the books
    function pay(address to, uint256 amount) external {
        if (msg.sender != address(escrow)) revert EscrowOnly();
        totalPaid += amount;
        usd.safeTransfer(to, amount);
    }

    // other tokens that ended up here by mistake
    function rescue(IERC20 token, address to) external onlyOwner {
        require(token != usd, "not the rewards");
        token.safeTransfer(to, token.balanceOf(address(this)));
    }

    // rewards that run between two times
    function runs(uint256 from, uint256 to) external view returns (uint256) {
        if (from < startsAt) from = startsAt;
        if (to > endsAt) to = endsAt;
        return to > from ? (to - from) * perSecond : 0;
    }

    event SeasonStarted(uint256 rate, uint256 endsAt);
    event ToppedUp(uint256 more, uint256 taken);
}
