pragma solidity 0.4.26;

/**
 * @title SafeMath
 * @dev Arithmetic that stops where a number would wrap.
 */
library SafeMath {
    /**
     * @dev Adds two numbers.
     */
    function add(uint256 _a, uint256 _b) internal pure returns (uint256) {
        uint256 sum = _a + _b;
        require(sum >= _a, "sum too large");
        return sum;
    }

    /**
     * @dev Takes one number from another.
     */
    function sub(uint256 _a, uint256 _b) internal pure returns (uint256) {
        require(_b <= _a, "difference below zero");
        return _a - _b;
    }

    /**
     * @dev Takes a percentage of a number, rounded down.
     */
    function percent(uint256 _a, uint256 _percent) internal pure returns (uint256) {
        uint256 product = _a * _percent;
        require(_a == 0 || product / _a == _percent, "product too large");
        return product / 100;
    }
}
