// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "@openzeppelin/contracts@4.9.6/security/ReentrancyGuard.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "@openzeppelin/contracts@4.9.6/token/ERC20/utils/SafeERC20.sol";
import "@openzeppelin/contracts@4.9.6/utils/math/Math.sol";

contract EthPool is ERC20, ReentrancyGuard {
    using SafeERC20 for IERC20;

    event Added(address indexed who, uint256 a, uint256 b, uint256 s);
    event Removed(address indexed who, uint256 a, uint256 b, uint256 s);
    event Swapped(address indexed who, uint256 from, uint256 x, uint256 y);

    error Small();
    error Slip();
    error Value();
    error Empty();
    error Send();

    uint256 public constant FEE = 4;
    uint256 public constant BPS = 10_000;
    uint256 public constant LOCKED = 1e3;

    address public immutable keeper = msg.sender;
    address[2] public coin;
    uint256[2] public held;
    uint256 public fees;

    constructor(address a, address b) ERC20("Ether pool share", "EPS") {
        coin = [a, b];
    }

    function price() external view returns (uint256) {
        return Math.mulDiv(held[0] + held[1], 1e18, totalSupply());
    }

    function add(uint256 max) external payable nonReentrant returns (uint256 s) {
        uint256 t = totalSupply();
        uint256 b = max;
        if (t == 0) {
            s = msg.value + b;
            if (s <= LOCKED) revert Small();
            s -= LOCKED;
            _mint(address(this), LOCKED);
        } else {
            b = Math.mulDiv(msg.value, held[1], held[0], Math.Rounding.Up);
            if (b > max) revert Slip();
            s = Math.mulDiv(msg.value, t, held[0]);
            if (s == 0) revert Small();
        }
        held[0] += msg.value;
        held[1] += b;
        _mint(msg.sender, s);
        emit Added(msg.sender, msg.value, b, s);
        IERC20(coin[1]).safeTransferFrom(msg.sender, address(this), b);
    }

    function remove(uint256 s, uint256 minA, uint256 minB) external nonReentrant {
        uint256 t = totalSupply();
        uint256[2] memory x = [Math.mulDiv(held[0], s, t), Math.mulDiv(held[1], s, t)];
        if (x[0] < minA || x[1] < minB) revert Slip();
        _burn(msg.sender, s);
        emit Removed(msg.sender, x[0], x[1], s);
        for (uint256 i; i < 2; ++i) {
            held[i] -= x[i];
            _send(i, msg.sender, x[i]);
        }
    }

    function swap(uint256 from, uint256 x, uint256 min) external payable nonReentrant returns (uint256 y) {
        if (msg.value != (from == 0 ? x : 0)) revert Value();
        uint256 f = Math.ceilDiv(x * FEE, BPS);
        y = x - f;
        if (y < min) revert Slip();
        if (y >= held[1 - from]) revert Empty();
        held[from] += x;
        held[1 - from] -= y;
        if (from == 1) {
            held[1] -= f / 2;
            fees += f / 2;
            IERC20(coin[1]).safeTransferFrom(msg.sender, address(this), x);
        }
        emit Swapped(msg.sender, from, x, y);
        _send(1 - from, msg.sender, y);
    }

    function collect() external nonReentrant {
        uint256 x = fees;
        fees = 0;
        if (x > 0) _send(1, keeper, x);
    }

    function _send(uint256 i, address to, uint256 x) private {
        if (i == 1) return IERC20(coin[1]).safeTransfer(to, x);
        (bool ok, ) = to.call{value: x}("");
        if (!ok) revert Send();
    }
}
