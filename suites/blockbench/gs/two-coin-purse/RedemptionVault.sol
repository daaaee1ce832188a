// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {Initializable} from "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import {IERC20Metadata} from "@openzeppelin/contracts@5.4.0/token/ERC20/extensions/IERC20Metadata.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {EnumerableSet} from "@openzeppelin/contracts@5.4.0/utils/structs/EnumerableSet.sol";
import {IRedemptionVault} from "./context/IRedemptionVault.sol";
import {ReserveLedger} from "./context/ReserveLedger.sol";
import {UnitToken} from "./context/UnitToken.sol";

/**
 * @title RedemptionVault
 * @notice Issues dollar units for listed stablecoins and redeems them after a cooldown.
 */
contract RedemptionVault is IRedemptionVault, ReserveLedger, AccessControl, Pausable, Initializable {
    using EnumerableSet for EnumerableSet.UintSet;

    /// @notice Role that lists assets and sets caps.
    bytes32 public constant ASSET_MANAGER_ROLE = keccak256("ASSET_MANAGER_ROLE");

    /// @notice Role that pauses.
    bytes32 public constant GUARDIAN_ROLE = keccak256("GUARDIAN_ROLE");

    /// @notice The highest redemption fee in basis points.
    uint256 public constant MAX_FEE_BPS = 100;

    /// @notice The shortest cooldown.
    uint256 public constant MIN_COOLDOWN = 1 hours;

    /// @notice The longest cooldown.
    uint256 public constant MAX_COOLDOWN = 14 days;

    /// @notice The fewest units of a request.
    uint256 public constant MIN_UNITS = 1e18;

    /// @notice The most requests that one call finalizes.
    uint256 public constant MAX_BATCH = 50;

    /// @notice The account that initializes.
    address public immutable DEPLOYER;

    /// @notice The token of the units.
    UnitToken public unitToken;

    /// @notice The receiver of fees.
    address public treasury;

    /// @notice The redemption fee of new requests in basis points.
    uint16 public feeBps;

    /// @notice The cooldown of new requests.
    uint64 public cooldown;

    /// @notice The number of requests so far.
    uint256 public requestCount;

    mapping(uint256 => Request) private _requests;
    mapping(address => EnumerableSet.UintSet) private _open;

    /**
     * @dev Restricts a function to the holder of a request.
     * @param id The request.
     */
    modifier onlyHolder(uint256 id) {
        require(_requests[id].holder == msg.sender, "RedemptionVault: not the holder"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /// @notice Remembers who initializes the vault.
    constructor() {
        DEPLOYER = msg.sender;
    }

    /**
     * @notice Sets up the vault, once its token is there.
     * @param unitToken_ The token of the units.
     * @param admin The account that gives roles.
     * @param treasury_ The receiver of fees.
     * @param cooldown_ The cooldown.
     * @param feeBps_ The redemption fee in basis points.
     */
    function initialize(
        UnitToken unitToken_,
        address admin,
        address treasury_,
        uint64 cooldown_,
        uint16 feeBps_
    ) external initializer {
        require(msg.sender == DEPLOYER, "RedemptionVault: not the deployer"); //~ BENIGN INIT
        require(unitToken_.VAULT() == address(this), "RedemptionVault: foreign token"); //~ BENIGN INIT
        require(admin != address(0), "RedemptionVault: no admin"); //~ BENIGN INIT
        unitToken = unitToken_;
        _grantRole(DEFAULT_ADMIN_ROLE, admin);
        _setTreasury(treasury_);
        _setCooldown(cooldown_);
        _setFee(feeBps_);
    }

    /// @inheritdoc IRedemptionVault
    function deposit(
        IERC20Metadata asset,
        uint256 amount,
        address receiver
    ) external whenNotPaused returns (uint256 units) {
        require(isListed(asset), "RedemptionVault: not listed"); //~ BENIGN INPUT_VAL
        units = _fill(asset, amount); //~ BENIGN FUND_XFER
        require(units > 0, "RedemptionVault: nothing"); //~ BENIGN INPUT_VAL
        unitToken.mint(receiver, units); //~ BENIGN STATE_MOD
        emit Deposited(msg.sender, receiver, asset, units); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IRedemptionVault
    function requestRedeem(uint256 units, IERC20Metadata asset) external whenNotPaused returns (uint256 id) {
        require(units >= MIN_UNITS, "RedemptionVault: too few units"); //~ BENIGN INPUT_VAL
        _promise(asset, units); //~ BENIGN STATE_MOD
        unitToken.burn(msg.sender, units);
        id = requestCount++;
        _requests[id] = Request(msg.sender, uint64(block.timestamp) + cooldown, feeBps, asset, units);
        _open[msg.sender].add(id);
        emit RedeemRequested(id, msg.sender, asset, units); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Changes the asset of a request of the caller. The cooldown goes on as before.
     * @param id The request.
     * @param asset The new asset.
     */
    function changeAsset(uint256 id, IERC20Metadata asset) external whenNotPaused onlyHolder(id) {
        Request storage request = _requests[id];
        _unpromise(request.asset, request.units);
        _promise(asset, request.units); //~ BENIGN STATE_MOD
        request.asset = asset; //~ DECOY STATE_MOD the holder alone, and the claim moves along
        emit AssetChanged(id, asset); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Hands a request of the caller over to another account.
     * @param id The request.
     * @param to The new holder.
     */
    function transferRequest(uint256 id, address to) external onlyHolder(id) {
        require(to != address(0), "RedemptionVault: no receiver"); //~ BENIGN INPUT_VAL
        _open[msg.sender].remove(id);
        _open[to].add(id);
        _requests[id].holder = to; //~ BENIGN STATE_MOD
        emit RequestTransferred(id, msg.sender, to);
    }

    /**
     * @notice Cancels a request of the caller and returns the units.
     * @param id The request.
     */
    function cancelRedeem(uint256 id) external onlyHolder(id) {
        Request memory request = _requests[id];
        delete _requests[id]; //~ BENIGN STATE_MOD
        _open[request.holder].remove(id);
        _unpromise(request.asset, request.units);
        unitToken.mint(request.holder, request.units); //~ DECOY STATE_MOD the request is gone, so that units come back once
        emit RedeemCanceled(id); //~ UNRELATED EVENT_EMIT
    }

    /// @inheritdoc IRedemptionVault
    function finalize(uint256 id, IERC20Metadata asset) external returns (uint256 amount) { //~ PREREQ ACCESS_CTRL anyone finalizes anyone's request
        amount = _finalize(id, asset);
    }

    /**
     * @notice Finalizes several requests.
     * @param ids The requests.
     * @param assets_ The asset of each.
     */
    function finalizeMany(uint256[] calldata ids, IERC20Metadata[] calldata assets_) external {
        require(ids.length <= MAX_BATCH && ids.length == assets_.length, "RedemptionVault: bad batch"); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < ids.length; ++i) {
            _finalize(ids[i], assets_[i]);
        }
    }

    /**
     * @notice Sends the fees of an asset to the treasury.
     * @param asset The asset.
     * @return amount The amount.
     */
    function collectFees(IERC20Metadata asset) external returns (uint256 amount) {
        require(isListed(asset), "RedemptionVault: not listed"); //~ BENIGN INPUT_VAL
        amount = _collect(asset, treasury);
    }

    /**
     * @notice Lists an asset.
     * @param asset The asset.
     * @param cap The cap in units.
     */
    function listAsset(IERC20Metadata asset, uint256 cap) external onlyRole(ASSET_MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        _list(asset, cap);
    }

    /**
     * @notice Sets the cap of an asset.
     * @param asset The asset.
     * @param cap The cap in units.
     */
    function setCap(IERC20Metadata asset, uint256 cap) external onlyRole(ASSET_MANAGER_ROLE) {
        _setCap(asset, cap);
    }

    /**
     * @notice Sets the redemption fee of new requests.
     * @param feeBps_ The fee in basis points.
     */
    function setFee(uint16 feeBps_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setFee(feeBps_);
    }

    /**
     * @notice Sets the cooldown of new requests.
     * @param cooldown_ The cooldown.
     */
    function setCooldown(uint64 cooldown_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setCooldown(cooldown_);
    }

    /**
     * @notice Sets the receiver of fees.
     * @param treasury_ The receiver.
     */
    function setTreasury(address treasury_) external onlyRole(DEFAULT_ADMIN_ROLE) {
        _setTreasury(treasury_);
    }

    /// @notice Pauses deposits, requests and changes of a request.
    function pause() external onlyRole(GUARDIAN_ROLE) {
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(DEFAULT_ADMIN_ROLE) {
        _unpause();
    }

    /**
     * @notice A request.
     * @param id The request.
     * @return The request, empty when it is finalized or canceled.
     */
    function requestOf(uint256 id) external view returns (Request memory) {
        return _requests[id];
    }

    /**
     * @notice The requests of a holder that are neither finalized nor canceled.
     * @param holder The holder.
     * @return The requests.
     */
    function openRequestsOf(address holder) external view returns (uint256[] memory) {
        return _open[holder].values();
    }

    /**
     * @notice What a new request would be paid.
     * @param units The units.
     * @param asset The asset.
     * @return amount The amount after the fee.
     */
    function previewRedeem(uint256 units, IERC20Metadata asset) external view returns (uint256 amount) {
        require(isListed(asset), "RedemptionVault: not listed"); //~ BENIGN INPUT_VAL
        amount = units / _scaleOf(asset);
        amount -= (amount * feeBps) / 10_000;
    }

    /**
     * @notice Whether a request can be finalized.
     * @param id The request.
     * @return True if it can.
     */
    function isReady(uint256 id) public view returns (bool) {
        return _requests[id].holder != address(0) && block.timestamp >= _requests[id].readyAt;
    }

    /**
     * @dev Pays a request to its holder.
     * @param id The request.
     * @param asset The asset.
     * @return amount The amount that the holder gets.
     */
    function _finalize(uint256 id, IERC20Metadata asset) internal returns (uint256 amount) {
        Request memory request = _requests[id];
        require(isReady(id), "RedemptionVault: not ready"); //~ BENIGN TIMESTAMP
        require(isListed(asset), "RedemptionVault: wrong asset"); //~ ROOT_CAUSE INPUT_VAL any listed asset passes, not only the one of the request
        delete _requests[id]; //~ BENIGN STATE_MOD
        _open[request.holder].remove(id);
        _unpromise(request.asset, request.units); //~ INSUFF_GUARD STATE_MOD the claim steers the books alone and ends here unpaid
        amount = _pay(asset, request.units, request.feeBps, request.holder); //~ PREREQ FUND_XFER pays the asset that the caller named
        emit RedeemFinalized(id, asset, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Sets the redemption fee.
     * @param feeBps_ The fee in basis points.
     */
    function _setFee(uint16 feeBps_) internal {
        require(feeBps_ <= MAX_FEE_BPS, "RedemptionVault: fee too high"); //~ BENIGN INPUT_VAL
        feeBps = feeBps_;
        emit FeeSet(feeBps_);
    }

    /**
     * @dev Sets the cooldown.
     * @param cooldown_ The cooldown.
     */
    function _setCooldown(uint64 cooldown_) internal {
        require(cooldown_ >= MIN_COOLDOWN && cooldown_ <= MAX_COOLDOWN, "RedemptionVault: bad cooldown"); //~ BENIGN INPUT_VAL
        cooldown = cooldown_;
        emit CooldownSet(cooldown_);
    }

    /**
     * @dev Sets the receiver of fees.
     * @param treasury_ The receiver.
     */
    function _setTreasury(address treasury_) internal {
        require(treasury_ != address(0), "RedemptionVault: no treasury"); //~ BENIGN INPUT_VAL
        treasury = treasury_;
        emit TreasurySet(treasury_);
    }
}
