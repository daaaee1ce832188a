// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {IReserveVault} from "./context/IReserveVault.sol";
import {IWrappedEther} from "./context/IWrappedEther.sol";
import {VaultRoles} from "./context/VaultRoles.sol";

/**
 * @title ReserveVault
 * @notice Holds ether and wrapped ether for its shareholders. A deposit may bring either or both, yield raises what a share is worth,
 *         and a redemption pays a part of both reserves.
 */
contract ReserveVault is IReserveVault, VaultRoles, ERC20, Initializable {
    using SafeERC20 for IWrappedEther;

    /// @notice The ether that the vault begins with. Its shares belong to the vault itself and are never redeemed.
    uint256 public constant SEED = 1 ether;

    /// @notice The highest fee of a redemption.
    uint256 public constant MAX_REDEEM_FEE_BPS = 100;

    /// @notice The highest fee on yield.
    uint256 public constant MAX_YIELD_FEE_BPS = 1_000;

    /// @notice All of something.
    uint256 public constant BPS = 10_000;

    /// @notice The wrapped ether.
    IWrappedEther public immutable weth;

    /// @notice The most that the reserves may reach by deposits.
    uint256 public depositCap;

    /// @notice The fee of a redemption, which stays in the reserves.
    uint256 public redeemFeeBps;

    /// @notice The part of the yield that the treasury gets.
    uint256 public yieldFeeBps;

    /// @notice What the treasury can collect.
    uint256 public feesOwed;

    /// @dev The ether that belongs to the shareholders.
    uint256 internal _ethReserve;

    /// @dev The wrapped ether that belongs to the shareholders.
    uint256 internal _wethReserve;

    /// @dev Whether a call that changes the reserves is going on.
    bool internal _settling;

    /// @dev One call that changes the reserves at a time.
    modifier settles() {
        require(!_settling, "ReserveVault: settling"); //~ BENIGN REENTRY_GUARD
        _settling = true; //~ BENIGN STATE_MOD
        _;
        _settling = false;
    }

    /// @dev Refuses to answer while a call that changes the reserves is going on.
    modifier whenSettled() {
        require(!_settling, "ReserveVault: not settled"); //~ BENIGN REENTRY_GUARD
        _;
    }

    /**
     * @notice Sets the token and the admin.
     * @param weth_ The wrapped ether.
     * @param admin The account with all roles.
     */
    constructor(IWrappedEther weth_, address admin) VaultRoles(admin) ERC20("Reserve Vault Share", "RVS") {
        require(address(weth_) != address(0), "ReserveVault: no token"); //~ BENIGN INIT
        weth = weth_; //~ BENIGN INIT
    }

    /**
     * @notice Opens the vault with its seed.
     * @param depositCap_ The most that the reserves may reach by deposits.
     * @param redeemFeeBps_ The fee of a redemption.
     * @param yieldFeeBps_ The part of the yield that the treasury gets.
     */
    function initialize(
        uint256 depositCap_,
        uint256 redeemFeeBps_,
        uint256 yieldFeeBps_
    ) external payable initializer onlyRole(DEFAULT_ADMIN_ROLE) {
        require(msg.value == SEED, "ReserveVault: seed missing"); //~ BENIGN INIT
        _ethReserve += SEED; //~ BENIGN INIT
        _mint(address(this), SEED); //~ BENIGN INIT the number of shares is never small
        _setLimits(depositCap_, redeemFeeBps_, yieldFeeBps_);
    }

    /// @notice Takes ether from the wrapped ether alone.
    receive() external payable {
        require(msg.sender == address(weth), "ReserveVault: ether refused"); //~ BENIGN ACCESS_CTRL
    }

    /**
     * @notice Issues shares for the ether that comes along and for wrapped ether.
     * @param wethIn The wrapped ether.
     * @param minShares The fewest shares that the caller takes.
     * @return shares The shares.
     */
    function deposit(
        uint256 wethIn,
        uint256 minShares
    ) external payable settles whenNotPaused returns (uint256 shares) {
        uint256 total = _totalReserves();
        uint256 amount = msg.value + wethIn;
        require(total + amount <= depositCap, "ReserveVault: cap reached"); //~ BENIGN INPUT_VAL
        shares = (amount * totalSupply()) / total; //~ BENIGN ARITHMETIC rounds down, in favor of the shareholders there are
        require(shares > 0 && shares >= minShares, "ReserveVault: too few shares"); //~ BENIGN INPUT_VAL
        _ethReserve += msg.value;
        _wethReserve += wethIn;
        _mint(msg.sender, shares);
        if (wethIn > 0) {
            weth.safeTransferFrom(msg.sender, address(this), wethIn); //~ BENIGN FUND_XFER
        }
        emit Deposited(msg.sender, msg.value, wethIn, shares); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Redeems shares of the caller for a part of both reserves, less the fee.
     * @param shares The shares.
     * @param minEth The least ether that the caller takes.
     * @param minWeth The least wrapped ether that the caller takes.
     */
    function redeem(uint256 shares, uint256 minEth, uint256 minWeth) external settles {
        (uint256 ethOut, uint256 wethOut) = _amountsFor(shares);
        require(ethOut >= minEth && wethOut >= minWeth, "ReserveVault: too little"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        _ethReserve -= ethOut;
        _sendEther(msg.sender, ethOut); //~ BENIGN EXT_CALL the other reserve is not written yet, and no view that reads it answers
        _wethReserve -= wethOut; //~ BENIGN STATE_MOD after the payment, under the same lock
        if (wethOut > 0) {
            weth.safeTransfer(msg.sender, wethOut); //~ BENIGN FUND_XFER
        }
        emit Redeemed(msg.sender, shares, ethOut, wethOut); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Redeems shares of the caller for wrapped ether alone, less the fee.
     * @param shares The shares.
     * @param minWeth The least wrapped ether that the caller takes.
     */
    function redeemWrapped(uint256 shares, uint256 minWeth) external settles {
        (uint256 ethOut, uint256 wethOut) = _amountsFor(shares);
        require(ethOut + wethOut >= minWeth, "ReserveVault: too little"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        _ethReserve -= ethOut;
        _wethReserve -= wethOut;
        weth.deposit{value: ethOut}();
        weth.safeTransfer(msg.sender, ethOut + wethOut); //~ BENIGN FUND_XFER
        emit Redeemed(msg.sender, shares, 0, ethOut + wethOut); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Adds yield of a validator, or a gift, to the reserves, less the part of the treasury.
    function addYield() external payable settles {
        uint256 fee = (msg.value * yieldFeeBps) / BPS;
        feesOwed += fee;
        _ethReserve += msg.value - fee; //~ BENIGN STATE_MOD only raises what a share is worth
        emit YieldAdded(msg.sender, msg.value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sends the treasury's part of the yield away.
     * @param to Who gets it.
     */
    function collectFees(address to) external settles onlyRole(DEFAULT_ADMIN_ROLE) {
        uint256 amount = feesOwed;
        feesOwed = 0;
        _sendEther(to, amount); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Wraps a part of the ether.
     * @param amount How much.
     */
    function wrap(uint256 amount) external settles onlyRole(OPERATOR_ROLE) {
        _ethReserve -= amount;
        _wethReserve += amount;
        weth.deposit{value: amount}(); //~ BENIGN EXT_CALL
        emit Rebalanced(_ethReserve, _wethReserve);
    }

    /**
     * @notice Unwraps a part of the wrapped ether.
     * @param amount How much.
     */
    function unwrap(uint256 amount) external settles onlyRole(OPERATOR_ROLE) {
        _wethReserve -= amount;
        _ethReserve += amount;
        weth.withdraw(amount); //~ BENIGN EXT_CALL
        emit Rebalanced(_ethReserve, _wethReserve);
    }

    /**
     * @notice Sends wrapped ether away that came without a deposit.
     * @param to Who gets it.
     */
    function sweep(address to) external settles onlyRole(DEFAULT_ADMIN_ROLE) {
        require(to != address(this), "ReserveVault: bad recipient");
        weth.safeTransfer(to, weth.balanceOf(address(this)) - _wethReserve); //~ BENIGN FUND_XFER never the shareholders' part
    }

    /**
     * @notice Changes the limits.
     * @param depositCap_ The most that the reserves may reach by deposits.
     * @param redeemFeeBps_ The fee of a redemption.
     * @param yieldFeeBps_ The part of the yield that the treasury gets.
     */
    function setLimits(
        uint256 depositCap_,
        uint256 redeemFeeBps_,
        uint256 yieldFeeBps_
    ) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setLimits(depositCap_, redeemFeeBps_, yieldFeeBps_);
    }

    /// @inheritdoc IReserveVault
    function reserves() external view whenSettled returns (uint256 ethReserve, uint256 wethReserve) {
        return (_ethReserve, _wethReserve);
    }

    /// @inheritdoc IReserveVault
    function shareValue(uint256 shares) external view whenSettled returns (uint256 value) { //~ PREREQ REENTRY_GUARD no answer while one of the two reserves is not yet written
        return (shares * _totalReserves()) / totalSupply(); //~ BENIGN ORACLE the vault's own books, which a gift or a loan cannot lower
    }

    /// @inheritdoc IReserveVault
    function previewDeposit(uint256 amount) external view whenSettled returns (uint256 shares) {
        return (amount * totalSupply()) / _totalReserves();
    }

    /// @inheritdoc IReserveVault
    function previewRedeem(uint256 shares) external view whenSettled returns (uint256 ethOut, uint256 wethOut) {
        return _amountsFor(shares);
    }

    /**
     * @notice What may still be deposited.
     * @return amount Ether and wrapped ether together.
     */
    function depositRoom() external view whenSettled returns (uint256 amount) {
        uint256 total = _totalReserves();
        return paused() || total >= depositCap ? 0 : depositCap - total;
    }

    /**
     * @dev Sets the limits.
     * @param depositCap_ The most that the reserves may reach by deposits.
     * @param redeemFeeBps_ The fee of a redemption.
     * @param yieldFeeBps_ The part of the yield that the treasury gets.
     */
    function _setLimits(uint256 depositCap_, uint256 redeemFeeBps_, uint256 yieldFeeBps_) internal {
        require(redeemFeeBps_ <= MAX_REDEEM_FEE_BPS, "ReserveVault: fee too high"); //~ BENIGN INPUT_VAL
        require(yieldFeeBps_ <= MAX_YIELD_FEE_BPS, "ReserveVault: part too high"); //~ BENIGN INPUT_VAL
        depositCap = depositCap_;
        redeemFeeBps = redeemFeeBps_;
        yieldFeeBps = yieldFeeBps_;
        emit LimitsSet(depositCap_, redeemFeeBps_, yieldFeeBps_); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sends ether.
     * @param to Who gets it.
     * @param amount How much.
     */
    function _sendEther(address to, uint256 amount) internal {
        if (amount == 0) return;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "ReserveVault: not sent"); //~ BENIGN EXT_CALL
    }

    /**
     * @dev What a redemption pays.
     * @param shares The shares.
     * @return ethOut The ether.
     * @return wethOut The wrapped ether.
     */
    function _amountsFor(uint256 shares) internal view returns (uint256 ethOut, uint256 wethOut) {
        uint256 supply = totalSupply();
        ethOut = _lessFee((shares * _ethReserve) / supply);
        wethOut = _lessFee((shares * _wethReserve) / supply);
    }

    /**
     * @dev Takes the fee off.
     * @param amount An amount.
     * @return net What is left of it.
     */
    function _lessFee(uint256 amount) internal view returns (uint256 net) {
        return (amount * (BPS - redeemFeeBps)) / BPS; //~ BENIGN ARITHMETIC the fee raises the worth of the other shares
    }

    /**
     * @dev Both reserves together.
     * @return total The worth in wei.
     */
    function _totalReserves() internal view returns (uint256 total) {
        return _ethReserve + _wethReserve;
    }
}
