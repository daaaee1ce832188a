// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

/// @title Pannier Market vouchers
/// @author Borough Markets Office
/// @notice The market office holds one float. Every pitch has a till key; a trader who wants to thank a customer signs a
///         voucher with it, and the customer cashes the voucher here against the float.
contract PannierMarket {
    struct Voucher {
        uint32 pitch;
        uint64 serial;
        uint64 goodUntil;
        address bearer;
        uint128 amount;
    }

    struct Sig {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    bytes32 private constant VOUCHER_TYPE =
        keccak256("Voucher(uint32 pitch,uint64 serial,uint64 goodUntil,address bearer,uint128 amount)");
    uint256 private constant HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0;

    /// @notice Most that one voucher may be worth.
    uint128 public constant VOUCHER_CAP = 3 ether;

    address public immutable clerk;
    bytes32 public immutable domain;

    /// @notice Key that signs the vouchers of a pitch.
    mapping(uint32 => address) public tillKey;
    mapping(uint32 => mapping(uint64 => bool)) public cashed;
    /// @notice What the office charges to each pitch at the end of the quarter.
    mapping(uint32 => uint256) public billed;

    event TillKeySet(uint32 indexed pitch, address key);
    event FloatRaised(address indexed from, uint256 amount);
    event Cashed(uint32 indexed pitch, uint64 indexed serial, address indexed bearer, uint256 amount);
    event BillPaid(uint32 indexed pitch, uint256 amount);

    error ClerkOnly();
    error PastDate(uint64 goodUntil);
    error AlreadyCashed(uint32 pitch, uint64 serial);
    error AboveCap(uint128 amount);
    error HighS();
    error NotSignedByTill(address signer);
    error NothingBilled();
    error PaymentRefused();

    modifier onlyClerk() {
        if (msg.sender != clerk) revert ClerkOnly();
        _;
    }

    constructor() {
        clerk = msg.sender;
        domain = keccak256(abi.encode("Pannier Market", block.chainid, address(this))); //~ BENIGN SIGNATURE bound to this chain and contract
    }

    /// @notice Anyone may add to the float; usually the office does.
    receive() external payable {
        emit FloatRaised(msg.sender, msg.value);
    }

    /// @notice Lets a pitch, changes its key, or clears it with the zero address.
    function setTillKey(uint32 pitch, address key) external onlyClerk {
        tillKey[pitch] = key; //~ BENIGN ACCESS_CTRL zero takes the pitch out of use
        emit TillKeySet(pitch, key);
    }

    /// @notice Pays a voucher to its bearer.
    /// @param voucher what the trader signed
    /// @param sig the signature by the till key of the pitch
    function cash(Voucher calldata voucher, Sig calldata sig) external {
        if (block.timestamp > voucher.goodUntil) revert PastDate(voucher.goodUntil); //~ UNRELATED TIMESTAMP validity of days
        if (voucher.amount > VOUCHER_CAP) revert AboveCap(voucher.amount); //~ BENIGN INPUT_VAL bounds one voucher
        if (cashed[voucher.pitch][voucher.serial]) revert AlreadyCashed(voucher.pitch, voucher.serial); //~ BENIGN STATE_MOD every serial is paid once
        if (uint256(sig.s) > HALF_ORDER) revert HighS(); //~ BENIGN SIGNATURE one form for each signature

        address signer = ecrecover(digestOf(voucher), sig.v, sig.r, sig.s); //~ BENIGN SIGNATURE zero is refused in the next line
        if (signer != tillKey[voucher.pitch] || signer == address(0)) revert NotSignedByTill(signer); //~ BENIGN INPUT_VAL a real signature of a real key

        cashed[voucher.pitch][voucher.serial] = true;
        billed[voucher.pitch] += voucher.amount;
        emit Cashed(voucher.pitch, voucher.serial, voucher.bearer, voucher.amount);
        _pay(voucher.bearer, voucher.amount); //~ BENIGN FUND_XFER billed to the pitch that signed
    }

    /// @notice A trader settles what the office has paid for the pitch.
    function settle(uint32 pitch) external payable {
        if (billed[pitch] == 0) revert NothingBilled();
        billed[pitch] -= msg.value; //~ BENIGN ARITHMETIC checked, nobody pays more than the bill
        emit BillPaid(pitch, msg.value);
    }

    function lowerFloat(uint256 amount) external onlyClerk {
        _pay(clerk, amount);
    }

    /// @notice What a till key has to sign.
    function digestOf(Voucher calldata voucher) public view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domain, keccak256(abi.encode(VOUCHER_TYPE, voucher))));
    }

    function _pay(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        if (!ok) revert PaymentRefused();
    }
}
