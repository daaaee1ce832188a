// SPDX-License-Identifier: MPL-2.0
pragma solidity 0.8.19;

interface IAsset {
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Typed-data hashing for one contract on one chain.
abstract contract Typed {
    bytes32 private constant DOMAIN = keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)");

    function _separator() internal view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Sandpiper"), block.chainid, address(this))); // rebuilt at each use
    }

    function _signerOf(bytes32 structHash, uint8 v, bytes32 r, bytes32 s) internal view returns (address signer) {
        signer = ecrecover(keccak256(abi.encodePacked(hex"1901", _separator(), structHash)), v, r, s);
        require(signer != address(0), "SP: signature"); //~ BENIGN SIGNATURE an unreadable signature names nobody
    }
}

/// Request-for-quote settlement. A desk (the maker) signs a quote off chain and the taker brings it here, whole or in
/// parts. Both sides have approved this contract for the tokens they pay with. Desks rotate their signing keys, so an
/// account may appoint signers that act for it.
contract SandpiperRfq is Typed {
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

    bytes32 public constant QUOTE_TYPE = keccak256(
        "Quote(address maker,address taker,address makerToken,address takerToken,uint256 makerAmount,uint256 takerAmount,uint256 expiry,uint256 salt)"
    );

    mapping(address => mapping(address => bool)) public signsFor;
    mapping(bytes32 => uint256) public filled;
    mapping(address => uint256) public earliestSalt;

    event SignerSet(address indexed account, address indexed signer, bool on);
    event SaltRaised(address indexed maker, uint256 earliest);
    event Filled(bytes32 indexed quote, address indexed maker, address indexed taker, uint256 makerPart, uint256 takerPart);

    /// Appoints or dismisses a signer of the calling account.
    function setSigner(address signer, bool on) external {
        require(signer != address(0), "SP: signer");
        signsFor[msg.sender][signer] = on; //~ PREREQ ACCESS_CTRL anybody can fill in an entry of its own
        emit SignerSet(msg.sender, signer, on);
    }

    /// Withdraws all quotes of the caller with a lower salt.
    function raiseSalt(uint256 earliest) external {
        require(earliest > earliestSalt[msg.sender], "SP: salt");
        earliestSalt[msg.sender] = earliest; //~ BENIGN STATE_MOD only upwards
        emit SaltRaised(msg.sender, earliest);
    }

    /// Withdraws a single quote.
    function cancel(Quote calldata q) external {
        require(msg.sender == q.maker, "SP: not the maker"); //~ BENIGN ACCESS_CTRL
        filled[hashOf(q)] = q.makerAmount;
    }

    function fill(Quote calldata q, Signature calldata sig) external returns (uint256 takerPart) {
        return _fill(q, q.makerAmount - filled[hashOf(q)], sig);
    }

    /// @param makerPart how much of the maker's token is taken
    function fillPart(Quote calldata q, uint256 makerPart, Signature calldata sig) external returns (uint256 takerPart) {
        return _fill(q, makerPart, sig);
    }

    /// Fills what it can of a list and leaves out quotes that have run out.
    function fillMany(Quote[] calldata qs, Signature[] calldata sigs) external returns (uint256 count) {
        require(qs.length == sigs.length, "SP: lengths");
        for (uint256 i = 0; i < qs.length; i++) {
            uint256 left = qs[i].makerAmount - filled[hashOf(qs[i])];
            if (left == 0 || qs[i].expiry < block.timestamp) continue;
            _fill(qs[i], left, sigs[i]);
            count++;
        }
    }

    function hashOf(Quote calldata q) public pure returns (bytes32) {
        return keccak256(abi.encode(QUOTE_TYPE, q)); //~ BENIGN SIGNATURE every field is signed
    }

    function _fill(Quote calldata q, uint256 makerPart, Signature calldata sig) private returns (uint256 takerPart) {
        require(q.taker == msg.sender, "SP: another taker"); //~ INSUFF_GUARD ACCESS_CTRL the caller writes its own name into the quote
        require(block.timestamp <= q.expiry, "SP: expired");
        require(q.salt >= earliestSalt[q.maker], "SP: withdrawn");
        bytes32 id = hashOf(q);
        require(makerPart > 0 && filled[id] + makerPart <= q.makerAmount, "SP: amount"); //~ BENIGN INPUT_VAL

        address signer = _signerOf(id, sig.v, sig.r, sig.s);
        require(signer == q.maker || signsFor[q.taker][signer], "SP: not signed"); //~ ROOT_CAUSE SIGNATURE looks in the entry of the side that receives

        filled[id] += makerPart;
        takerPart = (q.takerAmount * makerPart + q.makerAmount - 1) / q.makerAmount; //~ BENIGN ARITHMETIC rounded up, for the maker
        require(IAsset(q.takerToken).transferFrom(msg.sender, q.maker, takerPart), "SP: taker's token");
        require(IAsset(q.makerToken).transferFrom(q.maker, msg.sender, makerPart), "SP: maker's token"); //~ PREREQ FUND_XFER from the standing approval of the maker
        emit Filled(id, q.maker, msg.sender, makerPart, takerPart); //~ UNRELATED EVENT_EMIT
    }
}
