// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts@4.9.6/proxy/utils/UUPSUpgradeable.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";

/// @title PensionAccount
/// @notice Keeps contributions of an employer for its employees until they retire. Lives behind a proxy; the second version
/// added a fee on payouts. The token has no transfer fee.
contract PensionAccount is Initializable, UUPSUpgradeable {
    using SafeERC20 for IERC20;

    /// @notice One employee.
    struct Member {
        uint256 saved;
        uint64 retiresAt;
    }

    uint16 public constant MAX_FEE_BPS = 500;

    IERC20 public token;
    address public employer;
    address public trustee;
    mapping(address => Member) public members;

    // Since the second version.
    address public collector;
    uint16 public feeBps;

    event Enrolled(address indexed member, uint64 retiresAt);
    event Contributed(address indexed member, uint256 amount);
    event PaidOut(address indexed member, uint256 amount, uint256 fee);
    event FeeChanged(address indexed collector, uint16 feeBps);
    event TrusteeChanged(address indexed trustee);
    event EmployerChanged(address indexed employer);

    modifier onlyTrustee() {
        require(msg.sender == trustee, "PensionAccount: not the trustee"); //~ BENIGN ACCESS_CTRL
        _;
    }

    modifier onlyEmployer() {
        require(msg.sender == employer, "PensionAccount: not the employer"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @dev The implementation itself is never used.
    constructor() {
        _disableInitializers(); //~ BENIGN INIT
    }

    /// @notice Sets the account up.
    /// @param token_ What is saved.
    /// @param employer_ Who contributes.
    /// @param trustee_ Who looks after the account.
    function initialize(IERC20 token_, address employer_, address trustee_) external initializer { //~ BENIGN INIT runs once, in the transaction that makes the proxy
        require(address(token_) != address(0), "PensionAccount: zero token");
        require(employer_ != address(0), "PensionAccount: zero employer");
        require(trustee_ != address(0), "PensionAccount: zero trustee");
        token = token_;
        employer = employer_;
        trustee = trustee_;
    }

    /// @notice Prepares an account of the first version for the second.
    /// @param trustee_ Who looks after the account from now on.
    /// @param collector_ Who gets the fees.
    /// @param feeBps_ The fee on payouts in basis points.
    function initializeV2(address trustee_, address collector_, uint16 feeBps_) external onlyTrustee reinitializer(2) { //~ BENIGN ACCESS_CTRL
        require(trustee_ != address(0), "PensionAccount: zero trustee");
        trustee = trustee_; //~ BENIGN STATE_MOD
        _setFee(collector_, feeBps_);
        emit TrusteeChanged(trustee_);
    }

    /// @notice Hands the account over to another trustee.
    /// @param trustee_ The new one.
    function setTrustee(address trustee_) external onlyTrustee {
        require(trustee_ != address(0), "PensionAccount: zero trustee");
        trustee = trustee_;
        emit TrusteeChanged(trustee_);
    }

    /// @notice Lets another employer contribute from now on.
    /// @param employer_ The new one.
    function setEmployer(address employer_) external onlyTrustee {
        require(employer_ != address(0), "PensionAccount: zero employer");
        employer = employer_;
        emit EmployerChanged(employer_);
    }

    /// @notice Changes the fee.
    /// @param collector_ Who gets it.
    /// @param feeBps_ The fee in basis points.
    function setFee(address collector_, uint16 feeBps_) external onlyTrustee {
        _setFee(collector_, feeBps_);
    }

    /// @notice Takes an employee in, or changes when it retires.
    /// @param member The employee.
    /// @param retiresAt From when on it is paid out.
    function enrol(address member, uint64 retiresAt) external onlyTrustee {
        require(member != address(0), "PensionAccount: zero member");
        require(retiresAt > block.timestamp, "PensionAccount: in the past"); //~ BENIGN INPUT_VAL
        members[member].retiresAt = retiresAt;
        emit Enrolled(member, retiresAt);
    }

    /// @notice Pays a contribution in.
    /// @param member For whom.
    /// @param amount How much.
    function contribute(address member, uint256 amount) external onlyEmployer {
        require(members[member].retiresAt != 0, "PensionAccount: not enrolled");
        members[member].saved += amount; //~ BENIGN STATE_MOD
        token.safeTransferFrom(msg.sender, address(this), amount);
        emit Contributed(member, amount);
    }

    /// @notice Pays a retired employee all it has.
    function payOut() external {
        Member storage member = members[msg.sender];
        require(member.saved > 0, "PensionAccount: nothing saved");
        require(block.timestamp >= member.retiresAt, "PensionAccount: not retired"); //~ BENIGN TIMESTAMP
        uint256 amount = member.saved;
        uint256 fee = (amount * feeBps) / 10_000; //~ BENIGN ARITHMETIC
        member.saved = 0; //~ BENIGN STATE_MOD
        token.safeTransfer(msg.sender, amount - fee);
        if (fee > 0) token.safeTransfer(collector, fee); //~ BENIGN FUND_XFER
        emit PaidOut(msg.sender, amount - fee, fee);
    }

    function _setFee(address collector_, uint16 feeBps_) internal {
        require(collector_ != address(0), "PensionAccount: zero collector");
        require(feeBps_ <= MAX_FEE_BPS, "PensionAccount: fee too high"); //~ BENIGN INPUT_VAL
        collector = collector_;
        feeBps = feeBps_;
        emit FeeChanged(collector_, feeBps_);
    }

    /// @dev The trustee decides about the code.
    function _authorizeUpgrade(address) internal override onlyTrustee {} //~ BENIGN ACCESS_CTRL the trustee may replace all of the code
}
