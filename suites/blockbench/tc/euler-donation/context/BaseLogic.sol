// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.19;

/**
 * @title IERC20
 * @notice The part of ERC-20 that markets call.
 */
interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title Storage
 * @notice State that the modules of a market share.
 */
abstract contract Storage {
    uint256 internal constant ONE = 1e18;

    /// @notice The asset that is lent out.
    IERC20 public immutable underlying;

    /// @notice Who sets risk parameters.
    address public governor;

    /// @notice Share of the collateral that counts towards liquidity, in units of 1e18.
    uint256 public collateralFactor;

    /// @notice Collateral of each account, in the underlying.
    mapping(address => uint256) internal _eBalances;

    /// @notice Debt of each account, in the underlying.
    mapping(address => uint256) internal _dBalances;

    uint256 internal _totalBalances;
    uint256 internal _totalBorrows;
    uint256 internal _reserveBalance;

    constructor(IERC20 underlying_, uint256 collateralFactor_) {
        underlying = underlying_;
        governor = msg.sender;
        collateralFactor = collateralFactor_;
    }
}

/**
 * @title BaseLogic
 * @notice Movements of balances, and the measure of liquidity.
 */
abstract contract BaseLogic is Storage {
    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Debt(address indexed account, uint256 amount);

    /**
     * @notice Tells whether an account's collateral carries its debt.
     * @param account The account.
     */
    function isSolvent(address account) public view returns (bool) {
        return (_eBalances[account] * collateralFactor) / ONE >= _dBalances[account];
    }

    function _pullTokens(address from, uint256 amount) internal {
        require(underlying.transferFrom(from, address(this), amount), "e/pull-failed");
    }

    function _pushTokens(address to, uint256 amount) internal {
        require(underlying.transfer(to, amount), "e/push-failed");
    }

    function _increaseBalance(address account, uint256 amount) internal {
        _eBalances[account] += amount;
        _totalBalances += amount;
        emit Transfer(address(0), account, amount);
    }

    function _decreaseBalance(address account, uint256 amount) internal {
        require(_eBalances[account] >= amount, "e/insufficient-balance");
        _eBalances[account] -= amount;
        _totalBalances -= amount;
        emit Transfer(account, address(0), amount);
    }

    function _transferBalance(address from, address to, uint256 amount) internal {
        require(_eBalances[from] >= amount, "e/insufficient-balance");
        _eBalances[from] -= amount;
        _eBalances[to] += amount;
        emit Transfer(from, to, amount);
    }

    function _increaseBorrow(address account, uint256 amount) internal {
        _dBalances[account] += amount;
        _totalBorrows += amount;
        emit Debt(account, _dBalances[account]);
    }

    function _decreaseBorrow(address account, uint256 amount) internal {
        _dBalances[account] -= amount;
        _totalBorrows -= amount;
        emit Debt(account, _dBalances[account]);
    }
}
