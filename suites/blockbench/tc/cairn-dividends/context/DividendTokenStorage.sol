pragma solidity 0.5.17;

/**
 * @title DividendTokenStorage
 * @notice The state of the dividend token, apart from its logic
 */
contract DividendTokenStorage {
    /**
     * @notice EIP-20 token name
     */
    string public constant name = "Dividend Token";

    /**
     * @notice EIP-20 token symbol
     */
    string public constant symbol = "DIV";

    /**
     * @notice EIP-20 token decimals
     */
    uint8 public constant decimals = 18;

    /**
     * @notice Total number of tokens in circulation
     */
    uint public totalSupply;

    /**
     * @notice The dividends of one token since the beginning, scaled by 1e18
     */
    uint public dividendIndexMantissa;

    /**
     * @dev Number of tokens of each account
     */
    mapping(address => uint) internal accountTokens;

    /**
     * @dev Approved amounts of each account, by spender
     */
    mapping(address => mapping(address => uint)) internal transferAllowances;

    /**
     * @dev The index up to which the dividends of an account were credited
     */
    mapping(address => uint) internal accountIndexMantissa;

    /**
     * @dev Ether that was credited to an account and not claimed yet
     */
    mapping(address => uint) internal accountCredit;
}
