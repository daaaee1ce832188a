// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @dev What the wallet keeps for itself.
abstract contract WalletSlots {
    mapping(bytes4 => address) public moduleOf;
    address public owner; //~ PREREQ STORAGE_READ second slot of the wallet
}

/// @dev What the recovery module keeps in the wallet that uses it.
abstract contract RecoverySlots {
    mapping(address => bool) public isGuardian;
    address public latestClaimant; //~ PREREQ STORAGE_READ second slot of this group
    uint64 public latestClaimAt;
    uint256 public quorum;
    mapping(address => uint256) public openedAt;
    mapping(bytes32 => uint256) public approvals;
    mapping(bytes32 => mapping(address => bool)) public approvedBy;
}

/// @title LanternWallet
/// @notice A wallet for one owner. Features live in modules that the owner installs selector by selector; a module
///         runs by delegatecall, so that it can act for the wallet.
contract LanternWallet is WalletSlots { //~ PREREQ STORAGE_READ the wallet's own fields come first in its storage
    event Executed(address indexed to, uint256 value, bytes4 selector);
    event ModuleSet(bytes4 indexed selector, address module);
    event Received(address indexed from, uint256 value);

    error NotOwner(address caller);
    error NoModule(bytes4 selector);
    error NotAContract(address module);

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        _;
    }

    constructor(address owner_) payable {
        owner = owner_;
    }

    receive() external payable {
        emit Received(msg.sender, msg.value);
    }

    /// @notice Routes a call to the module that the owner chose for its selector.
    fallback() external payable {
        address module = moduleOf[msg.sig];
        if (module == address(0)) revert NoModule(msg.sig);
        (bool ok, bytes memory result) = module.delegatecall(msg.data); //~ BENIGN DELEGATE only code that the owner installed
        _finish(ok, result);
    }

    /// @notice Installs a module for some selectors, or removes them with the zero address.
    function setModule(bytes4[] calldata selectors, address module) external onlyOwner { //~ BENIGN ACCESS_CTRL the caller cannot choose the code that runs
        if (module != address(0) && module.code.length == 0) revert NotAContract(module);
        for (uint256 i = 0; i < selectors.length; i++) {
            moduleOf[selectors[i]] = module;
            emit ModuleSet(selectors[i], module);
        }
    }

    /// @notice Lets the wallet call anything. A call to the wallet itself reaches its modules.
    function execute(address to, uint256 value, bytes calldata data) external onlyOwner {
        emit Executed(to, value, data.length < 4 ? bytes4(0) : bytes4(data[:4]));
        (bool ok, bytes memory result) = to.call{value: value}(data);
        _finish(ok, result);
    }

    /// @dev Ends the call with whatever the inner one returned.
    function _finish(bool ok, bytes memory result) private pure {
        assembly {
            switch ok
            case 0 { revert(add(result, 32), mload(result)) }
            default { return(add(result, 32), mload(result)) }
        }
    }
}

/// @title RecoveryModule
/// @notice Gives a wallet whose key is lost to a new owner. Anyone may open a claim; it takes a quorum of the
///         guardians and a week of waiting to finish it, and until then the owner can dismiss it.
contract RecoveryModule is RecoverySlots, WalletSlots { //~ ROOT_CAUSE STORAGE_READ lays the claim fields over the slots in which the wallet keeps its own
    uint256 public constant DELAY = 7 days;
    address private immutable _self = address(this); //~ BENIGN STORAGE_READ part of the code, takes no slot

    event ClaimOpened(address indexed claimant, uint256 at);
    event ClaimApproved(address indexed claimant, address indexed guardian, uint256 approvals);
    event ClaimDismissed(address indexed claimant);
    event Recovered(address indexed owner);

    error OnlyWallet();
    error NotGuardian();
    error NoClaim();
    error AlreadyApproved();
    error TooEarly(uint256 readyAt);
    error QuorumMissing(uint256 approvals);

    /// @dev For settings: only a call that the wallet made to itself.
    modifier onlyWallet() {
        if (msg.sender != address(this)) revert OnlyWallet();
        _;
    }

    modifier delegated() {
        if (address(this) == _self) revert OnlyWallet();
        _;
    }

    function setGuardian(address guardian, bool active) external onlyWallet {
        isGuardian[guardian] = active;
    }

    function setQuorum(uint256 count) external onlyWallet {
        quorum = count;
    }

    /// @notice Opens a claim to the wallet in the caller's name, or opens it anew without its approvals.
    function openClaim() external delegated {
        openedAt[msg.sender] = block.timestamp; //~ BENIGN STATE_MOD a slot of its own for every claimant
        latestClaimant = msg.sender; //~ ROOT_CAUSE STATE_MOD open to anyone, and in the wallet this slot is the owner
        latestClaimAt = uint64(block.timestamp);
        emit ClaimOpened(msg.sender, block.timestamp);
    }

    function approveClaim(address claimant) external delegated {
        if (!isGuardian[msg.sender]) revert NotGuardian(); //~ BENIGN ACCESS_CTRL set by the wallet itself only
        bytes32 claim = claimOf(claimant);
        if (approvedBy[claim][msg.sender]) revert AlreadyApproved();
        approvedBy[claim][msg.sender] = true;
        approvals[claim] += 1;
        emit ClaimApproved(claimant, msg.sender, approvals[claim]);
    }

    function dismissClaim(address claimant) external onlyWallet {
        delete openedAt[claimant];
        emit ClaimDismissed(claimant);
    }

    /// @notice Hands the wallet over once the guardians agree and the week is over.
    function finishClaim(address claimant) external delegated {
        uint256 given = approvals[claimOf(claimant)];
        uint256 readyAt = openedAt[claimant] + DELAY;
        if (block.timestamp < readyAt) revert TooEarly(readyAt); //~ INSUFF_GUARD TIMESTAMP the delay guards this path only
        if (quorum == 0 || given < quorum) revert QuorumMissing(given); //~ INSUFF_GUARD ACCESS_CTRL so does the quorum
        delete openedAt[claimant];
        owner = claimant;
        emit Recovered(claimant);
    }

    /// @dev A claim is named by who opened it and when; opening it anew gives it another name.
    function claimOf(address claimant) public view returns (bytes32) {
        if (openedAt[claimant] == 0) revert NoClaim();
        return keccak256(abi.encode(claimant, openedAt[claimant]));
    }
}
