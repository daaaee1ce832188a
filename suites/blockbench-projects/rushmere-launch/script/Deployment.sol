// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {BondingCurve} from "../src/curve/BondingCurve.sol";
import {Steward} from "../src/governance/Steward.sol";
import {IPairFactory} from "../src/interfaces/ICurve.sol";
import {ITierStaking} from "../src/interfaces/ITierStaking.sol";
import {LiquidityLocker} from "../src/liquidity/LiquidityLocker.sol";
import {LaunchLens} from "../src/periphery/LaunchLens.sol";
import {ReferralBook} from "../src/referrals/ReferralBook.sol";
import {LaunchFactory} from "../src/registry/LaunchFactory.sol";
import {LaunchRegistry} from "../src/registry/LaunchRegistry.sol";
import {DutchAuction} from "../src/sale/DutchAuction.sol";
import {TieredSale} from "../src/sale/TieredSale.sol";
import {TierStaking} from "../src/staking/TierStaking.sol";
import {LaunchToken} from "../src/tokens/LaunchToken.sol";
import {FeeTreasury} from "../src/treasury/FeeTreasury.sol";
import {VestingVault} from "../src/vesting/VestingVault.sol";

/**
 * @title Deployment
 * @notice Deploys the launchpad and gives the roles to those who have them from then on.
 */
abstract contract Deployment {
    Steward internal steward;
    LaunchRegistry internal registry;
    LaunchFactory internal factory;
    TierStaking internal staking;
    FeeTreasury internal treasury;
    ReferralBook internal referrals;
    VestingVault internal vesting;
    LiquidityLocker internal locker;
    LaunchLens internal lens;

    /**
     * @dev Deploys all contracts.
     * @param coin Token that buyers pay with.
     * @param stakeToken Token that is staked.
     * @param pairs Exchange to which curves graduate.
     * @param tiers Tiers, from the lowest to the highest.
     */
    function deployLaunchpad(
        IERC20 coin,
        IERC20 stakeToken,
        IPairFactory pairs,
        ITierStaking.Tier[] memory tiers
    ) internal {
        steward = new Steward();
        registry = new LaunchRegistry(steward);
        staking = new TierStaking(steward, stakeToken, tiers);
        treasury = new FeeTreasury(steward, coin);
        referrals = new ReferralBook(coin, registry);
        vesting = new VestingVault();
        locker = new LiquidityLocker();
        lens = new LaunchLens(referrals, vesting, locker);
        LaunchFactory.Templates memory templates = LaunchFactory.Templates({
            sale: address(new TieredSale(registry, treasury, coin, staking, referrals, vesting)),
            auction: address(new DutchAuction(registry, treasury, coin)),
            curve: address(new BondingCurve(registry, treasury, coin, pairs, locker)),
            token: address(new LaunchToken())
        });
        factory = new LaunchFactory(steward, registry, templates);
        registry.setFactory(address(factory));
    }

    /**
     * @dev Gives the roles away. The deployer has none afterwards.
     * @param governor First governor.
     * @param guardian First guardian.
     * @param curators First curators.
     */
    function handOver(address governor, address guardian, address[] memory curators) internal {
        steward.handOver(governor, guardian, curators);
    }
}
