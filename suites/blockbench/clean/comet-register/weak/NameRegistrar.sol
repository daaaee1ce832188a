// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {INameRegistrar} from "./context/INameRegistrar.sol";
import {Address} from "@openzeppelin/contracts@5.4.0/utils/Address.sol";

/**
 * @title NameRegistrar
 * @notice Registers names for a fee. An account commits to a name first, waits ten blocks, and then registers it; whoever
 * registers a name first owns it. Names can be transferred, or sold at a price that the owner asks.
 */
contract NameRegistrar is INameRegistrar {
    /// @notice The fee on a registration.
    uint256 public constant FEE = 0.01 ether;

    /// @notice The blocks that a commitment waits.
    uint256 public constant MIN_AGE = 10;

    /// @notice The blocks after which a commitment is not accepted any more.
    uint256 public constant MAX_AGE = 50_400;

    /// @notice The account that the fees belong to.
    address public immutable treasury;

    /// @notice The number of registered names.
    uint256 public count;

    /// @notice The block of a commitment of an account.
    mapping(address account => mapping(bytes32 commitment => uint256 blockNumber)) public committedAt;

    /// @notice What an account can withdraw.
    mapping(address account => uint256 amount) public proceeds;

    mapping(bytes32 id => Name) private _names;

    /**
     * @dev Lets only the owner of a name pass.
     * @param id The identifier of the name.
     */
    modifier onlyNameOwner(bytes32 id) {
        require(_names[id].owner == msg.sender, "NameRegistrar: not the owner");
        _;
    }

    /**
     * @notice Sets the treasury.
     * @param treasury_ The account that the fees belong to.
     */
    constructor(address treasury_) {
        treasury = treasury_;
    }

    /**
     * @notice Commits to a name. What it is cannot be read from the commitment as long as the salt is not known.
     * @param commitment The commitment, from `commitmentOf`.
     */
    function commit(bytes32 commitment) external {
        committedAt[msg.sender][commitment] = block.number;
        emit Committed(msg.sender, commitment);
    }

    /**
     * @notice Registers a name that the caller has committed to.
     * @param name The name.
     * @param record Where it leads.
     * @param salt The salt of the commitment.
     * @return id The identifier of the name.
     */
    function register(
        string calldata name,
        Record calldata record,
        bytes32 salt
    ) external payable returns (bytes32 id) {
        require(msg.value == FEE, "NameRegistrar: wrong fee");
        bytes32 commitment = commitmentOf(msg.sender, name, record, salt);
        uint256 since = committedAt[msg.sender][commitment];
        require(since != 0, "NameRegistrar: not committed");
        require(block.number >= since + MIN_AGE, "NameRegistrar: too early");
        require(block.number <= since + MAX_AGE, "NameRegistrar: too late");

        id = idOf(name);
        Name storage entry = _names[id];
        require(entry.owner == address(0), "NameRegistrar: taken");
        delete committedAt[msg.sender][commitment];
        (entry.registrant, entry.owner) = (msg.sender, msg.sender);
        (entry.registeredAt, entry.record) = (uint64(block.timestamp), record);
        proceeds[treasury] += FEE;
        ++count;
        emit Registered(id, msg.sender, name);
    }

    /**
     * @notice Transfers a name.
     * @param id The identifier of the name.
     * @param to The new owner.
     */
    function transferName(bytes32 id, address to) external onlyNameOwner(id) {
        require(to != address(0), "NameRegistrar: zero address");
        (_names[id].owner, _names[id].price) = (to, 0);
        emit Transferred(id, msg.sender, to);
    }

    /**
     * @notice Puts a name up for sale, or takes it off the market.
     * @param id The identifier of the name.
     * @param price The price, or zero.
     */
    function offer(bytes32 id, uint96 price) external onlyNameOwner(id) {
        _names[id].price = price;
        emit Offered(id, price);
    }

    /**
     * @notice Buys a name at the price that the owner asks, which the caller sends along.
     * @param id The identifier of the name.
     */
    function buy(bytes32 id) external payable {
        Name storage entry = _names[id];
        require(entry.price != 0, "NameRegistrar: not for sale");
        require(msg.value == entry.price, "NameRegistrar: wrong price");
        address seller = entry.owner;
        (entry.owner, entry.price) = (msg.sender, 0);
        proceeds[seller] += msg.value;
        emit Sold(id, seller, msg.sender, msg.value);
    }

    /// @notice Withdraws what the caller has earned.
    function withdrawProceeds() external {
        uint256 amount = proceeds[msg.sender];
        proceeds[msg.sender] = 0;
        Address.sendValue(payable(msg.sender), amount);
    }

    /**
     * @notice A registered name.
     * @param id The identifier of the name.
     * @return What is known of it.
     */
    function nameOf(bytes32 id) external view returns (Name memory) {
        return _names[id];
    }

    /**
     * @notice The commitment to a name, to be computed off the chain.
     * @param account The account that will register the name.
     * @param name The name.
     * @param record Where it leads.
     * @param salt Any number that nobody can guess.
     * @return The commitment.
     */
    function commitmentOf(
        address account,
        string calldata name,
        Record calldata record,
        bytes32 salt
    ) public view returns (bytes32) {
        return keccak256(abi.encode(block.chainid, address(this), name, record, salt));
    }

    /**
     * @notice The identifier of a name.
     * @param name Three to twenty-four lower-case letters, digits and dashes.
     * @return The identifier.
     */
    function idOf(string calldata name) public pure returns (bytes32) {
        bytes calldata text = bytes(name);
        require(text.length >= 3 && text.length <= 24, "NameRegistrar: bad length");
        for (uint256 i = 0; i < text.length; ++i) {
            require(_isAllowed(text[i]), "NameRegistrar: bad character");
        }
        return keccak256(text);
    }

    /**
     * @dev Whether a name may contain a character.
     * @param c The character.
     * @return Whether it is a lower-case letter, a digit or a dash.
     */
    function _isAllowed(bytes1 c) internal pure returns (bool) {
        return (c >= "a" && c <= "z") || (c >= "0" && c <= "9") || c == "-";
    }
}
