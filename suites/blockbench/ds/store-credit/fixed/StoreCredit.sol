// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title StoreCredit
 * @notice Credit that customers keep with a group of stores, one token for one unit.
 */
contract StoreCredit is AccessControl {
    using SafeERC20 for IERC20;

    bytes32 public constant CASHIER_ROLE = keccak256("CASHIER_ROLE");

    IERC20 private immutable _token;

    /// @notice What the stores have charged and not collected yet.
    uint256 public takings;

    mapping(address customer => uint256) public creditOf;

    event CreditBought(address indexed buyer, address indexed customer, uint256 amount);
    event CreditMoved(address indexed from, address indexed to, uint256 amount);
    event CreditCharged(address indexed customer, uint256 amount);
    event CreditReturned(address indexed customer, uint256 amount);
    event TakingsCollected(address indexed to, uint256 amount);

    /**
     * @param token_ The token that credit is bought with.
     * @param admin The account that names cashiers and collects the takings.
     */
    constructor(IERC20 token_, address admin) {
        require(admin != address(0), "StoreCredit: no admin"); //~ BENIGN INPUT_VAL
        _token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin); //~ BENIGN INIT
    }

    /**
     * @notice Buys credit for a customer, perhaps the caller.
     * @param customer The customer.
     * @param amount The amount.
     */
    function buy(address customer, uint256 amount) external {
        _add(customer, amount);
        emit CreditBought(_msgSender(), customer, amount); //~ UNRELATED EVENT_EMIT
        _token.safeTransferFrom(_msgSender(), address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Moves credit to another customer. A cashier may do so at the counter.
     * @param from The customer who has the credit.
     * @param to The customer who receives it.
     * @param amount The amount.
     */
    function move(address from, address to, uint256 amount) external {
        require(
            from == _msgSender() || hasRole(CASHIER_ROLE, _msgSender()), //~ BENIGN ACCESS_CTRL
            "StoreCredit: not allowed"
        );
        _take(from, amount);
        _add(to, amount); //~ BENIGN STATE_MOD
        emit CreditMoved(from, to, amount);
    }

    /**
     * @notice Charges a customer for a purchase at the counter.
     * @param customer The customer.
     * @param amount The amount.
     */
    function charge(address customer, uint256 amount) external onlyRole(CASHIER_ROLE) { //~ BENIGN ACCESS_CTRL
        _take(customer, amount);
        takings += amount; //~ BENIGN STATE_MOD
        emit CreditCharged(customer, amount);
    }

    /**
     * @notice Returns credit for tokens.
     * @param amount The amount.
     */
    function giveBack(uint256 amount) external { //~ BENIGN ACCESS_CTRL
        _take(_msgSender(), amount);
        emit CreditReturned(_msgSender(), amount);
        _token.safeTransfer(_msgSender(), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Pays the takings.
     * @param to The account that receives them.
     */
    function collect(address to) external onlyRole(DEFAULT_ADMIN_ROLE) { //~ BENIGN ACCESS_CTRL
        require(to != address(0), "StoreCredit: no receiver"); //~ BENIGN INPUT_VAL
        uint256 amount = takings;
        takings = 0; //~ BENIGN STATE_MOD
        emit TakingsCollected(to, amount);
        _token.safeTransfer(to, amount);
    }

    /// @dev Adds to the credit of a customer.
    function _add(address customer, uint256 amount) private {
        require(customer != address(0), "StoreCredit: no customer"); //~ BENIGN INPUT_VAL
        creditOf[customer] += amount;
    }

    /// @dev Takes from the credit of a customer.
    function _take(address customer, uint256 amount) private {
        require(amount <= creditOf[customer], "StoreCredit: too little credit"); //~ BENIGN INPUT_VAL
        creditOf[customer] -= amount; //~ BENIGN STATE_MOD
    }
}
