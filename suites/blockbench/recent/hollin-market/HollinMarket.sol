// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IPriceFeed {
    /// @return dollars per whole unit of collateral, 18 decimals
    function price() external view returns (uint256);
}

/// @title StepRunner
/// @notice Runs a list of steps for the caller and looks at the caller's cover once, after the last of them, so
///         that a position may pass through any state in between.
abstract contract StepRunner {
    struct Step {
        uint8 kind;
        address party;
        uint256 amount;
    }

    /// @dev What a list carries from one step to the next.
    struct Run {
        bool review;
        uint256 last;
    }

    uint8 public constant PLEDGE = 1;
    uint8 public constant RELEASE = 2;
    uint8 public constant DRAW = 3;
    uint8 public constant REPAY = 4;

    /// @notice As an amount: whatever the step before returned.
    uint256 public constant SAME = type(uint256).max;

    error Uncovered(address account);

    /// @notice Runs `steps` in order.
    /// @return what the last step returned
    function perform(Step[] calldata steps) external returns (uint256) {
        Run memory run;
        for (uint256 i = 0; i < steps.length; ++i) {
            Step calldata step = steps[i];
            uint256 amount = step.amount == SAME ? run.last : step.amount;
            if (step.kind == PLEDGE) {
                run.last = _pledge(step.party, amount);
            } else if (step.kind == RELEASE) {
                run.last = _release(step.party, amount);
                run.review = true; //~ BENIGN STATE_MOD set by every step that can lower the cover
            } else if (step.kind == DRAW) {
                run.last = _draw(step.party, amount);
                run.review = true; //~ PREREQ STATE_MOD the only record that this account has to be looked at
            } else if (step.kind == REPAY) {
                run.last = _repay(step.party, amount);
            } else {
                run = _further(step, amount, run); //~ PREREQ STATE_MOD takes over whatever comes back, the mark included
            }
        }
        if (run.review && !covered(msg.sender)) revert Uncovered(msg.sender); //~ INSUFF_GUARD CTRL_FLOW depends on a mark that a later step can clear
        return run.last;
    }

    function covered(address account) public view virtual returns (bool);

    function _pledge(address party, uint256 amount) internal virtual returns (uint256);
    function _release(address party, uint256 amount) internal virtual returns (uint256);
    function _draw(address party, uint256 amount) internal virtual returns (uint256);
    function _repay(address party, uint256 amount) internal virtual returns (uint256);

    /// @dev Steps that a market adds to the four above.
    function _further(Step calldata step, uint256 amount, Run memory run) internal virtual returns (Run memory);
}

/// @title HollinMarket
/// @notice Isolated market: one collateral, dollars lent by the Hollin treasury, a fee at every draw and no interest.
contract HollinMarket is StepRunner {
    uint8 public constant ROOM = 20;

    uint256 public constant COVER_PERCENT = 75;
    uint256 public constant SEIZE_PERCENT = 108;
    uint256 public constant FEE_BPS = 50;

    IERC20 public immutable collateral;
    IERC20 public immutable dollar;
    IPriceFeed public immutable feed;
    address public immutable treasury;

    mapping(address => uint256) public pledged;
    mapping(address => uint256) public debt;
    uint256 public feesDue;

    event Stepped(address indexed account, uint8 kind, uint256 amount);
    event Liquidated(address indexed account, address indexed by, uint256 repaid, uint256 seized);
    event TreasuryMoved(int256 amount);

    error NotTreasury();
    error StillCovered();
    error TransferFailed();

    constructor(IERC20 collateral_, IERC20 dollar_, IPriceFeed feed_) {
        collateral = collateral_;
        dollar = dollar_;
        feed = feed_;
        treasury = msg.sender;
    }

    /// @notice The treasury lends to, or takes back from, this market.
    function lend(uint256 amount) external {
        _take(dollar, amount);
        emit TreasuryMoved(int256(amount));
    }

    function recall(uint256 amount) external {
        if (msg.sender != treasury) revert NotTreasury(); //~ BENIGN ACCESS_CTRL
        _give(dollar, msg.sender, amount);
        emit TreasuryMoved(-int256(amount));
    }

    /// @notice Repays an account whose cover has fallen short, against its collateral at a premium.
    function liquidate(address account, uint256 amount) external returns (uint256 seized) {
        if (covered(account)) revert StillCovered(); //~ BENIGN CTRL_FLOW
        uint256 repaid = amount < debt[account] ? amount : debt[account];
        seized = (repaid * SEIZE_PERCENT * 1e18) / (100 * feed.price());
        if (seized > pledged[account]) seized = pledged[account];
        debt[account] -= repaid;
        pledged[account] -= seized;
        _take(dollar, repaid);
        _give(collateral, msg.sender, seized);
        emit Liquidated(account, msg.sender, repaid, seized); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc StepRunner
    function covered(address account) public view override returns (bool) {
        if (debt[account] == 0) return true;
        return debt[account] * 1e18 * 100 <= pledged[account] * feed.price() * COVER_PERCENT; //~ BENIGN ORACLE multiplied before it is compared, nothing rounds
    }

    /// @notice Dollars that `account` may still draw, the fee allowed for.
    function room(address account) public view returns (uint256) {
        uint256 limit = (pledged[account] * feed.price() * COVER_PERCENT) / (1e18 * 100);
        if (limit <= debt[account]) return 0;
        return ((limit - debt[account]) * 10_000) / (10_000 + FEE_BPS);
    }

    function _pledge(address party, uint256 amount) internal override returns (uint256) {
        pledged[party] += amount;
        _take(collateral, amount);
        emit Stepped(msg.sender, PLEDGE, amount);
        return amount;
    }

    function _release(address party, uint256 amount) internal override returns (uint256) {
        pledged[msg.sender] -= amount; //~ BENIGN ARITHMETIC checked, at most what the caller has pledged
        _give(collateral, party, amount);
        emit Stepped(msg.sender, RELEASE, amount);
        return amount;
    }

    function _draw(address party, uint256 amount) internal override returns (uint256) {
        uint256 fee = (amount * FEE_BPS) / 10_000;
        debt[msg.sender] += amount + fee;
        feesDue += fee;
        _give(dollar, party, amount); //~ PREREQ FUND_XFER paid at once, the cover is looked at after the list
        emit Stepped(msg.sender, DRAW, amount);
        return amount;
    }

    function _repay(address party, uint256 amount) internal override returns (uint256) {
        uint256 repaid = amount < debt[party] ? amount : debt[party];
        debt[party] -= repaid;
        _take(dollar, repaid);
        emit Stepped(msg.sender, REPAY, repaid);
        return repaid;
    }

    /// @inheritdoc StepRunner
    /// @dev ROOM returns what the caller may draw, for the step after it. Other kinds are announced and change nothing,
    ///      so that lists written for a later version run here too.
    function _further(Step calldata step, uint256 amount, Run memory run) internal override returns (Run memory next) {
        if (step.kind == ROOM) {
            next = run; //~ ROOT_CAUSE STATE_MOD for any other kind a blank record is returned
            next.last = room(msg.sender);
        }
        emit Stepped(msg.sender, step.kind, amount);
    }

    function _take(IERC20 token, uint256 amount) private {
        if (!token.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
    }

    function _give(IERC20 token, address to, uint256 amount) private {
        if (!token.transfer(to, amount)) revert TransferFailed();
    }
}
