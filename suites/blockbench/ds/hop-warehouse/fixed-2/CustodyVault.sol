// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";

/**
 * @title What the custody vault keeps
 */
contract CustodyStorage {
    /// @notice The administrator, who books lots in
    address public admin;

    /// @notice The account that has been named as the next administrator
    address public pendingAdmin;

    /// @notice A lot of a metal
    /// @dev purityMantissa is scaled by 1e3
    struct Lot {
        address owner;
        uint32 units;
        uint16 purityMantissa;
        uint64 since;
        bool withdrawn;
    }

    /// @notice All lots, in the order of their arrival
    Lot[] public lots;

    /// @notice The units of all lots that are in the vault
    uint256 public totalUnits;

    /// @notice The last appraisal of a lot, for a buyer to see
    mapping(uint256 => uint256) public appraisedValue;

    /// @notice The oracle that gave it
    mapping(uint256 => address) public appraisedBy;
}

/**
 * @title Custody of metal in lots
 * @notice The administrator books lots in; the owner of a lot may transfer it, have it appraised, and withdraw it against the fees that
 *         have run up. The vault sets no price: owners bring an oracle of their own choice, and what it says is noted
 */
contract CustodyVault is CustodyStorage {
    using SafeMath for uint256;

    /// @notice The fee of a week for a hundred units, scaled by 1e18
    uint256 public constant WEEKLY_FEE_MANTISSA = 0.0001e18;

    /// @notice The largest purity
    uint256 public constant MAX_PURITY_MANTISSA = 1e3;

    event NewPendingAdmin(address indexed oldPendingAdmin, address indexed newPendingAdmin);
    event NewAdmin(address indexed oldAdmin, address indexed newAdmin);
    event LotDeposited(uint256 indexed lotId, address indexed owner, uint256 units, uint256 purityMantissa);
    event LotTransferred(uint256 indexed lotId, address indexed from, address indexed to);
    event LotAppraised(uint256 indexed lotId, address indexed oracle, uint256 value);
    event LotWithdrawn(uint256 indexed lotId, uint256 feePaid);

    modifier onlyAdmin() {
        require(msg.sender == admin, "only the administrator may do this");
        _;
    }

    modifier onlyOwnerOf(uint256 lotId) {
        require(lotId < lots.length && !lots[lotId].withdrawn, "there is no such lot");
        require(lots[lotId].owner == msg.sender, "only the owner of the lot may do this");
        _;
    }

    constructor() public {
        admin = msg.sender;
        emit NewAdmin(address(0), msg.sender);
    }

    /*** Owners ***/

    /**
     * @notice Transfers a lot
     * @param lotId The lot
     * @param to The account that owns it from now on
     */
    function transferLot(uint256 lotId, address to) external onlyOwnerOf(lotId) {
        require(to != address(0), "the lot needs an owner");
        emit LotTransferred(lotId, msg.sender, to);
        lots[lotId].owner = to;
    }

    /**
     * @notice Asks an oracle what a lot is worth. A value of zero or one without bounds would only mislead a buyer
     * @param lotId The lot
     * @param oracle The oracle
     * @return The value, as the oracle states it
     */
    function appraise(uint256 lotId, address oracle) external onlyOwnerOf(lotId) returns (uint256) {
        Lot memory lot = lots[lotId];
        require(oracle != address(this) && oracle != admin, "the oracle must be somebody else");
        bytes memory question = abi.encodeWithSignature("valueOf(uint256,uint256)", uint256(lot.units), uint256(lot.purityMantissa));
        uint256 value = askInternal(oracle, question);
        require(value > 0 && value < 2**128, "the value is out of bounds");
        appraisedValue[lotId] = value;
        appraisedBy[lotId] = oracle;
        emit LotAppraised(lotId, oracle, value);
        return value;
    }

    /**
     * @notice Withdraws a lot against its fees. What is paid beyond them is returned
     * @param lotId The lot
     */
    function withdrawLot(uint256 lotId) external payable onlyOwnerOf(lotId) {
        uint256 fee = feeDue(lotId);
        require(msg.value >= fee, "the fees are not paid");
        lots[lotId].withdrawn = true;
        totalUnits = totalUnits.sub(lots[lotId].units);
        emit LotWithdrawn(lotId, fee);
        if (msg.value > fee) sendInternal(msg.sender, msg.value.sub(fee));
    }

    /**
     * @notice Makes several calls of this contract in one transaction, each in the name of the caller
     * @param calls The calls
     * @return What they return
     */
    function multicall(bytes[] calldata calls) external returns (bytes[] memory) {
        bytes[] memory results = new bytes[](calls.length);
        for (uint256 i = 0; i < calls.length; i++) {
            (bool success, bytes memory result) = address(this).delegatecall(calls[i]);
            require(success, "one of the calls failed");
            results[i] = result;
        }
        return results;
    }

    /**
     * @notice The fees that a lot has run up. A week begun counts as a week
     * @param lotId The lot
     * @return The fees in wei
     */
    function feeDue(uint256 lotId) public view returns (uint256) {
        Lot memory lot = lots[lotId];
        uint256 elapsed = block.timestamp.sub(lot.since).add(1 weeks - 1).div(1 weeks);
        return elapsed.mul(WEEKLY_FEE_MANTISSA).mul(lot.units).div(100);
    }

    /*** The administrator ***/

    /**
     * @notice Books a lot in
     * @param owner The account that owns it
     * @param units How many units it has
     * @param purityMantissa How pure they are, scaled by 1e3
     * @return The number of the lot
     */
    function _depositLot(address owner, uint32 units, uint16 purityMantissa) external onlyAdmin returns (uint256) {
        require(owner != address(0), "the lot needs an owner");
        require(units > 0 && purityMantissa <= MAX_PURITY_MANTISSA, "the lot is out of bounds");
        uint256 lotId = lots.length;
        lots.push(Lot(owner, units, purityMantissa, uint64(block.timestamp), false));
        totalUnits = totalUnits.add(units);
        emit LotDeposited(lotId, owner, units, purityMantissa);
        return lotId;
    }

    /**
     * @notice Takes fees that were paid out of the vault
     * @param to The account that receives them
     * @param amount How much
     */
    function _collectFees(address payable to, uint256 amount) external onlyAdmin {
        sendInternal(to, amount);
    }

    /**
     * @notice Names the next administrator, who has to accept
     * @param newPendingAdmin The account
     */
    function _setPendingAdmin(address newPendingAdmin) external onlyAdmin {
        emit NewPendingAdmin(pendingAdmin, newPendingAdmin);
        pendingAdmin = newPendingAdmin;
    }

    /**
     * @notice Makes the caller the administrator, if it has been named
     */
    function _acceptAdmin() external {
        require(msg.sender == pendingAdmin, "only the pending administrator may accept");
        emit NewAdmin(admin, msg.sender);
        admin = msg.sender;
        pendingAdmin = address(0);
    }

    /*** Internals ***/

    /**
     * @dev Puts a question to an oracle
     * @param oracle The oracle
     * @param question The call
     * @return The number that it answers
     */
    function askInternal(address oracle, bytes memory question) internal returns (uint256) {
        (bool success, bytes memory answer) = oracle.delegatecall(question);
        require(success && answer.length == 32, "the oracle does not answer");
        return abi.decode(answer, (uint256));
    }

    /**
     * @dev Pays ether
     * @param to The account that receives it
     * @param amount How much
     */
    function sendInternal(address payable to, uint256 amount) internal {
        (bool success, ) = to.call{value: amount}("");
        require(success, "the payment was refused");
    }
}
