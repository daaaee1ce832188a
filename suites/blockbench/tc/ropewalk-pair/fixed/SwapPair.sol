// SPDX-License-Identifier: MIT
pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/math/Math.sol";
import "@openzeppelin/contracts@2.5.1/math/SafeMath.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/IERC20.sol";
import "@openzeppelin/contracts@2.5.1/token/ERC20/SafeERC20.sol";
import "@openzeppelin/contracts@2.5.1/utils/ReentrancyGuard.sol";
import "./context/CumulativePrice.sol";
import "./context/PairSettings.sol";
import "./context/PairToken.sol";
import "./context/Root.sol";

/**
 * @title ISwapCallee
 * @dev Who takes tokens out of a pair before paying for them
 */
interface ISwapCallee {
    /**
     * @dev Called after the output was sent and before the input is counted
     */
    function onSwap(address _sender, uint256 _amount0Out, uint256 _amount1Out, bytes calldata _data) external;
}

/**
 * @title SwapPair
 * @dev Exchanges two tokens for a fee of 16 in 10,000, of which a quarter is the protocol's. Nothing is pulled: whoever
 * adds liquidity, takes it out or trades sends tokens to the pair first and calls it in the same transaction, usually
 * by a router. Both tokens are ordinary ERC20 tokens that move what they are told to move.
 */
