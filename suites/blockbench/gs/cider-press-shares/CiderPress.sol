// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "@openzeppelin/contracts@5.4.0/access/Ownable2Step.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/utils/SafeERC20.sol";

// Shares of the press house. You either buy them on the spot, or you drop coins in the box and they are
// turned into shares whenever somebody bothers to empty it.
contract CiderPress is ERC20, Ownable2Step {
    using SafeERC20 for IERC20;

    struct Slip {
        address who;
        uint256 coins; // 0 = settled or taken back
    }

    uint256 public constant LEAST = 1e6; // smaller slips aren't worth the gas

    IERC20 public immutable coin;
    uint256 public worth; // coins that belong to the shares, the box isn't in here
    uint256 public boxed;
    Slip[] public slips;
    uint256 public next; // first slip that nobody has looked at

    error TooSmall(uint256 coins);
    error NotYours(uint256 id);
    error Gone(uint256 id);

    constructor(IERC20 coin_) ERC20("Cider Press", "CIDER") Ownable(msg.sender) {
        require(address(coin_) != address(0), "no coin"); //~ BENIGN INIT
        coin = coin_;
    }

    // on the spot
    function buy(uint256 coins, uint256 least) external returns (uint256 shares) {
        if (coins < LEAST) revert TooSmall(coins); //~ BENIGN INPUT_VAL
        shares = sharesFor(coins); //~ DECOY COMPUTATION priced before the coins count
        require(shares >= least, "too few"); //~ BENIGN INPUT_VAL
        worth += coins; //~ BENIGN STATE_MOD
        _mint(msg.sender, shares);
        emit Bought(msg.sender, coins, shares); //~ UNRELATED EVENT_EMIT
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    function drop(uint256 coins) external returns (uint256 id) {
        if (coins < LEAST) revert TooSmall(coins); //~ BENIGN INPUT_VAL
        id = slips.length;
        slips.push(Slip(msg.sender, coins)); //~ PREREQ STATE_MOD waits for whoever settles, at the price of that moment
        boxed += coins;
        emit Dropped(id, msg.sender, coins);
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    // changed your mind? fine as long as it's not settled
    function takeBack(uint256 id) external {
        Slip storage s = slips[id];
        if (s.who != msg.sender) revert NotYours(id); //~ BENIGN ACCESS_CTRL
        uint256 coins = s.coins;
        if (coins == 0) revert Gone(id); //~ BENIGN INPUT_VAL
        s.coins = 0; //~ BENIGN STATE_MOD
        boxed -= coins;
        emit TakenBack(id);
        coin.safeTransfer(msg.sender, coins); //~ DECOY FUND_XFER the slip is empty by now
    }

    // Anybody may empty the box, a few slips at a time and in order.
    function settle(uint256 count) external { //~ PREREQ ACCESS_CTRL anybody picks the moment
        for (; count > 0 && next < slips.length; count--) {
            uint256 id = next++;
            Slip storage s = slips[id];
            uint256 coins = s.coins;
            if (coins == 0) continue; //~ BENIGN CTRL_FLOW
            s.coins = 0; //~ BENIGN STATE_MOD
            boxed -= coins;
            worth += coins; //~ ROOT_CAUSE STATE_MOD the price of the next line counts the newcomer's own coins as if they were earned
            uint256 shares = sharesFor(coins); //~ ROOT_CAUSE COMPUTATION too few shares, the difference is everybody else's
            _mint(s.who, shares);
            emit Settled(id, s.who, coins, shares);
        }
    }

    function sell(uint256 shares, uint256 least) external returns (uint256 coins) {
        require(shares > 0, "nothing"); //~ BENIGN INPUT_VAL
        coins = (shares * worth) / totalSupply(); //~ BENIGN ARITHMETIC
        require(coins >= least, "too little"); //~ BENIGN INPUT_VAL
        worth -= coins;
        _burn(msg.sender, shares); //~ BENIGN STATE_MOD
        emit Sold(msg.sender, shares, coins);
        coin.safeTransfer(msg.sender, coins); //~ PREREQ FUND_XFER at any time, so also right after a settlement
    }

    // what the pressing has earned
    function bring(uint256 coins) external onlyOwner { //~ BENIGN ACCESS_CTRL
        require(totalSupply() > 0, "nobody there"); //~ BENIGN INPUT_VAL
        worth += coins;
        emit Brought(coins);
        coin.safeTransferFrom(msg.sender, address(this), coins);
    }

    function sharesFor(uint256 coins) public view returns (uint256) {
        uint256 supply = totalSupply();
        return supply == 0 ? coins : (coins * supply) / worth; //~ BENIGN ARITHMETIC
    }

    function slipCount() external view returns (uint256) {
        return slips.length;
    }

    event Bought(address indexed who, uint256 coins, uint256 shares);
    event Dropped(uint256 indexed id, address indexed who, uint256 coins);
    event TakenBack(uint256 indexed id);
    event Settled(uint256 indexed id, address indexed who, uint256 coins, uint256 shares);
    event Sold(address indexed who, uint256 shares, uint256 coins);
    event Brought(uint256 coins);
}
