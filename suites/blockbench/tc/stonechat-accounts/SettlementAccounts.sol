// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {Ownable} from "@openzeppelin/contracts@4.9.6/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";

/// @notice Calls to tokens of every age.
/// @dev    Some tokens answer with a bool, some with nothing.
library TokenCalls {
    error TokenRefused(address token);

    function pull(address token, address from, uint256 amount) internal {
        _checked(token, abi.encodeCall(IERC20.transferFrom, (from, address(this), amount)));
    }

    function push(address token, address to, uint256 amount) internal {
        _checked(token, abi.encodeCall(IERC20.transfer, (to, amount)));
    }

    function _checked(address token, bytes memory data) private {
        (bool success, bytes memory answer) = token.call(data); //~ PREREQ EXT_CALL succeeds at an address without code
        bool refused = answer.length != 0 && !abi.decode(answer, (bool)); //~ ROOT_CAUSE INPUT_VAL no answer counts as consent, whoever did not answer
        if (!success || refused) revert TokenRefused(token); //~ BENIGN CTRL_FLOW
    }
}

/// @title  Settlement accounts
/// @notice Accounts in several assets for traders who send each other invoices.
/// @dev    Assets are numbered. Number 0 is ether, whose token is the zero address. Tokens are plain: no fees on transfers.
contract SettlementAccounts is Ownable {
    using TokenCalls for address;

    struct Asset {
        address token;
        bool open;
        uint256 held;
    }

    struct Invoice {
        address creditor;
        address debtor;
        uint16 assetId;
        uint64 due;
        bool settled;
        uint256 amount;
    }

    uint16 public constant ETHER = 0;
    /// @notice Added to an invoice for each day that it is late, in basis points.
    uint256 public constant LATE_FEE_BPS = 5;

    Asset[] public assets;
    Invoice[] public invoices;
    mapping(address account => mapping(uint16 assetId => uint256)) public balanceOf;

    event AssetListed(uint16 indexed assetId, address token);
    event AssetOpened(uint16 indexed assetId, bool open);
    event Deposited(address indexed account, uint16 indexed assetId, uint256 amount);
    event Withdrawn(address indexed account, uint16 indexed assetId, uint256 amount);
    event Invoiced(uint256 indexed invoiceId, address indexed creditor, address indexed debtor, uint256 amount);
    event Settled(uint256 indexed invoiceId, uint256 amount);

    error AssetClosed(uint16 assetId);
    error UnknownAsset(uint16 assetId);
    error NoAmount();
    error AlreadyDue(uint64 due);
    error NotDebtor(address caller);
    error AlreadySettled(uint256 invoiceId);
    error EtherRefused(address account);

    modifier whenOpen(uint16 assetId) {
        if (!assets[assetId].open) revert AssetClosed(assetId); //~ INSUFF_GUARD INPUT_VAL ether is an open asset too
        _;
    }

    constructor() {
        assets.push(Asset(address(0), true, 0)); //~ PREREQ INIT ether stands in the same list, with no token behind it
    }

    function list(address token) external onlyOwner returns (uint16 assetId) {
        assetId = uint16(assets.length); //~ DECOY ARITHMETIC the owner lists no more than a few
        assets.push(Asset(token, true, 0));
        emit AssetListed(assetId, token); //~ UNRELATED EVENT_EMIT
    }

    /// @notice A closed asset can still be paid with and withdrawn, only deposits stop.
    function setOpen(uint16 assetId, bool open) external onlyOwner {
        assets[assetId].open = open;
        emit AssetOpened(assetId, open); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Deposits ether in the caller's account.
    function depositEther() external payable whenOpen(ETHER) {
        _credit(msg.sender, ETHER, msg.value); //~ BENIGN STATE_MOD
    }

    /// @notice Deposits tokens in the caller's account, who has approved them.
    function deposit(uint16 assetId, uint256 amount) external whenOpen(assetId) {
        assets[assetId].token.pull(msg.sender, amount); //~ PREREQ EXT_CALL the token of asset 0 is the zero address
        _credit(msg.sender, assetId, amount);
    }

    function withdraw(uint16 assetId, uint256 amount) external {
        balanceOf[msg.sender][assetId] -= amount; //~ BENIGN STATE_MOD written before anything leaves
        assets[assetId].held -= amount; //~ BENIGN STATE_MOD
        emit Withdrawn(msg.sender, assetId, amount); //~ UNRELATED EVENT_EMIT
        if (assetId == ETHER) {
            (bool sent, ) = msg.sender.call{value: amount}(""); //~ PREREQ FUND_XFER
            if (!sent) revert EtherRefused(msg.sender); //~ BENIGN FUND_XFER
        } else {
            assets[assetId].token.push(msg.sender, amount); //~ BENIGN FUND_XFER
        }
    }

    function invoice(address debtor, uint16 assetId, uint256 amount, uint64 due) external returns (uint256 invoiceId) {
        if (amount == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        if (assetId >= assets.length) revert UnknownAsset(assetId); //~ BENIGN INPUT_VAL
        if (due < block.timestamp) revert AlreadyDue(due); //~ BENIGN TIMESTAMP
        invoiceId = invoices.length;
        invoices.push(Invoice(msg.sender, debtor, assetId, due, false, amount));
        emit Invoiced(invoiceId, msg.sender, debtor, amount); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Pays an invoice from the balance of its debtor.
    function settle(uint256 invoiceId) external {
        Invoice storage bill = invoices[invoiceId];
        if (bill.debtor != msg.sender) revert NotDebtor(msg.sender); //~ BENIGN ACCESS_CTRL
        if (bill.settled) revert AlreadySettled(invoiceId); //~ BENIGN CTRL_FLOW
        bill.settled = true; //~ BENIGN STATE_MOD once
        uint256 amount = bill.amount + lateFee(invoiceId);
        balanceOf[msg.sender][bill.assetId] -= amount;
        balanceOf[bill.creditor][bill.assetId] += amount;
        emit Settled(invoiceId, amount); //~ UNRELATED EVENT_EMIT
    }

    function lateFee(uint256 invoiceId) public view returns (uint256) {
        Invoice storage bill = invoices[invoiceId];
        if (block.timestamp <= bill.due) return 0;
        return (bill.amount * LATE_FEE_BPS * ((block.timestamp - bill.due) / 1 days)) / 10_000; //~ BENIGN ARITHMETIC whole days only, as agreed
    }

    function _credit(address account, uint16 assetId, uint256 amount) private {
        if (amount == 0) revert NoAmount(); //~ BENIGN INPUT_VAL
        balanceOf[account][assetId] += amount;
        assets[assetId].held += amount;
        emit Deposited(account, assetId, amount); //~ UNRELATED EVENT_EMIT
    }
}
