// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/**
 * @title CompensationPlan
 * @notice Pays compensation for a loss of the past. Claims are listed before the plan starts, money comes in instalments, and whatever
 * has come in is for all claims in proportion. A claim may be settled with every instalment or once at the end.
 */
contract CompensationPlan is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice The role that lists claims and starts the plan.
    bytes32 public constant REGISTRAR_ROLE = keccak256("REGISTRAR_ROLE");

    /**
     * @notice A claim.
     * @param amount What was lost.
     * @param settled How much of it needs no payment any more.
     * @param payee The account that is paid.
     */
    struct Claim {
        uint128 amount;
        uint128 settled;
        address payee;
    }

    /// @notice The token of the payments.
    IERC20 public immutable token;

    /// @notice All claims together.
    uint256 public totalClaims;

    /// @notice What has come in so far.
    uint256 public received;

    /// @notice Whether no claim is listed any more.
    bool public started;

    mapping(address holder => Claim) private _claims;

    /// @notice A claim was listed.
    event ClaimListed(address indexed holder, uint256 amount);

    /// @notice The plan started.
    event PlanStarted(uint256 totalClaims);

    /// @notice An instalment came in.
    event InstalmentPaid(address indexed payer, uint256 amount);

    /// @notice Another account is paid from now on.
    event PayeeChanged(address indexed holder, address payee);

    /// @notice A claim was settled as far as the money has come in.
    event ClaimSettled(address indexed holder, address indexed payee, uint256 amount);

    /**
     * @notice Sets the token and the administrator.
     * @param token_ The token of the payments.
     * @param admin The account that grants roles.
     */
    constructor(IERC20 token_, address admin) {
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
    }

    /**
     * @notice Lists a claim.
     * @param holder Whose claim it is.
     * @param amount What was lost.
     */
    function listClaim(address holder, uint128 amount) external onlyRole(REGISTRAR_ROLE) { //~ BENIGN ACCESS_CTRL
        require(!started, "CompensationPlan: started"); //~ BENIGN CTRL_FLOW
        require(_claims[holder].amount == 0, "CompensationPlan: listed"); //~ BENIGN INPUT_VAL
        _claims[holder] = Claim(amount, 0, holder);
        totalClaims += amount;
        emit ClaimListed(holder, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Starts the plan. The list is final from then on.
    function start() external onlyRole(REGISTRAR_ROLE) { //~ BENIGN ACCESS_CTRL
        require(totalClaims != 0, "CompensationPlan: no claims"); //~ BENIGN INPUT_VAL
        started = true;
        emit PlanStarted(totalClaims);
    }

    /**
     * @notice Pays an instalment for all claims. Everybody may.
     * @param amount The amount.
     */
    function payInstalment(uint256 amount) external {
        require(started, "CompensationPlan: not started"); //~ BENIGN CTRL_FLOW
        received += amount;
        require(received <= totalClaims, "CompensationPlan: more than was lost"); //~ BENIGN INPUT_VAL
        emit InstalmentPaid(msg.sender, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Has another account paid for the claim of the caller.
     * @param payee The account.
     */
    function setPayee(address payee) external {
        require(_claims[msg.sender].amount != 0, "CompensationPlan: no claim"); //~ BENIGN ACCESS_CTRL
        require(payee != address(0), "CompensationPlan: payee"); //~ BENIGN INPUT_VAL
        _claims[msg.sender].payee = payee;
        emit PayeeChanged(msg.sender, payee);
    }

    /**
     * @notice Settles a claim as far as the money has come in. Everybody may ask for it, the payee is paid.
     * @param holder Whose claim it is.
     * @return amount What was paid.
     */
    function settle(address holder) external returns (uint256 amount) { //~ BENIGN ACCESS_CTRL
        Claim storage claim = _claims[holder];
        uint256 share = shareOf(holder);
        require(share > claim.settled, "CompensationPlan: nothing due"); //~ BENIGN INPUT_VAL
        amount = share - claim.settled; //~ BENIGN ARITHMETIC compared above
        claim.settled = uint128(share); //~ BENIGN STATE_MOD as much as was paid
        emit ClaimSettled(holder, claim.payee, amount); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(claim.payee, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice The claim of an account.
     * @param holder The account.
     * @return The claim.
     */
    function claimOf(address holder) external view returns (Claim memory) {
        return _claims[holder];
    }

    /**
     * @notice The part of a claim for which the money has come in.
     * @param holder Whose claim it is.
     * @return The part, whether it was paid already or not.
     */
    function shareOf(address holder) public view returns (uint256) {
        return started ? (received * _claims[holder].amount) / totalClaims : 0; //~ BENIGN ARITHMETIC
    }
}
