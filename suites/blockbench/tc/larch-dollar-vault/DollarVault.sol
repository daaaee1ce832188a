// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";
import "./context/BaseStrategy.sol";
import "./context/Interfaces.sol";

// puts dollars into one side of a pool
contract PoolStrategy is BaseStrategy {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    IDollarPool public immutable pool;
    uint256 public override parts;

    constructor(address _vault, IDollarPool _pool) BaseStrategy(_vault, _pool.tokenA()) {
        pool = _pool;
        _pool.tokenA().safeApprove(address(_pool), uint256(-1));
    }

    function invested() external view override returns (uint256) {
        return pool.quoteOne(parts); //~ ROOT_CAUSE ORACLE follows the pool's composition of this moment
    }

    function put(uint256 amount, uint256 min_parts) external override onlyVault returns (uint256 got) {
        got = pool.joinOne(amount, min_parts); //~ BENIGN INPUT_VAL the keeper names the least it accepts
        parts = parts.add(got);
    }

    function take(uint256 amount, uint256 min_out) external override onlyVault returns (uint256 got) {
        require(amount <= parts, "!parts");
        parts = parts.sub(amount);
        got = pool.exitOne(amount, min_out);
        want.safeTransfer(vault, got); //~ BENIGN FUND_XFER
    }

    function _kept(address token) internal view override returns (bool) {
        return token == address(pool) || super._kept(token);
    }
}

