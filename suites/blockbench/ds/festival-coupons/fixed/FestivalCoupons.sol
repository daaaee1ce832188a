// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {MerkleProof} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MerkleProof.sol";
import {Ownable2Step, Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";

// Paper coupons with a scratch field. The printer gives us the root of all (serial, code) pairs,
// each coupon is good for the same number of meal tokens, once.
contract FestivalCoupons is Ownable2Step {
    using SafeERC20 for IERC20;

    struct Edition {
        bytes32 root;
        uint128 worth; // of each coupon
        uint64 until;
        uint256 left; // meal tokens set aside for it
    }

    struct Promise {
        bytes32 digest;
        uint256 madeAt; // block
    }

    IERC20 public immutable meals;
    Edition[] public editions;

    mapping(uint256 => mapping(bytes32 => bool)) public cashed; // by edition and leaf
    mapping(address => Promise) public promises;

    error Unknown(uint256 edition);
    error TooEarly();
    error TooLate();
    error Cashed();
    error NotPrinted();

    constructor(IERC20 meals_, address owner_) Ownable(owner_) {
        require(address(meals_) != address(0), "no meals"); //~ BENIGN INPUT_VAL
        meals = meals_;
    }

    // Brings the tokens for all coupons of the edition along.
    function open(bytes32 root, uint128 worth, uint256 coupons, uint64 until) external onlyOwner returns (uint256 edition) { //~ BENIGN ACCESS_CTRL
        require(root != bytes32(0), "no root"); //~ BENIGN INPUT_VAL
        require(worth > 0, "worth nothing"); //~ BENIGN INPUT_VAL
        require(coupons > 0, "no coupons");
        require(until > block.timestamp, "over already"); //~ BENIGN TIMESTAMP
        edition = editions.length;
        uint256 all = worth * coupons;
        editions.push(Edition(root, worth, until, all)); //~ BENIGN STATE_MOD
        emit Opened(edition, root, worth, coupons, until);
        meals.safeTransferFrom(msg.sender, address(this), all);
    }

    // First say that you know a coupon, without showing it: whoever reads it later is too late.
    function announce(bytes32 digest) external {
        require(digest != bytes32(0), "empty"); //~ BENIGN INPUT_VAL
        promises[msg.sender] = Promise(digest, block.number); //~ BENIGN STATE_MOD
        emit Announced(msg.sender, digest); //~ UNRELATED EVENT_EMIT
    }

    function cash(uint256 edition, bytes32 serial, bytes32 code, bytes32[] calldata path) external {
        if (edition >= editions.length) revert Unknown(edition); //~ BENIGN INPUT_VAL
        Promise memory p = promises[msg.sender];
        require(p.digest == digestOf(msg.sender, edition, serial, code), "not announced"); //~ BENIGN INPUT_VAL
        if (block.number <= p.madeAt) revert TooEarly(); //~ BENIGN CTRL_FLOW
        delete promises[msg.sender];

        Edition storage e = editions[edition];
        if (block.timestamp >= e.until) revert TooLate(); //~ BENIGN TIMESTAMP
        bytes32 leaf = leafOf(serial, code);
        if (cashed[edition][leaf]) revert Cashed(); //~ BENIGN CTRL_FLOW
        if (!MerkleProof.verifyCalldata(path, e.root, leaf)) revert NotPrinted(); //~ BENIGN INPUT_VAL
        cashed[edition][leaf] = true; //~ BENIGN STATE_MOD
        e.left -= e.worth; //~ BENIGN ARITHMETIC
        emit Redeemed(edition, serial, msg.sender, e.worth);
        meals.safeTransfer(msg.sender, e.worth); //~ BENIGN FUND_XFER
    }

    // What nobody cashed in time.
    function close(uint256 edition, address to) external onlyOwner {
        if (edition >= editions.length) revert Unknown(edition);
        require(to != address(0), "nobody"); //~ BENIGN INPUT_VAL
        Edition storage e = editions[edition];
        if (block.timestamp < e.until) revert TooEarly(); //~ BENIGN TIMESTAMP
        uint256 rest = e.left;
        e.left = 0;
        emit Closed(edition, to, rest);
        meals.safeTransfer(to, rest);
    }

    function count() external view returns (uint256) {
        return editions.length;
    }

    function digestOf(address who, uint256 edition, bytes32 serial, bytes32 code) public view returns (bytes32) {
        return keccak256(abi.encode(address(this), who, edition, serial, code)); //~ BENIGN SIGNATURE
    }

    // The printer asks here.
    function leafOf(bytes32 serial, bytes32 code) public view returns (bytes32) {
        require(code != bytes32(0), "no code"); //~ BENIGN INPUT_VAL
        return keccak256(abi.encode(this, serial, code)); //~ BENIGN COMPUTATION
    }

    event Opened(uint256 indexed edition, bytes32 root, uint256 worth, uint256 coupons, uint256 until);
    event Announced(address indexed who, bytes32 digest);
    event Redeemed(uint256 indexed edition, bytes32 serial, address indexed who, uint256 worth);
    event Closed(uint256 indexed edition, address to, uint256 rest);
}
