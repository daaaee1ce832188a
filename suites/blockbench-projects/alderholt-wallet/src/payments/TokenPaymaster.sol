// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable, Ownable2Step} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";

import {IEntryPoint, Operation, Window} from "../interfaces/IEntryPoint.sol";
import {IPaymaster, IPriceDesk} from "../interfaces/IPaymaster.sol";

/**
 * @title TokenPaymaster
 * @notice Pays fees in ether, and takes a token for them at a price with a markup.
 */
contract TokenPaymaster is IPaymaster, Ownable2Step {
    using SafeERC20 for IERC20;

    uint256 public constant ONE = 1e18;

    /// @dev The largest markup
    uint256 public constant MAX_MARKUP = 0.2e18;

    IEntryPoint public immutable entryPoint;
    IERC20 public immutable token;
    IPriceDesk public immutable desk;

    /// @dev What the paymaster earns, in parts of ONE
    uint256 public markup;

    event MarkupSet(uint256 markup);
    event FeeAgreed(address indexed account, bytes32 indexed hash, uint256 amount);
    event FeeSettled(address indexed account, uint256 cost, uint256 rest);
    event Collected(address indexed to, uint256 amount);

    modifier onlyEntryPoint() {
        require(msg.sender == address(entryPoint), "TokenPaymaster: not the entry point");
        _;
    }

    /**
     * @param owner_ Who manages the deposit and collects the tokens
     * @param entryPoint_ The entry point
     * @param token_ What accounts pay with
     * @param desk_ Who knows the price
     */
    constructor(address owner_, IEntryPoint entryPoint_, IERC20 token_, IPriceDesk desk_) Ownable(owner_) {
        entryPoint = entryPoint_;
        token = token_;
        desk = desk_;
    }

    // Fees

    /**
     * @inheritdoc IPaymaster
     * @dev The data of the operation is the largest amount of tokens that the account pays.
     */
    function sponsor(
        Operation calldata op,
        bytes32 hash,
        uint256 maxFee
    ) external onlyEntryPoint returns (bytes memory context, Window memory window) {
        (uint256 price, uint48 from, uint48 until) = desk.quote();
        uint256 rate = Math.mulDiv(price, ONE + markup, ONE, Math.Rounding.Ceil);
        uint256 amount = Math.mulDiv(maxFee, rate, ONE, Math.Rounding.Ceil);
        require(amount <= abi.decode(op.paymasterData, (uint256)), "TokenPaymaster: too expensive");
        token.safeTransferFrom(op.sender, address(this), amount); //~ BENIGN FUND_XFER taken before the account makes its calls
        emit FeeAgreed(op.sender, hash, amount);
        return (abi.encode(op.sender, amount, rate), Window(from, until));
    }

    /// @inheritdoc IPaymaster
    function settle(bytes calldata context, uint256 fee) external onlyEntryPoint { //~ DECOY ACCESS_CTRL pays whom its argument names
        (address account, uint256 amount, uint256 rate) = abi.decode(context, (address, uint256, uint256));
        uint256 cost = Math.mulDiv(fee, rate, ONE, Math.Rounding.Ceil);
        token.safeTransfer(account, amount - cost); //~ BENIGN FUND_XFER what was too much goes back
        emit FeeSettled(account, cost, amount - cost);
    }

    // Management

    /**
     * @notice Chooses the markup.
     * @param markup_ In parts of ONE
     */
    function setMarkup(uint256 markup_) external onlyOwner {
        require(markup_ <= MAX_MARKUP, "TokenPaymaster: too much");
        markup = markup_;
        emit MarkupSet(markup_);
    }

    /**
     * @notice Stakes the sent ether.
     * @param delay Time for which it stays after it was unlocked
     */
    function stake(uint32 delay) external payable onlyOwner {
        entryPoint.addStake{value: msg.value}(delay);
    }

    /// @notice Begins to unlock the stake.
    function unlock() external onlyOwner {
        entryPoint.unlockStake();
    }

    /**
     * @notice Withdraws the stake.
     * @param to Who gets it
     */
    function unstake(address payable to) external onlyOwner {
        entryPoint.withdrawStake(to);
    }

    /**
     * @notice Takes ether out of the deposit.
     * @param to Who gets it
     * @param amount How much
     */
    function withdraw(address payable to, uint256 amount) external onlyOwner {
        entryPoint.withdrawTo(to, amount);
    }

    /**
     * @notice Collects tokens.
     * @param to Who gets them
     * @param amount How many
     */
    function collect(address to, uint256 amount) external onlyOwner {
        token.safeTransfer(to, amount);
        emit Collected(to, amount);
    }
}
