// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {Barn} from "./context/Barn.sol";

/**
 * @title NoteDesk
 * @notice Issues notes of a cooperative and redeems them. The coins are in the barn; a note is worth its part of them.
 */
contract NoteDesk is ERC20, AccessControl {
    /// @notice Role that opens and closes the desk.
    bytes32 public constant CLERK_ROLE = keccak256("CLERK_ROLE");

    /// @notice The fewest coins for which notes are issued.
    uint256 public constant LEAST = 1e6;

    /// @notice The barn with the coins.
    Barn public immutable barn;

    /// @notice Whether notes are issued.
    bool public open;

    /**
     * @notice Notes were issued.
     * @param account Who got them.
     * @param coins What was paid.
     * @param notes The notes.
     */
    event Issued(address indexed account, uint256 coins, uint256 notes);

    /**
     * @notice Notes were redeemed.
     * @param account Who had them.
     * @param notes The notes.
     * @param coins What was paid out.
     */
    event Redeemed(address indexed account, uint256 notes, uint256 coins);

    /**
     * @notice The desk was opened or closed.
     * @param open Whether notes are issued.
     */
    event OpenSet(bool open);

    /**
     * @notice Sets the barn and the roles.
     * @param barn_ The barn.
     * @param clerk The account that opens and closes the desk.
     */
    constructor(Barn barn_, address clerk) ERC20("Barn Note", "BARN") {
        barn = barn_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(CLERK_ROLE, clerk);
    }

    /**
     * @notice Opens or closes the desk. Notes are redeemed in any case.
     * @param open_ Whether notes are issued.
     */
    function setOpen(bool open_) external onlyRole(CLERK_ROLE) { //~ BENIGN ACCESS_CTRL
        open = open_;
        emit OpenSet(open_); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Issues notes for coins of the caller.
     * @param coins The coins.
     * @param least The fewest notes that the caller takes.
     * @return notes The notes.
     */
    function buy(uint256 coins, uint256 least) external returns (uint256 notes) {
        require(open, "NoteDesk: closed"); //~ BENIGN CTRL_FLOW
        require(coins >= LEAST, "NoteDesk: too little"); //~ BENIGN INPUT_VAL
        notes = notesFor(coins);
        require(notes >= least, "NoteDesk: too few notes"); //~ BENIGN INPUT_VAL
        _mint(msg.sender, notes);
        emit Issued(msg.sender, coins, notes); //~ UNRELATED EVENT_EMIT
        barn.take(coins, notes, msg.sender); //~ BENIGN EXT_CALL
    }

    /**
     * @notice Redeems notes of the caller.
     * @param notes The notes.
     * @param least The fewest coins that the caller takes.
     * @return coins The coins.
     */
    function redeem(uint256 notes, uint256 least) external returns (uint256 coins) {
        coins = coinsFor(notes); //~ BENIGN COMPUTATION
        require(coins >= least, "NoteDesk: too few coins"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, notes); //~ BENIGN STATE_MOD
        emit Redeemed(msg.sender, notes, coins); //~ UNRELATED EVENT_EMIT
        barn.release(coins, notes, msg.sender); //~ BENIGN EXT_CALL
    }

    /**
     * @notice Notes for coins, rounded down.
     * @param coins The coins.
     * @return The notes.
     */
    function notesFor(uint256 coins) public view returns (uint256) {
        return Math.mulDiv(coins, barn.issued() + LEAST, barn.stock() + LEAST); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice Coins for notes, rounded down.
     * @param notes The notes.
     * @return The coins.
     */
    function coinsFor(uint256 notes) public view returns (uint256) {
        return Math.mulDiv(notes, barn.stock() + LEAST, barn.issued() + LEAST); //~ BENIGN ARITHMETIC
    }
}
