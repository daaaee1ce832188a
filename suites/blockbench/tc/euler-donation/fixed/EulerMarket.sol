// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.19;

import "./context/BaseLogic.sol";

/**
 * @title EulerMarket
 * @notice One market: collateral (EToken), debt (DToken), liquidations and reserves of a single underlying.
 */
contract EulerMarket is BaseLogic {
    /// @notice What a liquidator is spared of the price of collateral, in units of 1e18.
    uint256 public constant LIQUIDATION_DISCOUNT = 0.2e18;

    event Liquidation(address indexed liquidator, address indexed violator, uint256 repay, uint256 yield);
    event ReservesWithdrawn(address indexed recipient, uint256 amount);

    /**
     * @notice Requires the caller to be the governor.
     */
    modifier governorOnly() {
        require(msg.sender == governor, "e/gov/unauthorized");
        _;
    }

    /**
     * @param underlying_ The asset of the market.
     * @param collateralFactor_ Share of the collateral that counts, in units of 1e18.
     */
    constructor(IERC20 underlying_, uint256 collateralFactor_) Storage(underlying_, collateralFactor_) {}

    /**
     * @notice Collateral of an account.
     */
    function balanceOf(address account) external view returns (uint256) {
        return _eBalances[account];
    }

    /**
     * @notice Debt of an account.
     */
    function debtOf(address account) external view returns (uint256) {
        return _dBalances[account];
    }

    /**
     * @notice Collateral of all accounts, debt of all accounts, and reserves.
     */
    function totals() external view returns (uint256 balances, uint256 borrows, uint256 reserves) {
        return (_totalBalances, _totalBorrows, _reserveBalance);
    }

    /**
     * @notice Adds the caller's tokens to its collateral.
     */
    function deposit(uint256 amount) external {
        _pullTokens(msg.sender, amount);
        _increaseBalance(msg.sender, amount);
    }

    /**
     * @notice Takes tokens out of the caller's collateral.
     */
    function withdraw(uint256 amount) external {
        _decreaseBalance(msg.sender, amount);
        _pushTokens(msg.sender, amount);
        checkLiquidity(msg.sender); //~ BENIGN ACCESS_CTRL after collateral has become less
    }

    /**
     * @notice Creates collateral and debt of the same amount, which is borrowing and depositing in a circle.
     */
    function mint(uint256 amount) external {
        _increaseBalance(msg.sender, amount); //~ BENIGN STATE_MOD
        _increaseBorrow(msg.sender, amount);
        checkLiquidity(msg.sender); //~ BENIGN ACCESS_CTRL
    }

    /**
     * @notice Undoes mint(): collateral of the caller pays its own debt.
     */
    function burn(uint256 amount) external {
        _decreaseBalance(msg.sender, amount);
        _decreaseBorrow(msg.sender, amount); //~ BENIGN ARITHMETIC less of both by as much
    }

    /**
     * @notice Lends tokens to the caller.
     */
    function borrow(uint256 amount) external {
        _increaseBorrow(msg.sender, amount);
        _pushTokens(msg.sender, amount);
        checkLiquidity(msg.sender);
    }

    /**
     * @notice Pays the caller's debt back.
     */
    function repay(uint256 amount) external {
        _pullTokens(msg.sender, amount);
        _decreaseBorrow(msg.sender, amount);
    }

    /**
     * @notice Moves collateral to another account.
     */
    function transfer(address to, uint256 amount) external returns (bool) {
        _transferBalance(msg.sender, to, amount);
        checkLiquidity(msg.sender);
        return true;
    }

    /**
     * @notice Gives collateral of the caller to the reserves, which back everybody's deposits.
     * @param amount How much, in the underlying.
     */
    function donateToReserves(uint256 amount) external {
        _decreaseBalance(msg.sender, amount); //~ BENIGN STATE_MOD
        _reserveBalance += amount;
        _totalBalances += amount;
        checkLiquidity(msg.sender); //~ BENIGN CTRL_FLOW what is left has to carry the debt
    }

    /**
     * @notice Takes over debt of an account that is not solvent, with collateral at a discount.
     * @param violator The account.
     * @param repayAmount How much debt the caller takes over.
     */
    function liquidate(address violator, uint256 repayAmount) external returns (uint256 yield) {
        require(violator != msg.sender, "e/liq/self-liquidation"); //~ BENIGN ACCESS_CTRL
        require(!isSolvent(violator), "e/liq/violator-solvent"); //~ BENIGN INPUT_VAL
        yield = (repayAmount * ONE) / (ONE - LIQUIDATION_DISCOUNT); //~ BENIGN COMPUTATION
        _decreaseBorrow(violator, repayAmount);
        _increaseBorrow(msg.sender, repayAmount);
        _transferBalance(violator, msg.sender, yield);
        checkLiquidity(msg.sender);
        emit Liquidation(msg.sender, violator, repayAmount, yield); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sets how much of the collateral counts.
     */
    function setCollateralFactor(uint256 factor) external governorOnly {
        require(factor <= ONE, "e/gov/factor");
        collateralFactor = factor;
    }

    /**
     * @notice Pays reserves out.
     */
    function withdrawReserves(address recipient, uint256 amount) external governorOnly {
        require(amount <= _reserveBalance, "e/gov/reserves");
        _reserveBalance -= amount;
        _totalBalances -= amount;
        _pushTokens(recipient, amount);
        emit ReservesWithdrawn(recipient, amount);
    }

    /**
     * @notice Requires collateral of an account to carry its debt.
     */
    function checkLiquidity(address account) private view {
        require(isSolvent(account), "e/collateral-violation");
    }
}
