// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function roll(uint256 number) external;
    function prank(address who) external;
    function prank(address who, address origin) external;
    function startPrank(address who) external;
    function startPrank(address who, address origin) external;
    function stopPrank() external;
    function expectRevert() external;
    function expectRevert(bytes4 selector) external;
    function expectRevert(bytes calldata data) external;
    function addr(uint256 key) external pure returns (address);
    function sign(uint256 key, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function getNonce(address who) external view returns (uint64);
    function assume(bool condition) external pure;
}

error Odd(uint256 n);
error Bare();

contract Mirror {
    address public immutable maker = msg.sender;
    address public immutable makerOrigin = tx.origin;
    uint256 public calls;

    constructor() payable {}

    function who() external view returns (address) {
        return msg.sender;
    }

    function origin() external view returns (address) {
        return tx.origin;
    }

    function touch() external payable returns (address, uint256) {
        calls++;
        return (msg.sender, msg.value);
    }

    function inner() external view returns (address) {
        return this.who();
    }

    function fail(uint256 kind) external pure returns (uint256, string memory) {
        if (kind == 0) revert();
        if (kind == 1) revert("said so");
        if (kind == 2) revert Odd(7);
        if (kind == 3) revert Bare();
        if (kind == 4) assert(false);
        return (kind, "fine");
    }
}

library Far {
    function twice(uint256 n) external pure returns (uint256) {
        return Nearer.once(n) + n;
    }
}

library Nearer {
    function once(uint256 n) external pure returns (uint256) {
        return n;
    }
}

contract Stillborn {
    constructor(bool dies) {
        require(!dies, "not born");
    }
}

