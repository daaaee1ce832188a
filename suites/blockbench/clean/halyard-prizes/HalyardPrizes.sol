// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

interface IClubToken {
    function transfer(address to, uint256 amount) external returns (bool);

    function balanceOf(address account) external view returns (uint256);
}

/// @notice Names of the typed data of the Halyard sailing club, version 1.
library HalyardDigests {
    bytes32 internal constant DOMAIN =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 internal constant PRIZE = keccak256("Prize(uint256 race,address helm,uint256 amount,uint256 deadline)");
    bytes32 internal constant PAYEE = keccak256("Payee(address helm,address payee,uint256 nonce,uint256 deadline)");

    function domain() internal view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN, keccak256("Halyard prizes"), keccak256("1"), block.chainid, address(this)));
    }

    function seal(bytes32 separator, bytes32 content) internal pure returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", separator, content));
    }
}

/**
 * @title HalyardPrizes
 * @notice Prize money of a sailing club. Two stewards sign what the helm of a boat has won in a race; anybody may bring
 *         the paper in. A helm who wants the money elsewhere signs so, without having to send anything.
 */
contract HalyardPrizes {
    struct Prize {
        uint256 race;
        address helm;
        uint256 amount;
        uint256 deadline;
    }

    uint256 public constant SIGNATURES = 2;

    IClubToken public immutable token;
    address public immutable commodore;

    uint256 private immutable _homeChain;
    bytes32 private immutable _homeDomain;

    mapping(address => bool) public isSteward;
    mapping(address => address) public payeeOf;
    mapping(address => uint256) public payeeNonce;
    mapping(uint256 => mapping(address => bool)) public settled; // race, helm

    event PrizePaid(uint256 indexed race, address indexed helm, address payee, uint256 amount);
    event PrizeStruck(uint256 indexed race, address indexed helm, address steward);
    event PayeeNamed(address indexed helm, address payee);
    event StewardSet(address indexed steward, bool on);

    error PastDeadline();
    error AlreadySettled(uint256 race, address helm);
    error NotTwoStewards();
    error NotSignedByHelm();
    error NotAllowed();
    error NotTransferred();

    constructor(IClubToken token_, address[] memory stewards) {
        token = token_;
        commodore = msg.sender;
        _homeChain = block.chainid;
        _homeDomain = HalyardDigests.domain();
        for (uint256 i; i < stewards.length; i++) {
            isSteward[stewards[i]] = true;
            emit StewardSet(stewards[i], true);
        }
    }

    function setSteward(address steward, bool on) external {
        if (msg.sender != commodore) revert NotAllowed();
        isSteward[steward] = on;
        emit StewardSet(steward, on);
    }

    /// @notice Domain of the chain that this runs on, be it the home chain or one split from it.
    function domainSeparator() public view returns (bytes32) {
        return block.chainid == _homeChain ? _homeDomain : HalyardDigests.domain(); //~ BENIGN SIGNATURE the stored one is used on the chain it was made for alone
    }

    function digestOfPrize(Prize calldata p) public view returns (bytes32) {
        return HalyardDigests.seal(
            domainSeparator(),
            keccak256(abi.encode(HalyardDigests.PRIZE, p.race, p.helm, p.amount, p.deadline))
        );
    }

    function digestOfPayee(address helm, address payee, uint256 nonce, uint256 deadline) public view returns (bytes32) {
        return HalyardDigests.seal(
            domainSeparator(),
            keccak256(abi.encode(HalyardDigests.PAYEE, helm, payee, nonce, deadline)) //~ BENIGN SIGNATURE another type hash than a prize's
        );
    }

    /**
     * @notice Pays a prize. One prize can be won by a helm in a race.
     * @param signatures of two stewards, in the order of their addresses
     */
    function pay(Prize calldata p, bytes[] calldata signatures) external {
        if (block.timestamp > p.deadline) revert PastDeadline(); //~ UNRELATED TIMESTAMP
        if (settled[p.race][p.helm]) revert AlreadySettled(p.race, p.helm); //~ BENIGN SIGNATURE by race and helm, whatever form the signatures have
        _needStewards(digestOfPrize(p), signatures);
        settled[p.race][p.helm] = true; //~ PREREQ STATE_MOD set before the token is called

        address payee = payeeOf[p.helm];
        if (payee == address(0)) payee = p.helm;
        emit PrizePaid(p.race, p.helm, payee, p.amount);
        if (!token.transfer(payee, p.amount)) revert NotTransferred(); //~ BENIGN FUND_XFER to the helm or whom the helm has named, never to the sender
    }

    /// @notice A steward strikes a prize, signed or not, because of a protest.
    function strike(uint256 race, address helm) external {
        if (!isSteward[msg.sender]) revert NotAllowed();
        if (settled[race][helm]) revert AlreadySettled(race, helm);
        settled[race][helm] = true;
        emit PrizeStruck(race, helm, msg.sender);
    }

    /// @notice Where the helm's prizes go from now on; zero is the helm's own account.
    function namePayee(address payee) external {
        payeeNonce[msg.sender]++; //~ BENIGN SIGNATURE older papers of the helm lose their force
        payeeOf[msg.sender] = payee;
        emit PayeeNamed(msg.sender, payee);
    }

    /// @notice The same, on paper.
    function namePayeeFor(address helm, address payee, uint256 deadline, bytes calldata signature) external {
        if (block.timestamp > deadline) revert PastDeadline();
        bytes32 digest = digestOfPayee(helm, payee, payeeNonce[helm]++, deadline); //~ BENIGN SIGNATURE each number is good for one paper
        address signer = _signer(digest, signature);
        if (signer == address(0) || signer != helm) revert NotSignedByHelm(); //~ BENIGN SIGNATURE zero is what ecrecover answers to nonsense
        payeeOf[helm] = payee;
        emit PayeeNamed(helm, payee);
    }

    /// @notice What is not given out goes back to the club at the end of the season.
    function takeBack(uint256 amount) external {
        if (msg.sender != commodore) revert NotAllowed();
        if (!token.transfer(commodore, amount)) revert NotTransferred();
    }

    function _needStewards(bytes32 digest, bytes[] calldata signatures) private view {
        if (signatures.length != SIGNATURES) revert NotTwoStewards();
        address last;
        for (uint256 i; i < SIGNATURES; i++) {
            address signer = _signer(digest, signatures[i]);
            if (signer <= last || !isSteward[signer]) revert NotTwoStewards(); //~ BENIGN SIGNATURE rising order: no zero, and nobody twice
            last = signer;
        }
    }

    /// @dev Both values of s are taken: nothing here is kept by signature.
    function _signer(bytes32 digest, bytes calldata signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := calldataload(signature.offset) //~ BENIGN SIGNATURE sixty-five bytes are there
            s := calldataload(add(signature.offset, 32))
            v := byte(0, calldataload(add(signature.offset, 64)))
        }
        return ecrecover(digest, v, r, s);
    }
}
