// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.8.30;

/**
 * @title Controlled
 * @notice One account controls a contract. Whoever deployed it chooses the contracts that may operate it, before handing it over.
 */
abstract contract Controlled {
    error NotController();
    error NotOperator();
    error NoController();
    error OperatorsFixed();

    event ControlHandedOver(address indexed from, address indexed to);
    event OperatorSet(address indexed operator, bool allowed);

    /// @notice Who chooses settings
    address public controller;

    /// @notice Contracts of the exchange that may call what is only for them
    mapping(address operator => bool) public isOperator;

    /// @notice Whether operators cannot be chosen any more
    bool public operatorsFixed;

    modifier onlyController() {
        if (msg.sender != controller) revert NotController();
        _;
    }

    modifier onlyOperator() {
        if (!isOperator[msg.sender]) revert NotOperator();
        _;
    }

    constructor() {
        controller = msg.sender;
        emit ControlHandedOver(address(0), msg.sender);
    }

    /**
     * @notice Let another account control this contract. Its operators stay what they are from then on.
     * @param to The new controller
     */
    function handOver(address to) external onlyController {
        if (to == address(0)) revert NoController();
        emit ControlHandedOver(controller, to);
        controller = to;
        operatorsFixed = true;
    }

    /**
     * @notice Choose whether a contract may operate this one.
     * @param operator The contract
     * @param allowed Whether it may
     */
    function setOperator(address operator, bool allowed) external onlyController {
        if (operatorsFixed) revert OperatorsFixed();
        isOperator[operator] = allowed;
        emit OperatorSet(operator, allowed);
    }
}
