// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.24;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ReentrancyGuard} from "@openzeppelin/contracts@5.4.0/utils/ReentrancyGuard.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IndexFactory} from "./context/IndexFactory.sol";
import {IndexToken} from "./context/IndexToken.sol";
import {Inventory} from "./context/Inventory.sol";

// The counter of the index shop: makes indexes for anybody, issues their shares against parts or against usdc,
// takes shares back for usdc and trades single parts out of its own stock.
contract IssuanceDesk is Inventory, ReentrancyGuard {
    using SafeERC20 for IERC20;

    uint256 public constant MAX_FEE = 200; // 2 %
    uint256 private constant BPS = 10_000;

    enum Status {
        Unknown,
        Live,
        Blocked
    }

    IndexFactory public immutable factory;
    mapping(IndexToken => Status) public status;
    IndexToken[] public indexes;
    uint256 public feeBps;

    error NotLive(IndexToken index);
    error AboveMax(uint256 part, uint256 amount);
    error TooDear(uint256 cost);
    error TooCheap(uint256 amount);

    modifier live(IndexToken index) {
        if (status[index] != Status.Live) revert NotLive(index); //~ INSUFF_GUARD INPUT_VAL says whose code the index is, not who manages it or what is in it
        _;
    }

    constructor(IERC20 usdc_, IndexFactory factory_, uint256 feeBps_, address owner_) Inventory(usdc_, owner_) {
        factory = factory_;
        _setFee(feeBps_);
    }

    function setFee(uint256 newFeeBps) external onlyOwner {
        _setFee(newFeeBps);
    }

    // no more service for this one. Holders can still burn, that's the index's own business
    function setBlocked(IndexToken index, bool blocked) external onlyOwner {
        require(status[index] != Status.Unknown, "not from here"); //~ BENIGN INPUT_VAL
        status[index] = blocked ? Status.Blocked : Status.Live; //~ BENIGN STATE_MOD
        emit StatusSet(index, status[index]); //~ UNRELATED EVENT_EMIT
    }

    // open to all, the caller is the manager of the new index
    function createIndex(
        string calldata name,
        string calldata symbol,
        IERC20[] calldata parts,
        uint256[] calldata units
    ) external whenNotPaused returns (IndexToken index) {
        index = factory.create(name, symbol, msg.sender, parts, units); //~ PREREQ INPUT_VAL any token can be a part, and the caller keeps the scale
        status[index] = Status.Live;
        indexes.push(index);
        emit IndexCreated(index, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    // shares for parts. maxAmounts: what the caller is ready to give of each
    function issue(IndexToken index, uint256 shares, uint256[] calldata maxAmounts, address to)
        external
        nonReentrant //~ INSUFF_GUARD REENTRY_GUARD locks the desk, not the index
        whenNotPaused //~ BENIGN ACCESS_CTRL
        live(index)
    {
        IERC20[] memory parts = index.parts();
        uint256[] memory amounts = index.required(shares); //~ PREREQ STORAGE_READ at the scale before any part is collected
        for (uint256 i = 0; i < parts.length; i++) {
            if (amounts[i] > maxAmounts[i]) revert AboveMax(i, amounts[i]); //~ INSUFF_GUARD INPUT_VAL bounds what the caller gives, not what the index takes
        }
        for (uint256 i = 0; i < parts.length; i++) {
            parts[i].safeTransferFrom(msg.sender, address(this), amounts[i]); //~ PREREQ EXT_CALL runs the code of a part
        }
        _mintShares(index, parts, amounts, shares, to);
        emit Issued(index, to, shares, 0);
    }

    // shares for usdc, the parts come out of stock
    function issueForUsdc(IndexToken index, uint256 shares, uint256 maxCost, address to)
        external
        nonReentrant //~ BENIGN REENTRY_GUARD
        whenNotPaused
        live(index)
        returns (uint256 cost)
    {
        cost = issueCost(index, shares);
        if (cost > maxCost) revert TooDear(cost); //~ BENIGN INPUT_VAL
        lines[usdc].stock += cost; //~ BENIGN STATE_MOD
        IERC20[] memory parts = index.parts();
        uint256[] memory amounts = index.required(shares);
        for (uint256 i = 0; i < parts.length; i++) {
            lines[parts[i]].stock -= amounts[i]; //~ BENIGN ARITHMETIC checked, no more than is in stock
        }
        usdc.safeTransferFrom(msg.sender, address(this), cost);
        _mintShares(index, parts, amounts, shares, to);
        emit Issued(index, to, shares, cost); //~ UNRELATED EVENT_EMIT
    }

    // the other way round, the parts go into stock
    function redeemForUsdc(IndexToken index, uint256 shares, uint256 minOut, address to)
        external
        nonReentrant
        whenNotPaused
        live(index)
        returns (uint256 out)
    {
        IERC20[] memory parts = index.parts();
        IERC20(index).safeTransferFrom(msg.sender, address(this), shares); //~ BENIGN FUND_XFER
        uint256[] memory amounts = index.burn(shares, address(this)); //~ DECOY EXT_CALL pays in what it says, and only traded parts pass the quote below
        for (uint256 i = 0; i < parts.length; i++) {
            lines[parts[i]].stock += amounts[i];
            out += quote(parts[i], amounts[i], Math.Rounding.Floor);
        }
        out -= _fee(out);
        if (out < minOut) revert TooCheap(out); //~ BENIGN INPUT_VAL
        lines[usdc].stock -= out; //~ BENIGN ARITHMETIC checked, out of its own dollars
        emit Redeemed(index, msg.sender, shares, out);
        usdc.safeTransfer(to, out);
    }

    function buyPart(IERC20 part, uint256 amount, uint256 maxCost) external whenNotPaused returns (uint256 cost) {
        cost = quote(part, amount, Math.Rounding.Ceil); //~ DECOY ARITHMETIC in favour of the desk, and the fee on top
        cost += _fee(cost);
        if (cost > maxCost) revert TooDear(cost);
        lines[usdc].stock += cost;
        lines[part].stock -= amount;
        emit PartBought(part, msg.sender, amount, cost);
        usdc.safeTransferFrom(msg.sender, address(this), cost);
        part.safeTransfer(msg.sender, amount);
    }

    function issueCost(IndexToken index, uint256 shares) public view returns (uint256 cost) {
        IERC20[] memory parts = index.parts();
        uint256[] memory amounts = index.required(shares);
        for (uint256 i = 0; i < parts.length; i++) {
            cost += quote(parts[i], amounts[i], Math.Rounding.Ceil);
        }
        cost += _fee(cost); //~ BENIGN COMPUTATION
    }

    function indexCount() external view returns (uint256) {
        return indexes.length;
    }

    function _mintShares(
        IndexToken index,
        IERC20[] memory parts,
        uint256[] memory amounts,
        uint256 shares,
        address to
    ) private {
        for (uint256 i = 0; i < amounts.length; i++) {
            parts[i].forceApprove(address(index), type(uint256).max); //~ ROOT_CAUSE ACCESS_CTRL without a limit, and the amounts may be old by now
        }
        index.mint(to, shares); //~ PREREQ EXT_CALL takes what the scale of now asks for
    }

    function _fee(uint256 amount) private view returns (uint256) {
        return Math.mulDiv(amount, feeBps, BPS, Math.Rounding.Ceil);
    }

    function _setFee(uint256 newFeeBps) private {
        require(newFeeBps <= MAX_FEE, "fee too high"); //~ BENIGN INPUT_VAL
        feeBps = newFeeBps;
        emit FeeSet(newFeeBps);
    }

    event FeeSet(uint256 feeBps);
    event StatusSet(IndexToken indexed index, Status status);
    event IndexCreated(IndexToken indexed index, address indexed manager);
    event Issued(IndexToken indexed index, address indexed to, uint256 shares, uint256 cost);
    event Redeemed(IndexToken indexed index, address indexed from, uint256 shares, uint256 out);
    event PartBought(IERC20 indexed part, address indexed to, uint256 amount, uint256 cost);
}
