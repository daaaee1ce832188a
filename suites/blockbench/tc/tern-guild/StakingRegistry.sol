// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/Math.sol";
import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@2.5.1/utils/Address.sol";

/**
 * @title ProxyStorage
 * @dev The state of the proxy. An implementation inherits it, too.
 */
contract ProxyStorage {
    address internal proxyAdmin; //~ PREREQ STATE_MOD the first slot of the proxy
    address internal implementation;
}

/**
 * @title StakingProxy
 * @dev Delegates every call to an implementation, which the admin can replace.
 */
contract StakingProxy is ProxyStorage {
    /**
     * @dev Emitted when the implementation is replaced.
     * @param implementation The new implementation.
     */
    event Upgraded(address indexed implementation);

    /**
     * @dev Sets admin and implementation, and initializes the proxy.
     * @param _admin The account that can replace the implementation.
     * @param _implementation The first implementation.
     * @param _data The call that initializes the proxy.
     */
    constructor(address _admin, address _implementation, bytes memory _data) public {
        proxyAdmin = _admin; //~ PREREQ INIT two of its bytes are read as flags
        _upgradeTo(_implementation);
        (bool success, ) = _implementation.delegatecall(_data); //~ DECOY DELEGATE the deployer names the code
        require(success, "Proxy: not initialized"); //~ BENIGN INIT
    }

    /**
     * @dev Replaces the implementation. Only for the admin.
     * @param _implementation The new implementation.
     */
    function upgradeTo(address _implementation) external {
        require(msg.sender == proxyAdmin, "Proxy: not admin"); //~ BENIGN ACCESS_CTRL
        _upgradeTo(_implementation);
    }

    /**
     * @dev Delegates the call to the implementation.
     */
    function() external payable {
        address code = implementation;
        assembly {
            calldatacopy(0, 0, calldatasize)
            let ok := delegatecall(gas, code, 0, calldatasize, 0, 0) //~ BENIGN DELEGATE the admin has chosen it
            returndatacopy(0, 0, returndatasize)
            switch ok
            case 0 { revert(0, returndatasize) }
            default { return(0, returndatasize) }
        }
    }

    /**
     * @dev Stores an implementation.
     * @param _implementation The new implementation.
     */
    function _upgradeTo(address _implementation) private {
        require(Address.isContract(_implementation), "Proxy: no contract"); //~ BENIGN INPUT_VAL
        implementation = _implementation;
        emit Upgraded(_implementation); //~ UNRELATED EVENT_EMIT
    }
}

/**
 * @title Initializable
 * @dev Takes the place of a constructor behind a proxy. An initializer may call those of its bases.
 */
contract Initializable {
    bool private initialized;
    bool private initializing;

    /**
     * @dev Marks a function that initializes.
     */
    modifier initializer() {
        require(initializing || !initialized, "Initializable: already done"); //~ INSUFF_GUARD INIT lets everyone in while initializing is set
        bool isTopLevel = !initializing;
        if (isTopLevel) {
            initializing = true;
            initialized = true; //~ BENIGN INIT
        }
        _;
        if (isTopLevel) initializing = false;
    }
}

/**
 * @title StakingRegistry
 * @dev Service providers stake tokens for the work that they take on. The guardian slashes those who do it badly, and
 * whoever withdraws requests it first.
 */
