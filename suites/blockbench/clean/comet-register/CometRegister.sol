// SPDX-License-Identifier: CC0-1.0
pragma solidity 0.8.30;

/// @title Register of comets of the Amber Hill observatory
/// @notice Amateurs name what they find. A discoverer seals name and place first, waits ten blocks, and then publishes them for
///         a fee; whoever publishes a name first has it. Entries can be ceded, or sold at a price that the holder asks.
contract CometRegister {
    /// @dev Right ascension and declination, in milliseconds of arc.
    struct Place {
        uint32 ascension;
        int32 declination;
    }

    struct Entry {
        address discoverer;
        address holder;
        uint96 asking;
        uint64 publishedAt;
        Place place;
    }

    uint256 public constant FEE = 0.01 ether;
    uint256 public constant RIPE = 10;
    uint256 public constant STALE = 50_400;

    address public immutable observatory;
    uint256 public count;

    mapping(bytes32 id => Entry) private _entries;
    mapping(address discoverer => mapping(bytes32 seal => uint256 blockNumber)) public sealedIn;
    mapping(address account => uint256) public proceeds;

    event Sealed(address indexed discoverer, bytes32 seal);
    event Published(bytes32 indexed id, address indexed discoverer, string name);
    event Ceded(bytes32 indexed id, address indexed from, address indexed to);
    event Asked(bytes32 indexed id, uint256 price);
    event Sold(bytes32 indexed id, address indexed from, address indexed to, uint256 price);

    error NotSealed();
    error NotRipe(uint256 blockNumber);
    error GoneStale();
    error NameTaken(address holder);
    error BadName();
    error NotTheHolder();
    error NotThatPrice(uint256 price);
    error NotPaid();

    modifier onlyHolder(bytes32 id) {
        if (_entries[id].holder != msg.sender) revert NotTheHolder();
        _;
    }

    constructor(address observatory_) {
        observatory = observatory_;
    }

    // --- discovery

    /// @notice Seals a discovery. What is sealed cannot be read from it as long as the salt is not known.
    function seal(bytes32 discovery) external {
        sealedIn[msg.sender][discovery] = block.number; //~ BENIGN STATE_MOD filed under the caller, so that nobody files over another's seal
        emit Sealed(msg.sender, discovery);
    }

    /// @notice Publishes what the caller sealed.
    function publish(string calldata name, Place calldata place, bytes32 salt) external payable returns (bytes32 id) {
        if (msg.value != FEE) revert NotThatPrice(FEE);
        bytes32 discovery = sealOf(msg.sender, name, place, salt); //~ BENIGN INPUT_VAL a seal that somebody else made does not open
        uint256 since = sealedIn[msg.sender][discovery];
        if (since == 0) revert NotSealed();
        if (block.number < since + RIPE) revert NotRipe(since + RIPE); //~ BENIGN CTRL_FLOW who reads a name here for the first time is ten blocks late
        if (block.number > since + STALE) revert GoneStale();

        id = idOf(name);
        Entry storage e = _entries[id];
        if (e.holder != address(0)) revert NameTaken(e.holder);
        delete sealedIn[msg.sender][discovery];
        (e.discoverer, e.holder) = (msg.sender, msg.sender);
        (e.publishedAt, e.place) = (uint64(block.timestamp), place); //~ UNRELATED TIMESTAMP a date for readers
        proceeds[observatory] += FEE;
        ++count;
        emit Published(id, msg.sender, name);
    }

    /// @notice The seal of a discovery, to be computed off the chain.
    function sealOf(address discoverer, string calldata name, Place calldata place, bytes32 salt) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), discoverer, name, place, salt)); //~ PREREQ COMPUTATION names its discoverer
    }

    /// @notice Number of a name: three to twenty-four small letters, digits and dashes.
    function idOf(string calldata name) public pure returns (bytes32) {
        bytes calldata text = bytes(name);
        if (text.length < 3 || text.length > 24) revert BadName();
        for (uint256 i = 0; i < text.length; ++i) { //~ BENIGN CTRL_FLOW twenty-four at the most
            bytes1 c = text[i];
            bool letter = c >= "a" && c <= "z";
            bool digit = c >= "0" && c <= "9";
            if (!letter && !digit && c != "-") revert BadName(); //~ BENIGN INPUT_VAL no two names that look the same
        }
        return keccak256(text);
    }

    // --- entries

    function entryOf(bytes32 id) external view returns (Entry memory) {
        return _entries[id];
    }

    function cede(bytes32 id, address to) external onlyHolder(id) {
        if (to == address(0)) revert NotTheHolder();
        (_entries[id].holder, _entries[id].asking) = (to, 0); //~ BENIGN STATE_MOD the price was the former holder's
        emit Ceded(id, msg.sender, to);
    }

    /// @notice Asks a price for an entry; zero takes it off the market.
    function ask(bytes32 id, uint96 price) external onlyHolder(id) {
        _entries[id].asking = price;
        emit Asked(id, price);
    }

    /// @notice Buys an entry at the price that is asked, which the caller sends along.
    function take(bytes32 id) external payable {
        Entry storage e = _entries[id];
        if (e.asking == 0 || msg.value != e.asking) revert NotThatPrice(e.asking); //~ BENIGN INPUT_VAL a price that was raised a moment before finds another amount sent
        address seller = e.holder;
        (e.holder, e.asking) = (msg.sender, 0);
        proceeds[seller] += msg.value; //~ BENIGN FUND_XFER fetched by the seller
        emit Sold(id, seller, msg.sender, msg.value);
    }

    function fetchProceeds() external {
        uint256 amount = proceeds[msg.sender];
        proceeds[msg.sender] = 0;
        (bool ok, ) = msg.sender.call{value: amount}(""); //~ BENIGN EXT_CALL nothing is owed any more by now
        if (!ok) revert NotPaid();
    }
}
