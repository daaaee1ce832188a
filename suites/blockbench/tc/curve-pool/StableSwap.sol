// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./context/Guarded.sol";

/**
 * @title IERC20
 * @notice The part of ERC-20 that the pool calls.
 */
interface IERC20 {
    function transfer(address to, uint256 amount) external returns (bool);

    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @title StableSwap
 * @notice Pool of ether (coin 0) and a token that is worth one ether (coin 1). Function names follow the Curve pools.
 */
contract StableSwap is Guarded {
    uint256 public constant FEE_DENOMINATOR = 10_000;
    uint256 public constant MAX_FEE = 100;

    IERC20 public immutable coin;
    address public owner;
    uint256 public fee;
    uint256[2] public balances;

    uint256 public totalSupply;
    mapping(address => uint256) public balanceOf;

    event AddLiquidity(address indexed provider, uint256 eth, uint256 tokens, uint256 minted);
    event RemoveLiquidity(address indexed provider, uint256 eth, uint256 tokens, uint256 burned);
    event TokenExchange(address indexed buyer, uint256 sold, uint256 dx, uint256 dy);

    /**
     * @param coin_ Coin 1.
     * @param fee_ Fee of exchanges, in units of FEE_DENOMINATOR.
     */
    constructor(IERC20 coin_, uint256 fee_) {
        coin = coin_;
        fee = fee_;
        owner = msg.sender;
    }

    /**
     * @notice Worth of all coins of the pool.
     */
    function get_D() public view returns (uint256) {
        return balances[0] + balances[1]; //~ PREREQ STORAGE_READ right between calls, and not while coins are being paid out
    }

    /**
     * @notice Worth of one share, in units of 1e18.
     */
    function get_virtual_price() external view returns (uint256) {
        return (get_D() * 1e18) / totalSupply;
    }

    /**
     * @notice Adds coins to the pool.
     * @param tokens How much of coin 1; coin 0 is the ether that is sent.
     * @param min_mint Least number of shares.
     * @return minted How many shares the caller got.
     */
    function add_liquidity(uint256 tokens, uint256 min_mint) external payable guarded returns (uint256 minted) {
        uint256 before = get_D();
        balances[0] += msg.value;
        balances[1] += tokens;
        minted = before == 0 ? get_D() : (totalSupply * (get_D() - before)) / before; //~ PREREQ ARITHMETIC shares for each ether by the supply and the worth of before
        require(minted >= min_mint, "Slippage screwed you");
        totalSupply += minted;
        balanceOf[msg.sender] += minted;
        require(coin.transferFrom(msg.sender, address(this), tokens), "Pull failed");
        emit AddLiquidity(msg.sender, msg.value, tokens, minted); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Takes both coins out in proportion.
     * @param amount How many shares of the caller are burned.
     * @param min_eth Least amount of coin 0.
     * @param min_tokens Least amount of coin 1.
     */
    function remove_liquidity(uint256 amount, uint256 min_eth, uint256 min_tokens) external guarded {
        uint256 supply = totalSupply;
        balanceOf[msg.sender] -= amount; //~ BENIGN STATE_MOD checked subtraction

        uint256 eth = (balances[0] * amount) / supply;
        require(eth >= min_eth, "Withdrawal resulted in fewer coins");
        balances[0] -= eth;
        _pushEther(msg.sender, eth); //~ PREREQ EXT_CALL between the two coins, and before the supply follows

        uint256 tokens = (balances[1] * amount) / supply;
        require(tokens >= min_tokens, "Withdrawal resulted in fewer tokens");
        balances[1] -= tokens;
        totalSupply -= amount;
        require(coin.transfer(msg.sender, tokens), "Push failed");
        emit RemoveLiquidity(msg.sender, eth, tokens, amount);
    }

    /**
     * @notice Exchanges one coin for the other, one for one less the fee.
     * @param i Which coin the caller sells, 0 or 1.
     * @param dx How much of it.
     * @param min_dy Least amount of the other coin.
     */
    function exchange(uint256 i, uint256 dx, uint256 min_dy) external payable guarded returns (uint256 dy) {
        require(i < 2, "No such coin");
        require(msg.value == (i == 0 ? dx : 0), "Wrong ether"); //~ BENIGN INPUT_VAL
        dy = dx - (dx * fee) / FEE_DENOMINATOR; //~ BENIGN ARITHMETIC the fee stays with the shares
        require(dy >= min_dy, "Exchange resulted in fewer coins");
        balances[i] += dx;
        balances[1 - i] -= dy;
        if (i == 0) {
            require(coin.transfer(msg.sender, dy), "Push failed");
        } else {
            require(coin.transferFrom(msg.sender, address(this), dx), "Pull failed");
            _pushEther(msg.sender, dy);
        }
        emit TokenExchange(msg.sender, i, dx, dy);
    }

    /**
     * @notice Sets the fee of exchanges.
     */
    function set_fee(uint256 fee_) external {
        require(msg.sender == owner, "Only owner");
        require(fee_ <= MAX_FEE, "Fee too high");
        fee = fee_;
    }

    function _pushEther(address to, uint256 amount) private {
        (bool ok, ) = to.call{value: amount}("");
        require(ok, "Ether refused");
    }

    /**
     * @inheritdoc Guarded
     */
    function _lockKey() internal pure override returns (bytes32) {
        return msg.sig; //~ ROOT_CAUSE REENTRY_GUARD a lock for each function: while one runs, the others can be entered
    }
}
