// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {SafeCast} from "@openzeppelin/contracts@5.4.0/utils/math/SafeCast.sol";

/// @title CarbonCredits
/// @notice Sells certified tonnes of carbon dioxide in lots. Until a lot closes, buyers may return what they have not retired.
contract CarbonCredits is AccessControl {
    using SafeERC20 for IERC20;

    /// @notice A lot of tonnes from one project.
    /// @param left How many tonnes are for sale.
    /// @param retired How many tonnes were retired.
    /// @param closesAt When the sale ends, and the time for returns with it.
    /// @param price What a tonne costs.
    /// @param proceeds What the lot has earned and not paid out.
    struct Lot {
        uint32 left;
        uint32 retired;
        uint64 closesAt;
        uint128 price;
        uint256 proceeds;
    }

    /// @notice The role that adds lots.
    bytes32 public constant CERTIFIER_ROLE = keccak256("CERTIFIER_ROLE");

    /// @notice The role that receives proceeds.
    bytes32 public constant TREASURER_ROLE = keccak256("TREASURER_ROLE");

    /// @notice The token that credits are paid in.
    IERC20 public immutable token;

    /// @notice All lots, by their number.
    Lot[] public lots;

    /// @notice How many tonnes of a lot an account holds.
    mapping(uint256 lotId => mapping(address account => uint256)) public tonnesOf;

    /// @notice A lot was added.
    event LotAdded(uint256 indexed lotId, uint256 tonnes, uint256 price);

    /// @notice Tonnes were purchased.
    event Purchased(uint256 indexed lotId, address indexed account, uint256 tonnes, uint256 cost);

    /// @notice Tonnes were returned.
    event Returned(uint256 indexed lotId, address indexed account, uint256 tonnes);

    /// @notice Tonnes were retired.
    event Retired(uint256 indexed lotId, address indexed account, uint256 tonnes);

    /// @notice Sets up the sale.
    /// @param admin_ Who grants roles.
    /// @param token_ The token that credits are paid in.
    constructor(address admin_, IERC20 token_) {
        require(admin_ != address(0), "CarbonCredits: no admin");
        require(address(token_) != address(0), "CarbonCredits: no token");
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin_); //~ BENIGN INIT
    }

    /// @notice Adds a lot.
    /// @param tonnes How many tonnes it has.
    /// @param price What a tonne costs.
    /// @param duration How long it is for sale.
    function addLot(uint32 tonnes, uint256 price, uint256 duration) external onlyRole(CERTIFIER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(tonnes > 0 && price > 0, "CarbonCredits: empty lot");
        require(duration > 0 && duration <= 365 days, "CarbonCredits: duration out of bounds");
        uint64 closesAt = uint64(block.timestamp + duration); //~ BENIGN ARITHMETIC
        lots.push(Lot(tonnes, 0, closesAt, SafeCast.toUint128(price), 0)); //~ BENIGN INPUT_VAL
        emit LotAdded(lots.length - 1, tonnes, price); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Purchases tonnes of a lot.
    /// @param lotId The number of the lot.
    /// @param tonnes How many tonnes.
    function purchase(uint256 lotId, uint256 tonnes) external {
        Lot storage lot = lots[lotId];
        require(block.timestamp < lot.closesAt, "CarbonCredits: closed"); //~ BENIGN TIMESTAMP
        uint32 quantity = SafeCast.toUint32(tonnes); //~ BENIGN ARITHMETIC
        require(quantity > 0, "CarbonCredits: nothing to purchase"); //~ BENIGN INPUT_VAL
        require(quantity <= lot.left, "CarbonCredits: not enough left"); //~ BENIGN INPUT_VAL
        uint256 cost = uint256(quantity) * lot.price;
        lot.left -= quantity;
        lot.proceeds += cost; //~ BENIGN STATE_MOD
        tonnesOf[lotId][msg.sender] += tonnes; //~ BENIGN STATE_MOD
        emit Purchased(lotId, msg.sender, tonnes, cost);
        token.safeTransferFrom(msg.sender, address(this), cost); //~ BENIGN FUND_XFER
    }

    /// @notice Returns tonnes for what they cost.
    /// @param lotId The number of the lot.
    /// @param quantity How many tonnes.
    function giveBack(uint256 lotId, uint32 quantity) external {
        Lot storage lot = lots[lotId];
        require(block.timestamp < lot.closesAt, "CarbonCredits: closed"); //~ BENIGN TIMESTAMP
        _take(lotId, quantity);
        uint256 refund = uint256(quantity) * lot.price;
        lot.left += quantity; //~ BENIGN STATE_MOD
        lot.proceeds -= refund; //~ BENIGN ARITHMETIC
        emit Returned(lotId, msg.sender, quantity);
        token.safeTransfer(msg.sender, refund); //~ BENIGN FUND_XFER
    }

    /// @notice Retires tonnes for good.
    /// @param lotId The number of the lot.
    /// @param quantity How many tonnes.
    function retire(uint256 lotId, uint32 quantity) external {
        _take(lotId, quantity);
        lots[lotId].retired += quantity;
        emit Retired(lotId, msg.sender, quantity);
    }

    /// @notice Pays out the proceeds of a closed lot.
    /// @param lotId The number of the lot.
    function payOut(uint256 lotId) external onlyRole(TREASURER_ROLE) { //~ BENIGN ACCESS_CTRL
        Lot storage lot = lots[lotId];
        require(block.timestamp >= lot.closesAt, "CarbonCredits: not closed"); //~ BENIGN TIMESTAMP
        uint256 amount = lot.proceeds;
        lot.proceeds = 0;
        token.safeTransfer(msg.sender, amount);
    }

    /// @dev Takes tonnes from the caller.
    /// @param lotId The number of the lot.
    /// @param quantity How many tonnes.
    function _take(uint256 lotId, uint32 quantity) internal {
        uint256 held = tonnesOf[lotId][msg.sender];
        require(quantity > 0 && quantity <= held, "CarbonCredits: not held"); //~ BENIGN INPUT_VAL
        tonnesOf[lotId][msg.sender] = held - quantity;
    }
}
