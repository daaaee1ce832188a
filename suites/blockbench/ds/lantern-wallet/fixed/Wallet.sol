// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/interfaces/IERC1271.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC721/utils/ERC721Holder.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC1155/utils/ERC1155Holder.sol";
import "@openzeppelin/contracts@4.9.6/utils/cryptography/SignatureChecker.sol";
import "./context/Slots.sol";

contract Wallet is WalletSlots, ERC721Holder, ERC1155Holder, IERC1271 { //~ UNRELATED STORAGE_READ has no fields besides these
    event Ran(address indexed to, uint256 v, bytes4 sel);
    event ModSet(bytes4 indexed sel, address mod);
    event OwnerSet(address indexed owner);
    event Got(address indexed from, uint256 v);

    error Auth();
    error NoMod();
    error NoCode();
    error Zero();
    error Late();
    error BadSeq();
    error BadSig();

    struct Call {
        address to;
        uint256 v;
        bytes data;
    }

    bytes32 public constant DOMAIN = keccak256("EIP712Domain(uint256 chainId,address verifyingContract)");
    bytes32 public constant RUN = keccak256("Run(address to,uint256 v,bytes data,uint256 nonce,uint256 deadline)");
    bytes32 public constant MSG = keccak256("Msg(bytes32 hash)");

    modifier auth() {
        if (msg.sender != owner && msg.sender != address(this)) revert Auth(); //~ BENIGN ACCESS_CTRL
        _;
    }

    constructor(address o, bytes4[] memory s, address m) payable {
        if (o == address(0)) revert Zero();
        owner = o;
        _setMods(s, m);
    }

    receive() external payable {
        emit Got(msg.sender, msg.value);
    }

    fallback() external payable {
        address m = mods[msg.sig];
        if (m == address(0)) revert NoMod(); //~ BENIGN CTRL_FLOW
        (bool ok, bytes memory r) = m.delegatecall(msg.data); //~ BENIGN DELEGATE only code that the owner installed
        _end(ok, r);
    }

    function setMods(bytes4[] calldata s, address m) external auth { //~ BENIGN ACCESS_CTRL the caller cannot choose the code that runs
        _setMods(s, m);
    }

    function setOwner(address o) external auth { //~ BENIGN ACCESS_CTRL
        if (o == address(0)) revert Zero();
        owner = o;
        emit OwnerSet(o);
    }

    function run(address to, uint256 v, bytes calldata data) external auth { //~ BENIGN ACCESS_CTRL
        (bool ok, bytes memory r) = _run(to, v, data);
        _end(ok, r);
    }

    function runAll(Call[] calldata c) external auth {
        for (uint256 i; i < c.length; ) {
            (bool ok, bytes memory r) = _run(c[i].to, c[i].v, c[i].data);
            if (!ok) _end(ok, r); //~ BENIGN CTRL_FLOW all of them or none
            unchecked {
                ++i;
            }
        }
    }

    function runSigned(address to, uint256 v, bytes calldata data, uint256 n, uint256 d, bytes calldata sig) external {
        if (block.timestamp > d) revert Late(); //~ BENIGN TIMESTAMP
        if (seq[uint192(n >> 64)]++ != uint64(n)) revert BadSeq(); //~ BENIGN SIGNATURE each number once, in its lane
        bytes32 h = _hash(keccak256(abi.encode(RUN, to, v, keccak256(data), n, d))); //~ BENIGN SIGNATURE names chain and wallet
        if (!SignatureChecker.isValidSignatureNow(owner, h, sig)) revert BadSig(); //~ BENIGN SIGNATURE
        (bool ok, bytes memory r) = _run(to, v, data);
        _end(ok, r);
    }

    function isValidSignature(bytes32 h, bytes calldata sig) external view returns (bytes4) {
        h = _hash(keccak256(abi.encode(MSG, h))); //~ BENIGN SIGNATURE a message is never a call
        return SignatureChecker.isValidSignatureNow(owner, h, sig) ? IERC1271.isValidSignature.selector : bytes4(0);
    }

    function nonce(uint192 lane) external view returns (uint256) {
        return (uint256(lane) << 64) | seq[lane];
    }

    function _setMods(bytes4[] memory s, address m) private {
        if (m != address(0) && m.code.length == 0) revert NoCode(); //~ BENIGN INPUT_VAL
        for (uint256 i; i < s.length; ) {
            mods[s[i]] = m;
            emit ModSet(s[i], m);
            unchecked {
                ++i;
            }
        }
    }

    function _run(address to, uint256 v, bytes calldata data) private returns (bool, bytes memory) {
        emit Ran(to, v, data.length < 4 ? bytes4(0) : bytes4(data));
        return to.call{value: v}(data);
    }

    function _hash(bytes32 x) private view returns (bytes32) {
        return ECDSA.toTypedDataHash(keccak256(abi.encode(DOMAIN, block.chainid, address(this))), x);
    }

    function _end(bool ok, bytes memory r) private pure {
        assembly {
            switch ok
            case 0 { revert(add(r, 32), mload(r)) }
            default { return(add(r, 32), mload(r)) }
        }
    }
}

