// SPDX-License-Identifier: GPL-3.0-or-later
pragma solidity 0.8.30;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

// Pools the tokens of the members of an orchard cooperative. Buyers of the fruit pay by plain token transfers to this
// contract, so the price of a share rises whenever a crate is sold. Members join at the start of a season: what they
// bring waits outside the pool until then, and whoever comes by may let them in.
contract OrchardVault {
    uint256 public constant SEASON = 14 days;
    uint256 public constant EXIT_FEE_BPS = 50;
    uint256 public constant LOCKED_SHARES = 1e6; // minted with the first deposit, kept by the vault itself

    string public constant name = "Orchard Share";
    string public constant symbol = "ORCH";
    uint8 public constant decimals = 18;

    IERC20 public immutable asset;
    uint256 public immutable genesis;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    struct Request {
        uint128 assets;
        uint64 season;
    }

    uint256 public waiting; // sum of all requests
    mapping(address => Request) public requestOf;

    event Transfer(address indexed from, address indexed to, uint256 shares);
    event Requested(address indexed member, uint256 assets, uint256 season);
    event Cancelled(address indexed member, uint256 assets);
    event Joined(address indexed member, uint256 assets, uint256 shares);
    event Left(address indexed member, uint256 assets, uint256 shares);

    error NothingRequested();
    error SeasonNotStarted(uint256 season);
    error FirstDepositTooSmall();
    error NoShares();
    error TransferFailed();

    constructor(IERC20 asset_) {
        asset = asset_;
        genesis = block.timestamp;
    }

    // ---- joining ----

    function requestDeposit(uint128 assets) external {
        Request storage request = requestOf[msg.sender];
        request.assets += assets;
        request.season = uint64(currentSeason() + 1);
        waiting += assets;
        emit Requested(msg.sender, assets, request.season);
        if (!asset.transferFrom(msg.sender, address(this), assets)) revert TransferFailed();
    }

    function cancelRequest() external {
        uint256 assets = requestOf[msg.sender].assets;
        if (assets == 0) revert NothingRequested();
        delete requestOf[msg.sender];
        waiting -= assets;
        emit Cancelled(msg.sender, assets);
        if (!asset.transfer(msg.sender, assets)) revert TransferFailed();
    }

    // Lets a waiting member in at the price of the moment.
    function settleDeposit(address member) external returns (uint256 shares) {
        Request memory request = requestOf[member];
        if (request.assets == 0) revert NothingRequested();
        if (currentSeason() < request.season) revert SeasonNotStarted(request.season);

        if (totalSupply == 0) {
            if (request.assets <= LOCKED_SHARES) revert FirstDepositTooSmall();
            _mint(address(this), LOCKED_SHARES); //~ BENIGN STATE_MOD keeps the price of one unit of a share low for good
            shares = request.assets - LOCKED_SHARES;
        } else {
            shares = convertToShares(request.assets); //~ BENIGN ORACLE priced before the request leaves the waiting sum
        }
        if (shares == 0) revert NoShares(); //~ BENIGN INPUT_VAL nobody joins for nothing

        delete requestOf[member];
        waiting -= request.assets;
        _mint(member, shares);
        emit Joined(member, request.assets, shares);
    }

    // ---- leaving ----

    // The fee stays in the vault as shares.
    function redeem(uint256 shares, address to) external returns (uint256 assets) {
        uint256 fee = (shares * EXIT_FEE_BPS) / 10_000; //~ UNRELATED ARITHMETIC rounds in favour of dust amounts only
        assets = convertToAssets(shares - fee); //~ BENIGN ARITHMETIC rounds down, in favour of those who stay
        _move(msg.sender, address(this), fee);
        _burn(msg.sender, shares - fee);
        emit Left(msg.sender, assets, shares);
        if (!asset.transfer(to, assets)) revert TransferFailed();
    }

    // Burns the shares that exit fees have left in the vault, which raises the price for all who stay.
    function retireFees() external returns (uint256 fees) {
        fees = balanceOf[address(this)] - LOCKED_SHARES; //~ BENIGN STATE_MOD leaves the locked shares where they are
        _burn(address(this), fees); //~ BENIGN STATE_MOD burns no more than fees and gifts
    }

    function transfer(address to, uint256 shares) external returns (bool) {
        _move(msg.sender, to, shares);
        return true;
    }

    // ---- views ----

    function currentSeason() public view returns (uint256) {
        return (block.timestamp - genesis) / SEASON;
    }

    // Everything held here except what waits outside the pool.
    function totalAssets() public view returns (uint256) {
        return asset.balanceOf(address(this)) - waiting; //~ BENIGN ORACLE moving the price costs a millionfold of what it shifts
    }

    function convertToShares(uint256 assets) public view returns (uint256) {
        return totalSupply == 0 ? assets : (assets * totalSupply) / totalAssets(); //~ BENIGN ARITHMETIC rounds down, in favour of those inside
    }

    function convertToAssets(uint256 shares) public view returns (uint256) {
        return totalSupply == 0 ? shares : (shares * totalAssets()) / totalSupply;
    }

    // ---- share ledger ----

    function _mint(address to, uint256 shares) private {
        totalSupply += shares;
        balanceOf[to] += shares;
        emit Transfer(address(0), to, shares);
    }

    function _burn(address from, uint256 shares) private {
        balanceOf[from] -= shares;
        totalSupply -= shares;
        emit Transfer(from, address(0), shares);
    }

    function _move(address from, address to, uint256 shares) private {
        balanceOf[from] -= shares;
        balanceOf[to] += shares; //~ BENIGN STATE_MOD storage is read again after the subtraction
        emit Transfer(from, to, shares);
    }
}
