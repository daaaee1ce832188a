// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

// an airline, a hotel chain, … keeps the points of its members by itself
interface IProgramme {
    // uses up what the member has of these points, never more, expired ones not counted;
    // only exchanges that the programme knows may ask
    function spend(address member, uint256 points) external returns (uint256 spent);
}

// miles and points for coins, out of what each programme has paid in
contract MilesExchange is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Desk {
        address treasurer;
        uint256 rate; // coins for 1e18 points
        uint256 budget; // coins left
        uint256 spent; // points, since ever
    }

    uint256 public constant ONE = 1e18;

    IERC20 public immutable coin;
    bool public closed;
    mapping(IProgramme => Desk) public deskOf;

    error NotTreasurer(address caller);
    error Unknown(IProgramme programme);
    error OverBudget(uint256 coins, uint256 budget);

    constructor(IERC20 coin_) Ownable(msg.sender) {
        require(address(coin_) != address(0), "coin is zero"); //~ BENIGN INIT
        coin = coin_;
    }

    modifier onlyTreasurer(IProgramme programme) {
        if (msg.sender != deskOf[programme].treasurer) revert NotTreasurer(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    // owner

    function addProgramme(IProgramme programme, address treasurer, uint256 rate) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(deskOf[programme].treasurer == address(0), "known already"); //~ BENIGN INPUT_VAL
        require(address(programme) != address(0) && treasurer != address(0), "address is zero"); //~ BENIGN INPUT_VAL
        require(rate > 0, "rate is zero"); //~ BENIGN INPUT_VAL
        deskOf[programme] = Desk(treasurer, rate, 0, 0);
        emit ProgrammeAdded(programme, treasurer, rate);
    }

    function setClosed(bool closed_) external onlyOwner {
        closed = closed_;
        emit ClosedSet(closed_);
    }

    // treasurers

    function setRate(IProgramme programme, uint256 rate) external onlyTreasurer(programme) {
        require(rate > 0, "rate is zero"); //~ BENIGN INPUT_VAL
        deskOf[programme].rate = rate;
        emit RateSet(programme, rate);
    }

    function takeOut(IProgramme programme, address to, uint256 coins) external onlyTreasurer(programme) {
        _use(programme, coins);
        coin.safeTransfer(to, coins);
        emit TakenOut(programme, to, coins);
    }

    // anyone may pay in for a programme
    function payIn(IProgramme programme, uint256 coins) external { //~ DECOY ACCESS_CTRL only gives
        if (deskOf[programme].treasurer == address(0)) revert Unknown(programme); //~ BENIGN INPUT_VAL
        deskOf[programme].budget += coins;
        coin.safeTransferFrom(msg.sender, address(this), coins); //~ BENIGN FUND_XFER
        emit PaidIn(programme, coins); //~ UNRELATED EVENT_EMIT
    }

    // members

    // rounds down
    function worth(IProgramme programme, uint256 points) public view returns (uint256) {
        return Math.mulDiv(points, deskOf[programme].rate, ONE); //~ BENIGN ARITHMETIC
    }

    function exchange(IProgramme programme, uint256 points, uint256 minCoins) external returns (uint256 coins) {
        require(!closed, "closed"); //~ BENIGN CTRL_FLOW
        if (deskOf[programme].treasurer == address(0)) revert Unknown(programme); //~ BENIGN INPUT_VAL
        uint256 spent = programme.spend(msg.sender, points); //~ PREREQ EXT_CALL may be fewer
        require(spent > 0, "no points"); //~ INSUFF_GUARD INPUT_VAL one is enough
        deskOf[programme].spent += spent; //~ BENIGN STATE_MOD
        coins = worth(programme, points); //~ ROOT_CAUSE COMPUTATION of what was asked for, not of what was used up
        require(coins >= minCoins, "rate is worse now"); //~ BENIGN INPUT_VAL
        _use(programme, coins);
        coin.safeTransfer(msg.sender, coins); //~ PREREQ FUND_XFER
        emit Exchanged(programme, msg.sender, spent, coins); //~ UNRELATED EVENT_EMIT
    }

    function _use(IProgramme programme, uint256 coins) private {
        uint256 budget = deskOf[programme].budget;
        if (coins > budget) revert OverBudget(coins, budget); //~ BENIGN INPUT_VAL
        deskOf[programme].budget = budget - coins;
    }

    event ProgrammeAdded(IProgramme indexed programme, address treasurer, uint256 rate);
    event ClosedSet(bool closed);
    event RateSet(IProgramme indexed programme, uint256 rate);
    event PaidIn(IProgramme indexed programme, uint256 coins);
    event TakenOut(IProgramme indexed programme, address indexed to, uint256 coins);
    event Exchanged(IProgramme indexed programme, address indexed member, uint256 points, uint256 coins);
}
