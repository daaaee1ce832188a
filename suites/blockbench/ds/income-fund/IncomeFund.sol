// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "./context/StrategyBook.sol";

// keeps the gains of the last reports, and lets go of them evenly over a week
abstract contract ProfitLock is StrategyBook {
    uint256 public constant PERIOD = 7 days;
    uint256 public constant MAX_FEE = 2_000;
    uint256 public constant BASE = 10_000;

    uint256 public fee;
    uint256 private profit;
    uint256 private endsAt;

    function setFee(uint256 fee_) external onlyOwner {
        require(fee_ <= MAX_FEE, "fee too high"); //~ BENIGN INPUT_VAL
        fee = fee_;
        emit FeeSet(fee_);
    }

    // compares what a strategy has with what it got
    function report(IStrategy s) external onlyKeeper nonReentrant { //~ BENIGN ACCESS_CTRL
        if (!known[s]) revert UnknownStrategy();
        uint256 had = debt[s];
        uint256 has = s.worth();
        uint256 kept = locked();
        debt[s] = has;
        totalDebt = totalDebt - had + has; //~ PREREQ STATE_MOD the total holds a gain at once
        if (has >= had) {
            uint256 gain = has - had;
            uint256 cut = (gain * fee) / BASE; //~ BENIGN ARITHMETIC rounds down
            _lock(kept + gain); //~ DECOY STATE_MOD the cut is paid in shares at the free price, the gain itself is locked whole
            if (cut > 0) _payFee(cut);
            emit Reported(s, gain, 0, cut);
        } else {
            uint256 loss = had - has;
            _lock(kept > loss ? kept - loss : 0); //~ DECOY ARITHMETIC a loss eats the locked gains first
            emit Reported(s, 0, loss, 0);
        }
    }

    function locked() public view returns (uint256) {
        if (block.timestamp >= endsAt) return 0;
        return Math.mulDiv(profit, endsAt - block.timestamp, PERIOD); //~ BENIGN TIMESTAMP
    }

    // what the shares stand for today
    function free() public view returns (uint256) {
        return total() - locked(); //~ BENIGN COMPUTATION
    }

    // what becomes free in a second
    function pace() external view returns (uint256) {
        if (block.timestamp >= endsAt) return 0;
        return profit / PERIOD;
    }

    function _lock(uint256 amount) private {
        profit = amount;
        endsAt = block.timestamp + PERIOD;
    }

    function _payFee(uint256 amount) internal virtual;

    event FeeSet(uint256 fee);
    event Reported(IStrategy indexed strategy, uint256 gain, uint256 loss, uint256 cut);
}

contract IncomeFund is ERC20, ProfitLock {
    using SafeERC20 for IERC20;

    error NothingMoved();
    error TooLittle(uint256 amount, uint256 wanted);

    // pretend shares and a pretend unit, so that the first real one has no power
    uint256 private constant GHOST_SHARES = 1_000;
    uint256 private constant GHOST_ASSETS = 1;

    address public treasury;
    bool public closed;
    uint256 public limit = type(uint256).max;

    constructor(IERC20 asset_, address owner_, address keeper_, address treasury_)
        ERC20("Income fund", "INCF")
        Ownable(owner_)
        StrategyBook(asset_, keeper_)
    {
        require(treasury_ != address(0), "no treasury");
        treasury = treasury_;
    }

    function setTreasury(address treasury_) external onlyOwner {
        require(treasury_ != address(0), "no treasury");
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }

    function setClosed(bool closed_) external onlyOwner {
        closed = closed_;
        emit ClosedSet(closed_);
    }

    function setLimit(uint256 limit_) external onlyOwner {
        limit = limit_;
        emit LimitSet(limit_);
    }

    function deposit(uint256 amount, address to, uint256 minShares) external nonReentrant returns (uint256 shares) {
        require(!closed, "closed");
        uint256 before = asset.balanceOf(address(this));
        asset.safeTransferFrom(msg.sender, address(this), amount);
        uint256 came = asset.balanceOf(address(this)) - before; //~ BENIGN COMPUTATION some tokens arrive as less
        shares = toShares(came); //~ PREREQ COMPUTATION before idle grows
        if (shares == 0) revert NothingMoved();
        if (shares < minShares) revert TooLittle(shares, minShares); //~ BENIGN INPUT_VAL
        idle += came;
        require(total() <= limit, "over the limit");
        _mint(to, shares);
        emit Deposited(msg.sender, to, came, shares);
    }

    function redeem(uint256 shares, address to, uint256 minAmount) external nonReentrant returns (uint256 amount) {
        amount = toAssets(shares); //~ PREREQ COMPUTATION
        if (amount == 0) revert NothingMoved();
        if (amount < minAmount) revert TooLittle(amount, minAmount);
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        _raise(amount);
        idle -= amount; //~ BENIGN ARITHMETIC checked
        asset.safeTransfer(to, amount);
        emit Redeemed(msg.sender, to, amount, shares);
    }

    // what was sent here by mistake, the asset too as far as it is in no book
    function sweep(IERC20 token) external onlyOwner nonReentrant {
        uint256 amount = token.balanceOf(address(this));
        if (token == asset) amount -= idle; //~ BENIGN ARITHMETIC
        token.safeTransfer(treasury, amount);
    }

    function toShares(uint256 amount) public view returns (uint256) {
        return Math.mulDiv(amount, totalSupply() + GHOST_SHARES, free() + GHOST_ASSETS);
    }

    function toAssets(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, total() + GHOST_ASSETS, totalSupply() + GHOST_SHARES); //~ ROOT_CAUSE COMPUTATION pays a part of the gains that are still locked, which a deposit does not pay for
    }

    // how much may still be deposited
    function open() external view returns (uint256) {
        uint256 here = total();
        if (closed || here >= limit) return 0;
        return limit - here;
    }

    // one whole share, in units of the asset
    function price() external view returns (uint256) {
        return Math.mulDiv(10 ** decimals(), free() + GHOST_ASSETS, totalSupply() + GHOST_SHARES);
    }

    function decimals() public pure override returns (uint8) {
        return 21;
    }

    function worthOf(address who) external view returns (uint256) {
        return toAssets(balanceOf(who));
    }

    function _payFee(uint256 amount) internal override {
        _mint(treasury, toShares(amount));
    }

    event TreasurySet(address treasury);
    event ClosedSet(bool closed);
    event LimitSet(uint256 limit);
    event Deposited(address indexed from, address indexed to, uint256 amount, uint256 shares);
    event Redeemed(address indexed from, address indexed to, uint256 amount, uint256 shares);
}