contract StakingRegistry is Initializable, ProxyStorage { //~ ROOT_CAUSE INIT the flags come before what the proxy keeps
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    struct Provider {
        uint256 staked;
        uint256 pending;
        uint256 availableAt;
    }

    uint256 public constant MAX_DELAY = 60 days;

    IERC20 public token;
    address public guardian;
    uint256 public withdrawDelay;
    uint256 public totalStaked;
    mapping(address => Provider) public providers;

    event Staked(address indexed provider, uint256 amount);
    event WithdrawRequested(address indexed provider, uint256 amount, uint256 availableAt);
    event Withdrawn(address indexed provider, uint256 amount);
    event Slashed(address indexed provider, uint256 amount, string reason);
    event GuardianChanged(address indexed guardian);

    /**
     * @dev Lets only the guardian call.
     */
    modifier onlyGuardian() {
        require(msg.sender == guardian, "Staking: not guardian"); //~ BENIGN ACCESS_CTRL
        _;
    }

    /**
     * @dev Sets up the registry behind its proxy.
     * @param _token The token that is staked.
     * @param _guardian The account that slashes.
     * @param _withdrawDelay The time between a request and a withdrawal.
     */
    function initialize(IERC20 _token, address _guardian, uint256 _withdrawDelay) external initializer {
        require(_withdrawDelay <= MAX_DELAY, "Staking: delay too long"); //~ BENIGN INPUT_VAL
        token = _token;
        withdrawDelay = _withdrawDelay;
        _setGuardian(_guardian); //~ PREREQ STATE_MOD
    }

    /**
     * @dev Changes the guardian. Only for the guardian.
     * @param _guardian The new guardian.
     */
    function setGuardian(address _guardian) external onlyGuardian {
        require(_guardian != address(0), "Staking: no guardian"); //~ BENIGN INPUT_VAL
        _setGuardian(_guardian);
    }

    /**
     * @dev Stakes tokens of the caller.
     * @param _amount The amount.
     */
    function stake(uint256 _amount) external {
        Provider storage provider = providers[msg.sender];
        provider.staked = provider.staked.add(_amount); //~ BENIGN ARITHMETIC
        totalStaked = totalStaked.add(_amount);
        token.safeTransferFrom(msg.sender, address(this), _amount); //~ BENIGN FUND_XFER
        emit Staked(msg.sender, _amount);
    }

    /**
     * @dev Requests a withdrawal, in place of an earlier request.
     * @param _amount The amount.
     */
    function requestWithdraw(uint256 _amount) external {
        Provider storage provider = providers[msg.sender];
        require(_amount <= provider.staked, "Staking: more than staked"); //~ BENIGN INPUT_VAL
        provider.pending = _amount;
        provider.availableAt = now.add(withdrawDelay); //~ BENIGN TIMESTAMP counted from the latest request
        emit WithdrawRequested(msg.sender, _amount, provider.availableAt);
    }

    /**
     * @dev Withdraws what was requested, or what is left of it after a slash.
     */
    function withdraw() external {
        Provider storage provider = providers[msg.sender];
        require(provider.pending > 0 && now >= provider.availableAt, "Staking: not available"); //~ BENIGN TIMESTAMP
        uint256 amount = Math.min(provider.pending, provider.staked);
        provider.pending = 0;
        provider.staked = provider.staked.sub(amount); //~ BENIGN STATE_MOD
        totalStaked = totalStaked.sub(amount);
        token.safeTransfer(msg.sender, amount); //~ BENIGN FUND_XFER
        emit Withdrawn(msg.sender, amount);
    }

    /**
     * @dev Slashes a provider in favor of the guardian, also while a withdrawal is pending. Only for the guardian.
     * @param _provider The provider.
     * @param _amount The amount.
     * @param _reason The reason.
     */
    function slash(address _provider, uint256 _amount, string calldata _reason) external onlyGuardian {
        Provider storage provider = providers[_provider];
        require(_amount <= provider.staked, "Staking: more than staked"); //~ BENIGN INPUT_VAL
        provider.staked = provider.staked.sub(_amount);
        totalStaked = totalStaked.sub(_amount);
        token.safeTransfer(guardian, _amount);
        emit Slashed(_provider, _amount, _reason);
    }

    /**
     * @dev Stores a guardian.
     * @param _guardian The new guardian.
     */
    function _setGuardian(address _guardian) private {
        guardian = _guardian;
        emit GuardianChanged(_guardian);
    }
}
