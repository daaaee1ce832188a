// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import "@openzeppelin/contracts@5.4.0/proxy/Clones.sol";
import "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice The terms of a grant.
/// @param token The token that vests.
/// @param beneficiary Who gets it.
/// @param start When the vesting begins.
/// @param cliff Seconds after the start before which nothing is released.
/// @param duration Seconds after the start when everything has vested.
/// @param amount How much vests.
/// @param revocable Whether the grantor may end the grant.
struct Terms {
    IERC20 token;
    address beneficiary;
    uint64 start;
    uint64 cliff;
    uint64 duration;
    uint256 amount;
    bool revocable;
}

/// @title VestingWallet
/// @notice Holds one grant and releases it linearly after a cliff.
contract VestingWallet is Initializable {
    using SafeERC20 for IERC20;

    address public grantor;
    uint256 public released;
    bool public revoked;
    Terms internal _terms;

    event Released(address indexed beneficiary, uint256 amount);
    event Revoked(uint256 returned);
    event BeneficiaryChanged(address indexed from, address indexed to);

    constructor() {
        _disableInitializers();
    }

    /// @notice Sets the wallet up.
    /// @param grantor_ Who pays for the grant and may revoke it.
    /// @param terms_ The terms of the grant.
    function initialize(address grantor_, Terms calldata terms_) external {
        require(address(terms_.token) != address(0), "VestingWallet: zero token");
        require(terms_.beneficiary != address(0), "VestingWallet: zero beneficiary");
        require(terms_.amount > 0, "VestingWallet: zero amount");
        require(terms_.duration > 0 && terms_.cliff <= terms_.duration, "VestingWallet: bad schedule");
        require(terms_.start <= block.timestamp + 3650 days, "VestingWallet: bad start");
        grantor = grantor_;
        _terms = terms_;
    }

    /// @notice The terms as they are now.
    function terms() external view returns (Terms memory) {
        return _terms;
    }

    /// @notice How much has vested.
    /// @param timestamp The moment to look at.
    function vestedAmount(uint256 timestamp) public view returns (uint256) {
        if (revoked) return _terms.amount;
        if (timestamp < uint256(_terms.start) + _terms.cliff) return 0;
        if (timestamp >= uint256(_terms.start) + _terms.duration) return _terms.amount;
        return _terms.amount * (timestamp - _terms.start) / _terms.duration;
    }

    /// @notice Pays the beneficiary what has vested. Anyone may call it.
    function release() external returns (uint256 amount) {
        amount = vestedAmount(block.timestamp) - released;
        released += amount;
        _terms.token.safeTransfer(_terms.beneficiary, amount);
        emit Released(_terms.beneficiary, amount);
    }

    /// @notice Ends the grant. What has vested stays, the rest returns to the grantor.
    function revoke() external {
        require(msg.sender == grantor, "VestingWallet: not the grantor");
        require(_terms.revocable && !revoked, "VestingWallet: not revocable");
        uint256 vested = vestedAmount(block.timestamp);
        uint256 returned = _terms.amount - vested;
        revoked = true;
        _terms.amount = vested;
        _terms.token.safeTransfer(grantor, returned);
        emit Revoked(returned);
    }

    /// @notice Hands the grant over.
    /// @param beneficiary The new beneficiary.
    function changeBeneficiary(address beneficiary) external {
        require(msg.sender == _terms.beneficiary, "VestingWallet: not the beneficiary");
        require(beneficiary != address(0), "VestingWallet: zero beneficiary");
        emit BeneficiaryChanged(_terms.beneficiary, beneficiary);
        _terms.beneficiary = beneficiary;
    }
}

/// @title VestingFactory
/// @notice Creates and funds vesting wallets for anybody who pays the fee.
contract VestingFactory is AccessControl {
    using SafeERC20 for IERC20;

    bytes32 public constant FEE_MANAGER = keccak256("FEE_MANAGER");
    uint256 public constant MAX_FEE = 0.1 ether;

    address public immutable implementation;
    uint256 public fee;
    mapping(address => bool) public isWallet;

    event WalletCreated(address indexed wallet, address indexed grantor, address indexed beneficiary, uint256 amount);
    event FeeSet(uint256 fee);
    event FeesCollected(address indexed to, uint256 amount);

    /// @param admin Who grants the roles.
    /// @param fee_ What a wallet costs, in wei.
    constructor(address admin, uint256 fee_) {
        require(admin != address(0), "VestingFactory: zero admin");
        implementation = address(new VestingWallet());
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _grantRole(FEE_MANAGER, admin);
        _setFee(fee_);
    }

    /// @notice Creates one wallet.
    /// @param salt Chosen by the caller.
    /// @param terms The terms of the grant; the tokens come from the caller.
    function createWallet(bytes32 salt, Terms calldata terms) external payable returns (address) {
        require(msg.value == fee, "VestingFactory: wrong fee");
        return _create(salt, terms);
    }

    /// @notice Creates several wallets.
    /// @param salts Chosen by the caller.
    /// @param list The terms of the grants.
    function createWallets(bytes32[] calldata salts, Terms[] calldata list) external payable {
        require(salts.length == list.length, "VestingFactory: lengths differ");
        require(msg.value == fee * list.length, "VestingFactory: wrong fee");
        for (uint256 i = 0; i < list.length; ++i) {
            _create(salts[i], list[i]);
        }
    }

    /// @notice The address of a wallet that the grantor creates with the salt.
    function predictWallet(address grantor, bytes32 salt) external view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _saltOf(grantor, salt));
    }

    /// @notice Changes the fee.
    /// @param fee_ What a wallet costs from now on.
    function setFee(uint256 fee_) external onlyRole(FEE_MANAGER) {
        _setFee(fee_);
    }

    /// @notice Pays out the fees.
    /// @param to Who gets them.
    function collectFees(address payable to) external onlyRole(FEE_MANAGER) {
        uint256 amount = address(this).balance;
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "VestingFactory: not paid");
        emit FeesCollected(to, amount);
    }

    function _setFee(uint256 fee_) internal {
        require(fee_ <= MAX_FEE, "VestingFactory: fee too high");
        fee = fee_;
        emit FeeSet(fee_);
    }

    function _create(bytes32 salt, Terms calldata terms) internal returns (address wallet) {
        wallet = Clones.cloneDeterministic(implementation, _saltOf(msg.sender, salt));
        VestingWallet(wallet).initialize(msg.sender, terms);
        isWallet[wallet] = true;
        uint256 before = terms.token.balanceOf(wallet);
        terms.token.safeTransferFrom(msg.sender, wallet, terms.amount);
        require(terms.token.balanceOf(wallet) - before == terms.amount, "VestingFactory: not funded");
        emit WalletCreated(wallet, msg.sender, terms.beneficiary, terms.amount);
    }

    function _saltOf(address grantor, bytes32 salt) internal pure returns (bytes32) {
        return keccak256(abi.encode(grantor, salt));
    }
}
