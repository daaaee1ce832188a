// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {AccessControl} from "@openzeppelin/contracts@4.9.6/access/AccessControl.sol";
import {Pausable} from "@openzeppelin/contracts@4.9.6/security/Pausable.sol";
import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

/// @title CompanyRegister
/// @notice The companies that use the service, by name, each with an administrator.
abstract contract CompanyRegister {
    /// @notice The administrator of a company, by the hash of its name.
    mapping(bytes32 => address) public adminOf;

    /// @notice A company was registered.
    event Registered(string company, address indexed admin);

    /// @notice A company has a new administrator.
    event HandedOver(string company, address indexed admin);

    /// @dev Lets only the administrator of a company pass.
    /// @param company The name of the company.
    modifier onlyCompanyAdmin(string calldata company) {
        require(msg.sender == adminOf[keccak256(bytes(company))], "CompanyRegister: not the admin"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @notice Registers a company under a name that is free, with the caller as its administrator.
    /// @param company The name of the company.
    function register(string calldata company) external {
        require(bytes(company).length > 0, "CompanyRegister: no name"); //~ BENIGN INPUT_VAL
        bytes32 key = keccak256(bytes(company)); //~ BENIGN COMPUTATION
        require(adminOf[key] == address(0), "CompanyRegister: name is taken"); //~ BENIGN INPUT_VAL
        adminOf[key] = msg.sender; //~ BENIGN STATE_MOD
        emit Registered(company, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Makes another account the administrator.
    /// @param company The name of the company.
    /// @param admin The new administrator.
    function handOver(string calldata company, address admin) external onlyCompanyAdmin(company) {
        require(admin != address(0), "CompanyRegister: zero admin"); //~ BENIGN INPUT_VAL
        adminOf[keccak256(bytes(company))] = admin;
        emit HandedOver(company, admin);
    }
}

/// @title CompanyWallets
/// @notice Keeps the tokens of companies in wallets, one for each unit. Clerks pay from the wallet of their unit, up
///         to a daily limit. The operator of the service can pause it, and appoints clerks where an administrator is lost.
contract CompanyWallets is CompanyRegister, AccessControl, Pausable {
    using SafeERC20 for IERC20;

    /// @notice What a unit has.
    /// @param balance The tokens.
    /// @param limit How many of them may be paid in a day.
    /// @param day The last day with a payment.
    /// @param paid What was paid on that day.
    struct Wallet {
        uint256 balance;
        uint256 limit;
        uint256 day;
        uint256 paid;
    }

    /// @notice The role that pauses deposits and payments.
    bytes32 public constant PAUSER_ROLE = keccak256("PAUSER_ROLE");

    /// @notice The token.
    IERC20 public immutable token;

    /// @notice The wallets, by their identifier.
    mapping(bytes32 => Wallet) public wallets;

    /// @notice A clerk was appointed.
    event Appointed(string company, string unit, address indexed clerk);

    /// @notice A clerk was dismissed.
    event Dismissed(string company, string unit, address indexed clerk);

    /// @notice The daily limit of a wallet was set.
    event LimitSet(string company, string unit, uint256 limit);

    /// @notice Tokens were deposited to a wallet.
    event Deposited(string company, string unit, uint256 amount);

    /// @notice Tokens were paid from a wallet.
    event Paid(string company, string unit, address indexed to, uint256 amount);

    /// @notice Sets the service up.
    /// @param token_ The token, which moves as many as it is told to.
    /// @param operator The operator of the service.
    constructor(IERC20 token_, address operator) {
        require(address(token_) != address(0), "CompanyWallets: zero token"); //~ BENIGN INIT
        require(operator != address(0), "CompanyWallets: zero operator"); //~ BENIGN INIT
        token = token_;
        _grantRole(DEFAULT_ADMIN_ROLE, operator);
        _grantRole(PAUSER_ROLE, operator);
    }

    /// @notice Appoints a clerk of a unit.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @param clerk The account that may pay.
    function appoint(
        string calldata company,
        string calldata unit,
        address clerk
    ) external onlyCompanyAdmin(company) { //~ BENIGN ACCESS_CTRL
        _grantRole(walletId(company, unit), clerk); //~ BENIGN ACCESS_CTRL
        emit Appointed(company, unit, clerk); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Dismisses a clerk of a unit.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @param clerk The account that may pay no longer.
    function dismiss(string calldata company, string calldata unit, address clerk) external onlyCompanyAdmin(company) {
        _revokeRole(walletId(company, unit), clerk);
        emit Dismissed(company, unit, clerk); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Sets how many tokens a unit may pay in a day.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @param limit The number of tokens.
    function setLimit(string calldata company, string calldata unit, uint256 limit) external onlyCompanyAdmin(company) {
        wallets[walletId(company, unit)].limit = limit; //~ BENIGN STATE_MOD
        emit LimitSet(company, unit, limit); //~ UNRELATED EVENT_EMIT
    }

    /// @notice Deposits tokens of the caller to the wallet of a unit.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @param amount The number of tokens.
    function deposit(string calldata company, string calldata unit, uint256 amount) external whenNotPaused { //~ BENIGN ACCESS_CTRL
        require(adminOf[keccak256(bytes(company))] != address(0), "CompanyWallets: no such company"); //~ BENIGN INPUT_VAL
        wallets[walletId(company, unit)].balance += amount; //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit Deposited(company, unit, amount);
    }

    /// @notice Pays from the wallet of a unit, as one of its clerks.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @param to Who is paid.
    /// @param amount The number of tokens.
    function pay(
        string calldata company,
        string calldata unit,
        address to,
        uint256 amount
    ) external whenNotPaused onlyRole(walletId(company, unit)) {
        Wallet storage wallet = wallets[walletId(company, unit)];
        uint256 today = block.timestamp / 1 days;
        if (wallet.day != today) {
            wallet.day = today;
            wallet.paid = 0;
        }
        require(amount <= wallet.balance, "CompanyWallets: balance exceeded"); //~ BENIGN INPUT_VAL
        require(wallet.paid + amount <= wallet.limit, "CompanyWallets: limit exceeded"); //~ BENIGN INPUT_VAL
        wallet.paid += amount;
        wallet.balance -= amount; //~ BENIGN STATE_MOD
        token.safeTransfer(to, amount); //~ BENIGN FUND_XFER
        emit Paid(company, unit, to, amount);
    }

    /// @notice Stops deposits and payments.
    function pause() external onlyRole(PAUSER_ROLE) {
        _pause();
    }

    /// @notice Lets deposits and payments go on.
    function unpause() external onlyRole(PAUSER_ROLE) {
        _unpause();
    }

    /// @notice The identifier of the wallet of a unit, which is also the role of its clerks.
    /// @param company The name of the company.
    /// @param unit The name of the unit.
    /// @return The identifier.
    function walletId(string calldata company, string calldata unit) public pure returns (bytes32) {
        return keccak256(abi.encodePacked(bytes(company).length, company, unit)); //~ BENIGN COMPUTATION
    }
}
