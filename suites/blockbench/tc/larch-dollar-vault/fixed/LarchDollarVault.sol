// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

interface IDollarToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
    function approve(address spender, uint256 amount) external returns (bool);
}

/// @title TwinPool
/// @notice Two dollar tokens, A and B, of 18 decimals. Anybody may swap, and add or take liquidity, also in A alone.
/// @dev    Amounts are pulled before anything is computed with them, so they are bounded by what exists.
contract TwinPool {
    uint256 private constant FEE = 4; // of 10,000

    IDollarToken public immutable tokenA;
    IDollarToken public immutable tokenB;

    uint256 public reserveA;
    uint256 public reserveB;
    uint256 public partsTotal;
    mapping(address => uint256) public partsOf;

    event Swapped(address indexed account, bool fromA, uint256 amountIn, uint256 amountOut);
    event PartsChanged(address indexed account, uint256 parts);

    constructor(IDollarToken a, IDollarToken b) {
        tokenA = a;
        tokenB = b;
    }

    function swap(bool fromA, uint256 amount, uint256 least) external returns (uint256 out) {
        _pull(fromA ? tokenA : tokenB, amount);
        uint256 net = (amount * (10000 - FEE)) / 10000;
        (uint256 there, uint256 other) = fromA ? (reserveA, reserveB) : (reserveB, reserveA);
        out = (other * net) / (there + net);
        (reserveA, reserveB) = fromA ? (there + amount, other - out) : (other - out, there + amount);
        require(out > 0 && out >= least, "pool: least"); //~ BENIGN INPUT_VAL
        emit Swapped(msg.sender, fromA, amount, out); //~ UNRELATED EVENT_EMIT
        _push(fromA ? tokenB : tokenA, out);
    }

    function join(uint256 a, uint256 b, uint256 least) external returns (uint256 parts) {
        _pull(tokenA, a);
        _pull(tokenB, b);
        if (partsTotal == 0) parts = root(a * b);
        else parts = _less((a * partsTotal) / reserveA, (b * partsTotal) / reserveB);
        reserveA += a;
        reserveB += b;
        _credit(parts, least);
    }

    function joinOne(uint256 a, uint256 least) external returns (uint256 parts) {
        _pull(tokenA, a);
        uint256 size = root(reserveA * reserveB);
        reserveA += a;
        parts = (partsTotal * (root(reserveA * reserveB) - size)) / size;
        _credit(parts, least);
    }

    function exitOne(uint256 parts, uint256 least) external returns (uint256 a) {
        require(partsOf[msg.sender] >= parts, "pool: parts");
        a = quoteOne(parts);
        require(a >= least, "pool: least");
        a -= (a * FEE) / 10000;
        partsOf[msg.sender] -= parts;
        partsTotal -= parts;
        reserveA -= a;
        emit PartsChanged(msg.sender, partsOf[msg.sender]);
        _push(tokenA, a);
    }

    /// @notice What `parts` bring in A if they leave now: their share of both, the B of it swapped.
    function quoteOne(uint256 parts) public view returns (uint256) {
        if (parts == 0) return 0;
        require(parts <= partsTotal, "pool: parts");
        uint256 rest = partsTotal - parts;
        return reserveA - (((reserveA * rest) / partsTotal) * rest) / partsTotal;
    }

    /// @notice What `parts` stand for if a dollar of A and a dollar of B are worth the same.
    function worth(uint256 parts) external view returns (uint256) {
        if (parts == 0) return 0;
        require(parts <= partsTotal, "pool: parts");
        return (parts * 2 * root(reserveA * reserveB)) / partsTotal; //~ BENIGN ORACLE a swap moves this by its fee only
    }

    function root(uint256 x) public pure returns (uint256 y) {
        if (x < 4) return x == 0 ? 0 : 1;
        uint256 next = x / 2 + 1;
        y = x;
        while (next < y) {
            y = next;
            next = (x / next + next) / 2;
        }
    }

    function _less(uint256 x, uint256 y) private pure returns (uint256) {
        return x < y ? x : y;
    }

    function _credit(uint256 parts, uint256 least) private {
        require(parts > 0 && parts >= least, "pool: least");
        partsTotal += parts;
        partsOf[msg.sender] += parts;
        emit PartsChanged(msg.sender, partsOf[msg.sender]);
    }

    function _pull(IDollarToken token, uint256 amount) private {
        require(token.transferFrom(msg.sender, address(this), amount), "pool: pull");
    }

    function _push(IDollarToken token, uint256 amount) private {
        require(token.transfer(msg.sender, amount), "pool: push");
    }
}

