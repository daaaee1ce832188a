// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";

import {CollateralGate} from "../src/core/CollateralGate.sol";
import {Ledger} from "../src/core/Ledger.sol";
import {ISource} from "../src/interfaces/IFeeds.sol";
import {AuctionHouse} from "../src/liquidation/AuctionHouse.sol";
import {Liquidator} from "../src/liquidation/Liquidator.sol";
import {DelayedFeed} from "../src/oracle/DelayedFeed.sol";
import {PriceBook} from "../src/oracle/PriceBook.sol";
import {PegModule} from "../src/peg/PegModule.sol";
import {PositionRouter} from "../src/periphery/PositionRouter.sol";
import {SystemLens} from "../src/periphery/SystemLens.sol";
import {Savings} from "../src/savings/Savings.sol";
import {Buffer} from "../src/surplus/Buffer.sol";
import {SurplusAuction} from "../src/surplus/SurplusAuction.sol";
import {Dollar} from "../src/token/Dollar.sol";
import {Keel} from "../src/token/Keel.sol";

/// @title Deployment
/// @notice Deploys the system, adds kinds of collateral, and hands everything over to governance.
abstract contract Deployment {
    /// @dev ratio: smallest ratio of collateral to debt. penalty: what a sale has to bring in for a dollar of debt.
    struct KindPlan {
        bytes32 kind;
        IERC20Metadata token;
        ISource source;
        uint256 ratio;
        uint256 fee_rate;
        uint256 ceiling;
        uint256 min_debt;
        uint256 penalty;
        uint256 limit;
    }

    Dollar internal dollar;
    Keel internal keel;
    Buffer internal buffer;
    Ledger internal ledger;
    PriceBook internal book;
    Liquidator internal liquidator;
    AuctionHouse internal house;
    SurplusAuction internal surplus;
    PegModule internal peg;
    Savings internal savings;
    PositionRouter internal router;
    SystemLens internal lens;

    /// @dev Everything that does not belong to one kind of collateral.
    function deploy_system(IERC20Metadata stable, uint256 peg_ceiling, uint256 keel_supply) internal {
        dollar = new Dollar();
        keel = new Keel(address(this), keel_supply);
        buffer = new Buffer(dollar);
        ledger = new Ledger(dollar, address(buffer));
        dollar.rely(address(ledger));
        book = new PriceBook(ledger);
        ledger.rely(address(book));
        surplus = new SurplusAuction(dollar, keel, address(buffer));
        buffer.link(ledger, surplus);

        liquidator = new Liquidator(ledger, buffer);
        ledger.rely(address(liquidator));
        buffer.rely(address(liquidator));
        liquidator.set_reward(20e18, 0.01e18);
        house = new AuctionHouse(ledger, liquidator, book, dollar, address(buffer));
        house.rely(address(liquidator));
        liquidator.rely(address(house));

        peg = new PegModule(stable, dollar, address(buffer));
        dollar.rely(address(peg));
        peg.set_ceiling(peg_ceiling);
        savings = new Savings(dollar, buffer);
        buffer.rely(address(savings));
        router = new PositionRouter(ledger, dollar);
        lens = new SystemLens(ledger, book, house, peg, savings, dollar, address(buffer));
    }

    /// @dev One kind of collateral, with a feed and a gate of its own.
    function deploy_kind(KindPlan memory plan, address guardian, address governance)
        internal
        returns (CollateralGate gate, DelayedFeed feed)
    {
        feed = new DelayedFeed(plan.source, guardian);
        gate = new CollateralGate(ledger, plan.kind, plan.token);
        ledger.rely(address(gate));
        ledger.add_kind(plan.kind, plan.fee_rate, plan.ceiling, plan.min_debt);
        book.set_entry(plan.kind, feed, plan.ratio);
        book.update(plan.kind);
        liquidator.set_house(plan.kind, house, plan.penalty, plan.limit);
        feed.rely(governance);
        feed.deny(address(this));
    }

    /// @dev Nothing trusts the deployer afterwards.
    function hand_over(address governance) internal {
        dollar.rely(governance);
        dollar.deny(address(this));
        buffer.rely(governance);
        buffer.deny(address(this));
        ledger.rely(governance);
        ledger.deny(address(this));
        book.rely(governance);
        book.deny(address(this));
        liquidator.rely(governance);
        liquidator.deny(address(this));
        house.rely(governance);
        house.deny(address(this));
        peg.rely(governance);
        peg.deny(address(this));
        savings.rely(governance);
        savings.deny(address(this));
    }
}
