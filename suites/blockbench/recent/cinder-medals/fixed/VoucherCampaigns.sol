// SPDX-License-Identifier: AGPL-3.0-or-later
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";

/// @notice What a campaign's manager signs for the recipient of a voucher.
abstract contract VoucherSignatures is EIP712 {
    bytes32 private constant VOUCHER_TYPE = keccak256("Voucher(uint256 campaign,uint256 code,address recipient)");

    constructor() EIP712("Voucher campaigns", "1") {}

    function voucherDigest(uint256 campaign, uint256 code, address recipient) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(VOUCHER_TYPE, campaign, code, recipient))); //~ BENIGN SIGNATURE bound to contract, chain and recipient
    }

    /// @dev A signature whose s is in the upper half of the order is not accepted.
    function _signerOf(bytes32 digest, bytes calldata signature) internal pure returns (address signer) {
        (signer, ) = ECDSA.tryRecover(digest, signature); //~ BENIGN SIGNATURE zero when there is no such point
    }
}

/// @title  Voucher campaigns
/// @notice A campaign is funded in advance for a number of vouchers of equal value. Its manager signs a code for each
///         recipient, who claims the voucher with it. A voucher can be turned into its value at any later time, also
///         by whoever it was transferred to.
contract VoucherCampaigns is VoucherSignatures {
    using SafeERC20 for IERC20;

    struct Campaign {
        address manager;
        uint64 opensAt;
        uint32 maximum;
        uint32 claimed;
        uint256 value; // of each voucher
        uint256 budget;
        string name;
    }

    struct Voucher {
        uint256 campaign;
        uint256 code;
        address holder;
        bool redeemed;
    }

    IERC20 public immutable token;
    Campaign[] public campaigns;
    Voucher[] public vouchers;
    mapping(uint256 => mapping(uint256 => bool)) public codeUsed;

    event Created(uint256 indexed campaign, address indexed manager, string name);
    event ManagerChanged(uint256 indexed campaign, address indexed manager);
    event Closed(uint256 indexed campaign);
    event Claimed(uint256 indexed voucher, uint256 indexed campaign, uint256 code, address indexed recipient);
    event Transferred(uint256 indexed voucher, address indexed to);
    event Redeemed(uint256 indexed voucher, uint256 value);

    error ManagerNotValid(address manager);
    error NotTheManager(uint256 campaign, address caller);
    error OpensTooEarly(uint64 opensAt);
    error NotOpenYet(uint256 campaign, uint64 opensAt);
    error NoVoucherLeft(uint256 campaign);
    error CodeUsed(uint256 campaign, uint256 code);
    error NotSignedByManager(uint256 campaign, uint256 code);
    error NotTheHolder(uint256 voucher, address caller);
    error AlreadyRedeemed(uint256 voucher);

    modifier onlyManager(uint256 campaign) {
        if (msg.sender != campaigns[campaign].manager) revert NotTheManager(campaign, msg.sender); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(IERC20 token_) {
        token = token_;
    }

    /// @notice Creates a campaign and pays in the value of all its vouchers.
    function create(
        string calldata name,
        address manager,
        uint32 maximum,
        uint256 value,
        uint64 opensAt
    ) external returns (uint256 campaign) {
        if (manager == address(0)) revert ManagerNotValid(manager); //~ BENIGN INPUT_VAL
        if (opensAt <= block.timestamp) revert OpensTooEarly(opensAt); //~ BENIGN TIMESTAMP
        campaign = campaigns.length;
        campaigns.push(Campaign(manager, opensAt, maximum, 0, value, value * maximum, name));
        emit Created(campaign, manager, name);
        token.safeTransferFrom(msg.sender, address(this), value * maximum); //~ BENIGN FUND_XFER covers every voucher
    }

    function changeManager(uint256 campaign, address manager) external onlyManager(campaign) {
        if (manager == address(0)) revert ManagerNotValid(manager); //~ BENIGN INPUT_VAL
        campaigns[campaign].manager = manager;
        emit ManagerChanged(campaign, manager);
    }

    /// @notice The manager's last act. Vouchers that were claimed keep their value.
    function close(uint256 campaign) external onlyManager(campaign) {
        _requireOpened(campaign);
        campaigns[campaign].manager = address(this); //~ BENIGN STATE_MOD a contract signs nothing
        emit Closed(campaign);
    }

    /// @notice Claims the caller's voucher for a code, with the manager's signature.
    function claim(uint256 campaign, uint256 code, bytes calldata signature) external returns (uint256 voucher) {
        _requireOpened(campaign);
        Campaign storage current = campaigns[campaign]; //~ BENIGN STORAGE_READ a campaign that was never created has no entry
        if (current.claimed >= current.maximum) revert NoVoucherLeft(campaign); //~ BENIGN INPUT_VAL
        if (codeUsed[campaign][code]) revert CodeUsed(campaign, code); //~ BENIGN INPUT_VAL one voucher for a code
        address signer = _signerOf(voucherDigest(campaign, code, msg.sender), signature);
        if (signer != current.manager) revert NotSignedByManager(campaign, code); //~ BENIGN SIGNATURE the manager is never zero

        codeUsed[campaign][code] = true;
        current.claimed += 1; //~ BENIGN STATE_MOD
        voucher = vouchers.length;
        vouchers.push(Voucher(campaign, code, msg.sender, false));
        emit Claimed(voucher, campaign, code, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function transferVoucher(uint256 voucher, address to) external {
        _held(voucher).holder = to; //~ BENIGN STATE_MOD only its holder gives a voucher away
        emit Transferred(voucher, to);
    }

    function redeem(uint256 voucher) external {
        Voucher storage held = _held(voucher);
        if (held.redeemed) revert AlreadyRedeemed(voucher); //~ BENIGN STATE_MOD
        held.redeemed = true;
        uint256 value = campaigns[held.campaign].value;
        campaigns[held.campaign].budget -= value; //~ BENIGN ARITHMETIC never from another campaign
        emit Redeemed(voucher, value);
        token.safeTransfer(msg.sender, value); //~ BENIGN FUND_XFER
    }

    function _requireOpened(uint256 campaign) internal view {
        uint64 opensAt = campaigns[campaign].opensAt;
        if (block.timestamp <= opensAt) revert NotOpenYet(campaign, opensAt); //~ BENIGN TIMESTAMP
    }

    function _held(uint256 voucher) internal view returns (Voucher storage held) {
        held = vouchers[voucher];
        if (held.holder != msg.sender) revert NotTheHolder(voucher, msg.sender); //~ BENIGN ACCESS_CTRL
    }
}
