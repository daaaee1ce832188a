// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";

// The company buys back shares at a fixed price, first come, first served.
// The board fills the cash box from time to time.
contract ShareBuyback {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    struct Offer {
        address seller;
        uint256 shares;
        uint256 price;
    }

    IERC20 public immutable share;
    IERC20 public immutable cash;

    address public board;
    uint256 public price;
    uint256 public head;
    uint256 public bought;
    Offer[] public offers;

    event Offered(uint256 indexed id, address indexed seller, uint256 shares);
    event Dropped(uint256 indexed id);
    event Settled(uint256 indexed id, address indexed seller, uint256 amount);

    constructor(IERC20 _share, IERC20 _cash, uint256 _price) {
        require(address(_share) != address(0), "!share");
        require(address(_cash) != address(0), "!cash");
        require(_share != _cash, "!same");
        require(_price > 0, "!price");
        share = _share;
        cash = _cash;
        price = _price; //~ BENIGN INIT
        board = msg.sender;
    }

    modifier onlyBoard() {
        require(msg.sender == board, "!board"); //~ BENIGN ACCESS_CTRL
        _;
    }

    // cash units for one whole share, for offers to come
    function setPrice(uint256 _price) external onlyBoard {
        require(_price > 0, "!price");
        price = _price;
    }

    function offer(uint256 _shares) external returns (uint256 id) {
        require(_shares >= 1e18, "!shares"); //~ BENIGN INPUT_VAL
        id = offers.length;
        offers.push(Offer(msg.sender, _shares, price)); //~ BENIGN STATE_MOD
        share.safeTransferFrom(msg.sender, address(this), _shares); //~ BENIGN FUND_XFER
        emit Offered(id, msg.sender, _shares); //~ UNRELATED EVENT_EMIT
    }

    // while it waits
    function drop(uint256 _id) external {
        Offer storage it = offers[_id];
        require(it.seller == msg.sender, "!seller"); //~ BENIGN ACCESS_CTRL
        require(it.shares > 0, "!waiting"); //~ BENIGN CTRL_FLOW
        uint256 shares = it.shares;
        it.shares = 0; //~ BENIGN STATE_MOD
        share.safeTransfer(msg.sender, shares);
        emit Dropped(_id);
    }

    function worth(uint256 _id) public view returns (uint256) {
        return offers[_id].shares.mul(offers[_id].price).div(1e18); //~ BENIGN ARITHMETIC
    }

    // whose turn it is
    function settle() external { //~ BENIGN ACCESS_CTRL
        uint256 id = head;
        require(id < offers.length, "!offers");
        head = id + 1; //~ BENIGN STATE_MOD
        Offer storage it = offers[id];
        uint256 shares = it.shares;
        if (shares == 0) return; //~ BENIGN CTRL_FLOW
        uint256 amount = worth(id);
        it.shares = 0;
        bought = bought.add(shares); //~ BENIGN ARITHMETIC
        cash.safeTransfer(it.seller, amount); //~ BENIGN EXT_CALL
        emit Settled(id, it.seller, amount);
    }

    // shares that were paid for
    function retire(address _to) external onlyBoard {
        require(_to != address(0), "!to");
        uint256 shares = bought;
        require(shares > 0, "!bought");
        bought = 0; //~ BENIGN STATE_MOD
        share.safeTransfer(_to, shares); //~ BENIGN FUND_XFER
    }

    // cash that the board wants for other things
    function takeCash(uint256 _amount) external onlyBoard {
        cash.safeTransfer(board, _amount); //~ BENIGN FUND_XFER
    }
}
