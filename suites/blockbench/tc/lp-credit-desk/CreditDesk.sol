// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.24;

/// @dev The part of ERC-20 used here. Both listed tokens revert when a transfer fails.
interface IToken {
    function transfer(address to, uint256 amount) external;
    function transferFrom(address from, address to, uint256 amount) external;
}

interface IFlashBorrower {
    function onFlash(uint256 amount, uint256 fee) external;
}

/// @notice Lends idle dollars for the length of one transaction, at five basis points.
contract FlashVault {
    IToken public immutable usd;

    constructor(IToken usd_) {
        usd = usd_;
    }

    function flash(uint256 amount) external {
        uint256 fee = amount / 2000;
        usd.transfer(msg.sender, amount);  //~ PREREQ FUND_XFER capital for one transaction
        IFlashBorrower(msg.sender).onFlash(amount, fee);
        usd.transferFrom(msg.sender, address(this), amount + fee);  //~ BENIGN FUND_XFER repayment is pulled
    }
}

/// @notice Constant-product pool of dollars (quote) and one other token (base).
contract PairPool {
    error Slippage();
    error NotOperator();

    IToken public immutable quote;
    IToken public immutable base;
    uint256 public quoteReserve;
    uint256 public baseReserve;
    uint256 public totalShares;
    mapping(address => uint256) public sharesOf;
    mapping(address => mapping(address => bool)) public isOperator;
    uint256 public valueCumulative; // share value times seconds
    uint256 public lastUpdate;

    constructor(IToken quote_, IToken base_) {
        (quote, base) = (quote_, base_);
    }

    function setOperator(address operator, bool allowed) external {
        isOperator[msg.sender][operator] = allowed;
    }

    function moveShares(address from, address to, uint256 shares) external {
        if (msg.sender != from && !isOperator[from][msg.sender]) revert NotOperator();  //~ BENIGN ACCESS_CTRL
        sharesOf[from] -= shares;
        sharesOf[to] += shares;
    }

    function join(uint256 quoteIn, uint256 baseMax, uint256 sharesMin) external returns (uint256 shares) {
        _accumulate();
        uint256 baseIn;
        (shares, baseIn) = totalShares == 0
            ? (quoteIn, baseMax)
            : ((quoteIn * totalShares) / quoteReserve, (quoteIn * baseReserve) / quoteReserve + 1);
        if (baseIn > baseMax || shares < sharesMin) revert Slippage();
        (quoteReserve, baseReserve) = (quoteReserve + quoteIn, baseReserve + baseIn);
        (totalShares, sharesOf[msg.sender]) = (totalShares + shares, sharesOf[msg.sender] + shares);
        quote.transferFrom(msg.sender, address(this), quoteIn);
        base.transferFrom(msg.sender, address(this), baseIn);
    }

    function exit(uint256 shares) external returns (uint256 quoteOut, uint256 baseOut) {
        _accumulate();
        (quoteOut, baseOut) = ((quoteReserve * shares) / totalShares, (baseReserve * shares) / totalShares);
        (quoteReserve, baseReserve) = (quoteReserve - quoteOut, baseReserve - baseOut);
        (totalShares, sharesOf[msg.sender]) = (totalShares - shares, sharesOf[msg.sender] - shares);
        quote.transfer(msg.sender, quoteOut);
        base.transfer(msg.sender, baseOut);
    }

    function swap(bool sellBase, uint256 amountIn, uint256 minOut) external returns (uint256 out) {
        _accumulate();
        (uint256 x, uint256 y) = sellBase ? (baseReserve, quoteReserve) : (quoteReserve, baseReserve);
        out = (y * amountIn * 997) / (x * 1000 + amountIn * 997);
        if (out < minOut) revert Slippage();
        (quoteReserve, baseReserve) = sellBase ? (y - out, x + amountIn) : (x + amountIn, y - out);  //~ PREREQ STATE_MOD one trade moves a reserve at will
        (sellBase ? base : quote).transferFrom(msg.sender, address(this), amountIn);
        (sellBase ? quote : base).transfer(msg.sender, out);
    }

    /// @notice Dollars per 1e18 shares, with both sides of the pool counted as equally valuable.
    function shareValue() public view returns (uint256) {
        return totalShares == 0 ? 0 : (2 * quoteReserve * 1e18) / totalShares;  //~ PREREQ ORACLE follows the reserves of the moment
    }

    function currentCumulative() public view returns (uint256) {
        return valueCumulative + shareValue() * (block.timestamp - lastUpdate);  //~ BENIGN TIMESTAMP a value counts only for the seconds it lasted
    }

    function _accumulate() private {
        (valueCumulative, lastUpdate) = (currentCumulative(), block.timestamp);
    }
}

