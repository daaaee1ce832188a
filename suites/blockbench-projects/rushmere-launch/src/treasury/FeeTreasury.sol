// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {Stewarded} from "../access/Stewarded.sol";
import {ISteward} from "../interfaces/IGovernance.sol";
import {IFeeTreasury} from "../interfaces/IFees.sol";
import {Amounts} from "../libraries/Amounts.sol";

/**
 * @title FeeTreasury
 * @notice Fees of sales, auctions and curves. The curator that approved a launch first has a part of its fees; governance
 * spends the rest.
 */
contract FeeTreasury is IFeeTreasury, Stewarded {
    using SafeERC20 for IERC20;

    /// @notice Largest rate of a fee, of 10,000.
    uint256 public constant MAX_RATE = 1_000;

    /// @notice Token of the fees.
    IERC20 public immutable coin;

    /// @inheritdoc IFeeTreasury
    uint256 public saleRate = 500;

    /// @inheritdoc IFeeTreasury
    uint256 public curveRate = 100;

    /// @notice Part of each fee that belongs to the lead curator, of 10,000.
    uint256 public leadPart = 1_000;

    /// @notice Coins of a curator.
    mapping(address lead => uint256) public owedTo;

    /// @notice Coins of all curators.
    uint256 public allOwed;

    /**
     * @notice Sets the token.
     * @param steward_ Keeper of the roles.
     * @param coin_ Token of the fees.
     */
    constructor(ISteward steward_, IERC20 coin_) Stewarded(steward_) {
        coin = coin_;
    }

    /**
     * @notice Sets the rates of launches that are made from now on, and the part of curators.
     * @param saleRate_ Fee of sales and auctions.
     * @param curveRate_ Fee of trades with curves.
     * @param leadPart_ Part of each fee that belongs to the lead curator.
     */
    function setRates(uint256 saleRate_, uint256 curveRate_, uint256 leadPart_) external onlyGovernor {
        require(saleRate_ <= MAX_RATE && curveRate_ <= MAX_RATE, "FeeTreasury: rate too high");
        require(leadPart_ <= Amounts.BASIS, "FeeTreasury: part too large");
        saleRate = saleRate_;
        curveRate = curveRate_;
        leadPart = leadPart_;
        emit RatesSet(saleRate_, curveRate_, leadPart_);
    }

    /// @inheritdoc IFeeTreasury
    function collect(uint256 amount, address lead) external {
        uint256 leadAmount = Amounts.part(amount, leadPart);
        owedTo[lead] += leadAmount;
        allOwed += leadAmount;
        coin.safeTransferFrom(msg.sender, address(this), amount);
        emit Collected(msg.sender, lead, amount, leadAmount);
    }

    /**
     * @notice Pays a curator its part. Anybody may call it.
     * @param lead Curator.
     * @return amount Coins.
     */
    function payLead(address lead) external returns (uint256 amount) {
        amount = owedTo[lead];
        delete owedTo[lead];
        allOwed -= amount;
        coin.safeTransfer(lead, amount);
        emit LeadPaid(lead, amount);
    }

    /**
     * @notice Spends fees that belong to no curator.
     * @param to Account that gets them.
     * @param amount Coins.
     */
    function spend(address to, uint256 amount) external onlyGovernor {
        require(amount <= coin.balanceOf(address(this)) - allOwed, "FeeTreasury: belongs to curators");
        coin.safeTransfer(to, amount);
        emit Spent(to, amount);
    }
}
