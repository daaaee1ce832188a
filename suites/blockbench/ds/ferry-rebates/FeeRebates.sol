// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";
import "@openzeppelin/contracts@5.4.0/utils/structs/BitMaps.sol";

contract FeeRebates is EIP712, Ownable, Pausable {
    using BitMaps for BitMaps.BitMap;
    using SafeERC20 for IERC20;

    struct Voucher {
        address trader;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
    }

    bytes32 public constant TYPE = keccak256("Voucher(address trader,uint256 amount,uint256 nonce,uint256 deadline)");

    IERC20 public immutable token;
    address public signer;
    uint256 public cap;

    mapping(uint256 => uint256) public paid;
    mapping(address => BitMaps.BitMap) private _used;

    event Claimed(address indexed a, uint256 indexed n, uint256 x, address by);
    event Cancelled(address indexed a, uint256 indexed n);
    event SignerSet(address s);
    event CapSet(uint256 c);

    error Expired();
    error BadSigner();
    error Used();
    error OverCap();
    error Mismatch();

    constructor(IERC20 t, address s, uint256 c) EIP712("FeeRebates", "1") Ownable(msg.sender) {
        (token, signer, cap) = (t, s, c);
    }

    function claim(Voucher calldata v, bytes calldata s) external whenNotPaused {
        _claim(v, s);
    }

    function claimMany(Voucher[] calldata v, bytes[] calldata s) external whenNotPaused {
        uint256 n = v.length;
        if (n != s.length) revert Mismatch(); //~ BENIGN INPUT_VAL
        for (uint256 i; i < n; ) {
            _claim(v[i], s[i]);
            unchecked {
                ++i; //~ BENIGN ARITHMETIC below the length
            }
        }
    }

    function cancel(uint256 n) external {
        _use(msg.sender, n); //~ BENIGN ACCESS_CTRL only the caller's own nonces
        emit Cancelled(msg.sender, n); //~ UNRELATED EVENT_EMIT
    }

    function setSigner(address s) external onlyOwner {
        signer = s; //~ DECOY ACCESS_CTRL no recovery gives the zero address
        emit SignerSet(s); //~ UNRELATED EVENT_EMIT
    }

    function setCap(uint256 c) external onlyOwner {
        cap = c;
        emit CapSet(c); //~ UNRELATED EVENT_EMIT
    }

    function pause() external onlyOwner {
        _pause();
    }

    function unpause() external onlyOwner {
        _unpause();
    }

    function used(address a, uint256 n) external view returns (bool) {
        return _used[a].get(n);
    }

    function room() public view returns (uint256) {
        uint256 c = cap;
        uint256 x = paid[block.timestamp / 1 days];
        unchecked {
            return x < c ? c - x : 0; //~ BENIGN ARITHMETIC zero where the cap was lowered during the day
        }
    }

    function digest(Voucher calldata v) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(TYPE, v.trader, v.amount, v.nonce, v.deadline))); //~ PREREQ SIGNATURE names the trader and leaves the submitter open
    }

    function _claim(Voucher calldata v, bytes calldata s) private {
        if (block.timestamp > v.deadline) revert Expired(); //~ BENIGN TIMESTAMP
        if (ECDSA.recover(digest(v), s) != signer) revert BadSigner(); //~ BENIGN SIGNATURE one form of each signature
        _use(msg.sender, v.nonce); //~ ROOT_CAUSE SIGNATURE spends the nonce of the submitter, who is not part of the digest
        if (v.amount > room()) revert OverCap(); //~ INSUFF_GUARD INPUT_VAL caps what leaves in a day, whatever it leaves for
        paid[block.timestamp / 1 days] += v.amount; //~ BENIGN STATE_MOD
        emit Claimed(v.trader, v.nonce, v.amount, msg.sender); //~ UNRELATED EVENT_EMIT
        token.safeTransfer(v.trader, v.amount); //~ BENIGN FUND_XFER to the trader of the signed voucher, last step
    }

    function _use(address a, uint256 n) private {
        if (_used[a].get(n)) revert Used(); //~ INSUFF_GUARD SIGNATURE one use for each account it is called with
        _used[a].set(n); //~ BENIGN STATE_MOD
    }
}
