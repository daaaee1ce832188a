// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title CourierErrands
 * @notice Errands for couriers. Money is put down for what an errand may cost, the courier charges what it did cost, and the rest goes back.
 */
contract CourierErrands is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice Role of couriers.
    bytes32 public constant COURIER_ROLE = keccak256("COURIER_ROLE");

    /// @notice The shortest time that is left for an errand.
    uint256 public constant LEAST_TIME = 1 hours;

    /**
     * @notice An errand.
     * @param opener Who wants it done.
     * @param payer Who put money down last.
     * @param money The money that is here for it.
     * @param until When it must be done.
     */
    struct Errand {
        address opener;
        address payer;
        uint256 money;
        uint256 until;
    }

    /// @notice The token of all payments.
    IERC20 public immutable token;

    /// @notice Errands by number.
    Errand[] public errands;

    /**
     * @notice An errand was opened.
     * @param id Its number.
     * @param opener Who wants it done.
     * @param what What is to be done.
     * @param until When it must be done.
     */
    event Opened(uint256 indexed id, address indexed opener, bytes32 what, uint256 until);

    /**
     * @notice Money was put down.
     * @param id The errand.
     * @param payer Who did so.
     * @param amount The amount.
     */
    event ToppedUp(uint256 indexed id, address indexed payer, uint256 amount);

    /**
     * @notice An errand was done.
     * @param id The errand.
     * @param courier Who did it.
     * @param cost What it did cost.
     */
    event Done(uint256 indexed id, address indexed courier, uint256 cost);

    /**
     * @notice Money went back.
     * @param id The errand.
     * @param to Who got it.
     * @param amount The amount.
     */
    event WentBack(uint256 indexed id, address indexed to, uint256 amount);

    /**
     * @notice Sets the token and the administrator.
     * @param token_ The token of all payments.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 token_, address admin) {
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Opens an errand of the caller, with the first money for it.
     * @param what What is to be done.
     * @param amount The money.
     * @param until When it must be done.
     * @return id The number of the errand.
     */
    function open(bytes32 what, uint256 amount, uint256 until) external returns (uint256 id) {
        require(until >= block.timestamp + LEAST_TIME, "CourierErrands: too soon"); //~ BENIGN TIMESTAMP
        id = errands.length;
        errands.push(Errand(msg.sender, msg.sender, 0, until));
        emit Opened(id, msg.sender, what, until); //~ UNRELATED EVENT_EMIT
        _topUp(id, amount);
    }

    /**
     * @notice Puts more money down for an errand. Whoever is interested in it may do that.
     * @param id The errand.
     * @param amount The money.
     */
    function topUp(uint256 id, uint256 amount) external { //~ BENIGN ACCESS_CTRL
        require(amount > 0, "CourierErrands: nothing"); //~ BENIGN INPUT_VAL
        require(block.timestamp <= errands[id].until, "CourierErrands: over"); //~ BENIGN TIMESTAMP
        errands[id].payer = msg.sender; //~ BENIGN STATE_MOD
        _topUp(id, amount);
    }

    /**
     * @notice Ends an errand that was done. The caller charges what it did cost.
     * @param id The errand.
     * @param cost The cost.
     */
    function finish(uint256 id, uint256 cost) external onlyRole(COURIER_ROLE) {
        Errand storage errand = errands[id];
        require(block.timestamp <= errand.until, "CourierErrands: over"); //~ BENIGN TIMESTAMP
        require(cost <= errand.money, "CourierErrands: too much"); //~ BENIGN INPUT_VAL
        errand.money -= cost; //~ BENIGN ARITHMETIC
        errand.until = 0;
        emit Done(id, msg.sender, cost); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(msg.sender, cost); //~ BENIGN FUND_XFER
        _giveBack(id);
    }

    /**
     * @notice Gives the money of an errand back that nobody has done in time. Anyone may call this.
     * @param id The errand.
     */
    function giveBack(uint256 id) external {
        require(block.timestamp > errands[id].until, "CourierErrands: not over"); //~ BENIGN TIMESTAMP
        _giveBack(id);
    }

    /**
     * @notice How many errands there are.
     * @return The number.
     */
    function count() external view returns (uint256) {
        return errands.length;
    }

    function _topUp(uint256 id, uint256 amount) private {
        errands[id].money += amount; //~ BENIGN ARITHMETIC
        emit ToppedUp(id, msg.sender, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount);
    }

    function _giveBack(uint256 id) private {
        uint256 amount = errands[id].money;
        errands[id].money = 0; //~ BENIGN STATE_MOD
        address to = errands[id].opener; //~ BENIGN STORAGE_READ
        emit WentBack(id, to, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(to, amount); //~ BENIGN FUND_XFER
    }
}