contract Recovery is WalletSlots, RecoverySlots { //~ BENIGN STORAGE_READ repeats the layout of the wallet and continues behind it
    event GuardianSet(address indexed who, bool on);
    event QuorumSet(uint32 q);
    event Opened(address indexed who, uint64 no);
    event Voted(address indexed who, address indexed by, uint256 votes);
    event Dismissed(address indexed who);
    event Recovered(address indexed who);

    error OnlyWallet();
    error Same();
    error BadQuorum();
    error NotGuardian();
    error NoClaim();
    error Twice();
    error Early();
    error NoQuorum();

    uint256 public constant DELAY = 7 days;
    address private immutable self = address(this); //~ BENIGN STORAGE_READ part of the code, takes no slot

    modifier onlyWallet() {
        if (msg.sender != address(this)) revert OnlyWallet(); //~ BENIGN ACCESS_CTRL only a call that the wallet made to itself
        _;
    }

    modifier inWallet() {
        if (address(this) == self) revert OnlyWallet(); //~ BENIGN DELEGATE
        _;
    }

    function setGuardian(address g, bool on) external onlyWallet {
        if (guardian[g] == on) revert Same(); //~ BENIGN INPUT_VAL
        guardian[g] = on;
        guardians = on ? guardians + 1 : guardians - 1;
        if (guardians < quorum) revert BadQuorum(); //~ BENIGN INPUT_VAL
        ++epoch; //~ BENIGN STATE_MOD votes of former guardians do not count
        emit GuardianSet(g, on);
    }

    function setQuorum(uint32 q) external onlyWallet {
        if (q > guardians) revert BadQuorum(); //~ BENIGN INPUT_VAL
        quorum = q;
        emit QuorumSet(q);
    }

    function openClaim() external inWallet {
        claims[msg.sender] = Claim(uint64(block.timestamp), ++count); //~ BENIGN STATE_MOD a slot of its own for every claimant
        latest = msg.sender; //~ BENIGN STATE_MOD open to anyone, for display only
        latestAt = uint64(block.timestamp);
        emit Opened(msg.sender, count);
    }

    function vote(address c) external inWallet {
        if (!guardian[msg.sender]) revert NotGuardian(); //~ BENIGN ACCESS_CTRL set by the wallet itself only
        bytes32 id = idOf(c);
        if (voted[id][msg.sender]) revert Twice();
        voted[id][msg.sender] = true;
        emit Voted(c, msg.sender, ++votes[id]);
    }

    function dismiss(address c) external onlyWallet {
        delete claims[c];
        emit Dismissed(c);
    }

    function finish(address c) external inWallet {
        uint256 n = votes[idOf(c)];
        if (block.timestamp < claims[c].at + DELAY) revert Early(); //~ BENIGN TIMESTAMP a week for the owner to dismiss the claim
        if (quorum == 0 || n < quorum) revert NoQuorum(); //~ BENIGN ACCESS_CTRL no quorum set, no recovery
        delete claims[c];
        ++epoch;
        owner = c;
        emit Recovered(c); //~ UNRELATED EVENT_EMIT
    }

    function idOf(address c) public view returns (bytes32) {
        if (claims[c].at == 0) revert NoClaim(); //~ BENIGN CTRL_FLOW
        return keccak256(abi.encode(c, claims[c].no, epoch));
    }
}

contract Factory {
    event Made(address indexed wallet, address indexed owner);

    mapping(address => Wallet[]) private made;

    function make(address o, bytes4[] calldata s, address m) external payable returns (Wallet w) {
        w = new Wallet{value: msg.value}(o, s, m);
        made[msg.sender].push(w);
        emit Made(address(w), o);
    }

    function madeBy(address by) external view returns (Wallet[] memory) {
        return made[by];
    }

    function last(address by) external view returns (Wallet) {
        uint256 n = made[by].length;
        return n == 0 ? Wallet(payable(address(0))) : made[by][n - 1];
    }
}
