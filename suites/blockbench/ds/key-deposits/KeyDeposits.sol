// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";

/**
 * @title KeyDeposits
 * @notice Deposits that the guests of a shared studio leave while its door opens for them.
 */
contract KeyDeposits is AccessControl {
    using EnumerableSet for EnumerableSet.AddressSet;
    using SafeERC20 for IERC20;

    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    IERC20 private immutable _token;
    uint256 public immutable deposit;

    /// @notice The number of guests that the studio has room for.
    uint256 public places;

    EnumerableSet.AddressSet private _guests;

    event CheckedIn(address indexed guest);
    event CheckedOut(address indexed guest, address indexed to);
    event SentAway(address indexed guest);
    event PlacesSet(uint256 places);

    /**
     * @param token_ The token of the deposits.
     * @param deposit_ The deposit of a guest.
     * @param places_ The number of places.
     * @param manager The account that manages the studio.
     */
    constructor(IERC20 token_, uint256 deposit_, uint256 places_, address manager) {
        require(deposit_ > 0, "KeyDeposits: no deposit"); //~ BENIGN INPUT_VAL
        _token = token_;
        deposit = deposit_;
        _grantRole(DEFAULT_ADMIN_ROLE, manager); //~ BENIGN ACCESS_CTRL
        _grantRole(MANAGER_ROLE, manager);
        _setPlaces(places_);
    }

    /// @notice Leaves a deposit for one of the places that are left.
    function checkIn() external {
        require(_guests.length() < places, "KeyDeposits: no place left"); //~ BENIGN CTRL_FLOW
        require(_guests.add(_msgSender()), "KeyDeposits: has a place"); //~ BENIGN CTRL_FLOW
        emit CheckedIn(_msgSender()); //~ UNRELATED EVENT_EMIT
        _token.safeTransferFrom(_msgSender(), address(this), deposit); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Gives the caller's place up for the deposit.
     * @param to The account that receives the deposit.
     */
    function checkOut(address to) external { //~ PREREQ ACCESS_CTRL whoever is on the list, as it seems
        require(to != address(0), "KeyDeposits: no receiver"); //~ BENIGN INPUT_VAL
        _strike(_msgSender());
        emit CheckedOut(_msgSender(), to);
        _token.safeTransfer(to, deposit); //~ PREREQ FUND_XFER
    }

    /**
     * @notice Sends a guest away, with the deposit.
     * @param guest The guest.
     */
    function sendAway(address guest) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _strike(guest);
        emit SentAway(guest);
        _token.safeTransfer(guest, deposit); //~ DECOY FUND_XFER the manager does not choose the receiver
    }

    /**
     * @notice Sets the number of places. Guests who are in may stay.
     * @param places_ The number of places.
     */
    function setPlaces(uint256 places_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _setPlaces(places_);
    }

    /// @notice The guests for whom the door opens.
    function guests() external view returns (address[] memory) {
        return _guests.values();
    }

    /// @dev Takes a guest off the list.
    function _strike(address guest) private {
        require(_guests.length() > 0, "KeyDeposits: no guest"); //~ INSUFF_GUARD CTRL_FLOW some guest, not this one
        _guests.remove(guest); //~ ROOT_CAUSE STATE_MOD answers false for who is not on the list
    }

    /// @dev Sets the number of places.
    function _setPlaces(uint256 places_) private {
        require(places_ > 0, "KeyDeposits: no places"); //~ BENIGN INPUT_VAL
        places = places_;
        emit PlacesSet(places_);
    }
}
