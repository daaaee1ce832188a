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
        require(address(coin_) != address(0) && admin != address(0), "MileageAccounts: zero"); //~ BENIGN INIT
        coin = coin_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN INIT
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
    function credit(address traveller, uint256 miles) external onlyRole(AIRLINE_ROLE) { //~ BENIGN ACCESS_CTRL
        require(traveller != address(0), "MileageAccounts: zero"); //~ BENIGN INPUT_VAL
        _miles[traveller] += miles;
        _total += miles;
        emit Credited(traveller, miles); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IMileageAccounts
    function setCompanion(address companion, bool allowed) external {
        _companions[msg.sender][companion] = allowed; //~ PREREQ#2 STATE_MOD anybody may name anybody
        emit CompanionSet(msg.sender, companion, allowed); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IMileageAccounts
    function move(address to, uint256 miles) external {
        _move(msg.sender, to, miles); //~ PREREQ INPUT_VAL
    }

    /// @inheritdoc IMileageAccounts
    function moveFor(address from, address to, uint256 miles) external {
        require(_companions[msg.sender][from], "MileageAccounts: not a companion"); //~ SECONDARY_VULN#2 ACCESS_CTRL asks whom the caller has named, not who has named the caller
        _move(from, to, miles);
    }

    /// @inheritdoc IMileageAccounts
    function cashIn(uint256 miles) external returns (uint256 coins) {
        require(miles >= MILES_PER_COIN, "MileageAccounts: too few miles"); //~ BENIGN INPUT_VAL
        require(_miles[msg.sender] >= miles, "MileageAccounts: not enough miles"); //~ BENIGN INPUT_VAL
        _miles[msg.sender] -= miles; //~ BENIGN STATE_MOD
        _total -= miles; //~ BENIGN STATE_MOD
        coins = (miles * 1e18) / MILES_PER_COIN; //~ DECOY ARITHMETIC exact, in the smallest unit of the coin
        coin.safeTransfer(msg.sender, coins); //~ PREREQ FUND_XFER
        emit CashedIn(msg.sender, miles, coins); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Moves miles between two accounts.
     * @param from The account that gives.
     * @param to The account that receives.
     * @param miles The number of miles.
     */
    function _move(address from, address to, uint256 miles) internal {
        require(to != address(0), "MileageAccounts: zero"); //~ BENIGN INPUT_VAL
        uint256 fromBefore = _miles[from];
        require(fromBefore >= miles, "MileageAccounts: not enough miles"); //~ BENIGN INPUT_VAL
        uint256 toBefore = _miles[to]; //~ ROOT_CAUSE STORAGE_READ before the other balance is written
        _miles[from] = fromBefore - miles; //~ PREREQ STATE_MOD
        _miles[to] = toBefore + miles; //~ PREREQ STATE_MOD
        emit Moved(from, to, miles); //~ UNRELATED EVENT_EMIT
    }
}
