pragma solidity ^0.4.24;

/**
 * @title SafeMath
 * @dev Arithmetic that throws where the result does not fit.
 */
library SafeMath {
    /**
     * @dev Multiplies two numbers.
     */
    function mul(uint256 a, uint256 b) internal pure returns (uint256) {
        if (a == 0) {
            return 0;
        }
        uint256 c = a * b;
        require(c / a == b, "mul overflow");
        return c;
    }

    /**
     * @dev Divides two numbers and truncates the quotient.
     */
    function div(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b > 0, "div by zero");
        return a / b;
    }

    /**
     * @dev Subtracts two numbers.
     */
    function sub(uint256 a, uint256 b) internal pure returns (uint256) {
        require(b <= a, "sub overflow");
        return a - b;
    }

    /**
     * @dev Adds two numbers.
     */
    function add(uint256 a, uint256 b) internal pure returns (uint256) {
        uint256 c = a + b;
        require(c >= a, "add overflow");
        return c;
    }
}