/// @title LarchDollarVault
/// @notice Takes A dollars. The steward invests a part in the pool; the rest is there for those who leave.
contract LarchDollarVault {
    uint256 private constant DRIFT = 3; // of 100

    IDollarToken public immutable asset;
    TwinPool public immutable pool;
    address public immutable steward;

    uint256 public idle;
    uint256 public partsHeld;
    /// @notice What the investment came to when the steward last looked at it.
    uint256 public marked;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event Deposited(address indexed account, uint256 assets, uint256 shares);
    event Withdrawn(address indexed account, uint256 assets, uint256 shares);
    event Marked(uint256 invested);

    modifier onlySteward() {
        require(msg.sender == steward, "vault: steward");
        _;
    }

    /// @dev No deposits and withdrawals while the investment is off its mark.
    modifier steady() {
        uint256 current = invested();
        require(current * 100 >= marked * (100 - DRIFT) && current * 100 <= marked * (100 + DRIFT), "vault: drift"); //~ BENIGN ORACLE
        _;
    }

    constructor(TwinPool pool_) {
        pool = pool_;
        asset = pool_.tokenA();
        steward = msg.sender;
        pool_.tokenA().approve(address(pool_), type(uint256).max);
    }

    function invested() public view returns (uint256) {
        return pool.worth(partsHeld); //~ BENIGN ORACLE
    }

    function totalAssets() public view returns (uint256) {
        return idle + invested();
    }

    function deposit(uint256 assets) external steady returns (uint256 shares) {
        require(asset.transferFrom(msg.sender, address(this), assets), "vault: pull"); //~ BENIGN EXT_CALL an ordinary token, and nothing was read before
        shares = totalSupply == 0 ? assets : (assets * totalSupply) / totalAssets();
        require(shares > 0, "vault: nothing");
        idle += assets;
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Deposited(msg.sender, assets, shares);
    }

    /// @notice Pays from what is idle. Who wants more than that waits until the steward has divested.
    function withdraw(uint256 shares, uint256 least) external steady returns (uint256 assets) {
        require(balanceOf[msg.sender] >= shares, "vault: shares");
        assets = (shares * totalAssets()) / totalSupply; //~ BENIGN COMPUTATION rounded down
        require(assets >= least && assets <= idle, "vault: assets"); //~ BENIGN INPUT_VAL
        idle -= assets;
        totalSupply -= shares;
        balanceOf[msg.sender] -= shares;
        emit Withdrawn(msg.sender, assets, shares);
        require(asset.transfer(msg.sender, assets), "vault: push");
    }

    function invest(uint256 assets, uint256 leastParts) external onlySteward {
        require(assets <= idle, "vault: idle");
        idle -= assets;
        partsHeld += pool.joinOne(assets, leastParts); //~ BENIGN INPUT_VAL the steward names the least it accepts
        mark();
    }

    function divest(uint256 parts, uint256 leastAssets) external onlySteward {
        require(parts <= partsHeld, "vault: parts");
        partsHeld -= parts;
        idle += pool.exitOne(parts, leastAssets);
        mark();
    }

    function mark() public onlySteward {
        marked = invested();
        emit Marked(marked);
    }
}
