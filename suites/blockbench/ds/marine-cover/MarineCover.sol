// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/AccessControl.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";

/**
 * @title What the insurer of cargoes keeps
 */
contract MarineCoverStorage {
    /**
     * @notice A cover of one cargo
     */
    struct Policy {
        address holder;
        uint256 cover;
        uint256 expires;
        bool open;
    }

    /// @notice The coin of premiums and payments
    IERC20 public coin;

    /// @notice The coins that no open policy needs
    uint256 public freeCapital;

    /// @notice The coins set aside for open policies
    uint256 public totalCover;

    /// @notice All policies
    Policy[] public policies;

    /// @notice The bonds of the brokers
    mapping(address => uint256) public bondOf;
}

/**
 * @title Cover for cargoes at sea, written by brokers. Claims are approved by surveyors
 */
contract MarineCover is MarineCoverStorage, AccessControl {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    bytes32 public constant BROKER_ROLE = keccak256("BROKER_ROLE");
    bytes32 public constant SURVEYOR_ROLE = keccak256("SURVEYOR_ROLE");

    /// @notice The bond of a broker
    uint256 public constant BROKER_BOND = 100e18;

    /// @notice The premium of a cover, scaled by 1e18
    uint256 public constant premiumMantissa = 0.04e18;

    /// @notice How long a cover lasts
    uint256 public constant TERM = 60 days;

    event BrokerEntered(address indexed broker);
    event BrokerLeft(address indexed broker);
    event CapitalAdded(uint256 amount);
    event CapitalRemoved(uint256 amount);
    event PolicyWritten(uint256 indexed policyId, address indexed broker, address indexed holder, uint256 cover);
    event ClaimPaid(uint256 indexed policyId, uint256 amount);
    event PolicyExpired(uint256 indexed policyId);

    /**
     * @param coin_ The coin of premiums and payments
     */
    constructor(IERC20 coin_) public {
        coin = coin_; //~ BENIGN INIT
        _setupRole(DEFAULT_ADMIN_ROLE, msg.sender); //~ BENIGN INIT
        _setRoleAdmin(SURVEYOR_ROLE, BROKER_ROLE); //~ ROOT_CAUSE INIT whoever is a broker appoints surveyors
    }

    /**
     * @notice Makes the caller a broker, for a bond
     */
    function enterAsBroker() external {
        require(bondOf[msg.sender] == 0, "the caller has paid a bond"); //~ BENIGN INPUT_VAL
        bondOf[msg.sender] = BROKER_BOND;
        _setupRole(BROKER_ROLE, msg.sender); //~ PREREQ ACCESS_CTRL for everybody who pays
        coin.safeTransferFrom(msg.sender, address(this), BROKER_BOND); //~ BENIGN FUND_XFER
        emit BrokerEntered(msg.sender);
    }

    /**
     * @notice Returns the bond to the caller, who is no broker any more
     */
    function leaveAsBroker() external {
        require(hasRole(BROKER_ROLE, msg.sender), "the caller is no broker"); //~ BENIGN ACCESS_CTRL
        uint256 bond = bondOf[msg.sender];
        bondOf[msg.sender] = 0;
        renounceRole(BROKER_ROLE, msg.sender);
        coin.safeTransfer(msg.sender, bond); //~ DECOY FUND_XFER a bond of zero is possible, and harmless
        emit BrokerLeft(msg.sender);
    }

    /**
     * @notice Adds capital of the insurer
     * @param amount The number of coins
     */
    function addCapital(uint256 amount) external {
        freeCapital = freeCapital.add(amount);
        coin.safeTransferFrom(msg.sender, address(this), amount); //~ BENIGN FUND_XFER
        emit CapitalAdded(amount);
    }

    /**
     * @notice Removes capital that no open policy needs
     * @param amount The number of coins
     */
    function removeCapital(uint256 amount) external {
        require(hasRole(DEFAULT_ADMIN_ROLE, msg.sender), "only the insurer removes capital"); //~ BENIGN ACCESS_CTRL
        freeCapital = freeCapital.sub(amount, "the capital is not free"); //~ BENIGN ARITHMETIC
        coin.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit CapitalRemoved(amount);
    }

    /**
     * @notice Writes a cover for a cargo. The broker pays the premium
     * @param holder The owner of the cargo
     * @param cover The most that is paid
     * @return The number of the policy
     */
    function writePolicy(address holder, uint256 cover) external returns (uint256) {
        require(hasRole(BROKER_ROLE, msg.sender), "only a broker writes a policy"); //~ BENIGN ACCESS_CTRL
        require(holder != address(0), "the holder must not be zero"); //~ BENIGN INPUT_VAL
        require(cover > 0, "the cover must not be zero"); //~ BENIGN INPUT_VAL
        uint256 premium = premiumOf(cover);
        freeCapital = freeCapital.add(premium).sub(cover, "the capital is not free"); //~ BENIGN ARITHMETIC
        totalCover = totalCover.add(cover);
        policies.push(Policy(holder, cover, block.timestamp.add(TERM), true)); //~ DECOY STATE_MOD a broker may well insure itself
        coin.safeTransferFrom(msg.sender, address(this), premium); //~ BENIGN FUND_XFER
        emit PolicyWritten(policies.length - 1, msg.sender, holder, cover); //~ UNRELATED EVENT_EMIT
        return policies.length - 1;
    }

    /**
     * @notice Approves a claim, and pays it
     * @param policyId The number of the policy
     * @param amount The damage, which the cover limits
     */
    function payClaim(uint256 policyId, uint256 amount) external {
        require(hasRole(SURVEYOR_ROLE, msg.sender), "only a surveyor approves a claim"); //~ INSUFF_GUARD ACCESS_CTRL
        require(block.timestamp < policies[policyId].expires, "the policy has expired"); //~ BENIGN TIMESTAMP
        require(amount <= policies[policyId].cover, "the cover is less"); //~ BENIGN INPUT_VAL
        closeFresh(policyId, amount);
        coin.safeTransfer(policies[policyId].holder, amount); //~ PREREQ FUND_XFER
        emit ClaimPaid(policyId, amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Closes a policy that has expired
     * @param policyId The number of the policy
     */
    function expire(uint256 policyId) external {
        require(block.timestamp >= policies[policyId].expires, "the policy has not expired"); //~ BENIGN TIMESTAMP
        closeFresh(policyId, 0);
        emit PolicyExpired(policyId);
    }

    /**
     * @notice The premium of a cover
     * @param cover The most that is paid
     * @return The number of coins, rounded up
     */
    function premiumOf(uint256 cover) public pure returns (uint256) {
        return cover.mul(premiumMantissa).add(1e18 - 1).div(1e18); //~ BENIGN ARITHMETIC
    }

    /**
     * @dev Closes an open policy, and frees what is not paid of its cover
     */
    function closeFresh(uint256 policyId, uint256 paid) internal {
        Policy storage policy = policies[policyId];
        require(policy.open, "the policy is closed"); //~ BENIGN CTRL_FLOW
        policy.open = false;
        totalCover = totalCover.sub(policy.cover);
        freeCapital = freeCapital.add(policy.cover.sub(paid)); //~ BENIGN ARITHMETIC
    }
}
