// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/proxy/utils/Initializable.sol";
import "@openzeppelin/contracts@5.4.0/proxy/utils/UUPSUpgradeable.sol";

// Names for a yearly fee, with text records. Lives behind an ERC-1967 proxy.
contract NameDirectory is Initializable, UUPSUpgradeable {
    struct Name {
        address holder;
        uint64 since;
        uint64 until;
    }

    uint256 public constant GRACE = 30 days;
    address public admin;
    uint256 public yearlyFee;
    mapping(bytes32 => Name) public names;
    mapping(address => mapping(bytes32 => uint256)) public promisedAt;
    mapping(bytes32 => mapping(uint64 => mapping(string => string))) private records; // by registration

    error Denied();

    modifier onlyAdmin() {
        if (msg.sender != admin) revert Denied();
        _;
    }

    modifier onlyHolder(bytes32 id) {
        if (msg.sender != names[id].holder || block.timestamp >= names[id].until) revert Denied(); //~ BENIGN ACCESS_CTRL nobody holds a name that has run out
        _;
    }

    constructor() {
        _disableInitializers(); //~ BENIGN INIT the code behind the proxy has no admin
    }

    function initialize(address admin_, uint256 fee) external initializer { //~ BENIGN INIT in the constructor of the proxy
        require(admin_ != address(0), "no admin");
        admin = admin_;
        yearlyFee = fee;
    }

    // first promise, then register: nobody learns the label in time to be faster
    function reserve(bytes32 digest) external {
        promisedAt[msg.sender][digest] = block.timestamp; //~ BENIGN STATE_MOD nobody else can renew or delay it
    }

    function register(string calldata label, uint256 term, bytes32 salt) external payable returns (bytes32 id) {
        uint256 length = bytes(label).length;
        require(length >= 3 && length <= 32, "bad label");
        bytes32 digest = keccak256(abi.encode(label, msg.sender, salt)); //~ PREREQ COMPUTATION a copied promise names somebody else
        uint256 age = block.timestamp - promisedAt[msg.sender][digest];
        require(age >= 1 minutes && age <= 1 days, "promise too young or too old"); //~ UNRELATED TIMESTAMP
        delete promisedAt[msg.sender][digest];
        id = keccak256(bytes(label));
        require(block.timestamp >= names[id].until + GRACE, "taken"); //~ BENIGN CTRL_FLOW the holder has a month to renew
        names[id] = Name(msg.sender, uint64(block.timestamp), uint64(block.timestamp));
        _extend(id, term);
    }

    // anyone may pay for somebody else, also in the month after the end
    function renew(bytes32 id, uint256 term) external payable {
        require(names[id].holder != address(0) && block.timestamp < names[id].until + GRACE, "not registered");
        _extend(id, term);
    }

    function handOver(bytes32 id, address to) external onlyHolder(id) {
        require(to != address(0), "no holder");
        names[id].holder = to; //~ BENIGN STATE_MOD
        emit HandedOver(id, msg.sender, to);
    }

    function setRecord(bytes32 id, string calldata key, string calldata value) external onlyHolder(id) {
        records[id][names[id].since][key] = value;
        emit RecordSet(id, key, value);
    }

    function record(bytes32 id, string calldata key) external view returns (string memory) {
        return records[id][names[id].since][key]; //~ BENIGN STORAGE_READ of this registration, not of an earlier one
    }

    function collect(address payable to) external onlyAdmin {
        (bool ok, ) = to.call{value: address(this).balance}(""); //~ BENIGN FUND_XFER fees only, nothing is owed to anybody
        require(ok, "not paid");
    }

    function _extend(bytes32 id, uint256 term) private {
        require(term > 0 && term <= 10, "bad term"); //~ BENIGN INPUT_VAL
        require(msg.value == yearlyFee * term, "wrong fee");
        names[id].until += uint64(term * 365 days); //~ BENIGN ARITHMETIC ten years at most
        emit Extended(id, names[id].holder, names[id].until);
    }

    function _authorizeUpgrade(address) internal override onlyAdmin {} //~ BENIGN DELEGATE

    event Extended(bytes32 indexed id, address indexed holder, uint256 until);
    event HandedOver(bytes32 indexed id, address indexed from, address indexed to);
    event RecordSet(bytes32 indexed id, string key, string value);
}
