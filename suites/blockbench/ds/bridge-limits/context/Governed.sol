// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

// Governance is handed over in two steps. The guardian can only stop things.
abstract contract Governed {
    address public governance;
    address public pending_governance;
    address public guardian;

    event Governance(address indexed governance);
    event Guardian(address indexed guardian);

    constructor(address _governance, address _guardian) {
        require(_governance != address(0), "!governance");
        governance = _governance;
        guardian = _guardian;
    }

    modifier onlyGovernance() {
        require(msg.sender == governance, "!governance");
        _;
    }

    modifier onlyGuardian() {
        require(msg.sender == guardian || msg.sender == governance, "!guardian");
        _;
    }

    function offerGovernance(address _next) external onlyGovernance {
        pending_governance = _next;
    }

    function acceptGovernance() external {
        require(msg.sender == pending_governance, "!pending");
        governance = msg.sender;
        pending_governance = address(0);
        emit Governance(msg.sender);
    }

    function setGuardian(address _guardian) external onlyGovernance {
        guardian = _guardian;
        emit Guardian(_guardian);
    }
}