contract DollarVault is ERC20, Ownable, Pausable {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant MAX_BPS = 10000;
    uint256 public constant MAX_FEE = 50;
    uint256 public constant MAX_DRIFT = 500;
    uint256 public constant RELEASE = 6 hours;
    uint256 public constant BASE_SHARES = 1000;
    address public constant NOBODY = address(0xdead);

    IERC20 public immutable want;
    IStrategy public strategy;
    address public keeper;
    address public treasury;

    uint256 public depositLimit;
    uint256 public fee;
    uint256 public drift = 300;

    uint256 public idle;
    // investment when the keeper last looked at it
    uint256 public marked;

    uint256 internal locked;
    uint256 internal lockedAt;

    event Deposit(address indexed account, uint256 amount, uint256 shares);
    event Withdraw(address indexed account, uint256 amount, uint256 shares);
    event Marked(uint256 invested, uint256 locked);
    event StrategySet(address indexed strategy);
    event KeeperSet(address indexed keeper);
    event TreasurySet(address indexed treasury);
    event LimitsSet(uint256 deposit_limit, uint256 fee, uint256 drift);

    modifier onlyKeeper() {
        require(msg.sender == keeper || msg.sender == owner(), "!keeper"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier steady() {
        uint256 current = invested();
        require(current.mul(MAX_BPS) >= marked.mul(MAX_BPS - drift), "!drift"); //~ BENIGN ORACLE no price from far below the mark
        require(current.mul(MAX_BPS) <= marked.mul(MAX_BPS + drift), "!drift"); //~ INSUFF_GUARD ORACLE three parts of a hundred are enough if it is done again and again
        _;
    }

    constructor(IERC20 _want, address _keeper, address _treasury, uint256 _limit) ERC20("Dollar Vault", "vDLR") {
        want = _want;
        depositLimit = _limit;
        _setKeeper(_keeper);
        _setTreasury(_treasury);
    }

    // depositors

    function deposit(uint256 amount) external whenNotPaused steady returns (uint256 shares) {
        uint256 total = totalAssets();
        uint256 supply = totalSupply();
        require(total.add(amount) <= depositLimit, "!limit"); //~ BENIGN INPUT_VAL
        if (supply == 0) {
            require(amount > BASE_SHARES, "!amount"); //~ BENIGN INPUT_VAL
            shares = amount.sub(BASE_SHARES);
            _mint(NOBODY, BASE_SHARES); //~ BENIGN STATE_MOD a share cannot be made dear
        } else {
            shares = amount.mul(supply).div(total); //~ PREREQ COMPUTATION at the price of this moment
            require(shares > 0, "!shares"); //~ BENIGN INPUT_VAL
        }
        idle = idle.add(amount);
        _mint(msg.sender, shares);
        emit Deposit(msg.sender, amount, shares); //~ UNRELATED EVENT_EMIT
        want.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
    }

    // pays from what is idle
    function withdraw(uint256 shares, uint256 min_out) external steady returns (uint256 out) {
        uint256 value = shares.mul(totalAssets()).div(totalSupply()); //~ PREREQ COMPUTATION dollars of the others, if the investment looks larger than at the deposit
        require(value <= idle, "!idle"); //~ BENIGN INPUT_VAL
        uint256 cut = value.mul(fee).div(MAX_BPS);
        out = value.sub(cut);
        require(out >= min_out, "!min"); //~ BENIGN INPUT_VAL
        idle = idle.sub(value);
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD no more than the caller has
        emit Withdraw(msg.sender, out, shares); //~ UNRELATED EVENT_EMIT
        want.safeTransfer(treasury, cut);
        want.safeTransfer(msg.sender, out);
    }

    // keeper

    function invest(uint256 amount, uint256 min_parts) external onlyKeeper {
        require(amount <= idle, "!idle"); //~ BENIGN INPUT_VAL
        uint256 before = invested();
        idle = idle.sub(amount);
        want.safeTransfer(address(strategy), amount);
        strategy.put(amount, min_parts);
        _settle(before.add(amount), invested());
    }

    function divest(uint256 parts, uint256 min_out) external onlyKeeper {
        uint256 before = invested();
        uint256 got = strategy.take(parts, min_out);
        idle = idle.add(got);
        _settle(before, invested().add(got));
    }

    function mark() external onlyKeeper {
        _mark();
    }

    // owner

    function setStrategy(IStrategy _strategy) external onlyOwner {
        require(_strategy.vault() == address(this), "!vault"); //~ BENIGN INPUT_VAL
        require(_strategy.want() == want, "!want");
        require(invested() == 0, "!empty"); //~ BENIGN CTRL_FLOW nothing is left behind
        strategy = _strategy;
        emit StrategySet(address(_strategy));
    }

    function setKeeper(address _keeper) external onlyOwner {
        _setKeeper(_keeper);
    }

    function setTreasury(address _treasury) external onlyOwner {
        _setTreasury(_treasury);
    }

    function setLimits(uint256 _limit, uint256 _fee, uint256 _drift) external onlyOwner {
        require(_fee <= MAX_FEE, "!fee"); //~ BENIGN INPUT_VAL
        require(_drift <= MAX_DRIFT, "!drift");
        depositLimit = _limit;
        fee = _fee;
        drift = _drift;
        emit LimitsSet(_limit, _fee, _drift);
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function sweep(IERC20 token) external onlyOwner {
        require(token != want, "!token");
        token.safeTransfer(treasury, token.balanceOf(address(this)));
    }

    // views

    function invested() public view returns (uint256) {
        return address(strategy) == address(0) ? 0 : strategy.invested();
    }

    function totalAssets() public view returns (uint256) {
        return idle.add(invested()).sub(lockedProfit()); //~ BENIGN COMPUTATION idle is counted, and no balance of a token
    }

    // what an investment has brought at once is shared out over some hours
    function lockedProfit() public view returns (uint256) {
        uint256 age = block.timestamp - lockedAt; //~ UNRELATED TIMESTAMP
        return age >= RELEASE ? 0 : locked.mul(RELEASE - age).div(RELEASE);
    }

    function pricePerShare() external view returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? 1e18 : totalAssets().mul(1e18).div(supply);
    }

    function maxWithdraw(address account) external view returns (uint256) {
        uint256 supply = totalSupply();
        if (supply == 0) return 0;
        return Math.min(idle, balanceOf(account).mul(totalAssets()).div(supply));
    }

    // internal

    function _settle(uint256 expected, uint256 actual) internal {
        uint256 held = lockedProfit();
        if (actual > expected) held = held.add(actual - expected);
        else held = held.sub(Math.min(held, expected - actual));
        locked = held;
        lockedAt = block.timestamp;
        _mark();
    }

    function _mark() internal {
        marked = invested();
        emit Marked(marked, locked);
    }

    function _setKeeper(address _keeper) internal {
        require(_keeper != address(0), "!keeper");
        keeper = _keeper;
        emit KeeperSet(_keeper);
    }

    function _setTreasury(address _treasury) internal {
        require(_treasury != address(0) && _treasury != address(this), "!treasury"); //~ BENIGN INPUT_VAL
        treasury = _treasury;
        emit TreasurySet(_treasury);
    }
}
