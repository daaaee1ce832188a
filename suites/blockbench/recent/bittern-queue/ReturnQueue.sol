// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {Ownable} from "@openzeppelin/contracts@5.4.0/access/Ownable.sol";
import {IERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

/// @notice A line of requests that is served from the front.
abstract contract Line {
    struct Request {
        address account;
        uint256 shares;
    }

    /// @notice The request at the front.
    uint256 public head = 1;

    /// @notice The number that the next request gets.
    uint256 public tail = 1;

    mapping(uint256 number => Request) public requests;

    error NoRequest(uint256 number, address account);

    function _append(address account, uint256 shares) internal returns (uint256 number) {
        number = tail;
        tail += 1;
        requests[number] = Request(account, shares); //~ PREREQ STATE_MOD behind everybody else
    }

    /// @dev Takes back what is left of a request. It keeps its place, so that numbers stay what they are.
    function _withdraw(address account, uint256 number) internal returns (uint256 shares) {
        if (requests[number].account != account) revert NoRequest(number, account); //~ BENIGN ACCESS_CTRL
        shares = requests[number].shares;
        delete requests[number]; //~ PREREQ STATE_MOD leaves a place without shares
    }

    /// @dev Serves requests from the front, each with as much as is left of the budget.
    function _serve(uint256 budget, uint256 places) internal returns (uint256 served) {
        for (; places > 0 && requests[head].shares > 0 && served < budget; --places) { //~ ROOT_CAUSE CTRL_FLOW a place without shares counts as the end of the line, in the next round as well
            Request storage request = requests[head];
            uint256 part = _smaller(request.shares, budget - served); //~ BENIGN COMPUTATION
            request.shares -= part; //~ BENIGN ARITHMETIC
            served += part;
            _hand(request.account, part);
            if (request.shares == 0) delete requests[head++]; //~ DECOY STATE_MOD moves on behind what was served in full
        }
    }

    function _hand(address account, uint256 shares) internal virtual;

    function _smaller(uint256 a, uint256 b) private pure returns (uint256) {
        return a < b ? a : b;
    }
}

/// @title ReturnQueue
/// @notice A wood that is cut and planted. Shares cost a coin each and are given back for a coin each, in the order of the requests, when
///         timber was sold.
contract ReturnQueue is Line, Ownable {
    using SafeERC20 for IERC20;

    IERC20 public immutable coin;

    mapping(address account => uint256) public sharesOf;
    mapping(address account => uint256) public payable_;

    /// @notice Coins that are set aside for requests that were served.
    uint256 public reserved;

    event Bought(address indexed account, uint256 shares);
    event Requested(address indexed account, uint256 number, uint256 shares);
    event Withdrawn(address indexed account, uint256 number, uint256 shares);
    event Served(uint256 shares);
    event Collected(address indexed account, uint256 coins);
    event Planted(address indexed forester, uint256 coins);

    error NothingToServe();
    error Nothing();
    error Reserved(uint256 coins, uint256 free);

    constructor(IERC20 coin_, address forester) Ownable(forester) {
        coin = coin_;
    }

    /// @notice Buys shares.
    function buy(uint256 shares) external {
        sharesOf[msg.sender] += shares;
        emit Bought(msg.sender, shares);
        coin.safeTransferFrom(msg.sender, address(this), shares);
    }

    /// @notice Asks for the coins of shares.
    function request(uint256 shares) external returns (uint256 number) {
        if (shares == 0) revert Nothing(); //~ INSUFF_GUARD INPUT_VAL a request begins with shares, and need not keep them
        sharesOf[msg.sender] -= shares; //~ BENIGN ARITHMETIC
        number = _append(msg.sender, shares);
        emit Requested(msg.sender, number, shares);
    }

    /// @notice Takes a request back as far as it was not served.
    function withdraw(uint256 number) external {
        uint256 shares = _withdraw(msg.sender, number);
        sharesOf[msg.sender] += shares;
        emit Withdrawn(msg.sender, number, shares);
    }

    /// @notice Serves requests with the coins that are here, at so many places of the line. Anyone may call this.
    function serve(uint256 places) external {
        if (free() == 0) revert NothingToServe(); //~ BENIGN CTRL_FLOW
        emit Served(_serve(free(), places));
    }

    /// @notice Pays out what was served.
    function collect() external returns (uint256 coins) {
        coins = payable_[msg.sender];
        payable_[msg.sender] = 0; //~ BENIGN STATE_MOD
        reserved -= coins;
        emit Collected(msg.sender, coins);
        coin.safeTransfer(msg.sender, coins); //~ DECOY FUND_XFER set aside for the caller
    }

    /// @notice Takes coins out for planting. What sales bring is sent here.
    function plant(uint256 coins) external onlyOwner {
        if (coins > free()) revert Reserved(coins, free()); //~ BENIGN INPUT_VAL
        emit Planted(msg.sender, coins);
        coin.safeTransfer(msg.sender, coins);
    }

    /// @notice Coins that are not set aside.
    function free() public view returns (uint256) {
        return coin.balanceOf(address(this)) - reserved;
    }

    function _hand(address account, uint256 shares) internal override {
        reserved += shares;
        payable_[account] += shares;
    }
}
