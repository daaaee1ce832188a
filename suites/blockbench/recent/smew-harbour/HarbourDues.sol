// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

/// @notice Keeps calls from coming back while one of them runs. It remembers that for the transaction only.
abstract contract Guard {
    bool private transient _busy; //~ PREREQ REENTRY_GUARD takes no slot, and the guard of the code before took the first one

    error Busy();

    modifier alone() {
        if (_busy) revert Busy(); //~ BENIGN REENTRY_GUARD
        _busy = true;
        _;
        _busy = false;
    }
}

/// @notice Lets a proxy be started once.
/// @dev One slot is kept for the guard of the former code, so that everything else is where it was.
abstract contract Starter {
    uint256 public version; //~ ROOT_CAUSE INIT stands where the guard was, and that is zero; what was started is in the slot behind it

    uint256[1] private _kept; //~ ROOT_CAUSE INIT the slot is kept behind the version and not before it

    error Started();

    modifier starts() {
        if (version != 0) revert Started(); //~ INSUFF_GUARD INIT asks the wrong slot
        version = 1;
        _;
    }
}

/// @title HarbourDues
/// @notice What ships pay for a night in the harbour. Runs behind the proxy that the harbour has had from the beginning.
contract HarbourDues is Guard, Starter {
    using SafeERC20 for IERC20;

    uint256 public constant MOST_NIGHTS = 30;

    IERC20 public immutable dollar;

    /// @notice Who sets the fee and spends the dues.
    address public master; //~ DECOY STORAGE_READ where it was
    uint256 public fee;
    mapping(bytes32 ship => uint256) public paidUntil;

    event MasterSet(address indexed master);
    event FeeSet(uint256 fee);
    event Stayed(bytes32 indexed ship, uint256 until);
    event Spent(address indexed to, uint256 amount);

    error NotTheMaster(address caller);
    error BadNights(uint256 nights);

    modifier onlyMaster() {
        if (msg.sender != master) revert NotTheMaster(msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 dollar_) {
        dollar = dollar_;
        version = 1; //~ DECOY INIT the code itself is started, not its proxy
    }

    /// @notice Starts a new proxy.
    function start(address master_) external starts { //~ PREREQ ACCESS_CTRL whoever calls first
        _setMaster(master_);
    }

    /// @notice Names another master.
    function hand(address master_) external onlyMaster {
        _setMaster(master_);
    }

    /// @notice Sets the fee for a night.
    function setFee(uint256 fee_) external onlyMaster {
        fee = fee_;
        emit FeeSet(fee_); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays for nights of a ship, from now on or after those that are paid already.
    function stay(bytes32 ship, uint256 nights) external alone {
        if (nights == 0 || nights > MOST_NIGHTS) revert BadNights(nights); //~ BENIGN INPUT_VAL
        paidUntil[ship] = Math.max(paidUntil[ship], block.timestamp) + nights * 1 days; //~ BENIGN ARITHMETIC
        emit Stayed(ship, paidUntil[ship]); //~ UNRELATED EVENT_EMIT
        dollar.safeTransferFrom(msg.sender, address(this), fee * nights);
    }

    /// @notice Spends dues.
    function spend(address to, uint256 amount) external onlyMaster alone {
        emit Spent(to, amount); //~ UNRELATED EVENT_EMIT
        dollar.safeTransfer(to, amount); //~ PREREQ FUND_XFER to whom the master likes
    }

    function _setMaster(address master_) private {
        master = master_;
        emit MasterSet(master_); //~ UNRELATED EVENT_EMIT
    }
}
