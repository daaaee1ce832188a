// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

interface IDollar {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// @dev A message between chains. Any account of the source chain can send one to any recipient here.
struct Message {
    uint32 source;
    uint64 nonce;
    bytes32 sender;
    address recipient;
    address bringer; // the only account that may bring it, or zero
    bytes body;
}

interface ITransport {
    /// @notice Verifies the attesters' signature, takes the message off the list of those still to come, and calls
    ///         `handle(source, sender, body)` of its recipient. For dollars the recipient is the issuer's minter.
    /// @return whether the recipient accepted it
    function receiveMessage(Message calldata message, bytes calldata attestation) external returns (bool);
}

/// @dev What the body of a burn says.
struct Burn {
    bytes32 token; // burnt on the source chain
    uint256 amount;
    address mintTo;
    address payTo; // whom the sender wants paid in the end
    uint256 tip; // for whoever brings the message
}

/// @title OspreyPayouts
/// @notice Dollars burnt elsewhere are minted to this contract and passed on to the person they are meant for, less a
///         fee. Partners keep dollars here and may pay that person in advance; they then receive what the burn brings.
contract OspreyPayouts {
    uint256 public constant FEE_BPS = 5;

    IDollar public immutable dollar;
    ITransport public immutable transport;
    address public immutable operator;

    mapping(uint32 source => bytes32 token) public burntToken;
    mapping(address partner => uint256 amount) public tank;
    mapping(bytes32 id => address partner) public advancedBy;
    mapping(bytes32 id => bool) public completed;
    uint256 public fees;

    uint256 private _phase = 1;

    event SourceSet(uint32 indexed source, bytes32 token);
    event TankFilled(address indexed partner, uint256 amount);
    event TankDrawn(address indexed partner, uint256 amount);
    event Advanced(bytes32 indexed id, address indexed partner, uint256 amount);
    event Completed(bytes32 indexed id, address indexed payTo, uint256 amount, address by);

    error Occupied();
    error NotOperator();
    error UnknownSource(uint32 source);
    error NotToBeBroughtHere(address bringer);
    error OtherBurn();
    error NotAccepted();
    error Shortfall();
    error AdvancedAlready(address partner);
    error CompletedAlready();
    error TransferFailed();

    modifier whenFree() {
        if (_phase != 1) revert Occupied();
        _phase = 2;
        _;
        _phase = 1;
    }

    constructor(IDollar dollar_, ITransport transport_) {
        dollar = dollar_;
        transport = transport_;
        operator = msg.sender;
    }

    function setSource(uint32 source, bytes32 token) external {
        if (msg.sender != operator) revert NotOperator();
        burntToken[source] = token;
        emit SourceSet(source, token);
    }

    function collectFees(address to) external whenFree {
        if (msg.sender != operator) revert NotOperator(); //~ BENIGN ACCESS_CTRL
        uint256 amount = fees;
        fees = 0;
        _pay(to, amount);
    }

    function fillTank(uint256 amount) external whenFree {
        tank[msg.sender] += amount;
        if (!dollar.transferFrom(msg.sender, address(this), amount)) revert TransferFailed();
        emit TankFilled(msg.sender, amount);
    }

    function drawTank(uint256 amount) external whenFree {
        tank[msg.sender] -= amount; //~ BENIGN ARITHMETIC checked, a partner draws its own dollars only
        _pay(msg.sender, amount);
        emit TankDrawn(msg.sender, amount);
    }

    /// @notice A partner pays for a message that is still under way, at its own risk.
    function advance(Message calldata message) external whenFree {
        bytes32 id = idOf(message);
        if (completed[id]) revert CompletedAlready();
        if (advancedBy[id] != address(0)) revert AdvancedAlready(advancedBy[id]);
        Burn memory burn = _read(message);
        uint256 amount = burn.amount - burn.tip - _feeOn(burn.amount);
        advancedBy[id] = msg.sender;
        tank[msg.sender] -= amount; //~ BENIGN FUND_XFER from the partner's own tank
        _pay(burn.payTo, amount);
        emit Advanced(id, msg.sender, amount);
    }

    /// @notice Brings an attested message. Anyone may, and gets the tip.
    function complete(Message calldata message, bytes calldata attestation) external whenFree returns (uint256 amount) {
        Burn memory burn = _read(message); //~ BENIGN INPUT_VAL the amount is what the body says, and compared below
        bytes32 id = idOf(message);
        completed[id] = true;
        uint256 held = dollar.balanceOf(address(this));
        if (!transport.receiveMessage(message, attestation)) revert NotAccepted(); //~ BENIGN EXT_CALL every function that moves dollars is closed meanwhile
        if (dollar.balanceOf(address(this)) < held + burn.amount) revert Shortfall(); //~ BENIGN INPUT_VAL what is paid out has come in

        uint256 fee = _feeOn(burn.amount);
        fees += fee;
        amount = burn.amount - burn.tip - fee;
        address partner = advancedBy[id];
        if (partner != address(0)) {
            tank[partner] += amount;
        } else {
            _pay(burn.payTo, amount); //~ BENIGN FUND_XFER
        }
        _pay(msg.sender, burn.tip);
        emit Completed(id, burn.payTo, amount, msg.sender); //~ UNRELATED EVENT_EMIT
    }

    function idOf(Message calldata message) public pure returns (bytes32) {
        return keccak256(abi.encode(message));
    }

    function _read(Message calldata message) private view returns (Burn memory burn) {
        if (message.bringer != address(this)) revert NotToBeBroughtHere(message.bringer); //~ BENIGN INPUT_VAL nobody else can have it received
        bytes32 token = burntToken[message.source];
        if (token == 0) revert UnknownSource(message.source);
        burn = abi.decode(message.body, (Burn));
        if (burn.token != token || burn.mintTo != address(this)) revert OtherBurn(); //~ INSUFF_GUARD INPUT_VAL whoever sends the message writes its body
    }

    function _feeOn(uint256 amount) private pure returns (uint256) {
        return (amount * FEE_BPS) / 10_000;
    }

    function _pay(address to, uint256 amount) private {
        if (!dollar.transfer(to, amount)) revert TransferFailed();
    }
}
