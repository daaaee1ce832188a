// Every operator once.
pragma solidity 0.8.30;
contract Ops {
    function run(uint256 a, uint256 b, bool c) external pure returns (uint256 r) {
        r = a + b * a ** 2 - b / 3 % 5;
        r = (a << 2) | (b >> 1) & ~a ^ b;
        r += 1; r -= 1; r *= 2; r /= 2; r %= 7; r |= 1; r &= 3; r ^= 2; r <<= 1; r >>= 1;
        r = c && !(a == b) || a != b ? a++ + ++b : a-- - --b;
        if (a < b) r = 1; else if (a > b) r = 2; else if (a <= b || a >= b) { r = 1_000 + 0xFf + 1e3 + 1 ether + 2 gwei + 3 days + 0.5e1; }
        int256 n = -int256(a); r = uint256(-n);
        delete r;
    }
}
