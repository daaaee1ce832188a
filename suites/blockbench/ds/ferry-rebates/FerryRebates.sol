// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface IRebateToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function balanceOf(address account) external view returns (uint256);
}

/**
 * @title FerryRebates
 *
 * The ferry line hands its regular travellers signed vouchers. A voucher is worth a number of tokens from the
 * pot held here. Travellers rarely hold gas, so the kiosks at the piers submit vouchers for them; whoever submits,
 * the tokens go to the traveller named in the voucher.
 */
contract FerryRebates {
    struct Voucher {
        address traveller;
        uint256 amount;
        uint256 nonce;
        uint256 deadline;
    }

    bytes32 public constant VOUCHER_TYPEHASH =
        keccak256("Voucher(address traveller,uint256 amount,uint256 nonce,uint256 deadline)");
    bytes32 private constant DOMAIN_TYPEHASH =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    IRebateToken public immutable token;
    address public immutable line;

    address public issuer;
    bool public paused;
    uint256 public dailyLimit;
    mapping(uint256 => uint256) public paidOn;

    /// One bit for every nonce, 256 of them in a word.
    mapping(address => mapping(uint256 => uint256)) public nonceWords;

    event VoucherPaid(address indexed traveller, uint256 indexed nonce, uint256 amount, address submitter);
    event NonceGivenUp(address indexed traveller, uint256 indexed nonce);
    event IssuerChanged(address issuer);
    event DailyLimitChanged(uint256 limit);

    error Paused();
    error OnlyLine();
    error VoucherExpired(uint256 deadline);
    error BadSignature();
    error NonceSpent(uint256 nonce);
    error OverDailyLimit(uint256 left);
    error LengthMismatch();
    error TransferFailed();

    modifier onlyLine() {
        if (msg.sender != line) revert OnlyLine();
        _;
    }

    modifier whenRunning() {
        if (paused) revert Paused();
        _;
    }

    constructor(IRebateToken token_, address issuer_, uint256 dailyLimit_) {
        token = token_;
        line = msg.sender;
        issuer = issuer_;
        dailyLimit = dailyLimit_;
    }

    /** Submits one voucher. */
    function redeem(Voucher calldata voucher, bytes calldata signature) external whenRunning {
        _redeem(voucher, signature);
    }

    /** Submits what a kiosk gathered during a crossing. */
    function redeemMany(Voucher[] calldata vouchers, bytes[] calldata signatures) external whenRunning {
        if (vouchers.length != signatures.length) revert LengthMismatch();
        for (uint256 i; i < vouchers.length; ++i) {
            _redeem(vouchers[i], signatures[i]);
        }
    }

    /** A traveller who lost a voucher can give up its nonce and ask the line for another one. */
    function giveUp(uint256 nonce) external {
        _spendNonce(msg.sender, nonce); //~ BENIGN ACCESS_CTRL only the caller's own nonces can be given up
        emit NonceGivenUp(msg.sender, nonce);
    }

    function setIssuer(address issuer_) external onlyLine {
        issuer = issuer_;
        emit IssuerChanged(issuer_);
    }

    function setDailyLimit(uint256 limit) external onlyLine {
        dailyLimit = limit;
        emit DailyLimitChanged(limit);
    }

    function setPaused(bool paused_) external onlyLine {
        paused = paused_;
    }

    /** The EIP-712 digest that the issuer signs. */
    function digestOf(Voucher calldata voucher) public view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                DOMAIN_TYPEHASH,
                keccak256("FerryRebates"),
                keccak256("1"),
                block.chainid, //~ BENIGN SIGNATURE computed on every call, so it follows a chain split
                address(this)
            )
        );
        bytes32 content = keccak256(
            abi.encode(VOUCHER_TYPEHASH, voucher.traveller, voucher.amount, voucher.nonce, voucher.deadline) //~ PREREQ SIGNATURE names the traveller and leaves the submitter open
        );
        return keccak256(abi.encodePacked("\x19\x01", domain, content)); //~ BENIGN SIGNATURE two fixed-size words, packing is unambiguous
    }

    function _redeem(Voucher calldata voucher, bytes calldata signature) private {
        if (block.timestamp > voucher.deadline) revert VoucherExpired(voucher.deadline); //~ UNRELATED TIMESTAMP
        if (_signer(digestOf(voucher), signature) != issuer) revert BadSignature();

        _spendNonce(msg.sender, voucher.nonce); //~ ROOT_CAUSE SIGNATURE spends the nonce of the submitter, who is not part of the digest

        uint256 today = block.timestamp / 1 days;
        uint256 left = dailyLimit - _min(paidOn[today], dailyLimit); //~ INSUFF_GUARD ARITHMETIC caps what leaves in a day, whatever it leaves for
        if (voucher.amount > left) revert OverDailyLimit(left);
        paidOn[today] += voucher.amount;

        if (!token.transfer(voucher.traveller, voucher.amount)) revert TransferFailed(); //~ BENIGN FUND_XFER goes to the traveller of the signed voucher, last step
        emit VoucherPaid(voucher.traveller, voucher.nonce, voucher.amount, msg.sender);
    }

    function _spendNonce(address account, uint256 nonce) private {
        uint256 bit = 1 << (nonce & 0xff);
        uint256 word = nonceWords[account][nonce >> 8];
        if (word & bit != 0) revert NonceSpent(nonce); //~ INSUFF_GUARD SIGNATURE one use for each account it is called with
        nonceWords[account][nonce >> 8] = word | bit;
    }

    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address signer) {
        if (signature.length != 65) revert BadSignature();
        bytes32 r = bytes32(signature[0:32]);
        bytes32 s = bytes32(signature[32:64]);
        if (uint256(s) > HALF_ORDER) revert BadSignature(); //~ BENIGN SIGNATURE one form of each signature
        signer = ecrecover(digest, uint8(signature[64]), r, s);
        if (signer == address(0)) revert BadSignature(); //~ BENIGN SIGNATURE a failed recovery never equals an unset issuer
    }

    function _min(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}