/// Runs under this package and under forge test: the same functions must pass
/// (test_) and fail (testBad_) in both.
contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant ANN = address(0xA11);
    address constant BOB = address(0xB0B);
    address constant FOUNDRY = 0x1804c8AB1F12E6bbf3894d4083f33e07309d1f38;
    Mirror mirror;

    function setUp() public {
        mirror = new Mirror();
    }

    function test_Regular() public {}

    function exploit() public {}

    function target() public view returns (address) {
        return address(mirror);
    }

    function attacker() public pure returns (address) {
        return ANN;
    }

    function test_surroundings() public view {
        require(address(this) == 0x7FA9385bE102ac3EAc297483Dd6233D62b3e1496, "address");
        require(msg.sender == 0x1804c8AB1F12E6bbf3894d4083f33e07309d1f38, "sender");
        require(tx.origin == msg.sender, "origin");
        require(address(this).balance == 2 ** 96 - 1, "balance");
        require(block.timestamp == 1 && block.number == 1 && block.chainid == 31337, "block");
        require(block.basefee == 0 && tx.gasprice == 0, "price");
        require(block.coinbase == address(0) && block.prevrandao == 0, "coinbase, prevrandao");
        require(address(mirror) == 0x5615dEB798BB3E4dFa0139dFa1b3D433Cc23b72f, "first contract");
        require(blockhash(0) == keccak256("0"), "blockhash");
    }

    function test_deal_warp_roll() public {
        vm.deal(ANN, 5 ether);
        require(ANN.balance == 5 ether, "deal");
        vm.deal(ANN, 1);
        require(ANN.balance == 1, "deal down");
        vm.warp(1_700_000_000);
        vm.roll(777);
        require(block.timestamp == 1_700_000_000 && block.number == 777, "moved");
        require(blockhash(776) == keccak256("776"), "blockhash");
    }

    function test_prank_once() public {
        vm.prank(ANN);
        require(mirror.who() == ANN, "pranked");
        require(mirror.who() == address(this), "once");
        vm.prank(ANN);
        (address by, ) = mirror.touch();
        require(by == ANN && mirror.calls() == 1, "a call that writes");
        vm.prank(ANN);
        require(mirror.inner() == address(mirror), "not deeper");
    }

    function test_prank_origin() public {
        vm.prank(ANN, BOB);
        require(mirror.origin() == BOB, "origin");
        require(mirror.origin() == FOUNDRY && tx.origin == FOUNDRY, "restored");
        vm.startPrank(ANN, BOB);
        require(mirror.origin() == BOB && mirror.who() == ANN && mirror.origin() == BOB, "sticky");
        vm.stopPrank();
        require(mirror.origin() == FOUNDRY && mirror.who() == address(this), "over");
    }

    function test_prank_value() public {
        vm.deal(ANN, 2 ether);
        uint256 mine = address(this).balance;
        vm.prank(ANN);
        (address by, uint256 sent) = mirror.touch{value: 1 ether}();
        require(by == ANN && sent == 1 ether, "sent");
        require(ANN.balance == 1 ether && address(this).balance == mine, "who paid");
    }

    function test_prank_create() public {
        uint64 before = vm.getNonce(ANN);
        vm.prank(ANN);
        Mirror m = new Mirror();
        require(m.maker() == ANN, "maker");
        require(vm.getNonce(ANN) == before + 1, "nonce");
        require(address(m) == address(uint160(uint256(keccak256(abi.encodePacked(bytes2(0xd694), ANN, bytes1(0x80)))))), "address");
        require(new Mirror().maker() == address(this), "once");
    }

    function test_prank_create2_value() public {
        vm.deal(ANN, 3);
        vm.prank(ANN, BOB);
        Mirror m = new Mirror{salt: bytes32(uint256(1)), value: 2}();
        require(m.maker() == ANN && m.makerOrigin() == BOB, "maker");
        require(address(m).balance == 2 && ANN.balance == 1, "value");
    }

    function test_prank_is_not_spent_by_cheats() public {
        vm.prank(ANN);
        vm.deal(ANN, 1);
        require(mirror.who() == ANN, "kept");
    }

    function test_start_stop() public {
        vm.startPrank(ANN);
        require(mirror.who() == ANN && mirror.who() == ANN, "sticky");
        require(new Mirror().maker() == ANN, "creation");
        vm.stopPrank();
        require(mirror.who() == address(this), "stopped");
    }

    function test_expectRevert_any() public {
        for (uint256 i = 0; i < 5; i++) {
            vm.expectRevert();
            mirror.fail(i);
        }
    }

    function test_expectRevert_text() public {
        vm.expectRevert("said so");
        mirror.fail(1);
        vm.expectRevert(bytes("said so"));
        mirror.fail(1);
    }

    function test_expectRevert_data() public {
        vm.expectRevert(abi.encodeWithSelector(Odd.selector, 7));
        mirror.fail(2);
        vm.expectRevert(Bare.selector);
        mirror.fail(3);
        vm.expectRevert(abi.encodeWithSignature("Panic(uint256)", 1));
        mirror.fail(4);
    }

    function test_expectRevert_create() public {
        vm.expectRevert("not born");
        new Stillborn(true);
        vm.expectRevert();
        new Stillborn(true);
        require(address(new Stillborn(false)) != address(0), "born");
    }

    function test_expectRevert_prank() public {
        vm.prank(ANN);
        vm.expectRevert("said so");
        mirror.fail(1);
        require(mirror.who() == address(this), "spent");
        vm.expectRevert("said so");
        vm.prank(ANN);
        mirror.fail(1);
    }

    function test_expectRevert_undoes() public {
        Toggler t = new Toggler();
        vm.expectRevert();
        t.set{value: 1 ether}(5);
        require(t.value() == 0 && address(t).balance == 0, "undone");
    }

    function test_call_after_expected() public {
        vm.expectRevert();
        mirror.fail(0);
        (uint256 k, string memory s) = mirror.fail(9);
        require(k == 9 && bytes(s).length == 4, "as ever");
    }

    function test_addr_sign() public view {
        address a = vm.addr(0xA11CE);
        require(a == 0xe05fcC23807536bEe418f142D19fa0d21BB0cfF7, "addr");
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(0xA11CE, keccak256("hello"));
        require(ecrecover(keccak256("hello"), v, r, s) == a, "sign");
    }

    function test_library() public pure {
        require(Far.twice(4) == 8, "linked");
    }

    function test_assume() public pure {
        vm.assume(true);
    }

    function testBad_expect_nothing() public {
        vm.expectRevert();
    }

    function testBad_expect_but_passes() public {
        vm.expectRevert();
        mirror.touch();
    }

    function testBad_expect_other_text() public {
        vm.expectRevert("something else");
        mirror.fail(1);
    }

    function testBad_expect_selector_of_error_with_arguments() public {
        vm.expectRevert(Odd.selector);
        mirror.fail(2);
    }

    function testBad_expect_create_passes() public {
        vm.expectRevert();
        new Stillborn(false);
    }

    function testBad_prank_over_prank() public {
        vm.prank(ANN);
        vm.prank(BOB);
        mirror.who();
    }

    function testBad_require() public pure {
        require(false, "no");
    }
}

contract Toggler {
    uint256 public value;

    function set(uint256 v) external payable {
        value = v;
        revert("changed my mind");
    }
}
