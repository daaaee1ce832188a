// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// The marks of a coupon sheet, one bit for each quarter.
library CouponSheet {
    function isMarked(uint256 sheet, uint256 quarter) internal pure returns (bool) {
        return (sheet >> quarter) & 1 == 1; //~ BENIGN COMPUTATION
    }

    function mark(uint256 sheet, uint256 quarter) internal pure returns (uint256) {
        return sheet | (1 << quarter); //~ BENIGN COMPUTATION
    }
}

// Bonds of a town. Each has a coupon for every quarter of its term, and its principal is repaid at maturity. The town
// receives the price of a bond at once, and pays what is due into the fund that this contract holds.
contract MunicipalBonds is Ownable {
    using CouponSheet for uint256;
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant PRINCIPAL = 1000e18;
    uint256 public constant COUPON = 15e18;
    uint256 public constant QUARTERS = 8;
    uint256 public constant QUARTER = 91 days;

    IERC20 public immutable currency;
    uint256 public immutable issueDate;
    uint256 public immutable supply;

    uint256 public numberOfBonds;
    mapping(uint256 => address) public holderOf;
    mapping(uint256 => uint256) public sheetOf;
    mapping(uint256 => bool) public repaid;

    event BondSold(uint256 indexed bond, address indexed holder);
    event BondTransferred(uint256 indexed bond, address indexed from, address indexed to);
    event CouponsRedeemed(uint256 indexed bond, uint256 quarters, uint256 amount);
    event BondRepaid(uint256 indexed bond);

    // Bonds are for sale for a given time, after which all terms begin.
    constructor(IERC20 currency_, uint256 supply_, uint256 saleTime) {
        require(address(currency_) != address(0), "The currency must be a contract.");
        require(supply_ > 0, "The supply must be positive.");
        require(saleTime <= 90 days, "The sale must end within ninety days."); //~ BENIGN INPUT_VAL
        currency = currency_;
        supply = supply_;
        issueDate = block.timestamp.add(saleTime); //~ BENIGN INIT
    }

    modifier onlyHolder(uint256 bond) {
        require(holderOf[bond] == msg.sender, "Only the holder of the bond may do this."); //~ BENIGN ACCESS_CTRL
        _;
    }

    // Sells one bond to the caller. The price is the principal.
    function buyBond() external returns (uint256 bond) {
        require(block.timestamp < issueDate, "The sale has ended."); //~ BENIGN TIMESTAMP
        require(numberOfBonds < supply, "All bonds are sold."); //~ BENIGN INPUT_VAL
        bond = numberOfBonds;
        numberOfBonds = bond.add(1);
        holderOf[bond] = msg.sender; //~ BENIGN STATE_MOD
        currency.safeTransferFrom(msg.sender, owner(), PRINCIPAL); //~ BENIGN FUND_XFER
        emit BondSold(bond, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    // Hands a bond over, with the coupons that are left on its sheet.
    function transferBond(uint256 bond, address recipient) external onlyHolder(bond) {
        require(recipient != address(0), "The recipient must be an account.");
        holderOf[bond] = recipient;
        emit BondTransferred(bond, msg.sender, recipient);
    }

    // Pays for the coupons of the quarters listed, in any order, and marks them on the sheet.
    function redeemCoupons(uint256 bond, uint256[] calldata quarters) external onlyHolder(bond) {
        uint256 sheet = sheetOf[bond];
        uint256 marked = sheet; //~ PREREQ STORAGE_READ a copy
        for (uint256 i = 0; i < quarters.length; i++) {
            require(quarters[i] < QUARTERS, "The sheet has no such coupon."); //~ BENIGN INPUT_VAL
            require(isDue(quarters[i]), "The coupon is not due."); //~ BENIGN TIMESTAMP
            require(!sheet.isMarked(quarters[i]), "The coupon was redeemed."); //~ ROOT_CAUSE INPUT_VAL
            marked = marked.mark(quarters[i]); //~ PREREQ COMPUTATION marking twice is marking once
        }
        sheetOf[bond] = marked; //~ BENIGN STATE_MOD
        uint256 amount = COUPON.mul(quarters.length); //~ PREREQ ARITHMETIC counts what is listed, not what is marked
        emit CouponsRedeemed(bond, marked ^ sheet, amount);
        currency.safeTransfer(msg.sender, amount); //~ DECOY FUND_XFER the sheet is written before
    }

    // Repays the principal at maturity. Coupons that are left can still be redeemed.
    function repay(uint256 bond) external onlyHolder(bond) {
        require(isDue(QUARTERS - 1), "The bond has not matured."); //~ BENIGN TIMESTAMP
        require(!repaid[bond], "The bond was repaid."); //~ BENIGN CTRL_FLOW
        repaid[bond] = true;
        emit BondRepaid(bond);
        currency.safeTransfer(msg.sender, PRINCIPAL);
    }

    // Returns what nobody has asked for within three years of the maturity.
    function closeFund() external onlyOwner {
        require(block.timestamp >= issueDate.add(QUARTER * QUARTERS).add(1095 days), "The fund must stay open.");
        currency.safeTransfer(owner(), currency.balanceOf(address(this)));
    }

    // Whether a quarter is over.
    function isDue(uint256 quarter) public view returns (bool) {
        return block.timestamp >= issueDate.add(quarter.add(1).mul(QUARTER)); //~ BENIGN ARITHMETIC
    }
}
