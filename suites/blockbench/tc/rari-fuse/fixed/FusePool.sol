// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.6.12;

// A Fuse pool: one comptroller, any number of cTokens. Anybody can open a pool.

interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

contract Comptroller {
    // Info of each market.
    struct MarketInfo {
        bool isListed;
        uint256 collateralFactor; // 1e18 is all of it
        uint256 price;            // wei for one unit of the underlying, times 1e18
    }

    address public admin;
    CToken[] public allMarkets;
    mapping(address => MarketInfo) public marketInfo;
    // cToken => user => does it count as the user's collateral?
    mapping(address => mapping(address => bool)) public checkMembership;

    event MarketListed(address cToken);
    event MarketEntered(address cToken, address account);
    event MarketExited(address cToken, address account);

    modifier onlyAdmin() {
        require(msg.sender == admin, "fuse: admin only");
        _;
    }

    constructor() public {
        admin = msg.sender;
    }

    // Add a new market. Can only be called by the admin.
    function supportMarket(CToken _cToken, uint256 _factor, uint256 _price) external onlyAdmin {
        require(!marketInfo[address(_cToken)].isListed, "fuse: already listed");
        require(_factor <= 9e17, "fuse: factor");
        marketInfo[address(_cToken)] = MarketInfo(true, _factor, _price);
        allMarkets.push(_cToken);
        emit MarketListed(address(_cToken));
    }

    // Update the price of a market's underlying.
    function setPrice(address _cToken, uint256 _price) external onlyAdmin {
        marketInfo[_cToken].price = _price; //~ BENIGN ORACLE the admin's feed, not a pool's
    }

    // Let what you supplied to a market count as your collateral.
    function enterMarket(address _cToken) external {
        require(marketInfo[_cToken].isListed, "fuse: not listed");
        checkMembership[_cToken][msg.sender] = true;
        emit MarketEntered(_cToken, msg.sender);
    }

    // Take a market out of your collateral. It must not be needed for what you owe.
    function exitMarket(address _cToken) external { //~ BENIGN REENTRY_GUARD
        require(CToken(_cToken).accountBorrows(msg.sender) == 0, "fuse: you owe here");
        require(redeemAllowed(_cToken, msg.sender, CToken(_cToken).accountTokens(msg.sender)), "fuse: collateral is needed"); //~ BENIGN STORAGE_READ
        checkMembership[_cToken][msg.sender] = false;
        emit MarketExited(_cToken, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function borrowAllowed(address _cToken, address _user, uint256 _amount) external view returns (bool) {
        return marketInfo[_cToken].isListed && hypothetical(_user, _cToken, 0, _amount);
    }

    function redeemAllowed(address _cToken, address _user, uint256 _amount) public view returns (bool) {
        if (!checkMembership[_cToken][_user]) return true;
        return hypothetical(_user, _cToken, _amount, 0);
    }

    // Is the user still good after redeeming or borrowing some more of a market?
    function hypothetical(address _user, address _modify, uint256 _redeem, uint256 _borrow) public view returns (bool) {
        uint256 collateral;
        uint256 debt;
        for (uint256 i = 0; i < allMarkets.length; i++) {
            address c = address(allMarkets[i]);
            MarketInfo memory m = marketInfo[c];
            uint256 held = checkMembership[c][_user] ? CToken(c).accountTokens(_user) : 0;
            uint256 owed = CToken(c).accountBorrows(_user);
            if (c == _modify) {
                if (held < _redeem) return false;
                held -= _redeem;
                owed += _borrow; //~ BENIGN ARITHMETIC amounts are bounded by the cash of a market
            }
            collateral += held * m.price / 1e18 * m.collateralFactor / 1e18;
            debt += owed * m.price / 1e18;
        }
        return collateral >= debt;
    }
}

// What all markets have in common. One cToken is one unit of the underlying, interest is paid elsewhere.
abstract contract CToken {
    Comptroller public comptroller;
    mapping(address => uint256) public accountTokens;
    mapping(address => uint256) public accountBorrows;
    uint256 public totalBorrows;
    bool internal notEntered = true;

    event Mint(address user, uint256 amount);
    event Redeem(address user, uint256 amount);
    event Borrow(address user, uint256 amount);
    event RepayBorrow(address user, uint256 amount);

    modifier locked() {
        require(notEntered, "fuse: re-entered"); //~ BENIGN REENTRY_GUARD
        notEntered = false;
        _;
        notEntered = true;
    }

    constructor(Comptroller _comptroller) public {
        comptroller = _comptroller;
    }

    // Take your underlying back.
    function redeem(uint256 _amount) external locked {
        require(comptroller.redeemAllowed(address(this), msg.sender, _amount), "fuse: redeem not allowed");
        require(accountTokens[msg.sender] >= _amount, "fuse: not that many");
        accountTokens[msg.sender] -= _amount; //~ BENIGN STATE_MOD before the transfer
        doTransferOut(msg.sender, _amount);
        emit Redeem(msg.sender, _amount);
    }

    // Borrow against your collateral in all markets.
    function borrow(uint256 _amount) external locked {
        require(comptroller.borrowAllowed(address(this), msg.sender, _amount), "fuse: borrow not allowed"); //~ BENIGN ACCESS_CTRL
        accountBorrows[msg.sender] += _amount; //~ BENIGN STATE_MOD before the transfer
        totalBorrows += _amount;
        emit Borrow(msg.sender, _amount);
        doTransferOut(msg.sender, _amount); //~ BENIGN EXT_CALL
    }

    function mintInternal(uint256 _amount) internal {
        accountTokens[msg.sender] += _amount;
        emit Mint(msg.sender, _amount);
    }

    function repayInternal(uint256 _amount) internal {
        require(_amount <= accountBorrows[msg.sender], "fuse: too much");
        accountBorrows[msg.sender] -= _amount;
        totalBorrows -= _amount;
        emit RepayBorrow(msg.sender, _amount);
    }

    function doTransferOut(address payable _to, uint256 _amount) internal virtual;
}

// Market of a token.
contract CErc20 is CToken {
    IERC20 public underlying;

    constructor(Comptroller _comptroller, IERC20 _underlying) public CToken(_comptroller) {
        underlying = _underlying;
    }

    function mint(uint256 _amount) external {
        require(underlying.transferFrom(msg.sender, address(this), _amount), "fuse: token in");
        mintInternal(_amount);
    }

    function repayBorrow(uint256 _amount) external {
        require(underlying.transferFrom(msg.sender, address(this), _amount), "fuse: token in");
        repayInternal(_amount);
    }

    function doTransferOut(address payable _to, uint256 _amount) internal override {
        require(underlying.transfer(_to, _amount), "fuse: token out");
    }
}

// Market of ether.
contract CEther is CToken {
    constructor(Comptroller _comptroller) public CToken(_comptroller) {}

    function mint() external payable {
        mintInternal(msg.value);
    }

    function repayBorrow() external payable {
        repayInternal(msg.value);
    }

    function doTransferOut(address payable _to, uint256 _amount) internal override {
        (bool ok, ) = _to.call{value: _amount}(""); //~ BENIGN FUND_XFER with all gas, so that wallets which are contracts work
        require(ok, "fuse: ether out");
    }
}
