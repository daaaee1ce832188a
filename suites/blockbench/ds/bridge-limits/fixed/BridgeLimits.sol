// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;
pragma abicoder v2;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/Pausable.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/utils/ReentrancyGuard.sol";
import "./context/Governed.sol";
import "./context/IInbox.sol";
import "./context/RateLimit.sol";

// Tokens, limits and routes, and what is locked here for the other chains.
abstract contract BridgeBooks is Governed, Pausable, ReentrancyGuard {
    using RateLimit for RateLimit.Bucket;
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant MAX_FEE = 100;
    uint256 public constant FEE_BASE = 10_000;

    address public treasury;
    uint256 public fee;

    mapping(uint256 => address) public route;
    mapping(IERC20 => uint256) public locked;
    mapping(IERC20 => uint256) public fees;
    mapping(IERC20 => RateLimit.Bucket) internal outbound;
    mapping(IERC20 => RateLimit.Bucket) internal inbound;

    event Limit(IERC20 indexed token, uint256 capacity, uint256 refill);
    event Route(uint256 indexed chain, address remote);
    event Fee(uint256 fee);

    constructor(address _treasury) {
        require(_treasury != address(0), "!treasury");
        treasury = _treasury;
    }

    function setTreasury(address _treasury) external onlyGovernance {
        require(_treasury != address(0), "!treasury");
        treasury = _treasury;
    }

    function setFee(uint256 _fee) external onlyGovernance {
        require(_fee <= MAX_FEE, "!fee"); //~ BENIGN INPUT_VAL
        fee = _fee;
        emit Fee(_fee);
    }

    function setRoute(uint256 _chain, address _remote) external onlyGovernance {
        require(_chain != chainId(), "!chain");
        route[_chain] = _remote;
        emit Route(_chain, _remote);
    }

    // the same limit in both directions, each with a bucket of its own
    function setLimit(IERC20 _token, uint256 _capacity, uint256 _refill) external onlyGovernance {
        require(_capacity > 0, "!capacity");
        outbound[_token].configure(_capacity, _refill);
        inbound[_token].configure(_capacity, _refill); //~ BENIGN STATE_MOD
        emit Limit(_token, _capacity, _refill);
    }

    function pause() external onlyGuardian {
        _pause();
    }

    function unpause() external onlyGovernance {
        _unpause();
    }

    function collect(IERC20 _token) external nonReentrant {
        uint256 amount = fees[_token];
        fees[_token] = 0; //~ BENIGN STATE_MOD
        _token.safeTransfer(treasury, amount); //~ BENIGN FUND_XFER
    }

    function chainId() public pure returns (uint256 id) {
        assembly {
            id := chainid()
        }
    }

    function room(IERC20 _token) external view returns (uint256 leaving, uint256 arriving) {
        leaving = outbound[_token].available();
        arriving = inbound[_token].available();
    }

    function waits(IERC20 _token, uint256 _amount) external view returns (uint256 leaving, uint256 arriving) {
        leaving = outbound[_token].wait(_amount);
        arriving = inbound[_token].wait(_amount);
    }
}

