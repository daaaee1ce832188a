// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// The arithmetic of drought cover. It knows nothing of farmers.
library DroughtCover {
    using SafeMath for uint256;

    // What is paid of a cover. A season with half of the usual rain or less is paid in full, a season with the usual rain or
    // more is not paid at all, and in between the payment falls evenly.
    function paymentFor(uint256 cover, uint256 rainfall, uint256 usualRainfall) internal pure returns (uint256) {
        if (rainfall >= usualRainfall) return 0; //~ BENIGN CTRL_FLOW
        if (rainfall.mul(2) <= usualRainfall) return cover; //~ BENIGN CTRL_FLOW
        return cover.mul(usualRainfall.sub(rainfall)).mul(2).div(usualRainfall); //~ BENIGN ARITHMETIC
    }
}

// The coins out of which an insurer pays. The insurer refills them as claims arise.
contract ClaimsReserve is Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable money;
    address public claims;

    event ClaimsContractChosen(address claims);
    event ReservePaid(address indexed receiver, uint256 amount);

    constructor(IERC20 moneyOfReserve) {
        require(address(moneyOfReserve) != address(0), "The reserve needs a token."); //~ BENIGN INIT
        money = moneyOfReserve;
    }

    // Chooses the contract that may have claims paid. It is chosen once.
    function chooseClaims(address claimsContract) external onlyOwner {
        require(claims == address(0), "The contract is chosen."); //~ BENIGN INIT
        claims = claimsContract;
        emit ClaimsContractChosen(claimsContract);
    }

    // Pays a claim. Where the reserve is too small for it, nothing is paid.
    function payOut(address receiver, uint256 amount) external {
        require(msg.sender == claims, "Only the claims contract has payments made."); //~ BENIGN ACCESS_CTRL
        money.safeTransfer(receiver, amount); //~ PREREQ FUND_XFER reverts where the reserve does not suffice
        emit ReservePaid(receiver, amount); //~ UNRELATED EVENT_EMIT
    }
}

// Farmers buy cover against drought ahead of a season. After the season the weather office reports the rainfall, and every
// policy is closed by the rainfall alone.
contract DroughtClaims is Ownable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Season {
        uint256 beginning;
        uint256 usualRainfall;
        uint256 rainfall;
        bool reported;
    }

    struct Policy {
        address farmer;
        uint256 seasonNumber;
        uint256 cover;
        bool closed;
    }

    uint256 public constant PREMIUM_PERCENT = 8;
    uint256 public constant SEASON_LENGTH = 120 days;

    IERC20 public immutable money;
    ClaimsReserve public immutable reserve;

    Season[] public seasons;
    Policy[] public policies;

    event SeasonAnnounced(uint256 indexed seasonNumber, uint256 beginning, uint256 usualRainfall);
    event RainfallReported(uint256 indexed seasonNumber, uint256 rainfall);
    event CoverBought(uint256 indexed policyNumber, address indexed farmer, uint256 cover);
    event PolicyClosed(uint256 indexed policyNumber, uint256 payment, string remark);

    constructor(ClaimsReserve claimsReserve) {
        reserve = claimsReserve; //~ BENIGN INIT
        money = claimsReserve.money();
    }

    // Announces a season and the rainfall that is usual for it.
    function announceSeason(uint256 beginning, uint256 usualRainfall) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(beginning > block.timestamp, "The season has begun."); //~ BENIGN TIMESTAMP
        require(usualRainfall > 0, "Some rain is usual."); //~ BENIGN INPUT_VAL
        seasons.push(Season(beginning, usualRainfall, 0, false));
        emit SeasonAnnounced(seasons.length - 1, beginning, usualRainfall);
    }

    // Buys cover for a season that has not begun. The premium goes to the reserve.
    function buyCover(uint256 seasonNumber, uint256 cover) external returns (uint256 policyNumber) {
        require(block.timestamp < seasons[seasonNumber].beginning, "The season has begun."); //~ BENIGN TIMESTAMP
        require(cover >= 100, "The cover is too small."); //~ BENIGN INPUT_VAL
        policyNumber = policies.length;
        policies.push(Policy(msg.sender, seasonNumber, cover, false)); //~ DECOY STATE_MOD the insurer refills what the covers need
        money.safeTransferFrom(msg.sender, address(reserve), cover.mul(PREMIUM_PERCENT).div(100)); //~ BENIGN FUND_XFER
        emit CoverBought(policyNumber, msg.sender, cover); //~ UNRELATED EVENT_EMIT
    }

    // Reports the rainfall of a season that is over.
    function reportRainfall(uint256 seasonNumber, uint256 rainfall) external onlyOwner { //~ BENIGN ACCESS_CTRL
        Season storage season = seasons[seasonNumber];
        require(block.timestamp >= season.beginning.add(SEASON_LENGTH), "The season is not over."); //~ BENIGN TIMESTAMP
        require(!season.reported, "The rainfall is reported."); //~ BENIGN CTRL_FLOW
        season.rainfall = rainfall;
        season.reported = true; //~ BENIGN STATE_MOD
        emit RainfallReported(seasonNumber, rainfall);
    }

    // Closes a policy of a season whose rainfall is reported, and has its farmer paid. Anybody may do so for the farmer.
    function closePolicy(uint256 policyNumber) external {
        Policy storage policy = policies[policyNumber];
        Season memory season = seasons[policy.seasonNumber];
        require(season.reported, "The rainfall is not reported."); //~ BENIGN CTRL_FLOW
        require(!policy.closed, "The policy is closed."); //~ BENIGN CTRL_FLOW
        policy.closed = true; //~ PREREQ STATE_MOD
        uint256 payment = DroughtCover.paymentFor(policy.cover, season.rainfall, season.usualRainfall);
        if (payment == 0) {
            emit PolicyClosed(policyNumber, 0, "There was enough rain.");
            return;
        }
        try reserve.payOut(policy.farmer, payment) { //~ ROOT_CAUSE EXT_CALL a payment that fails leaves the policy closed
            emit PolicyClosed(policyNumber, payment, "The farmer is paid.");
        } catch Error(string memory remark) {
            emit PolicyClosed(policyNumber, 0, remark); //~ PREREQ CTRL_FLOW
        }
    }
}
