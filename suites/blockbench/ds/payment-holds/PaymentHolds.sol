// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {EnumerableSet} from "@openzeppelin/contracts@4.9.6/utils/structs/EnumerableSet.sol";

/// @notice What the outside sees of payment holds.
interface IPaymentHolds {
    event Authorised(uint256 indexed id, address indexed payer, address indexed payee, uint256 amount);
    event Prolonged(uint256 indexed id, uint256 expiry);
    event Captured(uint256 indexed id, uint256 taken, uint256 returned);
    event Released(uint256 indexed id, uint256 returned);

    error NoToken();
    error BadPayee(address payee);
    error BadAmount(uint256 amount);
    error BadTerm(uint256 term);
    error NotPayee(address caller);
    error NotPayer(address caller);
    error NotOpen(uint256 id);
    error Expired(uint256 expiry);
    error StillHeld(uint256 expiry);
}

/// @notice The list of open holds of each payer.
/// @dev Wallets show it. What was authorised stays readable when a hold is closed.
abstract contract HoldRegister is IPaymentHolds {
    using EnumerableSet for EnumerableSet.UintSet;

    struct Hold {
        address payer;
        address payee;
        uint256 amount;
        uint256 expiry;
    }

    uint256 public lastId;
    mapping(uint256 => Hold) internal _holds;
    mapping(address => EnumerableSet.UintSet) internal _open;

    /// @notice The open holds of a payer, in no particular order.
    function openHolds(address payer) external view returns (uint256[] memory) {
        return _open[payer].values();
    }

    /// @notice What was authorised under a number, open or not.
    function holdOf(uint256 id) external view returns (Hold memory) {
        return _holds[id]; //~ PREREQ STORAGE_READ a closed hold keeps its amount
    }

    /// @notice Whether a hold is open.
    function isOpen(uint256 id) public view returns (bool) {
        return _open[_holds[id].payer].contains(id);
    }

    /// @dev Adds a hold to the books.
    function _enter(address payer, address payee, uint256 amount, uint256 expiry) internal returns (uint256 id) {
        id = ++lastId;
        _holds[id] = Hold(payer, payee, amount, expiry); //~ BENIGN STATE_MOD
        _open[payer].add(id); //~ DECOY STATE_MOD a new number is in no set yet
        emit Authorised(id, payer, payee, amount); //~ UNRELATED EVENT_EMIT
    }
}

/// @notice Holds the amount of a purchase until the merchant captures it, or gives it back.
/// @dev For one token, which moves as much as it is told to.
contract PaymentHolds is HoldRegister {
    using EnumerableSet for EnumerableSet.UintSet;
    using SafeERC20 for IERC20;

    uint256 public constant MIN_TERM = 1 hours;
    uint256 public constant MAX_TERM = 30 days;

    IERC20 public immutable token;

    constructor(IERC20 token_) {
        if (address(token_) == address(0)) revert NoToken(); //~ BENIGN INIT
        token = token_;
    }

    /// @notice Puts an amount of the caller aside for a merchant.
    function authorise(address payee, uint256 amount, uint256 term) external returns (uint256 id) {
        if (payee == address(0)) revert BadPayee(payee); //~ BENIGN INPUT_VAL
        if (amount == 0) revert BadAmount(amount); //~ BENIGN INPUT_VAL
        if (term < MIN_TERM || term > MAX_TERM) revert BadTerm(term); //~ BENIGN INPUT_VAL
        id = _enter(msg.sender, payee, amount, block.timestamp + term);
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /// @notice Gives the merchant more time.
    function prolong(uint256 id, uint256 term) external {
        Hold storage hold = _holds[id];
        if (msg.sender != hold.payer) revert NotPayer(msg.sender); //~ BENIGN ACCESS_CTRL
        if (!isOpen(id)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
        if (term < MIN_TERM || term > MAX_TERM) revert BadTerm(term); //~ BENIGN INPUT_VAL
        uint256 expiry = block.timestamp + term;
        if (expiry <= hold.expiry) revert StillHeld(hold.expiry); //~ BENIGN TIMESTAMP
        hold.expiry = expiry;
        emit Prolonged(id, expiry);
    }

    /// @notice Takes an amount of a hold. The rest goes back to the payer.
    function capture(uint256 id, uint256 amount) external {
        Hold memory hold = _holds[id];
        if (msg.sender != hold.payee) revert NotPayee(msg.sender); //~ BENIGN ACCESS_CTRL
        if (amount > hold.amount) revert BadAmount(amount); //~ BENIGN INPUT_VAL
        if (block.timestamp > hold.expiry) revert Expired(hold.expiry); //~ BENIGN TIMESTAMP
        _close(id, hold.payer); //~ BENIGN CTRL_FLOW
        uint256 rest = hold.amount - amount; //~ BENIGN ARITHMETIC
        token.safeTransfer(hold.payee, amount);
        token.safeTransfer(hold.payer, rest); //~ BENIGN FUND_XFER
        emit Captured(id, amount, rest);
    }

    /// @notice Gives a hold back, as the merchant at any time, as the payer when it has expired.
    function release(uint256 id) external {
        Hold memory hold = _holds[id];
        if (msg.sender != hold.payee) {
            if (msg.sender != hold.payer) revert NotPayer(msg.sender); //~ BENIGN ACCESS_CTRL
            if (block.timestamp <= hold.expiry) revert StillHeld(hold.expiry); //~ BENIGN TIMESTAMP
        }
        _open[hold.payer].remove(id); //~ ROOT_CAUSE STATE_MOD removes nothing, and says so, for a hold that is closed
        token.safeTransfer(hold.payer, hold.amount); //~ PREREQ FUND_XFER
        emit Released(id, hold.amount); //~ UNRELATED EVENT_EMIT
    }


    function _close(uint256 id, address payer) private {
        if (!_open[payer].remove(id)) revert NotOpen(id); //~ BENIGN CTRL_FLOW
    }
}
