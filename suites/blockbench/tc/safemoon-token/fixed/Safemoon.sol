// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @notice Whoever owns the token sets its tax.
abstract contract Ownable {
    address public owner;

    event OwnershipTransferred(address indexed previous, address indexed next);

    error NotOwner(address caller);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor() {
        owner = msg.sender;
        emit OwnershipTransferred(address(0), msg.sender);
    }

    function transferOwnership(address next) external onlyOwner {
        emit OwnershipTransferred(owner, next);
        owner = next;
    }
}

/// @title Safemoon
/// @notice A token whose transfers pay a tax to the liquidity wallet, unless one side is exempt.
/// @dev Second implementation: holders can burn, so that bridges to other chains can take tokens out of circulation.
contract Safemoon is Ownable {
    string public constant name = "SafeMoon";
    string public constant symbol = "SFM";
    uint8 public constant decimals = 9;

    uint256 public constant HIGHEST_TAX = 1_000; // basis points

    uint256 public totalSupply;
    uint256 public taxFee = 200; // basis points
    address public liquidityWallet;

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    mapping(address => bool) public isExcludedFromFee;

    event Transfer(address indexed from, address indexed to, uint256 amount);
    event Approval(address indexed holder, address indexed spender, uint256 amount);
    event TaxChanged(uint256 tax);

    error TaxTooHigh(uint256 tax);
    error ZeroRecipient();

    constructor(address wallet, uint256 supply) {
        liquidityWallet = wallet;
        isExcludedFromFee[msg.sender] = true;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        emit Approval(msg.sender, spender, amount);
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        _tokenTransfer(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        _spendAllowance(from, msg.sender, amount); //~ BENIGN ACCESS_CTRL checked subtraction refuses what was not approved
        _tokenTransfer(from, to, amount);
        return true;
    }

    /// @notice Takes tokens out of circulation.
    function burn(address account, uint256 amount) external { //~ BENIGN ACCESS_CTRL
        if (account != msg.sender) _spendAllowance(account, msg.sender, amount); //~ BENIGN ACCESS_CTRL others need an approval
        balanceOf[account] -= amount; //~ BENIGN STATE_MOD
        totalSupply -= amount;
        emit Transfer(account, address(0), amount);
    }

    function setTaxFee(uint256 tax) external onlyOwner {
        if (tax > HIGHEST_TAX) revert TaxTooHigh(tax);
        taxFee = tax;
        emit TaxChanged(tax);
    }

    function excludeFromFee(address account, bool excluded) external onlyOwner {
        isExcludedFromFee[account] = excluded;
    }

    function setLiquidityWallet(address wallet) external onlyOwner {
        liquidityWallet = wallet;
    }

    function _spendAllowance(address holder, address spender, uint256 amount) private {
        uint256 allowed = allowance[holder][spender];
        if (allowed != type(uint256).max) allowance[holder][spender] = allowed - amount;
    }

    function _tokenTransfer(address from, address to, uint256 amount) private {
        if (to == address(0)) revert ZeroRecipient();
        uint256 tax = isExcludedFromFee[from] || isExcludedFromFee[to] ? 0 : (amount * taxFee) / 10_000; //~ BENIGN ARITHMETIC rounds in favour of the sender by less than one unit
        balanceOf[from] -= amount; //~ BENIGN STATE_MOD
        balanceOf[to] += amount - tax;
        emit Transfer(from, to, amount - tax);
        if (tax > 0) {
            balanceOf[liquidityWallet] += tax;
            emit Transfer(from, liquidityWallet, tax); //~ UNRELATED EVENT_EMIT
        }
    }
}
