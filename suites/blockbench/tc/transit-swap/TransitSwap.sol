// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./context/ClaimTokens.sol";

/// @notice A pool pays out whatever was sent to it in advance.
interface ITransitPool {
    function swap(address source, address target, uint256 amount, address receiver) external returns (uint256 paid);
}

/// @title TransitSwap
/// @notice Routes exchanges through listed pools. Users approve the claim contract once, and all routers of this
///         project pull tokens through it.
contract TransitSwap {
    /// @param payer Whose tokens are sold.
    /// @param receiver Who gets what was bought.
    struct SwapDescription {
        address source;
        address target;
        address payer;
        address receiver;
        uint256 amount;
        uint256 minReturn;
        ITransitPool pool;
    }

    uint256 public constant HIGHEST_FEE = 30; // basis points

    ClaimTokens public immutable claims;
    address public executor;
    address public feeCollector;
    uint256 public fee; // basis points
    bool public paused;

    mapping(ITransitPool pool => bool) public listed;

    event Swapped(address indexed payer, address indexed receiver, address source, address target, uint256 amount, uint256 paid);
    event PoolListed(ITransitPool indexed pool, bool active);

    error Unauthorized(address caller);
    error Paused();
    error FeeTooHigh(uint256 points);
    error PoolNotListed(ITransitPool pool);
    error ReturnTooLow(uint256 paid);
    error SameToken(address token);

    modifier onlyExecutor() {
        if (msg.sender != executor) revert Unauthorized(msg.sender);
        _;
    }

    constructor(ClaimTokens claims_, address feeCollector_) {
        claims = claims_;
        feeCollector = feeCollector_;
        executor = msg.sender;
    }

    function list(ITransitPool pool, bool active) external onlyExecutor {
        listed[pool] = active;
        emit PoolListed(pool, active);
    }

    function setFee(uint256 points, address collector) external onlyExecutor {
        if (points > HIGHEST_FEE) revert FeeTooHigh(points);
        (fee, feeCollector) = (points, collector);
    }

    function pause(bool on) external onlyExecutor {
        paused = on;
    }

    function changeExecutor(address next) external onlyExecutor {
        executor = next;
    }

    /// @notice Sells tokens of the payer, less a fee, and requires a least return.
    function swap(SwapDescription calldata desc) external returns (uint256 paid) {
        if (paused) revert Paused();
        if (!listed[desc.pool]) revert PoolNotListed(desc.pool); //~ INSUFF_GUARD INPUT_VAL an honest pool pays whoever the description names
        if (desc.source == desc.target) revert SameToken(desc.source);
        uint256 share = (desc.amount * fee) / 10_000; //~ BENIGN ARITHMETIC
        if (share > 0) claims.claimTokens(desc.source, desc.payer, feeCollector, share); //~ ROOT_CAUSE ACCESS_CTRL
        claims.claimTokens(desc.source, desc.payer, address(desc.pool), desc.amount - share); //~ ROOT_CAUSE ACCESS_CTRL the payer is a field of the caller's description
        paid = desc.pool.swap(desc.source, desc.target, desc.amount - share, desc.receiver); //~ PREREQ FUND_XFER
        if (paid < desc.minReturn) revert ReturnTooLow(paid); //~ BENIGN INPUT_VAL
        emit Swapped(desc.payer, desc.receiver, desc.source, desc.target, desc.amount, paid); //~ UNRELATED EVENT_EMIT
    }
}
