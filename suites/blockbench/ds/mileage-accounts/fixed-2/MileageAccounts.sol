// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "./context/IMileageAccounts.sol";

/**
 * @title MileageAccounts
 * @notice Keeps the miles of travellers and cashes them in for coins.
 */
contract MileageAccounts is IMileageAccounts, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice Role that credits miles for flights.
    bytes32 public constant AIRLINE_ROLE = keccak256("AIRLINE_ROLE");

    /// @notice Miles for one coin.
    uint256 public constant MILES_PER_COIN = 100;

    /// @notice The coin that is paid out.
    IERC20 public immutable coin;

    mapping(address => uint256) private _miles;
    mapping(address => mapping(address => bool)) private _companions;
    uint256 private _total;

    /**
     * @notice Sets the coin and the administrator.
     * @param coin_ The coin that is paid out.
     * @param admin The account that appoints airlines.
     */
    constructor(IERC20 coin_, address admin) {
        require(address(coin_) != address(0) && admin != address(0), "MileageAccounts: zero");
        coin = coin_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /// @inheritdoc IMileageAccounts
    function milesOf(address traveller) external view returns (uint256) {
        return _miles[traveller];
    }

    /// @inheritdoc IMileageAccounts
    function totalMiles() external view returns (uint256) {
        return _total;
    }

    /// @inheritdoc IMileageAccounts
    function credit(address traveller, uint256 miles) external onlyRole(AIRLINE_ROLE) {
        require(traveller != address(0), "MileageAccounts: zero");
        _miles[traveller] += miles;
        _total += miles;
        emit Credited(traveller, miles);
    }

    /// @inheritdoc IMileageAccounts
    function setCompanion(address companion, bool allowed) external {
        _companions[msg.sender][companion] = allowed;
        emit CompanionSet(msg.sender, companion, allowed);
    }

    /// @inheritdoc IMileageAccounts
    function move(address to, uint256 miles) external {
        _move(msg.sender, to, miles);
    }

    /// @inheritdoc IMileageAccounts
    function moveFor(address from, address to, uint256 miles) external {
        require(_companions[from][msg.sender], "MileageAccounts: not a companion");
        _move(from, to, miles);
    }

    /// @inheritdoc IMileageAccounts
    function cashIn(uint256 miles) external returns (uint256 coins) {
        require(miles >= MILES_PER_COIN, "MileageAccounts: too few miles");
        require(_miles[msg.sender] >= miles, "MileageAccounts: not enough miles");
        _miles[msg.sender] -= miles;
        _total -= miles;
        coins = (miles * 1e18) / MILES_PER_COIN;
        coin.safeTransfer(msg.sender, coins);
        emit CashedIn(msg.sender, miles, coins);
    }

    /**
     * @dev Moves miles between two accounts.
     * @param from The account that gives.
     * @param to The account that receives.
     * @param miles The number of miles.
     */
    function _move(address from, address to, uint256 miles) internal {
        require(to != address(0), "MileageAccounts: zero");
        uint256 fromBefore = _miles[from];
        require(fromBefore >= miles, "MileageAccounts: not enough miles");
        uint256 toBefore = _miles[to];
        _miles[from] = fromBefore - miles;
        _miles[to] = toBefore + miles;
        emit Moved(from, to, miles);
    }
}
