// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {AccessControl} from "@openzeppelin/contracts@5.4.0/access/AccessControl.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";
import {Math} from "@openzeppelin/contracts@5.4.0/utils/math/Math.sol";
import {PriceBoard} from "./context/PriceBoard.sol";

/**
 * @title MastYardSavings
 * @notice Savings notes of a mast yard, which builds ships with what is saved.
 */
contract MastYardSavings is ERC20, AccessControl {
    using SafeERC20 for IERC20;

    /// @notice Role that takes coins out for timber and values what stands in the yard.
    bytes32 public constant YARD_ROLE = keccak256("YARD_ROLE");

    /// @notice The longest time for which a reported price counts.
    uint256 public constant MAX_AGE = 1 days;

    /// @notice Coins for one note when everything is covered, times 1e18.
    uint256 public constant PAR = 1e18;

    /// @notice The coin.
    IERC20 public immutable coin;

    /// @notice The board with the price of a note.
    PriceBoard public immutable board;

    /// @notice What stands in the yard, in coins.
    uint256 public yardValue;

    /**
     * @notice Notes were bought.
     * @param account Who bought them.
     * @param coins The coins.
     * @param notes The notes.
     */
    event Bought(address indexed account, uint256 coins, uint256 notes);

    /**
     * @notice Notes were redeemed.
     * @param account Who had them.
     * @param notes The notes.
     * @param coins The coins.
     */
    event Redeemed(address indexed account, uint256 notes, uint256 coins);

    /**
     * @notice Coins were taken for the yard.
     * @param to Who got them.
     * @param coins The coins.
     */
    event Taken(address indexed to, uint256 coins);

    /**
     * @notice The yard was valued.
     * @param value The value in coins.
     */
    event YardValued(uint256 value);

    /**
     * @notice Sets coin, board and the yard.
     * @param coin_ The coin.
     * @param board_ The board with the price of a note.
     * @param yard The account that has the role of the yard.
     */
    constructor(IERC20 coin_, PriceBoard board_, address yard) ERC20("Mast Yard Savings", "MAST") {
        require(address(coin_) != address(0) && address(board_) != address(0), "MastYardSavings: zero"); //~ BENIGN INIT
        coin = coin_;
        board = board_;
        _grantRole(DEFAULT_ADMIN_ROLE, msg.sender);
        _grantRole(YARD_ROLE, yard);
    }

    /**
     * @notice Buys notes at par, as long as all notes are covered.
     * @param coins The coins.
     */
    function buy(uint256 coins) external {
        require(coins > 0, "MastYardSavings: zero"); //~ BENIGN INPUT_VAL
        require(cover() >= PAR, "MastYardSavings: not covered"); //~ BENIGN CTRL_FLOW
        _mint(msg.sender, coins);
        emit Bought(msg.sender, coins, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Redeems notes.
     * @param notes The notes.
     * @param least The fewest coins that the holder takes.
     * @return coins The coins.
     */
    function redeem(uint256 notes, uint256 least) external returns (uint256 coins) {
        coins = Math.mulDiv(notes, redemptionPrice(), PAR); //~ BENIGN ARITHMETIC
        require(coins > 0 && coins >= least, "MastYardSavings: too few"); //~ BENIGN INPUT_VAL
        _burn(msg.sender, notes); //~ BENIGN STATE_MOD
        emit Redeemed(msg.sender, notes, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(msg.sender, coins); //~ PREREQ FUND_XFER whoever comes first is paid at that price, until there are no coins
    }

    /**
     * @notice Takes coins for the yard. They count as part of its value.
     * @param to Who gets them.
     * @param coins The coins.
     */
    function take(address to, uint256 coins) external onlyRole(YARD_ROLE) { //~ BENIGN ACCESS_CTRL
        yardValue += coins;
        emit Taken(to, coins); //~ UNRELATED EVENT_EMIT
        coin.safeTransfer(to, coins); //~ BENIGN FUND_XFER
    }

    /**
     * @notice Values what stands in the yard.
     * @param value The value in coins.
     */
    function valueYard(uint256 value) external onlyRole(YARD_ROLE) { //~ BENIGN ACCESS_CTRL
        yardValue = value; //~ BENIGN STATE_MOD
        emit YardValued(value); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Coins and yard for each note, times 1e18.
     * @return The ratio.
     */
    function cover() public view returns (uint256) {
        uint256 supply = totalSupply();
        if (supply == 0) return PAR; //~ BENIGN CTRL_FLOW
        return Math.mulDiv(coin.balanceOf(address(this)) + yardValue, PAR, supply); //~ BENIGN ARITHMETIC
    }

    /**
     * @notice Coins that a note is redeemed for, times 1e18.
     * @return The price.
     */
    function redemptionPrice() public view returns (uint256) {
        uint256 ratio = cover();
        if (ratio >= PAR) return PAR; //~ BENIGN CTRL_FLOW
        require(block.timestamp <= board.reportedAt() + MAX_AGE, "MastYardSavings: old price"); //~ INSUFF_GUARD ORACLE fresh, and still not what the notes are covered with
        return Math.min(Math.max(board.price(), ratio), PAR); //~ ROOT_CAUSE ORACLE the better of the two, so a note is paid more than what stands behind it
    }
}
