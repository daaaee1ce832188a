// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC721/IERC721.sol";

// The arithmetic of storage charges. It knows nothing of receipts.
library StorageCharge {
    using SafeMath for uint256;

    // The charge for a time of storage. Every day that has begun is charged in full, and the bond is the most that is charged.
    function chargeFor(uint256 duration, uint256 dailyCharge, uint256 bond) internal pure returns (uint256) {
        uint256 begunDays = duration.div(1 days).add(1); //~ BENIGN ARITHMETIC
        return Math.min(begunDays.mul(dailyCharge), bond); //~ BENIGN ARITHMETIC
    }
}

// A warehouse keeps goods for which it has issued receipts. The holder of a receipt who wants the goods to stay leaves the
// receipt here, together with a bond out of which the storage is paid.
contract WarehouseBonds {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Lot {
        address depositor;
        uint256 bond;
        uint256 storedSince;
    }

    uint256 public constant SMALLEST_BOND_IN_DAYS = 30;

    IERC20 public immutable money;
    IERC721 public immutable receipts;
    address public immutable warehouseKeeper;
    uint256 public immutable dailyCharge;

    mapping(uint256 => Lot) public lots;
    uint256 public chargesDue;

    event ReceiptLeft(uint256 indexed receiptId, address indexed depositor, uint256 bond);
    event BondRaised(uint256 indexed receiptId, uint256 amount);
    event ReceiptReleased(uint256 indexed receiptId, address indexed depositor, uint256 charge);
    event GoodsSeized(uint256 indexed receiptId, address indexed depositor);
    event ChargesCollected(uint256 amount);

    constructor(IERC20 moneyOfBonds, IERC721 warehouseReceipts, uint256 chargePerDay) {
        require(chargePerDay > 0, "Storage cannot be free."); //~ BENIGN INIT
        money = moneyOfBonds;
        receipts = warehouseReceipts;
        warehouseKeeper = msg.sender; //~ BENIGN INIT
        dailyCharge = chargePerDay;
    }

    // Leaves a receipt of the caller, with a bond that pays at least a month.
    function leaveReceipt(uint256 receiptId, uint256 bond) external {
        require(bond >= dailyCharge.mul(SMALLEST_BOND_IN_DAYS), "The bond is too small."); //~ BENIGN INPUT_VAL
        lots[receiptId] = Lot(msg.sender, bond, block.timestamp); //~ BENIGN STATE_MOD
        receipts.transferFrom(msg.sender, address(this), receiptId); //~ BENIGN FUND_XFER
        money.safeTransferFrom(msg.sender, address(this), bond); //~ BENIGN FUND_XFER
        emit ReceiptLeft(receiptId, msg.sender, bond); //~ UNRELATED EVENT_EMIT
    }

    // Raises the bond of a receipt. Anybody may pay for another.
    function raiseBond(uint256 receiptId, uint256 amount) external {
        require(lots[receiptId].depositor != address(0), "The receipt is not here."); //~ BENIGN INPUT_VAL
        lots[receiptId].bond = lots[receiptId].bond.add(amount); //~ BENIGN STATE_MOD
        money.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit BondRaised(receiptId, amount);
    }

    // Releases a receipt to its depositor, together with the bond less the charge.
    function releaseReceipt(uint256 receiptId) external {
        Lot memory lot = lots[receiptId]; //~ BENIGN STORAGE_READ
        require(lot.depositor == msg.sender, "The caller did not leave this receipt."); //~ BENIGN ACCESS_CTRL
        uint256 charge = StorageCharge.chargeFor(block.timestamp.sub(lot.storedSince), dailyCharge, lot.bond);
        chargesDue = chargesDue.add(charge); //~ BENIGN STATE_MOD
        delete lots[receiptId]; //~ BENIGN STATE_MOD
        receipts.safeTransferFrom(address(this), msg.sender, receiptId); //~ BENIGN EXT_CALL
        money.safeTransfer(msg.sender, lot.bond.sub(charge)); //~ BENIGN FUND_XFER
        emit ReceiptReleased(receiptId, msg.sender, charge); //~ UNRELATED EVENT_EMIT
    }

    // Seizes the goods of a depositor whose bond is used up.
    function seizeGoods(uint256 receiptId) external {
        Lot memory lot = lots[receiptId];
        require(msg.sender == warehouseKeeper, "Only the keeper seizes goods."); //~ BENIGN ACCESS_CTRL
        require(lot.depositor != address(0), "The receipt is not here."); //~ BENIGN INPUT_VAL
        uint256 charge = StorageCharge.chargeFor(block.timestamp.sub(lot.storedSince), dailyCharge, lot.bond);
        require(charge == lot.bond, "The bond is not used up."); //~ BENIGN CTRL_FLOW
        delete lots[receiptId]; //~ BENIGN STATE_MOD
        chargesDue = chargesDue.add(charge);
        receipts.transferFrom(address(this), msg.sender, receiptId);
        emit GoodsSeized(receiptId, lot.depositor);
    }

    // Pays the keeper all charges of receipts that have left.
    function collectCharges() external {
        uint256 amount = chargesDue;
        chargesDue = 0; //~ BENIGN STATE_MOD
        money.safeTransfer(warehouseKeeper, amount); //~ BENIGN FUND_XFER
        emit ChargesCollected(amount);
    }
}
