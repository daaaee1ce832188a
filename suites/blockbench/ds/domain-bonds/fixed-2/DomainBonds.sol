// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";

error NotHolder(uint256 id);
error NotRegistered(uint256 id);
error BondTooSmall(uint256 bond, uint256 minimum);

// names against a bond. no rent: the bond stays here as long as the name is held and comes back with release().
// the more bond, the higher the name stands in the directory
contract DomainBonds is ERC721 {
    uint256 public constant MIN_LENGTH = 3;
    uint256 public constant MAX_LENGTH = 32;

    uint256 public immutable minimumBond;
    uint256 public totalBonds; // all bonds together
    mapping(uint256 => uint256) public bonds; // by id, zero if nobody has the name
    mapping(uint256 => string) public labels;
    mapping(uint256 => address) public records; // where a name points to

    constructor(uint256 _minimumBond) ERC721("Bonded domain", "DOM") {
        require(_minimumBond > 0, "no minimum");
        minimumBond = _minimumBond;
    }

    function register(string calldata label) external payable returns (uint256 id) {
        requireLabel(bytes(label));
        if (msg.value < minimumBond) revert BondTooSmall(msg.value, minimumBond);
        id = idOf(label);
        require(bonds[id] == 0, "taken");
        bonds[id] = msg.value;
        totalBonds += msg.value;
        labels[id] = label;
        records[id] = msg.sender;
        _mint(msg.sender, id);
        emit Registered(id, label, msg.sender, msg.value);
    }

    // anybody may add to the bond of any name
    function addBond(uint256 id) external payable {
        require(msg.value > 0, "nothing added");
        if (bonds[id] == 0) revert NotRegistered(id);
        bonds[id] += msg.value;
        totalBonds += msg.value;
        emit BondChanged(id, bonds[id]);
    }

    // moves bond from one name to another, the first keeps the minimum
    function moveBond(uint256 from, uint256 to, uint256 amount) external {
        if (bonds[from] == 0) revert NotRegistered(from);
        if (bonds[to] == 0) revert NotRegistered(to);
        if (ownerOf(to) != msg.sender) revert NotHolder(to);
        require(amount > 0 && amount <= bonds[from], "wrong amount");
        uint256 left = bonds[from] - amount;
        if (left < minimumBond) revert BondTooSmall(left, minimumBond);
        bonds[from] = left;
        bonds[to] += amount;
        emit BondChanged(from, left);
        emit BondChanged(to, bonds[to]);
    }

    function setRecord(uint256 id, address where) external {
        if (ownerOf(id) != msg.sender) revert NotHolder(id);
        records[id] = where;
        emit RecordSet(id, where);
    }

    // gives the name up, the bond goes to the holder
    function release(uint256 id) external returns (uint256 amount) {
        if (ownerOf(id) != msg.sender) revert NotHolder(id);
        amount = bonds[id];
        totalBonds -= amount;
        delete bonds[id];
        delete labels[id];
        delete records[id];
        _burn(id);
        emit Released(id, amount);
        (bool ok, ) = msg.sender.call{value: amount}("");
        require(ok, "not paid");
    }

    function idOf(string memory label) public pure returns (uint256) {
        return uint256(keccak256(bytes(label)));
    }

    function resolve(string calldata label) external view returns (address) {
        return records[idOf(label)];
    }

    // lower case letters and digits, with hyphens inside
    function requireLabel(bytes calldata label) private pure {
        uint256 n = label.length;
        require(n >= MIN_LENGTH && n <= MAX_LENGTH, "length");
        require(label[0] != "-" && label[n - 1] != "-", "hyphen at the end");
        for (uint256 i = 0; i < n; i++) {
            bytes1 c = label[i];
            require((c >= "a" && c <= "z") || (c >= "0" && c <= "9") || c == "-", "letters");
        }
    }

    event Registered(uint256 indexed id, string label, address indexed holder, uint256 bond);
    event BondChanged(uint256 indexed id, uint256 bond);
    event RecordSet(uint256 indexed id, address where);
    event Released(uint256 indexed id, uint256 bond);
}
