// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

interface IFundingRouter {
    struct Request {
        bytes32 campaignId;
        IERC20 token;
        uint256 minimum;
        bool closed;
        address donor;
        uint256 spent;
        string description;
    }

    event CampaignCreated(bytes32 indexed campaignId, address indexed organiser);
    event RequestAdded(bytes32 indexed campaignId, uint256 indexed requestId, string description);
    event RequestCancelled(uint256 indexed requestId);
    event RequestFunded(uint256 indexed requestId, address indexed donor, address indexed supplier, uint256 spent);

    error CampaignExists(bytes32 campaignId);
    error NotOrganiser(bytes32 campaignId, address caller);
    error ZeroMinimum(bytes32 campaignId);
    error RequestClosed(uint256 requestId);
    error SupplierRefused(address supplier);
    error InvalidOrder(address supplier, uint256 length);
    error OrderFailed(address supplier, bytes reason);
    error SpentTooLittle(uint256 spent, uint256 minimum);

    function createCampaign(bytes32 campaignId) external;

    function addRequest(
        bytes32 campaignId,
        IERC20 token,
        uint256 minimum,
        string calldata description
    ) external returns (uint256 requestId);

    function cancelRequest(uint256 requestId) external;

    function fund(uint256 requestId, uint256 amount, address supplier, bytes calldata order) external;
}
