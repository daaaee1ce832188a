// SPDX-License-Identifier: BSD-3-Clause
pragma solidity 0.6.12;

interface EIP20Interface {
    function transfer(address dst, uint256 amount) external returns (bool success);

    function transferFrom(address src, address dst, uint256 amount) external returns (bool success);
}

interface AggregatorInterface {
    /**
     * @return answer The price in units of 1e8
     * @return updatedAt When the price was reported
     */
    function latestRoundData() external view returns (int256 answer, uint256 updatedAt);
}

contract AdminStorage {
    /**
     * @notice Administrator for this contract
     */
    address public admin;

    /**
     * @notice Pending administrator for this contract
     */
    address public pendingAdmin;

    event NewAdmin(address oldAdmin, address newAdmin);

    constructor() public {
        admin = msg.sender;
    }

    /**
     * @notice Begins transfer of admin rights. The newPendingAdmin must call `acceptAdmin` to finalize the transfer.
     * @param newPendingAdmin New pending admin.
     */
    function setPendingAdmin(address newPendingAdmin) external {
        require(msg.sender == admin, "only the admin can name a pending admin");
        pendingAdmin = newPendingAdmin;
    }

    /**
     * @notice Accepts transfer of admin rights. msg.sender must be pendingAdmin
     */
    function acceptAdmin() external {
        require(msg.sender == pendingAdmin, "only the pending admin can accept");
        emit NewAdmin(admin, pendingAdmin);
        admin = pendingAdmin;
        pendingAdmin = address(0);
    }
}

/**
 * @title Rikkei's SimplePriceOracle Contract
 */
contract SimplePriceOracle is AdminStorage {
    uint256 public constant validPeriod = 1 days;

    /**
     * @notice The feed of each underlying
     */
    mapping(address => AggregatorInterface) public oracleData;

    event NewOracleData(address underlying, address oracle);

    /**
     * @notice Sets the feed that an underlying is priced by
     * @param underlying The address of the underlying token
     * @param oracle The feed
     */
    function setOracleData(address underlying, AggregatorInterface oracle) external { //~ BENIGN ACCESS_CTRL
        require(msg.sender == admin, "only the admin can set a feed"); //~ BENIGN ACCESS_CTRL
        oracleData[underlying] = oracle;
        emit NewOracleData(underlying, address(oracle));
    }

    /**
     * @notice Gets the price of an underlying
     * @param underlying The address of the underlying token
     * @return The price mantissa (scaled by 1e18), never zero
     */
    function getUnderlyingPrice(address underlying) external view returns (uint256) {
        (int256 answer, uint256 updatedAt) = oracleData[underlying].latestRoundData(); //~ BENIGN ORACLE
        require(answer > 0, "the feed has no price"); //~ BENIGN INPUT_VAL
        require(updatedAt + validPeriod >= block.timestamp, "the price is too old"); //~ BENIGN TIMESTAMP
        return uint256(answer) * 1e10;
    }
}

/**
 * @title Rikkei's market of several tokens
 * @notice Suppliers of one token borrow others against it; interest is left out of this edition
 */
contract RikkeiMarket is AdminStorage {
    uint256 public constant collateralFactorMantissa = 0.75e18;

    SimplePriceOracle public oracle;
    address[] public allMarkets;
    mapping(address => bool) public isListed;

    /**
     * @notice What each account supplied of each token
     */
    mapping(address => mapping(address => uint256)) public accountTokens;

    /**
     * @notice What each account owes of each token
     */
    mapping(address => mapping(address => uint256)) public accountBorrows;

    event Mint(address minter, address underlying, uint256 mintAmount);
    event Redeem(address redeemer, address underlying, uint256 redeemAmount);
    event Borrow(address borrower, address underlying, uint256 borrowAmount);
    event RepayBorrow(address borrower, address underlying, uint256 repayAmount);

    constructor(SimplePriceOracle oracle_) public {
        oracle = oracle_;
    }

    /**
     * @notice Lists a token
     * @param underlying The address of the token
     */
    function supportMarket(address underlying) external {
        require(msg.sender == admin, "only the admin can list a token");
        require(!isListed[underlying], "the token is listed already");
        isListed[underlying] = true;
        allMarkets.push(underlying);
    }

    /**
     * @notice Sender supplies tokens to the market
     * @param underlying The address of the token
     * @param mintAmount The amount of the token to supply
     */
    function mint(address underlying, uint256 mintAmount) external {
        require(isListed[underlying], "the token is not listed");
        accountTokens[msg.sender][underlying] += mintAmount;
        doTransferIn(underlying, mintAmount);
        emit Mint(msg.sender, underlying, mintAmount);
    }

    /**
     * @notice Sender takes supplied tokens back
     * @param underlying The address of the token
     * @param redeemAmount The amount of the token to take
     */
    function redeem(address underlying, uint256 redeemAmount) external {
        require(accountTokens[msg.sender][underlying] >= redeemAmount, "more than was supplied");
        accountTokens[msg.sender][underlying] -= redeemAmount;
        requireLiquidity(msg.sender); //~ BENIGN ACCESS_CTRL
        doTransferOut(underlying, redeemAmount);
        emit Redeem(msg.sender, underlying, redeemAmount);
    }

    /**
     * @notice Sender borrows tokens against what it supplied
     * @param underlying The address of the token
     * @param borrowAmount The amount of the token to borrow
     */
    function borrow(address underlying, uint256 borrowAmount) external {
        require(isListed[underlying], "the token is not listed");
        accountBorrows[msg.sender][underlying] += borrowAmount;
        requireLiquidity(msg.sender); //~ BENIGN ACCESS_CTRL right by the prices it is told
        doTransferOut(underlying, borrowAmount);
        emit Borrow(msg.sender, underlying, borrowAmount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sender repays its own borrow
     * @param underlying The address of the token
     * @param repayAmount The amount of the token to repay
     */
    function repayBorrow(address underlying, uint256 repayAmount) external {
        require(accountBorrows[msg.sender][underlying] >= repayAmount, "more than is owed");
        accountBorrows[msg.sender][underlying] -= repayAmount;
        doTransferIn(underlying, repayAmount);
        emit RepayBorrow(msg.sender, underlying, repayAmount);
    }

    /**
     * @notice Determine the account's liquidity with respect to collateral requirements
     * @return (what its collateral carries, what it owes), both in units of the oracle
     */
    function getAccountLiquidity(address account) public view returns (uint256, uint256) {
        uint256 sumCollateral;
        uint256 sumBorrows;
        for (uint256 i = 0; i < allMarkets.length; i++) {
            address underlying = allMarkets[i];
            uint256 supplied = accountTokens[account][underlying];
            uint256 borrowed = accountBorrows[account][underlying];
            if (supplied == 0 && borrowed == 0) continue;
            uint256 priceMantissa = oracle.getUnderlyingPrice(underlying); //~ BENIGN ORACLE
            sumCollateral += (((supplied * priceMantissa) / 1e18) * collateralFactorMantissa) / 1e18;
            sumBorrows += (borrowed * priceMantissa) / 1e18;
        }
        return (sumCollateral, sumBorrows);
    }

    function requireLiquidity(address account) internal view {
        (uint256 carries, uint256 owes) = getAccountLiquidity(account);
        require(carries >= owes, "the collateral does not carry the borrows");
    }

    function doTransferIn(address underlying, uint256 amount) internal {
        require(EIP20Interface(underlying).transferFrom(msg.sender, address(this), amount), "the token did not come in");
    }

    function doTransferOut(address underlying, uint256 amount) internal {
        require(EIP20Interface(underlying).transfer(msg.sender, amount), "the token did not go out");
    }
}
