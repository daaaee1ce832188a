// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.7.6;

import "@openzeppelin/contracts@3.4.2-solc-0.7/math/Math.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/math/SafeMath.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@3.4.2-solc-0.7/token/ERC20/SafeERC20.sol";
import "./Interfaces.sol";

// two dollars of 18 decimals, traded against each other
contract DollarPool is ERC20 {
    using SafeERC20 for IERC20;
    using SafeMath for uint256;

    uint256 public constant FEE = 4;
    uint256 public constant MAX_BPS = 10000;

    IERC20 public immutable tokenA;
    IERC20 public immutable tokenB;

    uint256 public reserveA;
    uint256 public reserveB;

    event Swap(address indexed account, bool from_a, uint256 amount_in, uint256 amount_out);

    constructor(IERC20 _a, IERC20 _b) ERC20("Dollar Pool", "DPOOL") {
        require(_a != _b, "!tokens");
        tokenA = _a;
        tokenB = _b;
    }

    function swap(bool from_a, uint256 amount, uint256 min_out) external returns (uint256 out) {
        _pull(from_a ? tokenA : tokenB, amount);
        uint256 net = amount.mul(MAX_BPS - FEE).div(MAX_BPS);
        (uint256 here, uint256 there) = from_a ? (reserveA, reserveB) : (reserveB, reserveA);
        out = there.mul(net).div(here.add(net));
        require(out > 0 && out >= min_out, "!min");
        (here, there) = (here.add(amount), there.sub(out));
        (reserveA, reserveB) = from_a ? (here, there) : (there, here);
        emit Swap(msg.sender, from_a, amount, out);
        (from_a ? tokenB : tokenA).safeTransfer(msg.sender, out);
    }

    function join(uint256 a, uint256 b, uint256 min_parts) external returns (uint256 parts) {
        _pull(tokenA, a);
        _pull(tokenB, b);
        uint256 supply = totalSupply();
        if (supply == 0) parts = root(a.mul(b));
        else parts = Math.min(a.mul(supply).div(reserveA), b.mul(supply).div(reserveB));
        reserveA = reserveA.add(a);
        reserveB = reserveB.add(b);
        _credit(parts, min_parts);
    }

    function joinOne(uint256 amount, uint256 min_parts) external returns (uint256 parts) {
        _pull(tokenA, amount);
        uint256 size = root(reserveA.mul(reserveB));
        reserveA = reserveA.add(amount);
        parts = totalSupply().mul(root(reserveA.mul(reserveB)).sub(size)).div(size);
        _credit(parts, min_parts);
    }

    function exitOne(uint256 parts, uint256 min_out) external returns (uint256 out) {
        out = quoteOne(parts);
        require(out >= min_out, "!min");
        out = out.sub(out.mul(FEE).div(MAX_BPS));
        reserveA = reserveA.sub(out);
        _burn(msg.sender, parts);
        tokenA.safeTransfer(msg.sender, out);
    }

    // what parts bring in A if they leave now: their share of both, the B of it swapped
    function quoteOne(uint256 parts) public view returns (uint256) {
        if (parts == 0) return 0;
        uint256 supply = totalSupply();
        require(parts <= supply, "!parts");
        uint256 rest = supply - parts;
        return reserveA.sub(reserveA.mul(rest).div(supply).mul(rest).div(supply));
    }

    // what parts stand for where a dollar of A and a dollar of B are the same
    function worth(uint256 parts) external view returns (uint256) {
        if (parts == 0) return 0;
        uint256 supply = totalSupply();
        require(parts <= supply, "!parts");
        return parts.mul(2).mul(root(reserveA.mul(reserveB))).div(supply);
    }

    function root(uint256 x) public pure returns (uint256 y) {
        if (x < 4) return x == 0 ? 0 : 1;
        uint256 next = x / 2 + 1;
        y = x;
        while (next < y) {
            y = next;
            next = (x / next + next) / 2;
        }
    }

    function _credit(uint256 parts, uint256 min_parts) internal {
        require(parts > 0 && parts >= min_parts, "!min");
        _mint(msg.sender, parts);
    }

    function _pull(IERC20 token, uint256 amount) internal {
        token.safeTransferFrom(msg.sender, address(this), amount);
    }
}
