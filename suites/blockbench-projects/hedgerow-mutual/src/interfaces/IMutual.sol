// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

// Who does what in the mutual.
interface IMutual {
    // The contracts that everybody else looks up here.
    struct Offices {
        address book; // Policies.
        address rates; // Premiums.
        address factory; // Pools.
        address claims; // Claims.
        address guild; // Assessors.
        address frost; // What frost pays.
        address treaties; // Reinsurance.
        address reserve; // Money of the mutual itself.
        address brokers; // Those who bring members.
    }

    event Opened(Offices offices);
    event Halted(address indexed warden);
    event Resumed();

    // All money is in this token.
    function coin() external view returns (IERC20);

    function book() external view returns (address);

    function rates() external view returns (address);

    function factory() external view returns (address);

    function claims() external view returns (address);

    function guild() external view returns (address);

    function frost() external view returns (address);

    function treaties() external view returns (address);

    function reserve() external view returns (address);

    function brokers() external view returns (address);

    // No policies are sold while it is halted. Everything else goes on.
    function halted() external view returns (bool);

    function isChair(address _account) external view returns (bool);

    function isClerk(address _account) external view returns (bool);

    function isWarden(address _account) external view returns (bool);
}
