// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Pausable} from "@openzeppelin/contracts@5.4.0/utils/Pausable.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {IRegister} from "./context/IRegister.sol";

/**
 * @title ByreVault
 * @notice Keeps the coins behind the notes of a dairy, and notes that are pledged for cattle on loan.
 */
contract ByreVault is AccessControl, Pausable {
    using SafeERC20 for IERC20;

    /// @notice Role that books proceeds.
    bytes32 public constant DAIRY_ROLE = keccak256("DAIRY_ROLE");

    /// @notice Role that decides on pledges and pauses.
    bytes32 public constant BAILIFF_ROLE = keccak256("BAILIFF_ROLE");

    /// @notice The coin.
    IERC20 public immutable coin;

    /// @notice The register of notes.
    IRegister public immutable register;

    /// @notice Coins behind the notes.
    uint256 public stock;

    /// @notice Notes that an account has pledged.
    mapping(address account => uint256) public pledged;

    /**
     * @notice Coins were deposited.
     * @param from Who paid.
     * @param to Who got the notes.
     * @param coins The coins.
     * @param notes The notes.
     */
    event Deposited(address indexed from, address indexed to, uint256 coins, uint256 notes);

    /**
     * @notice Notes were redeemed.
     * @param holder Whose notes.
     * @param to Who got the coins.
     * @param notes The notes.
     * @param coins The coins.
     */
    event Redeemed(address indexed holder, address indexed to, uint256 notes, uint256 coins);

    /**
     * @notice Notes were pledged.
     * @param account The account.
     * @param notes The notes.
     */
    event Pledged(address indexed account, uint256 notes);

    /**
     * @notice A pledge ended.
     * @param account The account.
     * @param to Who got the notes.
     * @param notes The notes.
     */
    event Released(address indexed account, address indexed to, uint256 notes);

    /**
     * @notice Proceeds were booked.
     * @param coins The coins.
     */
    event ProceedsBooked(uint256 coins);

    /**
     * @notice Sets coin, register and roles.
     * @param coin_ The coin.
     * @param register_ The register of notes.
     * @param dairy The account that books proceeds.
     * @param bailiff The account that decides on pledges.
     */
    constructor(IERC20 coin_, IRegister register_, address dairy, address bailiff) {
        require(address(coin_) != address(register_), "ByreVault: same token"); //~ BENIGN INIT
        coin = coin_;
        register = register_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(DAIRY_ROLE, dairy);
        _grantRole(BAILIFF_ROLE, bailiff);
    }

    /**
     * @notice Deposits coins for notes.
     * @param coins The coins.
     * @param to Who gets the notes.
     * @return notes The notes.
     */
    function deposit(uint256 coins, address to) external whenNotPaused returns (uint256 notes) { //~ BENIGN CTRL_FLOW
        uint256 supply = register.totalSupply();
        notes = supply == 0 ? coins : Math.mulDiv(coins, supply, stock); //~ BENIGN ARITHMETIC
        require(notes > 0, "ByreVault: no notes"); //~ BENIGN INPUT_VAL
        stock += coins;
        register.mint(to, notes);
        emit Deposited(msg.sender, to, coins, notes); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Redeems notes for coins. Another account may do so within its allowance.
     * @param notes The notes.
     * @param to Who gets the coins.
     * @param holder Whose notes.
     * @return coins The coins.
     */
    function redeem(uint256 notes, address to, address holder) external whenNotPaused returns (uint256 coins) {
        require(notes > 0, "ByreVault: zero"); //~ BENIGN INPUT_VAL
        if (msg.sender != holder) {
            register.spend(holder, msg.sender, notes); //~ BENIGN ACCESS_CTRL
        }
        coins = Math.mulDiv(notes, stock, register.totalSupply()); //~ BENIGN ARITHMETIC
        stock -= coins;
        register.burn(holder, notes); //~ BENIGN STATE_MOD
        emit Redeemed(holder, to, notes, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(to, coins); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Pledges notes of the caller for cattle on loan. The vault needs an allowance.
     * @param notes The notes.
     */
    function pledge(uint256 notes) external whenNotPaused {
        pledged[msg.sender] += notes;
        emit Pledged(msg.sender, notes); //~ UNRELATED EVENT_EMIT
        IERC20(address(register)).safeTransferFrom(msg.sender, address(this), notes); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Ends a pledge. The notes go back, or to the dairy if the cattle did not come back.
     * @param account Who has pledged.
     * @param to Who gets the notes.
     * @param notes The notes.
     */
    function release(address account, address to, uint256 notes) external onlyRole(BAILIFF_ROLE) { //~ BENIGN ACCESS_CTRL
        require(notes <= pledged[account], "ByreVault: not pledged"); //~ BENIGN INPUT_VAL
        pledged[account] -= notes; //~ BENIGN STATE_MOD
        emit Released(account, to, notes); //~ UNRELATED EVENT_EMIT
        IERC20(address(register)).safeTransfer(to, notes); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Books proceeds of the dairy.
     * @param coins The coins.
     */
    function bookProceeds(uint256 coins) external onlyRole(DAIRY_ROLE) { //~ BENIGN ACCESS_CTRL
        require(register.totalSupply() > 0, "ByreVault: no holders"); //~ BENIGN INPUT_VAL
        stock += coins;
        emit ProceedsBooked(coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins); //~ BENIGN FUND_XFER
    }

    /// @notice Pauses deposits, redemptions and new pledges.
    function pause() external onlyRole(BAILIFF_ROLE) { //~ BENIGN ACCESS_CTRL
        _pause();
    }

    /// @notice Ends a pause.
    function unpause() external onlyRole(BAILIFF_ROLE) { //~ BENIGN ACCESS_CTRL
        _unpause();
    }
}
