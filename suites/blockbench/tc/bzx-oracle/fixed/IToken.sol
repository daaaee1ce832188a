pragma solidity 0.5.17;

interface EIP20Interface {
    function transfer(address dst, uint256 amount) external returns (bool);
    function transferFrom(address src, address dst, uint256 amount) external returns (bool);
}

/**
 * @dev Exchanges tokens at the price of the moment
 */
interface SwapsInterface {
    /**
     * @return What one unit of src is worth in dst (scaled by 1e18)
     */
    function getExpectedRate(address src, address dst) external view returns (uint256);
}

contract Exponential {
    uint256 internal constant expScale = 1e18;

    function mulExp(uint256 a, uint256 mantissa) internal pure returns (uint256) {
        uint256 product = a * mantissa;
        require(a == 0 || product / a == mantissa, "multiplication overflow");
        return product / expScale;
    }

    function subUInt(uint256 a, uint256 b, string memory errorMessage) internal pure returns (uint256) {
        require(b <= a, errorMessage);
        return a - b;
    }
}

contract BZxOracle {
    /**
     * @notice Administrator for this contract
     */
    address public admin;

    /**
     * @notice Where tokens are exchanged
     */
    SwapsInterface public swaps;

    /**
     * @notice Reported price of each pair of tokens (scaled by 1e18)
     */
    mapping(address => mapping(address => uint256)) internal referenceMantissa;

    event NewReference(address src, address dst, uint256 rateMantissa);

    constructor(SwapsInterface swaps_) public {
        admin = msg.sender;
        swaps = swaps_;
    }

    /**
     * @notice Reports a price
     * @dev Admin function
     * @param src The token that is priced
     * @param dst The token that it is priced in
     * @param rateMantissa What one unit of src is worth in dst (scaled by 1e18)
     */
    function setReference(address src, address dst, uint256 rateMantissa) external {
        require(msg.sender == admin, "only the admin can report a price");
        require(rateMantissa > 0, "a price cannot be zero");
        referenceMantissa[src][dst] = rateMantissa;
        emit NewReference(src, dst, rateMantissa);
    }

    /**
     * @notice The rate at which tokens can be exchanged right now
     * @return The rate mantissa
     */
    function queryRate(address src, address dst) external view returns (uint256) {
        return swaps.getExpectedRate(src, dst); //~ BENIGN ORACLE
    }

    /**
     * @notice The rate that was reported last
     * @return The rate mantissa
     */
    function reportedRate(address src, address dst) external view returns (uint256) {
        return referenceMantissa[src][dst]; //~ BENIGN ORACLE no trade moves it
    }
}

/**
 * @title bZx's IToken Contract
 * @notice Lends one token against another; interest is left out of this edition
 */
contract IToken is Exponential {
    /**
     * @notice Share of the collateral that can be borrowed, and below which a loan can be closed by others
     */
    uint256 public constant initialMarginMantissa = 0.66e18;
    uint256 public constant maintenanceMarginMantissa = 0.85e18;

    BZxOracle public oracle;
    EIP20Interface public loanToken;
    EIP20Interface public collateralToken;

    mapping(address => uint256) public balanceOf;
    mapping(address => uint256) public collateralOf;
    mapping(address => uint256) public principalOf;

    event Mint(address minter, uint256 amount);
    event Burn(address burner, uint256 amount);
    event Borrow(address borrower, uint256 amount, uint256 collateral);
    event Repay(address borrower, uint256 amount);
    event Liquidate(address liquidator, address borrower, uint256 principal, uint256 collateral);

    constructor(BZxOracle oracle_, EIP20Interface loanToken_, EIP20Interface collateralToken_) public {
        oracle = oracle_;
        loanToken = loanToken_;
        collateralToken = collateralToken_;
    }

    /**
     * @notice Sender lends tokens
     * @param amount The amount to lend
     */
    function mint(uint256 amount) external {
        balanceOf[msg.sender] += amount;
        require(loanToken.transferFrom(msg.sender, address(this), amount), "the loan token did not come in");
        emit Mint(msg.sender, amount);
    }

    /**
     * @notice Sender takes lent tokens back, as far as there are some
     * @param amount The amount to take
     */
    function burn(uint256 amount) external {
        balanceOf[msg.sender] = subUInt(balanceOf[msg.sender], amount, "more than was lent");
        require(loanToken.transfer(msg.sender, amount), "the loan token did not go out");
        emit Burn(msg.sender, amount);
    }

    /**
     * @notice Sender deposits collateral and borrows against it
     * @param collateral The amount of the collateral token to deposit
     * @param amount The amount to borrow
     */
    function borrowTokenFromDeposit(uint256 collateral, uint256 amount) external {
        collateralOf[msg.sender] += collateral;
        principalOf[msg.sender] += amount;
        require(collateralToken.transferFrom(msg.sender, address(this), collateral), "the collateral did not come in");
        uint256 rate = oracle.reportedRate(address(collateralToken), address(loanToken)); //~ BENIGN ORACLE
        uint256 worth = mulExp(collateralOf[msg.sender], rate);
        require(principalOf[msg.sender] <= mulExp(worth, initialMarginMantissa), "the collateral is not enough"); //~ BENIGN INPUT_VAL
        require(loanToken.transfer(msg.sender, amount), "the loan token did not go out");
        emit Borrow(msg.sender, amount, collateral); //~ UNRELATED EVENT_EMIT
    }

    /**
     * @notice Sender repays its loan; with the last of it the collateral goes back
     * @param amount The amount to repay
     */
    function repayBorrow(uint256 amount) external {
        principalOf[msg.sender] = subUInt(principalOf[msg.sender], amount, "more than is owed");
        require(loanToken.transferFrom(msg.sender, address(this), amount), "the loan token did not come in");
        if (principalOf[msg.sender] == 0) {
            uint256 collateral = collateralOf[msg.sender];
            collateralOf[msg.sender] = 0; //~ BENIGN STATE_MOD
            require(collateralToken.transfer(msg.sender, collateral), "the collateral did not go out");
        }
        emit Repay(msg.sender, amount);
    }

    /**
     * @notice Sender repays the loan of another account and gets its collateral
     * @param borrower The account whose collateral has become too small
     */
    function liquidate(address borrower) external {
        uint256 principal = principalOf[borrower];
        uint256 collateral = collateralOf[borrower];
        uint256 rate = oracle.reportedRate(address(collateralToken), address(loanToken)); //~ BENIGN ORACLE
        require(principal > mulExp(mulExp(collateral, rate), maintenanceMarginMantissa), "the collateral is enough"); //~ BENIGN INPUT_VAL
        principalOf[borrower] = 0;
        collateralOf[borrower] = 0;
        require(loanToken.transferFrom(msg.sender, address(this), principal), "the loan token did not come in");
        require(collateralToken.transfer(msg.sender, collateral), "the collateral did not go out");
        emit Liquidate(msg.sender, borrower, principal, collateral);
    }
}
