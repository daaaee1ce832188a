// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {Clones} from "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {Stewarded} from "../access/Stewarded.sol";
import {IBondingCurve, ILaunchToken} from "../interfaces/ICurve.sol";
import {ILaunchRegistry, ISteward} from "../interfaces/IGovernance.sol";
import {IDutchAuction, ITieredSale} from "../interfaces/ILaunches.sol";

/**
 * @title LaunchFactory
 * @notice Makes clones of templates for proposals that curators approved.
 * @dev A clone gets its tokens and is set up in the call that makes it. Templates of later clones can change; a clone keeps
 * its own.
 */
contract LaunchFactory is Stewarded {
    using SafeERC20 for IERC20;

    /**
     * @notice Contracts that are cloned.
     * @param sale Sale at a fixed price.
     * @param auction Auction with a falling price.
     * @param curve Curve that graduates.
     * @param token Token of a curve.
     */
    struct Templates {
        address sale;
        address auction;
        address curve;
        address token;
    }

    /// @notice Where launches are recorded.
    ILaunchRegistry public immutable registry;

    /// @notice Contracts that are cloned from now on.
    Templates public templates;

    /// @notice Emitted when governance changed the templates.
    event TemplatesSet(address sale, address auction, address curve, address token);

    /**
     * @notice Sets registry and templates.
     * @param steward_ Keeper of the roles.
     * @param registry_ Where launches are recorded.
     * @param templates_ Contracts that are cloned.
     */
    constructor(ISteward steward_, ILaunchRegistry registry_, Templates memory templates_) Stewarded(steward_) {
        registry = registry_;
        _setTemplates(templates_);
    }

    /**
     * @notice Sets the templates of later launches.
     * @param templates_ Contracts that are cloned.
     */
    function setTemplates(Templates memory templates_) external onlyGovernor {
        _setTemplates(templates_);
    }

    /**
     * @notice Launches a sale with tokens of the caller.
     * @param id Proposal of the caller.
     * @param terms Terms that curators approved.
     * @return sale The sale.
     */
    function launchSale(uint256 id, ITieredSale.SaleTerms calldata terms) external returns (ITieredSale sale) {
        sale = ITieredSale(Clones.clone(templates.sale));
        registry.record(id, msg.sender, saleHash(terms), address(sale));
        sale.initialize(msg.sender, terms);
        terms.frame.token.safeTransferFrom(msg.sender, address(sale), terms.frame.supply);
    }

    /**
     * @notice Launches an auction with tokens of the caller.
     * @param id Proposal of the caller.
     * @param terms Terms that curators approved.
     * @return auction The auction.
     */
    function launchAuction(uint256 id, IDutchAuction.AuctionTerms calldata terms)
        external
        returns (IDutchAuction auction)
    {
        auction = IDutchAuction(Clones.clone(templates.auction));
        registry.record(id, msg.sender, auctionHash(terms), address(auction));
        auction.initialize(msg.sender, terms);
        terms.frame.token.safeTransferFrom(msg.sender, address(auction), terms.frame.supply);
    }

    /**
     * @notice Launches a curve with a token of its own.
     * @param id Proposal of the caller.
     * @param terms Terms that curators approved.
     * @return curve The curve.
     * @return token Its token.
     */
    function launchCurve(uint256 id, IBondingCurve.CurveTerms calldata terms)
        external
        returns (IBondingCurve curve, ILaunchToken token)
    {
        curve = IBondingCurve(Clones.clone(templates.curve));
        token = ILaunchToken(Clones.clone(templates.token));
        registry.record(id, msg.sender, curveHash(terms), address(curve));
        curve.initialize(msg.sender, token, terms);
        token.initialize(terms.name, terms.symbol, terms.supply, address(curve));
    }

    /**
     * @notice Returns the hash of a sale's terms.
     * @param terms Terms.
     */
    function saleHash(ITieredSale.SaleTerms calldata terms) public pure returns (bytes32) {
        return keccak256(abi.encode("sale", terms));
    }

    /**
     * @notice Returns the hash of an auction's terms.
     * @param terms Terms.
     */
    function auctionHash(IDutchAuction.AuctionTerms calldata terms) public pure returns (bytes32) {
        return keccak256(abi.encode("auction", terms));
    }

    /**
     * @notice Returns the hash of a curve's terms.
     * @param terms Terms.
     */
    function curveHash(IBondingCurve.CurveTerms calldata terms) public pure returns (bytes32) {
        return keccak256(abi.encode("curve", terms));
    }

    /**
     * @dev Sets the templates.
     * @param templates_ Contracts that are cloned.
     */
    function _setTemplates(Templates memory templates_) private {
        templates = templates_;
        emit TemplatesSet(templates_.sale, templates_.auction, templates_.curve, templates_.token);
    }
}
