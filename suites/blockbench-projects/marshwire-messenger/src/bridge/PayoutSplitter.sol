// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

import {ITransferHook} from "../interfaces/IRecipients.sol";

/// Divides tokens among several recipients as soon as they arrive, so that one transfer pays many. What arrives with
/// data is paid out at once; what arrives without data stays here for good, and nobody should send that.
contract PayoutSplitter is ITransferHook {
    using SafeERC20 for IERC20;

    /// The largest number of recipients, so that a payout fits into the gas of a message.
    uint256 public constant MOST_RECIPIENTS = 40;

    address public immutable gateway;

    /// The sum of all payouts by token, for statistics.
    mapping(address token => uint256) public paidOut;

    event PaidOut(address indexed token, address indexed sender, uint256 amount, uint256 recipients);

    constructor(address gateway_) {
        gateway = gateway_;
    }

    /// Pays the recipients that the data name. The parts have to add up to what has arrived.
    function onTokensReceived(address token, uint256 amount, address sender, bytes calldata data) external {
        require(msg.sender == gateway, "Only the gateway may report tokens.");
        (address[] memory recipients, uint256[] memory parts) = abi.decode(data, (address[], uint256[]));
        require(recipients.length == parts.length, "Each recipient needs a part.");
        require(recipients.length <= MOST_RECIPIENTS, "There are too many recipients.");
        uint256 sum = 0;
        for (uint256 i = 0; i < recipients.length; i++) {
            sum += parts[i];
            IERC20(token).safeTransfer(recipients[i], parts[i]);
        }
        require(sum == amount, "The parts do not add up.");
        paidOut[token] += amount;
        emit PaidOut(token, sender, amount, recipients.length);
    }

    /// Returns the data with which tokens are divided.
    function dataFor(address[] calldata recipients, uint256[] calldata parts) external pure returns (bytes memory) {
        return abi.encode(recipients, parts);
    }
}
