// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";

import {AccountFactory} from "../src/account/AccountFactory.sol";
import {SmartAccount} from "../src/account/SmartAccount.sol";
import {EntryPoint} from "../src/core/EntryPoint.sol";
import {CouncilValidator} from "../src/modules/CouncilValidator.sol";
import {GuardianRecovery} from "../src/modules/GuardianRecovery.sol";
import {OwnerValidator} from "../src/modules/OwnerValidator.sol";
import {SessionValidator} from "../src/modules/SessionValidator.sol";
import {SpendingHook} from "../src/modules/SpendingHook.sol";
import {PriceDesk} from "../src/payments/PriceDesk.sol";
import {Subscriptions} from "../src/payments/Subscriptions.sol";
import {TokenPaymaster} from "../src/payments/TokenPaymaster.sol";
import {Vouchers} from "../src/payments/Vouchers.sol";
import {WalletLens} from "../src/periphery/WalletLens.sol";
import {ModuleRegistry} from "../src/registry/ModuleRegistry.sol";

/**
 * @title Deployment
 * @notice Deploys the wallet. Governance and the attesters set it up afterwards.
 */
abstract contract Deployment {
    EntryPoint internal entryPoint;
    ModuleRegistry internal registry;
    SmartAccount internal implementation;
    AccountFactory internal factory;
    OwnerValidator internal owners;
    CouncilValidator internal councils;
    SessionValidator internal sessions;
    SpendingHook internal spending;
    GuardianRecovery internal recovery;
    Subscriptions internal subscriptions;
    Vouchers internal vouchers;
    PriceDesk internal desk;
    TokenPaymaster internal paymaster;
    WalletLens internal lens;

    function deployWallet(address governance, address[] memory attesters) internal {
        entryPoint = new EntryPoint();
        registry = new ModuleRegistry(governance, attesters, (attesters.length + 1) / 2);
        implementation = new SmartAccount(entryPoint, registry);
        factory = new AccountFactory(address(implementation));
        owners = new OwnerValidator();
        councils = new CouncilValidator();
        sessions = new SessionValidator();
        spending = new SpendingHook();
        recovery = new GuardianRecovery(owners);
        subscriptions = new Subscriptions();
        vouchers = new Vouchers();
    }

    function deployPayments(address governance, IERC20 token, uint8 decimals) internal {
        desk = new PriceDesk(governance, decimals);
        paymaster = new TokenPaymaster(governance, entryPoint, token, desk);
        lens = new WalletLens(entryPoint, factory, desk, sessions, spending, subscriptions);
    }
}
