// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

interface IToken {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

// Earning vault. Interest arrives as plain transfers of the asset.

contract EarningVault {
    IToken public immutable asset;
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Approval(address indexed owner, address indexed spender, uint256 shares);
    event Transfer(address indexed from, address indexed to, uint256 shares);

    error FewerShares(uint256 shares);

    constructor(IToken asset_) {
        asset = asset_;
    }

    function totalAssets() public view returns (uint256) {
        return asset.balanceOf(address(this)); //~ BENIGN ORACLE a plain transfer raises what one share is worth, and what is really behind it
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return totalSupply == 0 ? shares : (shares * totalAssets()) / totalSupply;
    }

    /// @param least shares the depositor insists on
    function deposit(uint256 assets, uint256 least) external returns (uint256 shares) {
        shares = totalSupply == 0 ? assets : (assets * totalSupply) / totalAssets();
        if (shares == 0 || shares < least) revert FewerShares(shares); //~ BENIGN INPUT_VAL nobody deposits for fewer shares than agreed
        require(asset.transferFrom(msg.sender, address(this), assets));
        totalSupply += shares;
        balanceOf[msg.sender] += shares;
        emit Transfer(address(0), msg.sender, shares);
    }

    function redeem(uint256 shares) external returns (uint256 assets) {
        assets = convertToAssets(shares);
        balanceOf[msg.sender] -= shares;
        totalSupply -= shares;
        emit Transfer(msg.sender, address(0), shares);
        require(asset.transfer(msg.sender, assets));
    }

    function approve(address spender, uint256 shares) external returns (bool) {
        allowance[msg.sender][spender] = shares;
        emit Approval(msg.sender, spender, shares);
        return true;
    }

    function transfer(address to, uint256 shares) external returns (bool) {
        _move(msg.sender, to, shares);
        return true;
    }

    function transferFrom(address from, address to, uint256 shares) external returns (bool) {
        allowance[from][msg.sender] -= shares; //~ BENIGN ACCESS_CTRL checked subtraction, no more than was approved
        _move(from, to, shares);
        return true;
    }

    function _move(address from, address to, uint256 shares) private {
        balanceOf[from] -= shares;
        balanceOf[to] += shares;
        emit Transfer(from, to, shares);
    }
}

// Pair. Issued dollars against shares of one vault; asset and issued dollar are worth a dollar each.

contract MarramPair {
    struct Loan {
        uint256 shares;
        uint256 debt;
    }

    uint256 internal constant ONE = 1e18;
    uint256 internal constant SCALE = 1e36;

    uint256 public constant MAX_LTV = 95_000; // of 100,000
    uint256 public constant LEAST_LOAN = 1_000e18;
    uint256 public constant BONUS = 3_000; // of 100,000
    /// Ten shares a dollar: a vault that has come to this has lost its assets.
    uint256 public constant HIGHEST_RATE = 10e18;

    EarningVault public immutable vault;
    IToken public immutable issued;
    address public immutable issuer;

    mapping(address => Loan) public loans;
    uint256 public totalDebt;
    uint256 public totalShares;
    /// Shares a dollar, 18 decimals, as of the last call.
    uint256 public rate;

    event RateRead(uint256 rate);
    event Pledged(address indexed account, uint256 shares);
    event Released(address indexed account, uint256 shares);
    event Borrowed(address indexed account, uint256 amount);
    event Repaid(address indexed account, address indexed by, uint256 amount);
    event Liquidated(address indexed account, uint256 repaid, uint256 shares);

    error RateTooHigh(uint256 rate);
    error Insolvent(address account);
    error Solvent(address account);
    error LoanTooSmall(uint256 debt);
    error OnlyIssuer();

    /// Reads the rate, and looks at the caller's loan when everything else is done.
    modifier kept() {
        readRate();
        _;
        if (!solvent(msg.sender)) revert Insolvent(msg.sender); //~ BENIGN CTRL_FLOW after the loan has changed
    }

    constructor(EarningVault vault_, IToken issued_) {
        vault = vault_;
        issued = issued_;
        issuer = msg.sender;
    }

    function readRate() public returns (uint256 fresh) {
        uint256 price = vault.convertToAssets(ONE);
        fresh = price == 0 ? HIGHEST_RATE + 1 : (SCALE + price - 1) / price; //~ BENIGN ARITHMETIC at least one
        if (fresh > HIGHEST_RATE) revert RateTooHigh(fresh); //~ BENIGN INPUT_VAL a vault that has lost its assets is not lent against
        rate = fresh;
        emit RateRead(fresh);
    }

    /// Debt in shares, rounded up, against the shares pledged.
    function solvent(address account) public view returns (bool) {
        Loan storage loan = loans[account];
        uint256 owed = (loan.debt * rate + ONE - 1) / ONE; //~ BENIGN ARITHMETIC any debt owes at least one unit
        return owed * 100_000 <= loan.shares * MAX_LTV;
    }

    function pledge(uint256 shares) external {
        loans[msg.sender].shares += shares;
        totalShares += shares;
        require(vault.transferFrom(msg.sender, address(this), shares));
        emit Pledged(msg.sender, shares);
    }

    function release(uint256 shares) external kept {
        loans[msg.sender].shares -= shares;
        totalShares -= shares;
        vault.transfer(msg.sender, shares);
        emit Released(msg.sender, shares);
    }

    function borrow(uint256 amount) external kept {
        Loan storage loan = loans[msg.sender];
        loan.debt += amount;
        totalDebt += amount;
        if (loan.debt < LEAST_LOAN) revert LoanTooSmall(loan.debt);
        require(issued.transfer(msg.sender, amount)); //~ BENIGN FUND_XFER
        emit Borrowed(msg.sender, amount);
    }

    function repay(address account, uint256 amount) external {
        _repay(account, amount);
    }

    function liquidate(address account, uint256 amount) external returns (uint256 shares) {
        readRate();
        if (solvent(account)) revert Solvent(account); //~ BENIGN CTRL_FLOW
        uint256 repaid = _repay(account, amount);
        Loan storage loan = loans[account];
        shares = (repaid * rate * (100_000 + BONUS)) / (ONE * 100_000);
        if (shares > loan.shares) shares = loan.shares;
        loan.shares -= shares;
        totalShares -= shares;
        vault.transfer(msg.sender, shares);
        emit Liquidated(account, repaid, shares); //~ UNRELATED EVENT_EMIT
    }

    /// What the issuer has placed here and nobody has borrowed.
    function retire(uint256 amount) external {
        if (msg.sender != issuer) revert OnlyIssuer();
        require(issued.transfer(issuer, amount));
    }

    function _repay(address account, uint256 amount) private returns (uint256 repaid) {
        Loan storage loan = loans[account];
        repaid = amount < loan.debt ? amount : loan.debt;
        loan.debt -= repaid;
        totalDebt -= repaid;
        require(issued.transferFrom(msg.sender, address(this), repaid));
        emit Repaid(account, msg.sender, repaid);
    }
}