contract SwapPair is PairToken, CumulativePrice, ReentrancyGuard {
    using SafeMath for uint256;
    using SafeERC20 for IERC20;
    using Root for uint256;

    uint256 public constant MINIMUM_LIQUIDITY = 1000;
    address public constant LOCKED = address(0xdead);

    PairSettings public settings;
    IERC20 public token0;
    IERC20 public token1;

    uint256 public reserve0;
    uint256 public reserve1;
    uint256 public lastProduct;

    event LiquidityAdded(address indexed to, uint256 amount0, uint256 amount1, uint256 liquidity);
    event LiquidityRemoved(address indexed to, uint256 amount0, uint256 amount1, uint256 liquidity);
    event Swapped(
        address indexed sender,
        address indexed to,
        uint256 amount0In,
        uint256 amount1In,
        uint256 amount0Out,
        uint256 amount1Out
    );
    event Synced(uint256 reserve0, uint256 reserve1);

    /**
     * @dev Throws while the exchange is paused
     */
    modifier whenNotPaused() {
        require(!settings.paused(), "paused"); //~ BENIGN CTRL_FLOW
        _;
    }

    /**
     * @dev Constructor
     * @param _settings What all pairs have in common
     * @param _token0 The first token
     * @param _token1 The second token
     * @param _chainId The chain for which signatures are made
     */
    constructor(PairSettings _settings, IERC20 _token0, IERC20 _token1, uint256 _chainId) public PairToken(_chainId) {
        require(address(_settings) != address(0), "no settings"); //~ BENIGN INIT
        require(_token0 != _token1, "same token"); //~ BENIGN INIT
        settings = _settings;
        token0 = _token0;
        token1 = _token1;
    }

    /**
     * @dev Mints liquidity for the tokens that were sent
     * @param _to Who gets it
     */
    function mint(address _to) external nonReentrant whenNotPaused returns (uint256 liquidity) { //~ BENIGN REENTRY_GUARD
        (uint256 balance0, uint256 balance1) = _tokenBalances();
        uint256 amount0 = balance0.sub(reserve0);
        uint256 amount1 = balance1.sub(reserve1);
        bool shared = _mintProtocolShare();
        if (totalSupply() == 0) {
            liquidity = amount0.mul(amount1).root().sub(MINIMUM_LIQUIDITY);
            _mint(LOCKED, MINIMUM_LIQUIDITY); //~ BENIGN ARITHMETIC a part nobody owns, so that a share cannot be made dear
        } else {
            liquidity = Math.min( //~ BENIGN ARITHMETIC the smaller side counts
                amount0.mul(totalSupply()).div(reserve0),
                amount1.mul(totalSupply()).div(reserve1)
            );
        }
        require(liquidity > 0, "nothing added"); //~ BENIGN INPUT_VAL
        _mint(_to, liquidity);
        _update(balance0, balance1);
        _rememberProduct(shared);
        emit LiquidityAdded(_to, amount0, amount1, liquidity); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Burns the liquidity that was sent, for a share of both tokens
     * @param _to Who gets the tokens
     */
    function burn(address _to) external nonReentrant returns (uint256 amount0, uint256 amount1) {
        bool shared = _mintProtocolShare();
        uint256 liquidity = balanceOf(address(this));
        (uint256 balance0, uint256 balance1) = _tokenBalances();
        amount0 = liquidity.mul(balance0).div(totalSupply()); //~ BENIGN ARITHMETIC rounds down, for those who stay
        amount1 = liquidity.mul(balance1).div(totalSupply());
        require(amount0 > 0 && amount1 > 0, "nothing removed"); //~ BENIGN INPUT_VAL
        _burn(address(this), liquidity);
        _send(_to, amount0, amount1); //~ BENIGN FUND_XFER
        (balance0, balance1) = _tokenBalances();
        _update(balance0, balance1);
        _rememberProduct(shared);
        emit LiquidityRemoved(_to, amount0, amount1, liquidity);
    }

    /**
     * @dev Trades the tokens that were sent, or that the recipient pays when it is called
     * @param _amount0Out What is taken of the first token
     * @param _amount1Out What is taken of the second token
     * @param _to Who gets it
     * @param _data What the recipient is called with, not at all if empty
     */
    function swap(
        uint256 _amount0Out,
        uint256 _amount1Out,
        address _to,
        bytes calldata _data
    ) external nonReentrant whenNotPaused {
        require(_amount0Out > 0 || _amount1Out > 0, "no output"); //~ BENIGN INPUT_VAL
        require(_amount0Out < reserve0 && _amount1Out < reserve1, "no liquidity"); //~ BENIGN INPUT_VAL
        require(_to != address(token0) && _to != address(token1), "bad recipient"); //~ BENIGN INPUT_VAL
        _send(_to, _amount0Out, _amount1Out); //~ BENIGN FUND_XFER
        if (_data.length > 0) {
            ISwapCallee(_to).onSwap(msg.sender, _amount0Out, _amount1Out, _data); //~ BENIGN EXT_CALL
        }
        _settle(_amount0Out, _amount1Out, _to);
    }

    /**
     * @dev Sends what the pair has beyond its reserves to an account
     */
    function skim(address _to) external nonReentrant {
        (uint256 balance0, uint256 balance1) = _tokenBalances();
        _send(_to, balance0.sub(reserve0), balance1.sub(reserve1)); //~ BENIGN FUND_XFER nothing that belongs to the liquidity
    }

    /**
     * @dev Takes up what the pair has beyond its reserves
     */
    function sync() external nonReentrant {
        (uint256 balance0, uint256 balance1) = _tokenBalances();
        _update(balance0, balance1);
    }

    /**
     * @dev The sums of both prices up to now
     */
    function cumulativePrices() external view returns (uint256, uint256) {
        return _cumulativeAt(reserve0, reserve1);
    }

    /**
     * @dev What an input brings at the reserves of this moment
     * @param _amountIn The input
     * @param _zeroForOne Whether it is of the first token
     */
    function getAmountOut(uint256 _amountIn, bool _zeroForOne) external view returns (uint256) {
        (uint256 reserveIn, uint256 reserveOut) = _ordered(_zeroForOne);
        uint256 net = _amountIn.mul(10000 - 16);
        return net.mul(reserveOut).div(reserveIn.mul(10000).add(net)); //~ BENIGN COMPUTATION one scale above and below
    }

    /**
     * @dev The input that an output asks for at the reserves of this moment
     * @param _amountOut The output
     * @param _zeroForOne Whether the input is of the first token
     */
    function getAmountIn(uint256 _amountOut, bool _zeroForOne) external view returns (uint256) {
        (uint256 reserveIn, uint256 reserveOut) = _ordered(_zeroForOne);
        uint256 part = reserveOut.sub(_amountOut).mul(10000 - 16);
        return reserveIn.mul(_amountOut).mul(10000).div(part).add(1);
    }

    /**
     * @dev Counts the input of a trade and compares the products of the reserves, without the fee
     */
    function _settle(uint256 _amount0Out, uint256 _amount1Out, address _to) internal {
        (uint256 balance0, uint256 balance1) = _tokenBalances();
        uint256 amount0In = _excess(balance0, reserve0.sub(_amount0Out));
        uint256 amount1In = _excess(balance1, reserve1.sub(_amount1Out));
        require(amount0In > 0 || amount1In > 0, "no input"); //~ BENIGN INPUT_VAL
        uint256 adjusted0 = balance0.mul(10000).sub(amount0In.mul(16)); //~ BENIGN COMPUTATION scaled by 10,000
        uint256 adjusted1 = balance1.mul(10000).sub(amount1In.mul(16));
        require(adjusted0.mul(adjusted1) >= reserve0.mul(reserve1).mul(10000**2), "product"); //~ BENIGN ARITHMETIC
        _update(balance0, balance1);
        emit Swapped(msg.sender, _to, amount0In, amount1In, _amount0Out, _amount1Out);
    }

    /**
     * @dev Mints a quarter of the fees since liquidity last changed to the protocol
     */
    function _mintProtocolShare() internal returns (bool shared) {
        address feeTo = settings.feeTo();
        shared = feeTo != address(0);
        if (shared && lastProduct > 0) {
            uint256 rootNow = reserve0.mul(reserve1).root();
            uint256 rootLast = lastProduct.root();
            if (rootNow > rootLast) {
                uint256 growth = totalSupply().mul(rootNow.sub(rootLast));
                _mint(feeTo, growth.div(rootNow.mul(3).add(rootLast))); //~ BENIGN ARITHMETIC a quarter of the growth
            }
        }
    }

    /**
     * @dev Remembers the product of the reserves, for the share of the protocol
     */
    function _rememberProduct(bool _shared) internal {
        lastProduct = _shared ? reserve0.mul(reserve1) : 0;
    }

    /**
     * @dev Writes the reserves
     */
    function _update(uint256 _balance0, uint256 _balance1) internal {
        require(_balance0 <= uint112(-1) && _balance1 <= uint112(-1), "too much"); //~ BENIGN ARITHMETIC keeps products within a word
        _accumulate(reserve0, reserve1);
        reserve0 = _balance0;
        reserve1 = _balance1;
        emit Synced(_balance0, _balance1);
    }

    /**
     * @dev Sends both tokens
     */
    function _send(address _to, uint256 _amount0, uint256 _amount1) internal {
        if (_amount0 > 0) {
            token0.safeTransfer(_to, _amount0);
        }
        if (_amount1 > 0) {
            token1.safeTransfer(_to, _amount1);
        }
    }

    /**
     * @dev What the pair has of both tokens
     */
    function _tokenBalances() internal view returns (uint256, uint256) {
        return (token0.balanceOf(address(this)), token1.balanceOf(address(this)));
    }

    /**
     * @dev The reserves of what comes in and of what goes out
     */
    function _ordered(bool _zeroForOne) internal view returns (uint256, uint256) {
        return _zeroForOne ? (reserve0, reserve1) : (reserve1, reserve0);
    }

    /**
     * @dev What there is beyond an amount, or nothing
     */
    function _excess(uint256 _amount, uint256 _expected) internal pure returns (uint256) {
        return _amount > _expected ? _amount - _expected : 0;
    }
}