/// @notice Dollar credit against pool shares, paid from what the treasury has placed in this contract.
contract CreditDesk {
    error Unsettled();
    error OverLimit();
    error NotLiquidatable();
    event Drawn(address indexed account, uint256 amount);

    struct Line {
        uint256 pledged;
        uint256 debt;
        uint256 pledgeBlock;
    }

    uint256 public constant PERIOD = 30 minutes;
    IToken public immutable usd;
    PairPool public immutable pool;
    mapping(address => Line) public lines;
    uint256 public averageValue; // share value over the last completed period
    uint256 public cumulativeAtRefresh;
    uint256 public refreshedAt = block.timestamp;

    constructor(PairPool pool_) {
        (pool, usd) = (pool_, pool_.quote());
        cumulativeAtRefresh = pool_.currentCumulative();
    }

    /// @notice Completes a period. Open to anyone; the treasury's keeper calls it every half hour.
    function refresh() public {
        uint256 elapsed = block.timestamp - refreshedAt;
        if (elapsed < PERIOD) return;  //~ BENIGN TIMESTAMP an average spans at least one period
        uint256 cumulative = pool.currentCumulative();
        averageValue = (cumulative - cumulativeAtRefresh) / elapsed;
        (cumulativeAtRefresh, refreshedAt) = (cumulative, block.timestamp);
    }

    function pledge(uint256 shares) external {
        (lines[msg.sender].pledged, lines[msg.sender].pledgeBlock) = (lines[msg.sender].pledged + shares, block.number);
        pool.moveShares(msg.sender, address(this), shares);
    }

    function draw(uint256 amount) external {
        refresh();
        if (averageValue == 0 || lines[msg.sender].pledgeBlock == block.number) revert Unsettled();  //~ INSUFF_GUARD CTRL_FLOW delays the pledge, not the trade that moves its value
        lines[msg.sender].debt += amount + amount / 200; // half a percent on top
        if (lines[msg.sender].debt > creditLimit(msg.sender)) revert OverLimit();  //~ PREREQ CTRL_FLOW the only bound on a draw
        usd.transfer(msg.sender, amount);
        emit Drawn(msg.sender, amount);  //~ UNRELATED EVENT_EMIT
    }

    function repay(uint256 amount) external {
        lines[msg.sender].debt -= amount;
        usd.transferFrom(msg.sender, address(this), amount);
    }

    function release(uint256 shares) external {
        refresh();
        lines[msg.sender].pledged -= shares;
        if (lines[msg.sender].debt > creditLimit(msg.sender)) revert OverLimit();
        pool.moveShares(address(this), msg.sender, shares);
    }

    /// @notice Pays the debt of an account that owes more than three quarters of its collateral, for all of its shares.
    function liquidate(address account) external {
        refresh();
        Line memory line = lines[account];
        if (line.debt * 4 <= ((line.pledged * averageValue) / 1e18) * 3) revert NotLiquidatable();  //~ BENIGN ORACLE judged by the average
        delete lines[account];
        usd.transferFrom(msg.sender, address(this), line.debt);
        pool.moveShares(address(this), msg.sender, line.pledged);
    }

    /// @notice An account may owe half of what its shares are worth.
    function creditLimit(address account) public view returns (uint256) {
        return (lines[account].pledged * pool.shareValue()) / 2e18;  //~ ROOT_CAUSE ORACLE collateral valued by reserves that the borrower can move
    }
}
