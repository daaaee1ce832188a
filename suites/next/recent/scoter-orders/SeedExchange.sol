// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@5.4.0/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@5.4.0/utils/cryptography/EIP712.sol";

/// @notice Offers that growers sign at home.
abstract contract SignedOffers is EIP712 {
    /// @param holding What the grower has when it signs. The offer ends when it has less.
    /// @param salt Tells offers apart that are equal otherwise.
    struct Offer {
        address grower;
        uint256 seeds;
        uint256 coins;
        uint256 holding;
        uint256 until;
        uint256 salt;
    }

    bytes32 private constant OFFER =
        keccak256("Offer(address grower,uint256 seeds,uint256 coins,uint256 holding,uint256 until,uint256 salt)");

    /// @notice Offers that cannot be filled any more.
    mapping(bytes32 id => bool) public closed;

    event Closed(bytes32 indexed id, address indexed grower);

    error IsClosed(bytes32 id);
    error NotSigned(bytes32 id, address grower);
    error NotTheGrower(address caller);

    constructor() EIP712("Seed Exchange", "1") {}

    /// @notice Takes an offer back.
    function close(Offer calldata offer) external {
        if (msg.sender != offer.grower) revert NotTheGrower(msg.sender); //~ BENIGN ACCESS_CTRL
        closed[idOf(offer)] = true; //~ DECOY STATE_MOD by the grower itself
        emit Closed(idOf(offer), msg.sender); //~ UNRELATED EVENT_EMIT
    }

    /// @notice What a grower signs.
    function idOf(Offer calldata offer) public view returns (bytes32) {
        return _hashTypedDataV4(keccak256(abi.encode(OFFER, offer))); //~ BENIGN SIGNATURE
    }

    function _open(Offer calldata offer, bytes calldata signature) internal returns (bytes32 id) {
        id = idOf(offer);
        if (ECDSA.recover(id, signature) != offer.grower) revert NotSigned(id, offer.grower); //~ BENIGN SIGNATURE
        if (closed[id]) revert IsClosed(id); //~ INSUFF_GUARD STATE_MOD closed is only what was taken back
    }
}

/// @title SeedExchange
/// @notice Growers sell seeds for coins. Whoever likes an offer fills it, as it is.
contract SeedExchange is SignedOffers {
    using SafeERC20 for IERC20;

    IERC20 public immutable seed;
    IERC20 public immutable coin;

    event Filled(bytes32 indexed id, address indexed grower, address indexed buyer);

    error TooLate(uint256 until);
    error Sold(bytes32 id);

    constructor(IERC20 seed_, IERC20 coin_) {
        seed = seed_;
        coin = coin_;
    }

    /// @notice Fills an offer: pays the grower, and takes the seeds.
    function fill(Offer calldata offer, bytes calldata signature) external returns (bytes32 id) {
        if (block.timestamp > offer.until) revert TooLate(offer.until); //~ BENIGN TIMESTAMP
        id = _open(offer, signature); //~ BENIGN CTRL_FLOW
        if (seed.balanceOf(offer.grower) < offer.holding) revert Sold(id); //~ ROOT_CAUSE STATE_MOD all that ends an offer that was filled, and the grower may have as many seeds again
        emit Filled(id, offer.grower, msg.sender); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, offer.grower, offer.coins);
        seed.safeTransferFrom(offer.grower, msg.sender, offer.seeds); //~ PREREQ FUND_XFER
    }
}