// Locks tokens for other chains, and pays them out when they come back.
contract BridgeLimits is BridgeBooks {
    using RateLimit for RateLimit.Bucket;
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    enum Status {
        None,
        Delayed,
        Done
    }

    struct Message {
        uint256 from_chain;
        address remote;
        uint256 nonce;
        IERC20 token;
        address to;
        uint256 amount;
    }

    IInbox public immutable inbox;

    uint256 public nonce;
    mapping(bytes32 => Status) public status;
    mapping(bytes32 => bool) public frozen;
    mapping(IERC20 => mapping(address => uint256)) public delayed;

    event Sent(uint256 indexed chain, uint256 indexed nonce, IERC20 token, address to, uint256 amount);
    event Delivered(bytes32 indexed id, address indexed to, uint256 amount);
    event Delayed(bytes32 indexed id, address indexed to, uint256 amount);
    event Claimed(IERC20 indexed token, address indexed to, uint256 amount);
    event Frozen(bytes32 indexed id, bool frozen);

    constructor(
        IInbox _inbox,
        address _governance,
        address _guardian,
        address _treasury
    ) Governed(_governance, _guardian) BridgeBooks(_treasury) {
        require(address(_inbox) != address(0), "!inbox");
        inbox = _inbox;
    }

    // for a message that has not been delivered yet
    function setFrozen(bytes32 _id, bool _frozen) external onlyGuardian {
        frozen[_id] = _frozen;
        emit Frozen(_id, _frozen);
    }

    function send(
        uint256 _chain,
        IERC20 _token,
        address _to,
        uint256 _amount
    ) external nonReentrant whenNotPaused returns (uint256 sent) {
        require(route[_chain] != address(0), "!route");
        require(_to != address(0), "!to");
        uint256 before = _token.balanceOf(address(this));
        _token.safeTransferFrom(msg.sender, address(this), _amount);
        uint256 received = _token.balanceOf(address(this)).sub(before); //~ BENIGN COMPUTATION what arrived
        uint256 cut = received.mul(fee).div(FEE_BASE);
        sent = received.sub(cut);
        require(sent > 0, "!amount");
        require(outbound[_token].take(sent), "!limit"); //~ BENIGN CTRL_FLOW
        fees[_token] = fees[_token].add(cut);
        locked[_token] = locked[_token].add(sent);
        nonce++;
        emit Sent(_chain, nonce, _token, _to, sent); //~ UNRELATED EVENT_EMIT
    }

    // Pays a message at once, or notes it for its receiver where the limit is used up.
    function deliver(Message calldata _message) external nonReentrant whenNotPaused {
        require(_message.remote == route[_message.from_chain], "!route"); //~ BENIGN INPUT_VAL
        require(_message.remote != address(0), "!remote"); //~ BENIGN INPUT_VAL
        bytes32 id = idOf(_message);
        require(!frozen[id], "!frozen"); //~ BENIGN CTRL_FLOW
        require(status[id] == Status.None, "!status"); //~ BENIGN CTRL_FLOW
        require(inbox.accepted(id), "!accepted"); //~ BENIGN EXT_CALL
        if (inbound[_message.token].take(_message.amount)) {
            status[id] = Status.Done; //~ BENIGN STATE_MOD before the payment
            _pay(_message.token, _message.to, _message.amount);
            emit Delivered(id, _message.to, _message.amount);
        } else {
            status[id] = Status.Delayed; //~ BENIGN STATE_MOD
            uint256 owed = delayed[_message.token][_message.to];
            delayed[_message.token][_message.to] = owed.add(_message.amount); //~ BENIGN STATE_MOD
            emit Delayed(id, _message.to, _message.amount);
        }
    }

    // Pays as much of what was noted for the receiver as the limit has room for.
    function claim(IERC20 _token, address _to) external nonReentrant whenNotPaused returns (uint256 amount) {
        amount = Math.min(delayed[_token][_to], inbound[_token].available());
        require(amount > 0, "!amount");
        inbound[_token].take(amount);
        delayed[_token][_to] = delayed[_token][_to].sub(amount); //~ BENIGN STATE_MOD
        _pay(_token, _to, amount); //~ BENIGN FUND_XFER
        emit Claimed(_token, _to, amount);
    }

    function claimable(IERC20 _token, address _to) external view returns (uint256) {
        return Math.min(delayed[_token][_to], inbound[_token].available());
    }

    function idOf(Message calldata _message) public view returns (bytes32) {
        return
            keccak256(
                abi.encode( //~ BENIGN COMPUTATION every field, this chain and this contract
                    _message.from_chain,
                    _message.remote,
                    _message.nonce,
                    _message.token,
                    _message.to,
                    _message.amount,
                    chainId(),
                    address(this)
                )
            );
    }

    function _pay(
        IERC20 _token,
        address _to,
        uint256 _amount
    ) private {
        locked[_token] = locked[_token].sub(_amount, "!locked"); //~ BENIGN STATE_MOD
        _token.safeTransfer(_to, _amount);
    }
}
