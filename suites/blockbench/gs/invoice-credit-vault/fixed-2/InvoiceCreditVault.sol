// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import "./context/CreditLine.sol";
import "./context/ILenderRegistry.sol";

/// @title Vault of identified lenders who finance the invoices of one company
/// @notice Lenders hold shares in the cash of the vault, the principal lent and the interest due.
contract InvoiceCreditVault is ERC20, CreditLine {
    using SafeERC20 for IERC20;

    /// @notice Exit of one lender, from the request to the payment
    struct Exit {
        uint256 shares;
        uint256 payableFrom;
        uint256 canceled;
    }

    /// @notice Time between the request of an exit and its payment
    uint256 public constant NOTICE = 7 days;

    /// @dev Virtual shares against one virtual unit of the asset
    uint256 private constant VIRTUAL_SHARES = 1000;

    /// @notice The currency of the vault
    IERC20 public immutable ASSET;

    /// @notice Register of those who may hold shares
    ILenderRegistry public immutable REGISTRY;

    /// @notice Cash that belongs to the shares
    uint256 public cash;

    /// @notice Exits by lender
    mapping(address => Exit) public exits;

    /// @notice Emitted when a lender pays in
    event Deposited(address indexed lender, uint256 assets, uint256 shares);

    /// @notice Emitted when an exit is requested
    event ExitRequested(address indexed lender, uint256 shares, uint256 payableFrom);

    /// @notice Emitted when a requested exit is called off
    event ExitCanceled(address indexed lender, uint256 shares);

    /// @notice Emitted when shares of a canceled exit are handed out
    event CanceledClaimed(address indexed lender, address indexed receiver, uint256 shares);

    /// @notice Emitted when an exit is paid
    event Redeemed(address indexed lender, uint256 shares, uint256 assets);

    /// @param asset The currency of the vault
    /// @param registry Register of lenders
    /// @param borrower The company that draws on the line
    /// @param limit Largest principal
    /// @param rateBps Interest per year in basis points
    constructor(IERC20 asset, ILenderRegistry registry, address borrower, uint256 limit, uint256 rateBps)
        ERC20("Invoice Credit Share", "ICS")
        CreditLine(borrower, limit, rateBps)
    {
        require(address(asset) != address(0) && address(registry) != address(0), "InvoiceCreditVault: zero address");
        require(borrower != address(0) && limit > 0, "InvoiceCreditVault: bad terms");
        ASSET = asset;
        REGISTRY = registry;
    }

    /// @notice Pays in and receives shares at their present value.
    /// @param assets Amount of the asset
    /// @return shares Shares received
    function deposit(uint256 assets) external returns (uint256 shares) {
        require(REGISTRY.isLender(msg.sender), "InvoiceCreditVault: not a lender");
        shares = Math.mulDiv(assets, totalSupply() + VIRTUAL_SHARES, totalAssets() + 1);
        require(shares > 0, "InvoiceCreditVault: no shares");
        cash += assets;
        _mint(msg.sender, shares);
        emit Deposited(msg.sender, assets, shares);
        ASSET.safeTransferFrom(msg.sender, address(this), assets);
    }

    /// @notice Hands shares to the vault in order to be paid out after the notice.
    /// @dev A further request starts the notice of the whole exit anew.
    /// @param shares Number of shares
    function requestExit(uint256 shares) external {
        require(shares > 0, "InvoiceCreditVault: no shares");
        Exit storage item = exits[msg.sender];
        item.shares += shares;
        item.payableFrom = block.timestamp + NOTICE;
        _transfer(msg.sender, address(this), shares);
        emit ExitRequested(msg.sender, shares, item.payableFrom);
    }

    /// @notice Calls off what is left of the caller's exit. The shares can be claimed afterwards.
    function cancelExit() external {
        Exit storage item = exits[msg.sender];
        uint256 shares = item.shares;
        require(shares > 0, "InvoiceCreditVault: no exit");
        item.shares = 0;
        item.canceled += shares;
        emit ExitCanceled(msg.sender, shares);
    }

    /// @notice Hands out the shares of exits that the caller has called off.
    /// @param receiver Who gets the shares
    /// @return shares Number of shares
    function claimCanceled(address receiver) external returns (uint256 shares) {
        Exit storage item = exits[msg.sender];
        shares = item.canceled;
        require(shares > 0, "InvoiceCreditVault: no shares");
        item.canceled = 0;
        _deliver(address(this), receiver, shares);
        emit CanceledClaimed(msg.sender, receiver, shares);
    }

    /// @notice Pays a lender out whose notice is over.
    /// @param shares Number of shares, at most those of the exit
    /// @return assets Amount paid
    function redeem(uint256 shares) external returns (uint256 assets) {
        Exit storage item = exits[msg.sender];
        require(shares > 0 && shares <= item.shares, "InvoiceCreditVault: no shares");
        require(block.timestamp >= item.payableFrom, "InvoiceCreditVault: notice");
        assets = previewRedeem(shares);
        require(assets <= cash, "InvoiceCreditVault: cash");
        item.shares -= shares;
        cash -= assets;
        _burn(address(this), shares);
        emit Redeemed(msg.sender, shares, assets);
        ASSET.safeTransfer(msg.sender, assets);
    }

    /// @notice Sets what the borrower wants to draw, in place of what it wanted before, and pays out as much as there is.
    /// @param amount Amount of the asset, zero to call a request off
    function requestDraw(uint256 amount) external onlyBorrower {
        require(principal + amount <= LIMIT, "InvoiceCreditVault: limit");
        requested = amount;
        emit DrawRequested(amount);
        _lend(Math.min(cash, requested));
    }

    /// @notice Pays the interest that is due, on behalf of the borrower, and makes the next payout to the borrower.
    /// @return interest Amount paid
    function payInterest() external returns (uint256 interest) {
        interest = interestDue();
        _settleInterest(interest);
        cash += interest;
        emit InterestPaid(msg.sender, interest);
        ASSET.safeTransferFrom(msg.sender, address(this), interest);
        _lend(Math.min(cash, LIMIT - principal));
    }

    /// @notice Pays principal back. Anyone may do that on behalf of the borrower.
    /// @param amount Amount of the asset
    function repay(uint256 amount) external {
        require(amount > 0 && amount <= principal, "InvoiceCreditVault: amount");
        _setPrincipal(principal - amount);
        cash += amount;
        emit Repaid(msg.sender, amount, principal);
        ASSET.safeTransferFrom(msg.sender, address(this), amount);
    }

    /// @inheritdoc ERC20
    function transfer(address to, uint256 value) public override returns (bool) {
        _deliver(msg.sender, to, value);
        return true;
    }

    /// @inheritdoc ERC20
    function transferFrom(address from, address to, uint256 value) public override returns (bool) {
        _spendAllowance(from, msg.sender, value);
        _deliver(from, to, value);
        return true;
    }

    /// @notice Value of all shares.
    /// @return Cash, principal and interest due
    function totalAssets() public view returns (uint256) {
        return cash + principal + interestDue();
    }

    /// @notice Present value of shares, rounded down.
    /// @param shares Number of shares
    /// @return Amount of the asset
    function previewRedeem(uint256 shares) public view returns (uint256) {
        return Math.mulDiv(shares, totalAssets() + 1, totalSupply() + VIRTUAL_SHARES);
    }

    /// @inheritdoc ERC20
    function decimals() public pure override returns (uint8) {
        return 9;
    }

    /// @dev Moves shares to a lender.
    /// @param from Present holder
    /// @param to Lender who receives them
    /// @param value Number of shares
    function _deliver(address from, address to, uint256 value) private {
        require(REGISTRY.isLender(to), "InvoiceCreditVault: not a lender");
        _transfer(from, to, value);
    }

    /// @dev Pays principal out to the borrower.
    /// @param amount At most the cash
    function _lend(uint256 amount) private {
        _setPrincipal(principal + amount);
        requested -= Math.min(requested, amount);
        cash -= amount;
        emit Drawn(amount, principal);
        ASSET.safeTransfer(BORROWER, amount);
    }
}
