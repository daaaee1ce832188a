// SPDX-License-Identifier: GPL-3.0-only
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

interface ISwapPool {
    /// @notice Sends `amountOut` of a token to the caller, asks it for the price in the other one through onSwap(), and makes sure that
    ///         it came.
    function swap(address tokenOut, uint256 amountOut, bytes calldata data) external returns (uint256 amountOwed);
}

interface IPoolRegistry {
    /// @notice The one pool of two tokens in either order, or zero if nobody has created it.
    function poolFor(address tokenA, address tokenB) external view returns (address);
}

/// @dev Values that last for one transaction.
library TransientValues {
    function set(uint256 key, uint256 value) internal {
        assembly {
            tstore(key, value)
        }
    }

    function get(uint256 key) internal view returns (uint256 value) {
        assembly {
            value := tload(key)
        }
    }
}

/// @notice Shares in the assets of vaults. There is one vault for each token.
abstract contract ShareLedger {
    struct Vault {
        uint256 assets;
        uint256 shares;
    }

    mapping(address token => Vault) public vaultOf;
    mapping(address token => mapping(address holder => uint256)) public sharesOf;

    event Deposited(address indexed token, address indexed receiver, uint256 amount, uint256 shares);
    event Redeemed(address indexed token, address indexed holder, uint256 shares, uint256 amount);
    event YieldAdded(address indexed token, uint256 amount);
    event SharesTransferred(address indexed token, address indexed from, address indexed to, uint256 shares);

    error BelowMinimum(uint256 minimum);
    error EmptyVault(address token);

    /// @notice Transfers shares of the caller.
    function transferShares(address token, address to, uint256 shares) external {
        sharesOf[token][msg.sender] -= shares; //~ BENIGN ARITHMETIC checked
        sharesOf[token][to] += shares;
        emit SharesTransferred(token, msg.sender, to, shares); //~ UNRELATED EVENT_EMIT
    }

    function _requireMinimum(uint256 amount, uint256 minimum) internal pure {
        if (amount < minimum) revert BelowMinimum(minimum); //~ BENIGN INPUT_VAL
    }

    function _issue(address token, address receiver, uint256 amount) internal returns (uint256 shares) {
        Vault storage vault = vaultOf[token];
        shares = vault.shares == 0 ? amount : (amount * vault.shares) / vault.assets; //~ BENIGN ARITHMETIC rounded down, for the holders there are
        vault.assets += amount;
        vault.shares += shares;
        sharesOf[token][receiver] += shares;
        emit Deposited(token, receiver, amount, shares); //~ UNRELATED EVENT_EMIT
    }

    function _cancel(address token, address holder, uint256 shares) internal returns (uint256 amount) {
        Vault storage vault = vaultOf[token];
        amount = (vault.assets * shares) / vault.shares;
        sharesOf[token][holder] -= shares; //~ BENIGN STATE_MOD before the payment
        vault.shares -= shares;
        vault.assets -= amount;
        emit Redeemed(token, holder, shares, amount); //~ UNRELATED EVENT_EMIT
    }

    function _addYield(address token, uint256 amount) internal {
        if (vaultOf[token].shares == 0) revert EmptyVault(token); //~ BENIGN INPUT_VAL
        vaultOf[token].assets += amount;
        emit YieldAdded(token, amount); //~ UNRELATED EVENT_EMIT
    }
}

/// @title SwapVault
/// @notice A deposit is made in the token of the vault itself, or in any other one that has a pool with it.
contract SwapVault is ShareLedger {
    using SafeERC20 for IERC20;

    IPoolRegistry public immutable registry;

    error NoPool(address token, address payment);
    error NotThePool(address caller);
    error AboveMaximum(uint256 maximum);

    constructor(IPoolRegistry registry_) {
        registry = registry_;
    }

    /// @notice Deposits an amount of the vault's token.
    function deposit(address token, uint256 amount, uint256 minimumShares) external returns (uint256 shares) {
        shares = _issue(token, msg.sender, amount);
        _requireMinimum(shares, minimumShares);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @notice Deposits an amount of the vault's token that is bought with another one on the way.
    /// @param maximum What the caller gives of `payment`. What is left over comes back.
    function depositWith(address token, address payment, uint256 amount, uint256 maximum, uint256 minimumShares)
        external
        returns (uint256 shares)
    {
        address pool = registry.poolFor(token, payment);
        if (pool == address(0)) revert NoPool(token, payment); //~ BENIGN INPUT_VAL
        IERC20(payment).safeTransferFrom(msg.sender, address(this), maximum);
        TransientValues.set(0, uint160(pool)); //~ BENIGN ACCESS_CTRL
        uint256 owed = ISwapPool(pool).swap(token, amount, abi.encode(msg.sender, token, payment, amount, maximum));
        IERC20(payment).safeTransfer(msg.sender, maximum - owed);
        shares = TransientValues.get(1); //~ BENIGN STORAGE_READ
        _requireMinimum(shares, minimumShares);
    }

    /// @notice The pool's question for the price, in the middle of depositWith().
    function onSwap(uint256 owed, bytes calldata data) external {
        if (uint160(msg.sender) != TransientValues.get(0)) revert NotThePool(msg.sender); //~ BENIGN ACCESS_CTRL
        (address receiver, address token, address payment, uint256 amount, uint256 maximum) =
            abi.decode(data, (address, address, address, uint256, uint256));
        if (owed > maximum) revert AboveMaximum(maximum); //~ BENIGN INPUT_VAL
        TransientValues.set(1, _issue(token, receiver, amount)); //~ BENIGN STATE_MOD
        IERC20(payment).safeTransfer(msg.sender, owed); //~ BENIGN FUND_XFER
    }

    /// @notice Pays out shares of the caller.
    function redeem(address token, uint256 shares, uint256 minimumAmount) external returns (uint256 amount) {
        amount = _cancel(token, msg.sender, shares);
        _requireMinimum(amount, minimumAmount);
        IERC20(token).safeTransfer(msg.sender, amount);
    }

    /// @notice Adds to the assets of a vault, for all its shares.
    function addYield(address token, uint256 amount) external {
        _addYield(token, amount);
        IERC20(token).safeTransferFrom(msg.sender, address(this), amount);
    }
}
