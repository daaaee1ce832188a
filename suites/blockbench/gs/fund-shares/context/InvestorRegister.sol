// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

/**
 * @title InvestorRegister
 * @notice Says which accounts are investors and which are blocked.
 */
contract InvestorRegister {
    /// @notice What an account is.
    enum Standing {
        Unknown,
        Investor,
        Blocked
    }

    /// @notice The account that keeps the register.
    address public immutable registrar;

    mapping(address => Standing) private _standings;

    /**
     * @notice The standing of an account was set.
     * @param account The account.
     * @param standing Its standing.
     */
    event StandingSet(address indexed account, Standing standing);

    /**
     * @notice Sets the registrar.
     * @param registrar_ The account that keeps the register.
     */
    constructor(address registrar_) {
        registrar = registrar_;
    }

    /**
     * @notice Sets the standing of an account.
     * @param account The account.
     * @param standing Its standing.
     */
    function set(address account, Standing standing) external {
        require(msg.sender == registrar, "InvestorRegister: not the registrar");
        require(account != address(0), "InvestorRegister: zero");
        _standings[account] = standing;
        emit StandingSet(account, standing);
    }

    /**
     * @notice Whether an account is an investor.
     * @param account The account.
     * @return Whether it is.
     */
    function investor(address account) external view returns (bool) {
        return _standings[account] == Standing.Investor;
    }

    /**
     * @notice Whether an account is blocked.
     * @param account The account.
     * @return Whether it is.
     */
    function blocked(address account) external view returns (bool) {
        return _standings[account] == Standing.Blocked;
    }
}
