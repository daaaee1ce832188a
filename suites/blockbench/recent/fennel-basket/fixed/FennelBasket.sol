// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IAsset {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev Kept apart from what is done with it.
abstract contract BasketState {
    IAsset[] public assets;
    uint256[] public inside;

    uint256 public totalShares;
    mapping(address owner => uint256) public sharesOf;
}

/// @title  ExitOrders
/// @notice Typed data of an exit that its owner signs and anybody may execute.
abstract contract ExitOrders is BasketState {
    /// @param asset Place of the asset in the basket.
    /// @param least Below this the exit does not happen.
    /// @param payTo Account that the asset is paid to.
    struct Leg {
        uint256 asset;
        uint256 least;
        address payTo;
    }

    /// @param tip What the one who executes it keeps, in shares.
    struct Exit {
        address owner;
        uint256 shares;
        uint256 tip;
        uint256 nonce;
        uint256 deadline;
        Leg[] legs;
    }

    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");
    bytes32 private constant LEG = keccak256("Leg(uint256 asset,uint256 least,address payTo)");
    bytes32 private constant EXIT =
        keccak256(
            "Exit(address owner,uint256 shares,uint256 tip,uint256 nonce,uint256 deadline,Leg[] legs)Leg(uint256 asset,uint256 least,address payTo)"
        );
    uint256 private constant HALF_N = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    mapping(address owner => mapping(uint256 nonce => bool)) public spent;

    event NonceSpent(address indexed owner, uint256 nonce);

    error Expired(uint256 deadline);
    error Spent(uint256 nonce);
    error NotSigned();

    /// @notice Takes back an order that is still out.
    function spend(uint256 nonce) external {
        _spend(msg.sender, nonce);
    }

    function exitDigest(Exit calldata x) public view returns (bytes32) {
        bytes32 domain = keccak256(abi.encode(DOMAIN, keccak256("Fennel"), block.chainid, address(this))); //~ BENIGN SIGNATURE bound to chain and contract
        bytes32 body = keccak256(abi.encode(EXIT, x.owner, x.shares, x.tip, x.nonce, x.deadline, _hashLegs(x.legs)));
        return keccak256(abi.encodePacked(hex"1901", domain, body));
    }

    function _authorise(Exit calldata x, uint8 v, bytes32 r, bytes32 s) internal {
        if (block.timestamp > x.deadline) revert Expired(x.deadline);
        address signer = uint256(s) > HALF_N ? address(0) : ecrecover(exitDigest(x), v, r, s);
        if (signer == address(0) || signer != x.owner) revert NotSigned(); //~ BENIGN SIGNATURE
        _spend(x.owner, x.nonce); //~ BENIGN SIGNATURE each order once
    }

    function _spend(address owner, uint256 nonce) private {
        if (spent[owner][nonce]) revert Spent(nonce);
        spent[owner][nonce] = true;
        emit NonceSpent(owner, nonce);
    }

    function _hashLegs(Leg[] calldata legs) private pure returns (bytes32) {
        bytes32[] memory hashes = new bytes32[](legs.length);
        for (uint256 i = 0; i < legs.length; i++) {
            hashes[i] = keccak256(abi.encode(LEG, legs[i].asset, legs[i].least, legs[i].payTo)); //~ BENIGN SIGNATURE covers the whole leg
        }
        return keccak256(abi.encodePacked(hashes));
    }
}

/// @title  FennelBasket
/// @notice Shares of a basket of assets, in the proportions that are in it. Entering and leaving is in kind, so the basket
///         needs no prices.
contract FennelBasket is ExitOrders {
    event Entered(address indexed owner, uint256 shares);
    event LegPaid(address indexed owner, uint256 indexed asset, address to, uint256 amount);
    event SharesMoved(address indexed from, address indexed to, uint256 shares);

    error UnknownAsset(uint256 asset);
    error LegsOutOfOrder();
    error LegTooSmall(uint256 asset, uint256 amount);
    error NotPaid(uint256 asset);

    /// @dev The first amounts come from the deployer and set the proportions.
    constructor(IAsset[] memory assets_, uint256[] memory amounts, uint256 shares) {
        for (uint256 i = 0; i < assets_.length; i++) {
            assets.push(assets_[i]);
            inside.push(amounts[i]);
            if (!assets_[i].transferFrom(msg.sender, address(this), amounts[i])) revert NotPaid(i);
        }
        totalShares = shares;
        sharesOf[msg.sender] = shares;
    }

    function enter(uint256 shares) external {
        uint256 all = totalShares;
        totalShares = all + shares;
        sharesOf[msg.sender] += shares;
        for (uint256 i = 0; i < assets.length; i++) {
            uint256 amount = (inside[i] * shares + all - 1) / all; //~ BENIGN ARITHMETIC rounded up, for those inside
            inside[i] += amount;
            if (!assets[i].transferFrom(msg.sender, address(this), amount)) revert NotPaid(i);
        }
        emit Entered(msg.sender, shares);
    }

    function moveShares(address to, uint256 shares) external {
        sharesOf[msg.sender] -= shares;
        sharesOf[to] += shares;
        emit SharesMoved(msg.sender, to, shares);
    }

    /// @notice Leaves with the sender's own shares.
    function leave(uint256 shares, Leg[] calldata legs) external {
        _leave(msg.sender, shares, legs);
    }

    /// @notice Executes a signed exit. The tip is moved to the sender, as shares.
    function leaveFor(Exit calldata x, uint8 v, bytes32 r, bytes32 s) external {
        _authorise(x, v, r, s); //~ BENIGN ACCESS_CTRL anyone, but as signed
        sharesOf[x.owner] -= x.tip;
        sharesOf[msg.sender] += x.tip; //~ BENIGN STATE_MOD the tip is signed
        _leave(x.owner, x.shares, x.legs);
    }

    /// @dev An asset that no leg names stays with the others; legs come in the order of the assets.
    function _leave(address owner, uint256 shares, Leg[] calldata legs) private {
        uint256 all = totalShares;
        sharesOf[owner] -= shares; //~ BENIGN STATE_MOD before any payment
        totalShares = all - shares;
        for (uint256 i = 0; i < legs.length; i++) {
            uint256 asset = legs[i].asset;
            if (asset >= assets.length) revert UnknownAsset(asset);
            if (i > 0 && legs[i - 1].asset >= asset) revert LegsOutOfOrder(); //~ BENIGN INPUT_VAL no asset twice
            uint256 amount = (inside[asset] * shares) / all;
            if (amount < legs[i].least) revert LegTooSmall(asset, amount);
            inside[asset] -= amount;
            if (!assets[asset].transfer(legs[i].payTo, amount)) revert NotPaid(asset); //~ BENIGN FUND_XFER
            emit LegPaid(owner, asset, legs[i].payTo, amount); //~ UNRELATED EVENT_EMIT
        }
    }
}
