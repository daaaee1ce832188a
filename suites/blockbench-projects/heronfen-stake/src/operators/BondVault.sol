// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IOperatorRegistry} from "../interfaces/IOperatorRegistry.sol";
import {IBondVault} from "../interfaces/IVaults.sol";

/**
 * @title BondVault
 * @notice Keeps the bonds of the operators. The guardian takes from a bond what its operator cost the stakers.
 */
contract BondVault is IBondVault {
    /// @notice Operators and their keys.
    IOperatorRegistry public registry;

    /// @notice Account that may fine operators.
    address public guardian;

    /// @notice Where fines go.
    address public coverFund;

    /// @inheritdoc IBondVault
    mapping(uint256 operator => uint256) public bondOf;

    /// @notice Bonds of all operators.
    uint256 public totalBonds;

    address private immutable _deployer = msg.sender;

    /// @notice Emitted when a bond grows.
    event BondPosted(uint256 indexed operator, address indexed payer, uint256 amount);

    /// @notice Emitted when a part of a bond is paid back.
    event BondReleased(uint256 indexed operator, address indexed receiver, uint256 amount);

    /// @notice Emitted when an operator is fined.
    event OperatorFined(uint256 indexed operator, uint256 amount, string reason);

    /**
     * @notice Connects the vault. Can be called once.
     * @param registry_ Operators and their keys.
     * @param guardian_ Account that may fine operators.
     * @param coverFund_ Where fines go.
     */
    function connect(IOperatorRegistry registry_, address guardian_, address coverFund_) external {
        require(msg.sender == _deployer && address(registry) == address(0), "BondVault: already connected");
        registry = registry_;
        guardian = guardian_;
        coverFund = coverFund_;
    }

    /// @inheritdoc IBondVault
    function post(uint256 operator) external payable {
        require(msg.value > 0, "BondVault: no bond");
        require(operator < registry.operatorCount(), "BondVault: no such operator");
        bondOf[operator] += msg.value;
        totalBonds += msg.value;
        emit BondPosted(operator, msg.sender, msg.value);
    }

    /**
     * @notice Pays a part of a bond back, as far as the registry allows it.
     * @param operator Operator of the caller.
     * @param amount Amount to pay back.
     * @param receiver Account that is paid.
     */
    function release(uint256 operator, uint256 amount, address payable receiver) external {
        require(registry.accountOf(operator) == msg.sender, "BondVault: caller is not the operator");
        uint256 held = bondOf[operator];
        uint256 required = registry.requiredBond(operator);
        require(amount > 0 && held >= required && amount <= held - required, "BondVault: bond is needed");
        unchecked {
            bondOf[operator] = held - amount; //~ DECOY ARITHMETIC unchecked, and bounded by the line before
            totalBonds -= amount;
        }
        (bool paid,) = receiver.call{value: amount}("");
        require(paid, "BondVault: not paid");
        emit BondReleased(operator, receiver, amount);
    }

    /**
     * @notice Takes a part of a bond for the fund that pays for losses.
     * @param operator Operator to fine.
     * @param amount Amount of the fine.
     * @param reason Reason for the operator.
     */
    function fine(uint256 operator, uint256 amount, string calldata reason) external {
        require(msg.sender == guardian, "BondVault: caller is not the guardian");
        require(amount > 0 && amount <= bondOf[operator], "BondVault: invalid amount");
        bondOf[operator] -= amount;
        totalBonds -= amount;
        (bool paid,) = coverFund.call{value: amount}("");
        require(paid, "BondVault: not paid");
        emit OperatorFined(operator, amount, reason);
    }
}
