// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC721} from "@openzeppelin/contracts@5.4.0/token/ERC721/ERC721.sol";
import {MerkleProof} from "@openzeppelin/contracts@5.4.0/utils/cryptography/MerkleProof.sol";

/**
 * @title SeatDrop
 * @notice Gives one seat of a concert to each account on a list of invitations.
 */
contract SeatDrop is ERC721, AccessControl {
    /// @notice Role that publishes the list and opens the doors.
    bytes32 public constant MANAGER_ROLE = keccak256("MANAGER_ROLE");

    /// @notice The number of seats.
    uint256 public immutable capacity;

    /// @notice The root of the list of invitations, zero while there is none.
    bytes32 public root;

    /// @notice How many seats are given.
    uint256 public given;

    /// @notice Whether an account has used its invitation.
    mapping(address => bool) public used;

    /**
     * @notice A list was published.
     * @param root The root of the list.
     */
    event ListPublished(bytes32 root);

    /**
     * @notice A seat was given.
     * @param guest The account.
     * @param seat The seat.
     */
    event SeatGiven(address indexed guest, uint256 indexed seat);

    /**
     * @notice Sets the number of seats.
     * @param seats The number of seats.
     * @param manager The account that publishes the list.
     */
    constructor(uint256 seats, address manager) ERC721("Seat", "SEAT") {
        require(seats > 0 && manager != address(0), "SeatDrop: zero"); //~ BENIGN INIT
        capacity = seats;
        _grantRole(DEFAULT_ADMIN_ROLE, manager); //~ BENIGN INIT
        _grantRole(MANAGER_ROLE, manager); //~ BENIGN INIT
    }

    /**
     * @notice Publishes the list of invitations, once.
     * @param root_ The root of the list.
     */
    function publish(bytes32 root_) external onlyRole(MANAGER_ROLE) { //~ BENIGN ACCESS_CTRL
        require(root == 0, "SeatDrop: published"); //~ BENIGN CTRL_FLOW
        root = root_;
        emit ListPublished(root_); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Takes the seat of an invitation.
     * @param proof The path from the caller's entry to the root.
     * @return seat The seat.
     */
    function claim(bytes32[] calldata proof) external returns (uint256 seat) {
        require(!used[msg.sender], "SeatDrop: used"); //~ BENIGN INPUT_VAL
        bytes32 leaf = keccak256(bytes.concat(keccak256(abi.encode(msg.sender)))); //~ BENIGN SIGNATURE
        require(MerkleProof.verifyCalldata(proof, root, leaf), "SeatDrop: not invited"); //~ BENIGN SIGNATURE
        require(given < capacity, "SeatDrop: full"); //~ BENIGN INPUT_VAL
        seat = given++; //~ BENIGN STATE_MOD
        used[msg.sender] = true; //~ BENIGN STATE_MOD
        emit SeatGiven(msg.sender, seat); //~ UNRELATED EVENT_EMIT
        _safeMint(msg.sender, seat); //~ BENIGN EXT_CALL
    }

    /**
     * @notice Gives a seat back, for good.
     * @param seat The seat.
     */
    function release(uint256 seat) external {
        _checkAuthorized(ownerOf(seat), msg.sender, seat); //~ BENIGN ACCESS_CTRL
        _burn(seat);
    }

    /// @inheritdoc ERC721
    function supportsInterface(bytes4 id) public view override(ERC721, AccessControl) returns (bool) {
        return super.supportsInterface(id);
    }
}
