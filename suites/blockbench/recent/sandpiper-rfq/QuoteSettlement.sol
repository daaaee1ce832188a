// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {IERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import {ECDSA} from "@openzeppelin/contracts@4.9.6/utils/cryptography/ECDSA.sol";
import {EIP712} from "@openzeppelin/contracts@4.9.6/utils/cryptography/EIP712.sol";

/// @notice A quote that a maker has signed off chain, and the form of its signature.
interface IQuotes {
    struct Quote {
        address maker;
        address taker;
        address makerToken;
        address takerToken;
        uint256 makerAmount;
        uint256 takerAmount;
        uint256 expiry;
        uint256 salt;
    }

    struct Signature {
        uint8 v;
        bytes32 r;
        bytes32 s;
    }

    event QuoteFilled(
        bytes32 indexed quote,
        address indexed maker,
        address indexed taker,
        uint256 makerAmount,
        uint256 takerAmount
    );
    event QuoteCancelled(bytes32 indexed quote);

    error NotTaker(address caller);
    error NotMaker(address caller);
    error QuoteExpired(uint256 expiry);
    error QuoteWithdrawn(uint256 salt);
    error AmountOutOfRange(uint256 amount);
    error NotAuthorised(address signer);
    error LengthsDiffer(uint256 quotes, uint256 signatures);
}

/// @notice Signers that act for an account. Market makers rotate their signing keys.
abstract contract SignerRegistry {
    mapping(address account => mapping(address signer => bool)) public isSigner;

    event SignerSet(address indexed account, address indexed signer, bool authorised);

    error NoSigner();

    /// @notice Authorises or dismisses a signer of the calling account.
    function setSigner(address signer, bool authorised) external {
        if (signer == address(0)) revert NoSigner(); //~ BENIGN INPUT_VAL
        isSigner[msg.sender][signer] = authorised; //~ PREREQ ACCESS_CTRL anybody can fill in an entry of its own
        emit SignerSet(msg.sender, signer, authorised); //~ UNRELATED EVENT_EMIT
    }
}

/// @notice The lowest salt that is still good, by maker.
abstract contract SaltRegistry {
    mapping(address maker => uint256) public minimumSalt;

    event MinimumSaltRaised(address indexed maker, uint256 salt);

    error SaltNotHigher(uint256 salt, uint256 minimum);

    /// @notice Withdraws all quotes of the caller with a lower salt.
    function raiseMinimumSalt(uint256 salt) external {
        if (salt <= minimumSalt[msg.sender]) revert SaltNotHigher(salt, minimumSalt[msg.sender]); //~ BENIGN INPUT_VAL
        minimumSalt[msg.sender] = salt; //~ BENIGN STATE_MOD only upwards
        emit MinimumSaltRaised(msg.sender, salt);
    }
}

/// @notice Settles requests for quotes. A maker signs a quote off chain and the taker brings it here, whole or in parts. Both
/// sides have approved this contract for the tokens that they pay with.
contract QuoteSettlement is IQuotes, EIP712, SignerRegistry, SaltRegistry {
    using SafeERC20 for IERC20;

    bytes32 public constant QUOTE_TYPEHASH =
        keccak256(
            "Quote(address maker,address taker,address makerToken,address takerToken,uint256 makerAmount,uint256 takerAmount,uint256 expiry,uint256 salt)"
        );

    /// @notice How much of the maker's token has been taken of a quote.
    mapping(bytes32 quote => uint256) public filledAmount;

    constructor() EIP712("QuoteSettlement", "1") {}

    /// @notice Fills what is left of a quote.
    function fill(Quote calldata quote, Signature calldata signature) external returns (uint256 takerAmount) {
        return _fill(quote, _remaining(quote), signature);
    }

    /// @notice Fills a part of a quote.
    /// @param makerAmount How much of the maker's token is taken.
    function fillPart(
        Quote calldata quote,
        uint256 makerAmount,
        Signature calldata signature
    ) external returns (uint256 takerAmount) {
        return _fill(quote, makerAmount, signature);
    }

    /// @notice Fills what it can of a list.
    /// @dev Leaves out quotes that have expired or of which nothing is left.
    function fillMany(
        Quote[] calldata quotes,
        Signature[] calldata signatures
    ) external returns (uint256 count) {
        if (quotes.length != signatures.length) revert LengthsDiffer(quotes.length, signatures.length); //~ BENIGN INPUT_VAL
        for (uint256 i = 0; i < quotes.length; ++i) {
            uint256 left = _remaining(quotes[i]);
            if (left == 0 || quotes[i].expiry < block.timestamp) continue;
            _fill(quotes[i], left, signatures[i]);
            ++count;
        }
    }

    /// @notice Withdraws a single quote.
    function cancel(Quote calldata quote) external {
        if (msg.sender != quote.maker) revert NotMaker(msg.sender); //~ BENIGN ACCESS_CTRL
        bytes32 id = hashOf(quote);
        filledAmount[id] = quote.makerAmount;
        emit QuoteCancelled(id);
    }

    function hashOf(Quote calldata quote) public pure returns (bytes32) {
        return keccak256(abi.encode(QUOTE_TYPEHASH, quote)); //~ BENIGN SIGNATURE every field is signed
    }

    function _remaining(Quote calldata quote) internal view returns (uint256) {
        return quote.makerAmount - filledAmount[hashOf(quote)];
    }

    function _fill(
        Quote calldata quote,
        uint256 makerAmount,
        Signature calldata signature
    ) internal returns (uint256 takerAmount) {
        if (quote.taker != msg.sender) revert NotTaker(msg.sender); //~ INSUFF_GUARD ACCESS_CTRL the caller writes its own name into the quote
        if (block.timestamp > quote.expiry) revert QuoteExpired(quote.expiry); //~ BENIGN TIMESTAMP
        if (quote.salt < minimumSalt[quote.maker]) revert QuoteWithdrawn(quote.salt); //~ BENIGN CTRL_FLOW
        bytes32 id = hashOf(quote);
        if (makerAmount == 0 || filledAmount[id] + makerAmount > quote.makerAmount) revert AmountOutOfRange(makerAmount); //~ BENIGN INPUT_VAL

        address signer = ECDSA.recover(_hashTypedDataV4(id), signature.v, signature.r, signature.s); //~ BENIGN SIGNATURE an unreadable signature names nobody
        if (signer != quote.maker && !isSigner[quote.taker][signer]) revert NotAuthorised(signer); //~ ROOT_CAUSE SIGNATURE looks in the entry of the side that receives

        filledAmount[id] += makerAmount;
        takerAmount = (quote.takerAmount * makerAmount + quote.makerAmount - 1) / quote.makerAmount; //~ BENIGN ARITHMETIC rounded up, for the maker
        emit QuoteFilled(id, quote.maker, msg.sender, makerAmount, takerAmount); //~ UNRELATED EVENT_EMIT
        IERC20(quote.takerToken).safeTransferFrom(msg.sender, quote.maker, takerAmount); //~ BENIGN FUND_XFER
        IERC20(quote.makerToken).safeTransferFrom(quote.maker, msg.sender, makerAmount); //~ PREREQ FUND_XFER from the standing approval of the maker
    }
}
