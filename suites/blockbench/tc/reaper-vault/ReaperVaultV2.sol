// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.19;

/**
 * @title IERC20
 * @notice The part of ERC-20 that the vault calls.
 */
interface IERC20 {
    function balanceOf(address account) external view returns (uint256);

    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title AccessRoles
 * @notice Two roles: the default admin appoints, strategists report.
 */
abstract contract AccessRoles {
    bytes32 public constant DEFAULT_ADMIN = keccak256("DEFAULT_ADMIN");
    bytes32 public constant STRATEGIST = keccak256("STRATEGIST");

    mapping(bytes32 => mapping(address => bool)) private _roles;

    event RoleSet(bytes32 indexed role, address indexed account, bool granted);

    /**
     * @notice Requires the caller to hold a role.
     * @param role The role.
     */
    modifier onlyRole(bytes32 role) {
        require(_roles[role][msg.sender], "AccessRoles: missing role");
        _;
    }

    /**
     * @notice Grants or revokes a role.
     * @param role The role.
     * @param account Who gets or loses it.
     * @param granted Whether it is granted.
     */
    function setRole(bytes32 role, address account, bool granted) external onlyRole(DEFAULT_ADMIN) {
        _setRole(role, account, granted);
    }

    /**
     * @notice Tells whether an account holds a role.
     */
    function hasRole(bytes32 role, address account) external view returns (bool) {
        return _roles[role][account];
    }

    function _setRole(bytes32 role, address account, bool granted) internal {
        _roles[role][account] = granted;
        emit RoleSet(role, account, granted);
    }
}

/**
 * @title ShareToken
 * @notice Minimal ERC-20 bookkeeping for vault shares.
 */
abstract contract ShareToken {
    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    event Transfer(address indexed from, address indexed to, uint256 value);
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /**
     * @notice Allows a spender to move shares of the caller.
     */
    function approve(address spender, uint256 value) external returns (bool) {
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
        return true;
    }

    /**
     * @notice Moves shares of the caller.
     */
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return true;
    }

    /**
     * @notice Moves shares of another account that allowed it.
     */
    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spendAllowance(from, msg.sender, value); //~ BENIGN ACCESS_CTRL checked subtraction
        _move(from, to, value);
        return true;
    }

    function _move(address from, address to, uint256 value) internal {
        balanceOf[from] -= value; //~ BENIGN ARITHMETIC
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }

    function _mint(address to, uint256 value) internal {
        totalSupply += value;
        balanceOf[to] += value;
        emit Transfer(address(0), to, value);
    }

    function _burn(address from, uint256 value) internal {
        balanceOf[from] -= value;
        totalSupply -= value;
        emit Transfer(from, address(0), value);
    }

    function _spendAllowance(address owner, address spender, uint256 value) internal {
        uint256 allowed = allowance[owner][spender];
        if (allowed != type(uint256).max) {
            allowance[owner][spender] = allowed - value;
        }
    }
}

/**
 * @title ReaperVaultV2
 * @notice Multi-strategy vault with the interface of ERC-4626.
 */
contract ReaperVaultV2 is AccessRoles, ShareToken {
    uint256 public constant PERCENT_DIVISOR = 10_000;
    uint256 public constant WITHDRAW_FEE = 10;
    uint256 public constant LOCKED_SHARES = 1_000;

    IERC20 public immutable token;
    uint256 public totalAllocated;
    bool public emergencyShutdown;

    event Deposit(address indexed caller, address indexed receiver, uint256 assets, uint256 shares);
    event Withdraw(address indexed caller, address indexed receiver, address indexed owner, uint256 assets, uint256 shares);
    event EmergencyShutdown(bool active);

    /**
     * @param token_ The asset of the vault.
     */
    constructor(IERC20 token_) {
        token = token_;
        _setRole(DEFAULT_ADMIN, msg.sender, true);
    }

    /**
     * @notice Assets in the vault and with strategies.
     */
    function totalAssets() public view returns (uint256) {
        return token.balanceOf(address(this)) + totalAllocated;
    }

    /**
     * @notice What an amount of assets is worth in shares.
     */
    function convertToShares(uint256 assets) public view returns (uint256) {
        if (totalSupply == 0) return assets;
        return (assets * totalSupply) / totalAssets(); //~ BENIGN ARITHMETIC rounded down, in favour of the vault
    }

    /**
     * @notice What an amount of shares is worth in assets.
     */
    function convertToAssets(uint256 shares) public view returns (uint256) {
        if (totalSupply == 0) return shares;
        return (shares * totalAssets()) / totalSupply;
    }

    /**
     * @notice Deposits assets of the caller. The first deposit leaves some shares locked, so that one share is never dear.
     * @param assets How much.
     * @param receiver Who gets the shares.
     */
    function deposit(uint256 assets, address receiver) external returns (uint256 shares) {
        require(!emergencyShutdown, "ReaperVault: shut down"); //~ BENIGN CTRL_FLOW exits stay open
        shares = convertToShares(assets);
        if (totalSupply == 0) {
            _mint(address(0), LOCKED_SHARES);
            shares -= LOCKED_SHARES;
        }
        require(shares != 0, "ReaperVault: zero shares");
        require(token.transferFrom(msg.sender, address(this), assets), "ReaperVault: pull failed");
        _mint(receiver, shares);
        emit Deposit(msg.sender, receiver, assets, shares);
    }

    /**
     * @notice Redeems shares for assets.
     * @param shares How many.
     * @param receiver Who gets the assets.
     * @param owner Whose shares are burned.
     */
    function redeem(uint256 shares, address receiver, address owner) external returns (uint256 assets) {
        return _withdraw(shares, receiver, owner); //~ PREREQ ACCESS_CTRL all three are the caller's words
    }

    /**
     * @notice Withdraws an amount of assets.
     * @param assets How much, before the fee.
     * @param receiver Who gets the assets.
     * @param owner Whose shares are burned.
     */
    function withdraw(uint256 assets, address receiver, address owner) external returns (uint256 shares) {
        shares = convertToShares(assets);
        _withdraw(shares, receiver, owner); //~ PREREQ ACCESS_CTRL
    }

    /**
     * @notice A strategist takes assets to work.
     */
    function allocate(uint256 assets) external onlyRole(STRATEGIST) {
        totalAllocated += assets;
        require(token.transfer(msg.sender, assets), "ReaperVault: push failed");
    }

    /**
     * @notice A strategist brings assets back, with what they earned.
     */
    function report(uint256 assets, uint256 gain) external onlyRole(STRATEGIST) {
        totalAllocated -= assets;
        require(token.transferFrom(msg.sender, address(this), assets + gain), "ReaperVault: pull failed");
    }

    /**
     * @notice Closes or opens the vault to deposits.
     */
    function setEmergencyShutdown(bool active) external onlyRole(DEFAULT_ADMIN) {
        emergencyShutdown = active;
        emit EmergencyShutdown(active); //~ UNRELATED EVENT_EMIT
    }

    function _withdraw(uint256 shares, address receiver, address owner) internal returns (uint256 assets) {
        assets = convertToAssets(shares);
        _burn(owner, shares); //~ ROOT_CAUSE ACCESS_CTRL the owner's shares go without the owner's allowance to the caller
        assets -= (assets * WITHDRAW_FEE) / PERCENT_DIVISOR; //~ BENIGN ARITHMETIC the fee stays with the others
        require(token.transfer(receiver, assets), "ReaperVault: push failed");
        emit Withdraw(msg.sender, receiver, owner, assets, shares);
    }
}
