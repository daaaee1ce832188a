// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {IFundingRouter} from "./context/IFundingRouter.sol";
import {SupplierRegistry} from "./context/SupplierRegistry.sol";

/// @title Funding router
/// @notice Organisers of a campaign request goods. A donor picks a request, allows the router to take the price, and the router orders at a
/// supplier: it approves the tokens and passes the order on, in whatever form that supplier reads orders. What the supplier does not take goes
/// back to the donor.
contract FundingRouter is IFundingRouter, SupplierRegistry {
    using SafeERC20 for IERC20;

    mapping(bytes32 => address) public organiserOf;
    mapping(bytes32 => uint256) public fundedRequests;
    Request[] public requests;

    /// @dev Only the organiser of a campaign.
    modifier onlyOrganiser(bytes32 campaignId) {
        if (organiserOf[campaignId] != msg.sender) revert NotOrganiser(campaignId, msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @notice Creates a campaign of the caller.
    function createCampaign(bytes32 campaignId) external override {
        if (organiserOf[campaignId] != address(0)) revert CampaignExists(campaignId); //~ BENIGN INIT first come, first served
        organiserOf[campaignId] = msg.sender;
        emit CampaignCreated(campaignId, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds a request, to be paid in `token`.
    /// @param minimum The least that a supplier must have taken for the request to count as funded.
    function addRequest(
        bytes32 campaignId,
        IERC20 token,
        uint256 minimum,
        string calldata description
    ) external override onlyOrganiser(campaignId) returns (uint256 requestId) {
        if (minimum == 0) revert ZeroMinimum(campaignId); //~ BENIGN INPUT_VAL
        requestId = requests.length;
        requests.push(Request(campaignId, token, minimum, false, address(0), 0, description));
        emit RequestAdded(campaignId, requestId, description); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Cancels a request that was not funded.
    function cancelRequest(uint256 requestId) external override onlyOrganiser(requests[requestId].campaignId) {
        Request storage request = requests[requestId];
        if (request.closed) revert RequestClosed(requestId); //~ BENIGN CTRL_FLOW
        request.closed = true;
        emit RequestCancelled(requestId); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Funds a request: takes `amount` of its token from the caller and orders at `supplier`.
    /// @param order Call data in the form that the supplier reads, at least a selector.
    function fund(uint256 requestId, uint256 amount, address supplier, bytes calldata order) external override {
        Request storage request = requests[requestId];
        if (request.closed) revert RequestClosed(requestId); //~ BENIGN CTRL_FLOW
        request.closed = true; //~ BENIGN STATE_MOD before anything is called
        request.donor = msg.sender;

        IERC20 token = request.token;
        uint256 balanceBefore = token.balanceOf(address(this)); //~ INSUFF_GUARD STORAGE_READ watches the router's own tokens, donors keep theirs
        token.safeTransferFrom(msg.sender, address(this), amount); //~ DECOY FUND_XFER from the caller and nobody else
        token.forceApprove(supplier, amount); //~ DECOY EXT_CALL for the time of the order
        _placeOrder(supplier, order);
        token.forceApprove(supplier, 0); //~ BENIGN STATE_MOD nothing stays approved

        uint256 remainder = token.balanceOf(address(this)) - balanceBefore;
        uint256 spent = amount - remainder; //~ BENIGN ARITHMETIC
        if (spent < request.minimum) revert SpentTooLittle(spent, request.minimum); //~ INSUFF_GUARD INPUT_VAL looks at a token that the organiser has named
        request.spent = spent;
        fundedRequests[request.campaignId] += 1;
        emit RequestFunded(requestId, msg.sender, supplier, spent); //~ UNRELATED EVENT_EMIT
        if (remainder > 0) token.safeTransfer(msg.sender, remainder); //~ BENIGN FUND_XFER
    }

    /// @dev Suppliers read orders in forms of their own, so that the call data is passed on as it is.
    function _placeOrder(address supplier, bytes calldata order) internal {
        if (statusOf[supplier] == Status.Suspended) revert SupplierRefused(supplier); //~ ROOT_CAUSE INPUT_VAL whoever has no status yet counts as a supplier, a token too
        if (supplier == address(this) || order.length < 4) revert InvalidOrder(supplier, order.length); //~ INSUFF_GUARD INPUT_VAL any call of any other contract has a selector
        (bool success, bytes memory reason) = supplier.call(order); //~ ROOT_CAUSE EXT_CALL in the name of the router, with the donors' allowances
        if (!success) revert OrderFailed(supplier, reason); //~ BENIGN CTRL_FLOW
    }
}
