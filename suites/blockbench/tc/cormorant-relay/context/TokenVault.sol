// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/access/Ownable.sol";
import "@openzeppelin/contracts@3.4.2/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2/utils/ReentrancyGuard.sol";
import "./BridgeState.sol";

// Locks tokens that are used on other chains, and releases them when the vault over there says so.
//
// An asset has the same id in the vaults of all chains.
contract TokenVault is IMessageReceiver, Ownable, ReentrancyGuard {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;

    // Info of each asset.
    struct AssetInfo {
        IERC20 token; // Address of the token.
        uint256 locked; // How much of it is locked here.
        uint256 minAmount; // Nobody locks less.
        bool active; // Can it be locked right now?
    }

    uint16 public constant RELEASE = 1;

    BridgeState public immutable state;
    AssetInfo[] public assetInfo;
    mapping(address => bool) public listed;
    // Chain => the vault over there.
    mapping(uint64 => bytes) public counterpart;

    event AssetSet(uint256 indexed aid, uint256 minAmount, bool active);
    event Lock(address indexed user, uint256 indexed aid, uint64 indexed toChain, uint256 amount);
    event Release(address indexed to, uint256 indexed aid, uint256 amount);

    constructor(BridgeState _state) public {
        state = _state;
    }

    // ------------------------------------------------------------------ owner

    function addAsset(IERC20 _token, uint256 _minAmount) external onlyOwner {
        require(!listed[address(_token)], "addAsset: listed before");
        require(_minAmount > 0, "addAsset: zero amount");
        listed[address(_token)] = true;
        assetInfo.push(AssetInfo(_token, 0, _minAmount, true));
        emit AssetSet(assetInfo.length - 1, _minAmount, true);
    }

    // What is locked already comes back in any case.
    function setAsset(
        uint256 _aid,
        uint256 _minAmount,
        bool _active
    ) external onlyOwner {
        require(_aid < assetInfo.length, "setAsset: no such asset");
        require(_minAmount > 0, "setAsset: zero amount");
        assetInfo[_aid].minAmount = _minAmount;
        assetInfo[_aid].active = _active;
        emit AssetSet(_aid, _minAmount, _active);
    }

    // Names the vault of another chain, for good.
    function setCounterpart(uint64 _chain, bytes calldata _vault) external onlyOwner {
        require(counterpart[_chain].length == 0 && _vault.length > 0, "setCounterpart: set before");
        counterpart[_chain] = _vault;
    }

    // ------------------------------------------------------------------ users

    function assetLength() external view returns (uint256) {
        return assetInfo.length;
    }

    // The ether is for the relay.
    function lock(
        uint256 _aid,
        uint64 _toChain,
        address _to,
        uint256 _amount
    ) external payable nonReentrant {
        require(_aid < assetInfo.length && assetInfo[_aid].active, "lock: no such asset");
        AssetInfo storage asset = assetInfo[_aid];
        require(counterpart[_toChain].length > 0, "lock: no such chain");
        require(_to != address(0), "lock: zero address");
        require(_amount >= asset.minAmount, "lock: too little");
        uint256 before = asset.token.balanceOf(address(this));
        asset.token.safeTransferFrom(msg.sender, address(this), _amount);
        uint256 received = asset.token.balanceOf(address(this)).sub(before);
        asset.locked = asset.locked.add(received);
        IMessageSender(state.relay()).send{value: msg.value}(
            _toChain,
            counterpart[_toChain],
            RELEASE,
            abi.encode(_aid, _to, received)
        );
        emit Lock(msg.sender, _aid, _toChain, received);
    }

    // ------------------------------------------------------------------ bridge

    function onMessage(
        uint16 _action,
        bytes calldata _args,
        bytes calldata _sender,
        uint64 _fromChain
    ) external override nonReentrant {
        require(msg.sender == state.relay(), "vault: relay only");
        require(_action == RELEASE, "vault: bad action");
        bytes memory other = counterpart[_fromChain];
        require(other.length > 0 && keccak256(_sender) == keccak256(other), "vault: bad sender");
        (uint256 aid, address to, uint256 amount) = abi.decode(_args, (uint256, address, uint256));
        require(aid < assetInfo.length, "vault: no such asset");
        AssetInfo storage asset = assetInfo[aid];
        asset.locked = asset.locked.sub(amount, "vault: not locked");
        asset.token.safeTransfer(to, amount);
        emit Release(to, aid, amount);
    }
}
