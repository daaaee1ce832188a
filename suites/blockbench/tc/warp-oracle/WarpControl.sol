pragma solidity 0.5.17;

/**
 * @title SafeMath
 * @dev Math operations with safety checks that revert on error
 */
library SafeMath {
    /**
     * @dev Adds two numbers, reverts on overflow.
     */
    function add(uint256 a, uint256 b) internal pure returns (uint256 c) {
        c = a + b;
        require(c >= a, "add");
    }

    /**
     * @dev Subtracts two numbers, reverts when the result would be negative.
     */
    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "sub");
        return a - b;
    }

    /**
     * @dev Multiplies two numbers, reverts on overflow.
     */
    function mul(uint256 a, uint256 b) internal pure returns (uint256 c) {
        if (a == 0) return 0;
        c = a * b;
        require(c / a == b, "mul");
    }
}

/**
 * @title Babylonian
 * @dev Square roots
 */
library Babylonian {
    /**
     * @dev Returns the root of a number, rounded down.
     */
    function sqrt(uint256 y) internal pure returns (uint256 z) {
        z = y;
        uint256 x = y / 2 + 1;
        while (x < z) {
            z = x;
            x = (y / x + x) / 2;
        }
    }
}

interface IToken {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

interface IUniswapV2Pair {
    function token0() external view returns (address);
    function token1() external view returns (address);
    function totalSupply() external view returns (uint256);
    function getReserves() external view returns (uint256 reserve0, uint256 reserve1);
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/**
 * @dev Time-weighted prices of single tokens in dollars, 1e18.
 */
interface ITwap {
    function consult(address token) external view returns (uint256);
}

/**
 * @title UniswapLPOracle
 * @dev Prices shares of a pool.
 */
contract UniswapLPOracle {
    using SafeMath for uint256;

    ITwap public twap;

    constructor(ITwap _twap) public {
        twap = _twap;
    }

    /**
     * @dev Returns what both sides of a pool are worth in dollars.
     */
    function sides(IUniswapV2Pair _pair) public view returns (uint256 side0, uint256 side1) {
        (uint256 reserve0, uint256 reserve1) = _pair.getReserves(); //~ PREREQ ORACLE as they are at this moment
        side0 = reserve0.mul(twap.consult(_pair.token0())) / 1e18; //~ BENIGN ORACLE averaged over time
        side1 = reserve1.mul(twap.consult(_pair.token1())) / 1e18;
    }

    /**
     * @dev Returns the mean of both sides, below which a pool is too small to be used.
     */
    function depth(IUniswapV2Pair _pair) public view returns (uint256) {
        (uint256 side0, uint256 side1) = sides(_pair);
        return Babylonian.sqrt(side0.mul(side1)); //~ BENIGN COMPUTATION a trade changes it by the fee at most
    }

    /**
     * @dev Returns the price of one share of a pool in dollars.
     */
    function getUnderlyingPrice(IUniswapV2Pair _pair) external view returns (uint256) {
        (uint256 side0, uint256 side1) = sides(_pair);
        uint256 value = side0.add(side1); //~ ROOT_CAUSE ORACLE a trade far off the market makes the sum larger
        return value.mul(1e18) / _pair.totalSupply();
    }
}

/**
 * @title WarpControl
 * @dev Lends a stablecoin against shares of one pool.
 */
contract WarpControl {
    using SafeMath for uint256;

    IToken public stableCoin;
    IUniswapV2Pair public pair;
    UniswapLPOracle public oracle;
    uint256 public minDepth;

    mapping(address => uint256) public lent;
    mapping(address => uint256) public collateral;
    mapping(address => uint256) public borrowed;

    event Lent(address indexed account, uint256 amount);
    event Unlent(address indexed account, uint256 amount);
    event Borrowed(address indexed account, uint256 amount);
    event Repaid(address indexed account, uint256 amount);

    constructor(IToken _stableCoin, IUniswapV2Pair _pair, UniswapLPOracle _oracle, uint256 _minDepth) public {
        stableCoin = _stableCoin;
        pair = _pair;
        oracle = _oracle;
        minDepth = _minDepth;
    }

    /**
     * @dev Lends stablecoins to the borrowers.
     */
    function lendSC(uint256 _amount) external {
        lent[msg.sender] = lent[msg.sender].add(_amount);
        require(stableCoin.transferFrom(msg.sender, address(this), _amount), "coins not received");
        emit Lent(msg.sender, _amount);
    }

    /**
     * @dev Takes lent stablecoins back, as far as there are some.
     */
    function unlendSC(uint256 _amount) external {
        lent[msg.sender] = lent[msg.sender].sub(_amount);
        require(stableCoin.transfer(msg.sender, _amount), "coins not sent");
        emit Unlent(msg.sender, _amount);
    }

    /**
     * @dev Provides shares of the pool as collateral.
     */
    function provideCollateral(uint256 _amount) external {
        collateral[msg.sender] = collateral[msg.sender].add(_amount);
        require(pair.transferFrom(msg.sender, address(this), _amount), "shares not received");
    }

    /**
     * @dev Takes collateral back that the loan does not need.
     */
    function withdrawCollateral(uint256 _amount) external {
        collateral[msg.sender] = collateral[msg.sender].sub(_amount);
        require(borrowed[msg.sender] <= getBorrowLimit(msg.sender), "collateral needed"); //~ BENIGN ACCESS_CTRL
        require(pair.transfer(msg.sender, _amount), "shares not sent");
    }

    /**
     * @dev Borrows stablecoins.
     */
    function borrowSC(uint256 _amount) external {
        require(oracle.depth(pair) >= minDepth, "pool too small"); //~ INSUFF_GUARD INPUT_VAL says how large a pool is, and not how far it is off
        borrowed[msg.sender] = borrowed[msg.sender].add(_amount);
        require(borrowed[msg.sender] <= getBorrowLimit(msg.sender), "limit"); //~ PREREQ ORACLE at the price of this moment
        require(stableCoin.transfer(msg.sender, _amount), "coins not sent");
        emit Borrowed(msg.sender, _amount); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @dev Repays a loan.
     */
    function repaySC(uint256 _amount) external {
        borrowed[msg.sender] = borrowed[msg.sender].sub(_amount);
        require(stableCoin.transferFrom(msg.sender, address(this), _amount), "coins not received");
        emit Repaid(msg.sender, _amount);
    }

    /**
     * @dev Returns how much an account may owe: two thirds of its collateral.
     */
    function getBorrowLimit(address _account) public view returns (uint256) {
        return collateral[_account].mul(oracle.getUnderlyingPrice(pair)) / 1e18 * 2 / 3;
    }
}
