// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

import "./Vault.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function store(address where, bytes32 slot, bytes32 value) external;
    function readFile(string calldata path) external returns (string memory);
}

Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

/// Every shape a proof can fail in. The mode follows the creation code as a constructor argument.
contract Proof {
    uint256 immutable mode;
    IVault vault;
    Attacker thief;
    Purse purse;
    uint256 honest = 3 ether;
    event Drained(address by, uint256 amount);

    constructor(uint256 mode_) {
        mode = mode_;
    }

    function setUp() public {
        vault = mode == 1 || mode == 42 ? IVault(new FixedVault()) : mode == 2 ? IVault(new RevertingVault()) : IVault(new Vault());
        thief = new Attacker(vault, this);
        vm.deal(address(this), 100 ether);
        vault.deposit{value: honest}();
        vm.deal(address(thief), mode == 3 ? 5 ether : 1 ether);
        if (mode == 4) vm.prank(address(1));
        if (mode == 5) revert("no luck");
        if (mode == 6) thief.cheat();
        if (mode == 42) {
            bytes memory code = abi.encodePacked(
                hex"3d602d80600a3d3981f3363d3d373d3d3d363d73", new Purse(), hex"5af43d82803e903d91602b57fd5bf3"
            );
            Purse made;
            assembly { made := create(0, add(code, 32), mload(code)) }
            purse = made;
            purse.use(vault);
            purse.fill{value: 2 ether}();
        }
    }

    function test_Regular() public {
        uint256 before = address(this).balance;
        vault.withdraw(1 ether);
        require(address(this).balance == before + 1 ether, "not paid");
        if (mode == 7) require(false, "unhappy");
        if (mode == 42) {
            purse.fill{value: 1 ether}();
            purse.spend(1 ether);
        }
    }

    function exploit() public {
        uint256 m = mode;
        if (m < 10) thief.run();
        else if (m == 10) return; // nothing
        else if (m == 11) emit Drained(address(thief), 3 ether);
        else if (m == 12) vault.sweep(payable(address(thief))); // as the owner
        else if (m == 13) thief.callBack(); // as the owner, by a detour
        else if (m == 14) vm.deal(address(thief), 10 ether);
        else if (m == 15) {
            try vm.deal(address(thief), 10 ether) {} catch {}
            thief.run();
        } else if (m == 16) thief.cheat();
        else if (m == 17) thief.wait();
        else if (m == 18) thief.run{value: 2 ether}();
        else if (m == 19) {
            (bool ok, ) = address(thief).delegatecall(abi.encodeCall(Attacker.sweep, (vault)));
            require(ok);
        } else if (m == 20) selfdestruct(payable(address(thief)));
        else if (m == 21) thief.loop();
        else if (m == 22) thief.bomb();
        else if (m == 23) thief.big();
        else if (m == 24) thief.spawn();
        else if (m == 25) thief.deep();
        else if (m == 26) vm.warp(0);
        else if (m == 27) {
            vm.warp(1000);
            vm.roll(50);
        } else if (m == 28) vm.readFile("/etc/passwd");
        else if (m == 29) revert Vault.TooMuch(1, 2);
        else if (m == 30) {
            uint256[] memory none;
            none[3] = 1;
        } else if (m == 31) thief.run{value: 0.5 ether}();
        else if (m == 32) {
            Helper h = new Helper();
            h.run(vault, address(thief));
        } else if (m == 33) {
            try thief.loop() {} catch {}
        } else if (m == 34) thief.starve();
        else if (m == 35) {
            vm.prank(address(vault));
            thief.run();
        } else if (m == 36) thief.claimReset();
        else if (m == 37) assembly { invalid() }
        else if (m == 38) thief.lies();
        else if (m == 39) honest = 0;
        else if (m == 40) {
            vm.warp(1000);
            revert("too late");
        } else if (m == 41) thief.wind();
    }

    function sweepFor(address payable to) external {
        vault.sweep(to);
    }

    function tick() external {
        vm.warp(block.timestamp + 1 days);
    }

    function target() public view returns (address) {
        return mode == 8 ? address(0xdead) : address(vault);
    }

    function attacker() public view returns (address) {
        return mode == 9 ? address(this) : address(thief);
    }

    // assets for the other kinds of impact
    function young() public view returns (bool) {
        return block.timestamp < 500;
    }

    function counted() public view returns (bool) {
        return Vault(address(vault)).balanceOf(address(purse)) == purse.kept();
    }

    function held() public view returns (uint256) {
        return address(vault).balance;
    }

    function owed() public view returns (uint256) {
        return honest;
    }

    function honestWithdrawal() public {
        vm.prank(address(this));
        vault.withdraw(2 ether);
    }

    function cheatingGetter() public returns (uint256) {
        vm.warp(5);
        return 1;
    }

    function failingGetter() public view returns (uint256) {
        revert(mode > 0 ? "not today" : "");
    }

    receive() external payable {}
}

contract Attacker {
    IVault vault;
    Proof proof;

    constructor(IVault vault_, Proof proof_) {
        vault = vault_;
        proof = proof_;
    }

    function run() external payable {
        vault.deposit{value: 1 ether}();
        for (uint256 i = 0; i < 4; i++) {
            try vault.withdraw(1 ether) {} catch {}
        }
    }

    function callBack() external {
        proof.sweepFor(payable(address(this)));
    }

    function cheat() external {
        vm.deal(address(this), 10 ether);
    }

    function wait() external {
        vm.warp(block.timestamp + 1 days);
    }

    function sweep(IVault v) external {
        v.sweep(payable(msg.sender));
    }

    function loop() external pure {
        while (true) {}
    }

    function starve() external view {
        try this.loop() {} catch {}
        revert("hungry");
    }

    function bomb() external pure returns (bytes32 h) {
        for (uint256 n = 1; ; n *= 2) {
            bytes memory b = new bytes(n * 1024);
            h = keccak256(b);
        }
    }

    function big() external pure returns (bytes memory) {
        return new bytes(2_000_000);
    }

    function spawn() external {
        while (true) new Helper();
    }

    function deep() external {
        bytes memory b = new bytes(8192);
        b[7] = 0x01;
        this.deep();
    }

    function wind() external {
        proof.tick();
    }

    function claimReset() external {
        proof.setUp();
    }

    // claims success in every way that is not state
    function lies() external returns (bool) {
        assembly {
            mstore(0, 1)
            log0(0, 32)
            return(0, 32)
        }
    }

    receive() external payable {}
}

contract Helper {
    function run(IVault vault, address to) external {
        vault.sweep(payable(to));
    }
}
